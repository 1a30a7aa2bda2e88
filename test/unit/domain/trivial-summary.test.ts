import { expect } from "chai";
import fc from "fast-check";
import { validateDigest } from "../../../src/domain/digest-validation.js";
import { codePoints } from "../../../src/domain/rules.js";
import { Transcript } from "../../../src/domain/transcript.js";
import { summariseTrivially } from "../../../src/domain/trivial-summary.js";

const transcriptOf = (...texts: readonly string[]) =>
  Transcript.create(
    "c",
    texts.map((text, index) => ({ text, start: index, end: index + 1 })),
  );
const summaryOf = (...texts: readonly string[]) => summariseTrivially(transcriptOf(...texts));

describe("a trivial summary", () => {
  it("has the first words as its title and the first sentences as its overview", () => {
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
    it(`is called "${title.slice(0, 40)}" where that comes first`, () => {
      expect(summaryOf(text).title).to.equal(title);
    });
  }

  it("is discarded only where there is no letter and no digit", () => {
    expect(summaryOf("…", "?!").discard).to.equal(true);
    expect(summaryOf("…", "?!", "7").discard).to.equal(false);
    expect(summaryOf("سنقوم").discard).to.equal(false);
    // Further on than it looks there may be some.
    expect(summaryOf(".".repeat(100_001)).discard).to.equal(false);
  });

  it("ends at a space and with an ellipsis", () => {
    const { overview } = summaryOf("word ".repeat(1_000));
    expect(overview).to.match(/word…$/);
    expect(codePoints(overview)).to.be.within(280, 301);
  });

  it("breaks no rule of a digest, and is the same each time", () => {
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
        expect(validateDigest(digest, transcript)).to.deep.equal({ digest, corrections: undefined });
        expect(digest.title).to.match(/\S/);
        expect([codePoints(digest.title) <= 60, codePoints(digest.overview) <= 301]).to.deep.equal([true, true]);
      }),
      { seed: 16, numRuns: 100 },
    );
  });

  it("reads only the beginning of the longest transcript", () => {
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
