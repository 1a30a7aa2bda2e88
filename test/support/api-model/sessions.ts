import { collection, type Receipt, type WireConversation } from "../conversations.js";
import type { Random } from "../random.js";
import type { Known, Reading, Resource, Write } from "./resource.js";

interface Session {
  readonly texts: readonly string[];
  readonly isFinished: boolean;
  readonly isDeleted: boolean;
}

interface WireSession {
  readonly conversation_id: string;
  readonly status: string;
  readonly segment_count: number;
  readonly next_offset: number;
}

const unheard: Session = { texts: [], isFinished: false, isDeleted: false };

/** Where the mark ends in what is said first. */
const AFTER_MARK = ": ";
const LONGEST_PIECE = 3;

/**
 * Live sessions (decision 9.3), of a user who records nothing else: pieces at their end and at places, known, next, or
 * too far on; their ends, and their deletion. Every answer tells the conversation's id, whatever piece was the first.
 */
export const sessions = (): Resource<Session> => ({
  name: "session",
  create: (mark, random) => append(mark, 0, 1 + random.integer(LONGEST_PIECE)),
  change: ({ mark, id }, random) =>
    random.of([
      () => say(mark, random),
      () => say(mark, random),
      () => append(mark, random.integer(4), 1 + random.integer(LONGEST_PIECE)),
      () => append(mark, random.integer(4), 1 + random.integer(LONGEST_PIECE)),
      ...(random.chance(0.3) ? [() => finish(mark)] : []),
      ...(id !== undefined && random.chance(0.3) ? [() => remove(id)] : []),
    ])(),
  idOf: (receipt) => {
    const { id, conversation_id } = receipt as Partial<Receipt & WireSession>;
    return String(conversation_id ?? id);
  },
  list: async ({ another }) => {
    const { body } = await another.get(`${collection}?limit=200&include_transcript=true`);
    return (body as WireConversation[]).map((conversation) => {
      const texts = textsOf(conversation);
      return { mark: texts[0]?.split(AFTER_MARK)[0] ?? "", id: conversation.id, reading: { texts } };
    });
  },
  isListed: ({ status, discarded }) => status === "completed" && discarded === false,
  get: async ({ another }, { mark, id }: Known & { readonly id: string }) => {
    const session = await another.get(pathOf(mark));
    const conversation = await another.get(`${collection}/${id}?include_transcript=true`);
    if (session.status === 404 && conversation.status === 404) return undefined;
    const { conversation_id, ...told } = session.body as WireSession;
    const { discarded } = conversation.body as WireConversation;
    const texts = textsOf(conversation.body);
    return conversation_id === id ? { ...told, discarded, texts } : { ...told, conversation_id };
  },
  readings: (session, settled) => readings(session, settled),
});

function readings({ texts, isFinished, isDeleted }: Session, settled: boolean): readonly Reading[] {
  if (isDeleted) return [];
  const statuses = isFinished ? ["completed", ...(settled ? [] : ["processing"])] : ["in_progress"];
  return statuses.flatMap((status) =>
    [true, false].map((discarded) => ({
      status,
      discarded,
      texts,
      segment_count: texts.length,
      next_offset: texts.length,
    })),
  );
}

/** What is said at a place is always the same, so that it may come again. */
function append(mark: string, offset: number, count: number): Write<Session> {
  const given = Array.from(
    { length: count },
    (_, index) => `${mark}${AFTER_MARK}the boat number ${offset + index} leaves`,
  );
  const isFit = ({ texts }: Session): boolean =>
    offset <= texts.length && given.every((text, index) => (texts[offset + index] ?? text) === text);
  return {
    name: `append ${count} at ${offset}`,
    ...sending(mark, given, { offset }),
    effect: (before = unheard) => {
      const isTaken = !before.isDeleted && !before.isFinished && isFit(before);
      return isTaken
        ? { ...before, texts: [...before.texts.slice(0, offset), ...longer(before.texts, given, offset)] }
        : before;
    },
    refusals: (before = unheard) => (before.isDeleted ? [404] : before.isFinished || !isFit(before) ? [409] : []),
  };
}

/** What there is from a place on, and what is given beyond it. */
function longer(texts: readonly string[], given: readonly string[], offset: number): readonly string[] {
  const known = texts.slice(offset);
  return [...known, ...given.slice(known.length)];
}

/** At the end, wherever that is: no two are the same. */
function say(mark: string, random: Random): Write<Session> {
  const given = [`${mark}${AFTER_MARK}we meet Tom in ${random.integer(1_000_000)} minutes`];
  return {
    name: "append",
    ...sending(mark, given, {}),
    effect: (before = unheard) =>
      before.isDeleted || before.isFinished ? before : { ...before, texts: [...before.texts, ...given] },
    refusals: (before) => (before?.isDeleted ? [404] : before?.isFinished ? [409] : []),
  };
}

function sending(
  mark: string,
  texts: readonly string[],
  place: { readonly offset?: number },
): Pick<Write<Session>, "send" | "creates"> {
  const { offset = 0 } = place;
  const transcript_segments = texts.map((text, index) => ({ text, start: offset + index, end: offset + index + 1 }));
  return {
    send: ({ another }) => another.post(`${pathOf(mark)}/segments`, { transcript_segments, ...place }),
    creates: true,
  };
}

function finish(mark: string): Write<Session> {
  return {
    name: "finish",
    send: ({ another }) => another.post(`${pathOf(mark)}/finish`, undefined, { Prefer: "respond-async" }),
    effect: (before) => before && { ...before, isFinished: true },
    creates: true,
    refusals: (before) => (before === undefined || before.isDeleted ? [404] : []),
  };
}

function remove(id: string): Write<Session> {
  return {
    name: "delete",
    send: ({ another }) => another.delete(`${collection}/${id}`),
    effect: (before) => before && { ...before, isDeleted: true },
    refusals: (before) => (before === undefined || before.isDeleted ? [404] : []),
  };
}

const pathOf = (mark: string): string => `/v1/dev/user/sessions/${encodeURIComponent(mark)}`;

function textsOf(conversation: unknown): string[] {
  return ((conversation as WireConversation).transcript_segments ?? []).map(({ text }) => String(text));
}
