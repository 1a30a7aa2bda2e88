import { Transcript, type NewSegment } from "../../../src/domain/conversation/transcript.js";
import { summariseTrivially, TRIVIAL_SUMMARISER } from "../../../src/domain/conversation/trivial-summary.js";
import type { ApiClient } from "../api-client.js";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  type ConversationReceipt,
  type WireConversation,
} from "../conversation-requests.js";
import type { SeededRandom } from "../random.js";
import { waitUntil } from "../eventually.js";
import { matchesAnyReading } from "./checked-responses.js";
import {
  ascending,
  selectByCreation,
  descending,
  selectByCategories,
  byEach,
  createListCheck,
  type Selection,
} from "./list-checks.js";
import type { ModelClients, ListedObject, KnownObject, Reading, Resource, Write } from "./resource.js";

interface Sample {
  readonly path: string;
  readonly body: object;
}

/** The conversations that the model records repeatedly. */
const samples: readonly Sample[] = [
  { path: `${CONVERSATIONS_PATH}/from-segments`, body: planningConversation },
  {
    path: `${CONVERSATIONS_PATH}/from-segments`,
    body: {
      started_at: "2026-01-03T09:00:00Z",
      transcript_segments: [
        { text: "The doctor wants to see the results of the blood test.", start: 0, end: 4, speaker_id: 1 },
        { text: "I will call the hospital tomorrow and ask for the report.", start: 4, end: 8, is_user: true },
        { text: "And I'll bring the medicine to grandmother on Sunday.", start: 8, end: 12, is_user: true },
      ],
    },
  },
  {
    path: `${CONVERSATIONS_PATH}/from-segments`,
    body: { ...planningConversation, transcript_segments: [{ text: "Hm.", start: 0, end: 1 }] },
  },
  {
    path: CONVERSATIONS_PATH,
    body: {
      started_at: "2026-01-02T09:00:00Z",
      text: "We talked about the holiday in Portugal. I'll book the flights to Lisbon by Monday.",
    },
  },
];

/** The user's own edits, by their wire names. */
interface Edits {
  readonly title?: string;
  readonly starred?: boolean;
  readonly discarded?: boolean;
  readonly folder_id?: string | null;
}

interface ConversationModel {
  readonly edits: Edits;
  /** During reprocessing the service shows the result of an earlier processing. */
  readonly isReprocessed: boolean;
  readonly isDeleted: boolean;
  readonly shown: ShownConversation;
}

/** A processed conversation as a client reads it, without the fields that differ between copies of one sample. */
interface ShownConversation extends Reading {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly folder_id: string | null;
  readonly discarded: boolean;
}

const PREFER_ASYNC = { Prefer: "respond-async" };

/** Conversations from texts and from segments, with and without a session ID, and all edits of a user. */
export class Conversations implements Resource<ConversationModel> {
  readonly name = "conversation";
  #shownSamples: readonly ShownConversation[] = [];
  #categories: readonly string[] = [];
  #folders: ReadonlyMap<string | null, string> = new Map();

  /** @param allowsTrivialSummary whether kills of servers may leave a conversation with the trivial summary. */
  constructor(private readonly allowsTrivialSummary = false) {}

  /** Records each sample once, without interference: all later copies of the sample must read the same. */
  async prepare({ keyClient }: ModelClients): Promise<void> {
    const shownSamples: ShownConversation[] = [];
    for (const { path, body } of samples) {
      const { id } = (await keyClient.post(path, body)).body as ConversationReceipt;
      const readConversation = async (): Promise<ShownConversation> =>
        toReading((await keyClient.get(`${conversationPath(id)}?include_transcript=true`)).body as WireConversation);
      // A busy machine may respond before the conversation is processed.
      await waitUntil(async () => (await readConversation())["status"] !== "processing");
      shownSamples.push(await readConversation());
      await keyClient.delete(conversationPath(id));
    }
    const items = shownSamples.map(({ structured }) => structured["action_items"] as unknown[]);
    if (!items.some(({ length }) => length > 1))
      throw new Error("No sample has several action items to lose or double");
    if (!shownSamples.some(({ discarded }) => discarded)) throw new Error("No sample is discarded");
    this.#shownSamples = shownSamples;
    this.#categories = [...shownSamples.map(({ structured }) => String(structured["category"])), "music"];
    const folders = (await keyClient.get("/v1/dev/user/folders")).body as readonly { id: string; name: string }[];
    this.#folders = new Map(folders.map(({ id, name }) => [id, name]));
  }

  create(mark: string, random: SeededRandom): Write<ConversationModel> {
    return this.#post("create a conversation", mark, random);
  }

  change({ id, mark }: KnownObject, random: SeededRandom): Write<ConversationModel> | undefined {
    const changes = [
      ...(sessionIdOf(mark) === undefined ? [] : [() => this.#post("repeat a creation", mark, random)]),
      ...(id === undefined ? [] : [() => this.#edit(id, random), () => this.#reprocess(id), () => this.#delete(id)]),
    ];
    return changes.length === 0 ? undefined : random.choose(changes)();
  }

  idOf(receipt: unknown): string {
    return (receipt as ConversationReceipt).id;
  }

  async list({ keyClient }: ModelClients): Promise<readonly ListedObject[]> {
    const listedConversations: ListedObject[] = [];
    let next: string | undefined = `${CONVERSATIONS_PATH}?limit=200&include_transcript=true`;
    while (next !== undefined) {
      const { status, body, headers } = await keyClient.get(next);
      if (status !== 200) throw new Error(`The list of conversations was answered ${status}: ${JSON.stringify(body)}`);
      for (const conversation of body as WireConversation[]) {
        // The list shows only these.
        const reading = { ...toReading(conversation), status: "completed", discarded: false };
        listedConversations.push({ mark: String(conversation.geolocation?.address), id: conversation.id, reading });
      }
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    }
    return listedConversations;
  }

  // The order of decision 4.7.
  readonly checkLists = createListCheck<WireConversation>({
    path: CONVERSATIONS_PATH,
    fullListQuery: "",
    order: byEach(
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    selectRandomly: (members, random, client) =>
      random.choose([
        () => selectByCreation(members, random),
        () => selectByCategories(members, this.#categories, ({ structured }) => structured.category, random),
        () => {
          const folder = random.choose([...this.#folders.keys(), "none"].filter((id) => id !== null));
          return { query: `folder_id=${folder}`, expected: members.filter(({ folder_id }) => folder_id === folder) };
        },
        () => selectByStarred(members, random.nextBoolean(0.5), client),
      ])(),
  });

  async get({ keyClient }: ModelClients, { id }: { readonly id: string }): Promise<Reading | undefined> {
    const { status, body } = await keyClient.get(`${conversationPath(id)}?include_transcript=true`);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`${id} was answered ${status}: ${JSON.stringify(body)}`);
    return toReading(body as WireConversation);
  }

  isListed({ summarised_by, discarded }: Reading): boolean {
    return summarised_by !== null && discarded === false;
  }

  readings({ shown, edits, isReprocessed, isDeleted }: ConversationModel, settled: boolean): readonly Reading[] {
    if (isDeleted) return [];
    const { title, ...otherEdits } = edits;
    const titleEdit = title === undefined ? {} : { title };
    const completedReadings = this.#summaries(shown).map((summarised) => ({
      ...summarised,
      starred: false,
      ...otherEdits,
      structured: { ...summarised.structured, ...titleEdit },
    }));
    // Decision 4.8: no field shows a result before the first processing is finished.
    const unprocessedFields = {
      folder_id: null,
      discarded: false,
      ...otherEdits,
      summarised_by: null,
      structured: {
        title: "",
        overview: "",
        category: "other",
        emoji: "🧠",
        action_items: [],
        events: [],
        ...titleEdit,
      },
    };
    const processingReadings = completedReadings.map((reading) => ({
      ...reading,
      ...(isReprocessed ? {} : unprocessedFields),
      status: "processing",
    }));
    return [...completedReadings, ...(settled ? [] : processingReadings)].map((reading) => ({
      ...reading,
      discard_reason: reading.discarded ? (edits.discarded ? "user" : "no_usable_content") : null,
      folder_name: this.#folders.get(reading.folder_id) ?? null,
    }));
  }

  /** Returns the conversation as each possible summariser would leave it. */
  #summaries(shownSample: ShownConversation): readonly ShownConversation[] {
    const sample = samples[this.#shownSamples.indexOf(shownSample)];
    if (!this.allowsTrivialSummary || !sample) return [shownSample];
    const { title, overview, category, emoji } = summariseTrivially(transcriptOf(sample));
    const [folder_id = null] = [...this.#folders].find(([, name]) => name === "Personal") ?? [];
    const structured = { title, overview, category, emoji, action_items: [], events: [] };
    return [
      shownSample,
      { ...shownSample, structured, folder_id, discarded: false, summarised_by: TRIVIAL_SUMMARISER },
    ];
  }

  /** Builds a request that depends only on the number in the mark. Half of them respond before processing. */
  #post(name: string, mark: string, random: SeededRandom): Write<ConversationModel> {
    const sample = numberInMark(mark) % samples.length;
    const { path, body } = samples[sample] as Sample;
    const session = sessionIdOf(mark);
    const markedBody = {
      ...body,
      geolocation: { latitude: 1, longitude: 2, address: mark },
      ...(session === undefined ? {} : { client_session_id: session }),
    };
    const headers = random.nextBoolean(0.5) ? PREFER_ASYNC : {};
    const created = {
      shown: this.#shownSamples[sample] as ShownConversation,
      edits: {},
      isReprocessed: false,
      isDeleted: false,
    };
    return {
      name,
      send: ({ keyClient }) => keyClient.post(path, markedBody, headers),
      effect: (current) => current ?? created,
      creates: true,
    };
  }

  #edit(id: string, random: SeededRandom): Write<ConversationModel> {
    const edits: Edits = random.choose([
      { title: `Title ${random.nextInteger(1000)}` },
      { starred: random.nextBoolean(0.5) },
      { discarded: random.nextBoolean(0.5) },
      { folder_id: random.choose([null, ...this.#folders.keys()]) },
      { title: `Title ${random.nextInteger(1000)}`, starred: true, discarded: false },
    ]);
    return {
      name: `change ${Object.keys(edits).join(", ")}`,
      send: ({ keyClient }) => keyClient.patch(conversationPath(id), edits),
      effect: (current) => current && { ...current, edits: { ...current.edits, ...edits } },
      shows: (body, after) => after !== undefined && this.#isShown(body as WireConversation, after),
      errorStatuses: notFoundIfDeletedOr(),
    };
  }

  /** Compares a conversation without its transcript, which the request does not include. */
  #isShown(conversation: WireConversation, after: ConversationModel): boolean {
    const { transcript_segments, ...rest } = toReading(conversation) as Reading;
    return transcript_segments === null && matchesAnyReading(rest, this.readings(after, false));
  }

  #reprocess(id: string): Write<ConversationModel> {
    return {
      name: "reprocess",
      send: ({ keyClient }) => keyClient.post(`${conversationPath(id)}/reprocess`, undefined, PREFER_ASYNC),
      effect: (current) => current && { ...current, isReprocessed: true },
      errorStatuses: notFoundIfDeletedOr(409),
    };
  }

  #delete(id: string): Write<ConversationModel> {
    return {
      name: "delete",
      send: ({ keyClient }) => keyClient.delete(conversationPath(id)),
      effect: (current) => current && { ...current, isDeleted: true },
      errorStatuses: notFoundIfDeletedOr(),
    };
  }
}

const conversationPath = (id: string): string => `${CONVERSATIONS_PATH}/${id}`;

function transcriptOf({ body }: Sample): Transcript {
  const { text, transcript_segments } = body as { text?: string; transcript_segments?: readonly NewSegment[] };
  return Transcript.create("sample", transcript_segments ?? [{ text: text ?? "", start: 0, end: 300 }]);
}

/** The list does not show `starred`, so this reads every member. */
async function selectByStarred(
  conversations: readonly WireConversation[],
  isWanted: boolean,
  client: ApiClient,
): Promise<Selection<WireConversation>> {
  const responses = await Promise.all(conversations.map(({ id }) => client.get(conversationPath(id))));
  const isStarred = (index: number): boolean => (responses[index]?.body as WireConversation).starred;
  return { query: `starred=${isWanted}`, expected: conversations.filter((_, index) => isStarred(index) === isWanted) };
}

const numberInMark = (mark: string): number => Number(/\d+$/.exec(mark)?.[0]);

/** Every other conversation from segments belongs to a session. */
function sessionIdOf(mark: string): string | undefined {
  const number = numberInMark(mark);
  const isSegments = samples[number % samples.length]?.path !== CONVERSATIONS_PATH;
  return isSegments && Math.floor(number / samples.length) % 2 === 0 ? `session of ${mark}` : undefined;
}

/** A deleted conversation responds with 404; any other may be rejected with one of `statuses`. */
const notFoundIfDeletedOr =
  (...statuses: readonly number[]) =>
  (current: ConversationModel | undefined): readonly number[] =>
    current === undefined || current.isDeleted ? [404] : statuses;

/** Fields that differ between conversations: IDs, processing times and the mark. */
const OWN_FIELDS = new Set(["id", "conversation_id", "segment_ids", "updated_at", "geolocation"]);

function toReading(conversation: WireConversation): ShownConversation {
  const { structured, ...rest } = omitOwnFields(conversation) as ShownConversation;
  const items = structured["action_items"] as { readonly description: string }[];
  const sorted = items.toSorted((a, b) => (a.description < b.description ? -1 : 1));
  return { ...rest, structured: { ...structured, action_items: sorted } };
}

function omitOwnFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitOwnFields);
  if (typeof value !== "object" || value === null) return value;
  const keptEntries = Object.entries(value).filter(([name]) => !OWN_FIELDS.has(name));
  return Object.fromEntries(keptEntries.map(([name, member]) => [name, omitOwnFields(member)]));
}
