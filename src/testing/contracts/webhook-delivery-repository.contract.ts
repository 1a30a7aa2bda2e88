import assert from "node:assert/strict";
import { isLeaseLost } from "../../domain/lease.js";
import type { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { WebhookDeliveryRepository } from "../../ports/driven/webhook-delivery-repository.js";
import { aWebhookDelivery } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const LEASE = 8_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const idsOf = (deliveries: readonly WebhookDelivery[]) => deliveries.map(({ state }) => state.id);

/** What every WebhookDeliveryRepository keeps. */
export function webhookDeliveryRepositoryContract({ it }: Registrar, open: Open<WebhookDeliveryRepository>): void {
  const test = (title: string, body: (deliveries: WebhookDeliveryRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("gives back what was stored, and nothing for an unknown id", async (deliveries) => {
    const delivery = aWebhookDelivery({ id: "a" });
    assert.deepEqual(idsOf(await deliveries.insertMissing([delivery])), ["a"]);
    assert.deepEqual((await deliveries.get("a"))?.state, delivery.state);
    assert.equal(await deliveries.get("b"), undefined);
    assert.equal(await deliveries.update("b", (before) => before), undefined);
  });

  test("stores each id once, and says which are new", async (deliveries) => {
    const first = aWebhookDelivery({ id: "a" });
    await deliveries.insertMissing([first]);
    const again = aWebhookDelivery({ id: "a", appId: "another" });
    assert.deepEqual(idsOf(await deliveries.insertMissing([again, aWebhookDelivery({ id: "b" })])), ["b"]);
    assert.deepEqual((await deliveries.get("a"))?.state, first.state);
  });

  test("hands out copies", async (deliveries) => {
    await deliveries.insertMissing([aWebhookDelivery({ id: "a" })]);
    const before = await deliveries.get("a");
    await deliveries.update("a", (delivery) => delivery.claim(start, LEASE));
    assert.equal(before?.state.lease.fence, 0);
  });

  test("lists an owner's newest first, in stretches, all or those to one app", async (deliveries) => {
    const old = aWebhookDelivery({ id: "old", createdAt: start });
    const young = aWebhookDelivery({ id: "young", createdAt: after(1) });
    const other = aWebhookDelivery({ id: "other", createdAt: after(2), appId: "another" });
    const foreign = aWebhookDelivery({ id: "foreign", ownerId: "bob" });
    await deliveries.insertMissing([old, other, young, foreign]);
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, { limit: 10 })), ["other", "young", "old"]);
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, { limit: 1, offset: 1 })), ["young"]);
    const rest = { limit: 10, after: other.sortKey };
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, rest)), ["young", "old"]);
    assert.deepEqual(idsOf(await deliveries.list("olga", { appId: "app" }, { limit: 10 })), ["young", "old"]);
    assert.equal(await deliveries.count("olga", {}), 3);
    assert.equal(await deliveries.count("olga", { appId: "another" }), 1);
    assert.equal(await deliveries.count("nobody", {}), 0);
  });

  test("claims what is due, longest due first, no more than asked for", async (deliveries) => {
    const due = [after(200), after(300), after(100)].map((createdAt, i) =>
      aWebhookDelivery({ id: `due-${i}`, createdAt }),
    );
    await deliveries.insertMissing(due);
    assert.deepEqual(idsOf(await deliveries.claimDue(after(250), LEASE, 1)), ["due-2"]);
    assert.deepEqual(idsOf(await deliveries.claimDue(after(250), LEASE, 5)), ["due-0"]);
    assert.deepEqual(idsOf(await deliveries.claimDue(after(250), LEASE, 5)), []);
    // The claims of the other two have run out later than it was due.
    assert.deepEqual(idsOf(await deliveries.claimDue(after(100_000), LEASE, 1)), ["due-1"]);
  });

  test("goes to exactly one of 8 senders", async (deliveries) => {
    await deliveries.insertMissing(Array.from({ length: 40 }, (_, i) => aWebhookDelivery({ id: `work-${i}` })));
    const sender = async () => {
      const mine: string[] = [];
      for (;;) {
        const claimed = await deliveries.claimDue(after(1), LEASE, 3);
        if (claimed.length === 0) return mine;
        mine.push(...idsOf(claimed));
      }
    };
    const shares = (await Promise.all(Array.from({ length: 8 }, sender))).flat();
    assert.equal(shares.length, 40);
    assert.equal(new Set(shares).size, 40);
  });

  test("fences off whoever held it before", async (deliveries) => {
    await deliveries.insertMissing([aWebhookDelivery({ id: "a" })]);
    await deliveries.claimDue(start, LEASE, 1);
    const [next] = await deliveries.claimDue(after(LEASE), LEASE, 1);
    assert.equal(next?.state.lease.fence, 2);
    await assert.rejects(
      deliveries.update("a", (before) => before.dropped("late", 1)),
      isLeaseLost,
    );
    assert.deepEqual((await deliveries.get("a"))?.state, next.state);
  });

  test("forgets those made before a time, so many at once", async (deliveries) => {
    await deliveries.insertMissing(
      [0, 1, 2, 3].map((ms) => aWebhookDelivery({ id: `at-${ms}`, createdAt: after(ms) })),
    );
    assert.equal(await deliveries.removeOlder(after(3), 2), 2);
    assert.equal(await deliveries.removeOlder(after(3), 2), 1);
    assert.deepEqual(idsOf(await deliveries.list("olga", {}, { limit: 10 })), ["at-3"]);
  });
}
