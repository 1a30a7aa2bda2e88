import assert from "node:assert/strict";
import { createPendingLease } from "../../domain/lease.js";
import type { Notification, NotificationDelivery } from "../../domain/notification/notification.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
} from "../../ports/driven/store/notification-repositories.js";
import type { PageRequest } from "../../ports/paging.js";
import { aNotification } from "../builders.js";
import { withSubject, type Open, type TestFramework } from "../test-framework.js";
import { notificationClaimsContract } from "./push-delivery.contract.js";
import { awkwardTexts } from "./awkward-texts.js";

const dayOfMarch = (day: number) => new Date(Date.UTC(2026, 2, day));
const allNotifications: NotificationFilter = { unreadOnly: false };
const unreadOnly: NotificationFilter = { unreadOnly: true };
const queuedDelivery: NotificationDelivery = {
  channel: "ntfy",
  targetId: "phone",
  state: "queued",
  reason: "It did not answer",
  at: dayOfMarch(2),
  attempts: 1,
  nextAttemptAt: dayOfMarch(3),
};

/** Guarantees of every NotificationRepository. */
export function notificationRepositoryContract(framework: TestFramework, open: Open<NotificationRepository>): void {
  const { describe, it } = framework;
  const test = (title: string, body: (notifications: NotificationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("stores every field of a notification unchanged", async (notifications) => {
    const input = [
      aNotification({ appId: null, kind: "system", readAt: dayOfMarch(3), keyedChanges: ["call"] }),
      aNotification({ deliveries: [queuedDelivery], lease: createPendingLease(dayOfMarch(3)) }),
      aNotification({ sources: [{ kind: "conversation", id: "talk" }] }),
      ...awkwardTexts.map((text) => aNotification({ text, replies: [{ id: "r", text, at: dayOfMarch(3) }] })),
    ];
    for (const notification of input) await notifications.add(notification);
    for (const { state } of input) assert.deepEqual((await notifications.get("ada", state.id))?.state, state);
  });

  test("isolates stored notifications from mutations by the caller", async (notifications) => {
    const notification = aNotification({ readAt: dayOfMarch(9) });
    await notifications.add(notification);
    notification.state.readAt?.setTime(0);
    (await notifications.get("ada", notification.state.id))?.state.readAt?.setTime(0);
    assert.deepEqual((await notifications.get("ada", notification.state.id))?.state.readAt, dayOfMarch(9));
  });

  test("returns the existing notification of the same ID unchanged", async (notifications) => {
    const first = aNotification({ id: "a", text: "First" });
    assert.deepEqual((await notifications.add(first))?.state, first.state);
    assert.deepEqual((await notifications.add(aNotification({ id: "a", text: "Second" })))?.state, first.state);
    assert.deepEqual((await notifications.get("ada", "a"))?.state, first.state);
  });

  test("stores one of 20 notifications that are added concurrently with the same ID, and returns it to every caller", async (notifications) => {
    const texts = Array.from({ length: 20 }, (_, index) => `Text ${index}`);
    const stored = await Promise.all(texts.map((text) => notifications.add(aNotification({ id: "a", text }))));
    assert.equal(new Set(stored.map((notification) => notification?.state.text)).size, 1);
    assert.equal(await notifications.count("ada", allNotifications), 1);
  });

  test("isolates users from each other, even for equal IDs", async (notifications) => {
    await notifications.add(aNotification({ id: "a" }));
    assert.equal(await notifications.get("bob", "a"), undefined);
    assert.equal(await notifications.update("bob", "a", markAsRead), undefined);
    assert.equal(await notifications.updateUnread("bob", { until: dayOfMarch(9), limit: 9 }, markAsRead), 0);
    assert.deepEqual(await listIds(notifications, "bob", allNotifications), []);
    assert.deepEqual(await notifications.findLatestByApp("bob", "app", 9), []);
    assert.deepEqual(await notifications.getChangesSince("bob", 0, 9), []);
    assert.equal(await notifications.getLatestRevision("bob"), 0);
    await notifications.add(aNotification({ id: "a", userId: "bob", text: "His" }));
    assert.equal((await notifications.get("bob", "a"))?.state.text, "His");
    assert.equal((await notifications.get("ada", "a"))?.isRead, false);
  });

  test("loses none of 20 concurrent changes", async (notifications) => {
    await notifications.add(aNotification({ id: "a" }));
    const addReply = (_: unknown, index: number) =>
      notifications.update("ada", "a", (current) => current.reply("Yes", { id: `${index}`, now: dayOfMarch(3) }));
    await Promise.all(Array.from({ length: 20 }, addReply));
    assert.equal((await notifications.get("ada", "a"))?.state.replies.length, 20);
  });

  test("changes nothing when the update callback throws", async (notifications) => {
    const notification = aNotification({ id: "a" });
    await notifications.add(notification);
    const failure = new Error("no");
    const throwFailure = (): never => {
      throw failure;
    };
    await assert.rejects(notifications.update("ada", "a", throwFailure), failure);
    await assert.rejects(notifications.updateUnread("ada", { until: dayOfMarch(9), limit: 9 }, throwFailure), failure);
    assert.deepEqual((await notifications.get("ada", "a"))?.state, notification.state);
  });

  describe("NotificationRepository: list", () => {
    test("sorts newest first, then by ID, and can be limited to unread notifications", async (notifications) => {
      await addNotifications(notifications, [
        aNotification({ id: "c", createdAt: dayOfMarch(2) }),
        aNotification({ id: "old", createdAt: dayOfMarch(1), readAt: dayOfMarch(5) }),
        aNotification({ id: "b", createdAt: dayOfMarch(2), readAt: dayOfMarch(5) }),
        aNotification({ id: "new", createdAt: dayOfMarch(3) }),
      ]);
      assert.deepEqual(await listIds(notifications, "ada", allNotifications), ["new", "b", "c", "old"]);
      assert.deepEqual(await listIds(notifications, "ada", unreadOnly), ["new", "c"]);
      assert.equal(await notifications.count("ada", allNotifications), 4);
      assert.equal(await notifications.count("ada", unreadOnly), 2);
    });

    test("returns pages by offset and by cursor that together contain every notification", async (notifications) => {
      const input = Array.from({ length: 23 }, (_, index) =>
        aNotification({ createdAt: dayOfMarch(1 + (index % 5)), readAt: index % 3 === 0 ? dayOfMarch(9) : null }),
      );
      await addNotifications(notifications, input);
      for (const filter of [allNotifications, unreadOnly]) {
        const expectedIds = await listIds(notifications, "ada", filter);
        const idsByOffset: string[] = [];
        for (let offset = 0; offset < expectedIds.length; offset += 4) {
          idsByOffset.push(...(await listIds(notifications, "ada", filter, { limit: 4, offset })));
        }
        assert.deepEqual(idsByOffset, expectedIds);
        const notificationsByCursor: Notification[] = [];
        for (;;) {
          const after = notificationsByCursor.at(-1)?.sortKey;
          const page = await notifications.list("ada", filter, { limit: 4, ...(after === undefined ? {} : { after }) });
          if (page.length === 0) break;
          notificationsByCursor.push(...page);
        }
        assert.deepEqual(idsOf(notificationsByCursor), expectedIds);
      }
    });

    test("omits read notifications from the unread ones, whether one or many were marked as read", async (notifications) => {
      await addNotifications(
        notifications,
        [1, 2, 3, 4].map((day) => aNotification({ id: `day ${day}`, createdAt: dayOfMarch(day) })),
      );
      await notifications.update("ada", "day 2", markAsRead);
      assert.deepEqual(await listIds(notifications, "ada", unreadOnly), ["day 4", "day 3", "day 1"]);
      assert.equal(await notifications.updateUnread("ada", { until: dayOfMarch(3), limit: 1 }, markAsRead), 1);
      assert.deepEqual(await listIds(notifications, "ada", unreadOnly), ["day 4", "day 1"]);
      assert.equal(await notifications.updateUnread("ada", { until: dayOfMarch(3), limit: 9 }, markAsRead), 1);
      assert.equal(await notifications.updateUnread("ada", { until: dayOfMarch(3), limit: 9 }, markAsRead), 0);
      assert.deepEqual(await listIds(notifications, "ada", unreadOnly), ["day 4"]);
      await notifications.update("ada", "day 1", (current) => current.markUnread());
      assert.deepEqual(await listIds(notifications, "ada", unreadOnly), ["day 4", "day 1"]);
    });

    test("findLatestByApp returns only notifications of the app, latest activity first", async (notifications) => {
      await addNotifications(notifications, [
        aNotification({ id: "first", createdAt: dayOfMarch(1) }),
        aNotification({ id: "second", createdAt: dayOfMarch(2) }),
        aNotification({ id: "third", createdAt: dayOfMarch(3) }),
        aNotification({ id: "another's", createdAt: dayOfMarch(4), appId: "another" }),
        aNotification({ id: "nobody's", createdAt: dayOfMarch(4), appId: null, kind: "system" }),
      ]);
      await notifications.update("ada", "first", (current) => current.reply("Yes", { id: "r", now: dayOfMarch(5) }));
      assert.deepEqual(idsOf(await notifications.findLatestByApp("ada", "app", 9)), ["first", "third", "second"]);
      assert.deepEqual(idsOf(await notifications.findLatestByApp("ada", "app", 2)), ["first", "third"]);
      assert.deepEqual(await notifications.findLatestByApp("ada", "nowhere", 9), []);
    });
  });

  describe("NotificationRepository: the change feed", () => {
    test("returns each changed notification once, in revision order, in its current state", async (notifications) => {
      for (const id of ["a", "b", "c"]) await notifications.add(aNotification({ id }));
      await notifications.update("ada", "a", markAsRead);
      const changes = await notifications.getChangesSince("ada", 0, 9);
      assert.deepEqual(idsOf(changes.map(notificationOf)), ["b", "c", "a"]);
      assert.equal(changes.map(notificationOf).at(-1)?.isRead, true);
      const revisions = changes.map(({ revision }) => revision);
      assert.deepEqual(
        revisions,
        [...new Set(revisions)].sort((a, b) => a - b),
      );
      assert.equal(await notifications.getLatestRevision("ada"), revisions.at(-1));
    });

    test("continues after a revision, with at most the requested number of changes", async (notifications) => {
      const input = Array.from({ length: 7 }, (_, index) => aNotification({ id: `${index}` }));
      for (const notification of input) await notifications.add(notification);
      const seenIds: string[] = [];
      let revision = 0;
      for (;;) {
        const changes = await notifications.getChangesSince("ada", revision, 3);
        assert.ok(changes.length <= 3, `${changes.length}`);
        const last = changes.at(-1);
        if (!last) break;
        seenIds.push(...idsOf(changes.map(notificationOf)));
        revision = last.revision;
      }
      assert.deepEqual(seenIds, idsOf(input));
      await notifications.update("ada", "3", (current) => current.reply("Yes", { id: "r", now: dayOfMarch(5) }));
      const [change, ...otherChanges] = await notifications.getChangesSince("ada", revision, 3);
      assert.deepEqual(otherChanges, []);
      assert.equal(change && notificationOf(change).state.replies.length, 1);
    });

    test("contains no entry for delivery state or for updates that change nothing", async (notifications) => {
      await notifications.add(
        aNotification({ id: "a", deliveries: [queuedDelivery], lease: createPendingLease(dayOfMarch(3)) }),
      );
      const revision = await notifications.getLatestRevision("ada");
      await notifications.add(aNotification({ id: "a" }));
      await notifications.update("ada", "a", (current) => current.markUnread());
      const [claimed] = await notifications.claimDue(dayOfMarch(3), 1000, 1);
      const fence = claimed?.state.lease.fence ?? 0;
      await notifications.update("ada", "a", (current) =>
        current.recordAttempt("phone", { kind: "sent" }, fence, dayOfMarch(3)).release(fence),
      );
      assert.deepEqual(await notifications.getChangesSince("ada", revision, 9), []);
      assert.equal(await notifications.getLatestRevision("ada"), revision);
    });

    test("reports the current latest revision of each of several users", async (notifications) => {
      const users = ["ada", "bob", "cem"];
      const readLatest = () => notifications.getLatestRevisions(users);
      const readEachLatest = async () => {
        const revisions = new Map<string, number>();
        for (const userId of users) revisions.set(userId, await notifications.getLatestRevision(userId));
        return revisions;
      };
      assert.deepEqual(await readLatest(), new Map(users.map((userId) => [userId, 0])));
      assert.deepEqual(await notifications.getLatestRevisions([]), new Map());
      const source = { kind: "notification", id: "a" } as const;
      const applyChanges: readonly (() => Promise<unknown>)[] = [
        () => notifications.add(aNotification({ id: "a" })),
        () => notifications.add(aNotification({ id: "made of a", sources: [source] })),
        () => notifications.add(aNotification({ id: "his", userId: "bob" })),
        () => notifications.update("ada", "a", markAsRead),
        () => notifications.deleteDependents("ada", source, dayOfMarch(9)),
      ];
      for (const applyChange of applyChanges) {
        const revisionsBefore = await readLatest();
        await applyChange();
        const revisionsAfter = await readLatest();
        assert.notDeepEqual(revisionsAfter, revisionsBefore);
        assert.deepEqual(revisionsAfter, await readEachLatest());
        assert.deepEqual(await readLatest(), revisionsAfter);
      }
      assert.deepEqual(await notifications.getLatestRevisions(["bob"]), new Map([["bob", 1]]));
      assert.equal((await readLatest()).get("cem"), 0);
    });

    test("delivers all of 60 notifications added concurrently with polling", async (notifications) => {
      const writes = Promise.all(
        Array.from({ length: 60 }, (_, index) => notifications.add(aNotification({ id: `${index}` }))),
      );
      const seenIds = new Set<string>();
      let revision = 0;
      const writeState = { all: false };
      void writes.then(() => (writeState.all = true));
      for (;;) {
        const wasWritten = writeState.all;
        const changes = await notifications.getChangesSince("ada", revision, 7);
        for (const id of idsOf(changes.map(notificationOf))) seenIds.add(id);
        revision = changes.at(-1)?.revision ?? revision;
        if (wasWritten && changes.length === 0) break;
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(seenIds.size, 60);
    });
  });

  notificationClaimsContract(framework, open);
}

const markAsRead = (current: Notification) => current.markRead(dayOfMarch(9));

function notificationOf(change: NotificationChange): Notification {
  assert.ok("notification" in change);
  return change.notification;
}

const idsOf = (notifications: readonly Notification[]) => notifications.map(({ state }) => state.id);

async function addNotifications(notifications: NotificationRepository, input: readonly Notification[]): Promise<void> {
  await Promise.all(input.map((notification) => notifications.add(notification)));
}

async function listIds(
  notifications: NotificationRepository,
  userId: string,
  filter: NotificationFilter,
  pageRequest: PageRequest = { limit: 100 },
): Promise<string[]> {
  return idsOf(await notifications.list(userId, filter, pageRequest));
}
