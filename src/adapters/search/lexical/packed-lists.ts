/** How many slots share a buffer: few enough to rebuild it at once. */
const SLOTS_PER_BLOCK = 256;
/** A buffer is rebuilt only when it has more unused elements than this. */
const MIN_UNUSED_TO_COMPACT = 64;
const INITIAL_CAPACITY = 4;

/** A short list of integers for each slot. Many share a buffer, because array objects would take more memory. */
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
  /** Starts with an unused element, so that the end of every list is greater than 0, even of an empty one. */
  #buffer = new Uint32Array(INITIAL_CAPACITY);
  #length = 1;
  /** The range of each list in the buffer; both are 0 for an empty slot. */
  readonly #starts = new Uint32Array(SLOTS_PER_BLOCK);
  readonly #ends = new Uint32Array(SLOTS_PER_BLOCK);
  #unusedCount = 0;

  get bytes(): number {
    return this.#buffer.byteLength + this.#starts.byteLength + this.#ends.byteLength;
  }

  put(index: number, values: ArrayLike<number>): void {
    const end = this.#length + values.length;
    if (end > this.#buffer.length) {
      const larger = new Uint32Array(Math.max(end, 2 * this.#buffer.length));
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    this.#buffer.set(values, this.#length);
    this.#starts[index] = this.#length;
    this.#ends[index] = this.#length = end;
  }

  get(index: number): Uint32Array | undefined {
    const end = this.#ends[index] ?? 0;
    return end === 0 ? undefined : this.#buffer.subarray(this.#starts[index], end);
  }

  remove(index: number): void {
    this.#unusedCount += (this.#ends[index] ?? 0) - (this.#starts[index] ?? 0);
    this.#starts[index] = this.#ends[index] = 0;
    if (this.#unusedCount > MIN_UNUSED_TO_COMPACT && this.#unusedCount > this.#length / 2) this.#compact();
  }

  #compact(): void {
    const lists = Array.from(this.#ends, (_, index) => this.get(index));
    this.#buffer = new Uint32Array(INITIAL_CAPACITY);
    this.#length = 1;
    this.#unusedCount = 0;
    lists.forEach((values, index) => {
      if (values) this.put(index, values);
    });
  }
}
