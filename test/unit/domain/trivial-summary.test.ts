import { expect } from "chai";
import fc from "fast-check";
import { validateSummaryResult } from "../../../src/domain/conversation/summary-validation.js";
import { countCodePoints } from "../../../src/domain/rules.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import { summariseTrivially } from "../../../src/domain/conversation/trivial-summary.js";

const transcriptOf = (...texts: readonly string[]) =>
  Transcript.create(
    "c",
    texts.map((text, index) => ({ text, start: index, end: index + 1 })),
  );
const summaryOf = (...texts: readonly string[]) => summariseTrivially(transcriptOf(...texts));

describe("A trivial summary", () => {
  it("uses the first words as the title and the first sentences as the overview", () => {
    const summary = summaryOf("Hi. We planned the garden today.", "Ana brings the seeds.");
    expect(summary).to.deep.equal({
      title: "Hi. We planned the garden today",
      overview: "Hi. We planned the garden today. Ana brings the seeds.",
      category: "other",
      emoji: "🧠",
      events: [],
      actionItems: [],
      memories: [],
      discard: false,
      madeBy: "trivial",
    });
  });

  const titles: readonly (readonly [text: string, title: string])[] = [
    ["- [ ] buy milk and bread\n- [ ] book flights", "buy milk and bread"],
    ["one two three four five six seven eight nine ten", "one two three four five six seven eight"],
    ["…\n\nDr. Weber called about the results. More later.", "Dr. Weber called about the results"],
    [
      "来週の会議で新しい製品の発売日を決めます。価格は三千円にする予定です。",
      "来週の会議で新しい製品の発売日を決めます。価格は三千円にする予定です",
    ],
    ["😀🎉", "😀🎉"],
    ["a".repeat(5_000), "a".repeat(60)],
  ];
  for (const [text, title] of titles) {
    it(`takes the title "${title.slice(0, 40)}" from the first words of the text`, () => {
      expect(summaryOf(text).title).to.equal(title);
    });
  }

  it("is discarded only when there are no letters and digits", () => {
    expect(summaryOf("…", "?!").discard).to.equal(true);
    expect(summaryOf("…", "?!", "7").discard).to.equal(false);
    expect(summaryOf("سنقوم").discard).to.equal(false);
    // Further on than it looks there may be some.
    expect(summaryOf(".".repeat(100_001)).discard).to.equal(false);
  });

  it("is truncated at a space with an ellipsis", () => {
    const { overview } = summaryOf("word ".repeat(1_000));
    expect(overview).to.match(/word…$/);
    expect(countCodePoints(overview)).to.be.within(280, 301);
  });

  it("is valid and deterministic for any transcript", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom("\ud83d\ude00", "e" + "\u0301".repeat(3_000), "\n- ", ". ", "👩‍👩‍👧‍👦", "\u0000", " "),
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => `x${pieces.join("")}`.toWellFormed());
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const transcript = transcriptOf(...texts);
        const { madeBy, ...digest } = summariseTrivially(transcript);
        expect(madeBy).to.equal("trivial");
        expect(validateSummaryResult(digest, transcript)).to.deep.equal({ result: digest, corrections: undefined });
        expect(digest.title).to.match(/\S/);
        expect([countCodePoints(digest.title) <= 60, countCodePoints(digest.overview) <= 301]).to.deep.equal([
          true,
          true,
        ]);
      }),
      { seed: 16, numRuns: 100 },
    );
  });

  it("reads only the beginning of a long transcript", () => {
    const read = new Set<number>();
    const [segment] = transcriptOf("x").segments;
    const segments = Array.from({ length: 20_000 }, (_, index) => ({
      ...segment,
      get text() {
        read.add(index);
        return "a few words";
      },
    }));
    summariseTrivially({ segments } as unknown as Transcript);
    expect(read.size).to.be.below(500);
  });
});
