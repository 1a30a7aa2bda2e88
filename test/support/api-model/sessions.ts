import { CONVERSATIONS_PATH, type ConversationReceipt, type WireConversation } from "../conversation-requests.js";
import type { SeededRandom } from "../random.js";
import type { KnownObject, Reading, Resource, Write } from "./resource.js";

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

const EMPTY_SESSION: Session = { texts: [], isFinished: false, isDeleted: false };

/** Ends the mark in the first text of a session. */
const MARK_SEPARATOR = ": ";
const MAX_APPENDED_SEGMENTS = 3;

/**
 * Live sessions (decision 9.3) of a user who records nothing else: segments appended at the end and at offsets that are
 * stored, next, or too large; ends and deletions. Every response contains the conversation's ID.
 */
export const sessions = (): Resource<Session> => ({
  name: "session",
  create: (mark, random) => appendAtOffset(mark, 0, 1 + random.nextInteger(MAX_APPENDED_SEGMENTS)),
  change: ({ mark, id }, random) =>
    random.choose([
      () => appendAtEnd(mark, random),
      () => appendAtEnd(mark, random),
      () => appendAtOffset(mark, random.nextInteger(4), 1 + random.nextInteger(MAX_APPENDED_SEGMENTS)),
      () => appendAtOffset(mark, random.nextInteger(4), 1 + random.nextInteger(MAX_APPENDED_SEGMENTS)),
      ...(random.nextBoolean(0.3) ? [() => finishSession(mark)] : []),
      ...(id !== undefined && random.nextBoolean(0.3) ? [() => deleteSession(id)] : []),
    ])(),
  idOf: (receipt) => {
    const { id, conversation_id } = receipt as Partial<ConversationReceipt & WireSession>;
    return String(conversation_id ?? id);
  },
  list: async ({ otherUserClient }) => {
    const { body } = await otherUserClient.get(`${CONVERSATIONS_PATH}?limit=200&include_transcript=true`);
    return (body as WireConversation[]).map((conversation) => {
      const texts = textsOf(conversation);
      return { mark: texts[0]?.split(MARK_SEPARATOR)[0] ?? "", id: conversation.id, reading: { texts } };
    });
  },
  isListed: ({ status, discarded }) => status === "completed" && discarded === false,
  get: async ({ otherUserClient }, { mark, id }: KnownObject & { readonly id: string }) => {
    const session = await otherUserClient.get(sessionPath(mark));
    const conversation = await otherUserClient.get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`);
    if (session.status === 404 && conversation.status === 404) return undefined;
    const { conversation_id, ...shownSession } = session.body as WireSession;
    const { discarded } = conversation.body as WireConversation;
    const texts = textsOf(conversation.body);
    return conversation_id === id ? { ...shownSession, discarded, texts } : { ...shownSession, conversation_id };
  },
  readings: (session, settled) => possibleReadings(session, settled),
});

function possibleReadings({ texts, isFinished, isDeleted }: Session, settled: boolean): readonly Reading[] {
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

/** Appends texts that depend only on the mark and the offset, so that they can be repeated. */
function appendAtOffset(mark: string, offset: number, count: number): Write<Session> {
  const appendedTexts = Array.from(
    { length: count },
    (_, index) => `${mark}${MARK_SEPARATOR}the boat number ${offset + index} leaves`,
  );
  const matchesStored = ({ texts }: Session): boolean =>
    offset <= texts.length && appendedTexts.every((text, index) => (texts[offset + index] ?? text) === text);
  return {
    name: `append ${count} at ${offset}`,
    ...segmentsWrite(mark, appendedTexts, { offset }),
    effect: (current = EMPTY_SESSION) => {
      const isAccepted = !current.isDeleted && !current.isFinished && matchesStored(current);
      return isAccepted
        ? {
            ...current,
            texts: [...current.texts.slice(0, offset), ...mergeTexts(current.texts, appendedTexts, offset)],
          }
        : current;
    },
    errorStatuses: (current = EMPTY_SESSION) =>
      current.isDeleted ? [404] : current.isFinished || !matchesStored(current) ? [409] : [],
  };
}

/** Returns the stored texts from the offset on, followed by the appended texts beyond them. */
function mergeTexts(texts: readonly string[], appended: readonly string[], offset: number): readonly string[] {
  const existing = texts.slice(offset);
  return [...existing, ...appended.slice(existing.length)];
}

/** Appends a random text at the end. */
function appendAtEnd(mark: string, random: SeededRandom): Write<Session> {
  const texts = [`${mark}${MARK_SEPARATOR}we meet Tom in ${random.nextInteger(1_000_000)} minutes`];
  return {
    name: "append",
    ...segmentsWrite(mark, texts, {}),
    effect: (current = EMPTY_SESSION) =>
      current.isDeleted || current.isFinished ? current : { ...current, texts: [...current.texts, ...texts] },
    errorStatuses: (current) => (current?.isDeleted ? [404] : current?.isFinished ? [409] : []),
  };
}

function segmentsWrite(
  mark: string,
  texts: readonly string[],
  position: { readonly offset?: number },
): Pick<Write<Session>, "send" | "creates"> {
  const { offset = 0 } = position;
  const transcript_segments = texts.map((text, index) => ({ text, start: offset + index, end: offset + index + 1 }));
  return {
    send: ({ otherUserClient }) =>
      otherUserClient.post(`${sessionPath(mark)}/segments`, { transcript_segments, ...position }),
    creates: true,
  };
}

function finishSession(mark: string): Write<Session> {
  return {
    name: "finish",
    send: ({ otherUserClient }) =>
      otherUserClient.post(`${sessionPath(mark)}/finish`, undefined, { Prefer: "respond-async" }),
    effect: (current) => current && { ...current, isFinished: true },
    creates: true,
    errorStatuses: (current) => (current === undefined || current.isDeleted ? [404] : []),
  };
}

function deleteSession(id: string): Write<Session> {
  return {
    name: "delete",
    send: ({ otherUserClient }) => otherUserClient.delete(`${CONVERSATIONS_PATH}/${id}`),
    effect: (current) => current && { ...current, isDeleted: true },
    errorStatuses: (current) => (current === undefined || current.isDeleted ? [404] : []),
  };
}

const sessionPath = (mark: string): string => `/v1/dev/user/sessions/${encodeURIComponent(mark)}`;

function textsOf(conversation: unknown): string[] {
  return ((conversation as WireConversation).transcript_segments ?? []).map(({ text }) => String(text));
}
