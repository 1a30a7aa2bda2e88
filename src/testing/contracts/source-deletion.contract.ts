import assert from "node:assert/strict";
import { IdempotencyRecord } from "../../domain/idempotency/idempotency-record.js";
import type { NotificationSource } from "../../domain/notification/notification.js";
import type { Store } from "../../ports/driven/store/store.js";
import {
  aClaimedConversation,
  aConversation,
  aMemory,
  aNotification,
  anExtractedMemory,
  aWebhookDelivery,
  withTranscript,
} from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { createPendingLease } from "../../domain/lease.js";

/** The repositories that may hold data derived from a deleted object. */
export type SourceDeletionStores = Pick<
  Store,
  "conversations" | "memories" | "notifications" | "idempotencyRecords" | "webhookDeliveries"
>;

const now = new Date("2026-03-02T09:00:00.000Z");
const memorySource = (id: string): NotificationSource => ({ kind: "memory", id });
const conversationSource = (id: string): NotificationSource => ({ kind: "conversation", id });
const notificationSource = (id: string): NotificationSource => ({ kind: "notification", id });

/** Every store deletes data derived from an object together with the object (decision 4.11). */
export function sourceDeletionContract({ describe, it }: TestFramework, open: Open<SourceDeletionStores>): void {
  const test = (title: string, body: (store: SourceDeletionStores) => Promise<void>) =>
    it(title, withSubject(open, body));
  const addMemory = ({ memories }: SourceDeletionStores, id: string, userId = "ada") =>
    memories.addOrGet(userId, [aMemory({ id, userId })], (existing) => existing);
  const addNotification = (
    { notifications }: SourceDeletionStores,
    id: string,
    sources: readonly NotificationSource[],
    userId = "ada",
  ) => notifications.add(aNotification({ id, userId, sources, kind: "proactive" }));
  const listInboxIds = async ({ notifications }: SourceDeletionStores, userId = "ada") =>
    (await notifications.list(userId, { unreadOnly: false }, { limit: 99 })).map(({ state }) => state.id).sort();

  describe("deletion of the sources of a notification", () => {
    const removals: readonly (readonly [string, (store: SourceDeletionStores) => Promise<unknown>])[] = [
      ["a memory is deleted", ({ memories }) => memories.deleteWithTombstone("ada", "m", now)],
      [
        "a memory is rejected",
        ({ memories }) => memories.update("ada", "m", (current) => current.edit({ userReview: false }, now)),
      ],
      ["a memory is released", ({ notifications }) => notifications.deleteDependents("ada", memorySource("m"), now)],
    ];
    for (const [description, remove] of removals) {
      test(`removes only the notifications derived from it when ${description}`, async (store) => {
        for (const id of ["m", "other"]) await addMemory(store, id);
        await addMemory(store, "m", "bob");
        await addNotification(store, "of both", [memorySource("other"), memorySource("m")]);
        await addNotification(store, "of another", [memorySource("other")]);
        await addNotification(store, "of nothing", []);
        await addNotification(store, "his", [memorySource("m")], "bob");
        await remove(store);
        assert.deepEqual(await listInboxIds(store), ["of another", "of nothing"]);
        assert.deepEqual(await listInboxIds(store, "bob"), ["his"]);
        assert.equal(await store.notifications.get("ada", "of both"), undefined);
        await remove(store);
        assert.deepEqual(await listInboxIds(store), ["of another", "of nothing"]);
      });
    }

    test("removes notifications derived from memories that lose their last source conversation", async (store) => {
      const memories = ["a", "b", "c"].map((id) => anExtractedMemory({ id, content: `Ada likes ${id}` }));
      await store.memories.replaceExtracted("ada", "conversation", memories, 1, now);
      for (const id of ["a", "b", "c"]) await addNotification(store, `of ${id}`, [memorySource(id)]);
      await store.memories.replaceExtracted("ada", "conversation", memories.slice(1), 1, now);
      assert.deepEqual(await listInboxIds(store), ["of b", "of c"]);
      await store.memories.update("ada", "c", (current) => current.edit({ tags: ["mine"] }, now));
      await store.memories.detachFromConversation("ada", "conversation", now);
      assert.deepEqual(await listInboxIds(store), ["of c"]);
    });

    test("removes notifications derived from a conversation when its dependents are deleted", async (store) => {
      await addNotification(store, "of the talk", [conversationSource("talk"), conversationSource("live")]);
      await addNotification(store, "of another", [conversationSource("another")]);
      await addNotification(store, "his", [conversationSource("talk")], "bob");
      for (let attempt = 0; attempt < 2; attempt += 1)
        await store.notifications.deleteDependents("ada", conversationSource("talk"), now);
      assert.deepEqual(await listInboxIds(store), ["of another"]);
      assert.deepEqual(await listInboxIds(store, "bob"), ["his"]);
    });

    test("removes notifications derived from removed notifications", async (store) => {
      await addMemory(store, "m");
      await addNotification(store, "first", [memorySource("m")]);
      await addNotification(store, "second", [notificationSource("first")]);
      await addNotification(store, "third", [notificationSource("second"), notificationSource("first")]);
      await addNotification(store, "apart", []);
      await store.memories.deleteWithTombstone("ada", "m", now);
      assert.deepEqual(await listInboxIds(store), ["apart"]);
    });

    test("does not store a notification whose source is unknown, deleted, being deleted or rejected", async (store) => {
      for (const id of ["buried", "rejected", "there"]) await addMemory(store, id);
      await store.memories.deleteWithTombstone("ada", "buried", now);
      await store.memories.update("ada", "rejected", (current) => current.edit({ userReview: false }, now));
      await store.conversations.insertOrGet(withTranscript(aConversation({ id: "gone" })));
      await store.conversations.deleteWithTombstone("ada", "gone");
      await store.conversations.insertOrGet(withTranscript(aClaimedConversation(now, 1_000, { id: "going" })));
      await store.conversations.update("ada", "going", (current) => current.markDeleting(now, 1_000));
      const deletedSources = [
        memorySource("buried"),
        memorySource("rejected"),
        memorySource("unknown"),
        conversationSource("gone"),
        conversationSource("going"),
        notificationSource("unknown"),
      ];
      for (const source of deletedSources) {
        assert.equal(
          await addNotification(store, "n", [memorySource("there"), source]),
          undefined,
          JSON.stringify(source),
        );
      }
      assert.deepEqual(await listInboxIds(store), []);
      assert.ok(await addNotification(store, "n", [memorySource("there"), conversationSource("elsewhere")]));
      assert.deepEqual(await listInboxIds(store), ["n"]);
    });

    test("leaves no notification that is added while its source memory is deleted", async (store) => {
      await addMemory(store, "m");
      const additions = Array.from({ length: 20 }, (_, index) =>
        addNotification(store, `n${index}`, [memorySource("m")]),
      );
      await Promise.all([
        ...additions.slice(0, 10),
        store.memories.deleteWithTombstone("ada", "m", now),
        ...additions.slice(10),
      ]);
      assert.deepEqual(await listInboxIds(store), []);
    });

    test("reports removals in the change feed with increasing revisions", async (store) => {
      const { notifications } = store;
      await addMemory(store, "m");
      await addNotification(store, "stays", []);
      await addNotification(store, "goes", [memorySource("m")]);
      const revisionBefore = await notifications.getLatestRevision("ada");
      await store.memories.deleteWithTombstone("ada", "m", now);
      const removed = await notifications.getChangesSince("ada", revisionBefore, 9);
      assert.deepEqual(
        removed.map((change) => ("removedId" in change ? change.removedId : change.notification.state.id)),
        ["goes"],
      );
      const revisionAfter = await notifications.getLatestRevision("ada");
      assert.equal(removed[0]?.revision, revisionAfter);
      assert.ok(revisionAfter > revisionBefore);
      await addNotification(store, "goes", []);
      const [readdedChange, ...otherChanges] = await notifications.getChangesSince("ada", revisionBefore, 9);
      assert.ok(readdedChange && "notification" in readdedChange && readdedChange.notification.state.id === "goes");
      assert.deepEqual(otherChanges, []);
      assert.ok((await notifications.getLatestRevision("ada")) > revisionAfter);
      assert.equal((await notifications.getChangesSince("ada", 0, 1)).length, 1);
    });

    test("does not deliver a removed notification", async (store) => {
      await addMemory(store, "m");
      const dueNotification = aNotification({ sources: [memorySource("m")], lease: createPendingLease(now) });
      await store.notifications.add(dueNotification);
      await store.memories.deleteWithTombstone("ada", "m", now);
      assert.deepEqual(await store.notifications.claimDue(now, 1_000, 9), []);
    });

    test("erases idempotent responses that contain a removed notification, also of running calls", async (store) => {
      const { idempotencyRecords } = store;
      const beginRecord = (id: string) =>
        idempotencyRecords.put("ada", id, () =>
          IdempotencyRecord.start(undefined, { id, userId: "ada", fingerprint: "same", seed: "seed" }, now, 60_000),
        );
      const completeRecord = (id: string, objectId: string) =>
        idempotencyRecords.update("ada", id, (record) =>
          record.complete(record.state.lease.fence, "What was said", [objectId]),
        );
      await addMemory(store, "m");
      await addNotification(store, "goes", [memorySource("m")]);
      for (const id of ["ended", "running", "other"]) await beginRecord(id);
      await completeRecord("ended", "goes");
      await completeRecord("other", "stays");
      await store.memories.deleteWithTombstone("ada", "m", now);
      await completeRecord("running", "goes");
      const records = await Promise.all(
        ["ended", "running", "other"].map((id) => idempotencyRecords.update("ada", id, (record) => record)),
      );
      assert.deepEqual(
        records.map((record) => record?.state.answer),
        [null, null, "What was said"],
      );
    });
  });

  describe("deletion of a conversation that has webhook deliveries", () => {
    test("removes the session ID from the deliveries and erases idempotent responses with them", async (store) => {
      const { webhookDeliveries, idempotencyRecords } = store;
      const deliveries = [
        aWebhookDelivery({ id: "of the talk" }),
        aWebhookDelivery({ id: "of another", conversationId: "another" }),
        aWebhookDelivery({ id: "his", userId: "bob" }),
      ];
      await webhookDeliveries.insertMissing(deliveries);
      const input = { id: "call", userId: "olga", fingerprint: "same", seed: "seed" };
      await idempotencyRecords.put("olga", "call", () => IdempotencyRecord.start(undefined, input, now, 60_000));
      await idempotencyRecords.update("olga", "call", (record) =>
        record.complete(record.state.lease.fence, "walk", ["of the talk"]),
      );
      for (let attempt = 0; attempt < 2; attempt += 1)
        await webhookDeliveries.detachFromConversation("ada", "talk", now);
      const stored = await Promise.all(deliveries.map(({ state }) => webhookDeliveries.get(state.id)));
      assert.deepEqual(
        stored.map((delivery) => delivery?.state.sessionId),
        [null, "walk", "walk"],
      );
      assert.deepEqual(stored[0]?.state, { ...deliveries[0]?.state, sessionId: null });
      assert.equal((await idempotencyRecords.update("olga", "call", (record) => record))?.state.answer, null);
    });

    test("does not store deliveries that are created afterwards", async (store) => {
      const { webhookDeliveries, conversations } = store;
      await conversations.insertOrGet(withTranscript(aConversation({ id: "gone" })));
      await conversations.deleteWithTombstone("ada", "gone");
      await conversations.insertOrGet(withTranscript(aClaimedConversation(now, 1_000, { id: "going" })));
      await conversations.update("ada", "going", (current) => current.markDeleting(now, 1_000));
      const deliveries = ["gone", "going", "there"].map((conversationId) =>
        aWebhookDelivery({ id: conversationId, conversationId }),
      );
      const inserted = await webhookDeliveries.insertMissing(deliveries);
      assert.deepEqual(
        inserted.map(({ state }) => state.id),
        ["there"],
      );
      assert.equal(await webhookDeliveries.get("gone"), undefined);
    });
  });
}
