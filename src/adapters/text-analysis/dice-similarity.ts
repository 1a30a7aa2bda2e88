/** The minimum length of the longer term: shorter terms share bigrams by chance. */
const MIN_LONGER_TERM_LENGTH = 6;
const MIN_SIMILARITY = 0.65;

/** Dice's coefficient of letter bigrams, for words of one root with different stems and misspelt words. */
export class DiceSimilarity {
  /** The bigrams of the term, each with the last round (comparison) in which the other term had it. */
  readonly #lastRoundByBigram = new Map<number, number>();
  #round = 0;

  constructor(private readonly term: string) {
    for (let index = 0; index + 1 < term.length; index += 1) this.#lastRoundByBigram.set(getBigram(term, index), 0);
  }

  /** @param otherBigramCount see `countBigrams`. @returns 0 to 1; 0 for less than `MIN_SIMILARITY`. */
  compareTo(other: string, otherBigramCount: number): number {
    if (Math.max(this.term.length, other.length) < MIN_LONGER_TERM_LENGTH) return 0;
    const totalBigramCount = this.#lastRoundByBigram.size + otherBigramCount;
    // Even if they shared as many bigrams as possible, the similarity would be too low.
    if (2 * Math.min(this.#lastRoundByBigram.size, otherBigramCount) < MIN_SIMILARITY * totalBigramCount) return 0;
    this.#round += 1;
    let sharedBigramCount = 0;
    for (let index = 0; index + 1 < other.length; index += 1) {
      const bigram = getBigram(other, index);
      const lastRound = this.#lastRoundByBigram.get(bigram);
      if (lastRound === undefined || lastRound === this.#round) continue;
      this.#lastRoundByBigram.set(bigram, this.#round);
      sharedBigramCount += 1;
    }
    const similarity = (2 * sharedBigramCount) / totalBigramCount;
    return similarity < MIN_SIMILARITY ? 0 : similarity;
  }
}

/** Returns the number of distinct bigrams. It needs no set, because terms are short (`MAX_WORD_LENGTH`). */
export function countBigrams(term: string): number {
  let distinctCount = 0;
  for (let index = 0; index + 1 < term.length; index += 1) {
    const bigram = getBigram(term, index);
    let earlierIndex = index - 1;
    while (earlierIndex >= 0 && getBigram(term, earlierIndex) !== bigram) earlierIndex -= 1;
    if (earlierIndex < 0) distinctCount += 1;
  }
  return distinctCount;
}

const getBigram = (term: string, index: number): number => (term.charCodeAt(index) << 16) | term.charCodeAt(index + 1);
