import assert from "node:assert/strict";
import { isLeaseLost } from "../../domain/lease.js";
import { Notification } from "../../domain/notification/notification.js";
import { PushTarget } from "../../domain/notification/push-target.js";
import type {
  PushTargetRepository,
  NotificationRepository,
} from "../../ports/driven/store/notification-repositories.js";
import { aPushTarget, aNotification } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";

const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));

async function putTarget(targets: PushTargetRepository, target: PushTarget): Promise<PushTarget> {
  const { userId, id } = target.state;
  return targets.put(userId, id, () => target);
}

const idsOf = (pushTargets: readonly PushTarget[]): string[] => pushTargets.map(({ state }) => state.id);

/** Guarantees of every PushTargetRepository. */
export function pushTargetRepositoryContract({ it }: TestFramework, open: Open<PushTargetRepository>): void {
  const test = (title: string, body: (targets: PushTargetRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("stores every field of a push target unchanged", async (targets) => {
    const target = aPushTarget({
      channel: "web_push",
      url: "https://push.example/🌱",
      keys: { p256dh: "B", auth: "a" },
      sealedSecret: "sealed",
      goneSince: dayOfMarch(3),
      keyedChanges: ["call"],
    });
    await putTarget(targets, target);
    assert.deepEqual((await targets.get("ada", target.state.id))?.state, target.state);
    assert.deepEqual((await targets.list("ada"))[0]?.state, target.state);
  });

  test("reports an unknown target and a target of another user as not found", async (targets) => {
    const { id } = (await putTarget(targets, aPushTarget())).state;
    const failIfCalled = (): never => assert.fail("there is nothing to change");
    for (const [userId, targetId] of [
      ["ada", "nothing"],
      ["bob", id],
    ] as const) {
      assert.equal(await targets.get(userId, targetId), undefined);
      assert.equal(await targets.update(userId, targetId, failIfCalled), undefined);
      assert.equal(await targets.remove(userId, targetId), false);
    }
    assert.deepEqual(await targets.list("bob"), []);
    assert.deepEqual(await targets.getTargetRefs("bob"), []);
  });

  test("isolates targets of two users that have the same ID", async (targets) => {
    await putTarget(targets, aPushTarget({ id: "a", url: "https://ada.example" }));
    await putTarget(targets, aPushTarget({ id: "a", url: "https://bob.example", userId: "bob" }));
    await targets.remove("bob", "a");
    assert.equal((await targets.get("ada", "a"))?.state.url, "https://ada.example");
  });

  test("passes the current target to put and replaces it with the result", async (targets) => {
    const first = await putTarget(targets, aPushTarget({ id: "a" }));
    const seenStates: unknown[] = [];
    await targets.put("ada", "a", (current) => {
      seenStates.push(current?.state);
      return aPushTarget({ id: "a", url: "https://second.example" });
    });
    assert.deepEqual(seenStates.at(-1), first.state);
    assert.deepEqual(
      (await targets.list("ada")).map(({ state }) => state.url),
      ["https://second.example"],
    );
  });

  test("loses none of 20 concurrent changes of one target", async (targets) => {
    const putIncremented = () =>
      targets.put("ada", "a", (current) =>
        PushTarget.restore({
          ...aPushTarget({ id: "a" }).state,
          createdAt: new Date((current?.state.createdAt.getTime() ?? 0) + 1),
        }),
      );
    await Promise.all(Array.from({ length: 20 }, putIncremented));
    assert.deepEqual(
      (await targets.list("ada")).map(({ state }) => state.createdAt.getTime()),
      [20],
    );
  });

  test("changes nothing when the put or update callback throws", async (targets) => {
    const target = await putTarget(targets, aPushTarget());
    const failure = new Error("no");
    const throwFailure = (): never => {
      throw failure;
    };
    await assert.rejects(targets.put("ada", target.state.id, throwFailure), failure);
    await assert.rejects(targets.put("ada", "another", throwFailure), failure);
    await assert.rejects(targets.update("ada", target.state.id, throwFailure), failure);
    assert.deepEqual(
      (await targets.list("ada")).map(({ state }) => state),
      [target.state],
    );
  });

  test("lists targets newest first, then by ID, and omits gone targets from the target references", async (targets) => {
    const [b, a, c, goneTarget] = [
      aPushTarget({ id: "b", createdAt: dayOfMarch(1), channel: "webhook" }),
      aPushTarget({ id: "a", createdAt: dayOfMarch(1) }),
      aPushTarget({ id: "c", createdAt: dayOfMarch(2), channel: "web_push" }),
      aPushTarget({ id: "d", createdAt: dayOfMarch(3), goneSince: dayOfMarch(4) }),
    ];
    for (const target of [b, a, c, goneTarget]) await putTarget(targets, target);
    assert.deepEqual(idsOf(await targets.list("ada")), ["d", "c", "a", "b"]);
    assert.deepEqual(await targets.getTargetRefs("ada"), [
      { id: "c", channel: "web_push" },
      { id: "a", channel: "ntfy" },
      { id: "b", channel: "webhook" },
    ]);
    await targets.update("ada", "c", (current) => current.markGone(dayOfMarch(5)));
    assert.deepEqual((await targets.get("ada", "c"))?.state.goneSince, dayOfMarch(5));
    assert.equal((await targets.getTargetRefs("ada")).length, 2);
  });

  test("removes a target only once", async (targets) => {
    for (const id of ["a", "b"]) await putTarget(targets, aPushTarget({ id }));
    assert.equal(await targets.remove("ada", "a"), true);
    assert.equal(await targets.remove("ada", "a"), false);
    assert.deepEqual(idsOf(await targets.list("ada")), ["b"]);
  });

  test("isolates stored targets from mutations by the caller", async (targets) => {
    const target = await putTarget(targets, aPushTarget({ createdAt: dayOfMarch(1) }));
    target.state.createdAt.setTime(0);
    (await targets.get("ada", target.state.id))?.state.createdAt.setTime(0);
    (await targets.list("ada"))[0]?.state.createdAt.setTime(0);
    assert.deepEqual((await targets.get("ada", target.state.id))?.state.createdAt, dayOfMarch(1));
  });
}

const LEASE_MS = 30_000;
const start = new Date("2026-03-02T09:00:00.000Z");
const timeAfter = (milliseconds: number) => new Date(start.getTime() + milliseconds);

/** Builds a notification whose delivery to a phone is due at `dueAt`. */
function aDueNotification(dueAt: Date, { id = "a", userId = "ada" } = {}): Notification {
  const targets = [{ id: "phone", channel: "ntfy" }] as const;
  return Notification.create({ appId: "app", kind: "direct", text: "Water" }, { id, userId, now: dueAt, targets });
}

/** Guarantees of every NotificationRepository for claims of deliveries. */
export function notificationClaimsContract({ describe, it }: TestFramework, open: Open<NotificationRepository>): void {
  const test = (title: string, body: (notifications: NotificationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  describe("NotificationRepository: a delivery claim", () => {
    test("returns and stores claims only for due deliveries", async (notifications) => {
      const notification = aDueNotification(start);
      await notifications.add(notification);
      await notifications.add(aNotification());
      await notifications.add(aDueNotification(timeAfter(1), { id: "later" }));
      const [claimed, ...otherClaims] = await notifications.claimDue(start, LEASE_MS, 10);
      assert.deepEqual(otherClaims, []);
      assert.deepEqual(claimed?.state, notification.claim(start, LEASE_MS).state);
      assert.deepEqual((await notifications.get("ada", "a"))?.state, claimed.state);
    });

    test("covers all users, longest overdue first, up to the limit", async (notifications) => {
      await notifications.add(aDueNotification(timeAfter(200), { id: "second", userId: "bob" }));
      await notifications.add(aDueNotification(timeAfter(300), { id: "third" }));
      await notifications.add(aDueNotification(timeAfter(100), { id: "first" }));
      const claimIds = async (limit: number) =>
        (await notifications.claimDue(timeAfter(1000), LEASE_MS, limit)).map(({ state }) => state.id);
      assert.deepEqual(await claimIds(2), ["first", "second"]);
      assert.deepEqual(await claimIds(2), ["third"]);
      assert.deepEqual(await claimIds(2), []);
    });

    test("goes to exactly one of 8 concurrent workers", async (notifications) => {
      const dueNotifications = Array.from({ length: 40 }, (_, index) =>
        aDueNotification(start, { id: `work-${index}` }),
      );
      await Promise.all(dueNotifications.map((notification) => notifications.add(notification)));
      const claimAndPush = async () => {
        const claimedIds: string[] = [];
        for (;;) {
          const claimed = await notifications.claimDue(start, LEASE_MS, 3);
          if (claimed.length === 0) return claimedIds;
          claimedIds.push(...claimed.map(({ state }) => state.id));
        }
      };
      const shares = await Promise.all(Array.from({ length: 8 }, claimAndPush));
      assert.deepEqual(shares.flat().sort(), dueNotifications.map(({ state }) => state.id).sort());
    });

    test("is taken over after its lease expires; the previous holder can no longer write", async (notifications) => {
      await notifications.add(aDueNotification(start));
      const [lateClaim] = await notifications.claimDue(start, LEASE_MS, 1);
      assert.deepEqual(await notifications.claimDue(timeAfter(LEASE_MS - 1), LEASE_MS, 1), []);
      const [nextClaim] = await notifications.claimDue(timeAfter(LEASE_MS), LEASE_MS, 1);
      assert.equal(nextClaim?.state.lease.fence, 2);
      const lateUpdate = notifications.update("ada", "a", (current) =>
        current.release(lateClaim?.state.lease.fence ?? 0),
      );
      await assert.rejects(lateUpdate, isLeaseLost);
      assert.deepEqual((await notifications.get("ada", "a"))?.state, nextClaim.state);
    });

    test("recurs when the next attempt is due, until everything is delivered", async (notifications) => {
      await notifications.add(aDueNotification(start));
      await notifications.claimDue(start, LEASE_MS, 1);
      const failedAttempt = { kind: "failed", reason: "It did not answer", nextAttemptAt: timeAfter(100) } as const;
      await notifications.update("ada", "a", (current) =>
        current.recordAttempt("phone", failedAttempt, 1, start).release(1),
      );
      assert.deepEqual(await notifications.claimDue(timeAfter(99), LEASE_MS, 1), []);
      const [reclaimed] = await notifications.claimDue(timeAfter(100), LEASE_MS, 1);
      assert.equal(reclaimed?.state.deliveries[0]?.attempts, 1);
      await notifications.update("ada", "a", (current) =>
        current.recordAttempt("phone", { kind: "sent" }, 2, timeAfter(100)).release(2),
      );
      assert.deepEqual(await notifications.claimDue(timeAfter(10 * LEASE_MS), LEASE_MS, 1), []);
    });
  });
}
