import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { aConversation, wednesday } from "./fixtures.js";

type Lines = readonly (readonly [speaker: string, text: string])[];

const summariser = new BuiltInSummariser();
const digestOf = (...lines: Lines): Promise<SummaryResult> => summariser.summarise(aConversation(...lines), wednesday);

const atTheOptician: Lines = [
  ["Optician", "Hello, Vera speaking, how can I help?"],
  ["me", "Hi. The frame snapped again, on my reading glasses."],
  ["Optician", "Oh dear. Can you bring the frame in on Friday?"],
  ["me", "Yes, Friday at four. I've had them for ages. And could I book an eye test as well?"],
  ["Optician", "Of course. The eye test takes half an hour, and we order the frame the same day."],
  ["me", "Perfect, like a dream. I'll bring the frame on Friday."],
];

describe("the title of a short conversation", () => {
  it("names what was raised and agreed", async () => {
    const { title } = await digestOf(...atTheOptician);
    expect(title).to.match(/\bframe\b/i);
    expect(title).to.match(/\b(?:eye test|reading glasses)\b/i);
  });

  it("is what the talk was announced to be about", async () => {
    const { title } = await digestOf(["me", "Hi. It's about my reading glasses."], ...atTheOptician);
    expect(title).to.equal("Reading glasses");
  });

  it("names no verb, no measure, no simile and nobody who is spoken to", async () => {
    const { title } = await digestOf(...atTheOptician);
    expect(title).not.to.match(/\b(?:book|ages|dream|Vera|dear|Friday)\b/i);
  });

  it("calls a move by where it goes", async () => {
    const { title } = await digestOf(
      ["me", "So it's settled, we're moving to Bergen in May."],
      ["Ida", "To Bergen! What about the piano?"],
      ["me", "The piano comes with us, the movers fetch it on Monday."],
      ["Ida", "I can't believe you're moving to Bergen."],
    );
    expect(title).to.match(/move to Bergen/i);
  });

  it("says so where people only spoke of the weather", async () => {
    const { title } = await digestOf(
      ["Ida", "Have you seen the fog? I could hardly see the fog lamps."],
      ["me", "The fog is awful this morning."],
      ["Ida", "And the wind yesterday!"],
      ["me", "Nothing but fog and wind here."],
    );
    expect(title).to.match(/^Small talk about (?:.*\b)?(?:fog|wind)\b/);
  });

  it("is no longer than two topics", async () => {
    const { title } = await digestOf(...atTheOptician);
    expect(title.split(/, | and /)).to.have.lengthOf.at.most(2);
  });
});

describe("the emoji of a short conversation", () => {
  it("pictures what the title names", async () => {
    const { emoji } = await digestOf(
      ["me", "It's the boiler again, the boiler makes a banging noise."],
      ["Ida", "Did you call the landlord about the boiler?"],
      ["me", "I'll call him about the boiler tomorrow."],
    );
    expect(emoji).to.equal("🔥");
  });
});

describe("the overview of a short conversation", () => {
  it("tells what was settled and leaves out how people greeted each other", async () => {
    const { overview } = await digestOf(...atTheOptician);
    expect(overview)
      .to.match(/eye test takes half an hour/)
      .and.not.to.match(/how can I help/i);
  });
});
