import { expect } from "chai";
import fc from "fast-check";
import { memoryCategories } from "../../../src/domain/memory-category.js";
import { Memory, visibilities, type MemoryPatch, type MemoryState } from "../../../src/domain/memory.js";
import { aMemory, anExtractedMemory } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

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

describe("a memory that the user writes", () => {
  it("is theirs, reviewed and private unless they say otherwise", () => {
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

  it("says something, and is public or private", () => {
    for (const blank of [" ", "\t\n"]) {
      expect(refusal("invalid", () => Memory.create({ content: blank }, birth)).message).to.equal(
        "content cannot be empty",
      );
    }
    for (const visibility of ["", "PUBLIC", "shared"]) {
      expect(refusal("invalid", () => Memory.create({ content: "a", visibility }, birth)).message).to.equal(
        "visibility must be 'public' or 'private'",
      );
    }
  });

  it("comes with others that say something, too", () => {
    expect(
      refusal("invalid", () => Memory.checkBatch([{ content: "a", visibility: "x" }, { content: " " }])).message,
    ).to.equal("All memories must have non-empty content");
    Memory.checkBatch([]);
  });

  it("is named by its place when it breaks a limit among others", () => {
    const inputs = [{ content: "a" }, { content: "" }, { content: "a", tags: ["b", "c".repeat(101)] }];
    const { violations } = refusal("invalid", () => Memory.checkBatch(inputs));
    expect(violations.map(({ path }) => path)).to.deep.equal([
      [1, "content"],
      [2, "tags", 1],
    ]);
    const tooMany = Array.from({ length: 26 }, () => ({ content: "" }));
    const { violations: ofAll } = refusal("invalid", () => Memory.checkBatch(tooMany));
    expect(ofAll.map(({ path, code }) => [path, code])).to.deep.equal([[[], "too_long"]]);
  });
});

describe("a memory found in a conversation", () => {
  it("is nobody's yet, and was made when it was said", () => {
    const found = { content: "Ada rows", category: "hobbies", segmentIds: ["c-1"] } as const;
    const { state } = Memory.extracted(found, { id: "m", userId: "ada", conversationId: "c", saidAt: now, now: later });
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

  it("is the user's when they say it too, even one that they had rejected", () => {
    for (const userReview of [null, true, false]) {
      const { state, isListed, isTheUsers } = anExtractedMemory({ userReview }).adopt(later);
      expect(state).to.include({ manuallyAdded: true, reviewed: true, userReview: true, updatedAt: later });
      expect([isListed, isTheUsers]).to.deep.equal([true, true]);
    }
    const own = aMemory();
    expect(own.adopt(later)).to.equal(own);
  });

  it("is gone with the last conversation that says it, unless the user has had it in hand", () => {
    const shared = anExtractedMemory({ conversationIds: ["a", "b"] });
    const left = shared.loseSource("a", later);
    expect(left?.state.sources.map(({ conversationId }) => conversationId)).to.deep.equal(["b"]);
    expect(left?.loseSource("b", later)).to.equal(undefined);
    expect(
      shared
        .edit({ tags: ["mine"] }, now)
        .loseSource("a", later)
        ?.loseSource("b", later)?.state,
    ).to.deep.include({
      sources: [],
      tags: ["mine"],
    });
  });

  it("goes by its own id and by all that conversations gave it", () => {
    const found = anExtractedMemory({ id: "m", conversationIds: ["a", "b"] });
    expect(found.names).to.deep.equal(["m", "m of b"]);
    expect(found.loseSource("a", now)?.names).to.deep.equal(["m", "m of b"]);
  });
});

describe("a memory", () => {
  it("is changed in what the patch names and nothing else", () => {
    fc.assert(
      fc.property(memory, patch, (before, given) => {
        const after = before.edit(given, later);
        const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
        if (Object.keys(named).length === 0) return after === before;
        const edited = before.state.edited || given.content != null;
        expect(after.state).to.deep.equal({ ...before.state, ...named, edited, reviewed: true, updatedAt: later });
        return after.isTheUsers;
      }),
    );
  });

  it("is listed until the user rejects it, and again when they accept it or say it", () => {
    for (const before of [aMemory(), anExtractedMemory()]) {
      const rejected = before.edit({ userReview: false }, later);
      expect(rejected.state).to.deep.include({ userReview: false, reviewed: true, edited: false, updatedAt: later });
      expect([rejected.isListed, rejected.isTheUsers]).to.deep.equal([false, true]);
      expect(rejected.edit({ userReview: null }, now)).to.equal(rejected);
      expect(rejected.edit({ tags: ["a"] }, now).isListed).to.be.false;
      for (const again of [rejected.edit({ userReview: true }, now), rejected.adopt(now)]) {
        expect(again.isListed).to.be.true;
      }
    }
  });

  it("cannot be patched with nothing, nor to say nothing", () => {
    expect(refusal("invalid", () => aMemory().edit({}, now)).message).to.equal(
      "At least one field (content, tags, visibility, category) must be provided",
    );
    expect(refusal("invalid", () => aMemory().edit({ content: " " }, now)).message).to.equal("content cannot be empty");
  });

  it("has the same key in whatever letters and spaces", () => {
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

  it("has each conversation once among its sources, and keeps the others when it loses one", () => {
    fc.assert(
      fc.property(memory, fc.constantFrom("a", "b", "c", "d"), (before, conversationId) => {
        const source = { conversationId, segmentIds: ["new"], foundAs: "found" };
        const more = before.addSource(source);
        const others = before.state.sources.filter((each) => each.conversationId !== conversationId);
        expect(more.state.sources).to.deep.equal([...others, source]);
        const less = more.loseSource(conversationId, later);
        expect(less?.state.sources ?? []).to.deep.equal(others);
        expect(less === undefined).to.equal(others.length === 0 && !before.isTheUsers);
      }),
    );
  });

  it("is listed before all that are older, and unless it was rejected", () => {
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

  it("scores by who added it, then by its category, then by its second", () => {
    const created = new Date("2026-03-02T10:00:00.999Z");
    const scoring = (with_: Partial<MemoryState>) =>
      aMemory({ createdAt: created, category: "core", ...with_ }).scoring;
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
