import type { DataVersions } from "../ports/driven/data-versions.js";

interface Kept<T> {
  readonly answer: T;
  /** The data version before it was asked for. */
  readonly asOf: number;
  readonly weight: number;
}

/** In characters: a longer one would weigh more than its answer, and is hardly asked twice. */
const LONGEST_QUESTION = 1_000;

/**
 * Answers that are asked for again and again (by a client that polls, a page that is reloaded), kept for as long as
 * nothing of their user changes: the ones asked for last, in two generations of which the older is dropped as a whole,
 * so that an answer that is asked for costs no reordering. They weigh no more than `most` together.
 */
export class Remembered<T> {
  private young = new Map<string, Kept<T>>();
  private old = new Map<string, Kept<T>>();
  /** Of the young ones. */
  private weight = 0;

  /** @param dataVersions without it every answer is asked for anew. */
  constructor(
    private readonly dataVersions: DataVersions | undefined,
    private readonly most: number,
  ) {}

  /** What `ask` answers, or has answered when nothing has changed since. Undefined answers are not kept. */
  async get(
    userId: string,
    question: string,
    ask: () => Promise<T>,
    weigh: (answer: T) => number = () => 1,
  ): Promise<T> {
    if (!this.dataVersions || question.length > LONGEST_QUESTION) return ask();
    const asOf = this.dataVersions.current(userId);
    const key = `${userId}\n${question}`;
    const known = this.recall(key);
    if (known?.asOf === asOf) return known.answer;
    const answer = await ask();
    // What changed while it was asked for may or may not be in it.
    if (answer !== undefined && this.dataVersions.current(userId) === asOf) {
      this.keep(key, { answer, asOf, weight: weigh(answer) });
    }
    return answer;
  }

  private recall(key: string): Kept<T> | undefined {
    const young = this.young.get(key);
    if (young) return young;
    const old = this.old.get(key);
    if (old) this.keep(key, old);
    return old;
  }

  private keep(key: string, kept: Kept<T>): void {
    const half = this.most / 2;
    this.weight -= this.young.get(key)?.weight ?? 0;
    this.young.delete(key);
    if (kept.weight > half) return;
    if (this.weight + kept.weight > half) {
      this.old = this.young;
      this.young = new Map();
      this.weight = 0;
    }
    this.young.set(key, kept);
    this.weight += kept.weight;
  }
}
