import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Segment } from "../../../domain/conversation/transcript.js";
import type {
  Archive,
  ArchiveEntry,
  ArchivePutResult,
  ArchivedEmbedding,
} from "../../../ports/driven/store/archive.js";
import { putArchiveEntries, requireSingleOwner } from "../../store-support/put-archive.js";
import type { SqliteDatabase } from "../database/database.js";
import { deserializeState } from "../queries/state-codec.js";
import { bytesToVector } from "../repositories/memory-repositories.js";
import { SqliteArchiveTarget } from "./archive-target.js";

export class SqliteArchive implements Archive {
  readonly #target: SqliteArchiveTarget;

  constructor(private readonly database: SqliteDatabase) {
    this.#target = new SqliteArchiveTarget(database);
  }

  async countEntries(userId?: string): Promise<number> {
    const snapshot = await this.#openSnapshot();
    try {
      return await snapshot.countEntries(userId);
    } finally {
      snapshot.close();
    }
  }

  async *entries(userId?: string): AsyncIterable<ArchiveEntry> {
    const snapshot = await this.#openSnapshot();
    try {
      yield* snapshot.readApps(userId);
      if (userId !== undefined) yield* snapshot.readUser(userId);
      else yield* snapshot.readAllUsers();
    } finally {
      snapshot.close();
    }
  }

  put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult> {
    const ownerId = requireSingleOwner(entries);
    const isDeletion = entries.some(({ kind }) => kind === "tombstone");
    return this.database.writeAndErase(
      ownerId,
      () => putArchiveEntries(entries, this.#target, now),
      ({ added }) => isDeletion && added > 0,
    );
  }

  async #openSnapshot(): Promise<SqliteArchiveSnapshot> {
    return new SqliteArchiveSnapshot(await this.database.openReader());
  }
}

/** How long reading may block the event loop, in milliseconds. */
const MAX_BLOCKING_MS = 10;

type Row = Readonly<Record<string, unknown>>;

interface EntrySource {
  /** Converts a row to an entry. @param parts the statements of the snapshot. */
  readonly toEntry: (row: Row, parts: PartStatements) => ArchiveEntry;
  /** The rows of one owner, read in the order of an index: a sorted copy would have to fit into memory. */
  readonly from: string;
  readonly owner: string;
  readonly columns: string;
  readonly order?: string;
}

interface PartStatements {
  readonly segments: StatementSync;
  readonly embeddings: StatementSync;
}

const createStateSource = (kind: string, from: string, options: Partial<EntrySource> = {}): EntrySource => ({
  toEntry: ({ state }) => ({ kind, state: deserializeState(String(state)) }) as ArchiveEntry,
  from,
  owner: "user_id",
  columns: "state",
  ...options,
});

const appSource = createStateSource("app", "apps INDEXED BY apps_listed", {
  owner: "owner_id",
  order: "owner_id, sort_key",
});

/** Excludes tombstones of IDs that a stored memory has: importing such a tombstone would delete that memory. */
const TOMBSTONES_SUBQUERY = `(
  SELECT user_id, kind, id FROM tombstones
  WHERE kind <> 'memory' OR NOT EXISTS (
    SELECT 1 FROM memories WHERE memories.user_id = tombstones.user_id AND memories.id = tombstones.id
  ))`;

/** The data of a user except apps, in the order of `Archive.entries`. */
const userSources: readonly EntrySource[] = [
  createStateSource("user", "users", { owner: "id" }),
  createStateSource("folder", "folders"),
  {
    toEntry: (row) => ({ kind: "tombstone", of: row["kind"], userId: row["user_id"], id: row["id"] }) as ArchiveEntry,
    from: TOMBSTONES_SUBQUERY,
    owner: "user_id",
    columns: "user_id, kind, id",
  },
  {
    toEntry: ({ kind: of, user_id: userId, conversation_id: conversationId, fence }) =>
      ({ kind: "fence", of, userId, conversationId, fence }) as ArchiveEntry,
    from: "extraction_fences",
    owner: "user_id",
    columns: "user_id, kind, conversation_id, fence",
  },
  createStateSource("conversation", "conversations", {
    columns: "key, state",
    toEntry: ({ key, state }, { segments }) =>
      ({
        kind: "conversation",
        state: deserializeState(String(state)),
        segments: segments
          .all(Number(key))
          .flatMap((chunk) => deserializeState(String(chunk["segments"])) as Segment[]),
      }) as ArchiveEntry,
  }),
  createStateSource("action_item", "action_items"),
  createStateSource("memory", "memories", {
    columns: "user_id, id, state",
    toEntry: ({ user_id: userId, id, state }, { embeddings }) =>
      ({
        kind: "memory",
        state: deserializeState(String(state)),
        embeddings: embeddings.all(String(userId), String(id)).map(toArchivedEmbedding),
      }) as ArchiveEntry,
  }),
  createStateSource("goal", "goals"),
  createStateSource("notification", "notifications INDEXED BY notifications_listed", { order: "sort_key DESC" }),
  createStateSource("push_target", "push_targets"),
  createStateSource("api_key", "api_keys"),
  createStateSource("installation", "installations"),
  createStateSource("webhook_delivery", "webhook_deliveries INDEXED BY webhook_deliveries_listed", {
    owner: "owner_id",
  }),
];

/** A read-only connection that reads the data of each user in a transaction of its own. */
class SqliteArchiveSnapshot {
  readonly #partStatements: PartStatements;
  readonly #selectNextUser: StatementSync;
  #blockingDeadlineMs = 0;

  /** @param db closed by `close`. */
  constructor(private readonly db: DatabaseSync) {
    this.#partStatements = {
      segments: db.prepare("SELECT segments FROM transcript_chunks WHERE conversation = ? ORDER BY first_segment"),
      embeddings: db.prepare(`
        SELECT embedder_id, digest, vector FROM embeddings WHERE user_id = ? AND memory_id = ? ORDER BY embedder_id`),
    };
    const ownerQueries = userSources.map(
      ({ from, owner }) => `SELECT min(${owner}) AS id FROM ${from} WHERE ${owner} > ?1`,
    );
    this.#selectNextUser = db.prepare(`SELECT min(id) AS id FROM (${ownerQueries.join(" UNION ALL ")})`);
  }

  close(): void {
    this.db.close();
  }

  readApps(ownerId?: string): AsyncIterable<ArchiveEntry> {
    return this.#readSource(appSource, ownerId);
  }

  /** Yields the data of all users except apps. */
  async *readAllUsers(): AsyncIterable<ArchiveEntry> {
    for (let userId = this.#findNextUserId(""); userId !== undefined; userId = this.#findNextUserId(userId))
      yield* this.readUser(userId);
  }

  /** Yields the data of the user except apps, as of one moment. */
  async *readUser(userId: string): AsyncIterable<ArchiveEntry> {
    this.db.exec("BEGIN");
    for (const source of userSources) yield* this.#readSource(source, userId);
    this.db.exec("COMMIT");
  }

  /** Counts the entries, table by table. */
  async countEntries(userId?: string): Promise<number> {
    let count = 0;
    for (const { from, owner } of [appSource, ...userSources]) {
      const where = userId === undefined ? "" : ` WHERE ${owner} = ?`;
      const statement = this.db.prepare(`SELECT count(*) AS count FROM ${from}${where}`);
      count += Number((userId === undefined ? statement.get() : statement.get(userId))?.["count"]);
      await yieldToEventLoop();
    }
    return count;
  }

  /** @returns the next user who has data other than apps; undefined after the last one. */
  #findNextUserId(after: string): string | undefined {
    return (this.#selectNextUser.get(after) as { readonly id: string | null }).id ?? undefined;
  }

  async *#readSource(source: EntrySource, userId: string | undefined): AsyncIterable<ArchiveEntry> {
    const { toEntry, columns, from, owner, order } = source;
    const where = userId === undefined ? "" : ` WHERE ${owner} = ?`;
    const sql = `SELECT ${columns} FROM ${from}${where}${order === undefined ? "" : ` ORDER BY ${order}`}`;
    const values = userId === undefined ? [] : [userId];
    for (const row of this.db.prepare(sql).iterate(...values)) {
      await this.#yieldWhenDue();
      yield toEntry(row, this.#partStatements);
    }
  }

  async #yieldWhenDue(): Promise<void> {
    if (performance.now() < this.#blockingDeadlineMs) return;
    await yieldToEventLoop();
    this.#blockingDeadlineMs = performance.now() + MAX_BLOCKING_MS;
  }
}

function toArchivedEmbedding({ embedder_id: embedderId, digest, vector }: Row): ArchivedEmbedding {
  return { embedderId: String(embedderId), digest: String(digest), vector: bytesToVector(vector as Uint8Array) };
}
