import { expect } from "chai";
import fc from "fast-check";
import { memoryCategories } from "../../../src/domain/memory/memory-category.js";
import { checkNewMemories } from "../../../src/domain/memory/new-memory.js";
import { Memory, type MemoryPatch } from "../../../src/domain/memory/memory.js";
import { visibilities, type MemoryState } from "../../../src/domain/memory/memory-state.js";
import { aMemory, anExtractedMemory } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const now = new Date("2026-03-02T10:00:00.000Z");
const later = new Date("2026-03-02T11:00:00.000Z");
const birth = { id: "m", userId: "ada", category: "core", now } as const;

const content = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== "");
const category = fc.constantFrom(...memoryCategories);
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const patch: fc.Arbitrary<MemoryPatch> = fc
  .record(
    {
      content: nullable(content),
      tags: nullable(fc.array(fc.string())),
      visibility: nullable(fc.constantFrom(...visibilities)),
      category: nullable(category),
      userReview: nullable(fc.boolean()),
    },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0);
const conversationIds = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
const memory = fc
  .record({ content, category, conversationIds, userReview: nullable(fc.boolean()), edited: fc.boolean() })
  .map((fields) => anExtractedMemory({ id: "m", ...fields }));

describe("A user-created memory", () => {
  it("is owned by the user, reviewed and private by default", () => {
    expect(Memory.create({ content: "I row" }, birth).state).to.deep.equal({
      id: "m",
      userId: "ada",
      content: "I row",
      category: "core",
      tags: [],
      visibility: "private",
      createdAt: now,
      updatedAt: now,
      edited: false,
      manuallyAdded: true,
      reviewed: true,
      userReview: true,
      sources: [],
    } satisfies MemoryState);
    expect(Memory.create({ content: "I row", visibility: "public", tags: ["a"] }, birth).state).to.deep.include({
      visibility: "public",
      tags: ["a"],
    });
  });

  it("requires non-blank content and a valid visibility", () => {
    for (const blank of [" ", "\t\n"]) {
      expect(expectDomainError("invalid", () => Memory.create({ content: blank }, birth)).message).to.equal(
        "The content must not be blank",
      );
    }
    for (const visibility of ["", "PUBLIC", "shared"]) {
      expect(expectDomainError("invalid", () => Memory.create({ content: "a", visibility }, birth)).message).to.equal(
        "The visibility must be public or private",
      );
    }
  });

  it("requires non-blank content for every memory of a batch", () => {
    expect(
      expectDomainError("invalid", () => checkNewMemories([{ content: "a", visibility: "x" }, { content: " " }]))
        .message,
    ).to.equal("The content of a memory must not be blank");
    checkNewMemories([]);
  });

  it("reports violations in a batch with the position of the memory", () => {
    const inputs = [{ content: "a" }, { content: "" }, { content: "a", tags: ["b", "c".repeat(101)] }];
    const { violations } = expectDomainError("invalid", () => checkNewMemories(inputs));
    expect(violations.map(({ path }) => path)).to.deep.equal([
      [1, "content"],
      [2, "tags", 1],
    ]);
    const tooMany = Array.from({ length: 26 }, () => ({ content: "" }));
    const { violations: ofAll } = expectDomainError("invalid", () => checkNewMemories(tooMany));
    expect(ofAll.map(({ path, code }) => [path, code])).to.deep.equal([[[], "too_long"]]);
  });
});

describe("An extracted memory", () => {
  it("is not user-owned, and is created at the time of the statement", () => {
    const found = { content: "Ada rows", category: "hobbies", segmentIds: ["c-1"] } as const;
    const { state } = Memory.fromExtraction(found, {
      id: "m",
      userId: "ada",
      conversationId: "c",
      saidAt: now,
      now: later,
    });
    expect(state).to.deep.equal({
      id: "m",
      userId: "ada",
      content: "Ada rows",
      category: "hobbies",
      tags: [],
      visibility: "private",
      createdAt: now,
      updatedAt: later,
      edited: false,
      manuallyAdded: false,
      reviewed: false,
      userReview: null,
      sources: [{ conversationId: "c", segmentIds: ["c-1"], foundAs: "m" }],
    } satisfies MemoryState);
  });

  it("becomes user-owned when the user creates it too, even after a rejection", () => {
    for (const userReview of [null, true, false]) {
      const { state, isListed, isUserOwned: isTheUsers } = anExtractedMemory({ userReview }).markUserOwned(later);
      expect(state).to.include({ manuallyAdded: true, reviewed: true, userReview: true, updatedAt: later });
      expect([isListed, isTheUsers]).to.deep.equal([true, true]);
    }
    const own = aMemory();
    expect(own.markUserOwned(later)).to.equal(own);
  });

  it("is deleted with its last source unless the user has touched it", () => {
    const shared = anExtractedMemory({ conversationIds: ["a", "b"] });
    const left = shared.removeSource("a", later);
    expect(left?.state.sources.map(({ conversationId }) => conversationId)).to.deep.equal(["b"]);
    expect(left?.removeSource("b", later)).to.equal(undefined);
    expect(
      shared
        .edit({ tags: ["mine"] }, now)
        .removeSource("a", later)
        ?.removeSource("b", later)?.state,
    ).to.deep.include({
      sources: [],
      tags: ["mine"],
    });
  });

  it("has its own ID and the IDs from all its sources", () => {
    const found = anExtractedMemory({ id: "m", conversationIds: ["a", "b"] });
    expect(found.allIds).to.deep.equal(["m", "m of b"]);
    expect(found.removeSource("a", now)?.allIds).to.deep.equal(["m", "m of b"]);
  });
});

describe("A memory", () => {
  it("changes only the given fields", () => {
    fc.assert(
      fc.property(memory, patch, (before, given) => {
        const after = before.edit(given, later);
        const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
        if (Object.keys(named).length === 0) return after === before;
        const edited = before.state.edited || given.content != null;
        expect(after.state).to.deep.equal({ ...before.state, ...named, edited, reviewed: true, updatedAt: later });
        return after.isUserOwned;
      }),
    );
  });

  it("is unlisted when the user rejects it, and listed again when they accept or create it", () => {
    for (const before of [aMemory(), anExtractedMemory()]) {
      const rejected = before.edit({ userReview: false }, later);
      expect(rejected.state).to.deep.include({ userReview: false, reviewed: true, edited: false, updatedAt: later });
      expect([rejected.isListed, rejected.isUserOwned]).to.deep.equal([false, true]);
      expect(rejected.edit({ userReview: null }, now)).to.equal(rejected);
      expect(rejected.edit({ tags: ["a"] }, now).isListed).to.be.false;
      for (const again of [rejected.edit({ userReview: true }, now), rejected.markUserOwned(now)]) {
        expect(again.isListed).to.be.true;
      }
    }
  });

  it("rejects an empty patch and blank content", () => {
    expect(expectDomainError("invalid", () => aMemory().edit({}, now)).message).to.equal(
      "The patch contains no property",
    );
    expect(expectDomainError("invalid", () => aMemory().edit({ content: " " }, now)).message).to.equal(
      "The content must not be blank",
    );
  });

  it("has the same content key regardless of case and white space", () => {
    fc.assert(
      fc.property(content, (text) => {
        // The one letter that upper-casing makes another of.
        fc.pre(!text.includes("ı"));
        const key = aMemory({ content: text }).contentKey;
        for (const variant of [text.toUpperCase(), text.normalize("NFD"), `\t${text.replaceAll(" ", "\n ")} `]) {
          expect(aMemory({ content: variant }).contentKey).to.equal(key);
        }
      }),
    );
  });

  it("has each conversation once among its sources, and removes only the given one", () => {
    fc.assert(
      fc.property(memory, fc.constantFrom("a", "b", "c", "d"), (before, conversationId) => {
        const source = { conversationId, segmentIds: ["new"], foundAs: "found" };
        const more = before.addSource(source);
        const others = before.state.sources.filter((each) => each.conversationId !== conversationId);
        expect(more.state.sources).to.deep.equal([...others, source]);
        const less = more.removeSource(conversationId, later);
        expect(less?.state.sources ?? []).to.deep.equal(others);
        expect(less === undefined).to.equal(others.length === 0 && !before.isUserOwned);
      }),
    );
  });

  it("sorts newest first, and is listed unless it was rejected", () => {
    const date = fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 0)), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, fc.uuid(), fc.uuid(), (one, other, idOfOne, idOfOther) => {
        const [a, b] = [aMemory({ id: idOfOne, createdAt: one }), aMemory({ id: idOfOther, createdAt: other })];
        const isFirst = one > other || (one.getTime() === other.getTime() && idOfOne < idOfOther);
        expect(a.sortKey < b.sortKey).to.equal(isFirst);
      }),
    );
    expect([null, true, false].map((userReview) => aMemory({ userReview }).isListed)).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it("is ranked by origin, then category, then creation time in seconds", () => {
    const created = new Date("2026-03-02T10:00:00.999Z");
    const scoring = (with_: Partial<MemoryState>) =>
      aMemory({ createdAt: created, category: "core", ...with_ }).rankKey;
    expect(scoring({})).to.equal("01_900_1772445600");
    const falling = [
      scoring({ createdAt: later }),
      scoring({}),
      scoring({ createdAt: new Date(0) }),
      scoring({ category: "system", createdAt: later }),
      scoring({ manuallyAdded: false, createdAt: later }),
      scoring({ manuallyAdded: false, category: "system", createdAt: new Date("1950-01-01") }),
    ];
    expect(falling).to.deep.equal(falling.toSorted().reverse());
    expect(new Set(falling).size).to.equal(falling.length);
  });
});
