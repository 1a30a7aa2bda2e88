import assert from "node:assert/strict";
import type { Feed } from "../ports/driven/feed.js";

/** An index that is kept by looking now and then: of each thing a text, by its id. */
export class FeedFollower<T extends { readonly id: string }> {
  readonly known = new Map<string, string>();
  /** Whether the last look, or one of those until there was no more, told everything. */
  beganAnew = false;
  #mark: string | undefined;

  /** @param most how many a look may tell of. */
  constructor(
    private readonly feed: Feed<T>,
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
    const { anew, present, absent, mark, more } = await this.feed.changesSince(this.userId, this.#mark);
    this.beganAnew = anew;
    if (anew) this.known.clear();
    for (const id of absent) this.known.delete(id);
    for (const thing of present) this.known.set(thing.id, this.textOf(thing));
    assert.equal(new Set([...absent, ...present.map(({ id }) => id)]).size, absent.length + present.length);
    assert.ok(present.length <= this.most);
    this.#mark = mark;
    return { named: absent.length + present.length, more };
  }

  get ids(): string[] {
    return [...this.known.keys()].sort();
  }
}
