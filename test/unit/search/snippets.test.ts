import { expect } from "chai";
import { searchedText, segmentIdsOf, shownText, snippetsIn } from "../../../src/adapters/language/search/snippets.js";
import { Transcript, type NewSegment } from "../../../src/domain/transcript.js";

const transcriptOf = (...said: readonly (readonly [speaker: string, text: string])[]): Transcript =>
  Transcript.create(
    "c",
    said.map(([speaker, text], at): NewSegment => ({
      speaker,
      text,
      start: at,
      end: at + 1,
      isUser: speaker === "me",
    })),
  );
const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(" ");
const idsIn = (transcript: Transcript): string[][] =>
  [...snippetsIn(transcript)].map((snippet) => segmentIdsOf(transcript, [snippet]));

describe("the snippets of a transcript", () => {
  it("are its turns, short ones together with what comes next", () => {
    const transcript = transcriptOf(
      ["Ana", words(12)],
      ["Bo", "Yes."],
      ["Ana", "Right."],
      ["Bo", words(10)],
      ["Ana", "Oh."],
      ["Bo", "Well."],
      ["Ana", "Hm."],
      ["Bo", "Bye."],
    );
    expect(idsIn(transcript)).to.deep.equal([["c-0"], ["c-1", "c-2", "c-3"], ["c-4", "c-5", "c-6"], ["c-7"]]);
  });

  it("are whole sentences of what is long, of which nothing is lost", () => {
    const sentence = (number: number): string => `Sentence ${number} is ${words(20)}.`;
    const text = Array.from({ length: 12 }, (_, number) => sentence(number)).join(" ");
    const transcript = transcriptOf(["Ana", text]);
    const snippets = [...snippetsIn(transcript)];
    expect(snippets.length).to.equal(6);
    for (const snippet of snippets) {
      expect(snippet.words).to.be.at.most(60);
      expect(shownText(transcript, [snippet], "Ada")).to.match(/^Ana: Sentence .*\.$/);
    }
    expect(shownText(transcript, snippets, "Ada")).to.equal(`Ana: ${text}`);
    expect(segmentIdsOf(transcript, snippets)).to.deep.equal(["c-0"]);
  });

  it("are short where neither sentences nor words have an end, and divide no character", () => {
    for (const letter of ["a", "字", "😀"]) {
      const transcript = transcriptOf(["Ana", letter.repeat(5_000)]);
      const snippets = [...snippetsIn(transcript)];
      expect(snippets.length).to.be.greaterThan(5);
      const texts = snippets.map((snippet) => shownText(transcript, [snippet], "Ada").slice("Ana: ".length));
      expect(texts.join("")).to.equal(letter.repeat(5_000));
      for (const text of texts) expect(text.isWellFormed() && text.length <= 1_000, letter).to.equal(true);
    }
  });

  it("are shown under the names of their speakers, and searched for under those that are names", () => {
    const transcript = transcriptOf(["me", words(9)], ["Ana", words(9)], ["SPEAKER_04", words(9)]);
    const snippets = [...snippetsIn(transcript)];
    expect(shownText(transcript, snippets, "Ada")).to.equal(
      [`Ada: ${words(9)}`, `Ana: ${words(9)}`, `Speaker 4: ${words(9)}`].join("\n"),
    );
    expect(snippets.map((snippet) => searchedText(transcript, snippet, "Ada"))).to.deep.equal([
      `Ada: ${words(9)}`,
      `Ana: ${words(9)}`,
      words(9),
    ]);
  });
});
