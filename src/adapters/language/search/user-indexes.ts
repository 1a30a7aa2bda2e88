import type { IndexRoom, Tenant } from "./index-room.js";

/** What is kept of one user. */
interface Held {
  /** What it takes of the memory, in bytes, about. */
  readonly bytes: number;
}

interface Entry<H extends Held> extends Tenant {
  readonly held: H;
  /** Whether it was up to date once. */
  isLoaded: boolean;
  /** Of one that holds the permit for large ones. */
  release?: () => void;
}

/**
 * One index a user in this process, loaded with the first search and brought up to date with every other one, so
 * that it is right whichever process wrote. Those that were not searched for longest go when there is no room.
 */
export class UserIndexes<H extends Held> {
  readonly #entries = new Map<string, Entry<H>>();
  /** By user. Searches of one user wait for each other, or one would see what another is just taking in. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /** @param bringUpToDate what it took in before a failure, it takes in again the next time, to the same effect. */
  constructor(
    private readonly room: IndexRoom,
    private readonly make: () => H,
    private readonly bringUpToDate: (userId: string, held: H) => Promise<void>,
  ) {}

  /** How many users have an index now. */
  get size(): number {
    return this.#entries.size;
  }

  /** The user's as it is, if there is one. */
  find(userId: string): H | undefined {
    return this.#entries.get(userId)?.held;
  }

  /** Does the task with the user's index when it is up to date. */
  async use<T>(userId: string, task: (held: H) => T | Promise<T>): Promise<T> {
    const turn = (this.#turns.get(userId) ?? Promise.resolve()).then(() => this.#withIndex(userId, task));
    // The next one's turn comes however this one ends, which is told to whom it concerns.
    const ended = turn.catch(() => undefined);
    this.#turns.set(userId, ended);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(userId) === ended) this.#turns.delete(userId);
    }
  }

  /** To be called when the user's index has changed. */
  weigh(userId: string, held: H): void {
    const entry = this.#entries.get(userId);
    if (entry?.held === held) this.room.weigh(entry, held.bytes);
  }

  /** Weighs an index that is being brought up to date, and waits as long as there is no memory for it to grow on. */
  async makeRoom(userId: string, held: H): Promise<void> {
    this.weigh(userId, held);
    const entry = this.#entries.get(userId);
    if (entry?.held !== held || entry.isLoaded || entry.release || held.bytes <= this.room.smallBytes) return;
    entry.release = await this.room.loadingLarge.take();
  }

  /** Whoever has to load waits until few others do; an index that is there is searched meanwhile. */
  async #withIndex<T>(userId: string, task: (held: H) => T | Promise<T>): Promise<T> {
    const loaded = this.#entries.get(userId)?.isLoaded === true;
    const done = loaded ? undefined : await this.room.loading.take();
    const entry = this.#entryOf(userId);
    entry.isInUse = true;
    try {
      await this.bringUpToDate(userId, entry.held);
      entry.isLoaded = true;
      return await task(entry.held);
    } finally {
      entry.isInUse = false;
      this.room.tidy();
      entry.release?.();
      delete entry.release;
      done?.();
    }
  }

  #entryOf(userId: string): Entry<H> {
    const entry = this.#entries.get(userId) ?? {
      held: this.make(),
      isLoaded: false,
      isInUse: false,
      bytes: 0,
      leave: () => this.#entries.delete(userId),
    };
    this.#entries.set(userId, entry);
    this.room.use(entry);
    return entry;
  }
}
