import { expect } from "chai";
import { summarize, type SummaryFindings } from "../../../../src/adapters/nlp/summarization/index.js";
import { getLocale } from "../../../../src/adapters/nlp/locales/index.js";
import { buildDocument, type Document } from "../../../../src/adapters/nlp/text/document.js";
import { Transcript } from "../../../../src/domain/conversation/transcript.js";

const NO_FINDINGS: SummaryFindings = { actionItems: [], events: [], memories: [] };

type Turn = readonly [speaker: string, text: string];

function build(turns: readonly Turn[], isText: boolean, language: string): Document {
  const segments = turns.map(([speaker, text], start) => {
    return { speaker, isUser: speaker === "Nora", text, start, end: start + 1 };
  });
  const locale = getLocale(language);
  const context = { textSource: isText ? ("other_text" as const) : null, userName: "Nora" };
  const transcript = Transcript.create("c", segments);
  return buildDocument(transcript.segments, context, { language, locale, findLocale: () => locale });
}

const aNote = (text: string, language = "en"): Document => build([["Nora", text]], true, language);
const aDialogue = (...turns: readonly Turn[]): Document => build(turns, false, "en");

describe("summarize", () => {
  describe("overview", () => {
    it("attributes what others said and what the user said after them", () => {
      const document = aDialogue(
        ["Nora", "The printer raised the price of the gold foil to forty pence."],
        ["Chen", "The warehouse in Leeds already knows about the two week delay."],
        ["Nora", "The revised budget with the new foil goes to Ana on Friday."],
      );
      expect(summarize(document, NO_FINDINGS).overview).to.equal(
        "The printer raised the price of the gold foil to forty pence. " +
          "Chen: The warehouse in Leeds already knows about the two week delay. " +
          "Nora: The revised budget with the new foil goes to Ana on Friday.",
      );
    });

    it("does not repeat what the next speaker rejects", () => {
      const document = aDialogue(
        ["Chen", "We could paint the kitchen bright orange this weekend."],
        ["Nora", "No, the landlord allows only white walls in the kitchen."],
      );
      const { overview } = summarize(document, NO_FINDINGS);
      expect(overview).to.include("The landlord allows only white walls").and.not.include("orange");
    });

    it("does not repeat advice that nobody accepts", () => {
      const document = aDialogue(
        ["Chen", "You should try the aloe cream from the pharmacy every evening."],
        ["Nora", "That gives me a rash. The oat lotion from the supermarket works much better for my skin."],
      );
      expect(summarize(document, NO_FINDINGS).overview).to.include("oat lotion").and.not.include("aloe");
    });

    it("leaves out hesitations, false starts and opening words of speech", () => {
      const document = aDialogue([
        "Nora",
        "Okay, so, um, the the council never paid for, like, the old roof of the hall.",
      ]);
      const { overview } = summarize(document, NO_FINDINGS);
      expect(overview).to.equal("The council never paid for the old roof of the hall.");
    });

    it("keeps a short note as it is written", () => {
      const text = "Garage code got changed last week. The spare key is with Loretta next door.";
      expect(summarize(aNote(text), NO_FINDINGS).overview).to.equal(text);
    });

    it("leaves out a greeting below the subject of a mail", () => {
      const mail = aNote("Subject: Budget review\n\nHi Nora,\nthe review is on Friday at ten.\nBest,\nTom");
      expect(summarize(mail, NO_FINDINGS).overview).to.include("Budget review").and.not.include("Hi Nora");
    });

    it("tells a list with its heading", () => {
      const { overview, title } = summarize(aNote("Shopping list:\n- milk\n- eggs\n- bread"), NO_FINDINGS);
      expect([title, overview]).to.deep.equal(["Shopping list", "Shopping list: milk, eggs and bread."]);
    });
  });

  describe("title", () => {
    it("is the items of a list whose heading only says that they are to be done", () => {
      const { title } = summarize(aNote("TODO:\n- pay the bill\n- return the books"), NO_FINDINGS);
      expect(title).to.equal("Pay the bill and return the books");
    });

    it("is the only task of a note", () => {
      const findings = { ...NO_FINDINGS, actionItems: [{ description: "Call mum", segmentIds: [] }] };
      const note = aNote("I really must remember to give mum a call some time this week");
      expect(summarize(note, findings).title).to.equal("Call mum");
    });

    it("is the short first sentence of a note", () => {
      const note = aNote("Ich wohne in Berlin. Am Freitag kommt der Klempner um neun.", "de");
      expect(summarize(note, NO_FINDINGS).title).to.equal("Ich wohne in Berlin");
    });

    it("names what the speakers of a dialogue talk about", () => {
      const document = aDialogue(
        ["Chen", "Did the plumber look at the wheel bearing of the van?"],
        ["Nora", "He says that the wheel bearing has to be replaced before Friday."],
        ["Chen", "A new wheel bearing costs eighty pounds."],
      );
      expect(summarize(document, NO_FINDINGS).title).to.match(/^Wheel bearing/);
    });

    it("names a noun with what the speakers connect to it", () => {
      const document = aDialogue(
        ["Chen", "Have you opened the letter from the council?"],
        ["Nora", "Not yet, the letter from the council can wait until Monday."],
      );
      expect(summarize(document, NO_FINDINGS).title).to.equal("Letter from the council");
    });

    it("is the event of a short dialogue that is about it", () => {
      const findings = { ...NO_FINDINGS, events: [{ title: "Boiler repair on Friday", segmentIds: [] }] };
      const document = aDialogue(
        ["Chen", "When does the man come for the boiler?"],
        ["Nora", "The boiler is repaired on Friday at nine."],
      );
      expect(summarize(document, findings).title).to.equal("Boiler repair on Friday");
    });

    it("is as written in a language without a locale", () => {
      const { title } = summarize(aNote("Asun Helsingissä ja olen opettaja.", "fi"), NO_FINDINGS);
      expect(title).to.equal("Asun Helsingissä ja olen opettaja");
    });
  });

  describe("category and emoji", () => {
    it("follow the words of the document", () => {
      const note = aNote("The dentist found a cavity. My doctor prescribed painkillers.");
      const { category, emoji } = summarize(note, NO_FINDINGS);
      expect([category, emoji]).to.deep.equal(["health", "🦷"]);
    });

    it("are neutral when hardly any word speaks for a category", () => {
      const { category, emoji } = summarize(aNote("Hm"), NO_FINDINGS);
      expect([category, emoji]).to.deep.equal(["other", "🧠"]);
    });

    it("do not take a verb for a noun", () => {
      expect(summarize(aNote("Book a table"), NO_FINDINGS).category).to.not.equal("literature");
    });
  });

  it("accepts any input", () => {
    const link = "https://example.com/a?id=5";
    for (const text of [
      "👍",
      "...",
      "x".repeat(5_000),
      "😀".repeat(3_000),
      "来週の展示会の準備について話した。",
      link,
    ]) {
      const { title, overview } = summarize(aNote(text), NO_FINDINGS);
      expect(title.length, text.slice(0, 20)).to.be.within(1, 80);
      expect(overview, text.slice(0, 20)).to.not.equal("");
    }
    expect(summarize({ ...aNote("x"), utterances: [], sentences: [] }, NO_FINDINGS).title).to.equal("");
  });

  it("keeps the overview of 5,000 sentences short", () => {
    const turns = Array.from({ length: 5_000 }, (_, index) => {
      return ["Nora", `The parcel number ${String(index)} for client w${String(index % 3_000)} left.`] as const;
    });
    expect(summarize(aDialogue(...turns), NO_FINDINGS).overview.split(" ").length).to.be.within(1, 130);
  });
});
