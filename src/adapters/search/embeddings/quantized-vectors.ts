import { selectTopK, type ScoredSlot, type SearchScope } from "../score-buffers.js";

/** The maximum magnitude of a quantised component. */
const MAX_QUANTIZED_VALUE = 127;
/** The measured memory of a vector's objects, without its components. */
const VECTOR_BYTES = 250;

interface QuantizedVector {
  readonly components: Int8Array;
  /** The value of one quantisation step. */
  readonly scale: number;
}

/** Vectors of unit length, one per slot, with one byte per dimension and one scale per vector. */
export class QuantizedVectors {
  readonly #vectors: (QuantizedVector | undefined)[] = [];
  #bytes = 0;

  /** The estimated memory, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  put(slot: number, vector: Float32Array): void {
    let maxMagnitude = 0;
    for (const value of vector) maxMagnitude = Math.max(maxMagnitude, Math.abs(value));
    const scale = maxMagnitude / MAX_QUANTIZED_VALUE;
    const components = new Int8Array(vector.length);
    for (let i = 0; i < vector.length; i += 1) components[i] = Math.round((vector[i] ?? 0) / scale);
    this.#set(slot, scale > 0 ? { components, scale } : undefined);
  }

  remove(slot: number): void {
    if (this.#vectors[slot]) this.#set(slot, undefined);
  }

  /** Moves a vector to an empty slot. */
  move(from: number, to: number): void {
    const vector = this.#vectors[from];
    if (!vector) return;
    this.#set(from, undefined);
    this.#set(to, vector);
  }

  /** Releases the memory of the slots from `slotCount` on, which must be empty. */
  truncate(slotCount: number): void {
    if (slotCount < this.#vectors.length) this.#vectors.length = slotCount;
  }

  /** Returns the vectors most similar to the query, by cosine, if above 0. The scores must be zero before. */
  search(query: Float32Array, limit: number, { buffers: { scores }, slotCount, getId }: SearchScope): ScoredSlot[] {
    this.#vectors.forEach((vector, slot) => {
      if (vector) scores[slot] = vector.scale * computeDotProduct(query, vector.components);
    });
    return selectTopK(scores, slotCount, limit, getId);
  }

  #set(slot: number, vector: QuantizedVector | undefined): void {
    this.#bytes += computeBytes(vector) - computeBytes(this.#vectors[slot]);
    while (this.#vectors.length < slot) this.#vectors.push(undefined);
    this.#vectors[slot] = vector;
  }
}

const computeBytes = (vector: QuantizedVector | undefined): number =>
  vector ? VECTOR_BYTES + vector.components.byteLength : 0;

function computeDotProduct(query: Float32Array, components: Int8Array): number {
  const length = Math.min(query.length, components.length);
  let sum = 0;
  for (let i = 0; i < length; i += 1) sum += (query[i] ?? 0) * (components[i] ?? 0);
  return sum;
}
