/**
 * A text as it is compared where differences of form do not count: Unicode NFKC, letter case and white space folded
 * (decisions 4.13, 5.5).
 */
export function folded(text: string): string {
  // Upper-casing first folds letters that differ in lower case alone, such as ß and ss.
  return text.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC").replace(/\s+/gu, " ").trim();
}
