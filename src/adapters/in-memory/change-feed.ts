import { MAX_FEED_REMOVALS } from "../../domain/memory/memory.js";
import type { ChangePage } from "../../ports/driven/store/change-feed.js";

/** The revisions of the last writes of existing objects and of the removals of others, by ID, oldest first. */
interface ObjectRevisions {
  readonly upsertRevisions: Map<string, number>;
  readonly removalRevisions: Map<string, number>;
  /** The revision of the last removal that was deleted from `removalRevisions`. */
  prunedRevision: number;
}

/** The change feed of one kind of object. */
export class InMemoryChangeFeed {
  readonly #revisionsByUser = new Map<string, ObjectRevisions>();
  #latestRevision = 0;

  /** @param pageSize the greatest number of changed objects in a page. */
  constructor(private readonly pageSize: number) {}

  recordUpsert(userId: string, id: string): void {
    const { upsertRevisions, removalRevisions } = this.#getRevisions(userId);
    removalRevisions.delete(id);
    // A Map keeps the position of a key that is set again.
    upsertRevisions.delete(id);
    upsertRevisions.set(id, (this.#latestRevision += 1));
  }

  recordRemoval(userId: string, id: string): void {
    const revisions = this.#getRevisions(userId);
    const { upsertRevisions, removalRevisions } = revisions;
    upsertRevisions.delete(id);
    removalRevisions.set(id, (this.#latestRevision += 1));
    const [oldestRemoval] = removalRevisions;
    if (!oldestRemoval || removalRevisions.size <= MAX_FEED_REMOVALS) return;
    removalRevisions.delete(oldestRemoval[0]);
    revisions.prunedRevision = oldestRemoval[1];
  }

  /**
   * As `ChangeFeed.getChangesSince`.
   * @param findSearchable finds an object; undefined when search must not find it.
   */
  changesSince<T>(
    userId: string,
    cursor: string | undefined,
    findSearchable: (id: string) => T | undefined,
  ): ChangePage<T> {
    const { upsertRevisions, removalRevisions, prunedRevision } = this.#getRevisions(userId);
    const [lastUpsertRevision = 0, lastRemovalRevision = 0] = cursor?.split("/").map(Number) ?? [];
    if (cursor !== undefined && lastRemovalRevision < prunedRevision)
      return this.changesSince(userId, undefined, findSearchable);
    const isReset = cursor === undefined;
    const changed = [...upsertRevisions]
      .filter(([, revision]) => revision > lastUpsertRevision)
      .slice(0, this.pageSize);
    const removedIds = [...removalRevisions].flatMap(([id, revision]) => (revision > lastRemovalRevision ? id : []));
    const changedObjects = changed.map(([id]) => ({ id, searchable: findSearchable(id) }));
    return {
      reset: isReset,
      upserts: changedObjects.flatMap(({ searchable }) => searchable ?? []),
      deletes: isReset
        ? []
        : [...removedIds, ...changedObjects.flatMap(({ id, searchable }) => (searchable === undefined ? id : []))],
      cursor: `${changed.at(-1)?.[1] ?? lastUpsertRevision}/${this.#latestRevision}`,
      hasMore: changed.length === this.pageSize,
    };
  }

  #getRevisions(userId: string): ObjectRevisions {
    const revisions = this.#revisionsByUser.get(userId) ?? {
      upsertRevisions: new Map(),
      removalRevisions: new Map(),
      prunedRevision: 0,
    };
    this.#revisionsByUser.set(userId, revisions);
    return revisions;
  }
}
