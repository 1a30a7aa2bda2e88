import { Slices } from "./slices.js";
import {
  frequencyIn,
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

/** A term and how much it counts. */
export type Weights = ReadonlyMap<Term, number>;

/** What a term's map entry, object and empty row cost, in bytes, as measured. */
const TERM_BYTES = 350;

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
  #texts = 0;
  #length = 0;
  #postings = 0;

  /** How many texts there are. */
  get size(): number {
    return this.#texts;
  }

  /** What it takes of the memory, in bytes, about. */
  get bytes(): number {
    return this.#terms.size * TERM_BYTES + this.#occurrences.bytes + this.#postings * 5;
  }

  find(term: string): Term | undefined {
    return this.#terms.get(term);
  }

  /** @param slot a new one, greater than all before. */
  put(slot: number, tokens: readonly Token[]): void {
    const terms: Term[] = [];
    let length = 0;
    for (const token of tokens) {
      if (token.isContent) length += 1;
      const term = this.#termOf(token);
      if (term.currentSlot !== slot) {
        terms.push(term);
        term.currentSlot = slot;
        term.currentFrequency = 0;
        term.currentAsName = term.currentAsPlain = false;
      }
      if (term.currentFrequency < MOST_FREQUENT) term.currentFrequency += 1;
      if (token.spelling === "name") term.currentAsName = true;
      else if (token.spelling === "plain") term.currentAsPlain = true;
    }
    const occurrences: number[] = [];
    for (const term of terms) {
      const { currentFrequency: frequency, currentAsName: asName, currentAsPlain: asPlain } = term;
      term.currentSlot = -1;
      term.postings.push(postingOf(slot, frequency));
      occurrences.push(occurrenceOf(term.key, asName, asPlain, frequency));
      count(term, asName, asPlain, 1);
    }
    this.#occurrences.put(slot, occurrences);
    if (slot >= this.#lengths.length) this.#lengths = longer(this.#lengths, slot + 1);
    this.#lengths[slot] = length;
    this.#length += length;
    this.#texts += 1;
    this.#postings += terms.length;
  }

  remove(slot: number): void {
    const occurrences = this.#occurrences.of(slot);
    if (!occurrences) return;
    for (const occurrence of occurrences) {
      const term = this.#byKey[keyIn(occurrence)];
      if (term) count(term, isNameIn(occurrence), isPlainIn(occurrence), -1);
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
    const lengths = this.#lengths;
    this.#occurrences.compact(newSlotOf);
    this.#lengths = new Uint16Array(lengths.length);
    newSlotOf.forEach((to, from) => {
      if (to !== undefined) this.#lengths[to] = lengths[from] ?? 0;
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
    }
  }

  /** Adds to each slot's score what the terms give. Slots that are empty by now may get some too. */
  score(weights: Weights, scores: Float64Array): void {
    const average = this.#length / Math.max(1, this.#texts);
    const shortest = K1 * (1 - B);
    const perWord = (K1 * B) / Math.max(1, average);
    const lengths = this.#lengths;
    for (const [term, weight] of weights) {
      const gain = weight * this.idf(term);
      const { values, length } = term.postings;
      for (let i = 0; i < length; i += 1) {
        const posting = values[i] ?? 0;
        const slot = posting >>> 8;
        const frequency = posting & MOST_FREQUENT;
        const norm = shortest + perWord * (lengths[slot] ?? 0);
        scores[slot] = (scores[slot] ?? 0) + (gain * frequency) / (frequency + norm);
      }
    }
  }

  /** Multiplies the score of each slot in whose text the term stands. */
  boost({ postings: { values, length } }: Term, factor: number, scores: Float64Array): void {
    for (let i = 0; i < length; i += 1) {
      const slot = slotIn(values[i] ?? 0);
      scores[slot] = (scores[slot] ?? 0) * factor;
    }
  }

  /** What a term tells; one that is in no text tells most. */
  idf(term: Term | undefined): number {
    const texts = term?.texts ?? 0;
    return Math.log(1 + (this.#texts - texts + 0.5) / (texts + 0.5));
  }

  /** Whether one of the words that carry meaning stands in the text. */
  hasOneOf(tokens: readonly Token[], slot: number): boolean {
    const keys = tokens.filter(({ isContent }) => isContent).map(({ term }) => this.#terms.get(term)?.key);
    return this.#occurrences.of(slot)?.some((occurrence) => keys.includes(keyIn(occurrence))) ?? false;
  }

  /** The terms of a text, each with its share of the text's words. */
  *sharesIn(slot: number): Generator<readonly [Term, number]> {
    const length = Math.max(1, this.#lengths[slot] ?? 1);
    for (const occurrence of this.#occurrences.of(slot) ?? []) {
      const term = this.#byKey[keyIn(occurrence)];
      if (term?.isContent) yield [term, frequencyIn(occurrence) / length];
    }
  }

  #termOf({ term: text, isContent }: Token): Term {
    let term = this.#terms.get(text);
    if (!term) {
      term = new Term(this.#freeKeys.pop() ?? this.#byKey.length, text, isContent);
      this.#terms.set(text, term);
      this.#byKey[term.key] = term;
    }
    return term;
  }
}

function count(term: Term, asName: boolean, asPlain: boolean, by: 1 | -1): void {
  term.texts += by;
  if (asName) term.asName += by;
  if (asPlain) term.asPlain += by;
}

function longer(row: Uint16Array, least: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(Math.max(least, Math.ceil(row.length * 1.5)));
  larger.set(row);
  return larger;
}
