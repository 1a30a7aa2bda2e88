import type { ReadText } from "./reading.js";
import { Relatives, type Relative } from "./relatives.js";
import type { Room } from "./scratch.js";
import { ShardedMap } from "./sharded-map.js";
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

/** How many postings are looked through before others may have their turn. */
const SWEPT_AT_ONCE = 20_000;
/** To forget a term takes as long as to look through so many postings. */
const FORGETTING_COST = 20;

/** What a term's object and its entries in maps and lists take, without its text and postings, in bytes, as measured. */
const TERM_BYTES = 340;
/** What a letter of a term takes at most, in bytes. */
const LETTER_BYTES = 2;

/**
 * BM25 over posting lists that grow and shrink with the texts: what the index answers depends on the texts that it
 * holds alone, never on the way that led there. Texts stand in slots, which its owner gives out.
 */
export class InvertedIndex {
  readonly #terms = new ShardedMap<Term>();
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
  #postingBytes = 0;
  /** Of the texts of all terms, in UTF-16 code units. */
  #letters = 0;

  /** How many texts there are. */
  get size(): number {
    return this.#texts;
  }

  /** What it takes of the memory, in bytes, about. */
  get bytes(): number {
    const terms = this.#terms.size * TERM_BYTES + this.#letters * LETTER_BYTES;
    return terms + this.#occurrences.bytes + this.#lengths.length * 3 + this.#postingBytes;
  }

  find(term: string): Term | undefined {
    return this.#terms.get(term);
  }

  /** @param slot one that nothing is kept for. */
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
      this.#addPosting(term, slot, frequency);
      occurrences.push(occurrenceOf(term.key, asName, asPlain, frequency));
      countText(term, asName, asPlain, 1);
    }
    this.#occurrences.put(slot, occurrences);
    this.#describe(slot, length, Math.round(asking * FULLY));
    this.#length += length;
    this.#texts += 1;
  }

  /** What is kept for the slot is still to be swept. */
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

  /** Of one slot, to another that nothing is kept for. */
  move(from: number, to: number): void {
    const occurrences = this.#occurrences.of(from)?.slice();
    if (!occurrences) return;
    for (const occurrence of occurrences) {
      const term = this.#byKey[keyIn(occurrence)];
      if (term) this.#addPosting(term, to, frequencyIn(occurrence));
    }
    this.#occurrences.put(to, occurrences);
    this.#occurrences.remove(from);
    this.#describe(to, this.#lengths[from] ?? 0, this.#asking[from] ?? 0);
  }

  /**
   * Lets go of all that is kept for empty slots, piece by piece: until the last one they are not to be used again. In
   * between, the index answers as ever.
   * @param isEmpty by slot: 1 for an empty one.
   */
  *sweep(isEmpty: Uint8Array): Generator<void, void> {
    const isKept = (posting: number): boolean => isEmpty[slotIn(posting)] !== 1;
    let looked = 0;
    for (const term of this.#terms.values()) {
      const { postings } = term;
      looked += postings.length;
      const before = postings.bytes;
      postings.retain(isKept);
      this.#postingBytes += postings.bytes - before;
      if (term.texts === 0) {
        this.#forget(term);
        looked += FORGETTING_COST;
      }
      if (looked < SWEPT_AT_ONCE) continue;
      looked = 0;
      yield;
    }
  }

  /** Lets go of what is kept for this and all later slots, which were swept. */
  truncate(slots: number): void {
    this.#occurrences.truncate(slots);
    if (slots < this.#lengths.length / 4) this.#resize(slots);
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

  /** The keys of the terms that stand in the text. */
  keysIn(slot: number): ReadonlySet<number> {
    return new Set(Array.from(this.#occurrences.of(slot) ?? [], keyIn));
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
      this.#postingBytes += term.postings.bytes;
      this.#letters += text.length;
      this.#relatives.add(term);
    }
    return term;
  }

  #addPosting(term: Term, slot: number, frequency: number): void {
    const grown = term.postings.push(postingOf(slot, frequency));
    this.#postingBytes += grown;
  }

  #forget(term: Term): void {
    this.#postingBytes -= term.postings.bytes;
    this.#letters -= term.text.length;
    this.#terms.delete(term.text);
    this.#byKey[term.key] = undefined;
    this.#freeKeys.push(term.key);
    this.#relatives.remove(term);
  }

  #describe(slot: number, length: number, asking: number): void {
    if (slot >= this.#lengths.length) this.#resize(Math.max(slot + 1, Math.ceil(this.#lengths.length * 1.5)));
    this.#lengths[slot] = length;
    this.#asking[slot] = asking;
  }

  #resize(slots: number): void {
    const [lengths, asking] = [new Uint16Array(slots), new Uint8Array(slots)];
    lengths.set(this.#lengths.subarray(0, slots));
    asking.set(this.#asking.subarray(0, slots));
    [this.#lengths, this.#asking] = [lengths, asking];
  }
}

function countText(term: Term, asName: boolean, asPlain: boolean, by: 1 | -1): void {
  term.texts += by;
  if (asName) term.asName += by;
  if (asPlain) term.asPlain += by;
}
