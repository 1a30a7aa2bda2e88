/** Number of slots that features are hashed to, a power of two. */
export const FEATURE_SLOTS = 1 << 17;

/** FNV-1a. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** Mixes the hash of a feature's parts (the finalizer of MurmurHash3). */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Collects the binary features of one instance as slots ("feature hashing", Weinberger et al. 2009). */
export class FeatureSet {
  private readonly found = new Set<number>();

  /** @param namespace the hash of the kind of feature. @param parts hashes of what it consists of, in order. */
  add(namespace: number, ...parts: readonly number[]): void {
    let hash = namespace;
    for (const part of parts) hash = Math.imul(hash ^ part, 0x01000193) ^ (part >>> 7);
    this.found.add((mix(hash) >>> 0) & (FEATURE_SLOTS - 1));
  }

  /** @returns each slot once. */
  toSlots(): Int32Array {
    return Int32Array.from(this.found);
  }
}
