import { expect } from "chai";
import { ConversationViews } from "../../../src/application/conversations/conversation-views.js";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { createRuntimeComponents } from "../../../src/adapters/runtime/index.js";
import type { DataVersions } from "../../../src/ports/driven/index.js";
import { aConversation, FixedClock, ManualScheduler, withTranscript } from "../../../src/testing/index.js";
import { withOverrides } from "../../support/test-core.js";

async function opened() {
  const clock = new FixedClock();
  const runtime = createRuntimeComponents({ clock, scheduler: new ManualScheduler(clock) });
  const store = { ...openInMemoryStore(), runtime };
  let mark = 1;
  const dataVersions: DataVersions = { getVersion: () => mark };
  const rename = async (title: string) => {
    await store.conversations.update("ada", "c", (before) => before.edit({ title }, before.state.updatedAt));
    mark += 1;
  };
  await store.conversations.insertOrGet(withTranscript(aConversation({ id: "c" })));
  return { store, changes: dataVersions, rename };
}

describe("Conversation views", () => {
  it("are cached until the data version changes", async () => {
    const { store, changes: dataVersions, rename } = await opened();
    const views = new ConversationViews({ ...store, dataVersions });
    const first = await views.getView("ada", "c");
    expect(await views.getView("ada", "c")).to.equal(first);
    await rename("Changed");
    expect((await views.getView("ada", "c"))?.conversation.summary.title).to.equal("Changed");
  });

  it("are read from the store every time when it has no data versions", async () => {
    const { store } = await opened();
    const views = new ConversationViews(store);
    const first = await views.getView("ada", "c");
    const second = await views.getView("ada", "c");
    expect(second).not.to.equal(first);
    expect(second).to.deep.equal(first);
  });

  it("are separate per user, and undefined for an unknown conversation", async () => {
    const { store, changes: dataVersions } = await opened();
    const views = new ConversationViews({ ...store, dataVersions });
    await views.getView("ada", "c");
    expect(await views.getView("bob", "c")).to.equal(undefined);
    expect(await views.createViews("ada", [], true)).to.deep.equal([]);
  });

  it("are not served from the cache when the data changed during the read", async () => {
    const { store, changes: dataVersions, rename } = await opened();
    const conversations = withOverrides(store.conversations, {
      get: async (userId, id) => {
        const read = await store.conversations.get(userId, id);
        if (read?.summary.title === "Plans") await rename("Changed");
        return read;
      },
    });
    const views = new ConversationViews({ ...store, conversations, dataVersions });
    await views.getView("ada", "c");
    expect((await views.getView("ada", "c"))?.conversation.summary.title).to.equal("Changed");
  });

  it("are undefined while the conversation is being deleted", async () => {
    const { store } = await opened();
    await store.conversations.update("ada", "c", (before) => before.markDeleting(before.state.updatedAt, 0));
    expect(await new ConversationViews(store).getView("ada", "c")).to.equal(undefined);
  });
});
