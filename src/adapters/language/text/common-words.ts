import type { Sentence } from "./analysis.js";

/** A short talk has hardly more. */
const MOST = 50;

/** The words that stand in the most sentences, each once: by them a game is told from a meeting. */
export function commonWords(sentences: readonly Sentence[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { words } of sentences) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Array.from(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST)
    .map(([word]) => word);
}
