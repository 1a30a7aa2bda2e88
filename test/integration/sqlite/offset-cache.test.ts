import { expect } from "chai";
import { OffsetCache } from "../../../src/adapters/sqlite/queries/offset-cache.js";
import type { PagePosition } from "../../../src/adapters/sqlite/queries/page-query.js";

describe("OffsetCache", () => {
  let keys: string[];
  let changes: number;
  let marks: OffsetCache;
  /** What another process does while a page is read. */
  let meanwhile: (() => void) | undefined;
  /** How many were counted off since the last question. */
  let passed: number;

  beforeEach(() => {
    keys = Array.from({ length: 1_000 }, (_, number) => String(number).padStart(4, "0"));
    changes = 0;
    meanwhile = undefined;
    marks = new OffsetCache({ getVersion: () => changes });
  });

  function page(offset: number, { filter = {}, start = "" } = {}): string[] {
    passed = 0;
    const read = (place: PagePosition) => {
      passed += place.offset;
      const rest = keys.filter((key) => key >= place.start);
      meanwhile?.();
      meanwhile = undefined;
      return rest.slice(place.offset, place.offset + place.limit).map((sortKey) => ({ sortKey }));
    };
    return marks.readPage("ada", filter, { limit: 10, offset, start }, read).map(({ sortKey }) => sortKey);
  }

  it("finds a page close to one that was read", () => {
    expect(page(500)).to.deep.equal(keys.slice(500, 510));
    expect(passed).to.equal(500);
    for (const offset of [510, 520, 505, 530]) {
      expect(page(offset)).to.deep.equal(keys.slice(offset, offset + 10));
      expect(passed).to.be.at.most(10);
    }
  });

  it("is invalidated by any change of the user's data", () => {
    page(500);
    keys.unshift("");
    changes += 1;
    expect(page(510)).to.deep.equal(keys.slice(510, 520));
    expect(passed).to.equal(510);
  });

  it("is not filled when the list changes while a page is read", () => {
    for (const offset of [500, 505]) {
      page(offset);
      meanwhile = () => {
        keys = ["", ...keys];
        changes += 1;
      };
      page(offset + 5);
      expect(page(offset + 10)).to.deep.equal(keys.slice(offset + 10, offset + 20));
    }
  });

  it("is not used for a page during which the list changes", () => {
    page(500);
    meanwhile = () => {
      keys = keys.slice(1);
      changes += 1;
    };
    expect(page(510)).to.deep.equal(keys.slice(510, 520));
  });

  it("keeps lists with different filters or starts apart", () => {
    page(500);
    for (const list of [{ filter: { starred: true } }, { start: "0001" }]) {
      const whole = keys.filter((key) => key >= (list.start ?? ""));
      expect(page(510, list)).to.deep.equal(whole.slice(510, 520));
      expect(passed).to.equal(510);
    }
  });

  it("does not cache empty pages", () => {
    expect(page(2_000)).to.deep.equal([]);
    expect(page(2_010)).to.deep.equal([]);
    expect(passed).to.equal(2_010);
  });
});
