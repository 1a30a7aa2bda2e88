import { Binary, type Collection } from "mongodb";
import type { Embedding } from "../../../ports/driven/store/memory-repositories.js";
import type { MongoDatabase } from "../database/database.js";
import { keyFilter, toSessionOptions, type StoredDocument } from "./documents.js";
import type { MongoTransaction } from "../database/write-queue.js";

export interface EmbeddingDocument {
  readonly _id: string;
  readonly user: string;
  readonly memory: string;
  readonly embedder: string;
  readonly digest: string;
  readonly dimensions: number;
  readonly vector: Binary;
}

/** The collection of vectors. */
export class EmbeddingDocuments {
  readonly collection: Collection<EmbeddingDocument>;
  readonly #memories: Collection<StoredDocument>;

  constructor(database: MongoDatabase) {
    this.collection = database.collection("embeddings");
    this.#memories = database.collection("memories");
  }

  /** Stores at least one vector and sets `embeddedBy` of the memories, which must be listed. */
  async put(
    userId: string,
    embedderId: string,
    embeddings: readonly Embedding[],
    transaction: MongoTransaction,
  ): Promise<void> {
    transaction.markWritten();
    await this.collection.bulkWrite(
      embeddings.map((embedding) => {
        const document = toEmbeddingDocument(userId, embedderId, embedding);
        return { replaceOne: { filter: { _id: document._id, user: userId }, replacement: document, upsert: true } };
      }),
      toSessionOptions(transaction),
    );
    await this.#memories.bulkWrite(
      embeddings.map(({ id, vector }) => ({
        updateOne: {
          filter: keyFilter({ user: userId, id }),
          update: { $set: { embeddedBy: formatEmbedderMark(embedderId, vector.length) }, $inc: { v: 1 } },
        },
      })),
      toSessionOptions(transaction),
    );
  }

  /** Removes the vectors of a memory from all embedders. Does not change `embeddedBy` of the memory. */
  async remove(userId: string, memoryId: string, transaction: MongoTransaction): Promise<void> {
    transaction.markWritten();
    await this.collection.deleteMany({ user: userId, memory: memoryId }, toSessionOptions(transaction));
  }
}

export function formatEmbeddingId(userId: string, memoryId: string, embedderId: string): string {
  return JSON.stringify([userId, memoryId, embedderId]);
}

/** Formats a value of `embeddedBy`. @param dimensions undefined for a prefix that matches all dimensions. */
export function formatEmbedderMark(embedderId: string, dimensions: number | undefined): string {
  return dimensions === undefined ? `${embedderId} ` : `${embedderId} ${dimensions};`;
}

function toEmbeddingDocument(userId: string, embedderId: string, { id, digest, vector }: Embedding): EmbeddingDocument {
  return {
    _id: formatEmbeddingId(userId, id, embedderId),
    user: userId,
    memory: id,
    embedder: embedderId,
    digest,
    dimensions: vector.length,
    vector: new Binary(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)),
  };
}

/** Copies the bytes, because their offset in the document may not be aligned for 32-bit numbers. */
export function toVector({ buffer, position }: Binary): Float32Array {
  return new Float32Array(Uint8Array.from(buffer.subarray(0, position)).buffer);
}
