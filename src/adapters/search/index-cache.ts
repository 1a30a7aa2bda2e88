import type { IndexMemoryBudget, BudgetedIndex } from "./index-memory-budget.js";

/** The index of one user. */
interface CachedIndex {
  /** The estimated memory, in bytes. */
  readonly bytes: number;
}

interface CacheEntry<H extends CachedIndex> extends BudgetedIndex {
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
export class IndexCache<H extends CachedIndex> {
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
    const result = (this.#lastTasks.get(userId) ?? Promise.resolve()).then(() => this.#limitAndRun(userId, task));
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

  /**
   * Updates the size of an index, and waits for the permit for large loads if it became large during its first load.
   */
  async waitForMemory(userId: string, index: H): Promise<void> {
    this.updateSize(userId, index);
    const entry = this.#entries.get(userId);
    if (
      entry?.index !== index ||
      entry.isLoaded ||
      entry.releaseLargeLoad ||
      index.bytes <= this.memoryBudget.maxSmallIndexBytes
    )
      return;
    entry.releaseLargeLoad = await this.memoryBudget.acquireLargeLoad();
  }

  /** Limits how many indexes are loaded concurrently, but not how many loaded ones are used. */
  async #limitAndRun<T>(userId: string, task: (index: H) => T | Promise<T>): Promise<T> {
    const isLoaded = this.#entries.get(userId)?.isLoaded === true;
    const run = (): Promise<T> => this.#refreshAndRun(userId, task);
    return isLoaded ? run() : this.memoryBudget.limitLoads(run);
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
