/** The working memory of a search, by slot; all zero at its beginning. */
export interface ScoreBuffers {
  readonly scores: Float64Array;
  /** The scores of the current term group; zero between groups. */
  readonly groupScores: Float64Array;
  /** The number of matching term groups. */
  readonly matchCounts: Uint8Array;
}

/** The slots of one search, with its buffers. */
export interface SearchScope {
  readonly buffers: ScoreBuffers;
  readonly slotCount: number;
  readonly getId: GetId;
}

/** Buffers that all searches share, one after the other. */
export class ScoreBufferPool {
  #buffers = createScoreBuffers(1024);

  /** @returns zeroed buffers for at least `slotCount` slots, valid until the next call. */
  getZeroed(slotCount: number): ScoreBuffers {
    if (this.#buffers.scores.length < slotCount) this.#buffers = createScoreBuffers(Math.ceil(slotCount * 1.25));
    else
      for (const buffer of Object.values(this.#buffers) as (Float64Array | Uint8Array)[]) buffer.fill(0, 0, slotCount);
    return this.#buffers;
  }
}

const createScoreBuffers = (slotCount: number): ScoreBuffers => ({
  scores: new Float64Array(slotCount),
  groupScores: new Float64Array(slotCount),
  matchCounts: new Uint8Array(slotCount),
});

/** A slot with its score. */
export interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

/** Returns the ID of the text in a slot; undefined for an empty slot. */
type GetId = (slot: number) => string | undefined;

/** Returns the `limit` slots with the highest scores above 0, best first; slots of the same score by their ID. */
export function selectTopK(scores: Float64Array, slotCount: number, limit: number, getId: GetId): ScoredSlot[] {
  const ranking = new BoundedRanking(Math.min(limit, slotCount), getId);
  for (let slot = 0; slot < slotCount; slot += 1) {
    const score = scores[slot] ?? 0;
    if (score > 0 && score >= ranking.minScore) ranking.add(slot, score);
  }
  return ranking.toArray();
}

/** The best slots so far, in order. Insertion is cheap, because few candidates ever rank among them. */
class BoundedRanking {
  /** Lower scores are rejected. */
  minScore = 0;
  #lastId = "";
  #size = 0;
  readonly #slots: Int32Array;
  readonly #scores: Float64Array;

  constructor(
    private readonly capacity: number,
    private readonly getId: GetId,
  ) {
    this.#slots = new Int32Array(capacity);
    this.#scores = new Float64Array(capacity);
  }

  add(slot: number, score: number): void {
    const id = this.getId(slot);
    if (id === undefined) return;
    // When many scores are equal, most candidates rank behind the last one.
    if (score === this.minScore && this.#lastId < id) return;
    const index = this.#findPosition(id, score);
    this.#slots.copyWithin(index + 1, index, this.#size);
    this.#scores.copyWithin(index + 1, index, this.#size);
    this.#slots[index] = slot;
    this.#scores[index] = score;
    if (this.#size < this.capacity) this.#size += 1;
    if (this.#size < this.capacity) return;
    this.minScore = this.#scores[this.capacity - 1] ?? 0;
    this.#lastId = this.getId(this.#slots[this.capacity - 1] ?? 0) ?? "";
  }

  toArray(): ScoredSlot[] {
    return Array.from({ length: this.#size }, (_, index) => ({
      slot: this.#slots[index] ?? 0,
      score: this.#scores[index] ?? 0,
    }));
  }

  /** Returns the number of better slots. */
  #findPosition(id: string, score: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBetter(middle, id, score)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBetter(index: number, id: string, score: number): boolean {
    const otherScore = this.#scores[index] ?? 0;
    return otherScore > score || (otherScore === score && (this.getId(this.#slots[index] ?? 0) ?? "") < id);
  }
}
