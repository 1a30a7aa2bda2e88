/** So many that a shard of the largest index has about ten thousand entries. */
const SHARDS = 32;

/**
 * A map that is divided into small ones. A JavaScript map grows its table at once, which blocks the event loop for 100
 * ms or more when it has several hundred thousand entries.
 */
export class ShardedMap<V> {
  readonly #shards: (Map<string, V> | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    return this.#shards[getShardIndex(key)]?.get(key);
  }

  set(key: string, value: V): void {
    const shard = (this.#shards[getShardIndex(key)] ??= new Map<string, V>());
    const sizeBefore = shard.size;
    shard.set(key, value);
    this.#size += shard.size - sizeBefore;
  }

  delete(key: string): void {
    if (this.#shards[getShardIndex(key)]?.delete(key)) this.#size -= 1;
  }

  *keys(): Generator<string, void> {
    for (const shard of this.#shards) if (shard) yield* shard.keys();
  }

  *values(): Generator<V, void> {
    for (const shard of this.#shards) if (shard) yield* shard.values();
  }
}

function getShardIndex(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
  return (hash ^ (hash >>> 15)) & (SHARDS - 1);
}
