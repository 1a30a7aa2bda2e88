import type { Sentence } from "./analysis.js";

export const PARTS = 5;
const SHORT = 12;

/** Which part of the conversation each sentence is in; parts have as many words, for turns differ in length. */
export function placesOf(sentences: readonly Sentence[]): readonly number[] {
  const parts = isShort(sentences) ? 1 : PARTS;
  const total = sentences.reduce((sum, { words }) => sum + words.length, 0);
  let before = 0;
  return sentences.map(({ words }) => {
    const part = Math.floor((before * parts) / Math.max(1, total));
    before += words.length;
    return Math.min(part, parts - 1);
  });
}

/** So short that it has one part. */
export const isShort = (sentences: readonly Sentence[]): boolean => sentences.length < SHORT;

/** A conversation of more sentences has phrases that come up often enough to be counted. */
const SHORT_TALK = 60;

/** So short that hardly anything comes up again. */
export const isShortTalk = (sentences: readonly Sentence[]): boolean => sentences.length < SHORT_TALK;

/** The best of each part of the conversation, best first; a short conversation has one part. */
export function inParts<T>(
  items: readonly T[],
  partOf: (item: T) => number,
  valueOf: (item: T) => number,
  most: number,
): T[][] {
  const pools = Array.from({ length: PARTS }, (): { item: T; value: number }[] => []);
  for (const item of items) {
    const value = valueOf(item);
    if (value > 0) pools[partOf(item)]?.push({ item, value });
  }
  return pools.map((pool) =>
    pool
      .sort((a, b) => b.value - a.value)
      .slice(0, most)
      .map(({ item }) => item),
  );
}
