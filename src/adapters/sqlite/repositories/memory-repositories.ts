import type { StatementSync } from "node:sqlite";
import { TERMINAL_FENCING_TOKEN } from "../../../domain/lease.js";
import { duplicateContent, type Memory } from "../../../domain/memory/memory.js";
import type { MemoryChanges } from "../../../ports/driven/store/change-feed.js";
import type {
  MemoryUpsertResult,
  MemoryFilter,
  MemoryRepository,
  Embedding,
  EmbeddingRepository,
  PendingEmbeddings,
  PendingEmbedding,
} from "../../../ports/driven/store/memory-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import type { SqliteDatabase } from "../database/database.js";
import { NO_USERS } from "../queries/data-versions.js";
import { OffsetCache } from "../queries/offset-cache.js";
import { toPagePosition, type PagePosition } from "../queries/page-query.js";
import { SqliteExtractionFences } from "./tombstones.js";
import { buildMemoryCountQuery, buildMemoryPageQuery, toMemory, MemoryTable } from "./memory-table.js";

export class SqliteMemoryRepository implements MemoryRepository {
  readonly #table: MemoryTable;
  readonly #fences: SqliteExtractionFences;
  readonly #offsetCache: OffsetCache;

  constructor(private readonly database: SqliteDatabase) {
    this.#table = new MemoryTable(database);
    this.#fences = new SqliteExtractionFences(database, "memory");
    this.#offsetCache = new OffsetCache(database.dataVersions);
  }

  get(userId: string, id: string): Promise<Memory | undefined> {
    return this.database.read(() => this.#table.find(userId, id)?.memory);
  }

  getMany(userId: string, ids: readonly string[]): Promise<Memory[]> {
    return this.database.read(() => ids.flatMap((id) => this.#table.find(userId, id)?.memory ?? []));
  }

  findByConversation(userId: string, conversationId: string): Promise<Memory[]> {
    return this.database.read(() => this.#table.findByConversation(userId, conversationId));
  }

  list(userId: string, filter: MemoryFilter, page: PageRequest): Promise<Memory[]> {
    return this.database.read(() =>
      this.#offsetCache.readPage(userId, filter, toPagePosition(page), (position) =>
        this.#readPage(userId, filter, position),
      ),
    );
  }

  count(userId: string, filter: MemoryFilter): Promise<number> {
    const { sql, values } = buildMemoryCountQuery(userId, filter);
    return this.database.read(() => Number(this.database.prepare(sql).get(...values)?.count));
  }

  addOrGet(
    userId: string,
    memories: readonly Memory[],
    merge: (existing: Memory, input: Memory) => Memory,
  ): Promise<MemoryUpsertResult[]> {
    return this.database.write(userId, () => {
      const revision = this.#table.nextRevision(userId);
      return memories.map((input): MemoryUpsertResult => {
        const { id } = input.state;
        if (!this.#table.isDeleted(userId, id) && this.#table.insert(input, revision)) {
          return { memory: input, outcome: "added" };
        }
        const row = this.#table.find(userId, id) ?? this.#table.findByContent(userId, input);
        if (!row) return { memory: input, outcome: "deleted" };
        const memory = merge(row.memory, input);
        if (memory !== row.memory) this.#table.replace(row, memory, revision);
        return { memory, outcome: "existing" };
      });
    });
  }

  async update(userId: string, id: string, change: (current: Memory) => Memory): Promise<Memory | undefined> {
    const job = (): { readonly updated?: Memory; readonly hasRemovedData: boolean } => {
      const row = this.#table.find(userId, id);
      if (!row) return { hasRemovedData: false };
      const updated = change(row.memory);
      if (updated.contentKey !== row.memory.contentKey) {
        const contentHolder = this.#table.findByContent(userId, updated);
        if (contentHolder && contentHolder.key !== row.key) throw duplicateContent();
      }
      if (updated === row.memory) return { updated, hasRemovedData: false };
      return { updated, hasRemovedData: this.#table.replace(row, updated, this.#table.nextRevision(userId)) };
    };
    return (await this.database.writeAndErase(userId, job, ({ hasRemovedData }) => hasRemovedData)).updated;
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.database.read(() => this.#table.isDeleted(userId, id));
  }

  restore(userId: string, id: string, now: Date): Promise<Memory | undefined> {
    return this.database.write(userId, () => this.#table.restore(userId, id, now));
  }

  deleteWithTombstone(userId: string, id: string, now: Date): Promise<boolean> {
    return this.database.writeAndErase(userId, () => this.#table.deleteWithTombstone(userId, id, now));
  }

  async replaceExtracted(
    userId: string,
    conversationId: string,
    memories: readonly Memory[],
    fence: number,
    now: Date,
  ): Promise<void> {
    await this.database.writeAndErase(userId, () => {
      this.#fences.advance(userId, conversationId, fence);
      return this.#table.replaceExtracted(userId, conversationId, memories, now);
    });
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    await this.database.writeAndErase(userId, () => {
      this.#fences.advance(userId, conversationId, TERMINAL_FENCING_TOKEN);
      return this.#table.detachFromConversation(userId, conversationId, now);
    });
  }

  getChangesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    return this.database.read(() => this.#table.changesSince(userId, cursor));
  }

  #readPage(userId: string, filter: MemoryFilter, position: PagePosition): Memory[] {
    const { sql, values } = buildMemoryPageQuery(userId, filter, position);
    const rows = this.database.prepare(sql).all(...values);
    return rows.map(toMemory);
  }
}

export class SqliteEmbeddingRepository implements EmbeddingRepository {
  readonly #selectByIds: StatementSync;
  readonly #upsert: StatementSync;
  readonly #deleteStale: StatementSync;
  readonly #selectPendingPage: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectByIds = database.prepare(`
      SELECT memory_id, digest, vector FROM embeddings
      WHERE user_id = ? AND embedder_id = ? AND memory_id IN (SELECT value FROM json_each(?))`);
    this.#upsert = database.prepare(`
      INSERT INTO embeddings (user_id, embedder_id, memory_id, digest, vector)
      SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM memories WHERE user_id = ?1 AND id = ?3 AND listed = 1)
      ON CONFLICT (user_id, memory_id, embedder_id) DO UPDATE SET digest = excluded.digest, vector = excluded.vector`);
    this.#deleteStale = database.prepare("DELETE FROM embeddings WHERE user_id = ? AND embedder_id <> ?");
    // Reads the content as JSON text, which preserves every string, for example one with an unpaired surrogate.
    this.#selectPendingPage = database.prepare(`
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
      const rows = this.#selectPendingPage.all(values);
      return {
        memories: rows.flatMap(toPendingEmbeddings),
        cursor: rows.length < batchSize ? undefined : String(rows.at(-1)?.key),
      };
    });
  }

  find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]> {
    return this.database.read(() => this.#selectByIds.all(userId, embedderId, JSON.stringify(ids)).map(toEmbedding));
  }

  /** Changes no data version (`NO_USERS`), because no cached list contains vectors. */
  async put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void> {
    await this.database.writeAndErase(NO_USERS, () => {
      for (const { id, digest, vector } of embeddings)
        this.#upsert.run(userId, embedderId, id, digest, vectorToBytes(vector));
      return embeddings.length > 0;
    });
  }

  async deleteStale(userId: string, embedderId: string): Promise<void> {
    await this.database.writeAndErase(NO_USERS, () => this.#deleteStale.run(userId, embedderId).changes > 0);
  }
}

function toPendingEmbeddings({ user_id: userId, id, content }: Readonly<Record<string, unknown>>): PendingEmbedding[] {
  if (typeof content !== "string") return [];
  return [{ userId: String(userId), id: String(id), content: JSON.parse(content) as string }];
}

export const vectorToBytes = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export function bytesToVector(bytes: Uint8Array): Float32Array {
  // Copied, because the bytes of a row may not be aligned to 4 bytes, as a Float32Array requires.
  return new Float32Array(bytes.slice().buffer);
}

function toEmbedding({ memory_id: id, digest, vector }: Readonly<Record<string, unknown>>): Embedding {
  return { id: String(id), digest: String(digest), vector: bytesToVector(vector as Uint8Array) };
}
