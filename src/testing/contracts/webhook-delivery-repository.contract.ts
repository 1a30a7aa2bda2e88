import assert from "node:assert/strict";
import { isLeaseLost } from "../../domain/lease.js";
import type { WebhookDelivery } from "../../domain/webhook/webhook-delivery.js";
import type { WebhookDeliveryRepository } from "../../ports/driven/store/app-repositories.js";
import { aWebhookDelivery } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const LEASE_MS = 8_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const timeAfter = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const idsOf = (deliveries: readonly WebhookDelivery[]) => deliveries.map(({ state }) => state.id);

/** Guarantees of every WebhookDeliveryRepository. */
export function webhookDeliveryRepositoryContract({ it }: TestFramework, open: Open<WebhookDeliveryRepository>): void {
  const test = (title: string, body: (deliveries: WebhookDeliveryRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("returns a stored delivery unchanged and nothing for an unknown ID", async (deliveries) => {
    const delivery = aWebhookDelivery({ id: "a" });
    assert.deepEqual(idsOf(await deliveries.insertMissing([delivery])), ["a"]);
    assert.deepEqual((await deliveries.get("a"))?.state, delivery.state);
    assert.equal(await deliveries.get("b"), undefined);
    assert.equal(await deliveries.update("b", (current) => current), undefined);
  });

  test("stores each ID once and returns only the new deliveries", async (deliveries) => {
    const first = aWebhookDelivery({ id: "a" });
    await deliveries.insertMissing([first]);
    const duplicate = aWebhookDelivery({ id: "a", appId: "another" });
    assert.deepEqual(idsOf(await deliveries.insertMissing([duplicate, aWebhookDelivery({ id: "b" })])), ["b"]);
    assert.deepEqual((await deliveries.get("a"))?.state, first.state);
  });

  test("returns copies that later updates do not change", async (deliveries) => {
    await deliveries.insertMissing([aWebhookDelivery({ id: "a" })]);
    const copy = await deliveries.get("a");
    await deliveries.update("a", (delivery) => delivery.claim(start, LEASE_MS));
    assert.equal(copy?.state.lease.fence, 0);
  });

  test("lists and counts deliveries of an owner in pages, newest first, optionally for one app", async (deliveries) => {
    const old = aWebhookDelivery({ id: "old", createdAt: start });
    const young = aWebhookDelivery({ id: "young", createdAt: timeAfter(1) });
    const toOtherApp = aWebhookDelivery({ id: "other", createdAt: timeAfter(2), appId: "another" });
    const foreign = aWebhookDelivery({ id: "foreign", ownerId: "bob" });
    await deliveries.insertMissing([old, toOtherApp, young, foreign]);
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, { limit: 10 })), ["other", "young", "old"]);
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, { limit: 1, offset: 1 })), ["young"]);
    const nextPage = { limit: 10, after: toOtherApp.sortKey };
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, nextPage)), ["young", "old"]);
    assert.deepEqual(idsOf(await deliveries.list("olga", { appId: "app" }, { limit: 10 })), ["young", "old"]);
    assert.equal(await deliveries.count("olga", {}), 3);
    assert.equal(await deliveries.count("olga", { appId: "another" }), 1);
    assert.equal(await deliveries.count("nobody", {}), 0);
  });

  test("claims due deliveries, longest overdue first, up to the limit", async (deliveries) => {
    const dueDeliveries = [timeAfter(200), timeAfter(300), timeAfter(100)].map((createdAt, index) =>
      aWebhookDelivery({ id: `due-${index}`, createdAt }),
    );
    await deliveries.insertMissing(dueDeliveries);
    assert.deepEqual(idsOf(await deliveries.claimDue(timeAfter(250), LEASE_MS, 1)), ["due-2"]);
    assert.deepEqual(idsOf(await deliveries.claimDue(timeAfter(250), LEASE_MS, 5)), ["due-0"]);
    assert.deepEqual(idsOf(await deliveries.claimDue(timeAfter(250), LEASE_MS, 5)), []);
    // The leases of the other two expired after this delivery became due.
    assert.deepEqual(idsOf(await deliveries.claimDue(timeAfter(100_000), LEASE_MS, 1)), ["due-1"]);
  });

  test("goes to exactly one of 8 senders", async (deliveries) => {
    await deliveries.insertMissing(Array.from({ length: 40 }, (_, index) => aWebhookDelivery({ id: `work-${index}` })));
    const sender = async () => {
      const claimedIds: string[] = [];
      for (;;) {
        const claimed = await deliveries.claimDue(timeAfter(1), LEASE_MS, 3);
        if (claimed.length === 0) return claimedIds;
        claimedIds.push(...idsOf(claimed));
      }
    };
    const claimedIdsOfAll = (await Promise.all(Array.from({ length: 8 }, sender))).flat();
    assert.equal(claimedIdsOfAll.length, 40);
    assert.equal(new Set(claimedIdsOfAll).size, 40);
  });

  test("rejects writes of the previous holder after a lease is taken over", async (deliveries) => {
    await deliveries.insertMissing([aWebhookDelivery({ id: "a" })]);
    await deliveries.claimDue(start, LEASE_MS, 1);
    const [nextClaim] = await deliveries.claimDue(timeAfter(LEASE_MS), LEASE_MS, 1);
    assert.equal(nextClaim?.state.lease.fence, 2);
    await assert.rejects(
      deliveries.update("a", (current) => current.drop("late", 1)),
      isLeaseLost,
    );
    assert.deepEqual((await deliveries.get("a"))?.state, nextClaim.state);
  });

  test("removes deliveries older than a given time, up to the limit per call", async (deliveries) => {
    await deliveries.insertMissing(
      [0, 1, 2, 3].map((ms) => aWebhookDelivery({ id: `at-${ms}`, createdAt: timeAfter(ms) })),
    );
    assert.equal(await deliveries.removeOlder(timeAfter(3), 2), 2);
    assert.equal(await deliveries.removeOlder(timeAfter(3), 2), 1);
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, { limit: 10 })), ["at-3"]);
  });
}
