import type { MemoryChanges, MemoryFeed, SearchableMemory } from "../../src/ports/driven/store/change-feed.js";

/** A memory feed whose contents a test writes, as processes that share a store see it. */
export class ScriptedMemoryFeed implements MemoryFeed {
  readonly #entries = new Map<string, { userId: string; content: string | undefined; revision: number }>();
  #revision = 0;
  #forgottenRevision = 0;
  /** The number of calls of `getChangesSince`. */
  pollCount = 0;
  /** The number of memories in all results. */
  upsertCount = 0;
  #failure: Error | undefined;

  /** @param maxBatchSize the maximum number of memories in a result. */
  constructor(private readonly maxBatchSize = Infinity) {}

  /** Makes the next call of `getChangesSince` fail. */
  failNext(failure: Error): void {
    this.#failure = failure;
  }

  write(userId: string, id: string, content: string): void {
    this.#entries.set(`${userId}/${id}`, { userId, content, revision: (this.#revision += 1) });
  }

  /** Removes a memory; the feed does not distinguish deletion and rejection. */
  remove(userId: string, id: string): void {
    this.#entries.set(`${userId}/${id}`, { userId, content: undefined, revision: (this.#revision += 1) });
  }

  /** Drops all removals so far: a reader that has not seen them gets a reset. */
  forgetRemovals(): void {
    for (const [key, { content }] of this.#entries) if (content === undefined) this.#entries.delete(key);
    this.#forgottenRevision = this.#revision;
  }

  getChangesSince(userId: string, cursor?: string): Promise<MemoryChanges> {
    this.pollCount += 1;
    if (this.#failure) {
      const failure = this.#failure;
      this.#failure = undefined;
      return Promise.reject(failure);
    }
    const [seenRevision = 0, seenRemovalRevision = 0] = cursor?.split("/").map(Number) ?? [];
    if (cursor !== undefined && seenRemovalRevision < this.#forgottenRevision) return this.getChangesSince(userId);
    const userEntries = [...this.#entries].filter(([, { userId: owner }]) => owner === userId);
    const changed: (SearchableMemory & { readonly revision: number })[] = [];
    const deletes: string[] = [];
    for (const [key, { content, revision }] of userEntries) {
      const id = key.slice(userId.length + 1);
      if (content === undefined && revision > seenRemovalRevision) deletes.push(id);
      if (content !== undefined && revision > seenRevision) changed.push({ id, content, revision });
    }
    const upserts = changed.sort((a, b) => a.revision - b.revision).slice(0, this.maxBatchSize);
    this.upsertCount += upserts.length;
    return Promise.resolve({
      reset: cursor === undefined,
      upserts,
      deletes: cursor === undefined ? [] : deletes,
      cursor: `${upserts.at(-1)?.revision ?? seenRevision}/${this.#revision}`,
      hasMore: upserts.length === this.maxBatchSize,
    });
  }
}
