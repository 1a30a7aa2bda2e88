/** So many letters are the same at the beginning of both. */
export const COMMON_LETTERS = 4;
/** The longer one has at least so many, or what they share is chance. */
const LEAST_LETTERS = 6;
const LEAST_LIKENESS = 0.65;
const GRAM = 2;

/** Whether the term can have relatives at all. */
export const canHaveRelatives = (term: string): boolean => /^\p{L}{4,}$/u.test(term);

/**
 * How alike two terms are that begin alike, by the letters that they share two by two (Dice's coefficient): those
 * of one root that have not one stem, and those of which one is mistyped.
 * @returns 0 to 1; 0 for those that are too little alike to be of one kind.
 */
export function likeness(one: string, other: string): number {
  if (Math.max(one.length, other.length) < LEAST_LETTERS) return 0;
  const [ofOne, ofOther] = [gramsOf(one), gramsOf(other)];
  let common = 0;
  for (const gram of ofOne) if (ofOther.has(gram)) common += 1;
  const value = (2 * common) / (ofOne.size + ofOther.size);
  return value < LEAST_LIKENESS ? 0 : value;
}

function gramsOf(term: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= term.length; at += 1) grams.add(term.slice(at, at + GRAM));
  return grams;
}
