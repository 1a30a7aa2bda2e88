import assert from "node:assert/strict";
import type { ChangeFeed } from "../ports/driven/change-feed.js";

/** An index that is kept by looking now and then: of each thing a text, by its id. */
export class FeedFollower<T extends { readonly id: string }> {
  readonly known = new Map<string, string>();
  /** Whether the last look, or one of those until there was no more, told everything. */
  beganAnew = false;
  #mark: string | undefined;

  /** @param most how many a look may tell of. */
  constructor(
    private readonly feed: ChangeFeed<T>,
    private readonly userId: string,
    private readonly most: number,
    private readonly textOf: (thing: T) => string,
  ) {}

  /** Looks until there is no more. @returns how many ids were named. */
  async look(betweenLooks?: (look: number) => Promise<unknown>): Promise<number> {
    let beganAnew = false;
    let named = 0;
    for (let look = 1, more = true; more; look += 1) {
      const looked = await this.lookOnce();
      beganAnew ||= this.beganAnew;
      named += looked.named;
      ({ more } = looked);
      if (more) await betweenLooks?.(look);
    }
    this.beganAnew = beganAnew;
    return named;
  }

  async lookOnce(): Promise<{ readonly named: number; readonly more: boolean }> {
    const { reset, upserts, deletes, cursor, hasMore } = await this.feed.changesSince(this.userId, this.#mark);
    this.beganAnew = reset;
    if (reset) this.known.clear();
    for (const id of deletes) this.known.delete(id);
    for (const thing of upserts) this.known.set(thing.id, this.textOf(thing));
    assert.equal(new Set([...deletes, ...upserts.map(({ id }) => id)]).size, deletes.length + upserts.length);
    assert.ok(upserts.length <= this.most);
    this.#mark = cursor;
    return { named: deletes.length + upserts.length, more: hasMore };
  }

  get ids(): string[] {
    return [...this.known.keys()].sort();
  }
}
