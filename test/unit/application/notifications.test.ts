import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { NotificationFeed } from "../../../src/application/notifications/notification-feed.js";
import { Notifications } from "../../../src/application/notifications/notifications.js";
import type { Notification } from "../../../src/domain/notification/notification.js";
import type { RequestContext } from "../../../src/ports/driving/index.js";
import {
  anApp,
  anInstallation,
  aPushTarget,
  FixedClock,
  ManualScheduler,
  SequentialIds,
} from "../../../src/testing/index.js";
import { silentEventLog } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const MINUTE = 60_000;
const ids = new SequentialIds();

async function opened({ perHour = 2, start = "2026-03-02T09:00:00.000Z" } = {}) {
  const store = openInMemoryStore();
  const clock = new FixedClock(new Date(start));
  const scheduler = new ManualScheduler(clock);
  const feed = new NotificationFeed({ ...store, scheduler, log: silentEventLog });
  let nudges = 0;
  const notifications = new Notifications(store, feed, { perHour }, () => (nudges += 1));
  await store.apps.add(anApp({ id: "app" }));
  await store.installations.put("ada", "app", () => anInstallation({ appId: "app" }));
  const call = (): RequestContext => ({ userId: "owner", now: clock.now(), ids });
  const say = (text = "Water", userId = "ada") => notifications.sendDirect(call(), { appId: "app", userId, text });
  return { store, clock, feed, notifications, call, say, nudges: () => nudges };
}

describe("Notifications: the hourly quota of an app", () => {
  it("resets at the start of each hour in UTC", async () => {
    const { say, clock } = await opened({ start: "2026-03-02T09:59:59.000Z" });
    expect(await say()).to.deep.equal({ isAccepted: true, hourlyQuota: { limit: 2, remaining: 1, resetsInMs: 1_000 } });
    expect((await say()).isAccepted).to.equal(true);
    clock.advance(999);
    expect(await say()).to.deep.equal({ isAccepted: false, hourlyQuota: { limit: 2, remaining: 0, resetsInMs: 1 } });
    clock.advance(1);
    expect(await say()).to.deep.equal({
      isAccepted: true,
      hourlyQuota: { limit: 2, remaining: 1, resetsInMs: 60 * MINUTE },
    });
    clock.advance(60 * MINUTE - 1);
    expect((await say()).isAccepted).to.equal(true);
    expect((await say()).isAccepted).to.equal(false);
  });

  it("applies per app and user", async () => {
    const { say, store, notifications, call } = await opened({ perHour: 1 });
    await store.installations.put("bob", "app", () => anInstallation({ appId: "app", userId: "bob" }));
    await store.apps.add(anApp({ id: "other" }));
    await store.installations.put("ada", "other", () => anInstallation({ appId: "other" }));
    expect((await say()).isAccepted).to.equal(true);
    expect((await say("Water", "bob")).isAccepted).to.equal(true);
    const other = { appId: "other", userId: "ada", text: "Water" };
    expect((await notifications.sendDirect(call(), other)).isAccepted).to.equal(true);
    expect((await say()).isAccepted).to.equal(false);
  });

  it("is not consumed by rejected calls", async () => {
    const { say, store } = await opened({ perHour: 1 });
    for (const [refused, kind] of [
      [say("  "), "invalid"],
      [say("Water", "nobody"), "not_found"],
    ] as const)
      await expectDomainRejection(kind, refused);
    await store.apps.update("ada", "app", (before) => before.disable("owner", new Date(0)));
    await expectDomainRejection("forbidden", say());
    await store.apps.update("ada", "app", (before) => before.enable(new Date(0)));
    expect((await say()).isAccepted).to.equal(true);
    expect((await say()).isAccepted).to.equal(false);
    expect(await store.notifications.count("ada", { unreadOnly: false })).to.equal(1);
  });

  it("is unlimited when it is set to 0", async () => {
    const { say } = await opened({ perHour: 0 });
    for (let n = 0; n < 30; n += 1) expect(await say()).to.deep.equal({ isAccepted: true });
  });

  it("is not consumed by a retry of a completed call", async () => {
    const { notifications, store, clock } = await opened({ perHour: 1 });
    const direct = { appId: "app", userId: "ada", text: "Once" };
    const tried = (repeats: boolean): RequestContext => {
      const same = { generate: () => "same", derive: ids.derive.bind(ids) };
      return { userId: "owner", now: clock.now(), ids: same, idempotency: { idempotencyId: "call", isRetry: repeats } };
    };
    expect((await notifications.sendDirect(tried(false), direct)).isAccepted).to.equal(true);
    expect(await notifications.sendDirect(tried(true), direct)).to.deep.equal({ isAccepted: true });
    expect(await store.notifications.count("ada", { unreadOnly: false })).to.equal(1);
  });
});

async function requireStored(pushing: Promise<Notification | undefined>): Promise<Notification> {
  const notification = await pushing;
  if (!notification) throw new Error("It was not requireStored");
  return notification;
}

describe("Notifications: pushing", () => {
  const pushed = { id: "n", userId: "ada", appId: null, kind: "system", text: "The app is disabled" } as const;

  it("stores the notification without deliveries when the user has no push targets", async () => {
    const { notifications, store, clock, nudges } = await opened();
    const { state } = await requireStored(notifications.push(pushed, clock.now()));
    expect(state.deliveries).to.deep.equal([]);
    expect((await store.notifications.get("ada", "n"))?.state).to.deep.equal(state);
    expect(nudges()).to.equal(0);
  });

  it("queues a delivery for each target of the user and wakes the delivery worker", async () => {
    const { notifications, clock, nudges, store } = await opened();
    const phone = aPushTarget({ id: "phone", createdAt: new Date(1) });
    const browser = aPushTarget({ id: "browser", channel: "web_push", createdAt: new Date(0) });
    for (const target of [phone, browser]) await store.pushTargets.put("ada", target.state.id, () => target);
    const { state } = await requireStored(notifications.push(pushed, clock.now()));
    expect(state.deliveries.map(({ targetId, channel, state: how }) => [targetId, channel, how])).to.deep.equal([
      ["phone", "ntfy", "queued"],
      ["browser", "web_push", "queued"],
    ]);
    expect(nudges()).to.equal(1);
    expect(await store.notifications.claimDue(clock.now(), 1_000, 9)).to.have.length(1);
  });

  it("stores a notification once per ID and keeps the first text", async () => {
    const { notifications, store, clock } = await opened();
    await notifications.push(pushed, clock.now());
    const again = await requireStored(notifications.push({ ...pushed, text: "Another" }, clock.now()));
    expect(again.state.text).to.equal(pushed.text);
    expect(await store.notifications.count("ada", { unreadOnly: false })).to.equal(1);
  });
});

describe("Notifications: marking all as read", () => {
  it("marks all notifications that existed at the time of the request", async () => {
    const { notifications, clock } = await opened();
    for (let n = 0; n < 450; n += 1) {
      await notifications.push({ id: `${n}`, userId: "ada", appId: null, kind: "system", text: "Hm" }, clock.now());
    }
    const call: RequestContext = { userId: "ada", now: clock.now(), ids };
    clock.advance(1);
    await notifications.push({ id: "later", userId: "ada", appId: null, kind: "system", text: "Hm" }, clock.now());
    expect(await notifications.markAllRead(call)).to.equal(450);
    expect(await notifications.countUnread(call)).to.equal(1);
    expect((await notifications.get(call, "later")).isRead).to.equal(false);
  });
});
