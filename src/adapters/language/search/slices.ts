import { GrowingRow } from "./growing.js";

/** So many slots share one row: few enough for a row to be made anew at once. */
const BLOCK = 256;
/** Of a row, so many numbers at least are of no use when it is made anew. */
const FEWEST_UNUSED = 64;

/** A few numbers a slot, many slots in one row: an array of its own for each would cost more than what is in it. */
export class Slices {
  readonly #blocks: Block[] = [];

  get bytes(): number {
    return this.#blocks.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** @param slot an empty one. */
  put(slot: number, values: ArrayLike<number>): void {
    while (this.#blocks.length <= Math.floor(slot / BLOCK)) this.#blocks.push(new Block());
    this.#blockOf(slot)?.put(slot % BLOCK, values);
  }

  /** Undefined for a slot that is empty. Only until the next change. */
  of(slot: number): Uint32Array | undefined {
    return this.#blockOf(slot)?.of(slot % BLOCK);
  }

  remove(slot: number): void {
    this.#blockOf(slot)?.remove(slot % BLOCK);
  }

  /** Lets go of what is kept for this and all later slots, which are empty. */
  truncate(slots: number): void {
    this.#blocks.length = Math.min(this.#blocks.length, Math.ceil(slots / BLOCK));
  }

  #blockOf(slot: number): Block | undefined {
    return this.#blocks[Math.floor(slot / BLOCK)];
  }
}

class Block {
  #row = new GrowingRow();
  /** Where the numbers of each begin and end in the row; at 0 and 0 those of an empty one. */
  readonly #starts = new Uint32Array(BLOCK);
  readonly #ends = new Uint32Array(BLOCK);
  #unused = 0;

  constructor() {
    // No slice ends at 0 then, not even one without numbers.
    this.#row.push(0);
  }

  get bytes(): number {
    return this.#row.bytes + this.#starts.byteLength + this.#ends.byteLength;
  }

  put(at: number, values: ArrayLike<number>): void {
    this.#starts[at] = this.#row.length;
    for (let i = 0; i < values.length; i += 1) this.#row.push(values[i] ?? 0);
    this.#ends[at] = this.#row.length;
  }

  of(at: number): Uint32Array | undefined {
    const end = this.#ends[at] ?? 0;
    return end === 0 ? undefined : this.#row.values.subarray(this.#starts[at], end);
  }

  remove(at: number): void {
    this.#unused += (this.#ends[at] ?? 0) - (this.#starts[at] ?? 0);
    this.#starts[at] = this.#ends[at] = 0;
    if (this.#unused > FEWEST_UNUSED && this.#unused > this.#row.length / 2) this.#makeAnew();
  }

  #makeAnew(): void {
    const slices = Array.from(this.#ends, (_, at) => this.of(at));
    this.#row = new GrowingRow();
    this.#row.push(0);
    this.#unused = 0;
    slices.forEach((values, at) => {
      if (values) this.put(at, values);
    });
  }
}
