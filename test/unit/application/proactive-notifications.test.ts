import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import type { ProactiveNotificationPorts } from "../../../src/application/notifications/proactive-notifications.js";
import { webhookResponseFaults } from "../../../src/domain/webhook/webhook-response.js";
import type { Store } from "../../../src/ports/driven/index.js";
import { aConversation, aMemory, aNotification, withTranscript } from "../../../src/testing/index.js";
import {
  askToNotify,
  LIVE_CONVERSATION_ID,
  ProactiveFixture,
  ScriptedTextGenerator,
  type ProactiveFixtureOptions,
} from "../../support/proactive-fixture.js";
import { neverResolves } from "../../support/test-core.js";

const suppressed = (reason: string) => ({ kind: "suppressed", reason });
const notified = { kind: "notified" };
const SPAN = 30_000;
const HOUR = 3_600_000;

const opened = async (given: ProactiveFixtureOptions = {}): Promise<ProactiveFixture> => {
  const subject = new ProactiveFixture(openInMemoryStore(), given);
  await subject.addUser();
  return subject;
};

describe("Proactive notifications", () => {
  it("are generated from the app's prompt and stored in the inbox", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    expect(await subject.consider(garden)).to.deep.equal(notified);
    const [notification] = await subject.store.notifications.list("ada", { unreadOnly: true }, { limit: 9 });
    expect(notification?.state).to.include({ kind: "proactive", appId: "garden", text: "Time to drink water." });
    expect(notification?.state.createdAt).to.deep.equal(subject.clock.now());
    const [{ template, variables, withinMs } = {}] = subject.writer.prompts;
    expect(template).to.equal("Remind {{user_name}} to drink water.");
    expect([...(variables ?? [])]).to.deep.equal([["user_name", "Ada"]]);
    expect(withinMs).to.equal(15_000);
  });

  it("are written in the detected language of the live segments when the client named none", async () => {
    const detect = (texts: readonly string[]) => Promise.resolve(texts.join(" ").includes("ich") ? "de" : undefined);
    const subject = await opened({ ports: { languageDetector: { detect } } });
    const garden = await subject.addInstalledApp();
    for (const text of ["Heute trinke ich Tee.", "Hm."]) {
      subject.clock.advance(SPAN);
      await subject.proactive.notifyIfAllowed(
        subject.createOffer(garden, askToNotify("Remind {{user_name}} to drink."), { liveSegments: [{ text }] }),
        subject.clock.now(),
      );
    }
    expect(subject.writer.prompts.map(({ language }) => language)).to.deep.equal(["de", null]);
  });

  it("are not created when the app's response requests none", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp("garden", [], "ada", { capabilities: [] });
    expect(await subject.consider(garden, { kind: "none" })).to.deep.equal({ kind: "none" });
    expect(subject.log.events).to.deep.equal([]);
  });

  it("are suppressed for each fault of the response, which does not start the cooldown", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    for (const reason of webhookResponseFaults) {
      expect(await subject.consider(garden, { kind: "malformed", reason })).to.deep.equal(suppressed(reason));
    }
    expect(subject.log.fieldsOf("proactive.suppressed").map(({ reason }) => reason)).to.deep.equal([
      ...webhookResponseFaults,
    ]);
    expect(await subject.consider(garden)).to.deep.equal(notified);
  });

  it("are suppressed for a missing capability before the response is checked", async () => {
    const subject = await opened();
    const fault = { kind: "malformed", reason: "prompt_too_short" } as const;
    const plain = await subject.addInstalledApp("plain", ["user_name"], "ada", {
      capabilities: ["external_integration"],
    });
    const disabled = await subject.addInstalledApp("disabled", ["user_name"], "ada", { disabledBecause: "owner" });
    for (const app of [plain, disabled]) {
      expect(await subject.consider(app, fault)).to.deep.equal(suppressed("capability_missing"));
      expect(await subject.consider(app)).to.deep.equal(suppressed("capability_missing"));
    }
    expect(await subject.listInboxTexts()).to.deep.equal([]);
  });

  it("are suppressed when no requested scope is granted, and otherwise use the granted ones", async () => {
    const subject = await opened();
    const none = await subject.addInstalledApp("none", []);
    const some = await subject.addInstalledApp("some", ["user_name"]);
    const prompt = "Remind {{user_name}} of {{user_facts}}";
    expect(await subject.consider(none, askToNotify(prompt))).to.deep.equal(suppressed("scopes_not_granted"));
    expect(await subject.consider(none, askToNotify("Drink water.", []))).to.deep.equal(notified);
    expect(await subject.consider(some, askToNotify(prompt))).to.deep.equal(notified);
    expect([...(subject.writer.prompts.at(-1)?.variables.keys() ?? [])]).to.deep.equal(["user_name"]);
  });

  it("pass a variable only when the prompt, its parameter list and the granted scopes include it", async () => {
    const subject = await opened();
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses" })], (before) => before);
    const all = await subject.addInstalledApp();
    for (const [prompt, params, told] of [
      ["Water for {{user_name}}", ["user_facts"], []],
      ["Water for {{user_name}}", ["user_name", "user_facts"], ["user_name"]],
      ["Water for {{ user_name }}, {{user_facts}}", ["user_facts"], ["user_facts"]],
    ] as const) {
      subject.clock.advance(SPAN);
      await subject.consider(all, askToNotify(prompt, params));
      expect([...(subject.writer.prompts.at(-1)?.variables.keys() ?? [])], prompt).to.deep.equal(told);
    }
  });

  it("log the names of known unresolved variables and the number of unknown ones", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp("garden", ["user_name"]);
    await subject.consider(garden, askToNotify("{{user_name}} {{user_chat}} {{Ada said 4711}} {{x}}", ["user_name"]));
    expect(subject.log.fieldsOf("proactive.variables_unresolved")).to.deep.equal([
      { app: "garden", delivery: "delivery 1", variables: ["user_chat"], unknown: 2 },
    ]);
    expect(JSON.stringify(subject.log.events)).not.to.match(/4711|Ada|water/);
  });

  it("are limited to one per 30 s, app and user", async () => {
    const subject = await opened();
    await subject.addUser("bob");
    const [garden, kitchen] = [await subject.addInstalledApp("garden"), await subject.addInstalledApp("kitchen")];
    const bobs = await subject.installApp(garden.app, ["user_name"], "bob");
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => subject.consider(garden)));
    expect(outcomes.filter(({ kind }) => kind === "notified")).to.have.length(1);
    expect(outcomes.filter((each) => each.kind === "suppressed" && each.reason === "too_soon")).to.have.length(49);
    expect(subject.writer.prompts, "who is too soon is not written for").to.have.length(1);
    expect(await subject.consider(kitchen)).to.deep.equal(notified);
    expect(await subject.consider(bobs)).to.deep.equal(notified);
    subject.clock.advance(SPAN - 1);
    expect(await subject.consider(garden)).to.deep.equal(suppressed("too_soon"));
    subject.clock.advance(1);
    expect(await subject.consider(garden)).to.deep.equal(notified);
  });

  it("start the cooldown when the text has been generated", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    subject.writer.answer = () => {
      subject.clock.advance(14_000);
      return "Time to drink water.";
    };
    expect(await subject.consider(garden)).to.deep.equal(notified);
    subject.clock.advance(SPAN - 1);
    expect(await subject.consider(garden)).to.deep.equal(suppressed("too_soon"));
    subject.clock.advance(1);
    expect(await subject.consider(garden)).to.deep.equal(notified);
    const listed = await subject.store.notifications.list("ada", { unreadOnly: false }, { limit: 9 });
    const [last = 0, first = 0] = listed.map(({ state }) => state.createdAt.getTime());
    expect(last - first).to.be.at.least(SPAN);
  });

  it("are suppressed when another one was sent during generation", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    let isFirst = true;
    subject.writer.answer = async () => {
      if (!isFirst) return "The second.";
      isFirst = false;
      subject.clock.advance(SPAN);
      expect(await subject.consider(garden)).to.deep.equal(notified);
      return "The first.";
    };
    expect(await subject.consider(garden)).to.deep.equal(suppressed("too_soon"));
    expect(await subject.listInboxTexts()).to.deep.equal(["The second."]);
  });

  it("are sent once for a delivery that is processed again after a crash", async () => {
    const store = openInMemoryStore();
    const killed = () => Promise.reject(new Error("killed"));
    const deaths: readonly Partial<ProactiveNotificationPorts>[] = [
      { windowCounter: { tryConsume: killed } },
      { textGenerator: new ScriptedTextGenerator(killed), fallbackTextGenerator: new ScriptedTextGenerator(killed) },
      { notifier: { push: killed } },
    ];
    const subject = new ProactiveFixture(store);
    await subject.addUser();
    const garden = await subject.addInstalledApp();
    const offer = subject.createOffer(garden, askToNotify());
    for (const ports of deaths) {
      const dying = new ProactiveFixture(store, { clock: subject.clock, ports });
      const outcome = await dying.proactive.notifyIfAllowed(offer, subject.clock.now()).catch(String);
      expect(outcome).to.equal("Error: killed");
      subject.clock.advance(1_000);
    }
    for (let n = 0; n < 3; n += 1) {
      expect(await subject.proactive.notifyIfAllowed(offer, subject.clock.now())).to.deep.equal(notified);
      subject.clock.advance(SPAN);
    }
    expect(await subject.listInboxTexts()).to.deep.equal(["Time to drink water."]);
    expect(subject.writer.prompts).to.have.length(1);
  });

  it("are limited to nine per day across all apps", async () => {
    const subject = await opened();
    await subject.addUser("bob");
    const apps = await Promise.all(Array.from({ length: 12 }, (_, n) => subject.addInstalledApp(`app ${n}`)));
    const outcomes = await Promise.all(apps.map((app) => subject.consider(app)));
    expect(outcomes.filter(({ kind }) => kind === "notified")).to.have.length(9);
    expect(outcomes.filter((each) => each.kind === "suppressed" && each.reason === "day_spent")).to.have.length(3);
    expect(subject.writer.prompts, "what is not sent is not written").to.have.length(9);
    const bobs = await subject.addInstalledApp("bob's", ["user_name"], "bob");
    expect(await subject.consider(bobs)).to.deep.equal(notified);
  });

  it("are limited to the configured number per day, and unlimited for 0", async () => {
    for (const [perDay, times] of [
      [1, 1],
      [0, 20],
    ] as const) {
      const subject = await opened({ perDay });
      const garden = await subject.addInstalledApp();
      for (let n = 0; n < 20; n += 1) {
        await subject.consider(garden);
        subject.clock.advance(SPAN);
      }
      expect(await subject.listInboxTexts()).to.have.length(times);
    }
  });

  for (const [timeZone, untilMidnight] of [
    ["UTC", 15 * HOUR],
    ["Europe/Berlin", 14 * HOUR],
    ["Asia/Kathmandu", 9.25 * HOUR],
    ["America/Los_Angeles", 23 * HOUR],
    ["Pacific/Kiritimati", HOUR],
    ["Nowhere/Unknown", 15 * HOUR],
  ] as const) {
    it(`reset the daily count at the user's midnight: ${timeZone}`, async () => {
      const subject = new ProactiveFixture(openInMemoryStore(), { perDay: 2 });
      await subject.addUser("ada", { timeZone });
      const garden = await subject.addInstalledApp();
      const kinds = async (): Promise<string[]> => {
        const outcomes: string[] = [];
        for (let n = 0; n < 3; n += 1) {
          outcomes.push(
            (await subject.consider(garden, askToNotify(), { deliveryId: `${n}@${+subject.clock.now()}` })).kind,
          );
          subject.clock.advance(SPAN);
        }
        return outcomes;
      };
      const spent = ["notified", "notified", "suppressed"];
      expect(await kinds()).to.deep.equal(spent);
      // The clock stood at nine in UTC.
      subject.clock.advance(untilMidnight - 3 * SPAN - 1);
      expect(await subject.consider(garden)).to.deep.equal(suppressed("day_spent"));
      subject.clock.advance(1);
      subject.clock.advance(SPAN);
      expect(await kinds()).to.deep.equal(spent);
    });
  }

  it("use the built-in text generator when the model fails", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    subject.writer.answer = () => Promise.reject(new Error("away"));
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses in the garden" })], (known) => known);
    expect(await subject.consider(garden, askToNotify("Talk about {{user_facts}}"))).to.deep.equal(notified);
    expect(await subject.listInboxTexts()).to.deep.equal(["Grows roses in the garden."]);
    expect(subject.log.fieldsOf("proactive.text_generation_fallback_used")).to.have.length(1);
    expect(subject.log.fieldsOf("proactive.notified")).to.deep.equal([
      { app: "garden", delivery: "delivery 1", generator: "built-in" },
    ]);
  });

  it("use the built-in text generator when the model times out", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    subject.writer.answer = () => neverResolves;
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses in the garden" })], (known) => known);
    const considering = subject.consider(garden, askToNotify("Talk about {{user_facts}}"));
    while (subject.writer.prompts.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await subject.scheduler.advance(15_000);
    expect(await considering).to.deep.equal(notified);
    expect(await subject.listInboxTexts()).to.deep.equal(["Grows roses in the garden."]);
    expect(subject.scheduler.pendingCount).to.equal(0);
  });

  it("are suppressed when the sanitized text is too short", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    for (const text of ["1234", "\u200b\u200b\u200bHi\u200b\u200b", "https://evil.example/1", "{{user_chat}}"]) {
      subject.writer.answer = () => text;
      subject.clock.advance(SPAN);
      expect(await subject.consider(garden), text).to.deep.equal(suppressed("text_too_short"));
      subject.clock.advance(24 * HOUR);
    }
    expect(await subject.listInboxTexts()).to.deep.equal([]);
  });

  it("are suppressed when nothing known is relevant", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    for (const text of ["", "    "]) {
      subject.writer.answer = () => text;
      expect(await subject.consider(garden), text).to.deep.equal(suppressed("not_relevant"));
      subject.clock.advance(24 * HOUR);
    }
    expect(await subject.listInboxTexts()).to.deep.equal([]);
  });

  it("are truncated to the maximum length", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    subject.writer.answer = () => "🌱".repeat(5_000);
    await subject.consider(garden);
    expect(await subject.listInboxTexts()).to.deep.equal(["🌱".repeat(500)]);
  });

  describe("are suppressed when, during generation,", () => {
    const prompt = askToNotify("Tell {{user_name}} of {{user_facts}} and {{user_context}}");
    const changes: readonly (readonly [string, string, (subject: ProactiveFixture) => Promise<unknown>])[] = [
      ["the app was uninstalled", "not_installed", ({ store }) => store.installations.remove("ada", "garden")],
      [
        "all scopes were withdrawn",
        "scopes_not_granted",
        ({ store }) => store.installations.update("ada", "garden", (before) => before.grant(garden, [], new Date(0))),
      ],
      [
        "one that it draws on was withdrawn",
        "withdrawn",
        ({ store }) =>
          store.installations.update("ada", "garden", (before) => before.grant(garden, ["user_facts"], new Date(0))),
      ],
      [
        "the app was disabled",
        "capability_missing",
        ({ store }) => store.apps.update("ada", "garden", (before) => before.disable("owner", new Date(0))),
      ],
      [
        "the live conversation was deleted",
        "conversation_gone",
        ({ store }) => store.conversations.deleteWithTombstone("ada", `${LIVE_CONVERSATION_ID} of ada`),
      ],
      [
        "a memory that it tells was deleted",
        "withdrawn",
        ({ store }) => store.memories.deleteWithTombstone("ada", "roses", new Date(0)),
      ],
      [
        "a memory that it tells was rejected",
        "withdrawn",
        ({ store }) =>
          store.memories.update("ada", "roses", (before) => before.edit({ userReview: false }, new Date(0))),
      ],
    ];
    let garden: Awaited<ReturnType<ProactiveFixture["addInstalledApp"]>>["app"];
    for (const [what, reason, change] of changes) {
      it(what, async () => {
        const subject = await opened();
        const installed = await subject.addInstalledApp();
        garden = installed.app;
        const memory = aMemory({ id: "roses", content: "Grows roses in the garden" });
        await subject.store.memories.addOrGet("ada", [memory], (before) => before);
        subject.writer.answer = async () => {
          await change(subject);
          return "Your roses want water.";
        };
        expect(await subject.consider(installed, prompt)).to.deep.equal(suppressed(reason));
        expect(subject.writer.prompts[0]?.variables.get("user_facts")).to.equal("Grows roses in the garden");
        expect(await subject.listInboxTexts()).to.deep.equal([]);
      });
    }

    it("are sent when an unrelated notification was added during generation", async () => {
      const subject = await opened();
      const installed = await subject.addInstalledApp();
      await subject.store.notifications.add(aNotification({ appId: "kitchen" }));
      subject.writer.answer = async () => {
        await subject.store.notifications.add(aNotification({ appId: "kitchen" }));
        return "Your roses want water.";
      };
      expect(await subject.consider(installed, prompt)).to.deep.equal(notified);
    });
  });

  describe("are suppressed when, while they are stored,", () => {
    const changes: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
      [
        "its conversation is deleted",
        (store) => store.conversations.deleteWithTombstone("ada", `${LIVE_CONVERSATION_ID} of ada`),
      ],
      [
        "a memory that it draws on is deleted",
        (store) => store.memories.deleteWithTombstone("ada", "roses", new Date(0)),
      ],
      [
        "a memory that it draws on is rejected",
        (store) => store.memories.update("ada", "roses", (before) => before.edit({ userReview: false }, new Date(0))),
      ],
      [
        "a conversation that it draws on is deleted",
        (store) => store.conversations.deleteWithTombstone("ada", "earlier"),
      ],
      [
        "a notification that it draws on is deleted",
        (store) => store.notifications.deleteDependents("ada", { kind: "memory", id: "tulips" }, new Date(0)),
      ],
    ];
    for (const [what, change] of changes) {
      it(what, async () => {
        const store = openInMemoryStore();
        const subject = new ProactiveFixture(store);
        await subject.addUser();
        const garden = await subject.addInstalledApp();
        await store.memories.addOrGet(
          "ada",
          ["roses", "tulips"].map((id) => aMemory({ id, content: `Grows ${id} in the garden` })),
          (known) => known,
        );
        await store.conversations.insertOrGet(
          withTranscript(aConversation({ id: "earlier" }), "The garden needs roses."),
        );
        const told = aNotification({ appId: "garden", sources: [{ kind: "memory", id: "tulips" }] });
        await store.notifications.add(told);
        const add = store.notifications.add.bind(store.notifications);
        store.notifications.add = async (notification) => {
          await change(store);
          return add(notification);
        };
        const prompt = "Of {{user_facts}}, {{user_context}} and {{user_chat}}";
        expect(await subject.consider(garden, askToNotify(prompt))).to.deep.equal(suppressed("withdrawn"));
        const [{ variables } = { variables: new Map<string, string>() }] = subject.writer.prompts;
        expect([...variables.keys()]).to.deep.equal(["user_facts", "user_context", "user_chat"]);
        expect(await subject.listInboxTexts("ada", "proactive")).to.deep.equal([]);
      });
    }
  });

  it("store the IDs of all sources that the text generator received", async () => {
    const subject = await opened();
    const garden = await subject.addInstalledApp();
    const { store } = subject;
    await store.memories.addOrGet("ada", [aMemory({ id: "roses", content: "Grows roses" })], (known) => known);
    await store.conversations.insertOrGet(withTranscript(aConversation({ id: "earlier" }), "The garden needs roses."));
    await store.notifications.add(aNotification({ id: "told", appId: "garden" }));
    await subject.consider(garden, askToNotify("Of {{user_facts}}, {{user_context}} and {{user_chat}}"));
    const listed = await store.notifications.list("ada", { unreadOnly: true }, { limit: 9 });
    const proactive = listed.find(({ state }) => state.kind === "proactive");
    expect(proactive?.state.sources).to.have.deep.members([
      { kind: "conversation", id: `${LIVE_CONVERSATION_ID} of ada` },
      { kind: "conversation", id: "earlier" },
      { kind: "memory", id: "roses" },
      { kind: "notification", id: "told" },
    ]);
  });

  it("use the scopes granted when the prompt is filled, not when the webhook was called", async () => {
    const subject = await opened();
    const installed = await subject.addInstalledApp();
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses" })], (before) => before);
    await subject.store.installations.update("ada", "garden", (before) =>
      before.grant(installed.app, ["user_name"], new Date(0)),
    );
    await subject.consider(installed, askToNotify("{{user_name}}: {{user_facts}}"));
    expect([...(subject.writer.prompts[0]?.variables.keys() ?? [])]).to.deep.equal(["user_name"]);
  });
});
