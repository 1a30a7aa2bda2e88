import type { DataVersions } from "../../../ports/driven/store/store.js";
import type { PagePosition } from "./page-query.js";

/** An item of a list that is ordered by this key. */
interface SortedItem {
  readonly sortKey: string;
}

interface CachedOffset extends SortedItem {
  /** The number of items before it in the list. */
  readonly offset: number;
}

interface UserOffsets {
  /** The data version for which the offsets are valid. */
  readonly dataVersion: number;
  readonly offsetsByList: Map<string, readonly CachedOffset[]>;
}

/** Limits of the cache: offsets of a list, lists of a user, and users. */
const MAX_OFFSETS_PER_LIST = 32;
const MAX_LISTS_PER_USER = 32;
const MAX_CACHED_USERS = 256;

/**
 * Caches the offsets and sort keys at which recently read pages began and ended. A page deep in a list is then found
 * from the nearest of them instead of by counting from the start. Any change of the user's data, by any process,
 * invalidates the user's offsets.
 */
export class OffsetCache {
  readonly #offsetsByUser = new Map<string, UserOffsets>();

  constructor(private readonly dataVersions: DataVersions) {}

  /**
   * Returns a page of the user's list that `filter` selects. Call it inside a read.
   * @param readAt reads the page at a position: the given one, or an equivalent one that starts at a cached offset.
   */
  readPage<T extends SortedItem>(
    userId: string,
    filter: object,
    position: PagePosition,
    readAt: (position: PagePosition) => T[],
  ): T[] {
    const { offset, start } = position;
    if (offset === 0) return readAt(position);
    const listKey = JSON.stringify([filter, start]);
    const userOffsets = this.#getUserOffsets(userId);
    const cachedOffset = findNearest(userOffsets.offsetsByList.get(listKey) ?? [], offset);
    const page = readAt(
      cachedOffset ? { ...position, start: cachedOffset.sortKey, offset: offset - cachedOffset.offset } : position,
    );
    // If another process has changed the data meanwhile, the cached offset was not valid for this read.
    if (this.dataVersions.getVersion(userId) !== userOffsets.dataVersion) return cachedOffset ? readAt(position) : page;
    this.#addOffsets(userId, userOffsets, listKey, toCachedOffsets(page, offset));
    return page;
  }

  #addOffsets(userId: string, userOffsets: UserOffsets, listKey: string, added: readonly CachedOffset[]): void {
    const retained = (userOffsets.offsetsByList.get(listKey) ?? []).filter(({ offset }) =>
      added.every((addedOffset) => addedOffset.offset !== offset),
    );
    setMostRecent(
      userOffsets.offsetsByList,
      listKey,
      [...retained, ...added].slice(-MAX_OFFSETS_PER_LIST),
      MAX_LISTS_PER_USER,
    );
    setMostRecent(this.#offsetsByUser, userId, userOffsets, MAX_CACHED_USERS);
  }

  #getUserOffsets(userId: string): UserOffsets {
    const dataVersion = this.dataVersions.getVersion(userId);
    const userOffsets = this.#offsetsByUser.get(userId);
    return userOffsets?.dataVersion === dataVersion ? userOffsets : { dataVersion, offsetsByList: new Map() };
  }
}

/** Returns the entry with the greatest offset up to `offset`. */
function findNearest(offsets: readonly CachedOffset[], offset: number): CachedOffset | undefined {
  return offsets
    .filter((candidate) => candidate.offset <= offset)
    .reduce<CachedOffset | undefined>(
      (best, candidate) => (best && best.offset > candidate.offset ? best : candidate),
      undefined,
    );
}

/** Returns the first and the last item of a page with their offsets. */
function toCachedOffsets(page: readonly SortedItem[], offset: number): CachedOffset[] {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return [];
  return [
    { offset, sortKey: first.sortKey },
    { offset: offset + page.length - 1, sortKey: last.sortKey },
  ];
}

/** Sets an entry as the most recent one, and evicts the least recent one when there are more than `maxSize`. */
function setMostRecent<V>(map: Map<string, V>, key: string, value: V, maxSize: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > maxSize) map.delete(oldest);
}
