import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { waitForEndOfTick } from "../../../src/adapters/http/middleware/response-batching.js";

describe("waitForEndOfTick", () => {
  it("is shared by all callers of one tick, which continue in order", async () => {
    const seen: string[] = [];
    const first = waitForEndOfTick().then(() => seen.push("first"));
    const second = Promise.resolve().then(() => {
      seen.push("begun");
      return waitForEndOfTick().then(() => seen.push("second"));
    });
    await Promise.all([first, second]);
    expect(seen).to.deep.equal(["begun", "first", "second"]);
  });

  it("returns a new promise in the next tick", async () => {
    const one = waitForEndOfTick();
    expect(waitForEndOfTick()).to.equal(one);
    await one;
    await nextTurn();
    expect(waitForEndOfTick()).not.to.equal(one);
  });
});
