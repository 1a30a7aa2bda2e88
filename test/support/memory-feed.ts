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

  /** What was removed so far is told to nobody any more: whoever has not seen it begins anew. */
  forgetRemovals(): void {
    for (const [key, { content }] of this.#written) if (content === undefined) this.#written.delete(key);
    this.#forgotten = this.#revision;
  }

  changesSince(userId: string, mark?: string): Promise<MemoryChanges> {
    this.asked += 1;
    if (this.#failure) {
      const failure = this.#failure;
      this.#failure = undefined;
      return Promise.reject(failure);
    }
    const anew = mark === undefined || Number(mark) < this.#forgotten;
    const since = anew ? 0 : Number(mark);
    const present: SearchableMemory[] = [];
    const absent: string[] = [];
    for (const [key, { userId: owner, content, revision }] of this.#written) {
      if (owner !== userId || revision <= since) continue;
      const id = key.slice(userId.length + 1);
      if (content === undefined) absent.push(id);
      else present.push({ id, content });
    }
    this.answered += present.length;
    return Promise.resolve({ anew, present, absent: anew ? [] : absent, mark: String(this.#revision) });
  }
}
