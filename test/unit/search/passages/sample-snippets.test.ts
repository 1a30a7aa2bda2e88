import { expect } from "chai";
import { sampleSnippets, TermCounter } from "../../../../src/adapters/search/passages/sample-snippets.js";
import { analyzeText } from "../../../../src/adapters/text-analysis/text-analyzer.js";
import { buildSearchText } from "../../../../src/adapters/search/passages/snippets.js";
import { Transcript } from "../../../../src/domain/conversation/transcript.js";

const transcriptOf = (texts: readonly string[]): Transcript =>
  Transcript.create(
    "c",
    texts.map((text, at) => ({ text, start: at, end: at + 1, speaker: at % 2 === 0 ? "Ana Silva" : "Bo Berg" })),
  );
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const wordOf = (number: number): string =>
  Array.from({ length: 7 }, (_, at) => LETTERS.charAt(Math.floor((number * 7919 + at) / 26 ** at) % 26)).join("");
const wordsFrom = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => wordOf(from + at)).join(" ");
const signsFrom = (from: number, count: number): string =>
  String.fromCharCode(...Array.from({ length: count }, (_, at) => 0x4e00 + (((from + at) * 7919) % 20_000)));
/** The terms of what is indexed, as the index counts them. */
const termsOf = async (transcript: Transcript): Promise<ReadonlySet<string>> => {
  const { sample } = await sampleSnippets(transcript, "Ada");
  return new Set(
    sample.flatMap(({ snippet }) =>
      analyzeText(buildSearchText(transcript, snippet, "Ada")).words.map(({ term }) => term),
    ),
  );
};

describe("sampleSnippets", () => {
  for (const [what, texts] of Object.entries({
    "500 segments and 9,000 words": Array.from({ length: 500 }, (_, at) => `${wordsFrom((at % 50) * 18, 18)}.`),
    "20,000 words that are all different": Array.from({ length: 1_000 }, (_, at) => `${wordsFrom(at * 20, 20)}.`),
    "100,000 words of a few thousand": Array.from({ length: 5_000 }, (_, at) => `${wordsFrom((at % 300) * 20, 20)}.`),
    "30,000 Chinese signs": Array.from({ length: 500 }, (_, at) => signsFrom((at % 250) * 60, 60)),
  })) {
    it(`returns all snippets for ${what}`, async () => {
      const { count, sample } = await sampleSnippets(transcriptOf(texts), "Ada");
      expect(sample.map(({ position: at }) => at)).to.deep.equal(Array.from({ length: count }, (_, at) => at));
    });
  }

  for (const [what, text] of Object.entries({
    "words without an end": [wordsFrom(0, 225_000)],
    "many segments": Array.from({ length: 15_000 }, (_, at) => wordsFrom(at * 15, 15)),
    "words that come again later": [wordsFrom(0, 60_000), wordsFrom(0, 60_000), wordsFrom(0, 60_000)],
    "Chinese signs without an end": [
      Array.from({ length: 600 }, (_, at) => signsFrom(Math.imul(at, 1_237), 1_000)).join(""),
    ],
    "numbers and marks": [Array.from({ length: 200_000 }, (_, at) => `${at};`).join("")],
    "two scripts in turns": [Array.from({ length: 200_000 }, (_, at) => `${wordOf(at)}ж`).join("")],
  })) {
    it(`returns at most 60,000 distinct terms, from the beginning to the end, for ${what}`, async () => {
      const transcript = transcriptOf(text);
      const { count, sample } = await sampleSnippets(transcript, "Ada");
      expect(sample.length).to.be.lessThan(count);
      expect(sample[0]?.position).to.equal(0);
      expect(sample.at(-1)?.position).to.be.greaterThan(0.94 * count);
      expect((await termsOf(transcript)).size).to.be.within(1_000, 60_000);
    });
  }
});

describe("The term counter", () => {
  it("counts words, numbers and CJK characters, and how many of them are new", () => {
    const counter = new TermCounter();
    expect(counter.countTerms("The harbour, the old harbour.")).to.deep.equal({ terms: 5, newTerms: 4 });
    expect(counter.countTerms("harbour 12")).to.deep.equal({ terms: 2, newTerms: 1 });
    expect(counter.countTerms("東京")).to.deep.equal({ terms: 2, newTerms: 2 });
    expect(counter.countTerms(" … !")).to.deep.equal({ terms: 0, newTerms: 0 });
  });
});
