import { expect } from "chai";
import fc from "fast-check";
import { isCategory } from "../../../src/domain/conversation/conversation-attributes.js";
import { BuiltInSummariser } from "../../../src/adapters/nlp/index.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import { locales } from "../../../src/adapters/nlp/locales/index.js";
import { listEvents, listMemories, listTasks, mondayContext, summariseText, summariseTurns } from "./fixtures.js";

// eslint-disable-next-line no-control-regex -- none of these may occur
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

describe("The built-in summariser", () => {
  it("follows a request and its acceptance in a dialogue", async () => {
    const result = await summariseTurns([
      ["Ana", "Can you bring the drill on Saturday?"],
      ["me", "Sure, I'll bring it."],
      ["Ana", "And dinner on Saturday at seven, at my place?"],
      ["me", "Yes, perfect, I'll be there."],
    ]);
    expect(listTasks(result)).to.deep.equal(["Bring the drill [2026-01-10T17:00]"]);
    expect(listEvents(result)).to.deep.equal(["Dinner at Ana's place [2026-01-10T19:00]"]);
  });

  it("names whose task it is when it is somebody else's", async () => {
    const result = await summariseTurns([
      ["me", "Hannah, who clears out the cupboard?"],
      ["Hannah", "I'll clear out the cupboard on Sunday."],
    ]);
    expect(listTasks(result)).to.deep.equal(["Hannah: Clear out the cupboard [2026-01-11T17:00]"]);
  });

  it("says of whom a fact is", async () => {
    const result = await summariseTurns([
      ["Hannah", "I'm allergic to peanuts, so no satay for me."],
      ["me", "Noted. My daughter Lena can't eat gluten."],
    ]);
    for (const memory of listMemories(result)) expect(memory).to.match(/^(?:Hannah|Daughter Lena) /);
    expect(listMemories(result)).to.not.deep.equal([]);
  });

  it("points to the segments that something was found in", async () => {
    const segments = ["Good morning.", "I need to call the plumber tomorrow.", "Bye."].map((text, index) => ({
      text,
      start: index,
      end: index + 1,
      isUser: true,
    }));
    const transcript = Transcript.create("c", segments);
    const { actionItems } = await new BuiltInSummariser().summarise(transcript, { ...mondayContext, textSource: null });
    expect(actionItems.map(({ segmentIds }) => segmentIds)).to.deep.equal([[transcript.segments[1]?.id]]);
  });

  it("gives the same result each time, in whatever order texts are summarised", async () => {
    const text = "Call mum tomorrow.\nMy sister lives in Rome.\nLunch with Tom on Friday at 12:30.";
    const first = await summariseText(text);
    await summariseText("Acheter du pain et rappeler le garage");
    expect(await summariseText(text)).to.deep.equal(first);
    expect(
      await new BuiltInSummariser().summarise(
        Transcript.create("t", [{ text, start: 0, end: 300, speaker: "SPEAKER_00" }]),
        mondayContext,
      ),
    ).to.deep.equal(first);
  });

  it("discards a transcript of a few words in which it finds nothing, but no text", async () => {
    expect((await summariseTurns([["me", "Okay, thanks."]])).discard).to.equal(true);
    expect((await summariseTurns([["me", "I'm allergic to nuts."]])).discard).to.equal(false);
    expect((await summariseTurns([["me", "Buy milk tomorrow."]])).discard).to.equal(false);
    expect((await summariseText("Okay, thanks.")).discard).to.equal(false);
  });

  it("accepts any text in any language", async () => {
    const language = fc.constantFrom("en", "de", "fr", "es", "it", "pt", "nl", "ja", "xx", null);
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 300 }).filter((each) => each.trim() !== "");
    const textSource = fc.constantFrom("other_text" as const, null);
    await fc.assert(
      fc.asyncProperty(language, text, textSource, async (code, each, source) => {
        const result = await summariseText(each, { language: code, textSource: source });
        expect(isCategory(result.category)).to.equal(true);
        expect(result.title.isWellFormed() && result.overview.isWellFormed()).to.equal(true);
      }),
      { numRuns: 150 },
    );
  });

  it("accepts the words of each language in any order, with sane results", async () => {
    const words = [...locales().flatMap(({ pronouns }) => [...pronouns.first, ...pronouns.second]), "morgen", "19h"];
    const marks = [",", ".", "?", "-", "14:30", "\n", "- [ ] ", "Max", ":", "(", ")"];
    const text = fc
      .array(fc.constantFrom(...words, ...marks), { minLength: 1, maxLength: 60 })
      .map((all) => all.join(" "));
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        const result = await summariseText(each.trim() === "" ? "x" : each);
        const lines = [...listTasks(result), ...listEvents(result), ...listMemories(result), result.title];
        for (const line of lines) expect(line).to.not.match(UNWANTED);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  it("keeps at most so many items that the domain accepts them", async () => {
    const text = Array.from({ length: 3_000 }, (_, index) => `- [ ] buy part ${index}`).join("\n");
    expect(listTasks(await summariseText(text)).length).to.be.greaterThan(10);
  });
});
