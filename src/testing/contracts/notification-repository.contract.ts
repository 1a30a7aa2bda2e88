import assert from "node:assert/strict";
import { waiting } from "../../domain/lease.js";
import type { Notification, NotificationDelivery } from "../../domain/notification.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
} from "../../ports/driven/notification-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { aNotification } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";
import { notificationClaimsContract } from "./notification-claims.contract.js";
import { awkwardTexts } from "./texts.js";

const on = (day: number) => new Date(Date.UTC(2026, 2, day));
const all: NotificationFilter = { unreadOnly: false };
const unread: NotificationFilter = { unreadOnly: true };
const delivery: NotificationDelivery = {
  channel: "ntfy",
  targetId: "phone",
  state: "queued",
  reason: "It did not answer",
  at: on(2),
  attempts: 1,
  nextAttemptAt: on(3),
};

/** What every NotificationRepository keeps, whatever stores it. */
export function notificationRepositoryContract(registrar: Registrar, open: Open<NotificationRepository>): void {
  const { describe, it } = registrar;
  const test = (title: string, body: (notifications: NotificationRepository) => Promise<void>) =>
    it(title, withSubject(open, body));

  test("keeps a notification exactly as it was given", async (notifications) => {
    const given = [
      aNotification({ appId: null, kind: "system", readAt: on(3), keyedChanges: ["call"] }),
      aNotification({ deliveries: [delivery], lease: waiting(on(3)) }),
      aNotification({ sources: [{ kind: "conversation", id: "talk" }] }),
      ...awkwardTexts.map((text) => aNotification({ text, replies: [{ id: "r", text, at: on(3) }] })),
    ];
    for (const notification of given) await notifications.add(notification);
    for (const { state } of given) assert.deepEqual((await notifications.get("ada", state.id))?.state, state);
  });

  test("keeps nothing that its caller still holds", async (notifications) => {
    const notification = aNotification({ readAt: on(9) });
    await notifications.add(notification);
    notification.state.readAt?.setTime(0);
    (await notifications.get("ada", notification.state.id))?.state.readAt?.setTime(0);
    assert.deepEqual((await notifications.get("ada", notification.state.id))?.state.readAt, on(9));
  });

  test("answers the one of the same id that is there, and leaves it as it is", async (notifications) => {
    const first = aNotification({ id: "a", text: "First" });
    assert.deepEqual((await notifications.add(first))?.state, first.state);
    assert.deepEqual((await notifications.add(aNotification({ id: "a", text: "Second" })))?.state, first.state);
    assert.deepEqual((await notifications.get("ada", "a"))?.state, first.state);
  });

  test("stores one of 20 of the same id that come at once, and answers it to all", async (notifications) => {
    const texts = Array.from({ length: 20 }, (_, index) => `Text ${index}`);
    const stored = await Promise.all(texts.map((text) => notifications.add(aNotification({ id: "a", text }))));
    assert.equal(new Set(stored.map((one) => one?.state.text)).size, 1);
    assert.equal(await notifications.count("ada", all), 1);
  });

  test("keeps users apart, even under the same id", async (notifications) => {
    await notifications.add(aNotification({ id: "a" }));
    assert.equal(await notifications.get("bob", "a"), undefined);
    assert.equal(await notifications.update("bob", "a", read), undefined);
    assert.equal(await notifications.updateUnread("bob", { until: on(9), limit: 9 }, read), 0);
    assert.deepEqual(await ids(notifications, "bob", all), []);
    assert.deepEqual(await notifications.latestWithApp("bob", "app", 9), []);
    assert.deepEqual(await notifications.changesSince("bob", 0, 9), []);
    assert.equal(await notifications.latestRevision("bob"), 0);
    await notifications.add(aNotification({ id: "a", userId: "bob", text: "His" }));
    assert.equal((await notifications.get("bob", "a"))?.state.text, "His");
    assert.equal((await notifications.get("ada", "a"))?.isRead, false);
  });

  test("loses none of 20 changes at once", async (notifications) => {
    await notifications.add(aNotification({ id: "a" }));
    const reply = (_: unknown, n: number) =>
      notifications.update("ada", "a", (before) => before.reply("Yes", { id: `${n}`, now: on(3) }));
    await Promise.all(Array.from({ length: 20 }, reply));
    assert.equal((await notifications.get("ada", "a"))?.state.replies.length, 20);
  });

  test("changes nothing when the change throws", async (notifications) => {
    const notification = aNotification({ id: "a" });
    await notifications.add(notification);
    const refusal = new Error("no");
    const refuse = (): never => {
      throw refusal;
    };
    await assert.rejects(notifications.update("ada", "a", refuse), refusal);
    await assert.rejects(notifications.updateUnread("ada", { until: on(9), limit: 9 }, refuse), refusal);
    assert.deepEqual((await notifications.get("ada", "a"))?.state, notification.state);
  });

  describe("a list", () => {
    test("is newest first, by id where the time is the same, and of the unread ones where it is asked for", async (notifications) => {
      await fill(notifications, [
        aNotification({ id: "c", createdAt: on(2) }),
        aNotification({ id: "old", createdAt: on(1), readAt: on(5) }),
        aNotification({ id: "b", createdAt: on(2), readAt: on(5) }),
        aNotification({ id: "new", createdAt: on(3) }),
      ]);
      assert.deepEqual(await ids(notifications, "ada", all), ["new", "b", "c", "old"]);
      assert.deepEqual(await ids(notifications, "ada", unread), ["new", "c"]);
      assert.equal(await notifications.count("ada", all), 4);
      assert.equal(await notifications.count("ada", unread), 2);
    });

    test("comes in pages, by offset and by place, that together are the whole", async (notifications) => {
      const given = Array.from({ length: 23 }, (_, n) =>
        aNotification({ createdAt: on(1 + (n % 5)), readAt: n % 3 === 0 ? on(9) : null }),
      );
      await fill(notifications, given);
      for (const filter of [all, unread]) {
        const whole = await ids(notifications, "ada", filter);
        const byOffset: string[] = [];
        for (let offset = 0; offset < whole.length; offset += 4) {
          byOffset.push(...(await ids(notifications, "ada", filter, { limit: 4, offset })));
        }
        assert.deepEqual(byOffset, whole);
        const byPlace: Notification[] = [];
        for (;;) {
          const after = byPlace.at(-1)?.sortKey;
          const page = await notifications.list("ada", filter, { limit: 4, ...(after === undefined ? {} : { after }) });
          if (page.length === 0) break;
          byPlace.push(...page);
        }
        assert.deepEqual(idsOf(byPlace), whole);
      }
    });

    test("of the unread ones loses those that are read, whether one by one or many at once", async (notifications) => {
      await fill(
        notifications,
        [1, 2, 3, 4].map((day) => aNotification({ id: `day ${day}`, createdAt: on(day) })),
      );
      await notifications.update("ada", "day 2", read);
      assert.deepEqual(await ids(notifications, "ada", unread), ["day 4", "day 3", "day 1"]);
      assert.equal(await notifications.updateUnread("ada", { until: on(3), limit: 1 }, read), 1);
      assert.deepEqual(await ids(notifications, "ada", unread), ["day 4", "day 1"]);
      assert.equal(await notifications.updateUnread("ada", { until: on(3), limit: 9 }, read), 1);
      assert.equal(await notifications.updateUnread("ada", { until: on(3), limit: 9 }, read), 0);
      assert.deepEqual(await ids(notifications, "ada", unread), ["day 4"]);
      await notifications.update("ada", "day 1", (before) => before.markUnread());
      assert.deepEqual(await ids(notifications, "ada", unread), ["day 4", "day 1"]);
    });

    test("of the talk with an app is of that alone, what was said last first", async (notifications) => {
      await fill(notifications, [
        aNotification({ id: "first", createdAt: on(1) }),
        aNotification({ id: "second", createdAt: on(2) }),
        aNotification({ id: "third", createdAt: on(3) }),
        aNotification({ id: "another's", createdAt: on(4), appId: "another" }),
        aNotification({ id: "nobody's", createdAt: on(4), appId: null, kind: "system" }),
      ]);
      await notifications.update("ada", "first", (before) => before.reply("Yes", { id: "r", now: on(5) }));
      assert.deepEqual(idsOf(await notifications.latestWithApp("ada", "app", 9)), ["first", "third", "second"]);
      assert.deepEqual(idsOf(await notifications.latestWithApp("ada", "app", 2)), ["first", "third"]);
      assert.deepEqual(await notifications.latestWithApp("ada", "nowhere", 9), []);
    });
  });

  describe("changes", () => {
    test("are told in their order, each notification once, as it is now", async (notifications) => {
      for (const id of ["a", "b", "c"]) await notifications.add(aNotification({ id }));
      await notifications.update("ada", "a", read);
      const changes = await notifications.changesSince("ada", 0, 9);
      assert.deepEqual(idsOf(changes.map(presentIn)), ["b", "c", "a"]);
      assert.equal(changes.map(presentIn).at(-1)?.isRead, true);
      const revisions = changes.map(({ revision }) => revision);
      assert.deepEqual(
        revisions,
        [...new Set(revisions)].sort((one, other) => one - other),
      );
      assert.equal(await notifications.latestRevision("ada"), revisions.at(-1));
    });

    test("go on after a revision, by as many as are asked for", async (notifications) => {
      const given = Array.from({ length: 7 }, (_, n) => aNotification({ id: `${n}` }));
      for (const notification of given) await notifications.add(notification);
      const told: string[] = [];
      let revision = 0;
      for (;;) {
        const changes = await notifications.changesSince("ada", revision, 3);
        assert.ok(changes.length <= 3, `${changes.length}`);
        const last = changes.at(-1);
        if (!last) break;
        told.push(...idsOf(changes.map(presentIn)));
        revision = last.revision;
      }
      assert.deepEqual(told, idsOf(given));
      await notifications.update("ada", "3", (before) => before.reply("Yes", { id: "r", now: on(5) }));
      const [change, ...others] = await notifications.changesSince("ada", revision, 3);
      assert.deepEqual(others, []);
      assert.equal(change && presentIn(change).state.replies.length, 1);
    });

    test("are none of what the inbox does not show, and of what changes nothing", async (notifications) => {
      await notifications.add(aNotification({ id: "a", deliveries: [delivery], lease: waiting(on(3)) }));
      const revision = await notifications.latestRevision("ada");
      await notifications.add(aNotification({ id: "a" }));
      await notifications.update("ada", "a", (before) => before.markUnread());
      const [claimed] = await notifications.claimDue(on(3), 1000, 1);
      const fence = claimed?.state.lease.fence ?? 0;
      await notifications.update("ada", "a", (before) =>
        before.recordAttempt("phone", { kind: "sent" }, fence, on(3)).release(fence),
      );
      assert.deepEqual(await notifications.changesSince("ada", revision, 9), []);
      assert.equal(await notifications.latestRevision("ada"), revision);
    });

    test("are told by the latest revisions of several users, each time as they are then", async (notifications) => {
      const users = ["ada", "bob", "cem"];
      const latest = () => notifications.latestRevisions(users);
      const exact = async () => {
        const found = new Map<string, number>();
        for (const userId of users) found.set(userId, await notifications.latestRevision(userId));
        return found;
      };
      assert.deepEqual(await latest(), new Map(users.map((userId) => [userId, 0])));
      assert.deepEqual(await notifications.latestRevisions([]), new Map());
      const source = { kind: "notification", id: "a" } as const;
      const changes: readonly (() => Promise<unknown>)[] = [
        () => notifications.add(aNotification({ id: "a" })),
        () => notifications.add(aNotification({ id: "made of a", sources: [source] })),
        () => notifications.add(aNotification({ id: "his", userId: "bob" })),
        () => notifications.update("ada", "a", read),
        () => notifications.deleteDependents("ada", source, on(9)),
      ];
      for (const change of changes) {
        const before = await latest();
        await change();
        const after = await latest();
        assert.notDeepEqual(after, before);
        assert.deepEqual(after, await exact());
        assert.deepEqual(await latest(), after);
      }
      assert.deepEqual(await notifications.latestRevisions(["bob"]), new Map([["bob", 1]]));
      assert.equal((await latest()).get("cem"), 0);
    });

    test("miss none of 60 that come while they are followed", async (notifications) => {
      const writing = Promise.all(
        Array.from({ length: 60 }, (_, n) => notifications.add(aNotification({ id: `${n}` }))),
      );
      const told = new Set<string>();
      let revision = 0;
      const written = { all: false };
      void writing.then(() => (written.all = true));
      for (;;) {
        const wasWritten = written.all;
        const changes = await notifications.changesSince("ada", revision, 7);
        for (const id of idsOf(changes.map(presentIn))) told.add(id);
        revision = changes.at(-1)?.revision ?? revision;
        if (wasWritten && changes.length === 0) break;
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(told.size, 60);
    });
  });

  notificationClaimsContract(registrar, open);
}

const read = (before: Notification) => before.markRead(on(9));

function presentIn(change: NotificationChange): Notification {
  assert.ok("notification" in change);
  return change.notification;
}

const idsOf = (notifications: readonly Notification[]) => notifications.map(({ state }) => state.id);

async function fill(notifications: NotificationRepository, given: readonly Notification[]): Promise<void> {
  await Promise.all(given.map((notification) => notifications.add(notification)));
}

async function ids(
  notifications: NotificationRepository,
  userId: string,
  filter: NotificationFilter,
  stretch: PageRequest = { limit: 100 },
): Promise<string[]> {
  return idsOf(await notifications.list(userId, filter, stretch));
}
