/** So many maps that the largest index has some ten thousand entries in each. */
const SHARDS = 32;

/**
 * A map in many small ones. A JavaScript map doubles its table in one go, which takes 100 ms and more for one of
 * several hundred thousand entries, and holds up the event loop meanwhile.
 */
export class ShardedMap<V> {
  readonly #shards: (Map<string, V> | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  set(key: string, value: V): void {
    const shard = (this.#shards[shardOf(key)] ??= new Map<string, V>());
    const before = shard.size;
    shard.set(key, value);
    this.#size += shard.size - before;
  }

  delete(key: string): void {
    if (this.#shards[shardOf(key)]?.delete(key)) this.#size -= 1;
  }

  *keys(): Generator<string, void> {
    for (const shard of this.#shards) if (shard) yield* shard.keys();
  }

  *values(): Generator<V, void> {
    for (const shard of this.#shards) if (shard) yield* shard.values();
  }
}

function shardOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return (hash ^ (hash >>> 15)) & (SHARDS - 1);
}
