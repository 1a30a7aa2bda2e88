import { selectTopK, type ScoredSlot, type SearchScope } from "../score-buffers.js";
import type { SparseVector } from "./vector-source.js";

/** The maximum magnitude of a quantised component. */
const MAX_QUANTIZED_VALUE = 127;
/** The number of slots in a block: few enough to copy a block at once, and for locality of memory. */
const SLOTS_PER_BLOCK = 4096;
/** The minimum capacities of the first block and of later ones; an index with several blocks is large. */
const MIN_FIRST_BLOCK_CAPACITY = 16;
const MIN_LATER_BLOCK_CAPACITY = 1024;

/**
 * Vectors of unit length, one per slot, with one byte per dimension and one scale per vector. They are stored by
 * column, so that zeros of the query cost nothing; most components of the built-in embedder's vectors are zero.
 */
export class QuantizedVectors {
  readonly #blocks: Block[] = [];

  /** @param dimensionCount the expected number of dimensions; a vector with more extends it. */
  constructor(private readonly dimensionCount: number) {}

  get bytes(): number {
    return this.#blocks.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  put(slot: number, vector: SparseVector): void {
    while (this.#blocks.length <= Math.floor(slot / SLOTS_PER_BLOCK)) {
      this.#blocks.push(
        new Block(this.dimensionCount, this.#blocks.length === 0 ? MIN_FIRST_BLOCK_CAPACITY : MIN_LATER_BLOCK_CAPACITY),
      );
    }
    this.#getBlock(slot)?.put(slot % SLOTS_PER_BLOCK, vector);
  }

  remove(slot: number): void {
    this.#getBlock(slot)?.remove(slot % SLOTS_PER_BLOCK);
  }

  /** Moves a vector to an empty slot. */
  move(from: number, to: number): void {
    const vector = this.#getBlock(from)?.get(from % SLOTS_PER_BLOCK);
    if (!vector) return;
    this.put(to, vector);
    this.remove(from);
  }

  /** Releases the memory of the slots from `slotCount` on, which must be empty. */
  truncate(slotCount: number): void {
    this.#blocks.length = Math.min(this.#blocks.length, Math.ceil(slotCount / SLOTS_PER_BLOCK));
    if (slotCount % SLOTS_PER_BLOCK > 0) this.#getBlock(slotCount)?.shrink(slotCount % SLOTS_PER_BLOCK);
  }

  /**
   * Returns the vectors with the greatest cosine similarity to the query, if it is above 0. The score buffers must be
   * zero before, and are not zero afterwards.
   */
  search(query: SparseVector, limit: number, { buffers: { scores }, slotCount, getId }: SearchScope): ScoredSlot[] {
    this.#blocks.forEach((block, blockIndex) => {
      block.score(
        query,
        scores.subarray(blockIndex * SLOTS_PER_BLOCK, Math.min(slotCount, (blockIndex + 1) * SLOTS_PER_BLOCK)),
      );
    });
    return selectTopK(scores, slotCount, limit, getId);
  }

  #getBlock(slot: number): Block | undefined {
    return this.#blocks[Math.floor(slot / SLOTS_PER_BLOCK)];
  }
}

class Block {
  #capacity = 0;
  #columns = new Int8Array(0);
  /** The value of one quantisation step of each vector; 0 for a slot without a vector. */
  #scales = new Float32Array(0);

  constructor(
    private dimensionCount: number,
    private readonly minCapacity: number,
  ) {}

  get bytes(): number {
    return this.#columns.byteLength + this.#scales.byteLength;
  }

  put(index: number, { dimensions, values }: SparseVector): void {
    if ((this.#scales[index] ?? 0) > 0) this.remove(index);
    let maxMagnitude = 0;
    for (const value of values) maxMagnitude = Math.max(maxMagnitude, Math.abs(value));
    let maxDimension = -1;
    for (const dimension of dimensions) maxDimension = Math.max(maxDimension, dimension);
    if (index >= this.#capacity || maxDimension >= this.dimensionCount) {
      this.dimensionCount = Math.max(this.dimensionCount, maxDimension + 1);
      this.#resize(Math.max(this.#capacity, this.#computeCapacity(index + 1)));
    }
    const scale = maxMagnitude / MAX_QUANTIZED_VALUE;
    this.#scales[index] = scale;
    for (let i = 0; i < values.length; i += 1) {
      this.#columns[(dimensions[i] ?? 0) * this.#capacity + index] = Math.round((values[i] ?? 0) / scale);
    }
  }

  /** Returns the quantised vector; storing it again changes nothing. */
  get(index: number): SparseVector | undefined {
    const scale = this.#scales[index] ?? 0;
    if (scale === 0) return undefined;
    const vector: { dimensions: number[]; values: number[] } = { dimensions: [], values: [] };
    for (let dimension = 0; dimension < this.dimensionCount; dimension += 1) {
      const value = this.#columns[dimension * this.#capacity + index] ?? 0;
      if (value === 0) continue;
      vector.dimensions.push(dimension);
      vector.values.push(value * scale);
    }
    return vector;
  }

  remove(index: number): void {
    if (index >= this.#capacity || this.#scales[index] === 0) return;
    this.#scales[index] = 0;
    for (let dimension = 0; dimension < this.dimensionCount; dimension += 1)
      this.#columns[dimension * this.#capacity + index] = 0;
  }

  /** Reduces the capacity to what `count` slots need. */
  shrink(count: number): void {
    const capacity = this.#computeCapacity(count);
    if (capacity < this.#capacity) this.#resize(capacity);
  }

  /** @param scores of the slots of this block; all zero before. */
  score(query: SparseVector, scores: Float64Array): void {
    const scales = this.#scales;
    const count = Math.min(this.#capacity, scores.length);
    for (let i = 0; i < query.values.length; i += 4) this.#addFourColumns(query, i, count, scores);
    for (let index = 0; index < count; index += 1) scores[index] = (scores[index] ?? 0) * (scales[index] ?? 0);
  }

  /** Adds four columns at once, which saves three of four accesses to the scores. */
  #addFourColumns({ dimensions, values }: SparseVector, from: number, count: number, scores: Float64Array): void {
    const column = (i: number): Int8Array => {
      const start = (dimensions[i] ?? 0) * this.#capacity;
      return this.#columns.subarray(start, start + count);
    };
    const [pa = 0, pb = 0, pc = 0, pd = 0] = [values[from], values[from + 1], values[from + 2], values[from + 3]];
    const [ca, cb, cc, cd] = [column(from), column(from + 1), column(from + 2), column(from + 3)];
    for (let index = 0; index < count; index += 1) {
      scores[index] =
        (scores[index] ?? 0) +
        pa * (ca[index] ?? 0) +
        pb * (cb[index] ?? 0) +
        pc * (cc[index] ?? 0) +
        pd * (cd[index] ?? 0);
    }
  }

  #resize(capacity: number): void {
    const columns = new Int8Array(capacity * this.dimensionCount);
    const copiedCount = Math.min(capacity, this.#capacity);
    for (let dimension = 0; dimension * this.#capacity < this.#columns.length; dimension += 1) {
      const start = dimension * this.#capacity;
      columns.set(this.#columns.subarray(start, start + copiedCount), dimension * capacity);
    }
    const scales = new Float32Array(capacity);
    scales.set(this.#scales.subarray(0, copiedCount));
    [this.#columns, this.#scales, this.#capacity] = [columns, scales, capacity];
  }

  /** The next power of two, but at least the minimum capacity. */
  #computeCapacity(count: number): number {
    return Math.max(this.minCapacity, 2 ** Math.ceil(Math.log2(count)));
  }
}
