/** How many slots share a buffer: few enough to rebuild it at once. */
const SLOTS_PER_BLOCK = 256;
/** A buffer is rebuilt only when it has more unused elements than this. */
const MIN_UNUSED_TO_COMPACT = 64;

/**
 * A short list of integers for each slot. Many lists share a buffer, because an array object for each would take more
 * memory than its elements.
 */
export class PackedLists {
  readonly #blocks: Block[] = [];

  get bytes(): number {
    return this.#blocks.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** @param slot must be empty. */
  put(slot: number, values: ArrayLike<number>): void {
    while (this.#blocks.length <= Math.floor(slot / SLOTS_PER_BLOCK)) this.#blocks.push(new Block());
    this.#getBlock(slot)?.put(slot % SLOTS_PER_BLOCK, values);
  }

  /** @returns a view that is valid until the next change; undefined for an empty slot. */
  get(slot: number): Uint32Array | undefined {
    return this.#getBlock(slot)?.get(slot % SLOTS_PER_BLOCK);
  }

  remove(slot: number): void {
    this.#getBlock(slot)?.remove(slot % SLOTS_PER_BLOCK);
  }

  /** Releases the memory of the slots from `slotCount` on, which must be empty. */
  truncate(slotCount: number): void {
    this.#blocks.length = Math.min(this.#blocks.length, Math.ceil(slotCount / SLOTS_PER_BLOCK));
  }

  #getBlock(slot: number): Block | undefined {
    return this.#blocks[Math.floor(slot / SLOTS_PER_BLOCK)];
  }
}

class Block {
  #buffer = new GrowableUint32Array();
  /** The range of each list in the buffer; both are 0 for an empty slot. */
  readonly #starts = new Uint32Array(SLOTS_PER_BLOCK);
  readonly #ends = new Uint32Array(SLOTS_PER_BLOCK);
  #unusedCount = 0;

  constructor() {
    // Makes the end of every list greater than 0, even of an empty list.
    this.#buffer.push(0);
  }

  get bytes(): number {
    return this.#buffer.bytes + this.#starts.byteLength + this.#ends.byteLength;
  }

  put(index: number, values: ArrayLike<number>): void {
    this.#starts[index] = this.#buffer.length;
    for (let i = 0; i < values.length; i += 1) this.#buffer.push(values[i] ?? 0);
    this.#ends[index] = this.#buffer.length;
  }

  get(index: number): Uint32Array | undefined {
    const end = this.#ends[index] ?? 0;
    return end === 0 ? undefined : this.#buffer.values.subarray(this.#starts[index], end);
  }

  remove(index: number): void {
    this.#unusedCount += (this.#ends[index] ?? 0) - (this.#starts[index] ?? 0);
    this.#starts[index] = this.#ends[index] = 0;
    if (this.#unusedCount > MIN_UNUSED_TO_COMPACT && this.#unusedCount > this.#buffer.length / 2) this.#compact();
  }

  #compact(): void {
    const lists = Array.from(this.#ends, (_, index) => this.get(index));
    this.#buffer = new GrowableUint32Array();
    this.#buffer.push(0);
    this.#unusedCount = 0;
    lists.forEach((values, index) => {
      if (values) this.put(index, values);
    });
  }
}

const INITIAL_CAPACITY = 4;

/** A growing list of unsigned 32-bit integers. */
class GrowableUint32Array {
  values = new Uint32Array(INITIAL_CAPACITY);
  length = 0;

  get bytes(): number {
    return this.values.byteLength;
  }

  /** @returns by how many bytes the list has grown. */
  push(value: number): number {
    const capacity = this.values.length;
    const isFull = this.length === capacity;
    if (isFull) this.values = enlargeArray(this.values, capacity * 2);
    this.values[this.length] = value;
    this.length += 1;
    return isFull ? (this.values.length - capacity) * this.values.BYTES_PER_ELEMENT : 0;
  }
}

function enlargeArray(values: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(capacity);
  larger.set(values);
  return larger;
}
