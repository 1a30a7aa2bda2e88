/** The working memory of a search, by slot; all zero at its beginning. */
export interface ScoreBuffers {
  readonly scores: Float64Array;
  /** The scores of the current term group; zero between groups. */
  readonly groupScores: Float64Array;
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
    else for (const buffer of Object.values(this.#buffers) as Float64Array[]) buffer.fill(0, 0, slotCount);
    return this.#buffers;
  }
}

const createScoreBuffers = (slotCount: number): ScoreBuffers => ({
  scores: new Float64Array(slotCount),
  groupScores: new Float64Array(slotCount),
});

/** A slot with its score. */
export interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

/** Returns the ID of the text in a slot; undefined for an empty slot. */
type GetId = (slot: number) => string | undefined;

/** How many candidates are collected beyond the limit before the best ones are selected. */
const EXTRA_CANDIDATES = 256;

/** Returns the `limit` slots with the highest scores above 0, best first; slots of the same score by their ID. */
export function selectTopK(scores: Float64Array, slotCount: number, limit: number, getId: GetId): ScoredSlot[] {
  const isIdLess = (a: number, b: number): boolean => (getId(a) ?? "") < (getId(b) ?? "");
  const selectBest = (candidates: ScoredSlot[]): ScoredSlot[] =>
    candidates.sort((a, b) => b.score - a.score || (isIdLess(a.slot, b.slot) ? -1 : 1)).slice(0, limit);
  let candidates: ScoredSlot[] = [];
  /** The worst of the best so far; candidates that rank behind it are skipped. */
  let last: ScoredSlot | undefined;
  for (let slot = 0; slot < slotCount; slot += 1) {
    const score = scores[slot] ?? 0;
    if (score <= (last?.score ?? 0) && !(last?.score === score && isIdLess(slot, last.slot))) continue;
    if (getId(slot) === undefined) continue;
    candidates.push({ slot, score });
    if (candidates.length < limit + EXTRA_CANDIDATES) continue;
    candidates = selectBest(candidates);
    last = candidates.at(-1);
  }
  return selectBest(candidates);
}
