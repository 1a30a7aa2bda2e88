import assert from "node:assert/strict";
import type { ConversationState } from "../../domain/conversation.js";
import type { ConversationRepository } from "../../ports/driven/conversation-repository.js";
import {
  aConversation,
  aLiveConversation,
  anUnprocessedConversation,
  aPiece,
  aSummary,
  aTranscript,
  recorded,
} from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { conversationClaimsContract } from "./conversation-claims.contract.js";
import { conversationFeedContract } from "./conversation-feed.contract.js";
import { conversationLiveContract } from "./conversation-live.contract.js";
import { conversationListContract } from "./conversation-list.contract.js";
import { awkwardTexts } from "./texts.js";

const later = new Date("2026-03-02T10:00:00.000Z");

/** What every ConversationRepository keeps, whatever stores it. */
export function conversationRepositoryContract({ describe, it }: Registrar, open: Open<ConversationRepository>): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("keeps", () => {
    test("a conversation exactly as it was given, with all that it can hold", async (conversations) => {
      const full = aConversation(everything);
      await conversations.insertOrGet(recorded(full));
      assert.deepEqual((await conversations.get("ada", full.state.id))?.state, full.state);
    });

    test("a conversation that holds as little as possible", async (conversations) => {
      const bare = anUnprocessedConversation(later, { language: null, source: null, textSource: null });
      await conversations.insertOrGet(recorded(bare));
      assert.deepEqual((await conversations.get("ada", bare.state.id))?.state, bare.state);
    });

    test("every text to the last code unit", async (conversations) => {
      for (const text of awkwardTexts) {
        const conversation = aConversation({ summary: aSummary({ title: text, overview: text }) });
        const given = recorded(conversation, text, text);
        const { id } = conversation.state;
        await conversations.insertOrGet(given);
        assert.deepEqual((await conversations.get("ada", id))?.state, conversation.state);
        assert.deepEqual((await conversations.transcripts("ada", [id])).get(id), given.transcript);
      }
    });

    test("a transcript of 500 segments in order", async (conversations) => {
      const conversation = aConversation();
      const given = recorded(conversation, ...Array.from({ length: 500 }, (_, index) => `sentence ${index}`));
      await conversations.insertOrGet(given);
      const found = await conversations.transcripts("ada", [conversation.state.id]);
      assert.deepEqual(found.get(conversation.state.id)?.segments, given.transcript.segments);
    });

    test("about the size of each transcript: a byte for each character at least", async (conversations) => {
      const text = "x".repeat(100_000);
      for (const [id, texts] of [
        ["one", [text]],
        ["three", [text, text, text]],
        ["short", ["a"]],
      ] as const) {
        await conversations.insertOrGet(recorded(aConversation({ id }), ...texts));
      }
      await conversations.insertOrGet(recorded(aConversation({ id: "one", userId: "bob" }), "b"));
      for (const piece of [0, 1]) {
        await conversations.appendSegments("ada", "live", undefined, (before) =>
          (before ?? aLiveConversation(later, { id: "live" })).appendSegments(aPiece(piece, text), [], later),
        );
      }
      const sizes = await conversations.transcriptSizes("ada", ["three", "nowhere", "short", "live", "one"]);
      assert.deepEqual([...sizes.keys()].sort(), ["live", "one", "short", "three"]);
      const between = (id: string, least: number, most: number): void => {
        const size = sizes.get(id) ?? 0;
        assert.ok(size >= least && size <= most, `${id} has a size of ${size}`);
      };
      between("one", 100_000, 110_000);
      between("three", 300_000, 310_000);
      between("live", 200_000, 210_000);
      between("short", 1, 1_000);
      assert.equal((await conversations.transcriptSizes("bob", ["three"])).size, 0);
      assert.ok(((await conversations.transcriptSizes("bob", ["one"])).get("one") ?? 0) < 1_000);
      await conversations.deleteWithTombstone("ada", "one");
      assert.equal((await conversations.transcriptSizes("ada", ["one"])).size, 0);
    });

    test("nothing that its caller still holds", async (conversations) => {
      const given = recorded(aConversation());
      const { id } = given.conversation.state;
      const expected = structuredClone(given.conversation.state);
      await conversations.insertOrGet(given);
      spoil(given.conversation.state);
      const found = await conversations.get("ada", id);
      if (found) spoil(found.state);
      const [listed] = await conversations.list("ada", {}, { limit: 1 });
      if (listed) spoil(listed.state);
      await conversations.update("ada", id, (before) => {
        spoil(before.state);
        return aConversation(expected);
      });
      assert.deepEqual((await conversations.get("ada", id))?.state, expected);
    });
  });

  describe("knows nothing", () => {
    test("of an id that was never inserted", async (conversations) => {
      assert.equal(await conversations.get("ada", "nowhere"), undefined);
      assert.equal((await conversations.transcripts("ada", ["nowhere"])).size, 0);
      assert.equal((await conversations.transcriptSizes("ada", ["nowhere"])).size, 0);
      assert.deepEqual(await conversations.list("ada", {}, { limit: 10 }), []);
      assert.equal(await conversations.update("ada", "nowhere", (before) => before), undefined);
      assert.equal(await conversations.deleteWithTombstone("ada", "nowhere"), false);
    });

    test("of another user's conversations, even under the same id", async (conversations) => {
      const hers = aConversation({ id: "shared", userId: "ada" });
      const his = aConversation({ id: "shared", userId: "bob", summary: aSummary({ title: "His" }) });
      await conversations.insertOrGet(recorded(hers, "hers"));
      assert.equal(await conversations.get("bob", "shared"), undefined);
      assert.equal((await conversations.transcripts("bob", ["shared"])).size, 0);
      assert.equal(await conversations.update("bob", "shared", (before) => before), undefined);
      assert.equal(await conversations.deleteWithTombstone("bob", "shared"), false);
      assert.equal((await conversations.insertOrGet(recorded(his, "his"))).outcome, "inserted");
      assert.equal(await conversations.deleteWithTombstone("bob", "shared"), true);
      assert.deepEqual((await conversations.get("ada", "shared"))?.state, hers.state);
      assert.equal((await conversations.transcripts("ada", ["shared"])).get("shared")?.segments[0]?.text, "hers");
    });
  });

  describe("inserts", () => {
    test("an id once, and answers what is there ever after", async (conversations) => {
      const first = aConversation({ id: "once" });
      const second = aConversation({ id: "once", summary: aSummary({ title: "Another" }) });
      assert.equal((await conversations.insertOrGet(recorded(first, "first"))).outcome, "inserted");
      const repeat = await conversations.insertOrGet(recorded(second, "second"));
      assert.ok(repeat.outcome === "existing");
      assert.deepEqual(repeat.conversation.state, first.state);
      assert.deepEqual((await conversations.transcripts("ada", ["once"])).get("once"), aTranscript("once", "first"));
    });

    test("the same id for exactly one of 200 at once", async (conversations) => {
      const attempts = Array.from({ length: 200 }, () =>
        conversations.insertOrGet(recorded(aConversation({ id: "same" }))),
      );
      const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome);
      assert.equal(outcomes.filter((outcome) => outcome === "inserted").length, 1);
      assert.equal(outcomes.filter((outcome) => outcome === "existing").length, 199);
      assert.equal(await conversations.count("ada", {}), 1);
    });
  });

  describe("changes", () => {
    test("a conversation and answers it as it is now", async (conversations) => {
      const { id } = (await insert(conversations, aConversation())).state;
      const answered = await conversations.update("ada", id, (before) => before.edit({ title: "New" }, later));
      assert.equal(answered?.summary.title, "New");
      assert.deepEqual((await conversations.get("ada", id))?.state, answered.state);
    });

    test("it 20 times at once and loses no change", async (conversations) => {
      const { id } = (await insert(conversations, aConversation({ edits: { title: "0" } }))).state;
      const increment = () =>
        conversations.update("ada", id, (before) =>
          before.edit({ title: String(Number(before.summary.title) + 1) }, later),
        );
      await Promise.all(Array.from({ length: 20 }, increment));
      assert.equal((await conversations.get("ada", id))?.summary.title, "20");
    });

    test("nothing when the change throws, and throws the same", async (conversations) => {
      const before = await insert(conversations, aConversation());
      const refusal = new Error("no");
      const other = insert(conversations, aConversation({ id: "beside" }));
      const refused = conversations.update("ada", before.state.id, () => {
        throw refusal;
      });
      await assert.rejects(refused, refusal);
      await other;
      assert.deepEqual((await conversations.get("ada", before.state.id))?.state, before.state);
      assert.notEqual(await conversations.get("ada", "beside"), undefined);
    });
  });

  describe("buries", () => {
    test("a conversation with its transcript", async (conversations) => {
      const { id } = (await insert(conversations, aConversation())).state;
      assert.equal(await conversations.isDeleted("ada", id), false);
      assert.equal(await conversations.deleteWithTombstone("ada", id), true);
      assert.equal(await conversations.isDeleted("ada", id), true);
      assert.equal(await conversations.isDeleted("bob", id), false);
      assert.equal(await conversations.get("ada", id), undefined);
      assert.equal((await conversations.transcripts("ada", [id])).size, 0);
      assert.deepEqual(await conversations.list("ada", {}, { limit: 10 }), []);
      assert.equal(await conversations.count("ada", {}), 0);
    });

    test("it once", async (conversations) => {
      const { id } = (await insert(conversations, aConversation())).state;
      const answers = await Promise.all(Array.from({ length: 5 }, () => conversations.deleteWithTombstone("ada", id)));
      assert.deepEqual(answers.filter(Boolean), [true]);
      assert.equal(await conversations.update("ada", id, (before) => before), undefined);
    });

    test("an id for good: it cannot be inserted again", async (conversations) => {
      const conversation = await insert(conversations, aConversation());
      await conversations.deleteWithTombstone("ada", conversation.state.id);
      assert.deepEqual(await conversations.insertOrGet(recorded(conversation)), { outcome: "deleted" });
      assert.equal(await conversations.get("ada", conversation.state.id), undefined);
    });

    test("no id that was never there", async (conversations) => {
      await conversations.deleteWithTombstone("ada", "future");
      assert.equal((await conversations.insertOrGet(recorded(aConversation({ id: "future" })))).outcome, "inserted");
    });
  });

  conversationListContract({ describe, it }, open);
  conversationFeedContract({ describe, it }, open);
  conversationClaimsContract({ describe, it }, open);
  conversationLiveContract({ describe, it }, open);
}

async function insert(conversations: ConversationRepository, conversation: ReturnType<typeof aConversation>) {
  await conversations.insertOrGet(recorded(conversation));
  return conversation;
}

/** What no caller may do, and what must not matter if one does. */
function spoil(state: ConversationState): void {
  state.createdAt.setTime(0);
  Object.assign(state.summary ?? {}, { title: "spoilt" });
  Object.assign(state.edits, { title: "spoilt" });
}

const event = {
  title: "Dentist",
  start: new Date("2026-03-03T08:30:00.123Z"),
  description: "Bring the card",
  duration: 30,
  created: false,
  segmentIds: ["a-0", "a-1"],
};

const everything: Partial<ConversationState> = {
  clientSessionId: "session 1",
  status: "processing",
  createdAt: new Date("1969-12-31T23:59:59.999Z"),
  finishedAt: new Date("9999-12-31T23:59:59.999Z"),
  language: "pt-br",
  source: "external_integration",
  textSource: "message",
  textSourceSpec: "mail",
  clientDeviceId: "device",
  clientPlatform: "platform",
  geolocation: { latitude: -90, longitude: 179.999_999_9, address: "Main St", mapPlaceId: "p", locationType: null },
  summary: aSummary({ events: [event, { ...event, title: "Gym", start: later }] }),
  unusable: true,
  filedUnder: "folder",
  draft: {
    ...aSummary({ events: [event] }),
    actionItems: [
      { description: "Call", dueAt: later, segmentIds: [] },
      { description: "Write", dueAt: null, segmentIds: ["a-2"] },
    ],
    memories: [{ content: "Ada gardens", category: "hobbies", segmentIds: ["a-1"] }],
    discard: false,
  },
  edits: { title: "Mine", discarded: false, folderId: null, starred: true },
  keyedChanges: ["call", "another"],
  lease: { fence: 7, claimedUntil: later, attempts: 2, nextAttemptAt: new Date("2026-03-02T09:30:00.001Z") },
};
