import { stopWords } from "./words.js";

/** Words with the same prefix count as forms of one word ("sends", "sending") in any alphabetic language. */
const PREFIX_LENGTH = 5;
/** Texts match from this Dice coefficient of their content words, */
const MIN_DICE = 0.45;
/** or from this overlap coefficient, if they share enough words for it to be meaningful. */
const MIN_OVERLAP = 0.66;
const MIN_SHARED_WORDS_FOR_OVERLAP = 2;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** @returns the Dice coefficient of the content words of two texts, 0 to 1; 0 if the texts do not match. */
export function compareTexts(one: string, other: string): number {
  const words = extractContentPrefixes(one);
  const otherWords = extractContentPrefixes(other);
  const sharedCount = [...words].filter((word) => otherWords.has(word)).length;
  const dice = (2 * sharedCount) / Math.max(1, words.size + otherWords.size);
  const overlap = sharedCount / Math.min(words.size, otherWords.size);
  const isMatch = dice >= MIN_DICE || (sharedCount >= MIN_SHARED_WORDS_FOR_OVERLAP && overlap >= MIN_OVERLAP);
  return isMatch ? dice : 0;
}

/** @returns the prefixes of all words that are not stop words, in lower case and without diacritics. */
function extractContentPrefixes(text: string): ReadonlySet<string> {
  const words = [...segmenter.segment(text.toLowerCase().replaceAll("’", "'"))].filter(({ isWordLike }) => isWordLike);
  const contentWords = words.map(({ segment }) => segment.replace(/'s$/, "")).filter((word) => !stopWords.has(word));
  return new Set(contentWords.map((word) => word.normalize("NFKD").replaceAll(/\p{M}/gu, "").slice(0, PREFIX_LENGTH)));
}

export interface MatchResult<F, E> {
  readonly pairs: readonly (readonly [found: F, expected: E])[];
  /** Found items without an expected counterpart. */
  readonly spurious: readonly F[];
  /** Expected items that were not found. */
  readonly missed: readonly E[];
}

/**
 * Greedy one-to-one matching: pairs with the highest similarity are formed first.
 * @param computeSimilarity 0 for items that do not match
 */
export function matchItems<F, E>(
  found: readonly F[],
  expected: readonly E[],
  computeSimilarity: (found: F, expected: E) => number,
): MatchResult<F, E> {
  const candidates = found.flatMap((foundItem) =>
    expected.map((expectedItem) => ({
      foundItem,
      expectedItem,
      similarity: computeSimilarity(foundItem, expectedItem),
    })),
  );
  const unmatchedFound = new Set(found);
  const unmatchedExpected = new Set(expected);
  const pairs: [F, E][] = [];
  for (const { foundItem, expectedItem, similarity } of candidates.toSorted((a, b) => b.similarity - a.similarity)) {
    if (similarity === 0 || !unmatchedFound.has(foundItem) || !unmatchedExpected.has(expectedItem)) continue;
    unmatchedFound.delete(foundItem);
    unmatchedExpected.delete(expectedItem);
    pairs.push([foundItem, expectedItem]);
  }
  return { pairs, spurious: [...unmatchedFound], missed: [...unmatchedExpected] };
}

/** Whether the day, and the minute if one is expected, are right. */
export function isTimeRight(
  found: { readonly time: string | null },
  expected: { readonly time: string | null },
): boolean {
  if (found.time === null || expected.time === null) return found.time === expected.time;
  return found.time.slice(0, expected.time.length) === expected.time;
}
