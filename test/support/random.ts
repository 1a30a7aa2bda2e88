/** Chance that can be repeated: the same seed draws the same numbers. */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed;
  }

  /** 0 to `below`, without it. */
  integer(below: number): number {
    return Math.floor(this.#next() * below);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  /** @throws Error when there is nothing to choose from. */
  of<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new Error("There is nothing to choose from");
    return choices[this.integer(choices.length)] as T;
  }

  /** The same values in another order. */
  shuffled<T>(values: readonly T[]): T[] {
    const result = [...values];
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = this.integer(i + 1);
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
