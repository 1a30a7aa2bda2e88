import { expect } from "chai";
import fc from "fast-check";
import { validateSummaryResult } from "../../../src/domain/conversation/summary-validation.js";
import type { RawSummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { countCodePoints } from "../../../src/domain/rules.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";

const transcript = Transcript.create("c", [{ text: "We met. Send the report, please.", start: 0, end: 5 }]);
const segmentIds = ["c-0"];
const start = new Date("2026-03-02T09:00:00.000Z");
const item = { description: "Send the report", dueAt: start, segmentIds };
const event = { title: "Trip", start, description: "To the lake.", duration: 60, created: false, segmentIds };
const memory = { content: "Ada rows", category: "core" as const, segmentIds };
const digest: RawSummaryResult = {
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
const yielded = (with_: Readonly<Record<string, unknown>>): RawSummaryResult => ({ ...digest, ...with_ });
const validated = (with_: Readonly<Record<string, unknown>>) => validateSummaryResult(yielded(with_), transcript);

describe("validateSummaryResult", () => {
  it("leaves a valid summary unchanged", () => {
    expect(validated({})).to.deep.equal({ result: digest, corrections: undefined });
  });

  const broken: readonly (readonly [list: string, good: object, bad: object, reason: string])[] = [
    ["actionItems", item, { description: "" }, "actionItems.description.string_too_short"],
    ["actionItems", item, { description: " \n" }, "actionItems.description.blank"],
    ["actionItems", item, { description: "a".repeat(501) }, "actionItems.description.string_too_long"],
    ["actionItems", item, { description: "\ud800" }, "actionItems.description.string_unicode"],
    ["actionItems", item, { segmentIds: ["c-1"] }, "actionItems.segmentIds.segment_unknown"],
    ["actionItems", item, { segmentIds: "c-0" }, "actionItems.segmentIds.list_type"],
    ["events", event, { title: " " }, "events.title.blank"],
    ["events", event, { start: new Date(NaN) }, "events.start.datetime"],
    ["events", event, { start: "tomorrow" }, "events.start.datetime"],
    ["events", event, { start: new Date("+010000-01-01T00:00:00Z") }, "events.start.datetime"],
    ["events", event, { description: "a".repeat(2_001) }, "events.description.string_too_long"],
    ["events", event, { duration: NaN }, "events.duration.less_than_equal"],
    ["events", event, { duration: Infinity }, "events.duration.less_than_equal"],
    ["events", event, { duration: -1 }, "events.duration.greater_than_equal"],
    ["events", event, { created: null }, "events.created.bool_type"],
    ["events", event, { segmentIds: [undefined] }, "events.segmentIds.segment_unknown"],
    ["memories", memory, { content: "" }, "memories.content.string_too_short"],
    ["memories", memory, { category: "gossip" }, "memories.category.enum"],
    ["memories", memory, { segmentIds: ["x"] }, "memories.segmentIds.segment_unknown"],
  ];
  for (const [list, good, bad, reason] of broken) {
    it(`drops one of ${list} for ${reason}, and keeps the others`, () => {
      const { result: kept, corrections } = validated({ [list]: [good, { ...good, ...bad }, good] });
      expect(kept).to.deep.equal({ ...digest, [list]: [good, good] });
      expect(corrections?.dropped).to.deep.equal({ actionItems: 0, events: 0, memories: 0, [list]: 1 });
      expect(corrections?.reasons).to.deep.equal({ [reason]: 1 });
    });
  }

  it("drops items that are not objects, and replaces a value that is not a list with an empty one", () => {
    const { result: kept, corrections } = validated({ actionItems: [null, item, 7], events: undefined, memories: "x" });
    expect([kept.actionItems, kept.events, kept.memories]).to.deep.equal([[item], [], []]);
    expect(corrections?.dropped).to.deep.equal({ actionItems: 2, events: 0, memories: 0 });
    expect(corrections?.reasons).to.deep.equal({
      "actionItems.object_type": 2,
      "events.list_type": 1,
      "memories.list_type": 1,
    });
  });

  it("keeps an action item without its invalid due date", () => {
    const late = { ...item, dueAt: new Date("+010000-01-01T00:00:00Z") };
    const { result: kept, corrections } = validated({ actionItems: [late] });
    expect(kept.actionItems).to.deep.equal([{ ...item, dueAt: null }]);
    expect(corrections?.reasons).to.deep.equal({ "actionItems.dueAt.datetime": 1 });
  });

  it("rounds durations to whole minutes", () => {
    const { result: kept, corrections } = validated({ events: [{ ...event, duration: 22.5 }] });
    expect([kept.events[0]?.duration, corrections]).to.deep.equal([23, undefined]);
  });

  it("keeps the superseded fact of a memory only when it is a valid index", () => {
    const wishes = [3, "0", 1.5, "map", undefined].map((supersedesFact) => ({ ...memory, supersedesFact }));
    const { result: kept } = validated({ memories: wishes });
    expect(kept.memories.map(({ supersedesFact }) => supersedesFact)).to.deep.equal([
      3,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("replaces an invalid category and emoji with the defaults", () => {
    const { result: kept, corrections } = validated({ category: "gossip", emoji: "" });
    expect([kept.category, kept.emoji]).to.deep.equal(["other", "🧠"]);
    expect(corrections?.reasons).to.deep.equal({ "category.enum": 1, "emoji.string_too_short": 1 });
    expect(validated({ emoji: "x".repeat(33) }).result.emoji).to.equal("🧠");
  });

  it("truncates a long title and overview, and derives missing ones from the transcript", () => {
    const { result: kept, corrections } = validated({ title: "word ".repeat(200), overview: 7 });
    expect(countCodePoints(kept.title)).to.be.within(490, 500);
    expect(kept.title).to.match(/word$/);
    expect(kept.overview).to.equal("We met. Send the report, please.");
    expect(corrections?.reasons).to.deep.equal({ "title.string_too_long": 1, "overview.string_type": 1 });
    const blank = validated({ title: " ", overview: "" });
    expect([blank.result.title, blank.corrections]).to.deep.equal(["We met. Send the report, please", undefined]);
  });

  it("reports corrections without user text", () => {
    const { corrections } = validated({
      title: "secret".repeat(100),
      actionItems: [{ ...item, description: "secret ".repeat(100), segmentIds: ["secret"] }],
    });
    expect(JSON.stringify(corrections)).not.to.include("secret");
  });

  it("returns a valid summary for any object", () => {
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
        const { result: kept } = validateSummaryResult(found as unknown as RawSummaryResult, transcript);
        expect(validateSummaryResult(kept, transcript)).to.deep.equal({ result: kept, corrections: undefined });
      }),
      { seed: 16, numRuns: 500 },
    );
  });

  it("throws a TypeError for a value that is not an object", () => {
    for (const found of [undefined, null, "digest"]) {
      expect(() => validateSummaryResult(found as unknown as RawSummaryResult, transcript)).to.throw(TypeError);
    }
  });
});
