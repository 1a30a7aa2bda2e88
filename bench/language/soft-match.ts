import { stopWords } from "./words.js";

/** Two words that begin alike are forms of one, in any language written with letters: "sends", "sending". */
const STEM = 5;
/** So many of the words of both, taken together, must be shared for both to say the same. */
const LEAST_SHARED = 0.45;
/** Or so many of the shorter one's, when these are two words at least. */
const LEAST_CONTAINED = 0.66;

const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** The words that carry meaning, without their endings and accents. */
export function contentOf(text: string): ReadonlySet<string> {
  const words = [...segmenter.segment(text.toLowerCase().replaceAll("’", "'"))].filter(({ isWordLike }) => isWordLike);
  const carrying = words.map(({ segment }) => segment.replace(/'s$/, "")).filter((word) => !stopWords.has(word));
  return new Set(carrying.map((word) => word.normalize("NFKD").replaceAll(/\p{M}/gu, "").slice(0, STEM)));
}

/**
 * How much two texts say the same: the share of their words that both have (Dice's coefficient), 0 to 1; 0 for what is
 * no match.
 */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const shorter = Math.min(one.size, other.size);
  const share = (2 * shared) / Math.max(1, one.size + other.size);
  const isMatch = share >= LEAST_SHARED || (shared >= 2 && shared / shorter >= LEAST_CONTAINED);
  return isMatch ? share : 0;
}

export interface Matching<F, E> {
  readonly pairs: readonly (readonly [found: F, expected: E])[];
  readonly spurious: readonly F[];
  readonly missed: readonly E[];
}

/** Pairs each found thing with one expected thing at most, the most alike first. */
export function matched<F, E>(
  found: readonly F[],
  expected: readonly E[],
  alike: (found: F, expected: E) => number,
): Matching<F, E> {
  const candidates = found.flatMap((f) => expected.map((e) => ({ f, e, how: alike(f, e) })));
  const foundLeft = new Set(found);
  const expectedLeft = new Set(expected);
  const pairs: [F, E][] = [];
  for (const { f, e, how } of candidates.toSorted((a, b) => b.how - a.how)) {
    if (how === 0 || !foundLeft.has(f) || !expectedLeft.has(e)) continue;
    foundLeft.delete(f);
    expectedLeft.delete(e);
    pairs.push([f, e]);
  }
  return { pairs, spurious: [...foundLeft], missed: [...expectedLeft] };
}
