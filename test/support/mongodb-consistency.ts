import type { ClientSession, Db, Document } from "mongodb";
import { decodeState } from "../../src/adapters/mongodb/database/state-codec.js";

/** All documents of the collections that refer to each other, from one read snapshot. */
interface Snapshot {
  readonly conversations: readonly Document[];
  readonly transcripts: readonly Document[];
  readonly actionItems: readonly Document[];
  readonly memories: readonly Document[];
  readonly idempotencyRecords: readonly Document[];
  readonly deletions: readonly Document[];
}

const collectionNames = [
  ...["conversations", "transcripts", "actionItems", "memories", "idempotencyRecords", "deletions"],
] as readonly (keyof Snapshot)[];

type FindFaulty = (snapshot: Snapshot) => readonly Document[];

const hasState = ({ state }: Document): boolean => state !== undefined;
const conversationKeyOf = ({ user, conversation }: Document): string => JSON.stringify([user, conversation]);
const excludeIds = (documents: readonly Document[], ids: ReadonlySet<string>, idOf: (document: Document) => string) =>
  documents.filter((document) => !ids.has(idOf(document)));

function listPresentIds({ conversations }: Snapshot): ReadonlySet<string> {
  return new Set(conversations.filter(hasState).map(({ _id }) => String(_id)));
}

/** Groups transcript chunks by the `_id` of the conversation: index of the first segment and number of segments. */
function groupChunks({
  transcripts,
}: Snapshot): ReadonlyMap<string, readonly (readonly [first: number, size: number])[]> {
  const chunks = new Map<string, [number, number][]>();
  for (const chunk of transcripts) {
    const key = conversationKeyOf(chunk);
    const size = (decodeState(chunk["segments"] as Document) as readonly unknown[]).length;
    chunks.set(key, [...(chunks.get(key) ?? []), [Number(chunk["first"]), size]]);
  }
  for (const conversationChunks of chunks.values()) conversationChunks.sort(([a], [b]) => a - b);
  return chunks;
}

/** Queries for inconsistencies that no snapshot of the store may contain. */
const FAULT_QUERIES: Readonly<Record<string, FindFaulty>> = {
  "a conversation without its transcript": (snapshot) => {
    const chunks = groupChunks(snapshot);
    return snapshot.conversations.filter(
      (conversation) => hasState(conversation) && chunks.get(String(conversation._id))?.[0]?.[0] !== 0,
    );
  },
  "a live transcript that is longer or shorter than is known, or has a gap": (snapshot) => {
    const chunks = groupChunks(snapshot);
    return snapshot.conversations.filter(({ _id, state }) => {
      const knownSegments = (state as { live?: { segments?: number } | null } | undefined)?.live?.segments;
      let nextSegment = 0;
      for (const [first, size] of chunks.get(String(_id)) ?? [])
        nextSegment = first === nextSegment ? first + size : NaN;
      return Number.isNaN(nextSegment) || (knownSegments !== undefined && knownSegments !== nextSegment);
    });
  },
  "a transcript of no conversation": (snapshot) =>
    excludeIds(snapshot.transcripts, listPresentIds(snapshot), conversationKeyOf),
  "an action item of no conversation": (snapshot) => {
    const attachedItems = snapshot.actionItems.filter((item) => hasState(item) && item["conversation"] != null);
    return excludeIds(attachedItems, listPresentIds(snapshot), conversationKeyOf);
  },
  "a memory that is not found by its sources": ({ memories }) =>
    memories.filter((memory) => {
      if (!hasState(memory)) return false;
      const { sources } = memory["state"] as { sources: readonly { conversationId: string }[] };
      const indexedConversations = (memory["conversations"] as readonly string[] | undefined) ?? [];
      return sources.some(({ conversationId }) => !indexedConversations.includes(conversationId));
    }),
  "a memory of a conversation that is gone": (snapshot) => {
    const presentIdSet = listPresentIds(snapshot);
    return snapshot.memories.filter((memory) => {
      const sources = (memory["state"] as { sources: readonly { conversationId: string }[] } | undefined)?.sources;
      return sources?.some(({ conversationId }) => !presentIdSet.has(JSON.stringify([memory["user"], conversationId])));
    });
  },
  "a listed conversation that the change feed lacks": ({ conversations }) =>
    conversations.filter(({ listed, change }) => listed === true && change === undefined),
  "a response that shows what was deleted": ({ idempotencyRecords, deletions }) => {
    const deletionNumbers = new Map(deletions.map(({ _id, number }) => [String(_id), Number(number)]));
    return idempotencyRecords.filter(({ user, shows = [], begunAfter, state }) =>
      (shows as readonly string[]).some((id) => {
        const number = deletionNumbers.get(JSON.stringify([user, id]));
        return number !== undefined && number > Number(begunAfter) && (state as { answer: unknown }).answer !== null;
      }),
    );
  },
  "a listed conversation that has never been processed": ({ conversations }) =>
    conversations.filter(
      ({ listed, due, state }) =>
        listed === true && due !== undefined && (state as { summary?: unknown } | undefined)?.summary == null,
    ),
};

/** The names of all detectable faults. */
export const MONGO_FAULT_NAMES: readonly string[] = Object.keys(FAULT_QUERIES);

/** @returns a description of each fault in the database. */
export async function findMongoFaults(db: Db): Promise<string[]> {
  const snapshot = await db.client.withSession((session) =>
    session.withTransaction(() => readAll(db, session), { readConcern: { level: "snapshot" } }),
  );
  return Object.entries(FAULT_QUERIES).flatMap(([fault, find]) =>
    find(snapshot).map(({ _id }) => `${fault}: ${String(_id)}`),
  );
}

async function readAll(db: Db, session: ClientSession): Promise<Snapshot> {
  const documents: Partial<Record<keyof Snapshot, Document[]>> = {};
  // A transaction does not support parallel operations.
  for (const name of collectionNames) documents[name] = await db.collection(name).find({}, { session }).toArray();
  return documents as Snapshot;
}
