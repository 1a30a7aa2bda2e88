import { BSON, type Collection, type Document } from "mongodb";
import { Transcript, type Segment } from "../../domain/transcript.js";
import type { SegmentRange } from "../../ports/driven/conversation-repository.js";
import { decodeState, encodeState } from "./codec.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { optionsOf } from "./documents.js";
import type { Transaction } from "./write-queue.js";

export const transcriptIndexes: readonly IndexDefinition[] = [
  {
    keys: { user: 1, conversation: 1, first: 1 },
    options: { unique: true },
    serves: "transcripts and ranges of segments, deletion",
  },
];

interface Chunk {
  readonly _id: string;
  readonly user: string;
  readonly conversation: string;
  /** How many segments of the conversation come before those of this chunk. */
  readonly first: number;
  /** The size of the segments, so that a sum needs no text. */
  readonly bytes: number;
  readonly segments: object;
}

/** A document may have 16 MB. */
const MAX_CHUNK_BYTES = 15 * 1024 * 1024;

/** Transcripts, as chunks that never change: a transcript is its chunks in order. */
export class TranscriptChunks {
  readonly #collection: Collection<Chunk>;

  constructor(private readonly database: Database) {
    this.#collection = database.collection("transcripts");
  }

  /** Adds one chunk; more of them when one document cannot hold the segments. */
  async add(
    userId: string,
    conversationId: string,
    first: number,
    segments: readonly Segment[],
    transaction: Transaction,
  ): Promise<void> {
    const chunks = splitBySize(segments);
    transaction.noteWrite();
    let next = first;
    for (const { encoded, bytes } of chunks) {
      await this.#collection.insertOne(
        {
          _id: JSON.stringify([userId, conversationId, next]),
          user: userId,
          conversation: conversationId,
          first: next,
          bytes,
          segments: encoded,
        },
        optionsOf(transaction),
      );
      next += encoded.length;
    }
  }

  /** Reads no more chunks than hold the segments. */
  async findSegments(
    userId: string,
    conversationId: string,
    { from, to }: SegmentRange,
    transaction?: Transaction,
  ): Promise<readonly Segment[]> {
    const filter = { user: userId, conversation: conversationId };
    const options = optionsOf(transaction);
    const [start] = await this.#read(transaction, () =>
      this.#collection
        .find({ ...filter, first: { $lte: from } }, { ...options, projection: { first: 1 } })
        .sort({ first: -1 })
        .limit(1)
        .toArray(),
    );
    const chunks = await this.#read(transaction, () =>
      this.#collection
        .find({ ...filter, first: { $gte: start?.first ?? 0, $lt: to } }, options)
        .sort({ first: 1 })
        .toArray(),
    );
    return chunks.flatMap(({ first, segments }) =>
      (decodeState(segments) as Segment[]).slice(Math.max(from - first, 0), Math.max(to - first, 0)),
    );
  }

  async remove(userId: string, conversationId: string, transaction: Transaction): Promise<void> {
    transaction.noteWrite();
    await this.#collection.deleteMany({ user: userId, conversation: conversationId }, optionsOf(transaction));
  }

  /** @returns about the sizes as JSON in bytes, by conversation ID, of conversations that have a transcript. */
  async sizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const chunks = await this.database.read(() =>
      this.#collection
        .find({ user: userId, conversation: { $in: [...ids] } }, { projection: { conversation: 1, bytes: 1 } })
        .toArray(),
    );
    const sizes = new Map<string, number>();
    for (const { conversation, bytes } of chunks) sizes.set(conversation, (sizes.get(conversation) ?? 0) + bytes);
    return sizes;
  }

  async transcripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    const chunks = await this.database.read(() =>
      this.#collection
        .find({ user: userId, conversation: { $in: [...ids] } })
        .sort({ conversation: 1, first: 1 })
        .toArray(),
    );
    const segments = new Map<string, Segment[]>();
    for (const { conversation, segments: encoded } of chunks) {
      const known = segments.get(conversation) ?? [];
      segments.set(conversation, known);
      known.push(...(decodeState(encoded) as Segment[]));
    }
    return new Map([...segments].map(([id, all]) => [id, Transcript.restore(all)]));
  }

  #read<T>(transaction: Transaction | undefined, query: () => Promise<T>): Promise<T> {
    return transaction ? query() : this.database.read(query);
  }
}

/** @returns one chunk or more, each with the size of its segments. */
function splitBySize(segments: readonly Segment[]): { encoded: Document[]; bytes: number }[] {
  let chunk = { encoded: [] as Document[], bytes: 0 };
  const chunks = [chunk];
  for (const segment of segments) {
    const encoded = encodeState(segment);
    const bytes = BSON.calculateObjectSize(encoded);
    if (chunk.encoded.length > 0 && chunk.bytes + bytes > MAX_CHUNK_BYTES) {
      chunk = { encoded: [], bytes: 0 };
      chunks.push(chunk);
    }
    chunk.encoded.push(encoded);
    chunk.bytes += bytes;
  }
  return chunks;
}
