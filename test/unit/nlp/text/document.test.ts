import { expect } from "chai";
import { Transcript, type NewSegment } from "../../../../src/domain/conversation/transcript.js";
import { getLocale } from "../../../../src/adapters/nlp/locales/index.js";
import { buildDocument } from "../../../../src/adapters/nlp/text/document.js";

function documentOf(segments: readonly Partial<NewSegment>[], textSource: "other_text" | null, language = "en") {
  const locale = getLocale(language);
  const transcript = Transcript.create(
    "c",
    segments.map((segment, index) => ({ text: "", start: index, end: index + 1, ...segment })),
  );
  return buildDocument(
    transcript.segments,
    { textSource, userName: "Mia Berg" },
    { language, locale, findLocale: () => locale },
  );
}

describe("buildDocument", () => {
  it("takes a text without frame for a note of the user", () => {
    const { form, utterances } = documentOf([{ text: "Buy milk\nCall Tom" }], "other_text");
    expect(form).to.equal("note");
    expect(utterances.map(({ speaker, text }) => [speaker.isUser, text])).to.deep.equal([
      [true, "Buy milk"],
      [true, "Call Tom"],
    ]);
  });

  it("reads the writer of a mail from its signature and leaves out greeting and signature", () => {
    const text = "Dear Mia,\n\nplease send the form.\n\nKind regards,\nSinead Foley\nCoordinator";
    const { form, utterances } = documentOf([{ text }], "other_text");
    expect(form).to.equal("mail");
    expect(utterances.map(({ text: line }) => line)).to.deep.equal(["please send the form."]);
    expect(utterances[0]?.speaker).to.deep.equal({
      key: "sinead foley",
      name: "Sinead Foley",
      label: "Sinead Foley",
      isUser: false,
    });
    expect(utterances[0]?.recipient).to.equal("Mia Berg");
  });

  it("takes the user for the writer of a mail that they signed", () => {
    const text = "Liebe Frau Steindl,\nich schicke Ihnen die Befunde.\nViele Grüße\nMia Berg";
    const { utterances } = documentOf([{ text }], "other_text", "de");
    expect(utterances.map(({ text: line, speaker, recipient }) => [line, speaker.isUser, recipient])).to.deep.equal([
      ["ich schicke Ihnen die Befunde.", true, "Steindl"],
    ]);
  });

  it("reads the speakers of a chat, but no headings", () => {
    const chat = documentOf([{ text: "Ana: did you pay?\nMia: not yet" }], "other_text");
    expect(chat.form).to.equal("dialogue");
    expect(chat.utterances.map(({ speaker }) => speaker.name)).to.deep.equal(["Ana", "Mia Berg"]);
    const note = documentOf([{ text: "Shopping: milk\nIdea: write more" }], "other_text");
    expect(note.form).to.equal("note");
  });

  it("joins segments in which one speaker continues a sentence", () => {
    const { utterances, sentences } = documentOf(
      [
        { text: "I will call", speaker: "Ana" },
        { text: "the plumber tomorrow.", speaker: "Ana" },
        { text: "Good.", speaker: "Tom" },
      ],
      null,
    );
    expect(utterances.map(({ text }) => text)).to.deep.equal(["I will call the plumber tomorrow.", "Good."]);
    expect(sentences[0]?.segmentIds).to.have.length(2);
  });
});
