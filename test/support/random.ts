/** A pseudorandom number generator: the same seed produces the same numbers. */
export class SeededRandom {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed;
  }

  /** Returns an integer from 0 to `maxExclusive - 1`. */
  nextInteger(maxExclusive: number): number {
    return Math.floor(this.#next() * maxExclusive);
  }

  nextBoolean(probability: number): boolean {
    return this.#next() < probability;
  }

  /** @throws Error if there are no choices. */
  choose<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error("There is nothing to choose from");
    return choices[this.nextInteger(choices.length)] as T;
  }

  /** Returns the same values in random order. */
  shuffle<T>(values: readonly T[]): T[] {
    const result = [...values];
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = this.nextInteger(i + 1);
      [result[i], result[j]] = [result[j] as T, result[i] as T];
    }
    return result;
  }

  /** Mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
