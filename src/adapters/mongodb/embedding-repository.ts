import type { Filter } from "mongodb";
import type { Memory } from "../../domain/memory.js";
import type { Embedding, EmbeddingRepository, PendingEmbeddings } from "../../ports/driven/embedding-repository.js";
import { userQueue, type Database } from "./database.js";
import { documentId, optionsOf, type Row, type StoredDocument } from "./documents.js";
import { EmbeddingDocuments, embeddingId, markOf, vectorOf } from "./embedding-documents.js";
import { Heads } from "./heads.js";
import { MemoryDocuments } from "./memory-documents.js";

/** Follows every character that an embedder's ID has. */
const LAST = "\u{10FFFF}";

/**
 * A memory bears in `embeddedBy` which embedder made its latest vector, so that an index finds those of others and those
 * without one; whether there is an older vector is then looked up.
 */
export class MongoEmbeddingRepository implements EmbeddingRepository {
  readonly #embeddings: EmbeddingDocuments;
  readonly #memories: MemoryDocuments;
  readonly #heads: Heads;

  constructor(private readonly database: Database) {
    this.#embeddings = new EmbeddingDocuments(database);
    this.#memories = new MemoryDocuments(database);
    this.#heads = new Heads(database);
  }

  async find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]> {
    const documents = await this.database.read(() =>
      this.#embeddings.collection.find({ user: userId, memory: { $in: [...ids] }, embedder: embedderId }).toArray(),
    );
    return documents.map(({ memory, digest, vector }) => ({ id: memory, digest, vector: vectorOf(vector) }));
  }

  async put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void> {
    if (embeddings.length === 0) return;
    await this.database.write(userQueue(userId), async (transaction) => {
      await this.#heads.lock(userId, transaction);
      const ids = embeddings.map(({ id }) => id);
      const documents = await this.#memories.findDocumentsById(userId, ids, transaction);
      const listed = new Set(documents.flatMap(({ id, listed }) => (listed === true ? [id] : [])));
      const stored = embeddings.filter(({ id }) => listed.has(id));
      if (stored.length > 0) await this.#embeddings.put(userId, embedderId, stored, transaction);
    });
  }

  async findPending(
    embedderId: string,
    dimensions: number | undefined,
    { batchSize, after }: { readonly batchSize: number; readonly after?: string },
  ): Promise<PendingEmbeddings> {
    const rows = await this.#scan(markOf(embedderId, dimensions), batchSize, after);
    const embedded = await this.#findEmbedded(embedderId, dimensions, rows);
    const memories = rows
      .filter(({ document }) => !embedded.has(document._id))
      .map(({ aggregate: { state } }) => ({ userId: state.userId, id: state.id, content: state.content }));
    const last = rows.at(-1)?.document;
    return { memories, cursor: last && rows.length === batchSize ? cursorOf(last) : undefined };
  }

  deleteStale(userId: string, embedderId: string): Promise<void> {
    return this.database.write(userQueue(userId), async (transaction) => {
      transaction.noteWrite();
      await this.#embeddings.collection.deleteMany(
        { user: userId, embedder: { $ne: embedderId } },
        optionsOf(transaction),
      );
    });
  }

  /** Listed memories whose mark does not begin with `mark`, ordered by mark and `_id`. */
  async #scan(mark: string, limit: number, after: string | undefined): Promise<Row<Memory>[]> {
    const [afterMark, afterId] = after === undefined ? ["", ""] : (JSON.parse(after) as [string, string]);
    const ranges: Filter<StoredDocument>[] = [
      { embeddedBy: afterMark, _id: { $gt: afterId } },
      { embeddedBy: { $gt: afterMark, $lt: mark } },
      { embeddedBy: { $gt: afterMark > mark ? afterMark : mark + LAST } },
    ];
    const found: Row<Memory>[] = [];
    for (const range of ranges) {
      if (found.length === limit) break;
      const options = { sort: { embeddedBy: 1, _id: 1 }, limit: limit - found.length } as const;
      found.push(...(await this.#memories.findAll({ listed: true, ...range }, options)));
    }
    return found;
  }

  /** @returns the document IDs of memories that have a vector of this embedder. */
  async #findEmbedded(
    embedderId: string,
    dimensions: number | undefined,
    rows: readonly Row<Memory>[],
  ): Promise<ReadonlySet<string>> {
    const ids = rows.map(({ document }) => embeddingId(String(document.user), document.id, embedderId));
    const documents = await this.database.read(() =>
      this.#embeddings.collection
        .find(
          { _id: { $in: ids }, ...(dimensions === undefined ? {} : { dimensions }) },
          { projection: { user: 1, memory: 1 } },
        )
        .toArray(),
    );
    return new Set(documents.map(({ user, memory }) => documentId({ user, id: memory })));
  }
}

function cursorOf(document: StoredDocument): string {
  return JSON.stringify([document["embeddedBy"], document._id]);
}
