import { expect } from "chai";
import { hoursAlone } from "../../../src/adapters/language/events/hours-alone.js";

const written: readonly (readonly [said: string, written: string])[] = [
  ["Ten forty-five.", "at 10:45."],
  ["Twelve it is.", "at 12:00 it is."],
  ["Eight's too late", "at 8:00's too late"],
  ["Wednesday eleven", "Wednesday at 11:00"],
  ["Thursday evening, six thirty", "Thursday evening, at 6:30"],
  ["the nine o'clock ferry", "at 9:00 the ferry"],
  ["We start at seven instead", "We start at 7:00 instead"],
  ["Five-ish is fine", "at 5:00 is fine"],
  ["The ninth, same hour", "on the ninth, same hour"],
  ["from two to three thirty", "from two to 3:30"],
];

const numbers: readonly string[] = [
  "Ten people came",
  "I need eleven chairs",
  "at six sites",
  "room four fifteen",
  "Two of them are mine",
  "at five percent",
];

describe("an hour that is said as a mere number", () => {
  for (const [said, hours] of written) {
    it(`is written out where one is expected: "${said}"`, () => {
      expect(hoursAlone(said, true)).to.equal(hours);
    });
  }

  for (const said of numbers) {
    it(`is no hour in "${said}"`, () => {
      expect(hoursAlone(said, true)).to.equal(said);
    });
  }

  it("is a number where nobody waits for an hour", () => {
    expect(hoursAlone("Eight, I think.", false)).to.equal("Eight, I think.");
  });
});
