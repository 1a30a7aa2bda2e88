import pLimit from "p-limit";
import { ScoreBufferPool } from "./score-buffers.js";

/** More concurrent loads would not finish sooner, and each takes memory. */
const MAX_CONCURRENT_LOADS = 4;
/**
 * The share of the memory that each index may take while others are loaded; only one at a time may exceed it.
 * `MAX_CONCURRENT_LOADS` small indexes and a large one fit into the memory.
 */
const SMALL_INDEX_SHARE = 1 / 16;
const LARGE_INDEX_SHARE = 3 / 4;
/**
 * Term keys have 22 bits, and each term takes more than 256 bytes, so that an index of this size cannot run out of
 * keys.
 */
const MAX_INDEX_BYTES = 2 ** 30;

/** An index that is counted towards the budget. */
export interface BudgetedIndex {
  /** The size at the last update, in bytes; 0 before the first one. */
  bytes: number;
  /** Whether it is in use, so that an eviction would free nothing. */
  isInUse: boolean;
  readonly evict: () => void;
}

/** The memory that the indexes of all users share. The least recently used ones are evicted. */
export class IndexMemoryBudget {
  /** Least recently used first. */
  readonly #indexes = new Set<BudgetedIndex>();
  #bytes = 0;
  /** Runs the first load of an index. */
  readonly limitLoads = pLimit(MAX_CONCURRENT_LOADS);
  readonly #limitLargeLoads = pLimit(1);
  /** The buffers that all searches share. */
  readonly bufferPool = new ScoreBufferPool();

  /** @param maxBytes the limit for the estimated memory. Only indexes in use, and a single one, may exceed it. */
  constructor(private readonly maxBytes: number = 256 * 2 ** 20) {}

  /** The maximum size of one index. */
  get maxIndexBytes(): number {
    return Math.min(this.maxBytes * LARGE_INDEX_SHARE, MAX_INDEX_BYTES);
  }

  /** The maximum size of an index that is loaded concurrently with others. */
  get maxSmallIndexBytes(): number {
    return this.maxBytes * SMALL_INDEX_SHARE;
  }

  /** The estimated memory of all indexes, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Waits until no other index that exceeds `maxSmallIndexBytes` is being loaded. An index becomes large in the middle of
   * its load, so that the permit cannot be held by one function.
   * @returns releases the permit; must be called when the load has ended.
   */
  acquireLargeLoad(): Promise<() => void> {
    return new Promise((resolve) => {
      void this.#limitLargeLoads(() => new Promise<void>((release) => resolve(release)));
    });
  }

  markUsed(index: BudgetedIndex): void {
    this.#indexes.delete(index);
    this.#indexes.add(index);
  }

  /** Must be called when the size of the index has changed. */
  updateSize(index: BudgetedIndex, bytes: number): void {
    if (!this.#indexes.has(index)) return;
    this.#bytes += bytes - index.bytes;
    index.bytes = bytes;
    this.evictToLimit();
  }

  /** Evicts least recently used indexes until the limit is met. Indexes in use and the last one stay. */
  evictToLimit(): void {
    for (const index of this.#indexes) {
      if (this.#bytes <= this.maxBytes || this.#indexes.size === 1) return;
      if (index.isInUse) continue;
      this.#bytes -= index.bytes;
      this.#indexes.delete(index);
      index.evict();
    }
  }
}
