import { expect } from "chai";
import { ConversationViews } from "../../../src/application/conversation-views.js";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import type { DataVersions } from "../../../src/ports/driven/index.js";
import { aConversation, recorded } from "../../../src/testing/index.js";
import { except } from "../../support/core.js";

async function opened() {
  const store = openInMemoryStore();
  let mark = 1;
  const dataVersions: DataVersions = { current: () => mark };
  const rename = async (title: string) => {
    await store.conversations.update("ada", "c", (before) => before.edit({ title }, before.state.updatedAt));
    mark += 1;
  };
  await store.conversations.insertOrGet(recorded(aConversation({ id: "c" })));
  return { store, changes: dataVersions, rename };
}

describe("conversation views", () => {
  it("are the same until something changes, and are read again then", async () => {
    const { store, changes: dataVersions, rename } = await opened();
    const views = new ConversationViews({ ...store, dataVersions });
    const first = await views.one("ada", "c");
    expect(await views.one("ada", "c")).to.equal(first);
    await rename("Changed");
    expect((await views.one("ada", "c"))?.conversation.summary.title).to.equal("Changed");
  });

  it("are read anew every time from a store that tells of no changes", async () => {
    const { store } = await opened();
    const views = new ConversationViews(store);
    const first = await views.one("ada", "c");
    const second = await views.one("ada", "c");
    expect(second).not.to.equal(first);
    expect(second).to.deep.equal(first);
  });

  it("are kept apart by user, and of nothing there is none", async () => {
    const { store, changes: dataVersions } = await opened();
    const views = new ConversationViews({ ...store, dataVersions });
    await views.one("ada", "c");
    expect(await views.one("bob", "c")).to.equal(undefined);
    expect(await views.of("ada", [], true)).to.deep.equal([]);
  });

  it("that were read while something changed are not shown after it", async () => {
    const { store, changes: dataVersions, rename } = await opened();
    const conversations = except(store.conversations, {
      get: async (userId, id) => {
        const read = await store.conversations.get(userId, id);
        if (read?.summary.title === "Plans") await rename("Changed");
        return read;
      },
    });
    const views = new ConversationViews({ ...store, conversations, dataVersions });
    await views.one("ada", "c");
    expect((await views.one("ada", "c"))?.conversation.summary.title).to.equal("Changed");
  });

  it("of a conversation that is being deleted are none", async () => {
    const { store } = await opened();
    await store.conversations.update("ada", "c", (before) => before.markDeleting(before.state.updatedAt, 0));
    expect(await new ConversationViews(store).one("ada", "c")).to.equal(undefined);
  });
});
