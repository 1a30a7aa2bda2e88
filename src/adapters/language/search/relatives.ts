import { likeness } from "./likeness.js";
import type { Term } from "./term.js";

/** So many letters are the same at the beginning of both. */
const COMMON_LETTERS = 4;

export interface Relative {
  readonly term: Term;
  /** As of `likeness`, above 0. */
  readonly likeness: number;
}

/** Terms by the letters that they begin with: those that may be of one root. */
export class Relatives {
  readonly #byBeginning = new Map<string, Term[]>();

  /** Takes the term in, unless it is none that can have relatives. */
  add(term: Term): void {
    if (!term.isContent || !canHaveRelatives(term.text)) return;
    const beginning = beginningOf(term.text);
    const others = this.#byBeginning.get(beginning);
    if (others) others.push(term);
    else this.#byBeginning.set(beginning, [term]);
  }

  remove(term: Term): void {
    const beginning = beginningOf(term.text);
    const others = this.#byBeginning.get(beginning)?.filter((other) => other !== term) ?? [];
    if (others.length > 0) this.#byBeginning.set(beginning, others);
    else this.#byBeginning.delete(beginning);
  }

  /** Those in some text that are like it though they are not the same, in the order of their letters. */
  of(text: string): Relative[] {
    if (!canHaveRelatives(text)) return [];
    return (this.#byBeginning.get(beginningOf(text)) ?? [])
      .filter((term) => term.text !== text && term.texts > 0)
      .map((term) => ({ term, likeness: likeness(text, term.text) }))
      .filter((relative) => relative.likeness > 0)
      .sort((a, b) => (a.term.text < b.term.text ? -1 : 1));
  }
}

const canHaveRelatives = (term: string): boolean => /^\p{L}{4,}$/u.test(term);
const beginningOf = (term: string): string => term.slice(0, COMMON_LETTERS);
