import type { MemoryHit } from "../../../ports/driven/memory-index.js";
import type { Scored } from "./best.js";
import { fuse } from "./fusion.js";
import { InvertedIndex } from "./inverted-index.js";
import { lexicalSearch, type LexicalFindings } from "./lexical-search.js";
import type { ReadText } from "./reading.js";
import type { Scratch, Searched } from "./scratch.js";
import type { SparseVector } from "./sparse-vector.js";
import { VectorColumns } from "./vector-columns.js";
import type { QueryVector } from "./vector-source.js";

/** How many of each list are fused; at least so many, however few are asked for. */
const FEWEST_FUSED = 100;
/** Empty slots are let go of when there are more of them than this part of all, and so many. */
const EMPTY_PART = 0.25;
const EMPTY_FEWEST = 64;
/** What an id takes, in the list of slots and in the map from it, in bytes. */
const ID_BYTES = 150;
/** Of an index that holds nothing, and of whoever keeps it. */
const EMPTY_BYTES = 2_000;

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
  put(id: string, text: ReadText, vector?: SparseVector): void {
    this.remove(id);
    const slot = this.#ids.push(id) - 1;
    this.#slots.set(id, slot);
    this.#words.put(slot, text);
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
  byWords(query: ReadText, most: number, scratch: Scratch, withMeanings: boolean): LexicalFindings {
    return lexicalSearch(this.#words, query, most, this.#searched(scratch), withMeanings);
  }

  /** As `VectorColumns.search`. */
  byVector(query: SparseVector, most: number, scratch: Scratch): Scored[] {
    return this.#vectors.search(query, most, this.#searched(scratch));
  }

  /** As `MemoryIndex.search`. Without a vector of the query its words and what they mean decide. */
  search(query: ReadText, vector: QueryVector | undefined, limit: number, scratch: Scratch): MemoryHit[] {
    const most = Math.max(FEWEST_FUSED, limit);
    const words = this.byWords(query, most, scratch, true);
    const near = vector ? this.byVector(vector.vector, most, scratch) : [];
    return this.hitsOf(fuse(words, near, vector?.trust ?? 0)).slice(0, limit);
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

  #compact(): void {
    const ids: string[] = [];
    const newSlotOf = this.#ids.map((id) => (id === undefined ? undefined : ids.push(id) - 1));
    this.#words.compact(newSlotOf);
    this.#vectors.compact(newSlotOf);
    this.#ids = ids;
    ids.forEach((id, slot) => this.#slots.set(id, slot));
  }
}

const relevanceOf = (score: number): number => Math.round(Math.sqrt(1 - Math.exp(-score)) * 1e4) / 1e4;
