import assert from "node:assert/strict";
import type { ChangeFeed } from "../ports/driven/store/change-feed.js";

/** A replica that polls a change feed: the text of each item by its ID. */
export class ChangeFeedReplica<T extends { readonly id: string }> {
  readonly textById = new Map<string, string>();
  /** Whether the last `pollOnce()`, or any request of the last `poll()`, reset the replica to a full listing. */
  wasReset = false;
  #cursor: string | undefined;

  /** @param maxBatchSize the maximum number of changes in one response of the feed. */
  constructor(
    private readonly feed: ChangeFeed<T>,
    private readonly userId: string,
    private readonly maxBatchSize: number,
    private readonly textOf: (item: T) => string,
  ) {}

  /** Requests changes until there are no more. @returns the number of IDs in all responses. */
  async poll(betweenPolls?: (poll: number) => Promise<unknown>): Promise<number> {
    let wasReset = false;
    let changeCount = 0;
    for (let pollNumber = 1, more = true; more; pollNumber += 1) {
      const result = await this.pollOnce();
      wasReset ||= this.wasReset;
      changeCount += result.named;
      ({ more } = result);
      if (more) await betweenPolls?.(pollNumber);
    }
    this.wasReset = wasReset;
    return changeCount;
  }

  async pollOnce(): Promise<{ readonly named: number; readonly more: boolean }> {
    const { reset, upserts, deletes, cursor, hasMore } = await this.feed.getChangesSince(this.userId, this.#cursor);
    this.wasReset = reset;
    if (reset) this.textById.clear();
    for (const id of deletes) this.textById.delete(id);
    for (const item of upserts) this.textById.set(item.id, this.textOf(item));
    assert.equal(new Set([...deletes, ...upserts.map(({ id }) => id)]).size, deletes.length + upserts.length);
    assert.ok(upserts.length <= this.maxBatchSize);
    this.#cursor = cursor;
    return { named: deletes.length + upserts.length, more: hasMore };
  }

  get ids(): string[] {
    return [...this.textById.keys()].sort();
  }
}
