import { singleSpaced } from "./white-space.js";

/**
 * A text as it is compared where differences of form do not count: Unicode NFKC, full case folding and white space
 * folded (decisions 4.13, 5.5).
 */
export function folded(text: string): string {
  return singleSpaced(caseFolded(text.normalize("NFKC")).normalize("NFKC"));
}

/** Case folding lets it be, for it is no other case of `i`; upper-casing would make it one. */
const DOTLESS_I = "\u0131";

/** There and back: ẞ is lower-cased to ß, ß is upper-cased to SS, and so all that folds to `ss` comes to the same. */
function caseFolded(text: string): string {
  const parts = text.toLowerCase().split(DOTLESS_I);
  return parts
    .map((part) => part.toUpperCase())
    .join(DOTLESS_I)
    .toLowerCase();
}
