import type { ChangeFeed } from "../../../ports/driven/change-feed.js";
import { giveWay } from "../text/give-way.js";

/** What follows a feed. Whatever it does may be done again. */
export interface Follower<T> {
  /** What it was told of is to be found no more. */
  begin(): Promise<void>;
  letGo(ids: readonly string[]): Promise<void>;
  takeIn(present: readonly T[]): Promise<void>;
  /** All of one look has been told. */
  settle(cursor: string): Promise<void>;
}

/** Tells all that has changed since the cursor. What was told before a failure is told again by the next call. */
export async function follow<T>(
  feed: ChangeFeed<T>,
  userId: string,
  cursor: string | undefined,
  follower: Follower<T>,
): Promise<void> {
  let last = cursor;
  for (let hasMore = true; hasMore;) {
    const changes = await feed.changesSince(userId, last);
    if (changes.reset) await follower.begin();
    await follower.letGo(changes.deletes);
    await follower.takeIn(changes.upserts);
    await follower.settle(changes.cursor);
    ({ cursor: last, hasMore } = changes);
    if (hasMore) await giveWay();
  }
}
