import { expect } from "chai";
import { openMongoStore } from "../../../src/adapters/mongodb/index.js";
import { SystemClock } from "../../../src/adapters/system/index.js";
import { IdempotencyRecord } from "../../../src/domain/idempotency/idempotency-record.js";
import type { Store } from "../../../src/ports/index.js";
import {
  aClaimedConversation,
  aMemory,
  anApiKey,
  anApp,
  anInstallation,
  aNotification,
  aWebhookDelivery,
  withTranscript,
} from "../../../src/testing/index.js";
import { closeAfterTests } from "../../support/close-after-tests.js";
import { useTestDatabase } from "../../support/mongodb-server.js";

const WRITE_TIMEOUT_MS = 60_000;
const ROUNDS = 8;
const now = new Date("2026-03-02T09:00:00.000Z");
const LEASE_MS = 60_000;

/** Two stores on one database compete as two processes do: each has a client and write queues of its own. */
describe("MongoDB: two stores on one database", () => {
  const database = useTestDatabase();
  const closeLater = closeAfterTests();
  let one: Store;
  let other: Store;

  before(async () => {
    const open = (): Promise<Store> =>
      openMongoStore({ url: database().url, clock: new SystemClock(), writeTimeoutMs: WRITE_TIMEOUT_MS });
    [one, other] = (await Promise.all([open(), open()])).map(closeLater) as [Store, Store];
  });

  it("return every inbox change in the order of revisions", async () => {
    const writing = Promise.all(
      [one, other].flatMap(({ notifications }, store) =>
        Array.from({ length: 20 }, (_, n) =>
          notifications.add(aNotification({ userId: "inbox", id: `${store} ${n}`, sources: [] })),
        ),
      ),
    );
    const seen = new Set<string>();
    const written = { all: false };
    void writing.then(() => (written.all = true));
    let revision = 0;
    for (;;) {
      const wasWritten = written.all;
      const changes = await other.notifications.getChangesSince("inbox", revision, 7);
      for (const change of changes) {
        expect(change.revision).to.be.greaterThan(revision);
        revision = change.revision;
        if ("notification" in change) seen.add(change.notification.state.id);
      }
      if (wasWritten && changes.length === 0) break;
    }
    await writing;
    expect(seen.size).to.equal(40);
    expect(await one.notifications.getLatestRevision("inbox")).to.equal(revision);
  });

  it("keep no notification of a memory that the other store deletes concurrently", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = `memory ${round}`;
      await one.memories.addOrGet("ada", [aMemory({ id })], (known) => known);
      const sources = [{ kind: "memory", id }] as const;
      await Promise.all([
        ...[0, 1, 2].map((n) => one.notifications.add(aNotification({ id: `${round} ${n}`, sources }))),
        other.memories.deleteWithTombstone("ada", id, now),
      ]);
      expect(await one.notifications.count("ada", { unreadOnly: false })).to.equal(0);
    }
  });

  it("keep no notification of a conversation that the other store deletes concurrently", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const source = { kind: "conversation", id: `source ${round}` } as const;
      await one.conversations.insertOrGet(withTranscript(aClaimedConversation(now, LEASE_MS, { id: source.id })));
      const deletion = async (): Promise<void> => {
        await other.conversations.update("ada", source.id, (current) => current.markDeleting(now, LEASE_MS));
        await other.notifications.deleteDependents("ada", source, now);
      };
      await Promise.all([
        ...[0, 1, 2].map((n) => one.notifications.add(aNotification({ id: `${round} ${n}`, sources: [source] }))),
        deletion(),
      ]);
      expect(await one.notifications.count("ada", { unreadOnly: false })).to.equal(0);
    }
  });

  it("store no response that contains an object that the other store deletes concurrently", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const input = { id: `call ${round}`, userId: "ada", fingerprint: "same", seed: "seed" };
      const begun = await one.idempotencyRecords.put("ada", input.id, () =>
        IdempotencyRecord.start(undefined, input, now, LEASE_MS),
      );
      const end = (record: IdempotencyRecord): IdempotencyRecord =>
        record.complete(begun.state.lease.fence, "shows it", [`object ${round}`]);
      await Promise.all([
        one.idempotencyRecords.update("ada", input.id, end),
        other.idempotencyRecords.removeResponsesContaining("ada", [`object ${round}`], now),
      ]);
      const stored = await other.idempotencyRecords.update("ada", input.id, (record) => record);
      expect([stored?.isCompleted, stored?.state.shows]).to.deep.equal([true, []]);
    }
  });

  it("keep no installation of an app that the other store removes concurrently", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const appId = `app ${round}`;
      await one.apps.add(anApp({ id: appId }));
      const [installed, users] = await Promise.all([
        one.installations.put("bob", appId, () => anInstallation({ appId, userId: "bob" })),
        other.apps.remove("ada", appId),
      ]);
      expect(users).to.deep.equal(installed ? ["bob"] : []);
    }
    expect(await database().client.db().collection("installations").countDocuments()).to.equal(0);
  });

  it("keep no session ID in deliveries of a conversation that the other store deletes concurrently", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = `conversation ${round}`;
      await one.conversations.insertOrGet(withTranscript(aClaimedConversation(now, LEASE_MS, { id })));
      const deletion = async (): Promise<void> => {
        await other.conversations.update("ada", id, (conversation) => conversation.markDeleting(now, LEASE_MS));
        await other.webhookDeliveries.detachFromConversation("ada", id, now);
      };
      await Promise.all([
        ...[0, 1, 2].map((n) =>
          one.webhookDeliveries.insertMissing([aWebhookDelivery({ id: `${round} ${n}`, conversationId: id })]),
        ),
        deletion(),
      ]);
    }
    const deliveries = await one.webhookDeliveries.list("olga", {}, { limit: 100 });
    expect(deliveries.filter(({ state }) => state.sessionId !== null)).to.deep.equal([]);
  });

  it("do not recreate a deleted conversation by a concurrent claim", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = `due ${round}`;
      const conversation = aClaimedConversation(now, 1, { id, userId: "carol" });
      await one.conversations.insertOrGet(withTranscript(conversation));
      await Promise.all([
        one.conversations.claimDue(new Date(now.getTime() + LEASE_MS), LEASE_MS, 100),
        other.conversations.deleteWithTombstone("carol", id),
      ]);
      expect(await one.conversations.get("carol", id)).to.equal(undefined);
      expect(await other.conversations.isDeleted("carol", id)).to.equal(true);
    }
  });

  it("add one of two API keys with the same digest", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes = await Promise.allSettled([
        one.apiKeys.add(anApiKey({ id: `key ${round}`, digest: `digest ${round}` })),
        other.apiKeys.add(anApiKey({ id: `key ${round}`, userId: "bob", digest: `digest ${round}` })),
      ]);
      const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
      expect(refused).to.have.length(1);
      expect(refused[0]).to.include({ kind: "conflict", code: "key_exists" });
    }
  });

  it("share quotas and cooldowns exactly", async () => {
    const stores = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : other));
    const window = { from: now, until: new Date(now.getTime() + 3_600_000) };
    const results = await Promise.all(stores.map((store) => store.windowCounter.tryConsume("key", 7, window, now)));
    expect(results.filter(({ isConsumed }) => isConsumed)).to.have.length(7);
    const key = { userId: "ada", appId: "app" };
    const acquired = await Promise.all(
      stores.map((store, n) => store.cooldownLock.tryAcquire(key, `holder ${n}`, now, LEASE_MS)),
    );
    expect(acquired.filter(Boolean)).to.have.length(1);
  });
});
