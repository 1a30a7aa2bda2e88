import type { MemoryHit } from "../../ports/driven/models/semantic-search.js";
import type { ScoredSlot, ScoreBufferPool, SearchScope } from "./score-buffers.js";
import { InvertedIndex } from "./lexical/inverted-index.js";
import { runLexicalSearch, type LexicalSearchResult } from "./lexical/lexical-search.js";
import type { AnalyzedText } from "../text-analysis/text-analyzer.js";
import { ShardedMap } from "./lexical/sharded-map.js";
import { QuantizedVectors } from "./embeddings/quantized-vectors.js";
import { yieldToEventLoop } from "../runtime/cooperative-yield.js";

/** The minimum number of candidates from each list that are fused. */
const MIN_FUSION_CANDIDATES = 100;
/** Stale slots are swept when they exceed this share of all slots, and `MIN_STALE_SLOTS`. */
const MAX_STALE_SHARE = 0.25;
const MIN_STALE_SLOTS = 64;
/** Texts are moved together when the free slots exceed this share of all slots. */
const MAX_FREE_SHARE = 0.5;
/** How many texts are moved in one step. */
const MOVES_PER_STEP = 64;
/** The memory of an ID in the list of slots and in the map from IDs. */
const ID_BYTES = 150;
/** The memory of an empty index and its cache entry. */
const EMPTY_BYTES = 8_000;

/** The texts of one user, searched by their words and their vectors. */
export class UserIndex {
  readonly #idBySlot: (string | undefined)[] = [];
  readonly #slotById = new ShardedMap<number>();
  /** Slots of removed texts whose postings are not swept yet. */
  readonly #staleSlots: number[] = [];
  /** Empty slots that can be reused. */
  #freeSlots: number[] = [];
  readonly #invertedIndex = new InvertedIndex();
  readonly #vectors = new QuantizedVectors();

  get size(): number {
    return this.#slotById.size;
  }

  /** The estimated memory, in bytes. */
  get bytes(): number {
    return EMPTY_BYTES + this.#invertedIndex.bytes + this.#vectors.bytes + this.#idBySlot.length * ID_BYTES;
  }

  /** The IDs of all texts. */
  get ids(): string[] {
    return [...this.#slotById.keys()];
  }

  /** Whether changed and removed texts still take so much memory that the index should be compacted. */
  get isCompactionDue(): boolean {
    const exceeds = ({ length }: readonly number[], maxShare: number): boolean =>
      length > MIN_STALE_SLOTS && length > maxShare * this.#idBySlot.length;
    return exceeds(this.#staleSlots, MAX_STALE_SHARE) || exceeds(this.#freeSlots, MAX_FREE_SHARE);
  }

  /** Adds a text, or replaces the one with the same ID. Without a vector it is found by its words only. */
  put(id: string, text: AnalyzedText, vector?: Float32Array): void {
    this.remove(id);
    const slot = this.#freeSlots.pop() ?? this.#idBySlot.length;
    this.#idBySlot[slot] = id;
    this.#slotById.set(id, slot);
    this.#invertedIndex.put(slot, text);
    if (vector) this.#vectors.put(slot, vector);
  }

  /** Sets or removes the vector of a text; ignores an unknown ID. */
  setVector(id: string, vector: Float32Array | undefined): void {
    const slot = this.#slotById.get(id);
    if (slot === undefined) return;
    if (vector) this.#vectors.put(slot, vector);
    else this.#vectors.remove(slot);
  }

  remove(id: string): void {
    const slot = this.#slotById.get(id);
    if (slot === undefined) return;
    this.#slotById.delete(id);
    this.#idBySlot[slot] = undefined;
    this.#invertedIndex.remove(slot);
    this.#vectors.remove(slot);
    this.#staleSlots.push(slot);
  }

  /**
   * Releases the memory of changed and removed texts in steps. Between the steps searches return the same results and
   * vectors may be set, but texts must not be added or removed. It may be stopped after any step.
   * @param isForced compacts even if little memory would be released.
   */
  *compact(isForced = false): Generator<void, void> {
    if (!isForced && !this.isCompactionDue) return;
    yield* this.#sweep();
    if (this.#freeSlots.length <= MAX_FREE_SHARE * this.#idBySlot.length) return;
    yield* this.#closeGaps();
    yield* this.#sweep();
  }

  /** See `MemoryIndex.search`. Without a vector only the words of the query and their synonyms count. */
  search(
    query: AnalyzedText,
    vector: Float32Array | undefined,
    limit: number,
    bufferPool: ScoreBufferPool,
  ): MemoryHit[] {
    return [...this.scoreTexts(query, limit, bufferPool, vector)]
      .map(([id, score]) => ({ id, relevance: toRelevance(score) }))
      .filter(({ relevance }) => relevance > 0)
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  /** Returns the scores by ID, as `fuseScores` computes them, of at least the `limit` best texts. */
  scoreTexts(
    query: AnalyzedText,
    limit: number,
    bufferPool: ScoreBufferPool,
    vector?: Float32Array,
  ): Map<string, number> {
    const candidateCount = Math.max(MIN_FUSION_CANDIDATES, limit);
    const lexicalResult = runLexicalSearch(this.#invertedIndex, query, candidateCount, this.#createScope(bufferPool));
    const vectorHits = vector ? this.#vectors.search(vector, candidateCount, this.#createScope(bufferPool)) : [];
    const scoresBySlot = fuseScores(lexicalResult, vectorHits);
    return new Map([...scoresBySlot].map(([slot, score]) => [this.#idBySlot[slot] ?? "", score]));
  }

  #createScope(bufferPool: ScoreBufferPool): SearchScope {
    const ids = this.#idBySlot;
    return { buffers: bufferPool.getZeroed(ids.length), slotCount: ids.length, getId: (slot) => ids[slot] };
  }

  /** Frees the stale slots, and removes empty slots at the end. */
  *#sweep(): Generator<void, void> {
    const emptySlots = new Uint8Array(this.#idBySlot.length);
    for (const slot of this.#staleSlots) emptySlots[slot] = 1;
    yield* this.#invertedIndex.sweep(emptySlots);
    const freeSlots = this.#freeSlots.concat(this.#staleSlots);
    this.#staleSlots.length = 0;
    while (this.#idBySlot.length > 0 && this.#idBySlot.at(-1) === undefined) this.#idBySlot.pop();
    this.#freeSlots = freeSlots.filter((slot) => slot < this.#idBySlot.length);
    this.#invertedIndex.truncate(this.#idBySlot.length);
    this.#vectors.truncate(this.#idBySlot.length);
  }

  /** Moves the last texts to the first free slots. */
  *#closeGaps(): Generator<void, void> {
    this.#freeSlots.sort((a, b) => b - a);
    let movedCount = 0;
    for (let from = this.#idBySlot.length - 1; from > (this.#freeSlots.at(-1) ?? Infinity); from -= 1) {
      const id = this.#idBySlot[from];
      if (id === undefined) continue;
      this.#move(id, from, this.#freeSlots.pop() ?? 0);
      movedCount += 1;
      if (movedCount % MOVES_PER_STEP === 0) yield;
    }
  }

  #move(id: string, from: number, to: number): void {
    this.#invertedIndex.move(from, to);
    this.#vectors.move(from, to);
    this.#idBySlot[from] = undefined;
    this.#idBySlot[to] = id;
    this.#slotById.set(id, to);
    this.#staleSlots.push(from);
  }
}

/**
 * Converts a score of `fuseScores` to a relevance: a score of 1 to about 0.8, greater ones up to 1. The square root
 * spreads small scores, so that four decimals distinguish them.
 */
export const toRelevance = (score: number): number => Math.round(Math.sqrt(1 - Math.exp(-score)) * 1e4) / 1e4;

/** The inverse of `toRelevance`, as exact as its rounding allows; finite also for a relevance of 1. */
export const toScore = (relevance: number): number => -Math.log(1 - Math.min(relevance, MAX_RELEVANCE) ** 2);

const MAX_RELEVANCE = 0.9999;

/**
 * Adds the scores of words and vectors, not their ranks: the first place in a list in which nothing fits well is no
 * evidence (Bruch et al. 2023). Vectors count more if fewer words of the query occur in the best lexical hits; an
 * identical vector counts at most as much as a match of all words.
 * @param vectorHits with scores of 0 to 1.
 * @returns scores by slot, greater than 0.
 */
function fuseScores({ hits, coverage }: LexicalSearchResult, vectorHits: readonly ScoredSlot[]): Map<number, number> {
  const fused = new Map<number, number>();
  for (const { slot, score } of hits) fused.set(slot, score);
  for (const { slot, score } of vectorHits) fused.set(slot, (fused.get(slot) ?? 0) + (1 - coverage) * score);
  return fused;
}

/** Runs `UserIndex.compact`, and yields to other tasks between steps. */
export async function compactIndex(index: UserIndex, isForced = false): Promise<void> {
  const compaction = index.compact(isForced);
  while (compaction.next().done !== true) await yieldToEventLoop();
}
