import { expect } from "chai";
import { BuiltInSummariser, RequestClassifier } from "../../../src/adapters/language/index.js";
import type { TextSource } from "../../../src/domain/conversation/conversation-state.js";
import { aText, wednesday } from "./fixtures.js";
import { measureCpuTimeMs } from "../../support/cpu-time.js";

const summariser = new BuiltInSummariser();

async function itemsWritten(text: string, textSource: TextSource | null = "message"): Promise<string[]> {
  const { actionItems } = await summariser.summarise(aText(text), { ...wednesday, textSource });
  return actionItems.map(({ description }) => description);
}

const wanted: readonly (readonly [written: string, item: string])[] = [
  ["Could you please send me the report", "Send the report"],
  ["I'll call him tomorrow.", "Call him tomorrow"],
  ["Send it please tomorrow morning.", "Send it tomorrow morning"],
  ["Call him please tomorrow", "Call him tomorrow"],
  ["Send the report please by Friday.", "Send the report by Friday"],
  ["Pay the rent, please.", "Pay the rent"],
  ["Please let me know if you can come to the party.", "Let them know if you can come to the party"],
  ["Let me know if you want to make changes.", "Let them know if you want to make changes"],
  ["Can you take a look at this and tell me what you think?", "Take a look at this and tell them what you think"],
  ["If it rains, please close the windows.", "Close the windows if it rains"],
  ["Please call Ana tomorrow and let me know if you have any questions.", "Call Ana"],
  ["Please pay the rent by Friday. Let me know if you have any questions.", "Pay the rent by Friday"],
  ["Can you pick up the kids at the school?", "Pick up the kids at the school"],
  ["Let's discuss this before we make an offer.", "Discuss this before we make an offer"],
  ["Why don't you bring us up to date?", "Bring them up to date"],
  ["We shall call you to schedule a meeting.", "Call them to schedule a meeting"],
  ["It would be great to meet in person and discuss issues.", "Meet in person and discuss issues"],
  ["It would be kind if you could lend us your tent.", "Lend them your tent"],
  ["I was wondering if you could proofread my letter.", "Proofread their letter"],
  ["I need your signature on the lease.", "Give them your signature on the lease"],
  ["I'd be happy to bake a cake.", "Bake a cake"],
  ["I need to be home on Thursday.", "Be home on Thursday"],
  ["The roof leaks. The roofer called. He promised to bring me a ladder.", "Roofer: bring you a ladder"],
  ["My sister has agreed to lend me a tent on Monday.", "Your sister: lend you a tent on Monday"],
  ["Tom said he will repair the fence by Tuesday.", "Tom: repair the fence by Tuesday"],
];

describe("what is asked for or promised in writing", () => {
  for (const [written, item] of wanted) {
    it(`is "${item}" of "${written}"`, async () => {
      expect(await itemsWritten(written)).to.deep.equal([item]);
    });
  }

  for (const written of [
    "Had coffee with Laura yesterday.",
    "We went to the lake and swam for two hours.",
    "Thank you for sending the pictures.",
    "I will never buy that brand again.",
    "If you have any questions, please give me a call.",
    "Please let me know if you have any questions.",
    "Should you have any questions, contact us.",
    "Let me know if you need anything else.",
    "Don't hesitate to call me.",
    "Feel free to reach out.",
    "Could you believe it?",
    "Can you imagine? Please!",
    "Could you repeat that?",
    "Could you speak a bit louder, please?",
    "Can you even cook?",
    "Can you drive a truck?",
    "Could you tell me how this works?",
    "Let's see what happens. Let me think.",
    "Could you pass me the salt?\nSure.",
    "How are you? Please give my regards to your wife.",
    "Send my love to Grandma.",
    "The lyrics go: here's my number, so call me maybe, meet me at midnight",
    "Call ended at 4 pm.",
    "Order shipped on Monday.",
    "Call your doctor if symptoms persist",
    "Contact support if problems occur.",
    "We need the numbers, please next week.",
    "They will send everyone a letter.",
    "Can you tomorrow?",
    "Please, next week.",
    "Save 20% on all garden chairs!",
    "Next week I fly to Berlin for a fair.",
    "On Tuesday we drive to Lyon to see Grandma.",
    "We should be back next week.",
    "I need to be home.",
    "Find attached the minutes of the meeting.",
    "Attached please find the contract.",
    "You will find the keys below the mat.",
    "They agreed to look at the draft by Monday.",
    "We meet at the harbour on Saturday at ten.",
    "I'd like to invite you to my birthday on 3 May at six.",
  ]) {
    it(`is nothing in "${written}"`, async () => {
      expect(await itemsWritten(written)).to.deep.equal([]);
    });
  }

  it("keeps its due date where only a time follows the request", async () => {
    for (const written of ["Call him please tomorrow.", "Send it please tomorrow morning."]) {
      const { actionItems } = await summariser.summarise(aText(written), { ...wednesday, textSource: "message" });
      expect(actionItems.map(({ dueAt }) => dueAt !== null)).to.deep.equal([true]);
    }
  });

  it("says when it is due", async () => {
    const { actionItems } = await summariser.summarise(aText("Please let me know by Friday."), {
      ...wednesday,
      textSource: "other_text",
    });
    expect(actionItems).to.deep.equal([
      { description: "Let them know by Friday", dueAt: new Date("2025-03-07T17:00:00Z"), segmentIds: ["t-0"] },
    ]);
  });

  it("names the writer of a mail", async () => {
    expect(await itemsWritten("From: Carla Weiss\n\nPlease let me know if you can come.")).to.deep.equal([
      "Let Carla Weiss know if you can come",
    ]);
  });

  it("is held to the rules for speech where it was said", async () => {
    const said = "Please let me know if you can come to the party.";
    expect(await itemsWritten(said, null)).to.deep.equal([]);
    expect(await itemsWritten(said, "audio_transcript")).to.deep.equal([]);
    expect(await itemsWritten(`Ana: The party is on Sunday.\nTom: ${said}`)).to.deep.equal([]);
  });

  const endless = ["please ", "let me know, ", "I'll send you the budget by Friday, ", "Can you? ", "can you please "];
  for (const part of endless) {
    it(`is found in "${part.trim()}" without end, in no time`, async () => {
      const text = part.repeat(Math.floor(100_000 / part.length));
      expect(await measureCpuTimeMs(() => itemsWritten(text))).to.be.below(3000);
    });
  }

  it("is never discarded, however few words it has", async () => {
    const context = { ...wednesday, textSource: "message" } as const;
    const { discard, actionItems } = await summariser.summarise(aText("I'll call the plumber."), context);
    expect([discard, actionItems.map(({ description }) => description)]).to.deep.equal([false, ["Call the plumber"]]);
    const nothing = await summariser.summarise(aText("Yes."), context);
    expect([nothing.discard, nothing.actionItems]).to.deep.equal([false, []]);
  });
});

describe("the classifier of requests", () => {
  const classifier = new RequestClassifier();

  it("is surer of a request than of a report", () => {
    expect(classifier.probability("Could you please send me the report?")).to.be.above(0.9);
    expect(classifier.probability("The report was sent to the board last week.")).to.be.below(0.3);
  });

  it("answers a probability for any text, in no time", async () => {
    for (const text of [
      "a".repeat(100_000),
      "1.".repeat(50_000),
      "@".repeat(100_000),
      "",
      " ",
      "\u0000",
      "😀",
      "please ".repeat(10_000),
      "الرجاء إرسال التقرير",
      "…",
    ]) {
      const took = await measureCpuTimeMs(() => expect(classifier.probability(text)).to.be.within(0, 1));
      expect(took).to.be.below(3000);
    }
  });
});
