import type { StatementSync } from "node:sqlite";
import { MAX_FEED_REMOVALS } from "../../../domain/memory/memory.js";
import type { ChangePage } from "../../../ports/driven/store/change-feed.js";
import type { SqliteDatabase } from "../database/database.js";

/** The tables of one kind of object, and of the records of removed ones. */
export interface FeedTables {
  /** Its rows have a revision, 0 for a row that the feed omits, and there is an index `<rowTable>_changed`. */
  readonly rowTable: string;
  /** SQL expression for the content of a row in the feed; null for a row that search must not find. */
  readonly contentExpression: string;
  /** Has an index `<removalTable>_changed`. */
  readonly removalTable: string;
  /** By user: the revision up to which removal records have been deleted. */
  readonly prunedRevisionTable: string;
}

/** The last row in the feed that was read, by revision and then by key, and the last revision of removals. */
interface FeedPosition {
  revision: number;
  key: number;
  removalRevision: number;
}

const FEED_START: Readonly<FeedPosition> = { revision: 0, key: 0, removalRevision: 0 };

const formatCursor = ({ revision, key, removalRevision }: Readonly<FeedPosition>): string =>
  `${revision}/${key}/${removalRevision}`;

function parseCursor(cursor: string): FeedPosition {
  const [revision = 0, key = 0, removalRevision = 0] = cursor.split("/").map(Number);
  return { revision, key, removalRevision };
}

/**
 * The change feed of one kind of object. Call it inside a read or a write. Each row has the revision of the last write
 * that changed it, and so has the record of a removed object. The revisions of a user's writes ascend.
 */
export class SqliteChangeFeed {
  readonly #insertRemoval: StatementSync;
  readonly #deleteRemoval: StatementSync;
  readonly #selectLatestRevisions: readonly StatementSync[];
  readonly #selectNewestToPrune: StatementSync;
  readonly #deleteOldRemovals: StatementSync;
  readonly #upsertPrunedRevision: StatementSync;
  readonly #selectRemovalsSince: StatementSync;
  readonly #selectChangesSince: StatementSync;

  /** @param pageSize the greatest number of rows in a page. */
  constructor(
    database: SqliteDatabase,
    { rowTable, contentExpression, removalTable, prunedRevisionTable }: FeedTables,
    private readonly pageSize: number,
  ) {
    const changedRows = `${rowTable} INDEXED BY ${rowTable}_changed WHERE revision > 0 AND user_id = ?`;
    const changedRemovals = `${removalTable} INDEXED BY ${removalTable}_changed WHERE user_id = ?`;
    this.#insertRemoval = database.prepare(`INSERT INTO ${removalTable} (user_id, id, revision) VALUES (?, ?, ?)`);
    this.#deleteRemoval = database.prepare(`DELETE FROM ${removalTable} WHERE user_id = ? AND id = ?`);
    this.#selectLatestRevisions = [changedRows, changedRemovals, `${prunedRevisionTable} WHERE user_id = ?`].map(
      (from) => database.prepare(`SELECT max(revision) AS revision FROM ${from}`),
    );
    this.#selectNewestToPrune = database.prepare(`
      SELECT revision FROM ${changedRemovals} ORDER BY revision DESC LIMIT 1 OFFSET ?`);
    this.#deleteOldRemovals = database.prepare(`DELETE FROM ${changedRemovals} AND revision <= ?`);
    this.#upsertPrunedRevision = database.prepare(`
      INSERT INTO ${prunedRevisionTable} (user_id, revision) VALUES (?, ?)
      ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision`);
    // The row with a null ID has the revision up to which removal records were deleted. One statement reads both, so
    // that they are of the same moment.
    this.#selectRemovalsSince = database.prepare(`
      SELECT id, revision FROM ${changedRemovals} AND revision > ?
      UNION ALL
      SELECT NULL, revision FROM ${prunedRevisionTable} WHERE user_id = ?`);
    this.#selectChangesSince = database.prepare(`
      SELECT key, id, revision, ${contentExpression} AS told FROM ${changedRows} AND (revision, key) > (?, ?)
      ORDER BY revision, key LIMIT ?`);
  }

  /** Returns the revision for a new write to the user's objects of this kind. */
  nextRevision(userId: string): number {
    return (
      Math.max(...this.#selectLatestRevisions.map((statement) => Number(statement.get(userId)?.revision ?? 0))) + 1
    );
  }

  recordRemoval(userId: string, id: string, revision: number): void {
    this.#insertRemoval.run(userId, id, revision);
  }

  /** Deletes the removal record of an object that was added again. */
  deleteRemoval(userId: string, id: string): void {
    this.#deleteRemoval.run(userId, id);
  }

  /**
   * Deletes the oldest removal records beyond `MAX_FEED_REMOVALS`. Call it at the end of a write that removes objects.
   * Records of one write are deleted together, because a cursor has only the revision of a write.
   */
  pruneRemovals(userId: string): void {
    const newestToPrune = this.#selectNewestToPrune.get(userId, MAX_FEED_REMOVALS);
    if (!newestToPrune) return;
    const revision = Number(newestToPrune.revision);
    this.#deleteOldRemovals.run(userId, revision);
    this.#upsertPrunedRevision.run(userId, revision);
  }

  /**
   * As `ChangeFeed.getChangesSince`. Returns changed rows in pages, in the order of their changes, but all removals at
   * once, because few records are kept. Removals are read first: a later removal or addition has a greater revision, so
   * a later page contains it.
   * @param toObject converts the content of a row.
   */
  changesSince<T>(
    userId: string,
    cursor: string | undefined,
    toObject: (id: string, content: string) => T,
  ): ChangePage<T> {
    const position = cursor === undefined ? { ...FEED_START } : parseCursor(cursor);
    const lastRemovalRevision = position.removalRevision;
    const upserts: T[] = [];
    const deletedIds: string[] = [];
    for (const { id, revision } of this.#selectRemovalsSince.all(userId, lastRemovalRevision, userId)) {
      if (id !== null) deletedIds.push(String(id));
      else if (cursor !== undefined && lastRemovalRevision < Number(revision))
        return this.changesSince(userId, undefined, toObject);
      position.removalRevision = Math.max(position.removalRevision, Number(revision));
    }
    const rows = this.#selectChangesSince.all(userId, position.revision, position.key, this.pageSize);
    for (const row of rows) {
      if (row.told === null) deletedIds.push(String(row.id));
      else upserts.push(toObject(String(row.id), String(row.told)));
      [position.revision, position.key] = [Number(row.revision), Number(row.key)];
    }
    const isReset = cursor === undefined;
    return {
      reset: isReset,
      upserts,
      deletes: isReset ? [] : deletedIds,
      cursor: formatCursor(position),
      hasMore: rows.length === this.pageSize,
    };
  }
}
