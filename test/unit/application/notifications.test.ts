import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { NotificationFeed } from "../../../src/application/notification-feed.js";
import { Notifications } from "../../../src/application/notifications.js";
import type { Notification } from "../../../src/domain/notification.js";
import type { Call } from "../../../src/ports/driving/index.js";
import {
  anApp,
  anInstallation,
  aPushTarget,
  FixedClock,
  ManualScheduler,
  SequentialIds,
} from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const MINUTE = 60_000;
const ids = new SequentialIds();

async function opened({ perHour = 2, start = "2026-03-02T09:00:00.000Z" } = {}) {
  const store = openInMemoryStore();
  const clock = new FixedClock(new Date(start));
  const scheduler = new ManualScheduler(clock);
  const feed = new NotificationFeed({ ...store, scheduler, log: silent });
  let nudges = 0;
  const notifications = new Notifications(store, feed, { perHour }, () => (nudges += 1));
  await store.apps.add(anApp({ id: "app" }));
  await store.installations.put("ada", "app", () => anInstallation({ appId: "app" }));
  const call = (): Call => ({ userId: "owner", now: clock.now(), ids });
  const say = (text = "Water", userId = "ada") => notifications.direct(call(), { appId: "app", userId, text });
  return { store, clock, feed, notifications, call, say, nudges: () => nudges };
}

describe("notifications: what an app may say in an hour", () => {
  it("ends with the hour in UTC, and begins anew with the next", async () => {
    const { say, clock } = await opened({ start: "2026-03-02T09:59:59.000Z" });
    expect(await say()).to.deep.equal({ isAccepted: true, allowance: { limit: 2, left: 1, endsInMs: 1_000 } });
    expect((await say()).isAccepted).to.equal(true);
    clock.advance(999);
    expect(await say()).to.deep.equal({ isAccepted: false, allowance: { limit: 2, left: 0, endsInMs: 1 } });
    clock.advance(1);
    expect(await say()).to.deep.equal({ isAccepted: true, allowance: { limit: 2, left: 1, endsInMs: 60 * MINUTE } });
    clock.advance(60 * MINUTE - 1);
    expect((await say()).isAccepted).to.equal(true);
    expect((await say()).isAccepted).to.equal(false);
  });

  it("is counted for each app and user alone", async () => {
    const { say, store, notifications, call } = await opened({ perHour: 1 });
    await store.installations.put("bob", "app", () => anInstallation({ appId: "app", userId: "bob" }));
    await store.apps.add(anApp({ id: "other" }));
    await store.installations.put("ada", "other", () => anInstallation({ appId: "other" }));
    expect((await say()).isAccepted).to.equal(true);
    expect((await say("Water", "bob")).isAccepted).to.equal(true);
    const other = { appId: "other", userId: "ada", text: "Water" };
    expect((await notifications.direct(call(), other)).isAccepted).to.equal(true);
    expect((await say()).isAccepted).to.equal(false);
  });

  it("is not used up by what is refused", async () => {
    const { say, store } = await opened({ perHour: 1 });
    for (const [refused, kind] of [
      [say("  "), "invalid"],
      [say("Water", "nobody"), "not_found"],
    ] as const)
      await rejection(kind, refused);
    await store.apps.update("ada", "app", (before) => before.disable("owner", new Date(0)));
    await rejection("forbidden", say());
    await store.apps.update("ada", "app", (before) => before.enable(new Date(0)));
    expect((await say()).isAccepted).to.equal(true);
    expect((await say()).isAccepted).to.equal(false);
    expect(await store.notifications.count("ada", { unreadOnly: false })).to.equal(1);
  });

  it("has no end where there is no limit", async () => {
    const { say } = await opened({ perHour: 0 });
    for (let n = 0; n < 30; n += 1) expect(await say()).to.deep.equal({ isAccepted: true });
  });

  it("is not used up by a call that is repeated after it was done", async () => {
    const { notifications, store, clock } = await opened({ perHour: 1 });
    const direct = { appId: "app", userId: "ada", text: "Once" };
    const tried = (repeats: boolean): Call => {
      const same = { fresh: () => "same", derived: ids.derived.bind(ids) };
      return { userId: "owner", now: clock.now(), ids: same, keyed: { callId: "call", repeats } };
    };
    expect((await notifications.direct(tried(false), direct)).isAccepted).to.equal(true);
    expect(await notifications.direct(tried(true), direct)).to.deep.equal({ isAccepted: true });
    expect(await store.notifications.count("ada", { unreadOnly: false })).to.equal(1);
  });
});

async function requireStored(pushing: Promise<Notification | undefined>): Promise<Notification> {
  const notification = await pushing;
  if (!notification) throw new Error("It was not requireStored");
  return notification;
}

describe("notifications: a push", () => {
  const pushed = { id: "n", userId: "ada", appId: null, kind: "system", text: "The app is disabled" } as const;

  it("is in the inbox, and nowhere else where there is nowhere", async () => {
    const { notifications, store, clock, nudges } = await opened();
    const { state } = await requireStored(notifications.push(pushed, clock.now()));
    expect(state.deliveries).to.deep.equal([]);
    expect((await store.notifications.get("ada", "n"))?.state).to.deep.equal(state);
    expect(nudges()).to.equal(0);
  });

  it("is queued for each of the user's targets, and whoever delivers is told", async () => {
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

  it("of the same id is one, as it was first", async () => {
    const { notifications, store, clock } = await opened();
    await notifications.push(pushed, clock.now());
    const again = await requireStored(notifications.push({ ...pushed, text: "Another" }, clock.now()));
    expect(again.state.text).to.equal(pushed.text);
    expect(await store.notifications.count("ada", { unreadOnly: false })).to.equal(1);
  });
});

describe("notifications: all of them marked as read", () => {
  it("are those that there were when it was asked, however many", async () => {
    const { notifications, clock } = await opened();
    for (let n = 0; n < 450; n += 1) {
      await notifications.push({ id: `${n}`, userId: "ada", appId: null, kind: "system", text: "Hm" }, clock.now());
    }
    const call: Call = { userId: "ada", now: clock.now(), ids };
    clock.advance(1);
    await notifications.push({ id: "later", userId: "ada", appId: null, kind: "system", text: "Hm" }, clock.now());
    expect(await notifications.markAllRead(call)).to.equal(450);
    expect(await notifications.countUnread(call)).to.equal(1);
    expect((await notifications.get(call, "later")).isRead).to.equal(false);
  });
});
