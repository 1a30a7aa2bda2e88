import { expect } from "chai";
import { openCore } from "../../support/core.js";
import { digestOf } from "../../support/scripted-summariser.js";

describe("folders", () => {
  it("are made with the first conversation, never by a read, and once", async () => {
    const { folders, conversations, call } = openCore();
    expect(await folders.list(call())).to.deep.equal([]);
    await conversations.createFromText(call(), { text: "Hello" });
    const names = async () => (await folders.list(call())).map(({ folder }) => folder.state.name);
    expect(await names()).to.deep.equal(["Work", "Personal", "Social"]);
    await conversations.createFromText(call(), { text: "Hello again" });
    expect(await names()).to.deep.equal(["Work", "Personal", "Social"]);
    expect(await folders.list(call("bob"))).to.deep.equal([]);
  });

  it("count their conversations as of now", async () => {
    const { folders, conversations, summariser, call } = openCore();
    summariser.next((transcript) => digestOf(transcript, { category: "family" }));
    await conversations.createFromText(call(), { text: "The children" });
    const { id } = await conversations.createFromText(call(), { text: "The office" });
    const counts = async () => (await folders.list(call())).map(({ conversationCount }) => conversationCount);
    expect(await counts()).to.deep.equal([1, 0, 1]);
    await conversations.update(call(), id, { discarded: true });
    expect(await counts()).to.deep.equal([0, 0, 1]);
  });
});
