import type { ChangeFeed } from "../../ports/driven/store/change-feed.js";
import { yieldToEventLoop } from "../runtime/cooperative-yield.js";

/** Applies the changes of a feed. Changes may be applied more than once. */
interface FeedConsumer<T> {
  /** Removes all items. */
  reset(): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  upsert(items: readonly T[]): Promise<void>;
  /** Called when a page of changes has been applied. */
  commit(cursor: string): Promise<void>;
}

/** Applies all changes since the cursor; after a failure, the next call applies those that were not committed again. */
export async function consumeFeed<T>(
  feed: ChangeFeed<T>,
  userId: string,
  cursor: string | undefined,
  consumer: FeedConsumer<T>,
): Promise<void> {
  let lastCursor = cursor;
  for (let hasMore = true; hasMore;) {
    const changes = await feed.getChangesSince(userId, lastCursor);
    if (changes.reset) await consumer.reset();
    await consumer.remove(changes.deletes);
    await consumer.upsert(changes.upserts);
    await consumer.commit(changes.cursor);
    ({ cursor: lastCursor, hasMore } = changes);
    if (hasMore) await yieldToEventLoop();
  }
}
