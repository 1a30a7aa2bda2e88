import { expect } from "chai";
import {
  joinSegmentIds,
  MAX_ANALYSED_LENGTH,
  MAX_SENTENCE_LENGTH,
  MAX_SENTENCES,
  sampleSegments,
  sampleSentences,
} from "../../../src/adapters/language/text/analysis-limits.js";
import { sentenceSpans } from "../../../src/adapters/language/text/sentences.js";
import { utterancesOf } from "../../../src/adapters/language/text/utterances.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";

const segmentsOf = (texts: readonly string[]): Transcript["segments"] =>
  Transcript.create(
    "c",
    texts.map((text, i) => ({ text, start: i, end: i + 1, isUser: true })),
  ).segments;

const lengthOf = (segments: Transcript["segments"]): number => segments.reduce((sum, { text }) => sum + text.length, 0);

describe("the limits of analysis", () => {
  it("leave a transcript of an ordinary length as it is", () => {
    const segments = segmentsOf(["x".repeat(MAX_ANALYSED_LENGTH - 1), "y"]);
    expect(sampleSegments(segments)).to.equal(segments);
  });

  for (const [many, texts] of Object.entries({
    "one segment": ["ab".repeat(MAX_ANALYSED_LENGTH)],
    "many segments": Array.from({ length: 20_000 }, (_, i) => `segment ${i} `.padEnd(500, "ab ")),
  })) {
    it(`sample a longer transcript of ${many} from its beginning to its end`, () => {
      const segments = segmentsOf(texts);
      const sampled = sampleSegments(segments);
      expect(lengthOf(sampled)).to.be.within(MAX_ANALYSED_LENGTH * 0.99, MAX_ANALYSED_LENGTH);
      expect(sampleSegments(sampled)).to.equal(sampled);
      expect(sampled[0]?.id).to.equal(segments[0]?.id);
      expect(sampled.at(-1)?.id).to.equal(segments.at(-1)?.id);
      expect(segments[0]?.text.startsWith(sampled[0]?.text.slice(0, 100) ?? "-")).to.equal(true);
      expect(segments.at(-1)?.text.endsWith(sampled.at(-1)?.text.slice(-100) ?? "-")).to.equal(true);
      const ids = segments.map(({ id }) => id);
      const places = sampled.map(({ id }) => ids.indexOf(id));
      expect(places).to.deep.equal(places.toSorted((a, b) => a - b));
    });
  }

  it("sample sentences in stretches, in their order", () => {
    const numbers = Array.from({ length: MAX_SENTENCES * 3 }, (_, i) => i);
    const sampled = sampleSentences(numbers);
    expect(sampled).to.have.lengthOf(MAX_SENTENCES);
    expect(sampled.at(0)).to.equal(0);
    expect(sampled.at(-1)).to.equal(numbers.length - 1);
    const gaps = sampled.filter((number, i) => i > 0 && number !== (sampled[i - 1] ?? 0) + 1);
    expect(gaps).to.have.lengthOf.at.most(20);
  });

  it("divide a sentence that is too long between its words, and lose none of it", () => {
    const text = `${"x".repeat(100)} `.repeat(100);
    const spans = sentenceSpans(text, new Intl.Segmenter("en", { granularity: "sentence" }));
    expect(spans.map(({ from, to }) => text.slice(from, to)).join("")).to.equal(text);
    for (const { from, to } of spans) expect(to - from).to.be.at.most(MAX_SENTENCE_LENGTH + 1);
  });

  it("join the segment IDs of findings until there are enough", () => {
    expect(joinSegmentIds(["a", "b"], ["b", "c"])).to.deep.equal(["a", "b", "c"]);
    const many = Array.from({ length: 500 }, (_, i) => `${i}`);
    expect(joinSegmentIds(many, ["x"])).to.equal(many);
  });

  it("join the lines of an utterance with the place of each", () => {
    const context = {
      userId: "u",
      startedAt: new Date(0),
      timeZone: "UTC",
      language: "en",
      textSource: null,
      userName: "Nora",
    };
    const [utterance, ...others] = utterancesOf(segmentsOf(["We take,", "the green tram", "to work."]), context);
    expect(others).to.deep.equal([]);
    expect(utterance?.text).to.equal("We take, the green tram to work.");
    expect(utterance?.parts).to.deep.equal([
      { from: 0, segmentId: "c-0" },
      { from: 9, segmentId: "c-1" },
      { from: 24, segmentId: "c-2" },
    ]);
  });
});
