import { expect } from "chai";
import { IndexMemoryBudget, InProcessMemoryIndex } from "../../../src/adapters/search/index.js";
import { ScriptedMemoryFeed } from "../../support/scripted-memory-feed.js";

describe("The in-process memory index", () => {
  let memories: ScriptedMemoryFeed;
  const process = (mostBytes = Infinity): InProcessMemoryIndex =>
    new InProcessMemoryIndex(memories, new IndexMemoryBudget(mostBytes));
  const found = async (index: InProcessMemoryIndex, query: string, userId = "ada"): Promise<string[]> =>
    (await index.search(userId, query, 10)).map(({ id }) => id);

  beforeEach(() => {
    memories = new ScriptedMemoryFeed();
  });

  it("reflects created, changed and deleted memories immediately in every process", async () => {
    const [one, other] = [process(), process()];
    for (const index of [one, other]) expect(await found(index, "bread")).to.deep.equal([]);
    memories.write("ada", "a", "I bake bread");
    for (const index of [one, other, process()]) expect(await found(index, "bread")).to.deep.equal(["a"]);
    memories.write("ada", "a", "I drive trains");
    for (const index of [one, other, process()]) {
      expect(await found(index, "bread")).to.deep.equal([]);
      expect(await found(index, "trains")).to.deep.equal(["a"]);
    }
    memories.remove("ada", "a");
    for (const index of [one, other, process()]) expect(await found(index, "trains")).to.deep.equal([]);
  });

  it("matches words of other languages literally, not as English words", async () => {
    const index = process();
    memories.write("ada", "hamster", "Die Kinder wollen einen Hamster.");
    memories.write("ada", "advice", "Der Rat war gut");
    memories.write("ada", "boss", "Mein Chef heißt Anton");
    for (const query of ["Who died?", "rodents", "cook"]) expect(await found(index, query), query).to.deep.equal([]);
    for (const query of ["Hamster", "Wollen die Kinder einen Hamster?", "Who has a hamster?"])
      expect(await found(index, query), query).to.deep.equal(["hamster"]);
    expect(await found(index, "Anton")).to.deep.equal(["boss"]);
    expect((await found(index, "Wie war der Rat?"))[0]).to.equal("advice");
  });

  it("isolates users", async () => {
    memories.write("ada", "a", "I bake bread");
    memories.write("bob", "b", "I bake bread");
    const index = process();
    expect(await found(index, "bread")).to.deep.equal(["a"]);
    expect(await found(index, "bread", "bob")).to.deep.equal(["b"]);
  });

  it("answers concurrent searches correctly while memories are written", async () => {
    const index = process();
    for (let i = 0; i < 300; i += 1) memories.write("ada", String(i), `Bread number ${i}`);
    const early = Array.from({ length: 5 }, (_, i) => found(index, `number ${i}`));
    memories.write("ada", "late", "Bread number 999");
    const late = found(index, "number 999");
    for (const [i, answer] of early.entries()) expect((await answer)[0]).to.equal(String(i));
    expect((await late)[0]).to.equal("late");
  });

  it("omits memories whose removal is no longer in the change feed", async () => {
    const index = process();
    for (const id of ["stays", "goes"]) memories.write("ada", id, `I bake bread: ${id}`);
    expect(await found(index, "bread")).to.have.members(["stays", "goes"]);
    memories.remove("ada", "goes");
    memories.forgetRemovals();
    memories.write("ada", "new", "I sell bread");
    expect(await found(index, "bread")).to.have.members(["stays", "new"]);
    const { upsertCount: answered } = memories;
    expect(await found(index, "bread")).to.have.members(["stays", "new"]);
    expect(memories.upsertCount).to.equal(answered);
  });

  it("stays correct when memories change between the pages of the change feed", async () => {
    memories = new ScriptedMemoryFeed(10);
    for (let i = 0; i < 95; i += 1) memories.write("ada", String(i), `Bread number ${i}`);
    const told = memories.getChangesSince.bind(memories);
    let looks = 0;
    memories.getChangesSince = (userId, mark) => {
      looks += 1;
      const changes = told(userId, mark);
      if (looks === 3) {
        memories.remove("ada", "5");
        memories.remove("ada", "90");
        memories.write("ada", "4", "Trains are late");
        memories.write("ada", "94", "Trains are early");
      }
      if (looks === 5) memories.forgetRemovals();
      return changes;
    };
    const index = process();
    const hits = await index.search("ada", "bread", 100);
    const bread = Array.from({ length: 95 }, (_, i) => String(i)).filter((id) => !["4", "5", "90", "94"].includes(id));
    expect(hits.map(({ id }) => id)).to.have.members(bread);
    expect(await found(index, "trains")).to.have.members(["4", "94"]);
  });

  it("resumes after a failure at the last page that it read", async () => {
    memories = new ScriptedMemoryFeed(10);
    for (let i = 0; i < 45; i += 1) memories.write("ada", String(i), `Bread number ${i}`);
    const index = process();
    const told = memories.getChangesSince.bind(memories);
    memories.getChangesSince = (userId, mark) => {
      if (memories.pollCount === 2) memories.failNext(new Error("the store is away"));
      return told(userId, mark);
    };
    await index.search("ada", "bread", 10).catch(() => undefined);
    expect(memories.upsertCount).to.equal(20);
    expect(await index.search("ada", "bread", 100)).to.have.length(45);
    expect(memories.upsertCount).to.equal(45);
  });

  it("reads each change once", async () => {
    const index = process();
    memories.write("ada", "a", "I bake bread");
    await found(index, "bread");
    await found(index, "bread");
    expect(memories.pollCount).to.equal(2);
    expect(memories.upsertCount).to.equal(1);
  });

  it("stays within its memory budget and reloads evicted users correctly", async () => {
    for (let user = 0; user < 20; user += 1) {
      for (let i = 0; i < 200; i += 1) memories.write(`user ${user}`, String(i), `Bread number ${i} of user ${user}`);
    }
    const alone = process();
    await found(alone, "bread", "user 0");
    const bound = alone.bytes * 3.5;
    const index = process(bound);
    for (let user = 0; user < 20; user += 1) {
      expect((await found(index, `number ${user}`, `user ${user}`))[0]).to.equal(String(user));
      expect(index.bytes).to.be.at.most(bound);
    }
    expect(index.userCount).to.equal(3);
    memories.write("user 0", "new", "Trains are late");
    expect((await found(index, "trains", "user 0"))[0]).to.equal("new");
  });

  it("exceeds its memory budget only slightly during concurrent searches", async () => {
    const users = Array.from({ length: 30 }, (_, i) => `user ${i}`);
    for (const user of users) {
      for (let i = 0; i < 200; i += 1) memories.write(user, String(i), `Bread number ${i} of ${user}`);
    }
    const alone = process();
    await found(alone, "bread", "user 0");
    const bound = alone.bytes * 2.5;
    const index = process(bound);
    const told = memories.getChangesSince.bind(memories);
    let [most, mostUsers] = [0, 0];
    memories.getChangesSince = async (userId, mark) => {
      // As of a store that takes its time, while which all of them come.
      await new Promise((resolve) => setImmediate(resolve));
      [most, mostUsers] = [Math.max(most, index.bytes), Math.max(mostUsers, index.userCount)];
      return told(userId, mark);
    };
    const searches = [...users, ...users].map(async (user, i) => (await found(index, `number ${i}`, user))[0]);
    for (const [i, answer] of (await Promise.all(searches)).entries()) expect(answer).to.equal(String(i));
    expect(most).to.be.within(alone.bytes, bound + 4 * alone.bytes);
    expect(mostUsers).to.be.at.most(7);
    expect(index.bytes).to.be.at.most(bound);
    expect(index.userCount).to.equal(2);
  });

  it("does not delay users with a loaded index while others load", async () => {
    memories.write("ada", "a", "I bake bread");
    const index = process();
    await found(index, "bread");
    const told = memories.getChangesSince.bind(memories);
    let goOn = (): void => undefined;
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    memories.getChangesSince = async (userId, mark) => {
      if (userId !== "ada") await mayGoOn;
      return told(userId, mark);
    };
    const others = Array.from({ length: 10 }, (_, i) => found(index, "bread", `user ${i}`));
    expect(await found(index, "bread")).to.deep.equal(["a"]);
    goOn();
    for (const answer of await Promise.all(others)) expect(answer).to.deep.equal([]);
  });

  it("uses less memory after deletions and none for evicted users", async () => {
    const taking = async (users: readonly string[], of = process()): Promise<number> => {
      for (const user of users) await found(of, "bread", user);
      return of.bytes;
    };
    for (const user of ["ada", "bob"]) {
      for (let i = 0; i < 400; i += 1) memories.write(user, String(i), `Bread number ${i} of ${user}`);
    }
    const index = process();
    expect(await taking(["ada", "bob"], index)).to.equal((await taking(["ada"])) + (await taking(["bob"])));
    for (let i = 0; i < 399; i += 1) memories.remove("ada", String(i));
    expect(await taking(["ada"], index)).to.be.lessThan((await taking(["bob"])) * 1.5);
    expect(await taking(["ada", "bob"], process(1))).to.equal(await taking(["bob"]));
  });

  it("serves a user whose memories alone exceed the budget", async () => {
    memories.write("ada", "a", "I bake bread");
    const index = process(1);
    expect(await found(index, "bread")).to.deep.equal(["a"]);
    expect(await found(index, "bread")).to.deep.equal(["a"]);
  });

  it("rejects a search when the memories cannot be read, and recovers", async () => {
    const index = process();
    memories.write("ada", "a", "I bake bread");
    memories.failNext(new Error("the store is away"));
    let failure: unknown;
    await index.search("ada", "bread", 10).catch((error: unknown) => (failure = error));
    expect(String(failure)).to.contain("the store is away");
    expect(await found(index, "bread")).to.deep.equal(["a"]);
  });

  it("yields to the event loop while it indexes many memories", async () => {
    for (let i = 0; i < 5_000; i += 1)
      memories.write("ada", String(i), `Bread number ${i} from the harbour for Ana's garden`);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await found(process(), "bread");
    clearInterval(timer);
    expect(turns).to.be.greaterThan(1);
  });
});
