/** Up to this capacity a plain array takes less memory than a typed one, whose header alone has some 220 bytes. */
const MAX_PLAIN_CAPACITY = 32;
/** What the array objects take beside their elements, as measured. */
const PLAIN_BYTES = 48;
const TYPED_BYTES = 230;
const PLAIN_ELEMENT_BYTES = 8;
const TYPED_ELEMENT_BYTES = 4;

/**
 * Unsigned integers of 32 bits in a list that grows at its end. Most terms have one posting or a few, so that the
 * memory of short lists decides how large an index is.
 */
export class PostingList {
  values: number[] | Uint32Array = [];
  length = 0;

  /** The memory of the elements and their array, in bytes. */
  get bytes(): number {
    return computeBytes(this.values.length);
  }

  /** @returns by how many bytes it has grown. */
  push(value: number): number {
    const capacity = this.values.length;
    const isFull = this.length === capacity;
    if (isFull) this.#resize(Math.max(1, capacity * 2));
    this.values[this.length] = value;
    this.length += 1;
    return isFull ? computeBytes(this.values.length) - computeBytes(capacity) : 0;
  }

  /** Removes the values that do not meet the condition and keeps the order of the others. */
  retain(shouldKeep: (value: number) => boolean): void {
    let keptCount = 0;
    for (let i = 0; i < this.length; i += 1) {
      const value = this.values[i] ?? 0;
      if (shouldKeep(value)) this.values[keptCount++] = value;
    }
    this.length = keptCount;
    if (keptCount < this.values.length / 4) this.#resize(keptCount);
  }

  #resize(capacity: number): void {
    const { values, length } = this;
    const resized = capacity > MAX_PLAIN_CAPACITY ? new Uint32Array(capacity) : new Array<number>(capacity).fill(0);
    for (let i = 0; i < length; i += 1) resized[i] = values[i] ?? 0;
    this.values = resized;
  }
}

function computeBytes(capacity: number): number {
  return capacity > MAX_PLAIN_CAPACITY
    ? TYPED_BYTES + capacity * TYPED_ELEMENT_BYTES
    : PLAIN_BYTES + capacity * PLAIN_ELEMENT_BYTES;
}
