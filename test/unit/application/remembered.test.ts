import { expect } from "chai";
import { Remembered } from "../../../src/application/remembered.js";

describe("remembered answers", () => {
  const open = (most = 4) => {
    const changes = new Map<string, number>();
    const asked: string[] = [];
    const remembered = new Remembered<string>({ current: (userId) => changes.get(userId) ?? 0 }, most);
    return {
      asked,
      change: (userId: string) => changes.set(userId, (changes.get(userId) ?? 0) + 1),
      get: (question: string, { userId = "ana", weight = 1 } = {}) =>
        remembered.get(
          userId,
          question,
          async () => {
            asked.push(`${userId} ${question}`);
            return Promise.resolve(`answer to ${question}`);
          },
          () => weight,
        ),
    };
  };

  it("are asked for once while nothing changes", async () => {
    const { get, asked } = open();
    expect([await get("a"), await get("a")]).to.deep.equal(["answer to a", "answer to a"]);
    expect(asked).to.deep.equal(["ana a"]);
  });

  it("are asked for anew when their user's data have changed, and only then", async () => {
    const { get, asked, change } = open();
    await get("a");
    change("bob");
    await get("a");
    change("ana");
    await get("a");
    expect(asked).to.deep.equal(["ana a", "ana a"]);
  });

  it("are another user's never", async () => {
    const { get, asked } = open();
    await get("a");
    await get("a", { userId: "bob" });
    expect(asked).to.deep.equal(["ana a", "bob a"]);
  });

  it("stay as long as they are asked for, and go when others are", async () => {
    const { get, asked } = open();
    await get("a");
    await get("b");
    await get("c");
    await get("a");
    await get("d");
    await get("a");
    expect(asked).to.deep.equal(["ana a", "ana b", "ana c", "ana d"]);
    await get("b");
    expect(asked.at(-1)).to.equal("ana b");
  });

  it("are not kept when one alone would fill the room", async () => {
    const { get, asked } = open();
    await get("a");
    await get("whale", { weight: 3 });
    await get("whale", { weight: 3 });
    await get("a");
    expect(asked).to.deep.equal(["ana a", "ana whale", "ana whale"]);
  });

  it("are not kept when something changed while they were asked for", async () => {
    let change = 0;
    let times = 0;
    const remembered = new Remembered<string>({ current: () => change }, 4);
    const ask = async () => {
      times += 1;
      if (times === 1) change += 1;
      return Promise.resolve("answer");
    };
    await remembered.get("ana", "a", ask);
    await remembered.get("ana", "a", ask);
    await remembered.get("ana", "a", ask);
    expect(times).to.equal(2);
  });
});
