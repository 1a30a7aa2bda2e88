import { expect } from "chai";
import { fillStore } from "../../../bench/support/seed-store.js";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

describe("fillStore", () => {
  it("adds the requested number of conversations, each with its own action items", async () => {
    await withTemporaryDirectory(async (directory) => {
      await fillStore(directory, 3);
      const store = await openSqliteStore({ directory });
      const conversations = await store.conversations.list("bench", {}, { limit: 9 });
      const items = await store.actionItems.list("bench", {}, { limit: 9 });
      await store.close();
      const ids = conversations.map(({ state }) => state.id);
      expect(new Set(ids).size).to.equal(3);
      const owners = items.map(({ state }) => state.conversationId);
      expect(owners).to.have.members([...ids, ...ids]);
    });
  });
});
