import { Binary, type Collection } from "mongodb";
import type { Embedding } from "../../ports/driven/embedding-repository.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { keyFilter, optionsOf, type StoredDocument } from "./documents.js";
import type { Transaction } from "./write-queue.js";

export const embeddingIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, memory: 1, embedder: 1 }, options: { unique: true }, serves: "vectors of memories, removal" },
  { keys: { embedder: 1 }, serves: "statistics" },
];

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

  constructor(database: Database) {
    this.collection = database.collection("embeddings");
    this.#memories = database.collection("memories");
  }

  /** Stores vectors, at least one, and marks their memories, which must be listed. */
  async put(
    userId: string,
    embedderId: string,
    embeddings: readonly Embedding[],
    transaction: Transaction,
  ): Promise<void> {
    transaction.noteWrite();
    await this.collection.bulkWrite(
      embeddings.map((embedding) => {
        const document = documentOf(userId, embedderId, embedding);
        return { replaceOne: { filter: { _id: document._id, user: userId }, replacement: document, upsert: true } };
      }),
      optionsOf(transaction),
    );
    await this.#memories.bulkWrite(
      embeddings.map(({ id, vector }) => ({
        updateOne: {
          filter: keyFilter({ user: userId, id }),
          update: { $set: { embeddedBy: markOf(embedderId, vector.length) }, $inc: { v: 1 } },
        },
      })),
      optionsOf(transaction),
    );
  }
}

export function embeddingId(userId: string, memoryId: string, embedderId: string): string {
  return JSON.stringify([userId, memoryId, embedderId]);
}

/** @param dimensions undefined for a prefix of the marks of all dimensions. */
export function markOf(embedderId: string, dimensions: number | undefined): string {
  return dimensions === undefined ? `${embedderId} ` : `${embedderId} ${dimensions};`;
}

function documentOf(userId: string, embedderId: string, { id, digest, vector }: Embedding): EmbeddingDocument {
  return {
    _id: embeddingId(userId, id, embedderId),
    user: userId,
    memory: id,
    embedder: embedderId,
    digest,
    dimensions: vector.length,
    vector: new Binary(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)),
  };
}

/** A copy, because the bytes of a document may begin where no 32-bit number may. */
export function vectorOf({ buffer, position }: Binary): Float32Array {
  return new Float32Array(Uint8Array.from(buffer.subarray(0, position)).buffer);
}
