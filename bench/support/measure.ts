/** The middle of some numbers; NaN when there are none. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of the values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[rank] ?? NaN;
}

/** Runs the task some times after a warm-up and answers how long each run took, in milliseconds. */
export async function times(runs: number, task: (run: number) => unknown): Promise<number[]> {
  const warmUps = Math.ceil(runs / 5);
  const taken: number[] = [];
  for (let run = -warmUps; run < runs; run += 1) {
    const begun = performance.now();
    await task(run);
    if (run >= 0) taken.push(performance.now() - begun);
  }
  return taken;
}

/** What a figure is to reach. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the report: what was measured, and what it is to reach, if anything. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: Goal;
}

export function isReached({ value, goal }: Figure): boolean {
  return !goal || ("atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost);
}

/** Measures two things in turn, so that both see the same moods of the machine. @returns the ratio of each pair. */
export async function ratios(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<number[]> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) found.push((await one()) / (await other()));
  return found;
}
