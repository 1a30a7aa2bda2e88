import assert from "node:assert/strict";
import type { ArchiveEntry, ArchivePutResult } from "../../ports/driven/store/archive.js";
import type { Store } from "../../ports/driven/store/store.js";
import {
  aConversation,
  aFolder,
  aGoal,
  aLiveConversation,
  aMemory,
  anActionItem,
  anApiKey,
  anApp,
  anExtractedMemory,
  anInstallation,
  aNotification,
  aPushTarget,
  aTranscript,
  aUser,
  aWebhookDelivery,
  withTranscript,
} from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { awkwardTexts } from "./awkward-texts.js";

const EMBEDDER_ID = "embedder";
const fullPage = { limit: 1000 };
const now = new Date("2026-03-05T09:00:00.000Z");

/** Stores one or more objects of each kind for a user, and deletes some. */
export async function storeUserData(store: Store, userId: string): Promise<void> {
  const id = (name: string): string => `${userId}-${name}`;
  await store.users.insertOrGet(aUser({ id: userId, displayName: `The user ${userId}` }));
  await store.folders.addMissing(userId, [aFolder({ id: id("folder"), userId })]);
  for (const name of ["walk", "talk", "deleted"]) {
    await store.conversations.insertOrGet(withTranscript(aConversation({ id: id(name), userId }), ...awkwardTexts));
  }
  const live = aLiveConversation(now, { id: id("live"), userId });
  const { segments } = aTranscript(id("live"), "It is heard piece by piece.");
  await store.conversations.appendSegments(userId, id("live"), undefined, () => ({
    conversation: live,
    firstIndex: 0,
    segments,
  }));
  const actionItems = ["open", "deleted"].map((name) => anActionItem({ id: id(name), userId, conversationId: null }));
  await store.actionItems.insertAll(userId, actionItems);
  const extractedItem = anActionItem({ id: id("found"), userId, conversationId: id("walk") });
  await store.actionItems.replaceExtracted(userId, id("walk"), [extractedItem], 7);
  await store.memories.addOrGet(
    userId,
    [
      ...awkwardTexts.map((content, index) => aMemory({ id: id(`memory-${index}`), userId, content })),
      aMemory({ id: id("rejected"), userId, userReview: false }),
      aMemory({ id: id("deleted"), userId }),
    ],
    (existing) => existing,
  );
  const extracted = anExtractedMemory({ id: id("extracted"), userId, conversationIds: [id("walk")] });
  await store.memories.replaceExtracted(userId, id("walk"), [extracted], 3, now);
  const vector = new Float32Array([0.1, -2.5, 3e-9]);
  await store.embeddings.put(userId, EMBEDDER_ID, [{ id: id("memory-0"), digest: "digest", vector }]);
  await store.goals.insertOrGet(aGoal({ id: id("goal"), userId, currentValue: 0.1 + 0.2 }));
  await store.pushTargets.put(userId, id("target"), () => aPushTarget({ id: id("target"), userId }));
  await store.apiKeys.add(anApiKey({ id: id("key"), userId }));
  await store.apps.add(anApp({ id: id("app"), ownerId: userId }));
  await store.installations.put(userId, id("app"), () => anInstallation({ userId, appId: id("app") }));
  const source = { kind: "memory", id: id("memory-1") } as const;
  await store.notifications.add(aNotification({ id: id("notice"), userId, sources: [source] }));
  const notificationSource = { kind: "notification", id: id("notice") } as const;
  await store.notifications.add(
    aNotification({ id: id("reply"), userId, sources: [notificationSource], createdAt: now }),
  );
  await store.webhookDeliveries.insertMissing([
    aWebhookDelivery({ id: id("delivery"), ownerId: userId, userId, conversationId: id("live") }),
  ]);
  await store.conversations.deleteWithTombstone(userId, id("deleted"));
  await store.actionItems.deleteWithTombstone(userId, id("deleted"));
  await store.memories.deleteWithTombstone(userId, id("deleted"), now);
}

/** Reads all data of a user through the repositories. */
export async function readUserData(store: Store, userId: string): Promise<object> {
  const conversations = await store.conversations.listAll(userId, fullPage.limit);
  const conversationIds = conversations.map(({ state }) => state.id);
  const memories = await store.memories.list(userId, {}, fullPage);
  const memoryIds = [...memories.map(({ state }) => state.id), `${userId}-rejected`];
  return {
    user: (await store.users.get(userId))?.state,
    folders: statesOf(await store.folders.list(userId)),
    conversations: statesOf(conversations),
    transcripts: await store.conversations.getTranscripts(userId, conversationIds),
    actionItems: statesOf(await store.actionItems.list(userId, {}, fullPage)),
    memories: statesOf(await store.memories.getMany(userId, memoryIds)),
    embeddings: await store.embeddings.find(userId, EMBEDDER_ID, memoryIds),
    goals: statesOf(await store.goals.list(userId, { includeInactive: true }, fullPage)),
    notifications: statesOf(await store.notifications.list(userId, { unreadOnly: false }, fullPage)),
    pushTargets: statesOf(await store.pushTargets.list(userId)),
    apiKeys: statesOf(await store.apiKeys.list(userId, fullPage)),
    apps: statesOf(await store.apps.list(userId, fullPage)),
    installations: (await store.installations.findByUser(userId)).map(({ installation }) => installation.state),
    webhookDeliveries: statesOf(await store.webhookDeliveries.list(userId, {}, fullPage)),
  };
}

function statesOf<S>(aggregates: readonly { readonly state: S }[]): S[] {
  return aggregates.map(({ state }) => state);
}

/** Lists all entries in an order that is the same for every store. */
export async function listSortedEntries(store: Store, userId?: string): Promise<ArchiveEntry[]> {
  const entries = await Array.fromAsync(store.archive.entries(userId));
  const keyedEntries = entries.map((entry) => {
    const fields: Readonly<Record<string, unknown>> = { ...entry, ...("state" in entry ? entry.state : {}) };
    const keyFields = ["of", "ownerId", "userId", "id", "appId", "conversationId"];
    return { entry, key: JSON.stringify([entry.kind, ...keyFields.map((field) => fields[field])]) };
  });
  return keyedEntries.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
}

/** Copies all entries from one store into another, one at a time. */
export async function copyArchive(from: Store, to: Store, userId?: string): Promise<ArchivePutResult> {
  const counts = { added: 0, existing: 0, skipped: 0 };
  for await (const entry of from.archive.entries(userId)) {
    const { added, existing, skipped } = await to.archive.put([entry], now);
    counts.added += added;
    counts.existing += existing;
    counts.skipped += skipped;
  }
  return counts;
}

/** Guarantees of every Archive. */
export function archiveContract({ describe, it }: TestFramework, open: Open<Store>): void {
  const test = (title: string, body: (store: Store) => Promise<void>) => it(title, withSubject(open, body));

  describe("Archive", () => {
    test("counts the entries of all users or of one user", async (store) => {
      await storeUserData(store, "ada");
      await storeUserData(store, "bob");
      const allEntries = await Array.fromAsync(store.archive.entries());
      const adasEntries = await Array.fromAsync(store.archive.entries("ada"));
      assert.equal(await store.archive.countEntries(), allEntries.length);
      assert.equal(await store.archive.countEntries("ada"), adasEntries.length);
      assert.equal(allEntries.length, 2 * adasEntries.length);
      assert.equal(await store.archive.countEntries("carl"), 0);
    });

    test("yields apps first, tombstones before conversations, and memories before notifications", async (store) => {
      await storeUserData(store, "ada");
      await storeUserData(store, "bob");
      const kinds = (await Array.fromAsync(store.archive.entries())).map(({ kind }) => kind);
      assert.deepEqual([kinds.indexOf("app"), kinds.lastIndexOf("app")], [0, 1]);
      const adasKinds = (await Array.fromAsync(store.archive.entries("ada"))).map(({ kind }) => kind);
      assert.ok(adasKinds.lastIndexOf("tombstone") < adasKinds.indexOf("conversation"));
      assert.ok(adasKinds.lastIndexOf("memory") < adasKinds.indexOf("notification"));
    });

    test("yields a memory whose ID is a deleted memory's source ID, and no tombstone for it", async (store) => {
      const memoryWithSourceId = aMemory({ id: "named", content: "Ada likes tea" });
      const source = { conversationId: "walk", segmentIds: [], foundAs: "named" };
      const deleted = aMemory({ id: "deleted", content: "Ada likes coffee", sources: [source] });
      await store.memories.addOrGet("ada", [memoryWithSourceId, deleted], (existing) => existing);
      await store.memories.deleteWithTombstone("ada", "deleted", now);
      const entries = await Array.fromAsync(store.archive.entries("ada"));
      assert.deepEqual(entries, [
        { kind: "tombstone", of: "memory", userId: "ada", id: "deleted" },
        { kind: "memory", state: memoryWithSourceId.state, embeddings: [] },
      ]);
      assert.equal(await store.archive.countEntries("ada"), 2);
    });

    test("rejects entries of several owners in one call", async (store) => {
      const entries = ["ada", "bob"].map((id): ArchiveEntry => ({ kind: "user", state: aUser({ id }).state }));
      await assert.rejects(async () => store.archive.put(entries, now));
      assert.equal(await store.users.get("ada"), undefined);
    });

    test("leaves an existing memory and its embeddings unchanged", async (store) => {
      const memory = aMemory({ id: "memory", content: "Ada likes tea" });
      await store.memories.addOrGet("ada", [memory], (existing) => existing);
      const conflictingMemory = aMemory({ id: "memory", content: "Ada likes coffee" });
      const embedding = { embedderId: EMBEDDER_ID, digest: "digest", vector: new Float32Array([1]) };
      const entry: ArchiveEntry = { kind: "memory", state: conflictingMemory.state, embeddings: [embedding] };
      assert.deepEqual(await store.archive.put([entry], now), { added: 0, existing: 1, skipped: 0 });
      assert.deepEqual((await store.memories.get("ada", "memory"))?.state, memory.state);
      assert.deepEqual(await store.embeddings.find("ada", EMBEDDER_ID, ["memory"]), []);
    });

    test("publishes added entries in change feeds", async (store) => {
      const { cursor } = await store.memories.getChangesSince("ada");
      await store.archive.put([{ kind: "memory", state: aMemory({ id: "new" }).state, embeddings: [] }], now);
      const { upserts } = await store.memories.getChangesSince("ada", cursor);
      assert.deepEqual(
        upserts.map(({ id }) => id),
        ["new"],
      );
    });

    test("skips entries that conflict with other data", async (store) => {
      const memory = aMemory({ id: "memory", content: "Ada likes tea" });
      const key = anApiKey({ id: "key" });
      const app = anApp({ id: "app" });
      await store.memories.addOrGet("ada", [memory], (existing) => existing);
      await store.apiKeys.add(key);
      await store.apps.add(app);
      const entries: ArchiveEntry[] = [
        { kind: "memory", state: { ...memory.state, id: "other", content: "ada LIKES tea" }, embeddings: [] },
        { kind: "api_key", state: { ...key.state, id: "other" } },
        { kind: "app", state: { ...app.state, id: "other" } },
        { kind: "installation", state: anInstallation({ appId: "absent" }).state },
        { kind: "notification", state: aNotification({ sources: [{ kind: "memory", id: "absent" }] }).state },
      ];
      assert.deepEqual(await store.archive.put(entries, now), { added: 0, existing: 0, skipped: entries.length });
      assert.equal(await store.archive.countEntries("ada"), 3);
    });

    test("permanently deletes for a tombstone everything that a deletion by the user deletes", async (store) => {
      await storeUserData(store, "ada");
      const entriesBefore = await Array.fromAsync(store.archive.entries("ada"));
      const tombstones: ArchiveEntry[] = [
        { kind: "tombstone", of: "conversation", userId: "ada", id: "ada-walk" },
        { kind: "tombstone", of: "conversation", userId: "ada", id: "ada-live" },
        { kind: "tombstone", of: "memory", userId: "ada", id: "ada-memory-1" },
        { kind: "tombstone", of: "action_item", userId: "ada", id: "ada-open" },
      ];
      assert.deepEqual(await store.archive.put(tombstones, now), { added: 4, existing: 0, skipped: 0 });
      const assertDeleted = async (): Promise<void> => {
        assert.equal(await store.conversations.isDeleted("ada", "ada-walk"), true);
        assert.equal(await store.conversations.get("ada", "ada-walk"), undefined);
        assert.equal((await store.conversations.getTranscripts("ada", ["ada-walk"])).size, 0);
        assert.equal(await store.actionItems.get("ada", "ada-found"), undefined);
        assert.equal(await store.actionItems.get("ada", "ada-open"), undefined);
        assert.equal(await store.memories.get("ada", "ada-extracted"), undefined);
        assert.equal(await store.memories.get("ada", "ada-memory-1"), undefined);
        assert.equal(await store.notifications.count("ada", { unreadOnly: false }), 0);
        assert.equal((await store.webhookDeliveries.get("ada-delivery"))?.state.sessionId, null);
      };
      await assertDeleted();
      await assert.rejects(store.actionItems.replaceExtracted("ada", "ada-walk", [], 8), { kind: "conflict" });
      const { added } = await store.archive.put(
        entriesBefore.filter(({ kind }) => kind !== "app"),
        now,
      );
      assert.equal(added, 0);
      await assertDeleted();
      assert.deepEqual(await store.archive.put(tombstones, now), { added: 0, existing: 4, skipped: 0 });
    });

    test("raises a fence and never lowers it", async (store) => {
      const fence = (value: number): ArchiveEntry => {
        return { kind: "fence", of: "memory", userId: "ada", conversationId: "talk", fence: value };
      };
      assert.equal((await store.archive.put([fence(5)], now)).added, 1);
      assert.equal((await store.archive.put([fence(4)], now)).added, 0);
      await assert.rejects(store.memories.replaceExtracted("ada", "talk", [], 4, now), { kind: "conflict" });
      await store.memories.replaceExtracted("ada", "talk", [], 6, now);
    });
  });
}

/**
 * Guarantees of two stores that exchange archives.
 * @param openFirst opens a new store with each call; a test uses two of them at the same time.
 */
export function archiveTransferContract({ it }: TestFramework, openFirst: Open<Store>, openSecond: Open<Store>): void {
  const test = (title: string, body: (first: Store, second: Store) => Promise<void>) =>
    it(title, () => withSubject(openFirst, (first) => withSubject(openSecond, (second) => body(first, second))())());

  test("copies all data of users into another store, and from there into a third", async (first, second) => {
    await storeUserData(first, "ada");
    await storeUserData(first, "bob");
    assert.equal((await copyArchive(first, second)).skipped, 0);
    await withSubject(openFirst, async (third) => {
      assert.equal((await copyArchive(second, third)).skipped, 0);
      for (const userId of ["ada", "bob"]) {
        const expected = await readUserData(first, userId);
        assert.deepEqual(await readUserData(second, userId), expected);
        assert.deepEqual(await readUserData(third, userId), expected);
      }
      assert.deepEqual(await listSortedEntries(third), await listSortedEntries(first));
      assert.equal(await third.conversations.isDeleted("ada", "ada-deleted"), true);
    })();
  });

  test("changes nothing when the copy is repeated", async (first, second) => {
    await storeUserData(first, "ada");
    const { added } = await copyArchive(first, second);
    const entriesBefore = await listSortedEntries(second);
    const { cursor } = await second.memories.getChangesSince("ada");
    assert.deepEqual(await copyArchive(first, second), { added: 0, existing: added, skipped: 0 });
    assert.deepEqual(await listSortedEntries(second), entriesBefore);
    assert.deepEqual((await second.memories.getChangesSince("ada", cursor)).upserts, []);
  });

  test("adds to data that the user has in the other store", async (first, second) => {
    await storeUserData(first, "ada");
    const ownMemory = aMemory({ id: "own", content: "Ada has been here before" });
    await second.memories.addOrGet("ada", [ownMemory], (existing) => existing);
    await copyArchive(first, second);
    assert.deepEqual((await second.memories.get("ada", "own"))?.state, ownMemory.state);
    assert.equal((await listSortedEntries(second)).length, (await listSortedEntries(first)).length + 1);
  });

  test("copies only the data of the requested user", async (first, second) => {
    await storeUserData(first, "ada");
    await storeUserData(first, "bob");
    await copyArchive(first, second, "ada");
    assert.deepEqual(await readUserData(second, "ada"), await readUserData(first, "ada"));
    assert.deepEqual(await listSortedEntries(second, "bob"), []);
    assert.equal(await second.users.get("bob"), undefined);
  });
}
