import type { Embedder } from "../../../ports/driven/embedder.js";
import type { MemoryChanges, MemoryFeed, SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { MemoryHit, MemoryIndex } from "../../../ports/driven/memory-index.js";
import { giveWay, isHoldingUp } from "../give-way.js";
import { LoadingPermits } from "./loading-permits.js";
import { read, type ReadText } from "./reading.js";
import { Scratch } from "./scratch.js";
import type { SparseVector } from "./sparse-vector.js";
import { UserIndex } from "./user-index.js";
import type { VectorSource } from "./vector-source.js";

export interface MemoryIndexOptions {
  /**
   * What the indexes of all users may take of the memory, in bytes, about. Those that are just being loaded or searched
   * may take more: no more than `LOADING_AT_ONCE` are being loaded.
   */
  readonly mostBytes: number;
}

export const memoryIndexDefaults: MemoryIndexOptions = { mostBytes: 256 * 2 ** 20 };

/** For how many memories vectors are asked at once. */
const SLICE = 50;
/** More would be done no sooner, and each may take memory beyond the bound. */
const LOADING_AT_ONCE = 4;

interface Entry {
  index: UserIndex;
  mark: string | undefined;
  /** Whether it was up to date once. */
  isLoaded: boolean;
  /** Whether a search is going on in it, so that to let go of it would free nothing. */
  isInUse: boolean;
  /** What the index took when it was weighed last, in bytes. */
  bytes: number;
}

/**
 * One index a user in this process, loaded with the first search and brought up to date with every other one, so
 * that it is right whichever process wrote. Those that were not searched for longest go when there are too many.
 */
export class InProcessMemoryIndex implements MemoryIndex {
  /** From the user who searched first to the one who searched last. */
  readonly #entries = new Map<string, Entry>();
  /** By user. Searches of one user wait for each other, or one would see what another is just taking in. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #loading = new LoadingPermits(LOADING_AT_ONCE);
  readonly #scratch = new Scratch();
  #bytes = 0;

  constructor(
    private readonly feed: MemoryFeed,
    private readonly embedder: Embedder,
    private readonly vectors: VectorSource,
    private readonly options: MemoryIndexOptions = memoryIndexDefaults,
  ) {}

  /** What all indexes take of the memory, in bytes, about. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many users have an index now. */
  get users(): number {
    return this.#entries.size;
  }

  async search(userId: string, query: string, limit: number): Promise<readonly MemoryHit[]> {
    const text = read(query);
    const vector = await this.vectors.ofQuery(text);
    return this.#inTurn(userId, () =>
      this.#withIndex(userId, (index) => index.search(text, vector, limit, this.#scratch)),
    );
  }

  async #inTurn<T>(userId: string, task: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(userId) ?? Promise.resolve()).then(task);
    // The next one's turn comes however this one ends, which is told to whom it concerns.
    const ended = turn.catch(() => undefined);
    this.#turns.set(userId, ended);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(userId) === ended) this.#turns.delete(userId);
    }
  }

  /** Whoever has to load waits until few others do; an index that is there is searched meanwhile. */
  async #withIndex<T>(userId: string, task: (index: UserIndex) => T): Promise<T> {
    const loaded = this.#entries.get(userId)?.isLoaded === true;
    const done = loaded ? undefined : await this.#loading.take();
    const entry = this.#entryOf(userId);
    entry.isInUse = true;
    try {
      await this.#bringUpToDate(userId, entry);
      entry.isLoaded = true;
      return task(entry.index);
    } finally {
      entry.isInUse = false;
      this.#forgetOldest();
      done?.();
    }
  }

  #entryOf(userId: string): Entry {
    const entry = this.#entries.get(userId) ?? {
      index: new UserIndex(this.embedder.dimensions),
      mark: undefined,
      isLoaded: false,
      isInUse: false,
      bytes: 0,
    };
    this.#entries.delete(userId);
    this.#entries.set(userId, entry);
    return entry;
  }

  /** What was taken in before a failure is taken in again the next time, to the same effect. */
  async #bringUpToDate(userId: string, entry: Entry): Promise<void> {
    for (let more = true; more;) {
      const changes = await this.feed.changesSince(userId, entry.mark);
      if (changes.anew) await this.#begin(userId, entry);
      await this.#letGo(userId, entry, changes.absent);
      await this.#takeIn(userId, entry, changes);
      const tidying = entry.index.tidy();
      while (tidying.next().done !== true) await giveWay();
      this.#weigh(userId, entry);
      ({ mark: entry.mark, more } = changes);
      if (more) await giveWay();
    }
  }

  async #begin(userId: string, entry: Entry): Promise<void> {
    const { ids } = entry.index;
    entry.index = new UserIndex(this.embedder.dimensions);
    if (ids.length > 0) await this.vectors.forget(userId, ids);
  }

  async #letGo(userId: string, { index }: Entry, gone: readonly string[]): Promise<void> {
    for (const id of gone) {
      index.remove(id);
      if (isHoldingUp()) await giveWay();
    }
    if (gone.length > 0) await this.vectors.forget(userId, gone);
  }

  async #takeIn(userId: string, entry: Entry, { present }: MemoryChanges): Promise<void> {
    const { index } = entry;
    for (let i = 0; i < present.length; i += SLICE) {
      const slice: (SearchableMemory & ReadText)[] = [];
      for (const { id, content } of present.slice(i, i + SLICE)) {
        const text = { id, ...read(content) };
        index.put(id, text);
        slice.push(text);
        if (isHoldingUp()) await giveWay();
      }
      // They are there by now, so that no vector comes too early.
      const vectors = await this.vectors.of(userId, slice, (id, vector) => this.#embed(userId, id, vector));
      slice.forEach(({ id }, at) => index.embed(id, vectors[at]));
      this.#weigh(userId, entry);
    }
  }

  /** In the index that the user has by then, if any: whoever waits for a vector keeps none in memory. */
  #embed(userId: string, id: string, vector: SparseVector): void {
    const entry = this.#entries.get(userId);
    if (!entry) return;
    entry.index.embed(id, vector);
    this.#weigh(userId, entry);
  }

  /** To be called when the index has changed. */
  #weigh(userId: string, entry: Entry): void {
    if (this.#entries.get(userId) !== entry) return;
    this.#bytes += entry.index.bytes - entry.bytes;
    entry.bytes = entry.index.bytes;
    this.#forgetOldest();
  }

  /** Until the others take no more than they may. One that is in use stays, and so does the only one. */
  #forgetOldest(): void {
    for (const [userId, { bytes, isInUse }] of this.#entries) {
      if (this.#bytes <= this.options.mostBytes || this.#entries.size === 1) return;
      if (isInUse) continue;
      this.#bytes -= bytes;
      this.#entries.delete(userId);
    }
  }
}
