import { expect } from "chai";
import { Circuit } from "../../../src/domain/circuit.js";

const start = new Date("2026-01-05T09:00:00.000Z");
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000);

const failedTimes = (times: number): Circuit =>
  Array.from({ length: times }).reduce<Circuit>((circuit) => circuit.called(start).failed(start), Circuit.closed);

describe("a circuit", () => {
  it("opens with the fifth failure in a row, for 30 s", () => {
    expect(failedTimes(4).isOpen(start)).to.equal(false);
    expect(failedTimes(5).isOpen(start)).to.equal(true);
    expect(failedTimes(5).isOpen(after(29.999))).to.equal(true);
    expect(failedTimes(5).isOpen(after(30))).to.equal(false);
  });

  it("lets one call see whether it is over, and no other meanwhile", () => {
    const trying = failedTimes(5).called(after(30));
    expect(trying.isOpen(after(30))).to.equal(true);
    expect(trying.failed(after(35)).isOpen(after(64.999))).to.equal(true);
    expect(trying.failed(after(35)).isOpen(after(65))).to.equal(false);
  });

  it("is not open for longer because the clock was set back", () => {
    expect(failedTimes(5).isOpen(after(-3600))).to.equal(false);
  });
});
