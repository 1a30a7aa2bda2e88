/** The candidate that was most likely meant: at most a third of its letters are wrong. Undefined when there is none. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({ candidate, distance: distance(bare(word), bare(candidate)) }))
    .filter(({ candidate, distance }) => distance <= bare(candidate).length / 3)
    .toSorted((one, other) => one.distance - other.distance);
  return near[0]?.candidate;
}

const bare = (name: string): string => name.replace(/^MNEME_/, "");

/** Levenshtein's: how many letters must be put in, taken out or exchanged. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const [left = 0, above = 0, corner = 0] = [next[column], row[column + 1], row[column]];
      next.push(Math.min(left + 1, above + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
