import { expect } from "chai";
import fc from "fast-check";
import { LocalTime } from "../../../src/domain/time/local-time.js";

const day = (zone: string, instant: string): string[] => {
  const { from, until } = new LocalTime(zone).getDayRange(new Date(instant));
  return [from.toISOString(), until.toISOString()];
};
const HOUR = 3_600_000;

describe("The day range of a time zone", () => {
  it("follows the local calendar", () => {
    expect(day("UTC", "2026-03-02T23:59:59.999Z")).to.deep.equal([
      "2026-03-02T00:00:00.000Z",
      "2026-03-03T00:00:00.000Z",
    ]);
    expect(day("Asia/Kolkata", "2026-03-02T18:30:00.000Z")).to.deep.equal([
      "2026-03-02T18:30:00.000Z",
      "2026-03-03T18:30:00.000Z",
    ]);
    expect(day("America/Los_Angeles", "2026-03-02T07:59:59.999Z")).to.deep.equal([
      "2026-03-01T08:00:00.000Z",
      "2026-03-02T08:00:00.000Z",
    ]);
  });

  it("is shorter or longer on days with a clock change", () => {
    expect(day("Europe/Berlin", "2026-03-29T12:00:00.000Z")).to.deep.equal([
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
    expect(day("Europe/Berlin", "2026-10-25T12:00:00.000Z")).to.deep.equal([
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T23:00:00.000Z",
    ]);
  });

  it("starts at the first minute when a clock change skips midnight", () => {
    const beirut = ["2026-03-28T22:00:00.000Z", "2026-03-29T21:00:00.000Z"];
    for (const instant of ["2026-03-28T22:00:00.000Z", "2026-03-29T20:59:59.999Z"]) {
      expect(day("Asia/Beirut", instant)).to.deep.equal(beirut);
    }
  });

  it("contains its instant and is the same for all instants in it", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"), "UTC");
    const instants = fc.date({
      min: new Date("2026-01-01T00:00:00Z"),
      max: new Date("2036-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, instants, fc.double({ min: 0, max: 1, noNaN: true }), (zone, instant, part) => {
        const time = new LocalTime(zone);
        const { from, until } = time.getDayRange(instant);
        expect(instant).to.be.within(from, until).and.not.deep.equal(until);
        const length = until.getTime() - from.getTime();
        expect(length).to.be.within(22 * HOUR, 26 * HOUR);
        const other = new Date(from.getTime() + Math.floor(part * (length - 1)));
        expect(time.getDayRange(other)).to.deep.equal({ from, until });
        expect(time.getDayRange(until).from).to.deep.equal(until);
      }),
      { numRuns: 2_000 },
    );
  });
});
