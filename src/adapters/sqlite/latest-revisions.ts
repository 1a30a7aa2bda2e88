import type { SqliteDataVersions } from "./data-versions.js";

interface CacheEntry {
  readonly version: number;
  readonly revision: number;
}

/** Finds the latest revisions of many users, and reads only those of users whose data changed since the last call. */
export class LatestRevisions {
  /** Of the users of the last call. */
  #cache = new Map<string, CacheEntry>();

  constructor(
    private readonly dataVersions: Pick<SqliteDataVersions, "currentOfAll">,
    private readonly read: (userId: string) => number,
  ) {}

  find(userIds: readonly string[]): Map<string, number> {
    // Read before the revisions: a commit in between changes the version that the next call finds.
    const versions = this.dataVersions.currentOfAll(userIds);
    const cache = new Map<string, CacheEntry>();
    const found = new Map<string, number>();
    for (const [at, userId] of userIds.entries()) {
      const version = Number(versions[at]);
      const cached = this.#cache.get(userId);
      const entry = cached?.version === version ? cached : { version, revision: this.read(userId) };
      cache.set(userId, entry);
      found.set(userId, entry.revision);
    }
    this.#cache = cache;
    return found;
  }
}
