import type { StatementSync } from "node:sqlite";
import { REMOVALS_KEPT } from "../../domain/memory.js";
import type { FeedChanges } from "../../ports/driven/change-feed.js";
import type { Database } from "./database.js";

/** Where the things of one kind stand, and what is left of those that were removed. */
export interface FollowedTables {
  /** Its rows have a revision, 0 for one that nobody need be told of, and an index `<rows>_changed`. */
  readonly rows: string;
  /** What is told of a row, by its columns; null for one that search is to find no more. */
  readonly told: string;
  /** With an index `<removals>_changed`. */
  readonly removals: string;
  /** By user: up to which revision removals are remembered no more. */
  readonly forgotten: string;
}

/** What was told of: rows up to this change and, of those of one write, this row; removals up to this revision. */
interface FeedPlace {
  revision: number;
  key: number;
  removals: number;
}

const START: Readonly<FeedPlace> = { revision: 0, key: 0, removals: 0 };

const markOf = ({ revision, key, removals }: Readonly<FeedPlace>): string => `${revision}/${key}/${removals}`;

function placeIn(cursor: string): FeedPlace {
  const [revision = 0, key = 0, removals = 0] = cursor.split("/").map(Number);
  return { revision, key, removals };
}

/**
 * Tells those who follow the things of one kind. To be used inside a read or a write. Every row bears the number of the
 * write that it was changed by last, and so does what is left of one that was removed: of a user's, each write's is
 * greater than all before it.
 */
export class ChangeLog {
  readonly #noteRemoval: StatementSync;
  readonly #forgetRemoval: StatementSync;
  readonly #latest: readonly StatementSync[];
  readonly #lastBeyond: StatementSync;
  readonly #pruneRemovals: StatementSync;
  readonly #notePruned: StatementSync;
  readonly #removalsSince: StatementSync;
  readonly #changesSince: StatementSync;

  /** @param aLook how many a look tells of. */
  constructor(
    database: Database,
    { rows, told, removals, forgotten }: FollowedTables,
    private readonly aLook: number,
  ) {
    const changedRows = `${rows} INDEXED BY ${rows}_changed WHERE revision > 0 AND user_id = ?`;
    const changedRemovals = `${removals} INDEXED BY ${removals}_changed WHERE user_id = ?`;
    this.#noteRemoval = database.prepare(`INSERT INTO ${removals} (user_id, id, revision) VALUES (?, ?, ?)`);
    this.#forgetRemoval = database.prepare(`DELETE FROM ${removals} WHERE user_id = ? AND id = ?`);
    this.#latest = [changedRows, changedRemovals, `${forgotten} WHERE user_id = ?`].map((from) =>
      database.prepare(`SELECT max(revision) AS revision FROM ${from}`),
    );
    this.#lastBeyond = database.prepare(`
      SELECT revision FROM ${changedRemovals} ORDER BY revision DESC LIMIT 1 OFFSET ?`);
    this.#pruneRemovals = database.prepare(`DELETE FROM ${changedRemovals} AND revision <= ?`);
    this.#notePruned = database.prepare(`
      INSERT INTO ${forgotten} (user_id, revision) VALUES (?, ?)
      ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision`);
    // The row without an id says up to which revision removals are forgotten: in one statement, for both must be of
    // one moment.
    this.#removalsSince = database.prepare(`
      SELECT id, revision FROM ${changedRemovals} AND revision > ?
      UNION ALL
      SELECT NULL, revision FROM ${forgotten} WHERE user_id = ?`);
    this.#changesSince = database.prepare(`
      SELECT key, id, revision, ${told} AS told FROM ${changedRows} AND (revision, key) > (?, ?)
      ORDER BY revision, key LIMIT ?`);
  }

  /** The number of a new write of the user's things. */
  nextRevision(userId: string): number {
    return Math.max(...this.#latest.map((statement) => Number(statement.get(userId)?.revision ?? 0))) + 1;
  }

  noteRemoved(userId: string, id: string, revision: number): void {
    this.#noteRemoval.run(userId, id, revision);
  }

  /** It is there again. */
  forgetRemoved(userId: string, id: string): void {
    this.#forgetRemoval.run(userId, id);
  }

  /** To be called at the end of a write that removed. Those of one write go together, for a mark stands between writes. */
  forgetOldRemovals(userId: string): void {
    const last = this.#lastBeyond.get(userId, REMOVALS_KEPT);
    if (!last) return;
    const revision = Number(last.revision);
    this.#pruneRemovals.run(userId, revision);
    this.#notePruned.run(userId, revision);
  }

  /**
   * As `ChangeFeed.changesSince`. Things are told of in the order of their changes, look by look; removals all at once, for few are
   * remembered. These are read first: what goes or comes back meanwhile does so by a greater revision, which is still
   * to be told.
   * @param read what is told of a row.
   */
  changesSince<T>(userId: string, cursor: string | undefined, read: (id: string, told: string) => T): FeedChanges<T> {
    const place = cursor === undefined ? { ...START } : placeIn(cursor);
    const told = place.removals;
    const present: T[] = [];
    const absent: string[] = [];
    for (const { id, revision } of this.#removalsSince.all(userId, told, userId)) {
      if (id !== null) absent.push(String(id));
      else if (cursor !== undefined && told < Number(revision)) return this.changesSince(userId, undefined, read);
      place.removals = Math.max(place.removals, Number(revision));
    }
    const rows = this.#changesSince.all(userId, place.revision, place.key, this.aLook);
    for (const row of rows) {
      if (row.told === null) absent.push(String(row.id));
      else present.push(read(String(row.id), String(row.told)));
      [place.revision, place.key] = [Number(row.revision), Number(row.key)];
    }
    const anew = cursor === undefined;
    return {
      reset: anew,
      upserts: present,
      deletes: anew ? [] : absent,
      cursor: markOf(place),
      hasMore: rows.length === this.aLook,
    };
  }
}
