import { Likeness } from "./likeness.js";
import { ShardedMap } from "./sharded-map.js";
import type { Term } from "./term.js";

/** So many letters are the same at the beginning of both. */
const COMMON_LETTERS = 4;
/**
 * So many terms are compared on either side of a word, in the order of their letters, where those stand nearest that
 * begin alike the longest. No language has so many words that begin with the same four letters; who writes them all the
 * same is not to hold up everybody.
 */
const MOST_COMPARED = 500;
/** So many of them are searched for at most, those that are most alike. */
const MOST_RELATIVES = 32;

export interface Relative {
  readonly term: Term;
  /** As of `Likeness`, above 0. */
  readonly likeness: number;
}

/** Terms by the letters that they begin with: those that may be of one root. */
export class Relatives {
  /** Several in the order of their letters; one without an array, since most are alone and arrays take memory. */
  readonly #byBeginning = new ShardedMap<Term | Term[]>();

  /** Takes the term in, unless it is none that can have relatives. */
  add(term: Term): void {
    if (!term.isContent || !canHaveRelatives(term.text)) return;
    const beginning = beginningOf(term.text);
    const others = this.#byBeginning.get(beginning);
    if (others === undefined) this.#byBeginning.set(beginning, term);
    else if (Array.isArray(others)) others.splice(placeOf(term.text, others), 0, term);
    else this.#byBeginning.set(beginning, others.text < term.text ? [others, term] : [term, others]);
  }

  remove(term: Term): void {
    const beginning = beginningOf(term.text);
    const others = this.#byBeginning.get(beginning);
    if (others === term) this.#byBeginning.delete(beginning);
    if (!Array.isArray(others)) return;
    const place = placeOf(term.text, others);
    if (others[place] === term) others.splice(place, 1);
    const [first, second] = others;
    if (first && !second) this.#byBeginning.set(beginning, first);
  }

  /**
   * Those in some text that are like it though they are not the same, in the order of their letters. Which they are
   * depends on the terms that stand in some text, and not on those that once did.
   */
  of(text: string): Relative[] {
    if (!canHaveRelatives(text)) return [];
    const found = this.#byBeginning.get(beginningOf(text)) ?? [];
    const others = Array.isArray(found) ? found : [found];
    const place = placeOf(text, others);
    const to = new Likeness(text);
    const alike: Relative[] = [];
    for (const step of [-1, 1]) {
      let compared = 0;
      for (let at = step < 0 ? place - 1 : place; compared < MOST_COMPARED; at += step) {
        const term = others[at];
        if (!term) break;
        if (term.text === text || term.texts === 0) continue;
        compared += 1;
        const likeness = to.to(term.text, term.grams);
        if (likeness > 0) alike.push({ term, likeness });
      }
    }
    return alike
      .sort((a, b) => b.likeness - a.likeness || byLetters(a, b))
      .slice(0, MOST_RELATIVES)
      .sort(byLetters);
  }
}

const byLetters = (a: Relative, b: Relative): number => (a.term.text < b.term.text ? -1 : 1);

/** Where it stands among them, or would. */
function placeOf(text: string, terms: readonly Term[]): number {
  let [low, high] = [0, terms.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((terms[middle]?.text ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

const canHaveRelatives = (term: string): boolean => /^\p{L}{4,}$/u.test(term);
const beginningOf = (term: string): string => term.slice(0, COMMON_LETTERS);
