import { expect } from "chai";
import type { ConversationEvent } from "../../../src/domain/conversation/summary-result.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation, kitchenRenovation, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();

async function eventsSaid(...said: readonly string[]): Promise<readonly ConversationEvent[]> {
  const lines = said.map((text) => ["me", text] as const);
  const context = ["Ana", "Planning holidays, birthdays and visits together keeps our calendar healthy."] as const;
  return (await summariser.summarise(aConversation(context, ...lines), wednesday)).events;
}

const wanted: readonly (readonly [said: string, title: string, start: string, minutes: number])[] = [
  ["I have a dentist appointment on Friday at ten thirty.", "Dentist appointment", "2025-03-07T10:30:00Z", 30],
  ["We're having dinner with Sam on Saturday at eight.", "Dinner with Sam", "2025-03-08T20:00:00Z", 30],
  ["The flight to Berlin leaves tomorrow at 6 am.", "Flight to Berlin", "2025-03-06T06:00:00Z", 30],
  ["The workshop is next Tuesday from 2 to 5 pm.", "Workshop", "2025-03-11T14:00:00Z", 180],
  ["I'm meeting Tom tomorrow at noon for two hours.", "Meeting with Tom", "2025-03-06T12:00:00Z", 120],
  ["We're flying to Rome on the 3rd of May at 7 am.", "Flying to Rome", "2025-05-03T06:00:00Z", 30],
  ["Now the next session starts in thirty minutes.", "Session", "2025-03-05T10:30:00Z", 30],
  ["We're having dinner with Laura tonight at half past seven.", "Dinner with Laura", "2025-03-05T19:30:00Z", 30],
  ["I'm taking the cat to the vet on Monday at five.", "Taking the cat to the vet", "2025-03-10T17:00:00Z", 30],
  ["I've got my eye test tomorrow at ten forty.", "Eye test", "2025-03-06T10:40:00Z", 30],
  ["The boiler man is booked for Tuesday the eighteenth at nine.", "Boiler man", "2025-03-18T09:00:00Z", 30],
  ["We're moving the piano on Friday at three.", "Moving the piano", "2025-03-07T15:00:00Z", 30],
  ["I've got physio on Friday at noon.", "Physio", "2025-03-07T12:00:00Z", 30],
  ["We've got the accountant coming on Monday at two.", "Visit from the accountant", "2025-03-10T14:00:00Z", 30],
  ["I need to be at the embassy at nine on Thursday.", "Appointment at the embassy", "2025-03-06T09:00:00Z", 30],
  ["The open day is on Saturday from ten to four.", "Open day", "2025-03-08T10:00:00Z", 360],
  ["We moved the tasting from Thursday to Friday, still at six.", "Tasting", "2025-03-07T18:00:00Z", 30],
  ["The tasting at the caterer is on Thursday at six.", "Tasting at the caterer", "2025-03-06T18:00:00Z", 30],
  ["The electrician comes on Friday at 8 am.", "Visit from the electrician", "2025-03-07T08:00:00Z", 30],
  [
    "Thursday works, because I'm meeting the library on Friday at two.",
    "Meeting with the library",
    "2025-03-07T14:00:00Z",
    30,
  ],
  ["I'm taking the train to Porto on the 14th, at ten past eight.", "Train to Porto", "2025-03-14T08:10:00Z", 30],
  ["My next piano lesson is on Monday at four for 45 minutes.", "Piano lesson", "2025-03-10T16:00:00Z", 45],
];

const unwanted: readonly string[] = [
  "We had a meeting last Friday.",
  "We're having dinner with Sam on Saturday.",
  "The deadline for the tax return is March 31st.",
  "My tax return is due by Monday at five.",
  "The library is open until eight on Thursdays.",
  "The shop closes on Saturday at six.",
  "I finish work at four tomorrow.",
  "Give me ten minutes on Friday.",
  "I need twelve chairs at eleven sites on Monday.",
  "If the weather holds, we might sail on Sunday at ten.",
  "The meeting starts in a minute.",
  "Maybe we could have lunch on Friday.",
  "If the meeting is on Monday, nobody will come.",
  "The train was late this morning.",
  "Meetings are boring.",
  "We won't have a meeting next Tuesday.",
  "I'll prepare the presentation by Friday.",
  "Bye, see you on Saturday!",
  "Good morning Ana, let's plan the launch of the garden app.",
  "Every Tuesday Leo has football practice at five.",
  "I'll ask the students in class on Tuesday.",
  "Please remember that we close at noon on public holidays.",
  "After the interview on Monday we talked about the salary.",
];

describe("an event", () => {
  for (const [said, title, start, minutes] of wanted) {
    it(`is made of "${said}"`, async () => {
      expect(await eventsSaid(said)).to.deep.equal([
        { title, start: new Date(start), description: said, duration: minutes, created: false, segmentIds: ["c-1"] },
      ]);
    });
  }

  for (const said of unwanted) {
    it(`is not made of "${said}"`, async () => {
      expect(await eventsSaid(said)).to.deep.equal([]);
    });
  }

  it("is at the place of whoever says so", async () => {
    const { events } = await summariser.summarise(
      aConversation(
        ["me", "Are we still having dinner with the neighbours?"],
        ["Ana", "Dinner on Saturday at seven, at my place."],
      ),
      wednesday,
    );
    expect(events.map(({ title }) => title)).to.deep.equal(["Dinner at Ana's place"]);
  });

  it("is one, however often it is said", async () => {
    const events = await eventsSaid(
      "The wedding is on Saturday at two.",
      "Don't be late, the wedding begins on Saturday at 2 pm.",
    );
    expect(events.map(({ segmentIds }) => segmentIds)).to.deep.equal([["c-1", "c-2"]]);
  });

  it("is found among the talk; a day alone is none", async () => {
    const { events } = await summariser.summarise(kitchenRenovation, wednesday);
    expect(events.map(({ title, start, duration }) => [title, start.toISOString(), duration])).to.deep.equal([
      ["Meet here again", "2025-03-11T15:30:00.000Z", 60],
    ]);
  });
});
