import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Segment } from "../../domain/transcript.js";
import type { ArchivedEmbedding, ArchiveEntry } from "../../ports/driven/archive.js";
import { decode } from "./codec.js";
import { embeddingVectorOf } from "./embedding-repository.js";

/** How long reading may hold up the event loop, in milliseconds. */
const MAX_TURN_MS = 10;

type Row = Readonly<Record<string, unknown>>;

interface Source {
  /** What a row becomes; called with the statements of the snapshot. */
  readonly entryOf: (row: Row, parts: PartStatements) => ArchiveEntry;
  /** The rows of one owner, by an index that needs no sorting: a sorted copy would have to fit into memory. */
  readonly from: string;
  readonly owner: string;
  readonly columns: string;
  readonly order?: string;
}

interface PartStatements {
  readonly segments: StatementSync;
  readonly embeddings: StatementSync;
}

const stateSource = (kind: string, from: string, options: Partial<Source> = {}): Source => ({
  entryOf: ({ state }) => ({ kind, state: decode(String(state)) }) as ArchiveEntry,
  from,
  owner: "user_id",
  columns: "state",
  ...options,
});

const apps = stateSource("app", "apps INDEXED BY apps_listed", { owner: "owner_id", order: "owner_id, sort_key" });

/** Without those of other names of deleted memories by which a memory still goes: they would delete it elsewhere. */
const TOMBSTONES = `(
  SELECT user_id, kind, id FROM tombstones
  WHERE kind <> 'memory' OR NOT EXISTS (
    SELECT 1 FROM memories WHERE memories.user_id = tombstones.user_id AND memories.id = tombstones.id
  ))`;

/** What a user owns beside apps, in the order of `Archive.entries`. */
const sources: readonly Source[] = [
  stateSource("user", "users", { owner: "id" }),
  stateSource("folder", "folders"),
  {
    entryOf: (row) => ({ kind: "tombstone", of: row["kind"], userId: row["user_id"], id: row["id"] }) as ArchiveEntry,
    from: TOMBSTONES,
    owner: "user_id",
    columns: "user_id, kind, id",
  },
  {
    entryOf: ({ kind: of, user_id: userId, conversation_id: conversationId, fence }) =>
      ({ kind: "fence", of, userId, conversationId, fence }) as ArchiveEntry,
    from: "extraction_fences",
    owner: "user_id",
    columns: "user_id, kind, conversation_id, fence",
  },
  stateSource("conversation", "conversations", {
    columns: "key, state",
    entryOf: ({ key, state }, { segments }) =>
      ({
        kind: "conversation",
        state: decode(String(state)),
        segments: segments.all(Number(key)).flatMap((chunk) => decode(String(chunk["segments"])) as Segment[]),
      }) as ArchiveEntry,
  }),
  stateSource("action_item", "action_items"),
  stateSource("memory", "memories", {
    columns: "user_id, id, state",
    entryOf: ({ user_id: userId, id, state }, { embeddings }) =>
      ({
        kind: "memory",
        state: decode(String(state)),
        embeddings: embeddings.all(String(userId), String(id)).map(embeddingOf),
      }) as ArchiveEntry,
  }),
  stateSource("goal", "goals"),
  stateSource("notification", "notifications INDEXED BY notifications_listed", { order: "sort_key DESC" }),
  stateSource("push_target", "push_targets"),
  stateSource("api_key", "api_keys"),
  stateSource("installation", "installations"),
  stateSource("webhook_delivery", "webhook_deliveries INDEXED BY webhook_deliveries_listed", { owner: "owner_id" }),
];

/** A read-only connection that reads the data of one user after the other, each as of one moment. */
export class ArchiveSnapshot {
  readonly #parts: PartStatements;
  readonly #userAfter: StatementSync;
  #turnEnds = 0;

  /** @param db closed by `close`. */
  constructor(private readonly db: DatabaseSync) {
    this.#parts = {
      segments: db.prepare("SELECT segments FROM transcript_chunks WHERE conversation = ? ORDER BY first_segment"),
      embeddings: db.prepare(`
        SELECT embedder_id, digest, vector FROM embeddings WHERE user_id = ? AND memory_id = ? ORDER BY embedder_id`),
    };
    const owners = sources.map(({ from, owner }) => `SELECT min(${owner}) AS id FROM ${from} WHERE ${owner} > ?1`);
    this.#userAfter = db.prepare(`SELECT min(id) AS id FROM (${owners.join(" UNION ALL ")})`);
  }

  close(): void {
    this.db.close();
  }

  apps(ownerId?: string): AsyncIterable<ArchiveEntry> {
    return this.#read(apps, ownerId);
  }

  /** What all users own beside apps. */
  async *entriesOfAll(): AsyncIterable<ArchiveEntry> {
    for (let user = this.#nextUser(""); user !== undefined; user = this.#nextUser(user)) yield* this.entriesOf(user);
  }

  /** What the user owns beside apps. */
  async *entriesOf(userId: string): AsyncIterable<ArchiveEntry> {
    this.db.exec("BEGIN");
    for (const source of sources) yield* this.#read(source, userId);
    this.db.exec("COMMIT");
  }

  /** The number of entries, counted table by table. */
  async count(userId?: string): Promise<number> {
    let count = 0;
    for (const { from, owner } of [apps, ...sources]) {
      const where = userId === undefined ? "" : ` WHERE ${owner} = ?`;
      const statement = this.db.prepare(`SELECT count(*) AS count FROM ${from}${where}`);
      count += Number((userId === undefined ? statement.get() : statement.get(userId))?.["count"]);
      await nextTurn();
    }
    return count;
  }

  /** @returns the next user who owns anything but apps; undefined after the last one. */
  #nextUser(after: string): string | undefined {
    return (this.#userAfter.get(after) as { readonly id: string | null }).id ?? undefined;
  }

  async *#read(source: Source, userId: string | undefined): AsyncIterable<ArchiveEntry> {
    const { entryOf, columns, from, owner, order } = source;
    const where = userId === undefined ? "" : ` WHERE ${owner} = ?`;
    const sql = `SELECT ${columns} FROM ${from}${where}${order === undefined ? "" : ` ORDER BY ${order}`}`;
    const values = userId === undefined ? [] : [userId];
    for (const row of this.db.prepare(sql).iterate(...values)) {
      await this.#yieldTurn();
      yield entryOf(row, this.#parts);
    }
  }

  async #yieldTurn(): Promise<void> {
    if (performance.now() < this.#turnEnds) return;
    await nextTurn();
    this.#turnEnds = performance.now() + MAX_TURN_MS;
  }
}

function embeddingOf({ embedder_id: embedderId, digest, vector }: Row): ArchivedEmbedding {
  return { embedderId: String(embedderId), digest: String(digest), vector: embeddingVectorOf(vector as Uint8Array) };
}
