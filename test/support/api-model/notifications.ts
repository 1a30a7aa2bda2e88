import { appOf, inbox, said, userIdOf, type NotifyingApp, type WireNotification } from "../notifications.js";
import type { Random } from "../random.js";
import { isOneOf } from "./checked-answers.js";
import { descending, inOrderOf, listsLike } from "./listing.js";
import type { Callers, Found, Reading, Resource, Write } from "./resource.js";

interface Inboxed extends Reading {
  readonly isRead: boolean;
  readonly replies: readonly string[];
}

/** As many replies as there may be. */
const FULL = 20;

const one = (id: string): string => `${inbox}/${id}`;

/** What another's app says to the user, and what they make of it. */
class Notifications implements Resource<Inboxed> {
  readonly name = "notification";
  #app: NotifyingApp | undefined;
  #userId = "";

  async prepare({ identified, another }: Callers): Promise<void> {
    this.#app = await appOf(another, identified);
    this.#userId = await userIdOf(identified);
  }

  create(mark: string): Write<Inboxed> {
    return {
      name: "notify",
      send: async (callers) => {
        if (!this.#app) throw new Error("There is no app yet");
        const app = callers.identified.with(this.#app.secret);
        const answered = await app.send("POST", said(this.#app, this.#userId, mark));
        return answered.status === 200 ? { ...answered, body: await this.#found(callers, mark) } : answered;
      },
      effect: () => ({ isRead: false, replies: [] }),
      creates: true,
    };
  }

  change({ id }: { readonly id: string | undefined }, random: Random): Write<Inboxed> | undefined {
    return id === undefined ? undefined : random.of([mark, mark, reply, readAllOfAnother])(id, random);
  }

  idOf(receipt: unknown): string {
    return (receipt as Found).id;
  }

  async list({ identified }: Callers): Promise<readonly (Found & { readonly reading: Inboxed })[]> {
    const all: WireNotification[] = [];
    for (;;) {
      const page = (await identified.get(`${inbox}?limit=200&offset=${all.length}`)).body as WireNotification[];
      if (page.length === 0) break;
      all.push(...page);
    }
    return all
      .filter(({ app_id }) => app_id === this.#app?.id)
      .map((each) => ({ mark: each.text, id: each.id, reading: readingOf(each) }));
  }

  async checkLists(callers: Callers, random: Random): Promise<void> {
    await lists({ ...callers, keyed: callers.identified }, random);
    const all = await this.list(callers);
    const unread = all.filter(({ reading }) => !reading.isRead).length;
    const { body } = await callers.identified.get(`${inbox}/unread-count`);
    if ((body as { unread_count: number }).unread_count !== unread) throw new Error(`${unread} are unread`);
    await callers.identified.send("POST", `${inbox}/read-all`);
    const left = (await this.list(callers)).filter(({ reading }) => !reading.isRead);
    if (left.length > 0) throw new Error(`${left.length} are still unread`);
  }

  async get({ identified }: Callers, { id }: { readonly id: string }): Promise<Reading | undefined> {
    const { status, body } = await identified.get(one(id));
    return status === 404 ? undefined : readingOf(body as WireNotification);
  }

  /** The answer does not tell its id: the inbox does. */
  async #found(callers: Callers, mark: string): Promise<Found> {
    const found = (await this.list(callers)).find((each) => each.mark === mark);
    if (!found) throw new Error(`${mark} was taken, and is not in the inbox`);
    return found;
  }

  readings(notification: Inboxed): readonly Reading[] {
    return [notification];
  }
}

export const notifications = (): Resource<Inboxed> => new Notifications();

function mark(id: string, random: Random): Write<Inboxed> {
  const read = random.chance(0.6);
  return {
    name: `mark a notification as ${read ? "read" : "unread"}`,
    send: ({ identified }) => identified.patch(one(id), { read }),
    effect: (before) => before && { ...before, isRead: read },
    shows,
  };
}

function reply(id: string, random: Random): Write<Inboxed> {
  const text = `Answer ${random.integer(1000)}`;
  return {
    name: "reply to a notification",
    send: ({ identified }) => identified.post(`${one(id)}/reply`, { text }),
    effect: (before) => before && (isFull(before) ? before : { isRead: true, replies: [...before.replies, text] }),
    shows,
    refusals: (before) => (before && isFull(before) ? [409] : []),
  };
}

/** Which leaves this user's inbox as it is. */
function readAllOfAnother(): Write<Inboxed> {
  return {
    name: "let another read all of theirs",
    send: ({ another }) => another.send("POST", `${inbox}/read-all`),
    effect: (before) => before,
  };
}

const isFull = ({ replies }: Inboxed): boolean => replies.length >= FULL;

function shows(body: unknown, after: Inboxed | undefined): boolean {
  return after !== undefined && isOneOf(readingOf(body as WireNotification), [after]);
}

function readingOf({ read_at, replies }: WireNotification): Inboxed {
  return { isRead: read_at !== null, replies: replies.map(({ text }) => text) };
}

const lists = listsLike<WireNotification>({
  path: inbox,
  everything: "unread=false",
  order: inOrderOf<WireNotification>(
    descending(({ created_at }) => created_at),
    (a, b) => (a.id < b.id ? -1 : 1),
  ),
  some: (all, random) => {
    const unread = random.chance(0.5);
    return { query: `unread=${unread}`, expected: unread ? all.filter(({ read_at }) => read_at === null) : all };
  },
});
