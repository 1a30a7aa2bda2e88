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

/** For each slot the number of the last set that contains it: an array is several times faster than a `Set`. */
const lastSets = new Uint32Array(FEATURE_SLOTS);
let setCount = 0;

/**
 * Collects the binary features of one instance as slots ("feature hashing", Weinberger et al. 2009). One set must be
 * complete before the next one is begun.
 */
export class FeatureSet {
  private readonly id = (setCount = (setCount + 1) >>> 0);
  private readonly slots: number[] = [];

  /** @param namespace the hash of the kind of feature. The other arguments are hashes of what it consists of, in order. */
  add(namespace: number, one = 0, two = 0, three = 0): void {
    let hash = Math.imul(namespace ^ one, 0x01000193) ^ (one >>> 7);
    hash = Math.imul(hash ^ two, 0x01000193) ^ (two >>> 7);
    hash = Math.imul(hash ^ three, 0x01000193) ^ (three >>> 7);
    this.addSlot((mix(hash) >>> 0) & (FEATURE_SLOTS - 1));
  }

  addSlot(slot: number): void {
    if (lastSets[slot] === this.id) return;
    lastSets[slot] = this.id;
    this.slots.push(slot);
  }

  /** @returns each slot once. */
  toSlots(): Int32Array {
    return Int32Array.from(this.slots);
  }
}
