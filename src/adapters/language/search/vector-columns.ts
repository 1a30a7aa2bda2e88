import { best, type Scored } from "./best.js";
import type { Searched } from "./scratch.js";
import type { SparseVector } from "./sparse-vector.js";

/** The greatest number that is kept for a part of a vector. */
const FULL = 127;

/**
 * Vectors of unit length, one a slot, a byte for each dimension, which each vector scales for itself. They stand
 * column by column: a query's zeros cost nothing then, and of the built-in embedder's most parts are zero.
 */
export class VectorColumns {
  #capacity = 0;
  #columns = new Int8Array(0);
  /** By slot: what one step of its bytes is worth; 0 where there is no vector. */
  #steps = new Float32Array(0);

  constructor(readonly dimensions: number) {}

  get bytes(): number {
    return this.#columns.byteLength + this.#steps.byteLength;
  }

  /** Makes room for so many slots at once. */
  reserve(slots: number): void {
    if (slots <= this.#capacity) return;
    const columns = new Int8Array(slots * this.dimensions);
    for (let d = 0; d < this.dimensions; d += 1) {
      columns.set(this.#columns.subarray(d * this.#capacity, (d + 1) * this.#capacity), d * slots);
    }
    const steps = new Float32Array(slots);
    steps.set(this.#steps);
    [this.#columns, this.#steps, this.#capacity] = [columns, steps, slots];
  }

  put(slot: number, { dimensions, parts }: SparseVector): void {
    if ((this.#steps[slot] ?? 0) > 0) this.remove(slot);
    if (slot >= this.#capacity) this.reserve(Math.max(16, slot + 1, Math.ceil(this.#capacity * 1.5)));
    const columns = this.#columns;
    const capacity = this.#capacity;
    let greatest = 0;
    for (const part of parts) greatest = Math.max(greatest, Math.abs(part));
    const step = greatest / FULL;
    this.#steps[slot] = step;
    for (let i = 0; i < parts.length; i += 1) {
      columns[(dimensions[i] ?? 0) * capacity + slot] = Math.round((parts[i] ?? 0) / step);
    }
  }

  remove(slot: number): void {
    if (slot >= this.#capacity) return;
    this.#steps[slot] = 0;
    for (let d = 0; d < this.dimensions; d += 1) this.#columns[d * this.#capacity + slot] = 0;
  }

  /** As `InvertedIndex.compact`. */
  compact(newSlotOf: readonly (number | undefined)[]): void {
    const [columns, steps, before] = [this.#columns, this.#steps, this.#capacity];
    const moves: [number, number][] = [];
    newSlotOf.forEach((to, from) => {
      if (to !== undefined && from < before) moves.push([from, to]);
    });
    [this.#columns, this.#steps, this.#capacity] = [new Int8Array(0), new Float32Array(0), 0];
    this.reserve(Math.ceil(moves.length * 1.1));
    for (const [from, to] of moves) this.#steps[to] = steps[from] ?? 0;
    for (let d = 0; d < this.dimensions; d += 1) {
      const [old, now] = [d * before, d * this.#capacity];
      for (const [from, to] of moves) this.#columns[now + to] = columns[old + from] ?? 0;
    }
  }

  /**
   * The vectors that point most the same way as the query, each with the cosine between them; only those above 0.
   * @param searched with room that is all zero; with anything afterwards.
   */
  search(query: SparseVector, most: number, { room: { scores }, end, idOf }: Searched): Scored[] {
    const slots = Math.min(end, this.#capacity);
    for (let i = 0; i < query.parts.length; i += 4) this.#addFour(query, i, slots, scores);
    const steps = this.#steps;
    for (let slot = 0; slot < slots; slot += 1) scores[slot] = (scores[slot] ?? 0) * (steps[slot] ?? 0);
    return best(scores, slots, most, idOf);
  }

  /** Four columns at once spare three of four looks at the scores. */
  #addFour({ dimensions, parts }: SparseVector, from: number, slots: number, scores: Float64Array): void {
    const column = (i: number): Int8Array => {
      const start = (dimensions[i] ?? 0) * this.#capacity;
      return this.#columns.subarray(start, start + slots);
    };
    const [pa = 0, pb = 0, pc = 0, pd = 0] = parts.slice(from, from + 4);
    const [ca, cb, cc, cd] = [column(from), column(from + 1), column(from + 2), column(from + 3)];
    for (let slot = 0; slot < slots; slot += 1) {
      scores[slot] =
        (scores[slot] ?? 0) + pa * (ca[slot] ?? 0) + pb * (cb[slot] ?? 0) + pc * (cc[slot] ?? 0) + pd * (cd[slot] ?? 0);
    }
  }
}
