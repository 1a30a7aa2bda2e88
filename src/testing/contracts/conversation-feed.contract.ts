import assert from "node:assert/strict";
import { CONVERSATIONS_A_LOOK, type Conversation } from "../../domain/conversation.js";
import { REMOVALS_KEPT } from "../../domain/memory.js";
import type { SearchableConversation } from "../../ports/driven/conversation-feed.js";
import type { ConversationRepository } from "../../ports/driven/conversation-repository.js";
import { aConversation, anUnprocessedConversation, aSummary, recorded } from "../builders.js";
import { FeedFollower } from "../feed-follower.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const now = new Date("2026-03-02T10:00:00.000Z");
const LEASE_MS = 1_000;

class Follower extends FeedFollower<SearchableConversation> {
  constructor(conversations: ConversationRepository) {
    super(conversations, "ada", CONVERSATIONS_A_LOOK, ({ title, overview }) => `${title}: ${overview}`);
  }
}

const titled = (id: string, title = id): Conversation =>
  aConversation({ id, userId: "ada", summary: aSummary({ title, overview: "What was said." }) });

/** What every ConversationRepository tells those who follow its changes. */
export function conversationFeedContract({ describe, it }: Registrar, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));
  const add = async (conversations: ConversationRepository, ...added: readonly Conversation[]): Promise<void> => {
    for (const each of added) await conversations.insertOrGet(recorded(each));
  };

  describe("the feed", () => {
    test("begins with every conversation that is listed", async (conversations) => {
      const follower = new Follower(conversations);
      assert.equal(await follower.look(), 0);
      await add(conversations, titled("a", "Garden"), titled("b"), aConversation({ id: "his", userId: "bob" }));
      await add(conversations, anUnprocessedConversation(now, { id: "c", userId: "ada" }));
      const late = new Follower(conversations);
      for (const each of [follower, late]) {
        await each.look();
        assert.deepEqual(each.ids, ["a", "b"]);
        assert.equal(each.known.get("a"), "Garden: What was said.");
      }
    });

    test("tells of what search sees otherwise since, and of nothing else", async (conversations) => {
      const follower = new Follower(conversations);
      await add(conversations, titled("a"), titled("b"));
      await follower.look();
      await conversations.update("ada", "a", (before) => before.edit({ starred: true }, now));
      await add(conversations, aConversation({ userId: "bob" }));
      assert.equal(await follower.look(), 0);
      await conversations.update("ada", "b", (before) => before.edit({ title: "Otherwise" }, now));
      assert.equal(await follower.look(), 1);
      assert.equal(follower.known.get("b"), "Otherwise: What was said.");
      assert.equal(await follower.look(), 0);
    });

    test("is without what is discarded or being deleted, and goes on with what is processed anew", async (conversations) => {
      const follower = new Follower(conversations);
      await add(conversations, titled("discarded"), titled("anew"), titled("deleting"));
      await follower.look();
      await conversations.update("ada", "discarded", (before) => before.edit({ discarded: true }, now));
      await conversations.update("ada", "anew", (before) => before.reprocess(now, LEASE_MS));
      await conversations.update("ada", "deleting", (before) => before.markDeleting(now, LEASE_MS));
      assert.equal(await follower.look(), 2);
      assert.deepEqual(follower.ids, ["anew"]);
      await conversations.update("ada", "discarded", (before) => before.edit({ discarded: false }, now));
      await follower.look();
      assert.deepEqual(follower.ids, ["anew", "discarded"]);
    });

    test("tells of what was buried, though nobody looked while it was being deleted", async (conversations) => {
      const [early, late] = [new Follower(conversations), new Follower(conversations)];
      await add(conversations, titled("goes"), titled("stays"));
      await early.look();
      await conversations.update("ada", "goes", (before) => before.markDeleting(now, LEASE_MS));
      await late.look();
      await conversations.deleteWithTombstone("ada", "goes");
      for (const each of [early, late]) {
        await each.look();
        assert.deepEqual(each.ids, ["stays"]);
      }
      assert.equal(await early.look(), 0);
    });

    test("is right about more removals than a store needs to remember", async (conversations) => {
      const follower = new Follower(conversations);
      await add(conversations, titled("stays"), titled("goes"));
      await follower.look();
      await conversations.deleteWithTombstone("ada", "goes");
      for (let removed = 0; removed < REMOVALS_KEPT; removed += 1) {
        await add(conversations, titled(`c${removed}`));
        await conversations.deleteWithTombstone("ada", `c${removed}`);
      }
      await follower.look();
      assert.deepEqual(follower.ids, ["stays"]);
      await add(conversations, titled("new"));
      await conversations.deleteWithTombstone("ada", "stays");
      assert.deepEqual([await follower.look(), follower.beganAnew, follower.ids], [2, false, ["new"]]);
    });

    test("tells of many look by look, and is right about what is written between them", async (conversations) => {
      const ids = Array.from({ length: 2.5 * CONVERSATIONS_A_LOOK }, (_, number) => `c${number}`);
      await Promise.all(ids.map((id) => conversations.insertOrGet(recorded(titled(id)))));
      const follower = new Follower(conversations);
      await follower.look(async (look) => {
        if (look > 1) return;
        const [told, untold] = [follower.ids, ids.filter((id) => !follower.known.has(id))];
        for (const [removed = "", edited = ""] of [told, untold]) {
          await conversations.deleteWithTombstone("ada", removed);
          await conversations.update("ada", edited, (before) => before.edit({ title: "new" }, now));
        }
        await add(conversations, titled("added"));
      });
      const listed = await conversations.list("ada", {}, { limit: 1_000 });
      assert.deepEqual(follower.ids, listed.map(({ state }) => state.id).sort());
      assert.equal(listed.length, 2.5 * CONVERSATIONS_A_LOOK - 2 + 1);
      assert.equal([...follower.known.values()].filter((text) => text.startsWith("new: ")).length, 2);
    });
  });
}
