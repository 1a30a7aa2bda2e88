/** Something found, and how well it fits. */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

/** Undefined for a slot that is empty. */
export type IdOf = (slot: number) => string | undefined;

/** The `most` slots with the highest score above 0, best first, those of the same score by their id. */
export function best(scores: Float64Array, end: number, most: number, idOf: IdOf): Scored[] {
  const found = new Ranking(Math.min(most, end), idOf);
  for (let slot = 0; slot < end; slot += 1) {
    const score = scores[slot] ?? 0;
    if (score > 0 && score >= found.bar) found.add(slot, score);
  }
  return found.inOrder();
}

/** The best so far, in their order. Few of many are among them even for a moment, so to insert them is cheap. */
class Ranking {
  /** No lower score has a place. */
  bar = 0;
  #lastId = "";
  #size = 0;
  readonly #slots: Int32Array;
  readonly #scores: Float64Array;

  constructor(
    private readonly most: number,
    private readonly idOf: IdOf,
  ) {
    this.#slots = new Int32Array(most);
    this.#scores = new Float64Array(most);
  }

  add(slot: number, score: number): void {
    const id = this.idOf(slot);
    if (id === undefined) return;
    // Where many are alike, most stand behind the last.
    if (score === this.bar && this.#lastId < id) return;
    const at = this.#placeOf(id, score);
    this.#slots.copyWithin(at + 1, at, this.#size);
    this.#scores.copyWithin(at + 1, at, this.#size);
    this.#slots[at] = slot;
    this.#scores[at] = score;
    if (this.#size < this.most) this.#size += 1;
    if (this.#size < this.most) return;
    this.bar = this.#scores[this.most - 1] ?? 0;
    this.#lastId = this.idOf(this.#slots[this.most - 1] ?? 0) ?? "";
  }

  inOrder(): Scored[] {
    return Array.from({ length: this.#size }, (_, i) => ({ slot: this.#slots[i] ?? 0, score: this.#scores[i] ?? 0 }));
  }

  /** How many are better. */
  #placeOf(id: string, score: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBetter(middle, id, score)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isBetter(at: number, id: string, score: number): boolean {
    const other = this.#scores[at] ?? 0;
    return other > score || (other === score && (this.idOf(this.#slots[at] ?? 0) ?? "") < id);
  }
}
