import assert from "node:assert/strict";
import type { ArchiveEntry, ArchivePutResult } from "../../ports/driven/archive.js";
import type { Store } from "../../ports/driven/store.js";
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
  recorded,
} from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { awkwardTexts } from "./texts.js";

const EMBEDDER = "embedder";
const page = { limit: 1000 };
const now = new Date("2026-03-05T09:00:00.000Z");

/** Stores one or more objects of each kind for a user, and deletes some. */
export async function fillUser(store: Store, userId: string): Promise<void> {
  const id = (name: string): string => `${userId}-${name}`;
  await store.users.insertOrGet(aUser({ id: userId, displayName: `The user ${userId}` }));
  await store.folders.addMissing(userId, [aFolder({ id: id("folder"), userId })]);
  for (const name of ["walk", "talk", "deleted"]) {
    await store.conversations.insertOrGet(recorded(aConversation({ id: id(name), userId }), ...awkwardTexts));
  }
  const live = aLiveConversation(now, { id: id("live"), userId });
  const { segments } = aTranscript(id("live"), "It is heard piece by piece.");
  await store.conversations.appendSegments(userId, id("live"), undefined, () => ({
    conversation: live,
    first: 0,
    segments,
  }));
  const items = ["open", "deleted"].map((name) => anActionItem({ id: id(name), userId, conversationId: null }));
  await store.actionItems.insertAll(userId, items);
  const found = anActionItem({ id: id("found"), userId, conversationId: id("walk") });
  await store.actionItems.replaceExtracted(userId, id("walk"), [found], 7);
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
  await store.embeddings.put(userId, EMBEDDER, [{ id: id("memory-0"), digest: "digest", vector }]);
  await store.goals.insertOrGet(aGoal({ id: id("goal"), userId, currentValue: 0.1 + 0.2 }));
  await store.pushTargets.put(userId, id("target"), () => aPushTarget({ id: id("target"), userId }));
  await store.apiKeys.add(anApiKey({ id: id("key"), userId }));
  await store.apps.add(anApp({ id: id("app"), ownerId: userId }));
  await store.installations.put(userId, id("app"), () => anInstallation({ userId, appId: id("app") }));
  const source = { kind: "memory", id: id("memory-1") } as const;
  await store.notifications.add(aNotification({ id: id("notice"), userId, sources: [source] }));
  const reply = { kind: "notification", id: id("notice") } as const;
  await store.notifications.add(aNotification({ id: id("reply"), userId, sources: [reply], createdAt: now }));
  await store.webhookDeliveries.insertMissing([
    aWebhookDelivery({ id: id("delivery"), ownerId: userId, userId, conversationId: id("live") }),
  ]);
  await store.conversations.deleteWithTombstone(userId, id("deleted"));
  await store.actionItems.deleteWithTombstone(userId, id("deleted"));
  await store.memories.deleteWithTombstone(userId, id("deleted"), now);
}

/** Everything of a user that the repositories show. */
export async function contentOf(store: Store, userId: string): Promise<object> {
  const conversations = await store.conversations.listAll(userId, page.limit);
  const conversationIds = conversations.map(({ state }) => state.id);
  const memories = await store.memories.list(userId, {}, page);
  const memoryIds = [...memories.map(({ state }) => state.id), `${userId}-rejected`];
  return {
    user: (await store.users.get(userId))?.state,
    folders: statesOf(await store.folders.list(userId)),
    conversations: statesOf(conversations),
    transcripts: await store.conversations.transcripts(userId, conversationIds),
    actionItems: statesOf(await store.actionItems.list(userId, {}, page)),
    memories: statesOf(await store.memories.getMany(userId, memoryIds)),
    embeddings: await store.embeddings.find(userId, EMBEDDER, memoryIds),
    goals: statesOf(await store.goals.list(userId, { includeInactive: true }, page)),
    notifications: statesOf(await store.notifications.list(userId, { unreadOnly: false }, page)),
    pushTargets: statesOf(await store.pushTargets.list(userId)),
    apiKeys: statesOf(await store.apiKeys.list(userId, page)),
    apps: statesOf(await store.apps.list(userId, page)),
    installations: (await store.installations.findByUser(userId)).map(({ installation }) => installation.state),
    webhookDeliveries: statesOf(await store.webhookDeliveries.list(userId, {}, page)),
  };
}

function statesOf<S>(aggregates: readonly { readonly state: S }[]): S[] {
  return aggregates.map(({ state }) => state);
}

/** All entries, in an order that is the same for every store. */
export async function sortedEntries(store: Store, userId?: string): Promise<ArchiveEntry[]> {
  const entries = await Array.fromAsync(store.archive.entries(userId));
  const keyed = entries.map((entry) => {
    const fields: Readonly<Record<string, unknown>> = { ...entry, ...("state" in entry ? entry.state : {}) };
    const names = ["of", "ownerId", "userId", "id", "appId", "conversationId"];
    return { entry, key: JSON.stringify([entry.kind, ...names.map((name) => fields[name])]) };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
}

/** Puts all entries of one store into another, one by one. */
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
export function archiveContract({ describe, it }: Registrar, open: Open<Store>): void {
  const test = (title: string, body: (store: Store) => Promise<void>) => it(title, withSubject(open, body));

  describe("Archive", () => {
    test("counts the entries, of all users and of one", async (store) => {
      await fillUser(store, "ada");
      await fillUser(store, "bob");
      const all = await Array.fromAsync(store.archive.entries());
      const adas = await Array.fromAsync(store.archive.entries("ada"));
      assert.equal(await store.archive.countEntries(), all.length);
      assert.equal(await store.archive.countEntries("ada"), adas.length);
      assert.equal(all.length, 2 * adas.length);
      assert.equal(await store.archive.countEntries("carl"), 0);
    });

    test("yields apps first, and tombstones before what they could concern", async (store) => {
      await fillUser(store, "ada");
      await fillUser(store, "bob");
      const kinds = (await Array.fromAsync(store.archive.entries())).map(({ kind }) => kind);
      assert.deepEqual([kinds.indexOf("app"), kinds.lastIndexOf("app")], [0, 1]);
      const adas = (await Array.fromAsync(store.archive.entries("ada"))).map(({ kind }) => kind);
      assert.ok(adas.lastIndexOf("tombstone") < adas.indexOf("conversation"));
      assert.ok(adas.lastIndexOf("memory") < adas.indexOf("notification"));
    });

    test("yields a memory that goes by another name of a deleted one, and no tombstone of it", async (store) => {
      const named = aMemory({ id: "named", content: "Ada likes tea" });
      const source = { conversationId: "walk", segmentIds: [], foundAs: "named" };
      const deleted = aMemory({ id: "deleted", content: "Ada likes coffee", sources: [source] });
      await store.memories.addOrGet("ada", [named, deleted], (existing) => existing);
      await store.memories.deleteWithTombstone("ada", "deleted", now);
      const entries = await Array.fromAsync(store.archive.entries("ada"));
      assert.deepEqual(entries, [
        { kind: "tombstone", of: "memory", userId: "ada", id: "deleted" },
        { kind: "memory", state: named.state, embeddings: [] },
      ]);
      assert.equal(await store.archive.countEntries("ada"), 2);
    });

    test("refuses entries of several owners in one call", async (store) => {
      const entries = ["ada", "bob"].map((id): ArchiveEntry => ({ kind: "user", state: aUser({ id }).state }));
      await assert.rejects(async () => store.archive.put(entries, now));
      assert.equal(await store.users.get("ada"), undefined);
    });

    test("leaves what is there as it is", async (store) => {
      const memory = aMemory({ id: "memory", content: "Ada likes tea" });
      await store.memories.addOrGet("ada", [memory], (existing) => existing);
      const other = aMemory({ id: "memory", content: "Ada likes coffee" });
      const embedding = { embedderId: EMBEDDER, digest: "digest", vector: new Float32Array([1]) };
      const entry: ArchiveEntry = { kind: "memory", state: other.state, embeddings: [embedding] };
      assert.deepEqual(await store.archive.put([entry], now), { added: 0, existing: 1, skipped: 0 });
      assert.deepEqual((await store.memories.get("ada", "memory"))?.state, memory.state);
      assert.deepEqual(await store.embeddings.find("ada", EMBEDDER, ["memory"]), []);
    });

    test("tells change feeds what it adds", async (store) => {
      const { cursor } = await store.memories.changesSince("ada");
      await store.archive.put([{ kind: "memory", state: aMemory({ id: "new" }).state, embeddings: [] }], now);
      const { upserts } = await store.memories.changesSince("ada", cursor);
      assert.deepEqual(
        upserts.map(({ id }) => id),
        ["new"],
      );
    });

    test("skips what conflicts with other data", async (store) => {
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

    test("deletes by a tombstone all that a deletion by the user deletes, for good", async (store) => {
      await fillUser(store, "ada");
      const before = await Array.fromAsync(store.archive.entries("ada"));
      const tombstones: ArchiveEntry[] = [
        { kind: "tombstone", of: "conversation", userId: "ada", id: "ada-walk" },
        { kind: "tombstone", of: "conversation", userId: "ada", id: "ada-live" },
        { kind: "tombstone", of: "memory", userId: "ada", id: "ada-memory-1" },
        { kind: "tombstone", of: "action_item", userId: "ada", id: "ada-open" },
      ];
      assert.deepEqual(await store.archive.put(tombstones, now), { added: 4, existing: 0, skipped: 0 });
      const check = async (): Promise<void> => {
        assert.equal(await store.conversations.isDeleted("ada", "ada-walk"), true);
        assert.equal(await store.conversations.get("ada", "ada-walk"), undefined);
        assert.equal((await store.conversations.transcripts("ada", ["ada-walk"])).size, 0);
        assert.equal(await store.actionItems.get("ada", "ada-found"), undefined);
        assert.equal(await store.actionItems.get("ada", "ada-open"), undefined);
        assert.equal(await store.memories.get("ada", "ada-extracted"), undefined);
        assert.equal(await store.memories.get("ada", "ada-memory-1"), undefined);
        assert.equal(await store.notifications.count("ada", { unreadOnly: false }), 0);
        assert.equal((await store.webhookDeliveries.get("ada-delivery"))?.state.sessionId, null);
      };
      await check();
      await assert.rejects(store.actionItems.replaceExtracted("ada", "ada-walk", [], 8), { kind: "conflict" });
      const { added } = await store.archive.put(
        before.filter(({ kind }) => kind !== "app"),
        now,
      );
      assert.equal(added, 0);
      await check();
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
 * @param openFirst opens another store each time, of which two are used at once.
 */
export function transferContract({ it }: Registrar, openFirst: Open<Store>, openSecond: Open<Store>): void {
  const test = (title: string, body: (first: Store, second: Store) => Promise<void>) =>
    it(title, () => withSubject(openFirst, (first) => withSubject(openSecond, (second) => body(first, second))())());

  test("brings everything a user owns into another store, and back into a new one", async (first, second) => {
    await fillUser(first, "ada");
    await fillUser(first, "bob");
    assert.equal((await copyArchive(first, second)).skipped, 0);
    await withSubject(openFirst, async (third) => {
      assert.equal((await copyArchive(second, third)).skipped, 0);
      for (const userId of ["ada", "bob"]) {
        const expected = await contentOf(first, userId);
        assert.deepEqual(await contentOf(second, userId), expected);
        assert.deepEqual(await contentOf(third, userId), expected);
      }
      assert.deepEqual(await sortedEntries(third), await sortedEntries(first));
      assert.equal(await third.conversations.isDeleted("ada", "ada-deleted"), true);
    })();
  });

  test("changes nothing when it is repeated", async (first, second) => {
    await fillUser(first, "ada");
    const { added } = await copyArchive(first, second);
    const before = await sortedEntries(second);
    const { cursor } = await second.memories.changesSince("ada");
    assert.deepEqual(await copyArchive(first, second), { added: 0, existing: added, skipped: 0 });
    assert.deepEqual(await sortedEntries(second), before);
    assert.deepEqual((await second.memories.changesSince("ada", cursor)).upserts, []);
  });

  test("adds to what a user has in the other store", async (first, second) => {
    await fillUser(first, "ada");
    const own = aMemory({ id: "own", content: "Ada has been here before" });
    await second.memories.addOrGet("ada", [own], (existing) => existing);
    await copyArchive(first, second);
    assert.deepEqual((await second.memories.get("ada", "own"))?.state, own.state);
    assert.equal((await sortedEntries(second)).length, (await sortedEntries(first)).length + 1);
  });

  test("takes only what one user owns", async (first, second) => {
    await fillUser(first, "ada");
    await fillUser(first, "bob");
    await copyArchive(first, second, "ada");
    assert.deepEqual(await contentOf(second, "ada"), await contentOf(first, "ada"));
    assert.deepEqual(await sortedEntries(second, "bob"), []);
    assert.equal(await second.users.get("bob"), undefined);
  });
}
