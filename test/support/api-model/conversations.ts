import { Transcript, type NewSegment } from "../../../src/domain/transcript.js";
import { summariseTrivially, TRIVIAL_SUMMARISER } from "../../../src/domain/trivial-summary.js";
import type { Client } from "../client.js";
import { collection, planning, type Receipt, type WireConversation } from "../conversations.js";
import type { Random } from "../random.js";
import { until } from "../waiting.js";
import { isOneOf } from "./checked-answers.js";
import { ascending, createdAround, descending, inCategories, inOrderOf, listsLike, type Selection } from "./listing.js";
import type { Callers, Found, Known, Reading, Resource, Write } from "./resource.js";

interface Sample {
  readonly path: string;
  readonly body: object;
}

/** What is recorded again and again. */
const samples: readonly Sample[] = [
  { path: `${collection}/from-segments`, body: planning },
  {
    path: `${collection}/from-segments`,
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
    path: `${collection}/from-segments`,
    body: { ...planning, transcript_segments: [{ text: "Hm.", start: 0, end: 1 }] },
  },
  {
    path: collection,
    body: {
      started_at: "2026-01-02T09:00:00Z",
      text: "We talked about the holiday in Portugal. I'll book the flights to Lisbon by Monday.",
    },
  },
];

/** The user's own changes, by their wire names. */
interface Edits {
  readonly title?: string;
  readonly starred?: boolean;
  readonly discarded?: boolean;
  readonly folder_id?: string | null;
}

interface Recorded {
  readonly edits: Edits;
  /** What an earlier processing made is shown while it is processed. */
  readonly isReprocessed: boolean;
  readonly isDeleted: boolean;
  readonly shown: Shown;
}

/** A processed conversation as it reads, without what differs between two of the same sample. */
interface Shown extends Reading {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly folder_id: string | null;
  readonly discarded: boolean;
}

const prefer = { Prefer: "respond-async" };

/** Conversations from texts and from segments, with and without a session id, and all that a user does to them. */
export class Conversations implements Resource<Recorded> {
  readonly name = "conversation";
  #shown: readonly Shown[] = [];
  #categories: readonly string[] = [];
  #folders: ReadonlyMap<string | null, string> = new Map();

  /** @param mayBeTrivial whether servers die often enough that a conversation may come to have its first words alone. */
  constructor(private readonly mayBeTrivial = false) {}

  /** Records each sample once, undisturbed: whatever befalls others of it, they must come to read the same. */
  async prepare({ keyed }: Callers): Promise<void> {
    const shown: Shown[] = [];
    for (const { path, body } of samples) {
      const { id } = (await keyed.post(path, body)).body as Receipt;
      const read = async (): Promise<Shown> =>
        readingOf((await keyed.get(`${one(id)}?include_transcript=true`)).body as WireConversation);
      // A busy machine may answer before the work is done.
      await until(async () => (await read())["status"] !== "processing");
      shown.push(await read());
      await keyed.delete(one(id));
    }
    const items = shown.map(({ structured }) => structured["action_items"] as unknown[]);
    if (!items.some(({ length }) => length > 1))
      throw new Error("No sample has several action items to lose or double");
    if (!shown.some(({ discarded }) => discarded)) throw new Error("No sample is discarded");
    this.#shown = shown;
    this.#categories = [...shown.map(({ structured }) => String(structured["category"])), "music"];
    const folders = (await keyed.get("/v1/dev/user/folders")).body as readonly { id: string; name: string }[];
    this.#folders = new Map(folders.map(({ id, name }) => [id, name]));
  }

  create(mark: string, random: Random): Write<Recorded> {
    return this.#post("create a conversation", mark, random);
  }

  change({ id, mark }: Known, random: Random): Write<Recorded> | undefined {
    const changes = [
      ...(sessionOf(mark) === undefined ? [] : [() => this.#post("repeat a creation", mark, random)]),
      ...(id === undefined ? [] : [() => this.#edit(id, random), () => this.#reprocess(id), () => this.#delete(id)]),
    ];
    return changes.length === 0 ? undefined : random.of(changes)();
  }

  idOf(receipt: unknown): string {
    return (receipt as Receipt).id;
  }

  async list({ keyed }: Callers): Promise<readonly Found[]> {
    const found: Found[] = [];
    let next: string | undefined = `${collection}?limit=200&include_transcript=true`;
    while (next !== undefined) {
      const { status, body, headers } = await keyed.get(next);
      if (status !== 200) throw new Error(`The list of conversations was answered ${status}: ${JSON.stringify(body)}`);
      for (const conversation of body as WireConversation[]) {
        // Only such are listed.
        const reading = { ...readingOf(conversation), status: "completed", discarded: false };
        found.push({ mark: String(conversation.geolocation?.address), id: conversation.id, reading });
      }
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    }
    return found;
  }

  // Decision 4.7.
  readonly checkLists = listsLike<WireConversation>({
    path: collection,
    everything: "",
    order: inOrderOf(
      descending(({ created_at }) => created_at),
      ascending(({ id }) => id),
    ),
    some: (all, random, client) =>
      random.of([
        () => createdAround(all, random),
        () => inCategories(all, this.#categories, ({ structured }) => structured.category, random),
        () => {
          const folder = random.of([...this.#folders.keys(), "none"].filter((id) => id !== null));
          return { query: `folder_id=${folder}`, expected: all.filter(({ folder_id }) => folder_id === folder) };
        },
        () => starred(all, random.chance(0.5), client),
      ])(),
  });

  async get({ keyed }: Callers, { id }: { readonly id: string }): Promise<Reading | undefined> {
    const { status, body } = await keyed.get(`${one(id)}?include_transcript=true`);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`${id} was answered ${status}: ${JSON.stringify(body)}`);
    return readingOf(body as WireConversation);
  }

  isListed({ summarised_by, discarded }: Reading): boolean {
    return summarised_by !== null && discarded === false;
  }

  readings({ shown, edits, isReprocessed, isDeleted }: Recorded, settled: boolean): readonly Reading[] {
    if (isDeleted) return [];
    const { title, ...others } = edits;
    const titled = title === undefined ? {} : { title };
    const completed = this.#summaries(shown).map((summarised) => ({
      ...summarised,
      starred: false,
      ...others,
      structured: { ...summarised.structured, ...titled },
    }));
    // Decision 4.8: nothing is shown before the first processing is finished.
    const unsaid = {
      folder_id: null,
      discarded: false,
      ...others,
      summarised_by: null,
      structured: { title: "", overview: "", category: "other", emoji: "🧠", action_items: [], events: [], ...titled },
    };
    const processing = completed.map((each) => ({ ...each, ...(isReprocessed ? {} : unsaid), status: "processing" }));
    return [...completed, ...(settled ? [] : processing)].map((reading) => ({
      ...reading,
      discard_reason: reading.discarded ? (edits.discarded ? "user" : "no_usable_content") : null,
      folder_name: this.#folders.get(reading.folder_id) ?? null,
    }));
  }

  /** As it reads by what may have summarised it. */
  #summaries(shown: Shown): readonly Shown[] {
    const sample = samples[this.#shown.indexOf(shown)];
    if (!this.mayBeTrivial || !sample) return [shown];
    const { title, overview, category, emoji } = summariseTrivially(transcriptOf(sample));
    const [folder_id = null] = [...this.#folders].find(([, name]) => name === "Personal") ?? [];
    const structured = { title, overview, category, emoji, action_items: [], events: [] };
    return [shown, { ...shown, structured, folder_id, discarded: false, summarised_by: TRIVIAL_SUMMARISER }];
  }

  /** What the mark numbers is always the same post. Half of them are answered before they are processed. */
  #post(name: string, mark: string, random: Random): Write<Recorded> {
    const sample = numberOf(mark) % samples.length;
    const { path, body } = samples[sample] as Sample;
    const session = sessionOf(mark);
    const marked = {
      ...body,
      geolocation: { latitude: 1, longitude: 2, address: mark },
      ...(session === undefined ? {} : { client_session_id: session }),
    };
    const headers = random.chance(0.5) ? prefer : {};
    const created = { shown: this.#shown[sample] as Shown, edits: {}, isReprocessed: false, isDeleted: false };
    return {
      name,
      send: ({ keyed }) => keyed.post(path, marked, headers),
      effect: (before) => before ?? created,
      creates: true,
    };
  }

  #edit(id: string, random: Random): Write<Recorded> {
    const edits: Edits = random.of([
      { title: `Title ${random.integer(1000)}` },
      { starred: random.chance(0.5) },
      { discarded: random.chance(0.5) },
      { folder_id: random.of([null, ...this.#folders.keys()]) },
      { title: `Title ${random.integer(1000)}`, starred: true, discarded: false },
    ]);
    return {
      name: `change ${Object.keys(edits).join(", ")}`,
      send: ({ keyed }) => keyed.patch(one(id), edits),
      effect: (before) => before && { ...before, edits: { ...before.edits, ...edits } },
      shows: (body, after) => after !== undefined && this.#isShown(body as WireConversation, after),
      refusals: goneOr(),
    };
  }

  /** Without the transcript, which nobody has asked for. */
  #isShown(conversation: WireConversation, after: Recorded): boolean {
    const { transcript_segments, ...rest } = readingOf(conversation) as Reading;
    return transcript_segments === null && isOneOf(rest, this.readings(after, false));
  }

  #reprocess(id: string): Write<Recorded> {
    return {
      name: "reprocess",
      send: ({ keyed }) => keyed.post(`${one(id)}/reprocess`, undefined, prefer),
      effect: (before) => before && { ...before, isReprocessed: true },
      refusals: goneOr(409),
    };
  }

  #delete(id: string): Write<Recorded> {
    return {
      name: "delete",
      send: ({ keyed }) => keyed.delete(one(id)),
      effect: (before) => before && { ...before, isDeleted: true },
      refusals: goneOr(),
    };
  }
}

const one = (id: string): string => `${collection}/${id}`;

function transcriptOf({ body }: Sample): Transcript {
  const { text, transcript_segments } = body as { text?: string; transcript_segments?: readonly NewSegment[] };
  return Transcript.create("sample", transcript_segments ?? [{ text: text ?? "", start: 0, end: 300 }]);
}

/** A list does not say it of its members: each is asked. */
async function starred(
  all: readonly WireConversation[],
  isWanted: boolean,
  client: Client,
): Promise<Selection<WireConversation>> {
  const alone = await Promise.all(all.map(({ id }) => client.get(one(id))));
  const isStarred = (index: number): boolean => (alone[index]?.body as WireConversation).starred;
  return { query: `starred=${isWanted}`, expected: all.filter((_, index) => isStarred(index) === isWanted) };
}

const numberOf = (mark: string): number => Number(/\d+$/.exec(mark)?.[0]);

/** Every other one that comes as segments belongs to a session. */
function sessionOf(mark: string): string | undefined {
  const number = numberOf(mark);
  const isSegments = samples[number % samples.length]?.path !== collection;
  return isSegments && Math.floor(number / samples.length) % 2 === 0 ? `session of ${mark}` : undefined;
}

/** A deleted one is not found; another may be refused for what is named. */
const goneOr =
  (...statuses: readonly number[]) =>
  (before: Recorded | undefined): readonly number[] =>
    before === undefined || before.isDeleted ? [404] : statuses;

/** Ids, times of processing and the mark are each conversation's own. */
const own = new Set(["id", "conversation_id", "segment_ids", "updated_at", "geolocation"]);

function readingOf(conversation: WireConversation): Shown {
  const { structured, ...rest } = withoutOwn(conversation) as Shown;
  const items = structured["action_items"] as { readonly description: string }[];
  const sorted = items.toSorted((a, b) => (a.description < b.description ? -1 : 1));
  return { ...rest, structured: { ...structured, action_items: sorted } };
}

function withoutOwn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !own.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutOwn(member)]));
}
