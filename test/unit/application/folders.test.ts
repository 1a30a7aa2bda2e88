import { expect } from "chai";
import { openCore } from "../../support/test-core.js";
import { summariseVerbatim } from "../../support/scripted-summariser.js";

describe("Folders", () => {
  it("are created once, with the first conversation, and never by a read", async () => {
    const { folders, conversations, requestContext: call } = openCore();
    expect(await folders.list(call())).to.deep.equal([]);
    await conversations.createFromText(call(), { text: "Hello" });
    const names = async () => (await folders.list(call())).map(({ folder }) => folder.state.name);
    expect(await names()).to.deep.equal(["Work", "Personal", "Social"]);
    await conversations.createFromText(call(), { text: "Hello again" });
    expect(await names()).to.deep.equal(["Work", "Personal", "Social"]);
    expect(await folders.list(call("bob"))).to.deep.equal([]);
  });

  it("return current conversation counts", async () => {
    const { folders, conversations, summariser, requestContext: call } = openCore();
    summariser.addScript((transcript) => summariseVerbatim(transcript, { category: "family" }));
    await conversations.createFromText(call(), { text: "The children" });
    const { id } = await conversations.createFromText(call(), { text: "The office" });
    const counts = async () => (await folders.list(call())).map(({ conversationCount }) => conversationCount);
    expect(await counts()).to.deep.equal([1, 0, 1]);
    await conversations.update(call(), id, { discarded: true });
    expect(await counts()).to.deep.equal([0, 0, 1]);
  });
});
