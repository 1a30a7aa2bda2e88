import { expect } from "chai";
import fc from "fast-check";
import { validateDigest, type SummarisedDigest } from "../../../src/domain/digest-validation.js";
import { codePoints } from "../../../src/domain/rules.js";
import { Transcript } from "../../../src/domain/transcript.js";

const transcript = Transcript.create("c", [{ text: "We met. Send the report, please.", start: 0, end: 5 }]);
const segmentIds = ["c-0"];
const start = new Date("2026-03-02T09:00:00.000Z");
const item = { description: "Send the report", dueAt: start, segmentIds };
const event = { title: "Trip", start, description: "To the lake.", duration: 60, created: false, segmentIds };
const memory = { content: "Ada rows", category: "core" as const, segmentIds };
const digest: SummarisedDigest = {
  title: "Report",
  overview: "We met.",
  category: "work",
  emoji: "🌱",
  actionItems: [item],
  events: [event],
  memories: [memory],
  discard: false,
};

/** The digest with some of it replaced by what no type allows. */
const yielded = (with_: Readonly<Record<string, unknown>>): SummarisedDigest => ({ ...digest, ...with_ });
const validated = (with_: Readonly<Record<string, unknown>>) => validateDigest(yielded(with_), transcript);

describe("a digest's validation", () => {
  it("leaves a valid digest unchanged", () => {
    expect(validated({})).to.deep.equal({ digest, corrections: undefined });
  });

  const broken: readonly (readonly [list: string, good: object, bad: object, reason: string])[] = [
    ["actionItems", item, { description: "" }, "action_items.description.string_too_short"],
    ["actionItems", item, { description: " \n" }, "action_items.description.blank"],
    ["actionItems", item, { description: "a".repeat(501) }, "action_items.description.string_too_long"],
    ["actionItems", item, { description: "\ud800" }, "action_items.description.string_unicode"],
    ["actionItems", item, { segmentIds: ["c-1"] }, "action_items.segment_ids.segment_unknown"],
    ["actionItems", item, { segmentIds: "c-0" }, "action_items.segment_ids.list_type"],
    ["events", event, { title: " " }, "events.title.blank"],
    ["events", event, { start: new Date(NaN) }, "events.start.datetime"],
    ["events", event, { start: "tomorrow" }, "events.start.datetime"],
    ["events", event, { start: new Date("+010000-01-01T00:00:00Z") }, "events.start.datetime"],
    ["events", event, { description: "a".repeat(2_001) }, "events.description.string_too_long"],
    ["events", event, { duration: NaN }, "events.duration.less_than_equal"],
    ["events", event, { duration: Infinity }, "events.duration.less_than_equal"],
    ["events", event, { duration: -1 }, "events.duration.greater_than_equal"],
    ["events", event, { created: null }, "events.created.bool_type"],
    ["events", event, { segmentIds: [undefined] }, "events.segment_ids.segment_unknown"],
    ["memories", memory, { content: "" }, "memories.content.string_too_short"],
    ["memories", memory, { category: "gossip" }, "memories.category.enum"],
    ["memories", memory, { segmentIds: ["x"] }, "memories.segment_ids.segment_unknown"],
  ];
  for (const [list, good, bad, reason] of broken) {
    it(`drops one of ${list} for ${reason}, and keeps the others`, () => {
      const { digest: kept, corrections } = validated({ [list]: [good, { ...good, ...bad }, good] });
      expect(kept).to.deep.equal({ ...digest, [list]: [good, good] });
      const kind = list === "actionItems" ? "action_items" : list;
      expect(corrections?.dropped).to.deep.equal({ action_items: 0, events: 0, memories: 0, [kind]: 1 });
      expect(corrections?.reasons).to.deep.equal({ [reason]: 1 });
    });
  }

  it("drops items that are not objects, and replaces what is not a list by an empty one", () => {
    const { digest: kept, corrections } = validated({ actionItems: [null, item, 7], events: undefined, memories: "x" });
    expect([kept.actionItems, kept.events, kept.memories]).to.deep.equal([[item], [], []]);
    expect(corrections?.dropped).to.deep.equal({ action_items: 2, events: 0, memories: 0 });
    expect(corrections?.reasons).to.deep.equal({
      "action_items.object_type": 2,
      "events.list_type": 1,
      "memories.list_type": 1,
    });
  });

  it("keeps an action item, without its invalid due date", () => {
    const late = { ...item, dueAt: new Date("+010000-01-01T00:00:00Z") };
    const { digest: kept, corrections } = validated({ actionItems: [late] });
    expect(kept.actionItems).to.deep.equal([{ ...item, dueAt: null }]);
    expect(corrections?.reasons).to.deep.equal({ "action_items.due_at.datetime": 1 });
  });

  it("counts minutes in whole numbers", () => {
    const { digest: kept, corrections } = validated({ events: [{ ...event, duration: 22.5 }] });
    expect([kept.events[0]?.duration, corrections]).to.deep.equal([23, undefined]);
  });

  it("keeps the superseded fact of a memory only when it is a position", () => {
    const wishes = [3, "0", 1.5, "map", undefined].map((supersedesFact) => ({ ...memory, supersedesFact }));
    const { digest: kept } = validated({ memories: wishes });
    expect(kept.memories.map(({ supersedesFact }) => supersedesFact)).to.deep.equal([
      3,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("replaces category and emoji by the defaults", () => {
    const { digest: kept, corrections } = validated({ category: "gossip", emoji: "" });
    expect([kept.category, kept.emoji]).to.deep.equal(["other", "🧠"]);
    expect(corrections?.reasons).to.deep.equal({ "category.enum": 1, "emoji.string_too_short": 1 });
    expect(validated({ emoji: "x".repeat(33) }).digest.emoji).to.equal("🧠");
  });

  it("clips a title and an overview that are too long, and takes missing ones from the transcript", () => {
    const { digest: kept, corrections } = validated({ title: "word ".repeat(200), overview: 7 });
    expect(codePoints(kept.title)).to.be.within(490, 500);
    expect(kept.title).to.match(/word$/);
    expect(kept.overview).to.equal("We met. Send the report, please.");
    expect(corrections?.reasons).to.deep.equal({ "title.string_too_long": 1, "overview.string_type": 1 });
    const blank = validated({ title: " ", overview: "" });
    expect([blank.digest.title, blank.corrections]).to.deep.equal(["We met. Send the report, please", undefined]);
  });

  it("reports no text of the user", () => {
    const { corrections } = validated({
      title: "secret".repeat(100),
      actionItems: [{ ...item, description: "secret ".repeat(100), segmentIds: ["secret"] }],
    });
    expect(JSON.stringify(corrections)).not.to.include("secret");
  });

  it("makes a valid digest of any object", () => {
    const value = fc.oneof(
      fc.anything({ withDate: true, withNullPrototype: true }),
      fc.string(),
      fc.date(),
      fc.double(),
    );
    const entry = fc.oneof(
      value,
      fc.record({ description: value, dueAt: value, segmentIds: value }, { requiredKeys: [] }),
      fc.record(
        { title: value, start: value, duration: value, description: value, created: value, segmentIds: value },
        { requiredKeys: [] },
      ),
      fc.record({ content: value, category: value, segmentIds: value, supersedesFact: value }, { requiredKeys: [] }),
    );
    const lists = fc.oneof(value, fc.array(entry));
    const any = fc.record(
      {
        title: value,
        overview: value,
        category: value,
        emoji: value,
        actionItems: lists,
        events: lists,
        memories: lists,
        discard: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(any, (found) => {
        const { digest: kept } = validateDigest(found as unknown as SummarisedDigest, transcript);
        expect(validateDigest(kept, transcript)).to.deep.equal({ digest: kept, corrections: undefined });
      }),
      { seed: 16, numRuns: 500 },
    );
  });

  it("refuses a value that is not an object", () => {
    for (const found of [undefined, null, "digest"]) {
      expect(() => validateDigest(found as unknown as SummarisedDigest, transcript)).to.throw(TypeError);
    }
  });
});
