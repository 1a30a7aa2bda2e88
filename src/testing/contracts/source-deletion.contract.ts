import assert from "node:assert/strict";
import { IdempotencyRecord } from "../../domain/idempotency-record.js";
import type { NotificationSource } from "../../domain/notification.js";
import type { Store } from "../../ports/driven/store.js";
import {
  aClaimedConversation,
  aConversation,
  aMemory,
  aNotification,
  anExtractedMemory,
  aWebhookDelivery,
  recorded,
} from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { waiting } from "../../domain/lease.js";

/** The repositories that what is deleted has left traces in. */
export type SourceDeletion = Pick<
  Store,
  "conversations" | "memories" | "notifications" | "idempotencyRecords" | "webhookDeliveries"
>;

const now = new Date("2026-03-02T09:00:00.000Z");
const memory = (id: string): NotificationSource => ({ kind: "memory", id });
const conversation = (id: string): NotificationSource => ({ kind: "conversation", id });
const notification = (id: string): NotificationSource => ({ kind: "notification", id });

/** Every store deletes what was made of something together with it (decision 4.11). */
export function sourceDeletionContract({ describe, it }: Registrar, open: Open<SourceDeletion>): void {
  const test = (title: string, body: (store: SourceDeletion) => Promise<void>) => it(title, withSubject(open, body));
  const know = ({ memories }: SourceDeletion, id: string, userId = "ada") =>
    memories.addOrGet(userId, [aMemory({ id, userId })], (known) => known);
  const notify = (
    { notifications }: SourceDeletion,
    id: string,
    sources: readonly NotificationSource[],
    userId = "ada",
  ) => notifications.add(aNotification({ id, userId, sources, kind: "proactive" }));
  const inbox = async ({ notifications }: SourceDeletion, userId = "ada") =>
    (await notifications.list(userId, { unreadOnly: false }, { limit: 99 })).map(({ state }) => state.id).sort();

  describe("deletion of what a notification is made of", () => {
    const removals: readonly (readonly [string, (store: SourceDeletion) => Promise<unknown>])[] = [
      ["a memory is deleted", ({ memories }) => memories.deleteWithTombstone("ada", "m", now)],
      [
        "a memory is rejected",
        ({ memories }) => memories.update("ada", "m", (before) => before.edit({ userReview: false }, now)),
      ],
      ["a memory is released", ({ notifications }) => notifications.deleteDependents("ada", memory("m"), now)],
    ];
    for (const [what, remove] of removals) {
      test(`removes the notifications made of it, and no others, when ${what}`, async (store) => {
        for (const id of ["m", "other"]) await know(store, id);
        await know(store, "m", "bob");
        await notify(store, "of both", [memory("other"), memory("m")]);
        await notify(store, "of another", [memory("other")]);
        await notify(store, "of nothing", []);
        await notify(store, "his", [memory("m")], "bob");
        await remove(store);
        assert.deepEqual(await inbox(store), ["of another", "of nothing"]);
        assert.deepEqual(await inbox(store, "bob"), ["his"]);
        assert.equal(await store.notifications.get("ada", "of both"), undefined);
        await remove(store);
        assert.deepEqual(await inbox(store), ["of another", "of nothing"]);
      });
    }

    test("removes those of memories that a conversation no longer says, or takes with it", async (store) => {
      const said = ["a", "b", "c"].map((id) => anExtractedMemory({ id, content: `Ada likes ${id}` }));
      await store.memories.replaceExtracted("ada", "conversation", said, 1, now);
      for (const id of ["a", "b", "c"]) await notify(store, `of ${id}`, [memory(id)]);
      await store.memories.replaceExtracted("ada", "conversation", said.slice(1), 1, now);
      assert.deepEqual(await inbox(store), ["of b", "of c"]);
      await store.memories.update("ada", "c", (before) => before.edit({ tags: ["mine"] }, now));
      await store.memories.detachFromConversation("ada", "conversation", now);
      assert.deepEqual(await inbox(store), ["of c"]);
    });

    test("removes those of a conversation when that is released", async (store) => {
      await notify(store, "of the talk", [conversation("talk"), conversation("live")]);
      await notify(store, "of another", [conversation("another")]);
      await notify(store, "his", [conversation("talk")], "bob");
      for (let time = 0; time < 2; time += 1)
        await store.notifications.deleteDependents("ada", conversation("talk"), now);
      assert.deepEqual(await inbox(store), ["of another"]);
      assert.deepEqual(await inbox(store, "bob"), ["his"]);
    });

    test("removes those that were made of removed notifications", async (store) => {
      await know(store, "m");
      await notify(store, "first", [memory("m")]);
      await notify(store, "second", [notification("first")]);
      await notify(store, "third", [notification("second"), notification("first")]);
      await notify(store, "apart", []);
      await store.memories.deleteWithTombstone("ada", "m", now);
      assert.deepEqual(await inbox(store), ["apart"]);
    });

    test("stores no notification that is made of what is deleted, being deleted or rejected", async (store) => {
      for (const id of ["buried", "rejected", "there"]) await know(store, id);
      await store.memories.deleteWithTombstone("ada", "buried", now);
      await store.memories.update("ada", "rejected", (before) => before.edit({ userReview: false }, now));
      await store.conversations.insertOrGet(recorded(aConversation({ id: "gone" })));
      await store.conversations.deleteWithTombstone("ada", "gone");
      await store.conversations.insertOrGet(recorded(aClaimedConversation(now, 1_000, { id: "going" })));
      await store.conversations.update("ada", "going", (before) => before.markDeleting(now, 1_000));
      const gone = [
        memory("buried"),
        memory("rejected"),
        memory("unknown"),
        conversation("gone"),
        conversation("going"),
        notification("unknown"),
      ];
      for (const source of gone) {
        assert.equal(await notify(store, "n", [memory("there"), source]), undefined, JSON.stringify(source));
      }
      assert.deepEqual(await inbox(store), []);
      assert.ok(await notify(store, "n", [memory("there"), conversation("elsewhere")]));
      assert.deepEqual(await inbox(store), ["n"]);
    });

    test("leaves none of those that are stored while their memory is deleted", async (store) => {
      await know(store, "m");
      const adding = Array.from({ length: 20 }, (_, n) => notify(store, `n${n}`, [memory("m")]));
      await Promise.all([
        ...adding.slice(0, 10),
        store.memories.deleteWithTombstone("ada", "m", now),
        ...adding.slice(10),
      ]);
      assert.deepEqual(await inbox(store), []);
    });

    test("tells those who follow the inbox, by revisions that only grow", async (store) => {
      const { notifications } = store;
      await know(store, "m");
      await notify(store, "stays", []);
      await notify(store, "goes", [memory("m")]);
      const before = await notifications.latestRevision("ada");
      await store.memories.deleteWithTombstone("ada", "m", now);
      const removed = await notifications.changesSince("ada", before, 9);
      assert.deepEqual(
        removed.map((change) => ("removedId" in change ? change.removedId : change.notification.state.id)),
        ["goes"],
      );
      const after = await notifications.latestRevision("ada");
      assert.equal(removed[0]?.revision, after);
      assert.ok(after > before);
      await notify(store, "goes", []);
      const [again, ...others] = await notifications.changesSince("ada", before, 9);
      assert.ok(again && "notification" in again && again.notification.state.id === "goes");
      assert.deepEqual(others, []);
      assert.ok((await notifications.latestRevision("ada")) > after);
      assert.equal((await notifications.changesSince("ada", 0, 1)).length, 1);
    });

    test("delivers no removed notification", async (store) => {
      await know(store, "m");
      const due = aNotification({ sources: [memory("m")], lease: waiting(now) });
      await store.notifications.add(due);
      await store.memories.deleteWithTombstone("ada", "m", now);
      assert.deepEqual(await store.notifications.claimDue(now, 1_000, 9), []);
    });

    test("forgets the answers that show a removed notification, also of calls that are running", async (store) => {
      const { idempotencyRecords } = store;
      const begin = (id: string) =>
        idempotencyRecords.put("ada", id, () =>
          IdempotencyRecord.begin(undefined, { id, userId: "ada", fingerprint: "same", seed: "seed" }, now, 60_000),
        );
      const end = (id: string, shown: string) =>
        idempotencyRecords.update("ada", id, (call) => call.end(call.state.lease.fence, "What was said", [shown]));
      await know(store, "m");
      await notify(store, "goes", [memory("m")]);
      for (const id of ["ended", "running", "other"]) await begin(id);
      await end("ended", "goes");
      await end("other", "stays");
      await store.memories.deleteWithTombstone("ada", "m", now);
      await end("running", "goes");
      const answers = await Promise.all(
        ["ended", "running", "other"].map((id) => idempotencyRecords.update("ada", id, (call) => call)),
      );
      assert.deepEqual(
        answers.map((call) => call?.state.answer),
        [null, null, "What was said"],
      );
    });
  });

  describe("deletion of a conversation that apps were told of", () => {
    test("removes the client's session ID from its deliveries, and from answers that show them", async (store) => {
      const { webhookDeliveries, idempotencyRecords } = store;
      const told = [
        aWebhookDelivery({ id: "of the talk" }),
        aWebhookDelivery({ id: "of another", conversationId: "another" }),
        aWebhookDelivery({ id: "his", userId: "bob" }),
      ];
      await webhookDeliveries.insertMissing(told);
      const input = { id: "call", userId: "olga", fingerprint: "same", seed: "seed" };
      await idempotencyRecords.put("olga", "call", () => IdempotencyRecord.begin(undefined, input, now, 60_000));
      await idempotencyRecords.update("olga", "call", (call) =>
        call.end(call.state.lease.fence, "walk", ["of the talk"]),
      );
      for (let time = 0; time < 2; time += 1) await webhookDeliveries.detachFromConversation("ada", "talk", now);
      const kept = await Promise.all(told.map(({ state }) => webhookDeliveries.get(state.id)));
      assert.deepEqual(
        kept.map((delivery) => delivery?.state.sessionId),
        [null, "walk", "walk"],
      );
      assert.deepEqual(kept[0]?.state, { ...told[0]?.state, sessionId: null });
      assert.equal((await idempotencyRecords.update("olga", "call", (call) => call))?.state.answer, null);
    });

    test("keeps no delivery that is made afterwards", async (store) => {
      const { webhookDeliveries, conversations } = store;
      await conversations.insertOrGet(recorded(aConversation({ id: "gone" })));
      await conversations.deleteWithTombstone("ada", "gone");
      await conversations.insertOrGet(recorded(aClaimedConversation(now, 1_000, { id: "going" })));
      await conversations.update("ada", "going", (before) => before.markDeleting(now, 1_000));
      const made = ["gone", "going", "there"].map((conversationId) =>
        aWebhookDelivery({ id: conversationId, conversationId }),
      );
      const fresh = await webhookDeliveries.insertMissing(made);
      assert.deepEqual(
        fresh.map(({ state }) => state.id),
        ["there"],
      );
      assert.equal(await webhookDeliveries.get("gone"), undefined);
    });
  });
}
