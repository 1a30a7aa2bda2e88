import assert from "node:assert/strict";
import type { ConversationState } from "../../domain/conversation/conversation-state.js";
import type { ConversationRepository } from "../../ports/driven/store/conversation-repositories.js";
import {
  aConversation,
  aLiveConversation,
  anUnprocessedConversation,
  someSegments,
  aSummary,
  aTranscript,
  withTranscript,
} from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { conversationClaimsContract } from "./conversation-processing.contract.js";
import { conversationFeedContract } from "./change-feed.contract.js";
import { conversationLiveContract } from "./conversation-live.contract.js";
import { conversationListContract } from "./conversation-list.contract.js";
import { awkwardTexts } from "./awkward-texts.js";

const laterTime = new Date("2026-03-02T10:00:00.000Z");

/** Guarantees of every ConversationRepository. */
export function conversationRepositoryContract(
  { describe, it }: TestFramework,
  open: Open<ConversationRepository>,
): void {
  const test = (title: string, body: (conversations: ConversationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("ConversationRepository: stored data", () => {
    test("keeps a conversation with every optional field set", async (conversations) => {
      const fullConversation = aConversation(fullState);
      await conversations.insertOrGet(withTranscript(fullConversation));
      assert.deepEqual((await conversations.get("ada", fullConversation.state.id))?.state, fullConversation.state);
    });

    test("keeps a conversation with no optional field set", async (conversations) => {
      const minimalConversation = anUnprocessedConversation(laterTime, {
        language: null,
        source: null,
        textSource: null,
      });
      await conversations.insertOrGet(withTranscript(minimalConversation));
      assert.deepEqual(
        (await conversations.get("ada", minimalConversation.state.id))?.state,
        minimalConversation.state,
      );
    });

    test("keeps every text exactly", async (conversations) => {
      for (const text of awkwardTexts) {
        const conversation = aConversation({ summary: aSummary({ title: text, overview: text }) });
        const input = withTranscript(conversation, text, text);
        const { id } = conversation.state;
        await conversations.insertOrGet(input);
        assert.deepEqual((await conversations.get("ada", id))?.state, conversation.state);
        assert.deepEqual((await conversations.getTranscripts("ada", [id])).get(id), input.transcript);
      }
    });

    test("keeps the order of a transcript of 500 segments", async (conversations) => {
      const conversation = aConversation();
      const input = withTranscript(conversation, ...Array.from({ length: 500 }, (_, index) => `sentence ${index}`));
      await conversations.insertOrGet(input);
      const found = await conversations.getTranscripts("ada", [conversation.state.id]);
      assert.deepEqual(found.get(conversation.state.id)?.segments, input.transcript.segments);
    });

    test("reports approximate transcript sizes of at least one byte per character", async (conversations) => {
      const text = "x".repeat(100_000);
      for (const [id, texts] of [
        ["one", [text]],
        ["three", [text, text, text]],
        ["short", ["a"]],
      ] as const) {
        await conversations.insertOrGet(withTranscript(aConversation({ id }), ...texts));
      }
      await conversations.insertOrGet(withTranscript(aConversation({ id: "one", userId: "bob" }), "b"));
      for (const offset of [0, 1]) {
        await conversations.appendSegments("ada", "live", undefined, (current) =>
          (current ?? aLiveConversation(laterTime, { id: "live" })).appendSegments(
            someSegments(offset, text),
            [],
            laterTime,
          ),
        );
      }
      const sizes = await conversations.getTranscriptSizes("ada", ["three", "nowhere", "short", "live", "one"]);
      assert.deepEqual([...sizes.keys()].sort(), ["live", "one", "short", "three"]);
      const assertSizeBetween = (id: string, minSize: number, maxSize: number): void => {
        const size = sizes.get(id) ?? 0;
        assert.ok(size >= minSize && size <= maxSize, `${id} has a size of ${size}`);
      };
      assertSizeBetween("one", 100_000, 110_000);
      assertSizeBetween("three", 300_000, 310_000);
      assertSizeBetween("live", 200_000, 210_000);
      assertSizeBetween("short", 1, 1_000);
      assert.equal((await conversations.getTranscriptSizes("bob", ["three"])).size, 0);
      assert.ok(((await conversations.getTranscriptSizes("bob", ["one"])).get("one") ?? 0) < 1_000);
      await conversations.deleteWithTombstone("ada", "one");
      assert.equal((await conversations.getTranscriptSizes("ada", ["one"])).size, 0);
    });

    test("is not affected when the caller mutates the objects it passed in or received", async (conversations) => {
      const input = withTranscript(aConversation());
      const { id } = input.conversation.state;
      const expected = structuredClone(input.conversation.state);
      await conversations.insertOrGet(input);
      corruptState(input.conversation.state);
      const found = await conversations.get("ada", id);
      if (found) corruptState(found.state);
      const [listed] = await conversations.list("ada", {}, { limit: 1 });
      if (listed) corruptState(listed.state);
      await conversations.update("ada", id, (current) => {
        corruptState(current.state);
        return aConversation(expected);
      });
      assert.deepEqual((await conversations.get("ada", id))?.state, expected);
    });
  });

  describe("ConversationRepository: unknown IDs and other users' data", () => {
    test("are not found for an ID that was never inserted", async (conversations) => {
      assert.equal(await conversations.get("ada", "nowhere"), undefined);
      assert.equal((await conversations.getTranscripts("ada", ["nowhere"])).size, 0);
      assert.equal((await conversations.getTranscriptSizes("ada", ["nowhere"])).size, 0);
      assert.deepEqual(await conversations.list("ada", {}, { limit: 10 }), []);
      assert.equal(await conversations.update("ada", "nowhere", (current) => current), undefined);
      assert.equal(await conversations.deleteWithTombstone("ada", "nowhere"), false);
    });

    test("keep users separate even under the same ID", async (conversations) => {
      const hers = aConversation({ id: "shared", userId: "ada" });
      const his = aConversation({ id: "shared", userId: "bob", summary: aSummary({ title: "His" }) });
      await conversations.insertOrGet(withTranscript(hers, "hers"));
      assert.equal(await conversations.get("bob", "shared"), undefined);
      assert.equal((await conversations.getTranscripts("bob", ["shared"])).size, 0);
      assert.equal(await conversations.update("bob", "shared", (current) => current), undefined);
      assert.equal(await conversations.deleteWithTombstone("bob", "shared"), false);
      assert.equal((await conversations.insertOrGet(withTranscript(his, "his"))).outcome, "inserted");
      assert.equal(await conversations.deleteWithTombstone("bob", "shared"), true);
      assert.deepEqual((await conversations.get("ada", "shared"))?.state, hers.state);
      assert.equal((await conversations.getTranscripts("ada", ["shared"])).get("shared")?.segments[0]?.text, "hers");
    });
  });

  describe("ConversationRepository: insertOrGet", () => {
    test("inserts an ID once and then returns the existing conversation", async (conversations) => {
      const first = aConversation({ id: "once" });
      const second = aConversation({ id: "once", summary: aSummary({ title: "Another" }) });
      assert.equal((await conversations.insertOrGet(withTranscript(first, "first"))).outcome, "inserted");
      const repeat = await conversations.insertOrGet(withTranscript(second, "second"));
      assert.ok(repeat.outcome === "existing");
      assert.deepEqual(repeat.conversation.state, first.state);
      assert.deepEqual((await conversations.getTranscripts("ada", ["once"])).get("once"), aTranscript("once", "first"));
    });

    test("inserts the conversation of exactly one of 200 concurrent callers with the same ID", async (conversations) => {
      const attempts = Array.from({ length: 200 }, () =>
        conversations.insertOrGet(withTranscript(aConversation({ id: "same" }))),
      );
      const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome);
      assert.equal(outcomes.filter((outcome) => outcome === "inserted").length, 1);
      assert.equal(outcomes.filter((outcome) => outcome === "existing").length, 199);
      assert.equal(await conversations.count("ada", {}), 1);
    });
  });

  describe("ConversationRepository: update", () => {
    test("stores the change and returns the updated conversation", async (conversations) => {
      const { id } = (await insertConversation(conversations, aConversation())).state;
      const updated = await conversations.update("ada", id, (current) => current.edit({ title: "New" }, laterTime));
      assert.equal(updated?.summary.title, "New");
      assert.deepEqual((await conversations.get("ada", id))?.state, updated.state);
    });

    test("loses none of 20 concurrent changes", async (conversations) => {
      const { id } = (await insertConversation(conversations, aConversation({ edits: { title: "0" } }))).state;
      const increment = () =>
        conversations.update("ada", id, (current) =>
          current.edit({ title: String(Number(current.summary.title) + 1) }, laterTime),
        );
      await Promise.all(Array.from({ length: 20 }, increment));
      assert.equal((await conversations.get("ada", id))?.summary.title, "20");
    });

    test("changes nothing and rethrows when the update callback throws", async (conversations) => {
      const before = await insertConversation(conversations, aConversation());
      const failure = new Error("no");
      const concurrentInsert = insertConversation(conversations, aConversation({ id: "beside" }));
      const failedUpdate = conversations.update("ada", before.state.id, () => {
        throw failure;
      });
      await assert.rejects(failedUpdate, failure);
      await concurrentInsert;
      assert.deepEqual((await conversations.get("ada", before.state.id))?.state, before.state);
      assert.notEqual(await conversations.get("ada", "beside"), undefined);
    });
  });

  describe("ConversationRepository: deleteWithTombstone", () => {
    test("deletes a conversation with its transcript", async (conversations) => {
      const { id } = (await insertConversation(conversations, aConversation())).state;
      assert.equal(await conversations.isDeleted("ada", id), false);
      assert.equal(await conversations.deleteWithTombstone("ada", id), true);
      assert.equal(await conversations.isDeleted("ada", id), true);
      assert.equal(await conversations.isDeleted("bob", id), false);
      assert.equal(await conversations.get("ada", id), undefined);
      assert.equal((await conversations.getTranscripts("ada", [id])).size, 0);
      assert.deepEqual(await conversations.list("ada", {}, { limit: 10 }), []);
      assert.equal(await conversations.count("ada", {}), 0);
    });

    test("returns true for only one of five concurrent deletions", async (conversations) => {
      const { id } = (await insertConversation(conversations, aConversation())).state;
      const results = await Promise.all(Array.from({ length: 5 }, () => conversations.deleteWithTombstone("ada", id)));
      assert.deepEqual(results.filter(Boolean), [true]);
      assert.equal(await conversations.update("ada", id, (current) => current), undefined);
    });

    test("prevents a deleted ID from being inserted again", async (conversations) => {
      const conversation = await insertConversation(conversations, aConversation());
      await conversations.deleteWithTombstone("ada", conversation.state.id);
      assert.deepEqual(await conversations.insertOrGet(withTranscript(conversation)), { outcome: "deleted" });
      assert.equal(await conversations.get("ada", conversation.state.id), undefined);
    });

    test("leaves no tombstone for an ID that was never inserted", async (conversations) => {
      await conversations.deleteWithTombstone("ada", "future");
      assert.equal(
        (await conversations.insertOrGet(withTranscript(aConversation({ id: "future" })))).outcome,
        "inserted",
      );
    });
  });

  conversationListContract({ describe, it }, open);
  conversationFeedContract({ describe, it }, open);
  conversationClaimsContract({ describe, it }, open);
  conversationLiveContract({ describe, it }, open);
}

async function insertConversation(
  conversations: ConversationRepository,
  conversation: ReturnType<typeof aConversation>,
) {
  await conversations.insertOrGet(withTranscript(conversation));
  return conversation;
}

/** Mutates a state, which no caller may do: the stored state must not change. */
function corruptState(state: ConversationState): void {
  state.createdAt.setTime(0);
  Object.assign(state.summary ?? {}, { title: "spoilt" });
  Object.assign(state.edits, { title: "spoilt" });
}

const exampleEvent = {
  title: "Dentist",
  start: new Date("2026-03-03T08:30:00.123Z"),
  description: "Bring the card",
  duration: 30,
  created: false,
  segmentIds: ["a-0", "a-1"],
};

const fullState: Partial<ConversationState> = {
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
  summary: aSummary({ events: [exampleEvent, { ...exampleEvent, title: "Gym", start: laterTime }] }),
  unusable: true,
  filedUnder: "folder",
  draft: {
    ...aSummary({ events: [exampleEvent] }),
    actionItems: [
      { description: "Call", dueAt: laterTime, segmentIds: [] },
      { description: "Write", dueAt: null, segmentIds: ["a-2"] },
    ],
    memories: [{ content: "Ada gardens", category: "hobbies", segmentIds: ["a-1"] }],
    discard: false,
  },
  edits: { title: "Mine", discarded: false, folderId: null, starred: true },
  keyedChanges: ["call", "another"],
  lease: { fence: 7, claimedUntil: laterTime, attempts: 2, nextAttemptAt: new Date("2026-03-02T09:30:00.001Z") },
};
