import {
  createInstalledApp,
  INBOX_PATH,
  notificationPath,
  readUserId,
  type NotifyingApp,
  type WireNotification,
} from "../notifications.js";
import type { SeededRandom } from "../random.js";
import { matchesAnyReading } from "./checked-responses.js";
import { descending, byEach, createListCheck } from "./list-checks.js";
import type { ModelClients, ListedObject, Reading, Resource, Write } from "./resource.js";

interface InboxEntry extends Reading {
  readonly isRead: boolean;
  readonly replies: readonly string[];
}

/** The maximum number of replies to one notification. */
const MAX_REPLIES_PER_NOTIFICATION = 20;

const inboxItemPath = (id: string): string => `${INBOX_PATH}/${id}`;

/** Notifications that another user's app sends to the user, and the user's reactions to them. */
class Notifications implements Resource<InboxEntry> {
  readonly name = "notification";
  #app: NotifyingApp | undefined;
  #userId = "";

  async prepare({ tokenClient, otherUserClient }: ModelClients): Promise<void> {
    this.#app = await createInstalledApp(otherUserClient, tokenClient);
    this.#userId = await readUserId(tokenClient);
  }

  create(mark: string): Write<InboxEntry> {
    return {
      name: "notify",
      send: async (callers) => {
        if (!this.#app) throw new Error("There is no app yet");
        const app = callers.tokenClient.withCredential(this.#app.secret);
        const response = await app.send("POST", notificationPath(this.#app, this.#userId, mark));
        return response.status === 200 ? { ...response, body: await this.#findInInbox(callers, mark) } : response;
      },
      effect: () => ({ isRead: false, replies: [] }),
      creates: true,
    };
  }

  change({ id }: { readonly id: string | undefined }, random: SeededRandom): Write<InboxEntry> | undefined {
    return id === undefined
      ? undefined
      : random.choose([markNotification, markNotification, replyToNotification, readAllOfOtherUser])(id, random);
  }

  idOf(receipt: unknown): string {
    return (receipt as ListedObject).id;
  }

  async list({ tokenClient }: ModelClients): Promise<readonly (ListedObject & { readonly reading: InboxEntry })[]> {
    const inboxEntries: WireNotification[] = [];
    for (;;) {
      const page = (await tokenClient.get(`${INBOX_PATH}?limit=200&offset=${inboxEntries.length}`))
        .body as WireNotification[];
      if (page.length === 0) break;
      inboxEntries.push(...page);
    }
    return inboxEntries
      .filter(({ app_id }) => app_id === this.#app?.id)
      .map((notification) => ({ mark: notification.text, id: notification.id, reading: toReading(notification) }));
  }

  async checkLists(callers: ModelClients, random: SeededRandom): Promise<void> {
    await checkInboxLists({ ...callers, keyClient: callers.tokenClient }, random);
    const inboxEntries = await this.list(callers);
    const unread = inboxEntries.filter(({ reading }) => !reading.isRead).length;
    const { body } = await callers.tokenClient.get(`${INBOX_PATH}/unread-count`);
    if ((body as { unread_count: number }).unread_count !== unread) throw new Error(`${unread} are unread`);
    await callers.tokenClient.send("POST", `${INBOX_PATH}/read-all`);
    const remaining = (await this.list(callers)).filter(({ reading }) => !reading.isRead);
    if (remaining.length > 0) throw new Error(`${remaining.length} are still unread`);
  }

  async get({ tokenClient }: ModelClients, { id }: { readonly id: string }): Promise<Reading | undefined> {
    const { status, body } = await tokenClient.get(inboxItemPath(id));
    return status === 404 ? undefined : toReading(body as WireNotification);
  }

  /** Finds the notification in the inbox, because the response does not contain its ID. */
  async #findInInbox(callers: ModelClients, mark: string): Promise<ListedObject> {
    const match = (await this.list(callers)).find((candidate) => candidate.mark === mark);
    if (!match) throw new Error(`${mark} was taken, and is not in the inbox`);
    return match;
  }

  readings(notification: InboxEntry): readonly Reading[] {
    return [notification];
  }
}

export const notifications = (): Resource<InboxEntry> => new Notifications();

function markNotification(id: string, random: SeededRandom): Write<InboxEntry> {
  const read = random.nextBoolean(0.6);
  return {
    name: `mark a notification as ${read ? "read" : "unread"}`,
    send: ({ tokenClient }) => tokenClient.patch(inboxItemPath(id), { read }),
    effect: (current) => current && { ...current, isRead: read },
    shows: isShownNotification,
  };
}

function replyToNotification(id: string, random: SeededRandom): Write<InboxEntry> {
  const text = `Answer ${random.nextInteger(1000)}`;
  return {
    name: "reply to a notification",
    send: ({ tokenClient }) => tokenClient.post(`${inboxItemPath(id)}/reply`, { text }),
    effect: (current) =>
      current && (hasMaxReplies(current) ? current : { isRead: true, replies: [...current.replies, text] }),
    shows: isShownNotification,
    errorStatuses: (current) => (current && hasMaxReplies(current) ? [409] : []),
  };
}

/** Marks the inbox of the other user as read, which must not change this user's inbox. */
function readAllOfOtherUser(): Write<InboxEntry> {
  return {
    name: "let another read all of theirs",
    send: ({ otherUserClient }) => otherUserClient.send("POST", `${INBOX_PATH}/read-all`),
    effect: (current) => current,
  };
}

const hasMaxReplies = ({ replies }: InboxEntry): boolean => replies.length >= MAX_REPLIES_PER_NOTIFICATION;

function isShownNotification(body: unknown, after: InboxEntry | undefined): boolean {
  return after !== undefined && matchesAnyReading(toReading(body as WireNotification), [after]);
}

function toReading({ read_at, replies }: WireNotification): InboxEntry {
  return { isRead: read_at !== null, replies: replies.map(({ text }) => text) };
}

const checkInboxLists = createListCheck<WireNotification>({
  path: INBOX_PATH,
  fullListQuery: "unread=false",
  order: byEach<WireNotification>(
    descending(({ created_at }) => created_at),
    (a, b) => (a.id < b.id ? -1 : 1),
  ),
  selectRandomly: (members, random) => {
    const unread = random.nextBoolean(0.5);
    return {
      query: `unread=${unread}`,
      expected: unread ? members.filter(({ read_at }) => read_at === null) : members,
    };
  },
});
