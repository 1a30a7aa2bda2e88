import type { ClientSession, Db, Document } from "mongodb";
import { decodeState } from "../../src/adapters/mongodb/codec.js";

/** All documents of the collections that refer to each other, as of one moment. */
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

type Find = (snapshot: Snapshot) => readonly Document[];

const isPresent = ({ state }: Document): boolean => state !== undefined;
const keyOf = ({ user, conversation }: Document): string => JSON.stringify([user, conversation]);
const without = (documents: readonly Document[], ids: ReadonlySet<string>, idOf: (document: Document) => string) =>
  documents.filter((document) => !ids.has(idOf(document)));

function presentIds({ conversations }: Snapshot): ReadonlySet<string> {
  return new Set(conversations.filter(isPresent).map(({ _id }) => String(_id)));
}

/** The numbers of segments of each chunk by the index of its first one, by the `_id` of the conversation. */
function chunksOf({ transcripts }: Snapshot): ReadonlyMap<string, readonly (readonly [first: number, size: number])[]> {
  const chunks = new Map<string, [number, number][]>();
  for (const chunk of transcripts) {
    const key = keyOf(chunk);
    const size = (decodeState(chunk["segments"] as Document) as readonly unknown[]).length;
    chunks.set(key, [...(chunks.get(key) ?? []), [Number(chunk["first"]), size]]);
  }
  for (const each of chunks.values()) each.sort(([one], [other]) => one - other);
  return chunks;
}

/** What no moment of the store may show. */
const faults: Readonly<Record<string, Find>> = {
  "a conversation without its transcript": (snapshot) => {
    const chunks = chunksOf(snapshot);
    return snapshot.conversations.filter((each) => isPresent(each) && chunks.get(String(each._id))?.[0]?.[0] !== 0);
  },
  "a live transcript that is longer or shorter than is known, or has a gap": (snapshot) => {
    const chunks = chunksOf(snapshot);
    return snapshot.conversations.filter(({ _id, state }) => {
      const known = (state as { live?: { segments?: number } | null } | undefined)?.live?.segments;
      let next = 0;
      for (const [first, size] of chunks.get(String(_id)) ?? []) next = first === next ? first + size : NaN;
      return Number.isNaN(next) || (known !== undefined && known !== next);
    });
  },
  "a transcript of no conversation": (snapshot) => without(snapshot.transcripts, presentIds(snapshot), keyOf),
  "an action item of no conversation": (snapshot) => {
    const owned = snapshot.actionItems.filter((each) => isPresent(each) && each["conversation"] != null);
    return without(owned, presentIds(snapshot), keyOf);
  },
  "a memory that is not found by its sources": ({ memories }) =>
    memories.filter((memory) => {
      if (!isPresent(memory)) return false;
      const { sources } = memory["state"] as { sources: readonly { conversationId: string }[] };
      const found = (memory["conversations"] as readonly string[] | undefined) ?? [];
      return sources.some(({ conversationId }) => !found.includes(conversationId));
    }),
  "a memory of a conversation that is gone": (snapshot) => {
    const present = presentIds(snapshot);
    return snapshot.memories.filter((memory) => {
      const sources = (memory["state"] as { sources: readonly { conversationId: string }[] } | undefined)?.sources;
      return sources?.some(({ conversationId }) => !present.has(JSON.stringify([memory["user"], conversationId])));
    });
  },
  "a listed conversation that the change feed lacks": ({ conversations }) =>
    conversations.filter(({ listed, change }) => listed === true && change === undefined),
  "a response that shows what was deleted": ({ idempotencyRecords, deletions }) => {
    const numbers = new Map(deletions.map(({ _id, number }) => [String(_id), Number(number)]));
    return idempotencyRecords.filter(({ user, shows = [], begunAfter, state }) =>
      (shows as readonly string[]).some((id) => {
        const number = numbers.get(JSON.stringify([user, id]));
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

/** The names of all faults that can be found. */
export const mongoFaults: readonly string[] = Object.keys(faults);

/** @returns what is wrong with the database, in words. */
export async function findMongoFaults(db: Db): Promise<string[]> {
  const snapshot = await db.client.withSession((session) =>
    session.withTransaction(() => readAll(db, session), { readConcern: { level: "snapshot" } }),
  );
  return Object.entries(faults).flatMap(([fault, find]) => find(snapshot).map(({ _id }) => `${fault}: ${String(_id)}`));
}

async function readAll(db: Db, session: ClientSession): Promise<Snapshot> {
  const all: Partial<Record<keyof Snapshot, Document[]>> = {};
  // One after the other: a transaction is not for parallel operations.
  for (const name of collectionNames) all[name] = await db.collection(name).find({}, { session }).toArray();
  return all as Snapshot;
}
