import type { ReadText } from "./reading.js";
import { Relatives, type Relative } from "./relatives.js";
import type { Room } from "./scratch.js";
import { Slices } from "./slices.js";
import {
  frequencyIn,
  inRole,
  isNameIn,
  isPlainIn,
  keyIn,
  MOST_FREQUENT,
  occurrenceOf,
  postingOf,
  slotIn,
  Term,
} from "./term.js";
import type { Token } from "./tokens.js";

/** BM25 (Robertson & Zaragoza 2009) for short texts. */
const K1 = 0.9;
const B = 0.4;

/** What a term scores, beside its idf, that stands once in a text of the usual length. */
export const ONCE = 1 / (1 + K1);

/** What may be said for one word of a query: each term with what it gains, its idf included. */
export type Clue = ReadonlyMap<Term, number>;

/** Of a text that does nothing but ask, so much is taken off: see `askingPart`. */
const ASKING = 0.7;
const FULLY = 255;

/** What a term's map entry, object and empty row cost, in bytes, as measured. */
const TERM_BYTES = 400;

/**
 * BM25 over posting lists that grow and shrink with the texts: what the index answers depends on the texts that it
 * holds alone, never on the way that led there. Texts stand in slots, which its owner gives out, ascending.
 */
export class InvertedIndex {
  readonly #terms = new Map<string, Term>();
  /** By key. Those of keys that are free are absent. */
  readonly #byKey: (Term | undefined)[] = [];
  readonly #freeKeys: number[] = [];
  /** By slot: what stands in the text. */
  readonly #occurrences = new Slices();
  /** By slot: how many words that carry meaning. */
  #lengths = new Uint16Array(16);
  /** By slot: what part of the text asks. */
  #asking = new Uint8Array(16);
  readonly #relatives = new Relatives();
  #texts = 0;
  #length = 0;
  #postings = 0;

  /** How many texts there are. */
  get size(): number {
    return this.#texts;
  }

  /** What it takes of the memory, in bytes, about. */
  get bytes(): number {
    return this.#terms.size * TERM_BYTES + this.#occurrences.bytes + this.#lengths.length * 3 + this.#postings * 5;
  }

  find(term: string): Term | undefined {
    return this.#terms.get(term);
  }

  /** @param slot a new one, greater than all before. */
  put(slot: number, { words, signs, asking }: Omit<ReadText, "content">): void {
    const terms: Term[] = [];
    let length = 0;
    const count = (term: Term): void => {
      if (term.currentSlot !== slot) {
        terms.push(term);
        term.currentSlot = slot;
        term.currentFrequency = 0;
        term.currentAsName = term.currentAsPlain = false;
      }
      if (term.currentFrequency < MOST_FREQUENT) term.currentFrequency += 1;
    };
    for (const token of words) {
      if (token.isContent) length += 1;
      const term = this.#termOf(token);
      count(term);
      if (token.spelling === "name") term.currentAsName = true;
      else if (token.spelling === "plain") term.currentAsPlain = true;
    }
    for (const sign of signs) count(this.#termOf({ term: sign, isContent: false }));
    const occurrences: number[] = [];
    for (const term of terms) {
      const { currentFrequency: frequency, currentAsName: asName, currentAsPlain: asPlain } = term;
      term.currentSlot = -1;
      term.postings.push(postingOf(slot, frequency));
      occurrences.push(occurrenceOf(term.key, asName, asPlain, frequency));
      countText(term, asName, asPlain, 1);
    }
    this.#occurrences.put(slot, occurrences);
    if (slot >= this.#lengths.length) this.#grow(slot + 1);
    this.#lengths[slot] = length;
    this.#asking[slot] = Math.round(asking * FULLY);
    this.#length += length;
    this.#texts += 1;
    this.#postings += terms.length;
  }

  remove(slot: number): void {
    const occurrences = this.#occurrences.of(slot);
    if (!occurrences) return;
    for (const occurrence of occurrences) {
      const term = this.#byKey[keyIn(occurrence)];
      if (term) countText(term, isNameIn(occurrence), isPlainIn(occurrence), -1);
    }
    this.#occurrences.remove(slot);
    this.#length -= this.#lengths[slot] ?? 0;
    this.#texts -= 1;
  }

  /**
   * Lets go of all that is kept for empty slots.
   * @param newSlotOf by slot; undefined for an empty one. Ascending.
   */
  compact(newSlotOf: readonly (number | undefined)[]): void {
    const [lengths, asking] = [this.#lengths, this.#asking];
    this.#occurrences.compact(newSlotOf);
    this.#lengths = new Uint16Array(lengths.length);
    this.#asking = new Uint8Array(asking.length);
    newSlotOf.forEach((to, from) => {
      if (to === undefined) return;
      this.#lengths[to] = lengths[from] ?? 0;
      this.#asking[to] = asking[from] ?? 0;
    });
    this.#postings = 0;
    for (const term of this.#terms.values()) {
      term.postings.retain((posting) => {
        const slot = newSlotOf[slotIn(posting)];
        return slot === undefined ? undefined : postingOf(slot, frequencyIn(posting));
      });
      this.#postings += term.postings.length;
      if (term.texts > 0) continue;
      this.#terms.delete(term.text);
      this.#byKey[term.key] = undefined;
      this.#freeKeys.push(term.key);
      this.#relatives.remove(term);
    }
  }

  /**
   * Adds to each slot's score what the clue gives, and counts it. Several terms give more than one of them, but no more
   * than the best gives that stands once in a text of the usual length: they all say the same. Slots that are empty by
   * now may get some too.
   */
  score(clue: Clue, { scores, given, clues }: Room): void {
    const average = this.#length / Math.max(1, this.#texts);
    const shortest = K1 * (1 - B);
    const perWord = (K1 * B) / Math.max(1, average);
    const lengths = this.#lengths;
    const enough = ONCE * Math.max(...clue.values());
    for (const [term, gain] of clue) {
      const { values, length } = term.postings;
      for (let i = 0; i < length; i += 1) {
        const posting = values[i] ?? 0;
        const slot = posting >>> 8;
        const frequency = posting & MOST_FREQUENT;
        const value = (gain * frequency) / (frequency + shortest + perWord * (lengths[slot] ?? 0));
        const before = given[slot] ?? 0;
        // As of independent witnesses: what one leaves open, the next may tell.
        given[slot] =
          before < enough && value < enough ? before + value * (1 - before / enough) : Math.max(before, value);
      }
    }
    for (const { postings } of clue.keys()) {
      const { values, length } = postings;
      for (let i = 0; i < length; i += 1) {
        const slot = slotIn(values[i] ?? 0);
        const value = given[slot] ?? 0;
        if (value === 0) continue;
        given[slot] = 0;
        scores[slot] = (scores[slot] ?? 0) + value;
        clues[slot] = (clues[slot] ?? 0) + 1;
      }
    }
  }

  /** Adds what the term gives to those slots alone that another clue gave something. */
  support(term: Term, gain: number, { scores, clues }: Room): void {
    const { values, length } = term.postings;
    for (let i = 0; i < length; i += 1) {
      const slot = slotIn(values[i] ?? 0);
      if (clues[slot] === 0) continue;
      scores[slot] = (scores[slot] ?? 0) + gain * ONCE;
      clues[slot] = (clues[slot] ?? 0) + 1;
    }
  }

  /** What part of its score a text keeps that asks instead of telling. */
  telling(slot: number): number {
    return 1 - (ASKING * (this.#asking[slot] ?? 0)) / FULLY;
  }

  /** What a term tells that is in so many texts; one that is in none tells most. */
  idf(texts: number): number {
    return Math.log(1 + (this.#texts - texts + 0.5) / (texts + 0.5));
  }

  /** As `Relatives.of`. */
  relativesOf(term: string): readonly Relative[] {
    return this.#relatives.of(term);
  }

  /** Whether each of the terms stands in the text. */
  whichStandIn(terms: readonly (Term | undefined)[], slot: number): boolean[] {
    const keys = new Set(Array.from(this.#occurrences.of(slot) ?? [], keyIn));
    return terms.map((term) => term !== undefined && keys.has(term.key));
  }

  /** The terms of a text, each with its share of the text's words. */
  *sharesIn(slot: number): Generator<readonly [Term, number]> {
    const length = Math.max(1, this.#lengths[slot] ?? 1);
    for (const occurrence of this.#occurrences.of(slot) ?? []) {
      const term = this.#byKey[keyIn(occurrence)];
      if (term?.isContent) yield [term, frequencyIn(occurrence) / length];
    }
  }

  #termOf({ term: word, isContent, role }: Pick<Token, "term" | "isContent" | "role">): Term {
    const text = role ? inRole(role, word) : word;
    let term = this.#terms.get(text);
    if (!term) {
      term = new Term(this.#freeKeys.pop() ?? this.#byKey.length, text, isContent && !role);
      this.#terms.set(text, term);
      this.#byKey[term.key] = term;
      this.#relatives.add(term);
    }
    return term;
  }

  #grow(slots: number): void {
    const size = Math.max(slots, Math.ceil(this.#lengths.length * 1.5));
    const [lengths, asking] = [new Uint16Array(size), new Uint8Array(size)];
    lengths.set(this.#lengths);
    asking.set(this.#asking);
    [this.#lengths, this.#asking] = [lengths, asking];
  }
}

function countText(term: Term, asName: boolean, asPlain: boolean, by: 1 | -1): void {
  term.texts += by;
  if (asName) term.asName += by;
  if (asPlain) term.asPlain += by;
}
