/**
 * What a neighbour's score adds to that of a snippet: of the next ones, and of those behind them. Tuned on the tune
 * part of `bench/retrieval/talks.json`.
 */
export const NEIGHBOURS: readonly number[] = [0.8, 0.5];

/**
 * In talk an answer stands beside what the question has in common with it: so what stands beside counts. Also for a
 * snippet that has nothing itself.
 * @param scores by the snippet's place in its conversation.
 * @param count how many snippets the conversation has.
 * @param parts as `NEIGHBOURS`.
 */
export function withNeighbours(
  scores: ReadonlyMap<number, number>,
  count: number,
  parts: readonly number[],
): Map<number, number> {
  const sums = new Map<number, number>();
  const add = (at: number, score: number): void => {
    if (at >= 0 && at < count) sums.set(at, (sums.get(at) ?? 0) + score);
  };
  for (const [at, score] of scores) {
    add(at, score);
    parts.forEach((part, i) => {
      add(at - i - 1, part * score);
      add(at + i + 1, part * score);
    });
  }
  return sums;
}
