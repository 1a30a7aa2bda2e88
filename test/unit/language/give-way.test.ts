import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { giveWay } from "../../../src/adapters/language/text/give-way.js";

const busyFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe("giving way", () => {
  it("lets others have their turn between any two long pieces, however many works there are", async () => {
    const seen: string[] = [];
    const work = async (): Promise<void> => {
      for (let piece = 0; piece < 3; piece += 1) {
        await giveWay();
        seen.push("piece");
        busyFor(5);
      }
    };
    let isWorking = true;
    const others = async (): Promise<void> => {
      while (isWorking) {
        await setImmediate();
        seen.push("turn");
      }
    };
    const all = others();
    // Whoever begins has waited long.
    busyFor(5);
    await Promise.all([work(), work(), work()]);
    isWorking = false;
    await all;
    expect(seen.filter((what) => what === "piece")).to.have.length(9);
    for (const [index, what] of seen.entries()) if (what === "piece") expect(seen[index + 1]).to.equal("turn");
  });
});
