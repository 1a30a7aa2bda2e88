import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { nextTurn } from "../../../src/adapters/language/turn.js";

describe("turns of the event loop", () => {
  it("are for one at a time, in the order in which they are waited for", async () => {
    const seen: (string | number)[] = [];
    const work = async (name: string): Promise<void> => {
      for (let step = 0; step < 2; step += 1) {
        await nextTurn();
        seen.push(name);
      }
    };
    const loop = async (): Promise<void> => {
      for (let turn = 1; turn <= 5; turn += 1) {
        await setImmediate();
        seen.push(turn);
      }
    };
    await Promise.all([work("a"), work("b"), loop()]);
    expect(seen).to.deep.equal(["a", 1, "b", 2, "a", 3, "b", 4, 5]);
  });
});
