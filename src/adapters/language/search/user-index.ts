import type { MemoryHit } from "../../../ports/driven/memory-index.js";
import type { Scored, Searched } from "./best.js";
import { fuse } from "./fusion.js";
import { InvertedIndex } from "./inverted-index.js";
import { lexicalSearch, type LexicalFindings } from "./lexical-search.js";
import type { SparseVector } from "./sparse-vector.js";
import type { Token } from "./tokens.js";
import { VectorColumns } from "./vector-columns.js";

/** How many of each list are fused; at least so many, however few are asked for. */
const FEWEST_FUSED = 100;
/** Empty slots are let go of when there are more of them than this part of all, and so many. */
const EMPTY_PART = 0.25;
const EMPTY_FEWEST = 64;
/** What an id takes, in the list of slots and in the map from it, in bytes. */
const ID_BYTES = 150;
/** Of an index that holds nothing, and of whoever keeps it. */
const EMPTY_BYTES = 2_000;

/** Room for the scores of one search after another, shared by all users. */
export class Scratch {
  #scores = new Float64Array(1024);

  /** As many zeros. Only until the next call. */
  zeros(count: number): Float64Array {
    if (this.#scores.length < count) this.#scores = new Float64Array(Math.ceil(count * 1.25));
    else this.#scores.fill(0, 0, count);
    return this.#scores;
  }
}

/** One user's memories, to be searched by their words and by their vectors. */
export class UserIndex {
  #ids: (string | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #words = new InvertedIndex();
  readonly #vectors: VectorColumns;

  constructor(dimensions: number) {
    this.#vectors = new VectorColumns(dimensions);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** What it takes of the memory, in bytes, about. */
  get bytes(): number {
    return EMPTY_BYTES + this.#words.bytes + this.#vectors.bytes + this.#ids.length * ID_BYTES;
  }

  has(id: string): boolean {
    return this.#slots.has(id);
  }

  /** Of all that it holds but these. */
  idsBut(memories: readonly { readonly id: string }[]): string[] {
    const others = new Set(memories.map(({ id }) => id));
    return [...this.#slots.keys()].filter((id) => !others.has(id));
  }

  /** Makes room for so many more. */
  reserve(count: number): void {
    this.#vectors.reserve(this.#ids.length + count);
  }

  /** Takes the memory in, in the place of the one of this id. Until it has a vector it is found by its words alone. */
  put(id: string, words: readonly Token[], vector?: SparseVector): void {
    this.remove(id);
    const slot = this.#ids.push(id) - 1;
    this.#slots.set(id, slot);
    this.#words.put(slot, words);
    if (vector) this.#vectors.put(slot, vector);
  }

  /** Gives a memory that is there its vector. */
  embed(id: string, vector: SparseVector): void {
    const slot = this.#slots.get(id);
    if (slot !== undefined) this.#vectors.put(slot, vector);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.#ids[slot] = undefined;
    this.#words.remove(slot);
    this.#vectors.remove(slot);
    const empty = this.#ids.length - this.#slots.size;
    if (empty > EMPTY_FEWEST && empty > EMPTY_PART * this.#ids.length) this.#compact();
  }

  /** As `lexicalSearch`. */
  byWords(query: readonly Token[], most: number, scratch: Scratch): LexicalFindings {
    return lexicalSearch(this.#words, query, most, this.#searched(scratch));
  }

  /** As `VectorColumns.search`. */
  byVector(query: SparseVector, most: number, scratch: Scratch): Scored[] {
    return this.#vectors.search(query, most, this.#searched(scratch));
  }

  /** As `MemoryIndex.search`. Without a vector of the query its words alone decide. */
  search(query: readonly Token[], vector: SparseVector | undefined, limit: number, scratch: Scratch): MemoryHit[] {
    const most = Math.max(FEWEST_FUSED, limit);
    const words = this.byWords(query, most, scratch);
    const near = vector
      ? this.byVector(vector, most, scratch).filter(({ slot }) => this.#fits(slot, query, vector))
      : [];
    return this.hitsOf(fuse(words, near)).slice(0, limit);
  }

  /** Words may share a dimension by accident; what is near for that alone has nothing to do with the query. */
  #fits(slot: number, query: readonly Token[], vector: SparseVector): boolean {
    return this.#vectors.hasPartOf(vector, slot) || this.#words.hasOneOf(query, slot);
  }

  /** Best first, ties by id. The root spreads what is small, so that four decimals tell it apart. */
  hitsOf(worth: ReadonlyMap<number, number>): MemoryHit[] {
    return [...worth]
      .map(([slot, value]) => ({ id: this.#ids[slot] ?? "", relevance: Math.round(Math.sqrt(value) * 1e4) / 1e4 }))
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  }

  #searched(scratch: Scratch): Searched {
    const ids = this.#ids;
    return { scores: scratch.zeros(ids.length), end: ids.length, idOf: (slot) => ids[slot] };
  }

  #compact(): void {
    const ids: string[] = [];
    const newSlotOf = this.#ids.map((id) => (id === undefined ? undefined : ids.push(id) - 1));
    this.#words.compact(newSlotOf);
    this.#vectors.compact(newSlotOf);
    this.#ids = ids;
    ids.forEach((id, slot) => this.#slots.set(id, slot));
  }
}
