import { expect } from "chai";
import { openInMemoryStore, type InMemoryOutboundClient } from "../../../src/adapters/in-memory/index.js";
import { OutboundAppWebhookClient } from "../../../src/adapters/outbound/index.js";
import { createRuntimeComponents } from "../../../src/adapters/runtime/index.js";
import { AesGcmSecretCipher } from "../../../src/adapters/system/secrets.js";
import { DEFAULT_APPLICATION_OPTIONS } from "../../../src/application/create-application.js";
import { NotificationFeed } from "../../../src/application/notifications/notification-feed.js";
import { Notifications } from "../../../src/application/notifications/notifications.js";
import { WebhookDeliveryWorker } from "../../../src/application/workers/webhook-delivery-worker.js";
import type { AppState } from "../../../src/domain/app/app.js";
import type { WebhookDeliveryState } from "../../../src/domain/webhook/webhook-delivery.js";
import type { AppWebhookClient, WebhookCallResult, Store } from "../../../src/ports/driven/index.js";
import {
  aConversation,
  anApp,
  anInstallation,
  aWebhookDelivery,
  FixedClock,
  ManualScheduler,
  withTranscript,
  SequentialIds,
} from "../../../src/testing/index.js";
import { anInMemoryOutboundClient } from "../../support/outbound-client.js";
import { silentEventLog } from "../../support/test-core.js";

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

const ids = new SequentialIds();

describe("The webhook delivery worker", () => {
  let clock: FixedClock;
  let scheduler: ManualScheduler;
  let store: Store;
  let world: InMemoryOutboundClient;
  let sender: WebhookDeliveryWorker;
  /** What the app answers. */
  let status: number;

  beforeEach(async () => {
    clock = new FixedClock();
    scheduler = new ManualScheduler(clock);
    store = openInMemoryStore();
    world = anInMemoryOutboundClient(clock);
    world.registerServer("https://garden.example", () => ({ status }));
    status = 200;
    const cipher = new AesGcmSecretCipher(new Uint8Array(32));
    const sealed = cipher.encrypt(SIGNING_SECRET, "garden");
    const signingSecrets = [{ sealed, createdAt: clock.now(), expiresAt: null }];
    await store.apps.add(anApp({ id: "garden", ownerId: "olga", name: "Garden app", signingSecrets }));
    await store.installations.put("ada", "garden", () => anInstallation({ appId: "garden", userId: "ada" }));
    const talk = aConversation({ id: "talk", userId: "ada" });
    await store.conversations.insertOrGet(withTranscript(talk, "One.", "Two.", "Three.", "Four."));
    sender = senderBy(new OutboundAppWebhookClient(world));
    sender.start();
  });
  afterEach(() => sender.stop(0));

  const senderBy = (appWebhook: AppWebhookClient): WebhookDeliveryWorker =>
    new WebhookDeliveryWorker({
      ...store,
      appWebhook,
      secretCipher: new AesGcmSecretCipher(new Uint8Array(32)),
      proactive: { notifyIfAllowed: () => Promise.resolve({ kind: "none" }) },
      notifier: new Notifications(
        store,
        new NotificationFeed({ ...store, scheduler, log: silentEventLog }),
        DEFAULT_APPLICATION_OPTIONS.notifications,
      ),
      clock,
      scheduler,
      runtime: createRuntimeComponents({ clock, scheduler }),
      ids,
      log: silentEventLog,
    });

  const queued = async (with_: Partial<WebhookDeliveryState> = {}): Promise<string> => {
    const createdAt = clock.now();
    const delivery = aWebhookDelivery({ appId: "garden", createdAt, ...with_ });
    await store.webhookDeliveries.insertMissing([delivery]);
    sender.wake();
    await scheduler.advance(0);
    return delivery.state.id;
  };
  const known = async (id: string): Promise<WebhookDeliveryState> => {
    const delivery = await store.webhookDeliveries.get(id);
    if (!delivery) throw new Error(`There is no delivery ${id}`);
    return delivery.state;
  };
  const app = async (): Promise<AppState | undefined> => (await store.apps.get("garden"))?.state;
  const toldTo = async (userId: string): Promise<readonly string[]> => {
    const listed = await store.notifications.list(userId, { unreadOnly: false }, { limit: 100 });
    return listed.map(({ state }) => state.text);
  };
  /** A delivery of which nothing comes, until it is over; the time is over with it. */
  const failure = async (): Promise<WebhookDeliveryState> => {
    const id = await queued();
    await scheduler.advance(60 * SECOND);
    return known(id);
  };

  it("sends the segments to the app and records the attempt", async () => {
    const id = await queued({ fromSegment: 1, toSegment: 3 });
    const [request] = world.receivedRequests;
    expect(JSON.parse(String(request?.body)))
      .to.have.property("segments")
      .with.length(2);
    expect(request?.signing).to.deep.equal({ id, secrets: [SIGNING_SECRET] });
    const { state, attempts } = await known(id);
    expect(state).to.equal("sent");
    expect(attempts).to.deep.equal([{ at: clock.now(), ms: 0, status: 200, outcome: "none" }]);
  });

  it("retries after 2 and 8 seconds with the same ID, then gives up", async () => {
    status = 500;
    const begun = clock.now().getTime();
    const { id, state, reason, attempts } = await failure();
    expect([state, reason]).to.deep.equal(["failed", "unsuccessful"]);
    expect(attempts.map(({ at }) => at.getTime() - begun)).to.deep.equal([0, 2 * SECOND, 8 * SECOND]);
    expect(world.receivedRequests.map(({ signing: webhook }) => webhook?.id)).to.deep.equal([id, id, id]);
  });

  describe("with an app that always fails", () => {
    beforeEach(() => {
      status = 500;
    });

    it("disables the app after 72 hours and notifies its owner once", async () => {
      for (let hours = 0; hours < 72; hours += 6) {
        await failure();
        expect(await app()).to.include({ disabledBecause: null });
        clock.advance(6 * HOUR);
      }
      await Promise.all([queued(), queued(), queued()]);
      await scheduler.advance(60 * SECOND);
      expect(await app()).to.include({ disabledBecause: "failing" });
      expect(await toldTo("olga")).to.deep.equal([
        "Your app Garden app is disabled: every call of its webhook has failed for 72 hours. " +
          "Fix the webhook, then re-enable the app.",
      ]);
      expect(await toldTo("ada")).to.deep.equal([]);
    });

    it("does not call a disabled app", async () => {
      await store.apps.update("olga", "garden", (before) => before.disable("failing", clock.now()));
      expect(await failure()).to.include({ state: "dropped", reason: "disabled" });
      expect(world.receivedRequests).to.be.empty;
    });

    it("disables the app even when the circuit breaker rejects most calls", async () => {
      for (let second = 0; second < 60; second += 1) {
        await queued();
        await scheduler.advance(SECOND);
      }
      clock.advance(72 * HOUR);
      await failure();
      expect(await app()).to.include({ disabledBecause: "failing" });
    });

    it("restarts the 72 hours after a success", async () => {
      await failure();
      clock.advance(71 * HOUR);
      status = 204;
      await failure();
      expect(await app()).to.include({ failingSince: null });
      status = 500;
      for (let day = 0; day < 3; day += 1) {
        await failure();
        clock.advance(DAY - 2 * 60 * SECOND);
      }
      expect(await app()).to.include({ disabledBecause: null });
      clock.advance(HOUR);
      await failure();
      expect(await app()).to.include({ disabledBecause: "failing" });
      expect(await toldTo("olga")).to.have.length(1);
    });

    it("does not disable the app when another call succeeds in the meantime", async () => {
      await failure();
      clock.advance(72 * HOUR);
      world.registerServer("https://garden.example", () => {
        void store.apps.update("olga", "garden", (before) => before.recordSuccess());
        return { status };
      });
      await failure();
      expect(await app()).to.include({ disabledBecause: null });
      expect(await toldTo("olga")).to.deep.equal([]);
    });

    it("disables the app immediately when it responds with 410", async () => {
      status = 410;
      const id = await queued();
      expect(await known(id)).to.include({ state: "failed", reason: "unsuccessful" });
      expect(await app()).to.include({ disabledBecause: "gone" });
      expect(await toldTo("olga")).to.have.length(1);
    });
  });

  describe("while the circuit breaker is open", () => {
    beforeEach(async () => {
      status = 500;
      // Three tries of the first, two of the second: the fifth failure opens it for 30 seconds.
      await queued();
      await scheduler.advance(10 * SECOND);
      await queued();
      await scheduler.advance(2 * SECOND);
      expect(world.receivedRequests).to.have.length(5);
    });

    it("counts a rejected call as no attempt, and drops deliveries that become too old", async () => {
      const id = await queued();
      await scheduler.advance(27 * SECOND);
      expect(await known(id)).to.deep.include({ state: "queued", attempts: [] });
      await scheduler.advance(3 * SECOND);
      expect(await known(id)).to.deep.include({ state: "dropped", reason: "circuit_open", attempts: [] });
      expect(world.receivedRequests).to.have.length(5);
    });

    it("sends deliveries that are still fresh when the circuit closes", async () => {
      status = 200;
      await scheduler.advance(15 * SECOND);
      const id = await queued();
      await scheduler.advance(20 * SECOND);
      const { state, attempts } = await known(id);
      expect(state).to.equal("sent");
      expect(attempts.map((each) => each.status)).to.deep.equal([200]);
    });
  });

  it("drops deliveries that are too old without a call", async () => {
    const id = await queued({ createdAt: new Date(clock.now().getTime() - 30 * SECOND) });
    expect(await known(id)).to.deep.include({ state: "dropped", reason: "too_old", attempts: [] });
    expect(world.receivedRequests).to.be.empty;
  });

  it("drops deliveries for uninstalled apps and deleted conversations", async () => {
    await store.installations.remove("ada", "garden");
    expect(await known(await queued())).to.include({ state: "dropped", reason: "not_installed" });
    await store.installations.put("ada", "garden", () => anInstallation({ appId: "garden", userId: "ada" }));
    const waiting = ["buried", "released"].map((id) =>
      aWebhookDelivery({ id, appId: "garden", createdAt: clock.now() }),
    );
    await store.webhookDeliveries.insertMissing(waiting);
    await store.conversations.deleteWithTombstone("ada", "talk");
    await store.webhookDeliveries.update("released", (before) => before.removeSessionId());
    sender.wake();
    await scheduler.advance(0);
    for (const { state } of waiting) {
      expect(await known(state.id), state.id).to.include({ state: "dropped", reason: "deleted" });
    }
    expect(world.receivedRequests).to.be.empty;
  });

  it("removes deliveries after 30 days", async () => {
    const old = await queued();
    clock.advance(29 * DAY);
    const young = await queued();
    await scheduler.advance(2 * HOUR);
    expect(await known(old)).to.include({ state: "sent" });
    clock.advance(DAY);
    await scheduler.advance(2 * HOUR);
    expect(await store.webhookDeliveries.get(old)).to.equal(undefined);
    expect(await known(young)).to.include({ state: "sent" });
  });

  it("limits the concurrent deliveries of one app and sends the rest later", async () => {
    await sender.stop(0);
    const called: string[] = [];
    const waiting: (() => void)[] = [];
    sender = senderBy({
      send: async ({ appId, loadSegments: said }) => {
        called.push(appId);
        await said();
        const { promise, resolve } = Promise.withResolvers<WebhookCallResult>();
        waiting.push(() => resolve({ kind: "accepted", status: 200, response: { kind: "none" } }));
        return promise;
      },
    });
    sender.start();
    const excess = Array.from({ length: 300 }, () => aWebhookDelivery({ appId: "garden", createdAt: clock.now() }));
    await store.webhookDeliveries.insertMissing(excess);
    sender.wake();
    await scheduler.advance(0);
    expect(called).to.have.length(256);
    for (const answer of waiting.splice(0)) answer();
    await scheduler.advance(2 * SECOND);
    expect(called).to.have.length(300);
    for (const answer of waiting.splice(0)) answer();
    await scheduler.advance(0);
    const all = await store.webhookDeliveries.list("olga", {}, { limit: 1_000 });
    expect(all.filter(({ status }) => status === "queued")).to.deep.equal([]);
    expect(all).to.have.length(300);
  });

  describe("sends nothing when, while the delivery waits for its permit,", () => {
    const changes: readonly (readonly [string, string, () => Promise<unknown>])[] = [
      ["the app is uninstalled", "not_installed", () => store.installations.remove("ada", "garden")],
      ["the app is disabled", "disabled", () => disabled()],
      ["the conversation is deleted", "deleted", () => store.conversations.deleteWithTombstone("ada", "talk")],
    ];
    const disabled = () => store.apps.update("olga", "garden", (before) => before.disable("owner", clock.now()));
    for (const [what, reason, change] of changes) {
      it(what, async () => {
        const told: unknown[] = [];
        await sender.stop(0);
        sender = senderBy({
          send: async ({ loadSegments: said }) => {
            await change();
            told.push(await said());
            return { kind: "failed", reason: "withdrawn" };
          },
        });
        sender.start();
        const delivery = aWebhookDelivery({ appId: "garden", createdAt: clock.now() });
        await store.webhookDeliveries.insertMissing([delivery]);
        sender.wake();
        await scheduler.advance(0);
        expect(told).to.deep.equal([undefined]);
        const after = await store.webhookDeliveries.get(delivery.state.id);
        expect(after?.state).to.include({ state: "dropped", reason });
        expect(after?.state.attempts).to.deep.equal([]);
      });
    }
  });

  describe("when the URL changes while the delivery waits for its permit", () => {
    const moveApp = (host: string) =>
      store.apps.update("olga", "garden", (before) =>
        before.edit(
          { externalIntegration: { triggersOn: "transcript_processed", webhookUrl: `https://${host}/hook` } },
          clock.now(),
          { isPlainHttpAllowed: false, getRejection: () => undefined },
        ),
      );
    /** Sends through a client that moves the app while the first call waits. */
    const sendAfterMove = async (createdAt: Date): Promise<WebhookDeliveryState> => {
      await sender.stop(0);
      const client = new OutboundAppWebhookClient(world);
      let calls = 0;
      sender = senderBy({
        send: async (request) => {
          calls += 1;
          if (calls === 1) await moveApp("new.example");
          return client.send(request);
        },
      });
      sender.start();
      return known(await queued({ createdAt }));
    };

    it("sends it to the new URL at once", async () => {
      world.registerServer("https://new.example", () => ({ status: 200 }));
      expect(await sendAfterMove(clock.now())).to.include({ state: "sent", reason: null });
      expect(world.receivedRequests.map(({ url }) => new URL(url).host)).to.deep.equal(["new.example"]);
    });

    it("sends it although it would be too old for another wait", async () => {
      world.registerServer("https://new.example", () => ({ status: 200 }));
      expect(await sendAfterMove(new Date(clock.now().getTime() - 29 * SECOND))).to.include({ state: "sent" });
    });
  });

  describe("when it stops", () => {
    let answer: (result: WebhookCallResult) => void;
    let called: number;
    beforeEach(async () => {
      await sender.stop(0);
      called = 0;
      const pending = new Promise<WebhookCallResult>((resolve) => (answer = resolve));
      sender = senderBy({
        send: async ({ loadSegments: said }) => {
          called += 1;
          await said();
          return pending;
        },
      });
      sender.start();
    });

    const stopping = (graceMs: number): { isOver: boolean } => {
      const outcome = { isOver: false };
      void sender.stop(graceMs).then(() => (outcome.isOver = true));
      return outcome;
    };

    it("waits for deliveries in progress and records their results", async () => {
      const id = await queued();
      const outcome = stopping(5 * SECOND);
      await scheduler.advance(4 * SECOND);
      expect(outcome).to.deep.equal({ isOver: false });
      answer({ kind: "accepted", status: 200, response: { kind: "none" } });
      await scheduler.advance(0);
      expect(outcome).to.deep.equal({ isOver: true });
      expect(await known(id)).to.include({ state: "sent" });
    });

    it("stops waiting after the grace period and leaves the delivery queued", async () => {
      const id = await queued();
      const outcome = stopping(5 * SECOND);
      await scheduler.advance(5 * SECOND);
      expect(outcome).to.deep.equal({ isOver: true });
      expect(await known(id)).to.include({ state: "queued" });
      answer({ kind: "failed", reason: "closed" });
      await scheduler.advance(0);
    });

    it("starts no new deliveries", async () => {
      await sender.stop(0);
      const id = await queued();
      await scheduler.advance(60 * SECOND);
      expect([called, (await known(id)).state]).to.deep.equal([0, "queued"]);
    });
  });
});
