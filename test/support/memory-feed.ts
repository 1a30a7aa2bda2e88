import type { MemoryChanges, MemoryFeed, SearchableMemory } from "../../src/ports/driven/memory-feed.js";

/** Memories that are written by hand, as any number of processes that share a store see them. */
export class WrittenMemories implements MemoryFeed {
  readonly #written = new Map<string, { userId: string; content: string | undefined; revision: number }>();
  #revision = 0;
  #forgotten = 0;
  /** How often it was asked. */
  asked = 0;
  /** How many memories it told of. */
  answered = 0;
  #failure: Error | undefined;

  /** @param most how many memories a look tells of. */
  constructor(private readonly most = Infinity) {}

  /** The next look fails. */
  failNext(failure: Error): void {
    this.#failure = failure;
  }

  write(userId: string, id: string, content: string): void {
    this.#written.set(`${userId}/${id}`, { userId, content, revision: (this.#revision += 1) });
  }

  /** Deleted or rejected: the feed knows no difference. */
  remove(userId: string, id: string): void {
    this.#written.set(`${userId}/${id}`, { userId, content: undefined, revision: (this.#revision += 1) });
  }

  /** Drops all removals so far: a reader that has not seen them gets a reset. */
  forgetRemovals(): void {
    for (const [key, { content }] of this.#written) if (content === undefined) this.#written.delete(key);
    this.#forgotten = this.#revision;
  }

  changesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    this.asked += 1;
    if (this.#failure) {
      const failure = this.#failure;
      this.#failure = undefined;
      return Promise.reject(failure);
    }
    const [toldOf = 0, removalsToldOf = 0] = cursor?.split("/").map(Number) ?? [];
    if (cursor !== undefined && removalsToldOf < this.#forgotten) return this.changesSince(userId);
    const mine = [...this.#written].filter(([, { userId: owner }]) => owner === userId);
    const written: (SearchableMemory & { readonly revision: number })[] = [];
    const deletes: string[] = [];
    for (const [key, { content, revision }] of mine) {
      const id = key.slice(userId.length + 1);
      if (content === undefined && revision > removalsToldOf) deletes.push(id);
      if (content !== undefined && revision > toldOf) written.push({ id, content, revision });
    }
    const upserts = written.sort((one, other) => one.revision - other.revision).slice(0, this.most);
    this.answered += upserts.length;
    return Promise.resolve({
      reset: cursor === undefined,
      upserts,
      deletes: cursor === undefined ? [] : deletes,
      cursor: `${upserts.at(-1)?.revision ?? toldOf}/${this.#revision}`,
      hasMore: upserts.length === this.most,
    });
  }
}
