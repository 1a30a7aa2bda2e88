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
/** Term keys have 22 bits and a term takes more than 256 bytes: an index of this size cannot run out of keys. */
const MAX_INDEX_BYTES = 2 ** 30;

/** An index that is counted towards the budget. */
interface BudgetedIndex {
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
   * Waits until no other index that exceeds `maxSmallIndexBytes` is being loaded. An index becomes large in the middle
   * of its load, so that the permit cannot be held by one function.
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

interface CacheEntry<H> extends BudgetedIndex {
  readonly index: H;
  /** Whether a refresh has completed. */
  isLoaded: boolean;
  /** Set while the index holds the permit for large loads. */
  releaseLargeLoad?: () => void;
}

/**
 * One index per user in this process. It is loaded by the first search and refreshed by every later one, so that it
 * includes the changes of all processes. The least recently used indexes are evicted when the memory budget is
 * exceeded.
 */
export class IndexCache<H extends { readonly bytes: number }> {
  readonly #entries = new Map<string, CacheEntry<H>>();
  /** The last task of each user. Tasks of one user run one after the other, so that none sees a partial refresh. */
  readonly #lastTasks = new Map<string, Promise<unknown>>();

  /** @param refresh brings the index up to date; after a failure it is called again and must have the same effect. */
  constructor(
    private readonly memoryBudget: IndexMemoryBudget,
    private readonly createIndex: () => H,
    private readonly refresh: (userId: string, index: H) => Promise<void>,
  ) {}

  /** The number of users that have an index now. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns the user's index without refreshing it; undefined when there is none. */
  find(userId: string): H | undefined {
    return this.#entries.get(userId)?.index;
  }

  /** Refreshes the user's index and then runs the task with it. */
  async withIndex<T>(userId: string, task: (index: H) => T | Promise<T>): Promise<T> {
    const run = (): Promise<T> => this.#refreshAndRun(userId, task);
    const result = (this.#lastTasks.get(userId) ?? Promise.resolve()).then(() => {
      // Limits how many indexes are loaded concurrently, but not how many loaded ones are used.
      return this.#entries.get(userId)?.isLoaded === true ? run() : this.memoryBudget.limitLoads(run);
    });
    // The next task runs even if this one fails; the error goes to this caller only.
    const settled = result.catch(() => undefined);
    this.#lastTasks.set(userId, settled);
    try {
      return await result;
    } finally {
      if (this.#lastTasks.get(userId) === settled) this.#lastTasks.delete(userId);
    }
  }

  /** Must be called when the size of the user's index has changed. */
  updateSize(userId: string, index: H): void {
    const entry = this.#entries.get(userId);
    if (entry?.index === index) this.memoryBudget.updateSize(entry, index.bytes);
  }

  /** Updates the size of an index; waits for the permit for large loads if it became large during its first load. */
  async waitForMemory(userId: string, index: H): Promise<void> {
    this.updateSize(userId, index);
    const entry = this.#entries.get(userId);
    if (entry?.index !== index || entry.isLoaded || entry.releaseLargeLoad) return;
    const isLarge = index.bytes > this.memoryBudget.maxSmallIndexBytes;
    if (isLarge) entry.releaseLargeLoad = await this.memoryBudget.acquireLargeLoad();
  }

  async #refreshAndRun<T>(userId: string, task: (index: H) => T | Promise<T>): Promise<T> {
    const entry = this.#getEntry(userId);
    entry.isInUse = true;
    try {
      await this.refresh(userId, entry.index);
      entry.isLoaded = true;
      return await task(entry.index);
    } finally {
      entry.isInUse = false;
      this.memoryBudget.evictToLimit();
      entry.releaseLargeLoad?.();
      delete entry.releaseLargeLoad;
    }
  }

  #getEntry(userId: string): CacheEntry<H> {
    const entry = this.#entries.get(userId) ?? {
      index: this.createIndex(),
      isLoaded: false,
      isInUse: false,
      bytes: 0,
      evict: () => this.#entries.delete(userId),
    };
    this.#entries.set(userId, entry);
    this.memoryBudget.markUsed(entry);
    return entry;
  }
}
