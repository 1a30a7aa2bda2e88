import assert from "node:assert/strict";
import { isLeaseLost } from "../../domain/lease.js";
import { Notification } from "../../domain/notification.js";
import type { NotificationRepository } from "../../ports/driven/notification-repository.js";
import { aNotification } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

const LEASE = 30_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** One to be delivered to a phone from then on. */
function due(at: Date, { id = "a", userId = "ada" } = {}): Notification {
  const targets = [{ id: "phone", channel: "ntfy" }] as const;
  return Notification.create({ appId: "app", kind: "direct", text: "Water" }, { id, userId, now: at, targets });
}

/** What every NotificationRepository keeps when it hands out deliveries. */
export function notificationClaimsContract({ describe, it }: Registrar, open: Open<NotificationRepository>): void {
  const test = (title: string, body: (notifications: NotificationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("a claim", () => {
    test("is of what is due, and is stored", async (notifications) => {
      const notification = due(start);
      await notifications.add(notification);
      await notifications.add(aNotification());
      await notifications.add(due(after(1), { id: "later" }));
      const [claimed, ...others] = await notifications.claimDue(start, LEASE, 10);
      assert.deepEqual(others, []);
      assert.deepEqual(claimed?.state, notification.claim(start, LEASE).state);
      assert.deepEqual((await notifications.get("ada", "a"))?.state, claimed.state);
    });

    test("is of all users, longest due first, and of no more than asked for", async (notifications) => {
      await notifications.add(due(after(200), { id: "second", userId: "bob" }));
      await notifications.add(due(after(300), { id: "third" }));
      await notifications.add(due(after(100), { id: "first" }));
      const names = async (limit: number) =>
        (await notifications.claimDue(after(1000), LEASE, limit)).map(({ state }) => state.id);
      assert.deepEqual(await names(2), ["first", "second"]);
      assert.deepEqual(await names(2), ["third"]);
      assert.deepEqual(await names(2), []);
    });

    test("goes to exactly one of 8 pushers", async (notifications) => {
      const work = Array.from({ length: 40 }, (_, index) => due(start, { id: `work-${index}` }));
      await Promise.all(work.map((notification) => notifications.add(notification)));
      const pusher = async () => {
        const mine: string[] = [];
        for (;;) {
          const claimed = await notifications.claimDue(start, LEASE, 3);
          if (claimed.length === 0) return mine;
          mine.push(...claimed.map(({ state }) => state.id));
        }
      };
      const shares = await Promise.all(Array.from({ length: 8 }, pusher));
      assert.deepEqual(shares.flat().sort(), work.map(({ state }) => state.id).sort());
    });

    test("is taken over when it has run out, and whoever held it can write no more", async (notifications) => {
      await notifications.add(due(start));
      const [late] = await notifications.claimDue(start, LEASE, 1);
      assert.deepEqual(await notifications.claimDue(after(LEASE - 1), LEASE, 1), []);
      const [next] = await notifications.claimDue(after(LEASE), LEASE, 1);
      assert.equal(next?.state.lease.fence, 2);
      const tooLate = notifications.update("ada", "a", (before) => before.release(late?.state.lease.fence ?? 0));
      await assert.rejects(tooLate, isLeaseLost);
      assert.deepEqual((await notifications.get("ada", "a"))?.state, next.state);
    });

    test("comes again when the next attempt is due, and ends with the last delivery", async (notifications) => {
      await notifications.add(due(start));
      await notifications.claimDue(start, LEASE, 1);
      const failed = { kind: "failed", reason: "It did not answer", nextAttemptAt: after(100) } as const;
      await notifications.update("ada", "a", (before) => before.recordAttempt("phone", failed, 1, start).release(1));
      assert.deepEqual(await notifications.claimDue(after(99), LEASE, 1), []);
      const [again] = await notifications.claimDue(after(100), LEASE, 1);
      assert.equal(again?.state.deliveries[0]?.attempts, 1);
      await notifications.update("ada", "a", (before) =>
        before.recordAttempt("phone", { kind: "sent" }, 2, after(100)).release(2),
      );
      assert.deepEqual(await notifications.claimDue(after(10 * LEASE), LEASE, 1), []);
    });
  });
}
