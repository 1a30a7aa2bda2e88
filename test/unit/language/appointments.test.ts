import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { LocalTime } from "../../../src/domain/time/local-time.js";
import { arrangements } from "./appointments.fixture.js";
import { aConversation, wednesday } from "./fixtures.js";

const summariser = new BuiltInSummariser();
const london = new LocalTime("Europe/London");

function shown(instant: Date): string {
  const { year, month, day, hour, minute } = london.toWallClock(instant);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`;
}

describe("what a conversation arranges", () => {
  for (const { name, said, expected } of arrangements) {
    it(`is kept with its time: ${name}`, async () => {
      const { events } = await summariser.summarise(aConversation(...said), wednesday);
      expect(
        events.map(({ start }) => shown(start)),
        events.map(({ title }) => title).join(", "),
      ).to.deep.equal(expected.map(([start]) => start));
      expected.forEach(([, title], i) => expect(events[i]?.title).to.match(title));
    });
  }
});
