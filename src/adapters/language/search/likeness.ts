/** The longer one has at least so many letters, or what they share is chance. */
const LEAST_LETTERS = 6;
const LEAST_LIKENESS = 0.65;

/**
 * How alike terms are to one that begin as it does, by the letters that they share two by two (Dice's coefficient):
 * those of one root that have not one stem, and those of which one is mistyped.
 */
export class Likeness {
  /** Each two letters of the one, by the round in which they were last seen in another. */
  readonly #grams = new Map<number, number>();
  #round = 0;

  constructor(private readonly one: string) {
    for (let at = 0; at + 1 < one.length; at += 1) this.#grams.set(gramAt(one, at), 0);
  }

  /**
   * @param grams of the other, as of `gramsIn`.
   * @returns 0 to 1; 0 for those that are too little alike to be of one kind.
   */
  to(other: string, grams: number): number {
    if (Math.max(this.one.length, other.length) < LEAST_LETTERS) return 0;
    const all = this.#grams.size + grams;
    // With all that they can share, they would not be alike enough.
    if (2 * Math.min(this.#grams.size, grams) < LEAST_LIKENESS * all) return 0;
    this.#round += 1;
    let common = 0;
    for (let at = 0; at + 1 < other.length; at += 1) {
      const gram = gramAt(other, at);
      const seen = this.#grams.get(gram);
      if (seen === undefined || seen === this.#round) continue;
      this.#grams.set(gram, this.#round);
      common += 1;
    }
    const value = (2 * common) / all;
    return value < LEAST_LIKENESS ? 0 : value;
  }
}

/** How many different two letters stand in the term side by side. Terms are short (`LONGEST_WORD`). */
export function gramsIn(term: string): number {
  let different = 0;
  for (let at = 0; at + 1 < term.length; at += 1) {
    const gram = gramAt(term, at);
    let before = at - 1;
    while (before >= 0 && gramAt(term, before) !== gram) before -= 1;
    if (before < 0) different += 1;
  }
  return different;
}

const gramAt = (term: string, at: number): number => (term.charCodeAt(at) << 16) | term.charCodeAt(at + 1);
