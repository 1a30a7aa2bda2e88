import { expect } from "chai";
import {
  buildSearchText,
  listSegmentIds,
  buildDisplayText,
  splitIntoSnippets,
} from "../../../../src/adapters/search/passages/snippets.js";
import { Transcript, type NewSegment } from "../../../../src/domain/conversation/transcript.js";

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
  [...splitIntoSnippets(transcript)].map((snippet) => listSegmentIds(transcript, [snippet]));

describe("The snippets of a transcript", () => {
  it("are its turns, with short ones merged into the next", () => {
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

  it("are whole sentences of a long turn, without losing text", () => {
    const sentence = (number: number): string => `Sentence ${number} is ${words(20)}.`;
    const text = Array.from({ length: 12 }, (_, number) => sentence(number)).join(" ");
    const transcript = transcriptOf(["Ana", text]);
    const snippets = [...splitIntoSnippets(transcript)];
    expect(snippets.length).to.equal(6);
    for (const snippet of snippets) {
      expect(snippet.words).to.be.at.most(60);
      expect(buildDisplayText(transcript, [snippet], "Ada")).to.match(/^Ana: Sentence .*\.$/);
    }
    expect(buildDisplayText(transcript, snippets, "Ada")).to.equal(`Ana: ${text}`);
    expect(listSegmentIds(transcript, snippets)).to.deep.equal(["c-0"]);
  });

  it("are short even without sentence or word boundaries, and never split a character", () => {
    for (const letter of ["a", "字", "😀"]) {
      const transcript = transcriptOf(["Ana", letter.repeat(5_000)]);
      const snippets = [...splitIntoSnippets(transcript)];
      expect(snippets.length).to.be.greaterThan(5);
      const texts = snippets.map((snippet) => buildDisplayText(transcript, [snippet], "Ada").slice("Ana: ".length));
      expect(texts.join("")).to.equal(letter.repeat(5_000));
      for (const text of texts) expect(text.isWellFormed() && text.length <= 1_000, letter).to.equal(true);
    }
  });

  it("are displayed with speaker names, and searched without generic speaker labels", () => {
    const transcript = transcriptOf(["me", words(9)], ["Ana", words(9)], ["SPEAKER_04", words(9)]);
    const snippets = [...splitIntoSnippets(transcript)];
    expect(buildDisplayText(transcript, snippets, "Ada")).to.equal(
      [`Ada: ${words(9)}`, `Ana: ${words(9)}`, `Speaker 4: ${words(9)}`].join("\n"),
    );
    expect(snippets.map((snippet) => buildSearchText(transcript, snippet, "Ada"))).to.deep.equal([
      `Ada: ${words(9)}`,
      `Ana: ${words(9)}`,
      words(9),
    ]);
  });
});
