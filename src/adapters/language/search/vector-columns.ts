import { best, type Scored } from "./best.js";
import type { Searched } from "./scratch.js";
import type { SparseVector } from "./sparse-vector.js";

/** The greatest number that is kept for a part of a vector. */
const FULL = 127;
/** So many slots stand in columns together: few enough for a block to be copied at once, and to stay near. */
const BLOCK = 4096;
/** Of the first block; whoever has a second one has many. */
const FIRST_CAPACITY = 16;
const NEXT_CAPACITY = 1024;

/**
 * Vectors of unit length, one a slot, a byte for each dimension, which each vector scales for itself. They stand
 * column by column: a query's zeros cost nothing then, and of the built-in embedder's most parts are zero.
 */
export class VectorColumns {
  readonly #blocks: Block[] = [];

  /** @param dimensions as many as are known; they become more with a vector that has more. */
  constructor(private readonly dimensions: number) {}

  get bytes(): number {
    return this.#blocks.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  put(slot: number, vector: SparseVector): void {
    while (this.#blocks.length <= Math.floor(slot / BLOCK)) {
      this.#blocks.push(new Block(this.dimensions, this.#blocks.length === 0 ? FIRST_CAPACITY : NEXT_CAPACITY));
    }
    this.#blockOf(slot)?.put(slot % BLOCK, vector);
  }

  remove(slot: number): void {
    this.#blockOf(slot)?.remove(slot % BLOCK);
  }

  /** Of one slot, to another that is empty. */
  move(from: number, to: number): void {
    const vector = this.#blockOf(from)?.of(from % BLOCK);
    if (!vector) return;
    this.put(to, vector);
    this.remove(from);
  }

  /** Lets go of what is kept for this and all later slots, which are empty. */
  truncate(slots: number): void {
    this.#blocks.length = Math.min(this.#blocks.length, Math.ceil(slots / BLOCK));
    if (slots % BLOCK > 0) this.#blockOf(slots)?.shrink(slots % BLOCK);
  }

  /**
   * The vectors that point most the same way as the query, each with the cosine between them; only those above 0.
   * @param searched with room that is all zero; with anything afterwards.
   */
  search(query: SparseVector, most: number, { room: { scores }, end, idOf }: Searched): Scored[] {
    this.#blocks.forEach((block, i) => {
      block.score(query, scores.subarray(i * BLOCK, Math.min(end, (i + 1) * BLOCK)));
    });
    return best(scores, end, most, idOf);
  }

  #blockOf(slot: number): Block | undefined {
    return this.#blocks[Math.floor(slot / BLOCK)];
  }
}

class Block {
  #capacity = 0;
  #columns = new Int8Array(0);
  /** What one step of the bytes of each is worth; 0 where there is no vector. */
  #steps = new Float32Array(0);

  constructor(
    private dimensions: number,
    private readonly leastCapacity: number,
  ) {}

  get bytes(): number {
    return this.#columns.byteLength + this.#steps.byteLength;
  }

  put(at: number, { dimensions, parts }: SparseVector): void {
    if ((this.#steps[at] ?? 0) > 0) this.remove(at);
    let greatest = 0;
    for (const part of parts) greatest = Math.max(greatest, Math.abs(part));
    let last = -1;
    for (const dimension of dimensions) last = Math.max(last, dimension);
    if (at >= this.#capacity || last >= this.dimensions) {
      this.dimensions = Math.max(this.dimensions, last + 1);
      this.#resize(Math.max(this.#capacity, this.#capacityFor(at + 1)));
    }
    const step = greatest / FULL;
    this.#steps[at] = step;
    for (let i = 0; i < parts.length; i += 1) {
      this.#columns[(dimensions[i] ?? 0) * this.#capacity + at] = Math.round((parts[i] ?? 0) / step);
    }
  }

  /** As it is kept, so that to put it again changes nothing. */
  of(at: number): SparseVector | undefined {
    const step = this.#steps[at] ?? 0;
    if (step === 0) return undefined;
    const vector: { dimensions: number[]; parts: number[] } = { dimensions: [], parts: [] };
    for (let d = 0; d < this.dimensions; d += 1) {
      const value = this.#columns[d * this.#capacity + at] ?? 0;
      if (value === 0) continue;
      vector.dimensions.push(d);
      vector.parts.push(value * step);
    }
    return vector;
  }

  remove(at: number): void {
    if (at >= this.#capacity || this.#steps[at] === 0) return;
    this.#steps[at] = 0;
    for (let d = 0; d < this.dimensions; d += 1) this.#columns[d * this.#capacity + at] = 0;
  }

  /** Lets go of all but about the first so many. */
  shrink(count: number): void {
    const capacity = this.#capacityFor(count);
    if (capacity < this.#capacity) this.#resize(capacity);
  }

  /** @param scores of the slots of this block; all zero before. */
  score(query: SparseVector, scores: Float64Array): void {
    const steps = this.#steps;
    const count = Math.min(this.#capacity, scores.length);
    for (let i = 0; i < query.parts.length; i += 4) this.#addFour(query, i, count, scores);
    for (let at = 0; at < count; at += 1) scores[at] = (scores[at] ?? 0) * (steps[at] ?? 0);
  }

  /** Four columns at once spare three of four looks at the scores. */
  #addFour({ dimensions, parts }: SparseVector, from: number, count: number, scores: Float64Array): void {
    const column = (i: number): Int8Array => {
      const start = (dimensions[i] ?? 0) * this.#capacity;
      return this.#columns.subarray(start, start + count);
    };
    const [pa = 0, pb = 0, pc = 0, pd = 0] = [parts[from], parts[from + 1], parts[from + 2], parts[from + 3]];
    const [ca, cb, cc, cd] = [column(from), column(from + 1), column(from + 2), column(from + 3)];
    for (let at = 0; at < count; at += 1) {
      scores[at] =
        (scores[at] ?? 0) + pa * (ca[at] ?? 0) + pb * (cb[at] ?? 0) + pc * (cc[at] ?? 0) + pd * (cd[at] ?? 0);
    }
  }

  #resize(capacity: number): void {
    const columns = new Int8Array(capacity * this.dimensions);
    const kept = Math.min(capacity, this.#capacity);
    for (let d = 0; d * this.#capacity < this.#columns.length; d += 1) {
      const start = d * this.#capacity;
      columns.set(this.#columns.subarray(start, start + kept), d * capacity);
    }
    const steps = new Float32Array(capacity);
    steps.set(this.#steps.subarray(0, kept));
    [this.#columns, this.#steps, this.#capacity] = [columns, steps, capacity];
  }

  /** The power of two that has room for so many, up to all of a block. */
  #capacityFor(count: number): number {
    return Math.max(this.leastCapacity, 2 ** Math.ceil(Math.log2(count)));
  }
}
