import { LRUCache } from "lru-cache";
import type { DataVersions } from "../../ports/driven/store/store.js";
import type { VersionedCache, VersionedCacheOptions } from "../../ports/driven/runtime/runtime-components.js";

interface CacheEntry<T> {
  readonly value: T;
  /** The data version before the value was loaded. */
  readonly version: number;
}

/** In UTF-16 units. A longer key would take more memory than its value, and is rarely requested twice. */
const MAX_REQUEST_KEY_LENGTH = 1_000;

/** Evicts the least recently used entries. */
export class LruVersionedCache<T> implements VersionedCache<T> {
  private readonly dataVersions: DataVersions | undefined;
  private readonly entries: LRUCache<string, CacheEntry<T>>;

  constructor({ dataVersions, maxWeight }: VersionedCacheOptions) {
    this.dataVersions = dataVersions;
    this.entries = new LRUCache({ maxSize: maxWeight, maxEntrySize: Math.ceil(maxWeight / 2) });
  }

  async get(
    userId: string,
    requestKey: string,
    load: () => Promise<T>,
    getWeight: (value: T) => number = () => 1,
  ): Promise<T> {
    if (!this.dataVersions || requestKey.length > MAX_REQUEST_KEY_LENGTH) return load();
    const version = this.dataVersions.getVersion(userId);
    const key = `${userId}\n${requestKey}`;
    const cached = this.entries.get(key);
    if (cached?.version === version) return cached.value;
    const value = await load();
    // The value may lack a change that was made while it was loaded.
    if (value !== undefined && this.dataVersions.getVersion(userId) === version) {
      this.entries.set(key, { value, version }, { size: getWeight(value) });
    }
    return value;
  }
}
