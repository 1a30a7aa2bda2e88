import type { Feed } from "../../../ports/driven/feed.js";
import { giveWay } from "../text/give-way.js";

/** What follows a feed. Whatever it does may be done again. */
export interface Follower<T> {
  /** What it was told of is to be found no more. */
  begin(): Promise<void>;
  letGo(ids: readonly string[]): Promise<void>;
  takeIn(present: readonly T[]): Promise<void>;
  /** All of one look has been told. */
  settle(mark: string): Promise<void>;
}

/** Tells all that has changed since the mark. What was told before a failure is told again by the next call. */
export async function follow<T>(
  feed: Feed<T>,
  userId: string,
  mark: string | undefined,
  follower: Follower<T>,
): Promise<void> {
  let last = mark;
  for (let more = true; more;) {
    const changes = await feed.changesSince(userId, last);
    if (changes.anew) await follower.begin();
    await follower.letGo(changes.absent);
    await follower.takeIn(changes.present);
    await follower.settle(changes.mark);
    ({ mark: last, more } = changes);
    if (more) await giveWay();
  }
}
