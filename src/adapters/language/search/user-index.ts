import type { MemoryHit } from "../../../ports/driven/memory-index.js";
import type { Scored } from "./best.js";
import { fuse } from "./fusion.js";
import { InvertedIndex } from "./inverted-index.js";
import { lexicalSearch, type LexicalFindings } from "./lexical-search.js";
import type { ReadText } from "./reading.js";
import type { Scratch, Searched } from "./scratch.js";
import { ShardedMap } from "./sharded-map.js";
import type { SparseVector } from "./sparse-vector.js";
import { VectorColumns } from "./vector-columns.js";
import type { QueryVector } from "./vector-source.js";

/** How many of each list are fused; at least so many, however few are asked for. */
const FEWEST_FUSED = 100;
/** Slots that were left are swept when there are more of them than this part of all, and so many. */
const LEFT_PART = 0.25;
const LEFT_FEWEST = 64;
/** The others move together when more slots than this part are free. */
const FREE_PART = 0.5;
/** How many move before others may have their turn. */
const MOVED_AT_ONCE = 64;
/** What an id takes, in the list of slots and in the map from it, in bytes. */
const ID_BYTES = 150;
/** Of an index that holds nothing, and of whoever keeps it. */
const EMPTY_BYTES = 8_000;

/** One user's memories, to be searched by their words and by their vectors. */
export class UserIndex {
  readonly #ids: (string | undefined)[] = [];
  readonly #slots = new ShardedMap<number>();
  /** Slots that a memory has left, for which something is still kept. */
  readonly #left: number[] = [];
  /** Other empty slots. */
  #free: number[] = [];
  readonly #words = new InvertedIndex();
  readonly #vectors: VectorColumns;

  /** @param dimensions as of `Embedder`. */
  constructor(dimensions: number | undefined) {
    this.#vectors = new VectorColumns(dimensions ?? 0);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** What it takes of the memory, in bytes, about. */
  get bytes(): number {
    return EMPTY_BYTES + this.#words.bytes + this.#vectors.bytes + this.#ids.length * ID_BYTES;
  }

  /** Of all that it holds. */
  get ids(): string[] {
    return [...this.#slots.keys()];
  }

  /** Whether so much is kept of what has changed or gone that it is to be let go of. */
  get isUntidy(): boolean {
    const all = this.#ids.length;
    const isLeft = this.#left.length > LEFT_FEWEST && this.#left.length > LEFT_PART * all;
    return isLeft || (this.#free.length > LEFT_FEWEST && this.#free.length > FREE_PART * all);
  }

  /** Takes the memory in, in the place of the one of this id. Until it has a vector it is found by its words alone. */
  put(id: string, text: ReadText, vector?: SparseVector): void {
    this.remove(id);
    const slot = this.#free.pop() ?? this.#ids.length;
    this.#ids[slot] = id;
    this.#slots.set(id, slot);
    this.#words.put(slot, text);
    if (vector) this.#vectors.put(slot, vector);
  }

  /** Gives a memory that is there its vector, or takes it away. */
  embed(id: string, vector: SparseVector | undefined): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    if (vector) this.#vectors.put(slot, vector);
    else this.#vectors.remove(slot);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#ids[slot] = undefined;
    this.#words.remove(slot);
    this.#vectors.remove(slot);
    this.#left.push(slot);
  }

  /**
   * Lets go of what is kept of memories that have changed or gone, piece by piece. In between, it answers as ever, and
   * vectors may come, but memories may neither come nor go. To stop halfway does no harm.
   * @param always also where that is little.
   */
  *tidy(always = false): Generator<void, void> {
    if (!always && !this.isUntidy) return;
    yield* this.#sweep();
    if (this.#free.length <= FREE_PART * this.#ids.length) return;
    yield* this.#moveTogether();
    yield* this.#sweep();
  }

  /** As `lexicalSearch`. */
  byWords(query: ReadText, most: number, scratch: Scratch, withMeanings: boolean): LexicalFindings {
    return lexicalSearch(this.#words, query, most, this.#searched(scratch), withMeanings);
  }

  /** As `VectorColumns.search`. */
  byVector(query: SparseVector, most: number, scratch: Scratch): Scored[] {
    return this.#vectors.search(query, most, this.#searched(scratch));
  }

  /** As `MemoryIndex.search`. Without a vector of the query its words and what they mean decide. */
  search(query: ReadText, vector: QueryVector | undefined, limit: number, scratch: Scratch): MemoryHit[] {
    return this.hitsOf(this.#fused(query, vector, limit, scratch)).slice(0, limit);
  }

  /** What its words find, by id, each with a score as of `LexicalFindings`: at least the `most` best. */
  scores(query: ReadText, most: number, scratch: Scratch): Map<string, number> {
    const fused = this.#fused(query, undefined, most, scratch);
    return new Map([...fused].map(([slot, score]) => [this.#ids[slot] ?? "", score]));
  }

  #fused(
    query: ReadText,
    vector: QueryVector | undefined,
    limit: number,
    scratch: Scratch,
  ): ReadonlyMap<number, number> {
    const most = Math.max(FEWEST_FUSED, limit);
    const words = this.byWords(query, most, scratch, true);
    const near = vector ? this.byVector(vector.vector, most, scratch) : [];
    return fuse(words, near, vector?.trust ?? 0);
  }

  /**
   * Best first, ties by id. A score of 1 comes near 0.8, any greater one between that and 1; the root spreads what is
   * small, so that four decimals tell it apart.
   */
  hitsOf(worth: ReadonlyMap<number, number>): MemoryHit[] {
    return [...worth]
      .map(([slot, value]) => ({ id: this.#ids[slot] ?? "", relevance: relevanceOf(value) }))
      .filter(({ relevance }) => relevance > 0)
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  }

  #searched(scratch: Scratch): Searched {
    const ids = this.#ids;
    return { room: scratch.zeros(ids.length), end: ids.length, idOf: (slot) => ids[slot] };
  }

  /** Afterwards, the slots that were left are free, but for the last ones, which are no more. */
  *#sweep(): Generator<void, void> {
    const isEmpty = new Uint8Array(this.#ids.length);
    for (const slot of this.#left) isEmpty[slot] = 1;
    yield* this.#words.sweep(isEmpty);
    const free = this.#free.concat(this.#left);
    this.#left.length = 0;
    while (this.#ids.length > 0 && this.#ids.at(-1) === undefined) this.#ids.pop();
    this.#free = free.filter((slot) => slot < this.#ids.length);
    this.#words.truncate(this.#ids.length);
    this.#vectors.truncate(this.#ids.length);
  }

  /** The last memories take the first free slots. */
  *#moveTogether(): Generator<void, void> {
    this.#free.sort((a, b) => b - a);
    let moved = 0;
    for (let from = this.#ids.length - 1; from > (this.#free.at(-1) ?? Infinity); from -= 1) {
      const id = this.#ids[from];
      if (id === undefined) continue;
      this.#move(id, from, this.#free.pop() ?? 0);
      moved += 1;
      if (moved % MOVED_AT_ONCE === 0) yield;
    }
  }

  #move(id: string, from: number, to: number): void {
    this.#words.move(from, to);
    this.#vectors.move(from, to);
    this.#ids[from] = undefined;
    this.#ids[to] = id;
    this.#slots.set(id, to);
    this.#left.push(from);
  }
}

/** Of a score as of `fuse`. */
export const relevanceOf = (score: number): number => Math.round(Math.sqrt(1 - Math.exp(-score)) * 1e4) / 1e4;

/** The inverse of `relevanceOf`, as exact as the rounded relevance allows; finite also for a relevance of 1. */
export const scoreOf = (relevance: number): number => -Math.log(1 - Math.min(relevance, MAX_RELEVANCE) ** 2);

const MAX_RELEVANCE = 0.9999;
