import { best, type Scored } from "./best.js";

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

  put(slot: number, vector: Float32Array): void {
    if ((this.#steps[slot] ?? 0) > 0) this.remove(slot);
    if (slot >= this.#capacity) this.reserve(Math.max(16, slot + 1, Math.ceil(this.#capacity * 1.5)));
    const columns = this.#columns;
    const capacity = this.#capacity;
    const parts: number[] = [];
    let greatest = 0;
    for (let d = 0; d < vector.length; d += 1) {
      const part = vector[d] ?? 0;
      if (part === 0) continue;
      parts.push(d);
      greatest = Math.max(greatest, Math.abs(part));
    }
    const step = greatest / FULL;
    this.#steps[slot] = step;
    for (const d of parts) columns[d * capacity + slot] = Math.round((vector[d] ?? 0) / step);
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
   * @param scores all zero, for every slot; anything afterwards.
   */
  search(
    query: Float32Array,
    most: number,
    { scores, end, idOf }: { scores: Float64Array; end: number; idOf: (slot: number) => string | undefined },
  ): Scored[] {
    const slots = Math.min(end, this.#capacity);
    const parts = [...query.keys()].filter((d) => query[d] !== 0);
    for (let i = 0; i < parts.length; i += 4) this.#addFour(query, parts.slice(i, i + 4), slots, scores);
    const steps = this.#steps;
    for (let slot = 0; slot < slots; slot += 1) scores[slot] = (scores[slot] ?? 0) * (steps[slot] ?? 0);
    return best(scores, slots, most, idOf);
  }

  /** Four columns at once spare three of four looks at the scores. */
  #addFour(query: Float32Array, [a = 0, b = -1, c = -1, d = -1]: number[], slots: number, scores: Float64Array): void {
    const part = (dimension: number): number => (dimension < 0 ? 0 : (query[dimension] ?? 0));
    const column = (dimension: number): Int8Array => {
      const from = Math.max(0, dimension) * this.#capacity;
      return this.#columns.subarray(from, from + slots);
    };
    const [pa, pb, pc, pd] = [part(a), part(b), part(c), part(d)];
    const [ca, cb, cc, cd] = [column(a), column(b), column(c), column(d)];
    for (let slot = 0; slot < slots; slot += 1) {
      scores[slot] =
        (scores[slot] ?? 0) + pa * (ca[slot] ?? 0) + pb * (cb[slot] ?? 0) + pc * (cc[slot] ?? 0) + pd * (cd[slot] ?? 0);
    }
  }
}
