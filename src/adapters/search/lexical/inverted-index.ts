import type { AnalyzedText } from "../../text-analysis/text-analyzer.js";
import { FuzzyTermIndex, type FuzzyTerm } from "./fuzzy-term-index.js";
import type { ScoreBuffers } from "../score-buffers.js";
import { ShardedMap } from "./sharded-map.js";
import { PackedLists } from "./packed-lists.js";
import {
  unpackFrequency,
  formatRoleTerm,
  isNameOccurrence,
  isPlainOccurrence,
  unpackKey,
  MAX_FREQUENCY,
  packOccurrence,
  packPosting,
  unpackSlot,
  Term,
} from "./term.js";
import type { SearchToken, Spelling } from "../../text-analysis/tokenizer.js";

/** The parameters of BM25 (Robertson & Zaragoza 2009) for short texts. */
const K1 = 0.9;
const B = 0.4;

/** The BM25 score, without idf, of a term that occurs once in a text of average length. */
export const UNIT_TERM_SCORE = 1 / (1 + K1);

/** The terms that match one word or phrase of a query, each with its weight, idf included. */
export type TermGroup = ReadonlyMap<Term, number>;

/** The share of the score that a text of nothing but questions loses (see `measureQuestionShare`). */
const QUESTION_PENALTY = 0.7;
const MAX_QUANTIZED_SHARE = 255;

/** How many postings are processed in one step of a sweep. */
const MAX_POSTINGS_PER_STEP = 20_000;
/** The cost of removing a term, in postings. */
const TERM_REMOVAL_COST = 20;

/** The measured memory of a term's object and its entries in maps and lists, without its text and postings. */
const TERM_BYTES = 340;
/** The maximum memory of a UTF-16 code unit of a term. */
const CODE_UNIT_BYTES = 2;

/**
 * A BM25 index whose posting lists are updated incrementally. Results depend only on the texts that it contains, not on
 * the history of changes. Each text has a slot, a number that the caller assigns.
 */
export class InvertedIndex {
  readonly #terms = new ShardedMap<Term>();
  /** By key; undefined for a free key. */
  readonly #termsByKey: (Term | undefined)[] = [];
  readonly #freeKeys: number[] = [];
  /** By slot: the packed occurrences of the text (see `packOccurrence`). */
  readonly #occurrences = new PackedLists();
  /** By slot: the number of content words. */
  #textLengths = new Uint16Array(16);
  /** By slot: the share of questions in the text, from 0 to `MAX_QUANTIZED_SHARE`. */
  #questionShares = new Uint8Array(16);
  readonly #fuzzyTerms = new FuzzyTermIndex();
  #textCount = 0;
  #totalLength = 0;
  #postingBytes = 0;
  /** The total length of all terms, in UTF-16 code units. */
  #codeUnitCount = 0;

  /** The number of texts. */
  get size(): number {
    return this.#textCount;
  }

  /** The estimated memory, in bytes. */
  get bytes(): number {
    const termBytes = this.#terms.size * TERM_BYTES + this.#codeUnitCount * CODE_UNIT_BYTES;
    return termBytes + this.#occurrences.bytes + this.#textLengths.length * 3 + this.#postingBytes;
  }

  find(term: string): Term | undefined {
    return this.#terms.get(term);
  }

  /** @param slot has no postings: it was not used before, or was swept since its text was removed. */
  put(slot: number, { words, phrases, answerTypes, questionShare }: AnalyzedText): void {
    const counts = new Map<Term, { frequency: number; isName: boolean; isPlain: boolean }>();
    const countTerm = (term: Term, spelling?: Spelling): void => {
      const count = counts.get(term) ?? { frequency: 0, isName: false, isPlain: false };
      if (count.frequency < MAX_FREQUENCY) count.frequency += 1;
      count.isName ||= spelling === "name";
      count.isPlain ||= spelling === "plain";
      counts.set(term, count);
    };
    for (const token of words) countTerm(this.#getOrAddTerm(token), token.spelling);
    for (const term of [...phrases, ...answerTypes]) countTerm(this.#getOrAddTerm({ term, isContent: false }));
    const occurrences: number[] = [];
    for (const [term, { frequency, isName, isPlain }] of counts) {
      this.#addPosting(term, slot, frequency);
      occurrences.push(packOccurrence(term.key, isName, isPlain, frequency));
      updateTermCounts(term, isName, isPlain, 1);
    }
    const length = words.filter(({ isContent }) => isContent).length;
    this.#occurrences.put(slot, occurrences);
    this.#setTextStatistics(slot, length, Math.round(questionShare * MAX_QUANTIZED_SHARE));
    this.#totalLength += length;
    this.#textCount += 1;
  }

  /** Removes the text. Its postings remain until the slot is swept. */
  remove(slot: number): void {
    const occurrences = this.#occurrences.get(slot);
    if (!occurrences) return;
    for (const occurrence of occurrences) {
      const term = this.#termsByKey[unpackKey(occurrence)];
      if (term) updateTermCounts(term, isNameOccurrence(occurrence), isPlainOccurrence(occurrence), -1);
    }
    this.#occurrences.remove(slot);
    this.#totalLength -= this.#textLengths[slot] ?? 0;
    this.#textCount -= 1;
  }

  /** Moves a text to a slot without postings. The postings of the old slot remain until it is swept. */
  move(from: number, to: number): void {
    const occurrences = this.#occurrences.get(from)?.slice();
    if (!occurrences) return;
    for (const occurrence of occurrences) {
      const term = this.#termsByKey[unpackKey(occurrence)];
      if (term) this.#addPosting(term, to, unpackFrequency(occurrence));
    }
    this.#occurrences.put(to, occurrences);
    this.#occurrences.remove(from);
    this.#setTextStatistics(to, this.#textLengths[from] ?? 0, this.#questionShares[from] ?? 0);
  }

  /**
   * Removes the postings of empty slots in steps. The slots must not be reused before the last step. Searches between
   * the steps return the same results as before.
   * @param emptySlots by slot: 1 for an empty one.
   */
  *sweep(emptySlots: Uint8Array): Generator<void, void> {
    const isLive = (posting: number): boolean => emptySlots[unpackSlot(posting)] !== 1;
    let examinedCount = 0;
    for (const term of this.#terms.values()) {
      const { postings } = term;
      examinedCount += postings.length;
      const bytesBefore = postings.bytes;
      postings.retain(isLive);
      this.#postingBytes += postings.bytes - bytesBefore;
      if (term.documentFrequency === 0) {
        this.#removeTerm(term);
        examinedCount += TERM_REMOVAL_COST;
      }
      if (examinedCount < MAX_POSTINGS_PER_STEP) continue;
      examinedCount = 0;
      yield;
    }
  }

  /** Releases the memory of the slots from `slotCount` on, which must be swept. */
  truncate(slotCount: number): void {
    this.#occurrences.truncate(slotCount);
    if (slotCount < this.#textLengths.length / 4) this.#resize(slotCount);
  }

  /**
   * Adds the score of the term group to each matching slot. Several terms score more than one, but no more than the
   * best term scores that occurs once in a text of average length, because they express the same thing. Slots of
   * removed texts may get scores too.
   */
  scoreGroup(group: TermGroup, { scores, groupScores }: ScoreBuffers): void {
    const averageLength = this.#totalLength / Math.max(1, this.#textCount);
    const baseNorm = K1 * (1 - B);
    const normPerWord = (K1 * B) / Math.max(1, averageLength);
    const textLengths = this.#textLengths;
    const maxGroupScore = UNIT_TERM_SCORE * Math.max(...group.values());
    for (const [term, weight] of group) {
      const { values, length } = term.postings;
      for (let i = 0; i < length; i += 1) {
        const posting = values[i] ?? 0;
        const slot = posting >>> 8;
        const frequency = posting & MAX_FREQUENCY;
        const value = (weight * frequency) / (frequency + baseNorm + normPerWord * (textLengths[slot] ?? 0));
        const current = groupScores[slot] ?? 0;
        // Noisy-OR: each further term adds a share of what remains up to the maximum.
        groupScores[slot] =
          current < maxGroupScore && value < maxGroupScore
            ? current + value * (1 - current / maxGroupScore)
            : Math.max(current, value);
      }
    }
    for (const { postings } of group.keys()) {
      const { values, length } = postings;
      for (let i = 0; i < length; i += 1) {
        const slot = unpackSlot(values[i] ?? 0);
        const value = groupScores[slot] ?? 0;
        if (value === 0) continue;
        groupScores[slot] = 0;
        scores[slot] = (scores[slot] ?? 0) + value;
      }
    }
  }

  /** Adds the score of the term only to slots that have a score. */
  addSupport(term: Term, weight: number, scores: Float64Array): void {
    const { values, length } = term.postings;
    for (let i = 0; i < length; i += 1) {
      const slot = unpackSlot(values[i] ?? 0);
      const score = scores[slot] ?? 0;
      if (score > 0) scores[slot] = score + weight * UNIT_TERM_SCORE;
    }
  }

  /** Returns the factor for the score of a text, which is lower the more of it is questions. */
  getQuestionFactor(slot: number): number {
    return 1 - (QUESTION_PENALTY * (this.#questionShares[slot] ?? 0)) / MAX_QUANTIZED_SHARE;
  }

  /** Returns the inverse document frequency of BM25, which is greatest for a term that no text contains. */
  computeIdf(documentFrequency: number): number {
    return Math.log(1 + (this.#textCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
  }

  /** See `FuzzyTermIndex.findSimilar`. */
  findFuzzyTerms(term: string): readonly FuzzyTerm[] {
    return this.#fuzzyTerms.findSimilar(term);
  }

  /** Returns the keys of the terms in the text. */
  getTermKeys(slot: number): ReadonlySet<number> {
    return new Set(Array.from(this.#occurrences.get(slot) ?? [], unpackKey));
  }

  #getOrAddTerm({ term: word, isContent, role }: Pick<SearchToken, "term" | "isContent" | "role">): Term {
    const text = role ? formatRoleTerm(role, word) : word;
    let term = this.#terms.get(text);
    if (!term) {
      term = new Term(this.#freeKeys.pop() ?? this.#termsByKey.length, text, isContent && !role);
      this.#terms.set(text, term);
      this.#termsByKey[term.key] = term;
      this.#postingBytes += term.postings.bytes;
      this.#codeUnitCount += text.length;
      this.#fuzzyTerms.add(term);
    }
    return term;
  }

  #addPosting(term: Term, slot: number, frequency: number): void {
    this.#postingBytes += term.postings.push(packPosting(slot, frequency));
  }

  #removeTerm(term: Term): void {
    this.#postingBytes -= term.postings.bytes;
    this.#codeUnitCount -= term.text.length;
    this.#terms.delete(term.text);
    this.#termsByKey[term.key] = undefined;
    this.#freeKeys.push(term.key);
    this.#fuzzyTerms.remove(term);
  }

  #setTextStatistics(slot: number, length: number, questionShare: number): void {
    if (slot >= this.#textLengths.length) this.#resize(Math.max(slot + 1, Math.ceil(this.#textLengths.length * 1.5)));
    this.#textLengths[slot] = length;
    this.#questionShares[slot] = questionShare;
  }

  #resize(capacity: number): void {
    const [textLengths, questionShares] = [new Uint16Array(capacity), new Uint8Array(capacity)];
    textLengths.set(this.#textLengths.subarray(0, capacity));
    questionShares.set(this.#questionShares.subarray(0, capacity));
    [this.#textLengths, this.#questionShares] = [textLengths, questionShares];
  }
}

function updateTermCounts(term: Term, isName: boolean, isPlain: boolean, delta: 1 | -1): void {
  term.documentFrequency += delta;
  if (isName) term.nameCount += delta;
  if (isPlain) term.plainCount += delta;
}
