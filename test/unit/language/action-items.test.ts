import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation, aText, kitchenRenovation, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();

/** Enough words around a sentence that the conversation is worth keeping. */
const CONTEXT = "The garden party needs tables, chairs, lanterns and cold lemonade for forty neighbours.";

async function itemsSaid(by: string, sentence: string): Promise<string[]> {
  const other = by === "me" ? "Ana" : "me";
  const { actionItems } = await summariser.summarise(aConversation([other, CONTEXT], [by, sentence]), wednesday);
  return actionItems.map(({ description }) => description);
}

const wanted: readonly (readonly [by: string, said: string, item: string])[] = [
  ["me", "I'll send you the budget by Friday.", "Send Ana the budget by Friday"],
  ["me", "Okay, um, I will I will call the plumber tomorrow morning.", "Call the plumber"],
  ["me", "I need to renew my passport.", "Renew your passport"],
  ["me", "So I'm gonna book the restaurant tonight, okay?", "Book the restaurant"],
  ["me", "I've got to pay the electricity bill before Monday.", "Pay the electricity bill before Monday"],
  ["me", "Right, I'll email your landlord about the heating.", "Email Ana's landlord about the heating"],
  ["me", "Remind me to buy cat food.", "Buy cat food"],
  ["me", "I'll look into the broken dishwasher.", "Look into the broken dishwasher"],
  ["me", "I must finish the slides by tomorrow at noon.", "Finish the slides"],
  ["Ana", "I'll book the room.", "Ana: book the room"],
  ["Ana", "I'll send you my draft tomorrow.", "Ana: send Mia your draft"],
  ["Ana", "Can you send me the photos?", "Send Ana the photos"],
  ["Ana", "Could you please water my plants while I'm away?", "Water Ana's plants while Ana is away"],
  ["Ana", "Mia, can you order the tiles?", "Order the tiles"],
  ["Ana", "Please call the bank about the loan.", "Call the bank about the loan"],
  ["Ana", "Don't forget to cancel the gym membership.", "Cancel the gym membership"],
  ["Ana", "You need to submit the form by the end of the month.", "Submit the form by the end of the month"],
  [
    "Ana",
    "And make sure you lock, um, make sure you check the oven before you leave.",
    "Check the oven before you leave",
  ],
  ["me", "Can you pick up the cake on Saturday?", "Ana: pick up the cake on Saturday"],
  ["me", "Ben, can you book the room?", "Ben: book the room"],
  ["me", "Tom will write the minutes.", "Tom: write the minutes"],
  ["me", "We need to order more chairs by Friday.", "Order more chairs by Friday"],
  ["me", "Let's invite the new neighbours.", "Invite the new neighbours"],
  ["me", "The agenda is missing, so I'll put that together.", "Put the agenda together"],
  ["me", "When Ana gets back, I'll ask Tom for the keys.", "Ask Tom for the keys"],
  ["me", "I promised to call grandma tonight.", "Call grandma"],
  ["Ana", "Send me the invoice by Friday.", "Send Ana the invoice by Friday"],
  ["me", "I promised Grace to send her the test report tomorrow.", "Send Grace the test report"],
  ["me", "I told Tom I'd call him tonight.", "Call Tom"],
  ["me", "I also agreed to review the slides before Thursday.", "Review the slides before Thursday"],
  ["me", "I offered to drive Paul to the airport on Saturday.", "Drive Paul to the airport on Saturday"],
  ["me", "I'll write to Helena this weekend.", "Write to Helena"],
  ["me", "My cousin is in town, so I'll call him on Sunday.", "Call your cousin on Sunday"],
  ["me", "The party needs more chairs, so I'll ask the neighbours about them.", "Ask the neighbours about the chairs"],
  ["me", "I'll get the bread on the way home.", "Get the bread on the way home"],
  ["me", "I'll write the minutes and probably email them to Tom.", "Write the minutes and email them to Tom"],
  ["me", "No kidding, I'll order the lanterns.", "Order the lanterns"],
];

const unwanted: readonly (readonly [by: string, said: string])[] = [
  ["me", "Let me see if I can find it."],
  ["me", "I'll tell you a funny story about that."],
  ["Ana", "Can I ask you something?"],
  ["me", "Okay, let's move on to the next point."],
  ["me", "I'll be honest with you, it was expensive."],
  ["Ana", "Did you send the invoice to the client?"],
  ["me", "If I won the lottery, I'd buy a house."],
  ["me", "I would have called the doctor yesterday."],
  ["Ana", "Could you explain how the heating works?"],
  ["Ana", "Can you hear me?"],
  ["me", "I sent the report last week."],
  ["me", "I will never buy that brand again."],
  ["me", "I'll see you later."],
  ["Ana", "Would you say that the garden is too small?"],
  ["me", "We will see what happens."],
  ["me", "I'm going to be late for dinner."],
  ["Ana", "Should I book the hotel?"],
  ["me", "You know how to fix the lamp, I guess."],
  ["Ana", "Why don't you bring us up to date?"],
  ["me", "I'll let you know."],
  ["me", "I might write a book about it one day."],
  ["Ana", "What should we buy for the party?"],
  ["me", "Thank you for sending the pictures."],
  ["Ana", "They will send everyone a letter."],
  ["me", "I don't need to check the numbers."],
  ["me", "Imagine we build a new house there."],
  ["Ana", "Good morning Mia, let's plan the opening of the garden."],
  ["me", "Let's talk about the budget."],
  ["Ana", "Have a good trip, see you in two weeks!"],
  ["Ana", "Could you send me that in writing?"],
  ["SPEAKER_02", "I'll bring the chairs on Saturday."],
  ["me", "I'll bring an elephant on Saturday, just kidding."],
  ["me", "I'll invite the king of Spain. I was joking, of course."],
];

describe("an action item", () => {
  for (const [by, said, item] of wanted) {
    it(`is made of "${said}" (${by})`, async () => {
      expect(await itemsSaid(by, said)).to.deep.equal([item]);
    });
  }

  for (const [by, said] of unwanted) {
    it(`is not made of "${said}"`, async () => {
      expect(await itemsSaid(by, said)).to.deep.equal([]);
    });
  }

  it("says where it was said and when it is due", async () => {
    const { actionItems } = await summariser.summarise(kitchenRenovation, wednesday);
    expect(actionItems).to.deep.equal([
      {
        description: "Ben: send Mia a quote for the cabinets by Friday",
        dueAt: new Date("2025-03-07T17:00:00Z"),
        segmentIds: ["c-7"],
      },
      { description: "Call the plumber", dueAt: new Date("2025-03-06T17:00:00Z"), segmentIds: ["c-8"] },
      { description: "Measure the window before we order the tiles", dueAt: null, segmentIds: ["c-9", "c-10"] },
    ]);
  });

  it("is one, however often it is said", async () => {
    const said = aConversation(
      ["me", CONTEXT],
      ["me", "I'll send the budget to the accountant."],
      ["Ana", "Great."],
      ["me", "So I'll send the budget to the accountant on Friday."],
    );
    const { actionItems } = await summariser.summarise(said, wednesday);
    expect(actionItems).to.deep.equal([
      {
        description: "Send the budget to the accountant on Friday",
        dueAt: new Date("2025-03-07T17:00:00Z"),
        segmentIds: ["c-1", "c-3"],
      },
    ]);
  });

  it("is found in the lines of a text and names who is to act", async () => {
    const { actionItems } = await summariser.summarise(
      aText(`${CONTEXT}\nMia: I'll order the lanterns.\nTom: I'll bring the chairs on Saturday.\n- TODO: mow the lawn`),
      wednesday,
    );
    expect(actionItems.map(({ description }) => description)).to.deep.equal([
      "Order the lanterns",
      "Tom: bring the chairs on Saturday",
      "Mow the lawn",
    ]);
  });

  it("belongs to whoever agreed to it, by the name they gave", async () => {
    const { actionItems } = await summariser.summarise(
      aConversation(
        ["SPEAKER_01", "My name is Rosa and I organise the garden party."],
        ["me", CONTEXT],
        ["SPEAKER_02", "Can you order the lanterns?"],
        ["SPEAKER_01", "Yes, of course."],
        ["SPEAKER_02", "I'll bring the chairs."],
      ),
      wednesday,
    );
    expect(actionItems.map(({ description }) => description)).to.deep.equal(["Rosa: order the lanterns"]);
  });

  it("names whoever is called by name and answers", async () => {
    const { actionItems } = await summariser.summarise(
      aConversation(
        ["me", CONTEXT],
        ["SPEAKER_01", "The neighbours from the corner want to sing."],
        ["SPEAKER_02", "You said so last year, Priya."],
        ["SPEAKER_01", "I'll ask the neighbours on Friday."],
        ["me", "Jonas, did you find the lanterns?"],
        ["SPEAKER_02", "They are in the cellar."],
        ["me", "Thank you, Jonas."],
        ["SPEAKER_02", "I'll clean the lanterns."],
      ),
      wednesday,
    );
    expect(actionItems.map(({ description }) => description)).to.deep.equal([
      "Priya: ask the neighbours on Friday",
      "Jonas: clean the lanterns",
    ]);
  });

  it("is each of two in one sentence, with its own day", async () => {
    const { actionItems } = await summariser.summarise(
      aConversation(["Ana", CONTEXT], ["me", "I'll order the lanterns today and then I'll call the baker on Friday."]),
      wednesday,
    );
    expect(actionItems.map(({ description, dueAt }) => [description, dueAt?.toISOString()])).to.deep.equal([
      ["Order the lanterns", "2025-03-05T17:00:00.000Z"],
      ["Call the baker on Friday", "2025-03-07T17:00:00.000Z"],
    ]);
  });

  it("is asked for by the one who wrote the mail", async () => {
    const { actionItems } = await summariser.summarise(
      aText(`From: Carla Weiss\nSubject: Lanterns\n\n${CONTEXT}\nCould you send me the invoice by Friday?`),
      wednesday,
    );
    expect(actionItems.map(({ description }) => description)).to.deep.equal(["Send Carla Weiss the invoice by Friday"]);
  });

  it("is not made of a request that was refused", async () => {
    const { actionItems } = await summariser.summarise(
      aConversation(["me", CONTEXT], ["Ana", "Can you order the lanterns?"], ["me", "No, I really can't."]),
      wednesday,
    );
    expect(actionItems).to.deep.equal([]);
  });

  it("is found in speech without full stops or capitals", async () => {
    const { actionItems } = await summariser.summarise(
      aConversation(
        ["me", "so the trip to the lake is next month and we still need tents and a stove"],
        ["Ana", "did you already order the tents"],
        ["me", "not yet i will order them tonight"],
        ["Ana", "and don't forget to renew your passport it expires in june"],
      ),
      wednesday,
    );
    expect(actionItems.map(({ description }) => description)).to.deep.equal(["Order the tents", "Renew your passport"]);
  });

  it("says who and what is meant", async () => {
    const { actionItems } = await summariser.summarise(
      aText("Yesterday I had coffee with Laura. I need to buy her a present before Saturday. I'll buy it."),
      wednesday,
    );
    expect(actionItems.map(({ description }) => description)).to.deep.equal(["Buy Laura a present before Saturday"]);
  });

  it("stays among at most twelve", async () => {
    const things =
      "tables chairs lanterns plates glasses forks knives spoons napkins candles flowers bottles speakers tents";
    const lines = things.split(" ").map((thing) => ["me", `I'll order the ${thing}.`] as const);
    const { actionItems } = await summariser.summarise(aConversation(...lines), wednesday);
    expect(actionItems).to.have.length(12);
  });
});
