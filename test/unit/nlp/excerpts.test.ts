import { expect } from "chai";
import {
  MAX_ANALYSED_LENGTH,
  MAX_ANALYSED_SENTENCES,
  selectExcerpts,
  selectAnalysedSentences,
} from "../../../src/adapters/nlp/text/excerpts.js";
import { MAX_SENTENCE_LENGTH, splitSentences } from "../../../src/adapters/nlp/text/sentences.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";

const segmentsOf = (texts: readonly string[]): Transcript["segments"] =>
  Transcript.create(
    "c",
    texts.map((text, i) => ({ text, start: i, end: i + 1, isUser: true })),
  ).segments;

const lengthOf = (segments: Transcript["segments"]): number => segments.reduce((sum, { text }) => sum + text.length, 0);

describe("The limits of analysis", () => {
  it("leave a transcript of ordinary length unchanged", () => {
    const segments = segmentsOf(["x".repeat(MAX_ANALYSED_LENGTH - 1), "y"]);
    expect(selectExcerpts(segments)).to.equal(segments);
  });

  for (const [many, texts] of Object.entries({
    "one segment": ["ab".repeat(MAX_ANALYSED_LENGTH)],
    "many segments": Array.from({ length: 20_000 }, (_, i) => `segment ${i} `.padEnd(500, "ab ")),
  })) {
    it(`select evenly spread excerpts of a longer transcript of ${many}`, () => {
      const segments = segmentsOf(texts);
      const excerpts = selectExcerpts(segments);
      expect(lengthOf(excerpts)).to.be.within(MAX_ANALYSED_LENGTH * 0.99, MAX_ANALYSED_LENGTH);
      expect(selectExcerpts(excerpts)).to.equal(excerpts);
      expect(excerpts[0]?.id).to.equal(segments[0]?.id);
      expect(excerpts.at(-1)?.id).to.equal(segments.at(-1)?.id);
      expect(segments[0]?.text.startsWith(excerpts[0]?.text.slice(0, 100) ?? "-")).to.equal(true);
      expect(segments.at(-1)?.text.endsWith(excerpts.at(-1)?.text.slice(-100) ?? "-")).to.equal(true);
      const ids = segments.map(({ id }) => id);
      const places = excerpts.map(({ id }) => ids.indexOf(id));
      expect(places).to.deep.equal(places.toSorted((a, b) => a - b));
    });
  }

  it("select sentences in groups and in order", () => {
    const numbers = Array.from({ length: MAX_ANALYSED_SENTENCES * 3 }, (_, i) => i);
    const excerpts = selectAnalysedSentences(numbers);
    expect(excerpts).to.have.lengthOf(MAX_ANALYSED_SENTENCES);
    expect(excerpts.at(0)).to.equal(0);
    expect(excerpts.at(-1)).to.equal(numbers.length - 1);
    const gaps = excerpts.filter((number, i) => i > 0 && number !== (excerpts[i - 1] ?? 0) + 1);
    expect(gaps).to.have.lengthOf.at.most(20);
  });

  it("divide a sentence that is too long between words, without losing text", () => {
    const text = `${"x".repeat(100)} `.repeat(100).trim();
    const spans = splitSentences(text, "en");
    expect(spans.map(({ from, to }) => text.slice(from, to)).join(" ")).to.equal(text);
    for (const { from, to } of spans) expect(to - from).to.be.at.most(MAX_SENTENCE_LENGTH + 1);
  });

  it("divide a word that is too long between characters", () => {
    const text = "🙂".repeat(MAX_SENTENCE_LENGTH);
    const parts = splitSentences(text, "en").map(({ from, to }) => text.slice(from, to));
    expect(parts.join("")).to.equal(text);
    for (const part of parts) {
      expect(part.length).to.be.at.most(MAX_SENTENCE_LENGTH);
      expect(part.isWellFormed()).to.equal(true);
    }
  });
});
