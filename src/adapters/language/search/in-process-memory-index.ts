import type { Embedder } from "../../../ports/driven/embedder.js";
import type { MemoryChanges, MemoryFeed, SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { MemoryHit, MemoryIndex } from "../../../ports/driven/memory-index.js";
import { giveWay, isHoldingUp } from "../give-way.js";
import { read, type ReadText } from "./reading.js";
import { Scratch } from "./scratch.js";
import { UserIndex } from "./user-index.js";
import type { VectorSource } from "./vector-source.js";

export interface MemoryIndexOptions {
  /** What the indexes of all users may take of the memory, in bytes, about. That of one user may take more. */
  readonly mostBytes: number;
}

export const memoryIndexDefaults: MemoryIndexOptions = { mostBytes: 256 * 2 ** 20 };

/** For how many memories vectors are asked at once. */
const SLICE = 50;

interface Entry {
  index: UserIndex;
  mark: string | undefined;
  /** What the index took when it was weighed last, in bytes. */
  bytes: number;
  /** Searches of one user wait for each other, or one would see what another is just taking in. */
  turn: Promise<unknown>;
}

/**
 * One index a user in this process, loaded with the first search and brought up to date with every other one, so
 * that it is right whichever process wrote. Those that were not searched for longest go when there are too many.
 */
export class InProcessMemoryIndex implements MemoryIndex {
  /** From the user who searched first to the one who searched last. */
  readonly #entries = new Map<string, Entry>();
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
    const entry = this.#entryOf(userId);
    const text = read(query);
    const vector = await this.vectors.ofQuery(text);
    const turn = entry.turn.then(async () => {
      await this.#bringUpToDate(userId, entry);
      return entry.index.search(text, vector, limit, this.#scratch);
    });
    // The next one's turn comes however this one ends, which is told to whom it concerns.
    entry.turn = turn.catch(() => undefined);
    const hits = await turn;
    this.#forgetOldest();
    return hits;
  }

  #entryOf(userId: string): Entry {
    const entry = this.#entries.get(userId) ?? {
      index: new UserIndex(this.embedder.dimensions),
      mark: undefined,
      bytes: 0,
      turn: Promise.resolve(),
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
      const vectors = await this.vectors.of(userId, slice, (id, vector) => {
        index.embed(id, vector);
        this.#weigh(userId, entry);
      });
      slice.forEach(({ id }, at) => index.embed(id, vectors[at]));
      this.#weigh(userId, entry);
    }
  }

  /** To be called when the index has changed. One that was let go of counts no more, though it may still be in use. */
  #weigh(userId: string, entry: Entry): void {
    if (this.#entries.get(userId) !== entry) return;
    this.#bytes += entry.index.bytes - entry.bytes;
    entry.bytes = entry.index.bytes;
  }

  #forgetOldest(): void {
    for (const [userId, { bytes }] of this.#entries) {
      if (this.#bytes <= this.options.mostBytes || this.#entries.size === 1) return;
      this.#bytes -= bytes;
      this.#entries.delete(userId);
    }
  }
}
