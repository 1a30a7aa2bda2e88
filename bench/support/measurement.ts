/** @returns the median (nearest rank); NaN for an empty list. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of the values do not exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[rank] ?? NaN;
}

/** Runs the task `runs` times after a warm-up. @returns the duration of each run in milliseconds. */
export async function measureTimesMs(runs: number, task: (run: number) => unknown): Promise<number[]> {
  const warmUps = Math.ceil(runs / 5);
  const elapsedMs: number[] = [];
  for (let run = -warmUps; run < runs; run += 1) {
    const startedAtMs = performance.now();
    await task(run);
    if (run >= 0) elapsedMs.push(performance.now() - startedAtMs);
  }
  return elapsedMs;
}

/** The target of a figure. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

/** One row of the report. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: Goal;
}

export function isReached({ value, goal }: Figure): boolean {
  return !goal || ("atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost);
}

/** Alternates two measurements so that load on the machine affects both alike. @returns the ratio of each pair. */
export async function measureRatios(
  rounds: number,
  measure: () => Promise<number>,
  measureBaseline: () => Promise<number>,
): Promise<number[]> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) ratios.push((await measure()) / (await measureBaseline()));
  return ratios;
}
