import { expect } from "chai";
import { Circuit } from "../../../src/domain/circuit.js";

const START_MS = 5_000;
const after = (seconds: number): number => START_MS + seconds * 1000;

const failedTimes = (times: number): Circuit =>
  Array.from({ length: times }).reduce<Circuit>((circuit) => circuit.called(START_MS).failed(START_MS), Circuit.closed);

describe("a circuit", () => {
  it("opens with the fifth failure in a row, for 30 s", () => {
    expect(failedTimes(4).isOpen(START_MS)).to.equal(false);
    expect(failedTimes(5).isOpen(START_MS)).to.equal(true);
    expect(failedTimes(5).isOpen(after(29.999))).to.equal(true);
    expect(failedTimes(5).isOpen(after(30))).to.equal(false);
  });

  it("lets one call see whether it is over, and no other meanwhile", () => {
    const trying = failedTimes(5).called(after(30));
    expect(trying.isOpen(after(30))).to.equal(true);
    expect(trying.failed(after(35)).isOpen(after(64.999))).to.equal(true);
    expect(trying.failed(after(35)).isOpen(after(65))).to.equal(false);
  });
});
