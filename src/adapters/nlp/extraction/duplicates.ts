import { foldAccents, tokenize } from "../text/text-tokens.js";

/** Texts with at least this share of common words state the same. */
const MIN_COMMON_SHARE = 0.8;
const PREFIX_LENGTH = 5;

/** @returns the items without later ones that state the same as an earlier one. */
export function selectDistinct<T>(items: readonly T[], getText: (item: T) => string): T[] {
  const kept: { item: T; words: ReadonlySet<string> }[] = [];
  const byWord = new Map<string, number[]>();
  for (const item of items) {
    const words = new Set(
      tokenize(getText(item))
        .filter(({ isWord }) => isWord)
        .map(({ lower }) => foldAccents(lower).slice(0, PREFIX_LENGTH)),
    );
    const candidates = new Set([...words].flatMap((word) => (byWord.get(word) ?? []).slice(-MAX_CANDIDATES)));
    if ([...candidates].some((index) => isSame(kept[index]?.words ?? new Set(), words))) continue;
    for (const word of words) {
      const indexes = byWord.get(word) ?? [];
      indexes.push(kept.length);
      byWord.set(word, indexes);
    }
    kept.push({ item, words });
  }
  return kept.map(({ item }) => item);
}

/** Bounds the comparisons for words that occur in many items. */
const MAX_CANDIDATES = 50;

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = [...one].filter((word) => other.has(word)).length;
  return common >= MIN_COMMON_SHARE * Math.max(one.size, other.size);
}
