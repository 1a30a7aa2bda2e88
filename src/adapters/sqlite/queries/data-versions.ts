import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { DataVersions } from "../../../ports/driven/store/store.js";
import type { WalIndex } from "../database/write-ahead-log.js";

/** The users whose data a write changes: one user by ID, all users, or no user. */
export const ALL_USERS = Symbol("all users");
export const NO_USERS = Symbol("no users");
export type AffectedUsers = string | typeof ALL_USERS | typeof NO_USERS;

/** The number of users with a version of their own. All others have the version of the user evicted last. */
const MAX_TRACKED_USERS = 10_000;

/**
 * Counts changes: those of this connection by user, and those of other connections, which `PRAGMA data_version` shows,
 * for all users. Each call looks for new commits, because a request must see all writes acknowledged before it.
 */
export class SqliteDataVersions implements DataVersions {
  /** From the least to the most recently changed user. */
  readonly #versionByUser = new Map<string, number>();
  readonly #selectDataVersion: StatementSync;
  #walIndex: WalIndex | undefined;
  #externalVersion: unknown;
  #changeCount = 0;
  /** The version of users that are not in `#versionByUser`. */
  #untrackedVersion = 0;

  constructor(db: DatabaseSync) {
    this.#selectDataVersion = db.prepare("PRAGMA data_version");
  }

  getVersion(userId: string): number {
    this.#checkExternalCommits();
    return this.#getVersion(userId);
  }

  /** Returns the versions of several users, for the cost of one. */
  currentOfAll(userIds: readonly string[]): number[] {
    this.#checkExternalCommits();
    return userIds.map((userId) => this.#getVersion(userId));
  }

  /** Call it when a write has been committed. */
  recordChange(affectedUsers: AffectedUsers): void {
    if (affectedUsers === NO_USERS) return;
    this.#changeCount += 1;
    if (affectedUsers === ALL_USERS) {
      this.#versionByUser.clear();
      this.#untrackedVersion = this.#changeCount;
      return;
    }
    this.#versionByUser.delete(affectedUsers);
    this.#versionByUser.set(affectedUsers, this.#changeCount);
    if (this.#versionByUser.size > MAX_TRACKED_USERS) this.#evictOldest();
  }

  /** From now on `PRAGMA data_version` is read only after the header of the WAL index has changed. */
  useWalIndex(walIndex: WalIndex): void {
    this.#walIndex = walIndex;
  }

  /** Call it when the connection has been closed. */
  close(): void {
    this.#walIndex?.close();
    this.#walIndex = undefined;
  }

  #getVersion(userId: string): number {
    return this.#versionByUser.get(userId) ?? this.#untrackedVersion;
  }

  #evictOldest(): void {
    const [oldestEntry] = this.#versionByUser;
    if (!oldestEntry) return;
    this.#versionByUser.delete(oldestEntry[0]);
    this.#untrackedVersion = oldestEntry[1];
  }

  #checkExternalCommits(): void {
    if (this.#walIndex?.hasChanged() === false) return;
    const externalVersion = this.#selectDataVersion.get()?.data_version;
    if (externalVersion !== this.#externalVersion) this.recordChange(ALL_USERS);
    this.#externalVersion = externalVersion;
    // The header that `hasChanged` read is older than the pragma's result, so the next call finds any later commit.
    this.#walIndex?.acceptChanges();
  }
}

interface CachedRevision {
  readonly version: number;
  readonly revision: number;
}

/** Finds the latest revisions of many users, and reads only those of users whose data changed since the last call. */
export class LatestRevisionCache {
  /** The users of the last call. */
  #cache = new Map<string, CachedRevision>();

  constructor(
    private readonly dataVersions: Pick<SqliteDataVersions, "currentOfAll">,
    private readonly readRevision: (userId: string) => number,
  ) {}

  find(userIds: readonly string[]): Map<string, number> {
    // Read before the revisions: a commit in between changes the version that the next call finds.
    const versions = this.dataVersions.currentOfAll(userIds);
    const cache = new Map<string, CachedRevision>();
    const revisions = new Map<string, number>();
    for (const [index, userId] of userIds.entries()) {
      const version = Number(versions[index]);
      const cached = this.#cache.get(userId);
      const entry = cached?.version === version ? cached : { version, revision: this.readRevision(userId) };
      cache.set(userId, entry);
      revisions.set(userId, entry.revision);
    }
    this.#cache = cache;
    return revisions;
  }
}
