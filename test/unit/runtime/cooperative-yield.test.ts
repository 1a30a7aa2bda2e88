import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { yieldToEventLoop } from "../../../src/adapters/runtime/cooperative-yield.js";

const busyFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe("Cooperative yielding", () => {
  it("lets the event loop turn between any two long steps of concurrent tasks", async () => {
    const events: string[] = [];
    const runTask = async (): Promise<void> => {
      for (let step = 0; step < 3; step += 1) {
        await yieldToEventLoop();
        events.push("step");
        busyFor(5);
      }
    };
    let isRunning = true;
    const countTurns = async (): Promise<void> => {
      while (isRunning) {
        await setImmediate();
        events.push("turn");
      }
    };
    const turns = countTurns();
    // Uses up the time slice.
    busyFor(5);
    await Promise.all([runTask(), runTask(), runTask()]);
    isRunning = false;
    await turns;
    expect(events.filter((event) => event === "step")).to.have.length(9);
    for (const [index, event] of events.entries()) if (event === "step") expect(events[index + 1]).to.equal("turn");
  });
});
