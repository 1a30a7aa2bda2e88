import { REMOVALS_KEPT } from "../../domain/memory.js";
import type { FeedChanges } from "../../ports/driven/change-feed.js";

/** When what there is was last written, and what there is no more was removed, by id: the earlier before the later. */
interface Revisions {
  readonly written: Map<string, number>;
  readonly removed: Map<string, number>;
  /** Of the last removal that is not among them any more. */
  forgotten: number;
}

/** What is told to those who follow the things of one kind. */
export class ChangeLog {
  readonly #revisions = new Map<string, Revisions>();
  #revision = 0;

  /** @param aLook how many a look tells of. */
  constructor(private readonly aLook: number) {}

  noteWritten(userId: string, id: string): void {
    const { written, removed } = this.#revisionsOf(userId);
    removed.delete(id);
    // What is set again keeps its place in a Map.
    written.delete(id);
    written.set(id, (this.#revision += 1));
  }

  noteRemoved(userId: string, id: string): void {
    const revisions = this.#revisionsOf(userId);
    const { written, removed } = revisions;
    written.delete(id);
    removed.set(id, (this.#revision += 1));
    const [oldest] = removed;
    if (!oldest || removed.size <= REMOVALS_KEPT) return;
    removed.delete(oldest[0]);
    revisions.forgotten = oldest[1];
  }

  /**
   * As `ChangeFeed.changesSince`.
   * @param find one that there is; undefined when search is not to find it.
   */
  changesSince<T>(userId: string, cursor: string | undefined, find: (id: string) => T | undefined): FeedChanges<T> {
    const { written, removed, forgotten } = this.#revisionsOf(userId);
    const [toldOf = 0, removalsToldOf = 0] = cursor?.split("/").map(Number) ?? [];
    if (cursor !== undefined && removalsToldOf < forgotten) return this.changesSince(userId, undefined, find);
    const anew = cursor === undefined;
    const next = [...written].filter(([, revision]) => revision > toldOf).slice(0, this.aLook);
    const gone = [...removed].flatMap(([id, revision]) => (revision > removalsToldOf ? id : []));
    const things = next.map(([id]) => ({ id, found: find(id) }));
    return {
      reset: anew,
      upserts: things.flatMap(({ found }) => found ?? []),
      deletes: anew ? [] : [...gone, ...things.flatMap(({ id, found }) => (found === undefined ? id : []))],
      cursor: `${next.at(-1)?.[1] ?? toldOf}/${this.#revision}`,
      hasMore: next.length === this.aLook,
    };
  }

  #revisionsOf(userId: string): Revisions {
    const revisions = this.#revisions.get(userId) ?? { written: new Map(), removed: new Map(), forgotten: 0 };
    this.#revisions.set(userId, revisions);
    return revisions;
  }
}
