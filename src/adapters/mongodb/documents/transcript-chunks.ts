import { BSON, type Collection, type Document } from "mongodb";
import { Transcript, type Segment } from "../../../domain/conversation/transcript.js";
import type { SegmentRange } from "../../../ports/driven/store/conversation-repositories.js";
import { decodeState, encodeState } from "../database/state-codec.js";
import type { MongoDatabase } from "../database/database.js";
import { toSessionOptions } from "./documents.js";
import type { MongoTransaction } from "../database/write-queue.js";

interface Chunk {
  readonly _id: string;
  readonly user: string;
  readonly conversation: string;
  /** Index of the first segment in the conversation. */
  readonly first: number;
  /** BSON size of the segments, so that sizes are summed without reading the segments. */
  readonly bytes: number;
  readonly segments: object;
}

/** MongoDB limits documents to 16 MB. */
const MAX_CHUNK_BYTES = 15 * 1024 * 1024;

/** Transcripts as immutable chunks; a transcript consists of its chunks in order. */
export class MongoTranscriptChunks {
  readonly #collection: Collection<Chunk>;

  constructor(private readonly database: MongoDatabase) {
    this.#collection = database.collection("transcripts");
  }

  /** Adds the segments as one chunk, or as several if they exceed the size of a document. */
  async add(
    userId: string,
    conversationId: string,
    first: number,
    segments: readonly Segment[],
    transaction: MongoTransaction,
  ): Promise<void> {
    const chunks = splitBySize(segments);
    transaction.markWritten();
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
        toSessionOptions(transaction),
      );
      next += encoded.length;
    }
  }

  /** Reads only the chunks that contain the requested segments. */
  async findSegments(
    userId: string,
    conversationId: string,
    { from, to }: SegmentRange,
    transaction?: MongoTransaction,
  ): Promise<readonly Segment[]> {
    const filter = { user: userId, conversation: conversationId };
    const options = toSessionOptions(transaction);
    const [firstChunk] = await this.#read(transaction, () =>
      this.#collection
        .find({ ...filter, first: { $lte: from } }, { ...options, projection: { first: 1 } })
        .sort({ first: -1 })
        .limit(1)
        .toArray(),
    );
    const chunks = await this.#read(transaction, () =>
      this.#collection
        .find({ ...filter, first: { $gte: firstChunk?.first ?? 0, $lt: to } }, options)
        .sort({ first: 1 })
        .toArray(),
    );
    return chunks.flatMap(({ first, segments }) =>
      (decodeState(segments) as Segment[]).slice(Math.max(from - first, 0), Math.max(to - first, 0)),
    );
  }

  async remove(userId: string, conversationId: string, transaction: MongoTransaction): Promise<void> {
    transaction.markWritten();
    await this.#collection.deleteMany({ user: userId, conversation: conversationId }, toSessionOptions(transaction));
  }

  /** @returns approximate sizes in bytes by conversation ID; conversations without a transcript are absent. */
  async readSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const chunks = await this.database.run(() =>
      this.#collection
        .find({ user: userId, conversation: { $in: [...ids] } }, { projection: { conversation: 1, bytes: 1 } })
        .toArray(),
    );
    const sizes = new Map<string, number>();
    for (const { conversation, bytes } of chunks) sizes.set(conversation, (sizes.get(conversation) ?? 0) + bytes);
    return sizes;
  }

  async readTranscripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    const chunks = await this.database.run(() =>
      this.#collection
        .find({ user: userId, conversation: { $in: [...ids] } })
        .sort({ conversation: 1, first: 1 })
        .toArray(),
    );
    const segmentsByConversation = new Map<string, Segment[]>();
    for (const { conversation, segments: encoded } of chunks) {
      const segments = segmentsByConversation.get(conversation) ?? [];
      segmentsByConversation.set(conversation, segments);
      segments.push(...(decodeState(encoded) as Segment[]));
    }
    return new Map([...segmentsByConversation].map(([id, all]) => [id, Transcript.restore(all)]));
  }

  #read<T>(transaction: MongoTransaction | undefined, query: () => Promise<T>): Promise<T> {
    return transaction ? query() : this.database.run(query);
  }
}

/** @returns at least one chunk, each with the BSON size of its segments in bytes. */
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
