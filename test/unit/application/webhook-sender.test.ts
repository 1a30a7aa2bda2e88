import { expect } from "chai";
import { InMemoryOutboundClient, openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { OutboundAppWebhook } from "../../../src/adapters/outbound/index.js";
import { AesGcmSealer } from "../../../src/adapters/system/aes-gcm-sealer.js";
import { applicationDefaults } from "../../../src/application/create-application.js";
import { NotificationFeed } from "../../../src/application/notification-feed.js";
import { Notifications } from "../../../src/application/notifications.js";
import { WebhookSender } from "../../../src/application/webhook-sender.js";
import type { AppState } from "../../../src/domain/app.js";
import type { WebhookDeliveryState } from "../../../src/domain/webhook-delivery.js";
import type { AppWebhook, OutboundResult, Store } from "../../../src/ports/driven/index.js";
import {
  aConversation,
  anApp,
  anInstallation,
  aWebhookDelivery,
  FixedClock,
  ManualScheduler,
  recorded,
  SequentialIds,
} from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

const ids = new SequentialIds();

describe("the sender of webhooks", () => {
  let clock: FixedClock;
  let scheduler: ManualScheduler;
  let store: Store;
  let world: InMemoryOutboundClient;
  let sender: WebhookSender;
  /** What the app answers. */
  let status: number;

  beforeEach(async () => {
    clock = new FixedClock();
    scheduler = new ManualScheduler(clock);
    store = openInMemoryStore();
    world = new InMemoryOutboundClient(clock);
    world.put("https://garden.example", () => ({ status }));
    status = 200;
    const sealer = new AesGcmSealer(new Uint8Array(32));
    const sealed = sealer.seal(SIGNING_SECRET, "garden");
    const signingSecrets = [{ sealed, createdAt: clock.now(), expiresAt: null }];
    await store.apps.add(anApp({ id: "garden", ownerId: "olga", name: "Garden app", signingSecrets }));
    await store.installations.put("ada", "garden", () => anInstallation({ appId: "garden", userId: "ada" }));
    const talk = aConversation({ id: "talk", userId: "ada" });
    await store.conversations.insertOrGet(recorded(talk, "One.", "Two.", "Three.", "Four."));
    sender = senderBy(new OutboundAppWebhook(world));
    sender.start();
  });
  afterEach(() => sender.stop(0));

  const senderBy = (appWebhook: AppWebhook): WebhookSender =>
    new WebhookSender({
      ...store,
      appWebhook,
      sealer: new AesGcmSealer(new Uint8Array(32)),
      proactive: { consider: () => Promise.resolve({ kind: "none" }) },
      notifier: new Notifications(
        store,
        new NotificationFeed({ ...store, scheduler, log: silent }),
        applicationDefaults.notifications,
      ),
      clock,
      scheduler,
      ids,
      log: silent,
    });

  const queued = async (with_: Partial<WebhookDeliveryState> = {}): Promise<string> => {
    const createdAt = clock.now();
    const delivery = aWebhookDelivery({ appId: "garden", createdAt, ...with_ });
    await store.webhookDeliveries.insertMissing([delivery]);
    sender.nudge();
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

  it("tells the app what was said, and notes what it answered", async () => {
    const id = await queued({ fromSegment: 1, toSegment: 3 });
    const [request] = world.received;
    expect(JSON.parse(String(request?.body)))
      .to.have.property("segments")
      .with.length(2);
    expect(request?.webhook).to.deep.equal({ id, secrets: [SIGNING_SECRET] });
    const { state, attempts } = await known(id);
    expect(state).to.equal("sent");
    expect(attempts).to.deep.equal([{ at: clock.now(), ms: 0, status: 200, outcome: "none" }]);
  });

  it("tries it again after 2 and 8 seconds, under the same id, and no more", async () => {
    status = 500;
    const begun = clock.now().getTime();
    const { id, state, reason, attempts } = await failure();
    expect([state, reason]).to.deep.equal(["failed", "unsuccessful"]);
    expect(attempts.map(({ at }) => at.getTime() - begun)).to.deep.equal([0, 2 * SECOND, 8 * SECOND]);
    expect(world.received.map(({ webhook }) => webhook?.id)).to.deep.equal([id, id, id]);
  });

  describe("of an app that does nothing but fail", () => {
    beforeEach(() => {
      status = 500;
    });

    it("disables it after 72 hours, and tells its owner once", async () => {
      for (let hours = 0; hours < 72; hours += 6) {
        await failure();
        expect(await app()).to.include({ disabledBecause: null });
        clock.advance(6 * HOUR);
      }
      await Promise.all([queued(), queued(), queued()]);
      await scheduler.advance(60 * SECOND);
      expect(await app()).to.include({ disabledBecause: "failing" });
      expect(await toldTo("olga")).to.deep.equal([
        "Your app Garden app is disabled: its webhook has only failed for 72 hours. " +
          "Enable it again when that is mended.",
      ]);
      expect(await toldTo("ada")).to.deep.equal([]);
    });

    it("calls it no more when it is disabled", async () => {
      await store.apps.update("olga", "garden", (before) => before.disable("failing", clock.now()));
      expect(await failure()).to.include({ state: "dropped", reason: "disabled" });
      expect(world.received).to.be.empty;
    });

    it("disables one that hears something every second, whatever the breaker refuses", async () => {
      for (let second = 0; second < 60; second += 1) {
        await queued();
        await scheduler.advance(SECOND);
      }
      clock.advance(72 * HOUR);
      await failure();
      expect(await app()).to.include({ disabledBecause: "failing" });
    });

    it("begins anew after a success", async () => {
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

    it("does not disable it when it has succeeded while it was being called", async () => {
      await failure();
      clock.advance(72 * HOUR);
      world.put("https://garden.example", () => {
        void store.apps.update("olga", "garden", (before) => before.succeeded());
        return { status };
      });
      await failure();
      expect(await app()).to.include({ disabledBecause: null });
      expect(await toldTo("olga")).to.deep.equal([]);
    });

    it("disables at once, and for good, one that says that it is gone", async () => {
      status = 410;
      const id = await queued();
      expect(await known(id)).to.include({ state: "failed", reason: "unsuccessful" });
      expect(await app()).to.include({ disabledBecause: "gone" });
      expect(await toldTo("olga")).to.have.length(1);
    });
  });

  describe("while the breaker is open", () => {
    beforeEach(async () => {
      status = 500;
      // Three tries of the first, two of the second: the fifth failure opens it for 30 seconds.
      await queued();
      await scheduler.advance(10 * SECOND);
      await queued();
      await scheduler.advance(2 * SECOND);
      expect(world.received).to.have.length(5);
    });

    it("counts a refusal as no attempt, and drops what has become too old meanwhile", async () => {
      const id = await queued();
      await scheduler.advance(27 * SECOND);
      expect(await known(id)).to.deep.include({ state: "queued", attempts: [] });
      await scheduler.advance(3 * SECOND);
      expect(await known(id)).to.deep.include({ state: "dropped", reason: "circuit_open", attempts: [] });
      expect(world.received).to.have.length(5);
    });

    it("sends what is still worth it when the breaker closes", async () => {
      status = 200;
      await scheduler.advance(15 * SECOND);
      const id = await queued();
      await scheduler.advance(20 * SECOND);
      const { state, attempts } = await known(id);
      expect(state).to.equal("sent");
      expect(attempts.map((each) => each.status)).to.deep.equal([200]);
    });
  });

  it("drops what is too old, as when the service was not there, and calls nobody", async () => {
    const id = await queued({ createdAt: new Date(clock.now().getTime() - 30 * SECOND) });
    expect(await known(id)).to.deep.include({ state: "dropped", reason: "too_old", attempts: [] });
    expect(world.received).to.be.empty;
  });

  it("drops what nobody is to hear any more", async () => {
    await store.installations.remove("ada", "garden");
    expect(await known(await queued())).to.include({ state: "dropped", reason: "not_installed" });
    await store.installations.put("ada", "garden", () => anInstallation({ appId: "garden", userId: "ada" }));
    const waiting = ["buried", "released"].map((id) =>
      aWebhookDelivery({ id, appId: "garden", createdAt: clock.now() }),
    );
    await store.webhookDeliveries.insertMissing(waiting);
    await store.conversations.deleteWithTombstone("ada", "talk");
    await store.webhookDeliveries.update("released", (before) => before.forgetSession());
    sender.nudge();
    await scheduler.advance(0);
    for (const { state } of waiting) {
      expect(await known(state.id), state.id).to.include({ state: "dropped", reason: "deleted" });
    }
    expect(world.received).to.be.empty;
  });

  it("forgets what is older than 30 days", async () => {
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

  it("has so many of one app under way and no more, so that those of others find room; the rest comes later", async () => {
    await sender.stop(0);
    const called: string[] = [];
    const waiting: (() => void)[] = [];
    sender = senderBy({
      call: async ({ id, appId, said }) => {
        called.push(appId);
        await said();
        const { promise, resolve } = Promise.withResolvers<OutboundResult>();
        waiting.push(() => resolve({ kind: "answered", status: 200, body: id }));
        return promise;
      },
    });
    sender.start();
    const excess = Array.from({ length: 300 }, () => aWebhookDelivery({ appId: "garden", createdAt: clock.now() }));
    await store.webhookDeliveries.insertMissing(excess);
    sender.nudge();
    await scheduler.advance(0);
    expect(called).to.have.length(256);
    for (const answer of waiting.splice(0)) answer();
    await scheduler.advance(2 * SECOND);
    expect(called).to.have.length(300);
    for (const answer of waiting.splice(0)) answer();
    await scheduler.advance(0);
    const all = await store.webhookDeliveries.list("olga", {}, { limit: 1_000 });
    expect(all.filter(({ state }) => state.state === "queued")).to.deep.equal([]);
    expect(all).to.have.length(300);
  });

  describe("tells nothing that was taken back while it waited for its turn:", () => {
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
          call: async ({ said }) => {
            await change();
            told.push(await said());
            return { kind: "refused", reason: "withdrawn" };
          },
        });
        sender.start();
        const delivery = aWebhookDelivery({ appId: "garden", createdAt: clock.now() });
        await store.webhookDeliveries.insertMissing([delivery]);
        sender.nudge();
        await scheduler.advance(0);
        expect(told).to.deep.equal([undefined]);
        const after = await store.webhookDeliveries.get(delivery.state.id);
        expect(after?.state).to.include({ state: "dropped", reason });
        expect(after?.state.attempts).to.deep.equal([]);
      });
    }
  });

  describe("that is to stop", () => {
    let answer: (result: OutboundResult) => void;
    let called: number;
    beforeEach(async () => {
      await sender.stop(0);
      called = 0;
      const pending = new Promise<OutboundResult>((resolve) => (answer = resolve));
      sender = senderBy({
        call: async ({ said }) => {
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

    it("waits for what is under way, and notes what comes of it", async () => {
      const id = await queued();
      const outcome = stopping(5 * SECOND);
      await scheduler.advance(4 * SECOND);
      expect(outcome).to.deep.equal({ isOver: false });
      answer({ kind: "answered", status: 200, body: "" });
      await scheduler.advance(0);
      expect(outcome).to.deep.equal({ isOver: true });
      expect(await known(id)).to.include({ state: "sent" });
    });

    it("waits no longer than it may, and leaves the rest to another", async () => {
      const id = await queued();
      const outcome = stopping(5 * SECOND);
      await scheduler.advance(5 * SECOND);
      expect(outcome).to.deep.equal({ isOver: true });
      expect(await known(id)).to.include({ state: "queued" });
      answer({ kind: "refused", reason: "closed" });
      await scheduler.advance(0);
    });

    it("takes nothing new", async () => {
      await sender.stop(0);
      const id = await queued();
      await scheduler.advance(60 * SECOND);
      expect([called, (await known(id)).state]).to.deep.equal([0, "queued"]);
    });
  });
});
