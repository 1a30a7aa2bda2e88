import type { Changes } from "../ports/driven/changes.js";

interface Kept<T> {
  readonly answer: T;
  /** What `Changes` said before it was asked for. */
  readonly asOf: number;
  readonly weight: number;
}

/**
 * Answers that are asked for again and again (by a client that polls, a page that is reloaded), kept for as long as
 * nothing of their user changes: the ones asked for last, as long as they weigh no more than `most` together.
 */
export class Remembered<T> {
  /** From the one asked for longest ago on. */
  private readonly kept = new Map<string, Kept<T>>();
  private weight = 0;

  /** @param changes without it every answer is asked for anew. */
  constructor(
    private readonly changes: Changes | undefined,
    private readonly most: number,
  ) {}

  /** What `ask` answers, or has answered when nothing has changed since. Undefined answers are not kept. */
  async get(
    userId: string,
    question: string,
    ask: () => Promise<T>,
    weigh: (answer: T) => number = () => 1,
  ): Promise<T> {
    if (!this.changes) return ask();
    const asOf = this.changes.current(userId);
    const key = `${userId}\n${question}`;
    const known = this.kept.get(key);
    if (known) this.drop(key, known);
    if (known?.asOf === asOf) {
      this.keep(key, known);
      return known.answer;
    }
    const answer = await ask();
    // What changed while it was asked for may or may not be in it.
    if (answer !== undefined && this.changes.current(userId) === asOf) {
      this.keep(key, { answer, asOf, weight: weigh(answer) });
    }
    return answer;
  }

  private keep(key: string, kept: Kept<T>): void {
    this.kept.set(key, kept);
    this.weight += kept.weight;
    for (const [oldest, { weight }] of this.kept) {
      if (this.weight <= this.most) return;
      this.kept.delete(oldest);
      this.weight -= weight;
    }
  }

  private drop(key: string, { weight }: Kept<T>): void {
    this.kept.delete(key);
    this.weight -= weight;
  }
}
