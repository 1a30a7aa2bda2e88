import { expect } from "chai";
import { Calendar } from "../../../src/adapters/language/dates/dates.js";

const at = (startedAt: string, timeZone: string): Calendar =>
  new Calendar({ startedAt: new Date(startedAt), timeZone });

/** All from Wednesday 5 March 2025, 10:00 in London, unless they say otherwise. */
const due: readonly (readonly [said: string, due: string, start?: string, zone?: string])[] = [
  ["by Friday", "2025-03-07T17:00:00Z"],
  ["tomorrow", "2025-03-06T17:00:00Z"],
  ["today", "2025-03-05T17:00:00Z"],
  ["tonight", "2025-03-05T22:00:00Z"],
  ["by Wednesday", "2025-03-12T17:00:00Z"],
  ["tomorrow at nine thirty", "2025-03-06T09:30:00Z"],
  ["on Thursday at three", "2025-03-06T15:00:00Z"],
  ["at half past four", "2025-03-05T16:30:00Z"],
  ["by the end of the week", "2025-03-07T17:00:00Z"],
  ["by the end of the month", "2025-03-31T16:00:00Z"],
  ["before the 14th", "2025-03-14T17:00:00Z"],
  ["on March 20th at 2 pm", "2025-03-20T14:00:00Z"],
  ["in thirty minutes", "2025-03-05T10:30:00Z"],
  ["in two weeks", "2025-03-19T17:00:00Z"],
  ["tomorrow morning", "2025-03-06T12:00:00Z"],
  ["I'll call him in the morning", "2025-03-06T12:00:00Z", "2025-03-05T18:00:00Z"],
  ["this arvo", "2025-03-05T17:00:00Z"],
  ["in May, the sixteenth", "2025-05-16T16:00:00Z"],
  ["next week", "2025-03-14T17:00:00Z"],
  ["on Friday the 21st at half past eight in the morning", "2025-03-21T08:30:00Z"],
  ["on the 14th, at ten past nine", "2025-03-14T09:10:00Z"],
  ["on Monday between ten and twelve", "2025-03-10T10:00:00Z"],
  ["on Tuesday, sorry, Wednesday", "2025-03-12T17:00:00Z"],
  ["at 4 on Tuesday, no wait, Thursday", "2025-03-06T16:00:00Z"],
  ["tomorrow, or rather the day after", "2025-03-07T17:00:00Z"],
  ["not Monday but Tuesday", "2025-03-11T17:00:00Z"],
  ["a week from Thursday", "2025-03-13T17:00:00Z"],
  ["in a fortnight", "2025-03-19T17:00:00Z"],
  ["at half seven", "2025-03-05T19:30:00Z"],
  ["by the end of the quarter", "2025-03-31T16:00:00Z"],
  ["by the end of next month", "2025-04-30T16:00:00Z"],
  ["in the middle of next month", "2025-04-15T16:00:00Z"],
  ["over the weekend", "2025-03-09T17:00:00Z"],
  ["before the weekend", "2025-03-07T17:00:00Z"],
  ["on the last Thursday of the month", "2025-03-27T17:00:00Z"],
  ["by the twenty-third", "2025-03-23T17:00:00Z"],
  ["by COB Monday", "2025-03-10T17:00:00Z"],
  ["on Easter Monday", "2025-04-21T16:00:00Z"],
  ["by Christmas Eve", "2025-12-24T17:00:00Z"],
  ["on the first Sunday in Advent", "2025-11-30T17:00:00Z"],
  ["on 7/9", "2025-09-07T16:00:00Z"],
  ["on 7/9", "2025-07-09T21:00:00Z", "2025-03-05T10:00:00Z", "America/New_York"],
  ["by Labor Day", "2025-09-01T21:00:00Z", "2025-03-05T10:00:00Z", "America/New_York"],
  ["the train leaves at 7:40 on Friday", "2025-03-07T07:40:00Z"],
  ["tomorrow", "2025-03-06T22:00:00Z", "2025-03-05T10:00:00Z", "America/New_York"],
  // Already Thursday there.
  ["tomorrow at 9 am", "2025-03-07T00:00:00Z", "2025-03-05T20:00:00Z", "Asia/Tokyo"],
  // Clocks go forward on Sunday 9 March in New York.
  ["on Monday at 9 am", "2025-03-10T13:00:00Z", "2025-03-07T15:00:00Z", "America/New_York"],
  ["on Saturday at 9 am", "2025-03-08T14:00:00Z", "2025-03-07T15:00:00Z", "America/New_York"],
  // Clocks go back on 26 October in Berlin.
  ["next Monday at 8 am", "2025-10-27T07:00:00Z", "2025-10-24T08:00:00Z", "Europe/Berlin"],
  ["tomorrow at 10:15", "2025-03-06T04:30:00Z", "2025-03-05T10:00:00Z", "Asia/Kathmandu"],
  // Said at eight in the evening.
  ["today", "2025-03-05T23:59:00Z", "2025-03-05T20:00:00Z"],
];

const timeless: readonly string[] = [
  "He sat down and may march on",
  "yesterday",
  "last Friday",
  "at one point we talked about it",
  "at three sites",
  "two weeks ago",
  "ten people",
  "Good morning, Ana",
  "See you tomorrow",
  "Bye, talk to you next week, good night",
  "every Tuesday",
  "I saw her on Tuesday",
  "Did you send it on Monday?",
  "Sunday roasts are what I miss",
  "he may second that",
  "24/7",
];

describe("a time that is named", () => {
  for (const [said, expected, start = "2025-03-05T10:00:00Z", zone = "Europe/London"] of due) {
    it(`"${said}", said at ${start} in ${zone}, is ${expected}`, () => {
      expect(at(start, zone).due(said)).to.deep.equal(new Date(expected));
    });
  }

  for (const said of timeless) {
    it(`is not in "${said}"`, () => {
      expect(at("2025-03-05T10:00:00Z", "Europe/London").due(said)).to.equal(undefined);
    });
  }

  it("without its month is in the month of the feast that is spoken of", () => {
    const calendar = at("2025-11-02T10:00:00Z", "Europe/London");
    calendar.hear("Shall we come for Christmas?");
    calendar.hear("We could leave on the 23rd.");
    expect(calendar.due("on the 23rd")).to.deep.equal(new Date("2025-12-23T17:00:00Z"));
    calendar.hear("And the choir sings on 9 November.");
    expect(calendar.due("on the 23rd")).to.deep.equal(new Date("2025-11-23T17:00:00Z"));
  });

  it("that the clocks leave out is as long after as was meant", () => {
    const [mention] = at("2025-03-28T10:00:00Z", "Europe/Berlin").mentions("on Sunday at 2:30 am");
    expect(mention?.start).to.deep.equal(new Date("2025-03-30T01:30:00Z"));
  });

  it("is read in UTC where the zone is unknown", () => {
    expect(at("2025-03-05T10:00:00Z", "Mars/Olympus").due("tomorrow at 9 am")).to.deep.equal(
      new Date("2025-03-06T09:00:00Z"),
    );
  });
});
