import type { StatementSync } from "node:sqlite";
import type {
  Embedding,
  EmbeddingRepository,
  PendingEmbeddings,
  PendingEmbedding,
} from "../../ports/driven/embedding-repository.js";
import type { Database } from "./database.js";
import { nobody } from "./data-versions.js";

export class SqliteEmbeddingRepository implements EmbeddingRepository {
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #deleteStale: StatementSync;
  readonly #scan: StatementSync;

  constructor(private readonly database: Database) {
    this.#find = database.prepare(`
      SELECT memory_id, digest, vector FROM embeddings
      WHERE user_id = ? AND embedder_id = ? AND memory_id IN (SELECT value FROM json_each(?))`);
    this.#put = database.prepare(`
      INSERT INTO embeddings (user_id, embedder_id, memory_id, digest, vector)
      SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM memories WHERE user_id = ?1 AND id = ?3 AND listed = 1)
      ON CONFLICT (user_id, memory_id, embedder_id) DO UPDATE SET digest = excluded.digest, vector = excluded.vector`);
    this.#deleteStale = database.prepare("DELETE FROM embeddings WHERE user_id = ? AND embedder_id <> ?");
    // The content comes as JSON, which alone writes every text so that nothing of it is lost on the way.
    this.#scan = database.prepare(`
      SELECT key, user_id, id, CASE WHEN listed AND NOT EXISTS (
        SELECT 1 FROM embeddings
        WHERE embeddings.user_id = page.user_id AND memory_id = page.id AND embedder_id = $embedder
          AND ($bytes IS NULL OR length(vector) = $bytes)
      ) THEN state -> '$.state.content' END AS content
      FROM (SELECT key, user_id, id, listed, state FROM memories WHERE key > $after ORDER BY key LIMIT $limit) AS page`);
  }

  findPending(
    embedderId: string,
    dimensions: number | undefined,
    { batchSize, after = "0" }: { readonly batchSize: number; readonly after?: string },
  ): Promise<PendingEmbeddings> {
    const bytes = dimensions === undefined ? null : dimensions * Float32Array.BYTES_PER_ELEMENT;
    const values = { $embedder: embedderId, $bytes: bytes, $after: Number(after), $limit: batchSize };
    return this.database.read(() => {
      const rows = this.#scan.all(values);
      return {
        memories: rows.flatMap(toPending),
        cursor: rows.length < batchSize ? undefined : String(rows.at(-1)?.key),
      };
    });
  }

  find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]> {
    return this.database.read(() => this.#find.all(userId, embedderId, JSON.stringify(ids)).map(embeddingOf));
  }

  /** What clients see does not change by it. */
  async put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void> {
    await this.database.remove(nobody, () => {
      for (const { id, digest, vector } of embeddings)
        this.#put.run(userId, embedderId, id, digest, embeddingBytesOf(vector));
      return embeddings.length > 0;
    });
  }

  async deleteStale(userId: string, embedderId: string): Promise<void> {
    await this.database.remove(nobody, () => this.#deleteStale.run(userId, embedderId).changes > 0);
  }
}

function toPending({ user_id: userId, id, content }: Readonly<Record<string, unknown>>): PendingEmbedding[] {
  if (typeof content !== "string") return [];
  return [{ userId: String(userId), id: String(id), content: JSON.parse(content) as string }];
}

export const embeddingBytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export function embeddingVectorOf(bytes: Uint8Array): Float32Array {
  // A copy, for the bytes of a row may stand where no number of 32 bits may.
  return new Float32Array(bytes.slice().buffer);
}

function embeddingOf({ memory_id: id, digest, vector }: Readonly<Record<string, unknown>>): Embedding {
  return { id: String(id), digest: String(digest), vector: embeddingVectorOf(vector as Uint8Array) };
}
