import { contentOf, likeness, matched } from "../bench/language/soft-match.js";
import type { Quality } from "./logistic-regression.js";

/** How much two lines say the same, 0 to 1. */
export const alike = (one: string, other: string): number => likeness(contentOf(one), contentOf(other));

/** How well the lines that are kept of each conversation match those that should be, by soft match. */
export function keptQuality(
  conversations: readonly { readonly kept: readonly string[]; readonly expected: readonly string[] }[],
): Quality {
  let [right, found, due] = [0, 0, 0];
  for (const { kept, expected } of conversations) {
    right += matched(kept, expected, alike).pairs.length;
    found += kept.length;
    due += expected.length;
  }
  return { precision: (100 * right) / found, recall: (100 * right) / due, f1: (200 * right) / (found + due) };
}

/** @returns a line for people. */
export const told = (what: string, { precision, recall, f1 }: Quality): string =>
  `${what}, five folds: precision ${precision.toFixed(1)}, recall ${recall.toFixed(1)}, F1 ${f1.toFixed(1)}`;
