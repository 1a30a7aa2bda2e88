import { expect } from "chai";
import { DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS } from "../../../src/application/workers/push-delivery-worker.js";
import { DEFAULT_CONVERSATION_WORKER_OPTIONS } from "../../../src/application/workers/conversation-worker.js";
import { Notification, type NotificationDelivery } from "../../../src/domain/notification/notification.js";
import type { PushTargetState } from "../../../src/domain/notification/push-target.js";
import { aPushTarget, anApp } from "../../../src/testing/index.js";
import { withOverrides, neverResolves, openCore, type TestCore } from "../../support/test-core.js";

const url = (name: string): string => `https://${name}.example/`;

/** Registers somebody who answers with what `status` says. */
async function reached(
  { store, pushChannels: pushed }: TestCore,
  name: string,
  status: () => number | Promise<number>,
  with_: Partial<PushTargetState> = {},
): Promise<void> {
  const target = aPushTarget({ id: name, url: url(name), ...with_ });
  await store.pushTargets.put(target.state.userId, name, () => target);
  pushed[target.state.channel].registerReceiver(target.state.url, async () => ({ status: await status() }));
}

/** Puts it into the inbox, and leaves it to whoever pushes. */
async function notify(
  { store, clock }: TestCore,
  id = "notification",
  appId: string | null = null,
  userId = "ada",
): Promise<void> {
  const input = { appId, kind: appId === null ? "system" : "direct", text: `The text of ${id}` } as const;
  const targets = await store.pushTargets.getTargetRefs(userId);
  await store.notifications.add(Notification.create(input, { id, userId, now: clock.now(), targets }));
}

/** Has all pushed that is due. */
async function push(core: TestCore): Promise<void> {
  core.start();
  await core.scheduler.advance(0);
}

/** Without waiting for what never ends. */
async function stopped(core: TestCore): Promise<void> {
  const stopping = core.stop(SECOND);
  await core.scheduler.advance(SECOND);
  await stopping;
}

async function delivery(core: TestCore, targetId: string, id = "notification"): Promise<Partial<NotificationDelivery>> {
  const found = await core.store.notifications.get("ada", id);
  const { state, reason, attempts, nextAttemptAt } =
    found?.state.deliveries.find((each) => each.targetId === targetId) ?? {};
  return {
    ...(state ? { state } : {}),
    reason: reason ?? null,
    attempts: attempts ?? -1,
    nextAttemptAt: nextAttemptAt ?? null,
  };
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

describe("The push delivery worker", () => {
  it("pushes once to each target of the user, titled with the app's name", async () => {
    const core = openCore();
    await core.store.apps.add(anApp({ id: "app", name: "Garden app" }));
    for (const channel of ["web_push", "ntfy", "webhook"] as const) {
      await reached(core, channel.replace("_", "-"), () => 200, { channel });
    }
    await reached(core, "bobs", () => 200, { userId: "bob" });
    await notify(core, "notification", "app");
    await push(core);
    const message = {
      id: "notification",
      kind: "direct",
      appId: "app",
      title: "Garden app",
      text: "The text of notification",
    };
    for (const channel of Object.values(core.pushChannels)) {
      expect(channel.receivedMessages).to.have.length(1);
      expect(channel.receivedMessages[0]).to.deep.include(message);
    }
    await core.scheduler.advance(HOUR);
    expect(Object.values(core.pushChannels).map(({ receivedMessages: received }) => received.length)).to.deep.equal([
      1, 1, 1,
    ]);
    expect(await delivery(core, "ntfy")).to.deep.equal({
      state: "sent",
      reason: null,
      attempts: 1,
      nextAttemptAt: null,
    });
    await core.stop();
  });

  it("uses the service's name as the title for a notification without an app", async () => {
    const core = openCore();
    await reached(core, "topic", () => 200);
    await notify(core);
    await push(core);
    expect(core.pushChannels.ntfy.receivedMessages[0]?.title).to.equal("mneme");
    await core.stop();
  });

  it("delivers notifications of another process within a second", async () => {
    const core = openCore();
    await reached(core, "topic", () => 200);
    await push(core);
    await notify(core);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(0);
    await core.scheduler.advance(SECOND);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(1);
    await core.stop();
  });

  it("delivers notifications of its own process immediately", async () => {
    const core = openCore();
    await reached(core, "topic", () => 200);
    await core.store.apps.add(anApp({ id: "app" }));
    await core.installations.install(core.requestContext(), "app", null);
    await push(core);
    await core.notifications.sendDirect(core.requestContext("ada"), { appId: "app", userId: "ada", text: "Water" });
    await core.scheduler.advance(0);
    expect(core.pushChannels.ntfy.receivedMessages.map(({ text }) => text)).to.deep.equal(["Water"]);
    await core.stop();
  });

  it("retries after 2, 8, 60 and 600 s and after an hour", async () => {
    const core = openCore({
      options: { conversationWorker: { ...DEFAULT_CONVERSATION_WORKER_OPTIONS, pollIntervalMs: HOUR } },
    });
    const begun = core.clock.now().getTime();
    const times: number[] = [];
    await reached(core, "topic", () => {
      times.push(Math.round((core.clock.now().getTime() - begun) / SECOND));
      return 503;
    });
    await notify(core);
    await push(core);
    await core.scheduler.advance(HOUR + 60 * SECOND);
    // A sweep a second: none is more than that late, and each is counted from the one before.
    for (const [index, due] of [0, 2, 8, 60, 600, 3600].entries()) {
      expect(times[index]).to.be.within(due, due + index);
    }
    expect(times).to.have.length(6);
    expect(await delivery(core, "topic")).to.deep.include({ state: "queued", reason: "status_503", attempts: 6 });
    await core.stop();
  });

  it("gives up after a day and keeps the last reason", async () => {
    const seldom = {
      pushDeliveryWorker: { ...DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS, pollIntervalMs: HOUR / 2 },
      conversationWorker: { ...DEFAULT_CONVERSATION_WORKER_OPTIONS, pollIntervalMs: HOUR },
    };
    const core = openCore({ options: seldom });
    await reached(core, "topic", () => 503);
    await notify(core);
    await push(core);
    await core.scheduler.advance(23 * HOUR);
    expect(await delivery(core, "topic")).to.deep.include({ state: "queued", reason: "status_503" });
    await core.scheduler.advance(2 * HOUR);
    expect(await delivery(core, "topic")).to.deep.include({
      state: "failed",
      reason: "status_503",
      nextAttemptAt: null,
    });
    const tries = core.pushChannels.ntfy.receivedMessages.length;
    await core.scheduler.advance(24 * HOUR);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(tries);
    expect(new Set(core.pushChannels.ntfy.receivedMessages.map(({ id }) => id)).size).to.equal(1);
    await core.stop();
  });

  it("succeeds when a target recovers", async () => {
    const core = openCore();
    const answers = [500, 429, 200];
    await reached(core, "topic", () => answers.shift() ?? 500);
    await notify(core);
    core.start();
    await core.scheduler.advance(20 * SECOND);
    expect(await delivery(core, "topic")).to.deep.equal({
      state: "sent",
      reason: null,
      attempts: 3,
      nextAttemptAt: null,
    });
    await core.stop();
  });

  it("does not retry after a permanent error", async () => {
    const core = openCore();
    await reached(core, "topic", () => 403);
    await notify(core);
    core.start();
    await core.scheduler.advance(HOUR);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(1);
    expect(await delivery(core, "topic")).to.deep.equal({
      state: "failed",
      reason: "status_403",
      attempts: 1,
      nextAttemptAt: null,
    });
    await core.stop();
  });

  it("deletes a browser target whose subscription has expired", async () => {
    for (const status of [404, 410]) {
      const core = openCore();
      await reached(core, "browser", () => status, { channel: "web_push" });
      await notify(core);
      await push(core);
      expect(await core.store.pushTargets.list("ada")).to.deep.equal([]);
      expect(await delivery(core, "browser")).to.deep.include({ state: "failed", reason: `status_${status}` });
      await notify(core, "second");
      await core.scheduler.advance(SECOND);
      expect(core.pushChannels.web_push.receivedMessages).to.have.length(1);
      await core.stop();
    }
  });

  it("marks a webhook as gone and skips it until it is registered again", async () => {
    const core = openCore();
    let status = 410;
    await core.pushTargets.register(core.requestContext(), { channel: "webhook", url: url("hook") });
    core.pushChannels.webhook.registerReceiver(url("hook"), () => ({ status }));
    await notify(core);
    await push(core);
    expect((await core.pushTargets.list(core.requestContext())).map(({ isGone }) => isGone)).to.deep.equal([true]);
    status = 200;
    await notify(core, "second");
    await core.pushTargets.register(core.requestContext(), { channel: "webhook", url: url("hook") });
    await notify(core, "third");
    await core.scheduler.advance(SECOND);
    expect(core.pushChannels.webhook.receivedMessages.map(({ id }) => id)).to.deep.equal(["notification", "third"]);
    await core.stop();
  });

  it("suppresses deliveries to targets that were removed or are gone", async () => {
    const core = openCore();
    await reached(core, "removed", () => 500);
    await reached(core, "gone", () => 500);
    await notify(core);
    await push(core);
    await core.pushTargets.remove(core.requestContext(), "removed");
    await core.store.pushTargets.update("ada", "gone", (before) => before.markGone(core.clock.now()));
    await core.scheduler.advance(10 * SECOND);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(2);
    expect(await delivery(core, "removed")).to.deep.include({ state: "suppressed", reason: "target_removed" });
    expect(await delivery(core, "gone")).to.deep.include({ state: "suppressed", reason: "target_gone" });
    await core.stop();
  });

  it("does not delay a user's other targets when one never responds", async () => {
    const core = openCore();
    await reached(core, "dead", () => neverResolves);
    await reached(core, "topic", () => 200);
    for (let each = 0; each < 100; each += 1) await notify(core, `${each}`);
    await push(core);
    await core.scheduler.advance(2 * SECOND);
    const ids = core.pushChannels.ntfy.receivedMessages.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(100);
    // The dead one holds as many as it may, and no more.
    expect(ids).to.have.length(104);
    await stopped(core);
  });

  it("does not delay other hosts when one never responds", async () => {
    const core = openCore();
    const people = Array.from({ length: 2_000 }, (_, index) => `user-${index}`);
    for (const userId of people)
      await reached(core, `dead-${userId}`, () => neverResolves, { userId, url: `https://dead.example/${userId}` });
    for (const userId of people) await notify(core, userId, null, userId);
    await push(core);
    await core.scheduler.advance(0);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(64);
    await reached(core, "topic", () => 200);
    await notify(core, "mine");
    await core.scheduler.advance(2 * SECOND);
    expect(core.pushChannels.ntfy.receivedMessages.map(({ id }) => id)).to.include("mine");
    await stopped(core);
  });

  it("postpones a delivery without a permit and counts no attempt", async () => {
    const core = openCore({
      options: {
        pushDeliveryWorker: {
          ...DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS,
          limiter: { ...DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS.limiter, maxPerKey: 4, maxQueuePerKey: 0 },
        },
      },
    });
    const waiting: (() => void)[] = [];
    await reached(core, "slow", () => new Promise((resolve) => waiting.push(() => resolve(200))));
    for (let each = 0; each < 6; each += 1) await notify(core, `${each}`);
    await push(core);
    expect(waiting).to.have.length(4);
    for (const id of ["4", "5"]) {
      const { attempts, nextAttemptAt } = await delivery(core, "slow", id);
      expect([attempts, Number(nextAttemptAt) - core.clock.now().getTime()]).to.deep.equal([0, SECOND]);
    }
    for (const answer of waiting.splice(0)) answer();
    await core.scheduler.advance(2 * SECOND);
    expect(waiting).to.have.length(2);
    for (const answer of waiting.splice(0)) answer();
    await core.scheduler.advance(0);
    expect(await delivery(core, "slow", "5")).to.deep.include({ state: "sent", attempts: 1 });
    await core.stop();
  });

  for (const change of ["removed", "gone"] as const) {
    it(`does not push to a target that is ${change} once the delivery gets its permit`, async () => {
      const core = openCore();
      const waiting: (() => void)[] = [];
      await reached(core, "slow", () => new Promise((resolve) => waiting.push(() => resolve(200))));
      for (let each = 0; each < 5; each += 1) await notify(core, `${each}`);
      await push(core);
      expect(waiting).to.have.length(4);
      if (change === "removed") await core.pushTargets.remove(core.requestContext(), "slow");
      else await core.store.pushTargets.update("ada", "slow", (before) => before.markGone(core.clock.now()));
      for (const answer of waiting.splice(0)) answer();
      await core.scheduler.advance(0);
      expect(waiting).to.have.length(0);
      const expected = { state: "suppressed", reason: `target_${change}` };
      expect(await delivery(core, "slow", "4")).to.deep.include(expected);
      await core.stop();
    });
  }

  it("retries after an internal error, and logs it without the text", async () => {
    const complaints: unknown[] = [];
    const log = {
      info: () => undefined,
      warn: (...said: unknown[]) => complaints.push(said),
      error: (...said: unknown[]) => complaints.push(said),
    };
    const core = openCore({ ports: { log } });
    let isBroken = true;
    await reached(core, "topic", () => {
      if (isBroken) throw new Error("no key opens it");
      return 200;
    });
    await notify(core);
    await push(core);
    expect(await delivery(core, "topic")).to.deep.include({ state: "queued", reason: "internal_error", attempts: 1 });
    expect(JSON.stringify(complaints)).to.include("push.internal_error").and.not.include("The text");
    isBroken = false;
    await core.scheduler.advance(4 * SECOND);
    expect(await delivery(core, "topic")).to.deep.include({ state: "sent", attempts: 2 });
    await core.stop();
  });

  it("resends with the same ID when a process dies before it stores the result", async () => {
    const core = openCore();
    await reached(core, "topic", () => 200);
    const { notifications } = core.store;
    const dying = openCore({
      store: { ...core.store, notifications: withOverrides(notifications, { update: () => neverResolves }) },
      clock: core.clock,
      ports: { pushChannels: { ...core.pushChannels, vapidPublicKey: "" } },
    });
    await notify(core, "left");
    dying.start();
    await dying.scheduler.advance(SECOND);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(1);
    core.start();
    await core.scheduler.advance(8 * SECOND);
    expect(core.pushChannels.ntfy.receivedMessages).to.have.length(1);
    await core.scheduler.advance(2 * SECOND);
    expect(core.pushChannels.ntfy.receivedMessages.map(({ id }) => id)).to.deep.equal(["left", "left"]);
    expect(await delivery(core, "topic", "left")).to.deep.include({ state: "sent" });
    await core.stop();
  });

  it("renews its lease during a slow delivery so that no other process repeats it", async () => {
    const core = openCore();
    let calls = 0;
    let answer: () => void = () => undefined;
    await reached(core, "slow", () => {
      calls += 1;
      return new Promise((resolve) => (answer = () => resolve(200)));
    });
    const other = openCore({
      store: core.store,
      clock: core.clock,
      ports: { pushChannels: { ...core.pushChannels, vapidPublicKey: "" } },
    });
    await notify(core);
    core.start();
    for (let second = 0; second < 30; second += 1) {
      await core.scheduler.advance(SECOND);
      if (second === 0) other.start();
      await other.scheduler.advance(0);
    }
    expect(calls).to.equal(1);
    answer();
    await core.scheduler.advance(0);
    expect(await delivery(core, "slow")).to.deep.include({ state: "sent", attempts: 1 });
    await Promise.all([core.stop(), other.stop()]);
  });

  it("defers and releases the deliveries that wait for a permit when it stops", async () => {
    const { limiter } = DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS;
    const core = openCore({
      options: {
        pushDeliveryWorker: { ...DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS, limiter: { ...limiter, maxPerKey: 1 } },
      },
    });
    await reached(core, "slow", () => neverResolves);
    await notify(core, "running");
    await push(core);
    await notify(core, "waiting");
    await core.scheduler.advance(SECOND);
    expect(await delivery(core, "slow", "waiting")).to.deep.include({ state: "queued", attempts: 0 });
    const stopping = core.stop(3 * SECOND);
    await core.scheduler.advance(0);
    const { attempts, nextAttemptAt } = await delivery(core, "slow", "waiting");
    expect([attempts, Number(nextAttemptAt) - core.clock.now().getTime()]).to.deep.equal([0, SECOND]);
    await core.scheduler.advance(SECOND);
    // Another process can claim it while this one still waits for the running delivery.
    const claimed = await core.store.notifications.claimDue(core.clock.now(), SECOND, 9);
    expect(claimed.map(({ state }) => state.id)).to.deep.equal(["waiting"]);
    await core.scheduler.advance(2 * SECOND);
    await stopping;
  });

  it("releases unfinished deliveries when it stops", async () => {
    const core = openCore();
    await reached(core, "slow", () => neverResolves);
    await notify(core);
    await push(core);
    await stopped(core);
    expect((await core.store.notifications.claimDue(core.clock.now(), SECOND, 9)).length).to.equal(1);
  });
});
