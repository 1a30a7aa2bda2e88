import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import type { ProactivePorts } from "../../../src/application/proactive.js";
import { answerFaults } from "../../../src/domain/webhook-answer.js";
import type { Store } from "../../../src/ports/driven/index.js";
import { aConversation, aMemory, aNotification, recorded } from "../../../src/testing/index.js";
import { asking, LIVE, Notifying, ScriptedWriter, type Given } from "../../support/proactive.js";
import { never } from "../../support/core.js";

const suppressed = (reason: string) => ({ kind: "suppressed", reason });
const notified = { kind: "notified" };
const SPAN = 30_000;
const HOUR = 3_600_000;

const opened = async (given: Given = {}): Promise<Notifying> => {
  const subject = new Notifying(openInMemoryStore(), given);
  await subject.user();
  return subject;
};

describe("a proactive notification", () => {
  it("is written from the app's prompt and put into the inbox, for the app", async () => {
    const subject = await opened();
    const garden = await subject.app();
    expect(await subject.consider(garden)).to.deep.equal(notified);
    const [notification] = await subject.store.notifications.list("ada", { unreadOnly: true }, { limit: 9 });
    expect(notification?.state).to.include({ kind: "proactive", appId: "garden", text: "Time to drink water." });
    expect(notification?.state.createdAt).to.deep.equal(subject.clock.now());
    const [{ template, variables, withinMs } = {}] = subject.writer.asked;
    expect(template).to.equal("Remind {{user_name}} to drink water.");
    expect([...(variables ?? [])]).to.deep.equal([["user_name", "Ada"]]);
    expect(withinMs).to.equal(15_000);
  });

  it("is written in the language of what was just said, where the client named none", async () => {
    const detect = (texts: readonly string[]) => Promise.resolve(texts.join(" ").includes("ich") ? "de" : undefined);
    const subject = await opened({ ports: { languageDetector: { detect } } });
    const garden = await subject.app();
    for (const text of ["Heute trinke ich Tee.", "Hm."]) {
      subject.clock.advance(SPAN);
      await subject.proactive.consider(
        subject.offer(garden, asking("Remind {{user_name}} to drink."), { said: [{ text }] }),
        subject.clock.now(),
      );
    }
    expect(subject.writer.asked.map(({ language }) => language)).to.deep.equal(["de", null]);
  });

  it("is none where the app asks for none, whatever it may do", async () => {
    const subject = await opened();
    const garden = await subject.app("garden", [], "ada", { capabilities: [] });
    expect(await subject.consider(garden, { kind: "nothing" })).to.deep.equal({ kind: "none" });
    expect(subject.log.events).to.deep.equal([]);
  });

  it("is refused for what the answer lacks, which may be tried again at once", async () => {
    const subject = await opened();
    const garden = await subject.app();
    for (const reason of answerFaults) {
      expect(await subject.consider(garden, { kind: "refused", reason })).to.deep.equal(suppressed(reason));
    }
    expect(subject.log.of("proactive.suppressed").map(({ reason }) => reason)).to.deep.equal([...answerFaults]);
    expect(await subject.consider(garden)).to.deep.equal(notified);
  });

  it("is refused for what the app may not do before anything of its answer is looked at", async () => {
    const subject = await opened();
    const fault = { kind: "refused", reason: "prompt_too_short" } as const;
    const plain = await subject.app("plain", ["user_name"], "ada", { capabilities: ["external_integration"] });
    const disabled = await subject.app("disabled", ["user_name"], "ada", { disabledBecause: "owner" });
    for (const app of [plain, disabled]) {
      expect(await subject.consider(app, fault)).to.deep.equal(suppressed("capability_missing"));
      expect(await subject.consider(app)).to.deep.equal(suppressed("capability_missing"));
    }
    expect(await subject.inbox()).to.deep.equal([]);
  });

  it("is refused where nothing of what it draws on is granted, and made of what is", async () => {
    const subject = await opened();
    const none = await subject.app("none", []);
    const some = await subject.app("some", ["user_name"]);
    const prompt = "Remind {{user_name}} of {{user_facts}}";
    expect(await subject.consider(none, asking(prompt))).to.deep.equal(suppressed("scopes_not_granted"));
    expect(await subject.consider(none, asking("Drink water.", []))).to.deep.equal(notified);
    expect(await subject.consider(some, asking(prompt))).to.deep.equal(notified);
    expect([...(subject.writer.asked.at(-1)?.variables.keys() ?? [])]).to.deep.equal(["user_name"]);
  });

  it("tells the writer of a variable only where the prompt has it, its list names it, and the user grants it", async () => {
    const subject = await opened();
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses" })], (before) => before);
    const all = await subject.app();
    for (const [prompt, params, told] of [
      ["Water for {{user_name}}", ["user_facts"], []],
      ["Water for {{user_name}}", ["user_name", "user_facts"], ["user_name"]],
      ["Water for {{ user_name }}, {{user_facts}}", ["user_facts"], ["user_facts"]],
    ] as const) {
      subject.clock.advance(SPAN);
      await subject.consider(all, asking(prompt, params));
      expect([...(subject.writer.asked.at(-1)?.variables.keys() ?? [])], prompt).to.deep.equal(told);
    }
  });

  it("logs the names of variables that stay unfilled, and of others how many there are", async () => {
    const subject = await opened();
    const garden = await subject.app("garden", ["user_name"]);
    await subject.consider(garden, asking("{{user_name}} {{user_chat}} {{Ada said 4711}} {{x}}", ["user_name"]));
    expect(subject.log.of("proactive.unfilled")).to.deep.equal([
      { app: "garden", delivery: "delivery 1", variables: ["user_chat"], unknown: 2 },
    ]);
    expect(JSON.stringify(subject.log.events)).not.to.match(/4711|Ada|water/);
  });

  it("comes once in 30 s from an app to a user, however often it is asked for", async () => {
    const subject = await opened();
    await subject.user("bob");
    const [garden, kitchen] = [await subject.app("garden"), await subject.app("kitchen")];
    const bobs = await subject.install(garden.app, ["user_name"], "bob");
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => subject.consider(garden)));
    expect(outcomes.filter(({ kind }) => kind === "notified")).to.have.length(1);
    expect(outcomes.filter((each) => each.kind === "suppressed" && each.reason === "too_soon")).to.have.length(49);
    expect(subject.writer.asked, "who is too soon is not written for").to.have.length(1);
    expect(await subject.consider(kitchen)).to.deep.equal(notified);
    expect(await subject.consider(bobs)).to.deep.equal(notified);
    subject.clock.advance(SPAN - 1);
    expect(await subject.consider(garden)).to.deep.equal(suppressed("too_soon"));
    subject.clock.advance(1);
    expect(await subject.consider(garden)).to.deep.equal(notified);
  });

  it("keeps its distance from one that took long to be written", async () => {
    const subject = await opened();
    const garden = await subject.app();
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

  it("is not sent when another came while it was being written", async () => {
    const subject = await opened();
    const garden = await subject.app();
    let isFirst = true;
    subject.writer.answer = async () => {
      if (!isFirst) return "The second.";
      isFirst = false;
      subject.clock.advance(SPAN);
      expect(await subject.consider(garden)).to.deep.equal(notified);
      return "The first.";
    };
    expect(await subject.consider(garden)).to.deep.equal(suppressed("too_soon"));
    expect(await subject.inbox()).to.deep.equal(["The second."]);
  });

  it("is one for a delivery that is considered again after a crash, wherever that was", async () => {
    const store = openInMemoryStore();
    const killed = () => Promise.reject(new Error("killed"));
    const deaths: readonly Partial<ProactivePorts>[] = [
      { windowCounter: { tryConsume: killed } },
      { writer: new ScriptedWriter(killed), fallbackWriter: new ScriptedWriter(killed) },
      { notifier: { push: killed } },
    ];
    const subject = new Notifying(store);
    await subject.user();
    const garden = await subject.app();
    const offer = subject.offer(garden, asking());
    for (const ports of deaths) {
      const dying = new Notifying(store, { clock: subject.clock, ports });
      const outcome = await dying.proactive.consider(offer, subject.clock.now()).catch(String);
      expect(outcome).to.equal("Error: killed");
      subject.clock.advance(1_000);
    }
    for (let n = 0; n < 3; n += 1) {
      expect(await subject.proactive.consider(offer, subject.clock.now())).to.deep.equal(notified);
      subject.clock.advance(SPAN);
    }
    expect(await subject.inbox()).to.deep.equal(["Time to drink water."]);
    expect(subject.writer.asked).to.have.length(1);
  });

  it("comes nine times a day at most, of all apps together", async () => {
    const subject = await opened();
    await subject.user("bob");
    const apps = await Promise.all(Array.from({ length: 12 }, (_, n) => subject.app(`app ${n}`)));
    const outcomes = await Promise.all(apps.map((app) => subject.consider(app)));
    expect(outcomes.filter(({ kind }) => kind === "notified")).to.have.length(9);
    expect(outcomes.filter((each) => each.kind === "suppressed" && each.reason === "day_spent")).to.have.length(3);
    expect(subject.writer.asked, "what is not sent is not written").to.have.length(9);
    const bobs = await subject.app("bob's", ["user_name"], "bob");
    expect(await subject.consider(bobs)).to.deep.equal(notified);
  });

  it("comes as often a day as it is set, and without a limit for 0", async () => {
    for (const [perDay, times] of [
      [1, 1],
      [0, 20],
    ] as const) {
      const subject = await opened({ perDay });
      const garden = await subject.app();
      for (let n = 0; n < 20; n += 1) {
        await subject.consider(garden);
        subject.clock.advance(SPAN);
      }
      expect(await subject.inbox()).to.have.length(times);
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
    it(`is counted anew at the user's midnight: ${timeZone}`, async () => {
      const subject = new Notifying(openInMemoryStore(), { perDay: 2 });
      await subject.user("ada", { timeZone });
      const garden = await subject.app();
      const kinds = async (): Promise<string[]> => {
        const outcomes: string[] = [];
        for (let n = 0; n < 3; n += 1) {
          outcomes.push(
            (await subject.consider(garden, asking(), { deliveryId: `${n}@${+subject.clock.now()}` })).kind,
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

  it("is written by the built-in writer when the model fails", async () => {
    const subject = await opened();
    const garden = await subject.app();
    subject.writer.answer = () => Promise.reject(new Error("away"));
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses in the garden" })], (known) => known);
    expect(await subject.consider(garden, asking("Talk about {{user_facts}}"))).to.deep.equal(notified);
    expect(await subject.inbox()).to.deep.equal(["Grows roses in the garden."]);
    expect(subject.log.of("proactive.writer_replaced")).to.have.length(1);
    expect(subject.log.of("proactive.notified")).to.deep.equal([
      { app: "garden", delivery: "delivery 1", writer: "built-in" },
    ]);
  });

  it("is written by the built-in writer when the model takes too long", async () => {
    const subject = await opened();
    const garden = await subject.app();
    subject.writer.answer = () => never;
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses in the garden" })], (known) => known);
    const considering = subject.consider(garden, asking("Talk about {{user_facts}}"));
    while (subject.writer.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await subject.scheduler.advance(15_000);
    expect(await considering).to.deep.equal(notified);
    expect(await subject.inbox()).to.deep.equal(["Grows roses in the garden."]);
    expect(subject.scheduler.waiting).to.equal(0);
  });

  it("is not sent when it says nothing", async () => {
    const subject = await opened();
    const garden = await subject.app();
    for (const text of ["1234", "\u200b\u200b\u200bHi\u200b\u200b", "https://evil.example/1", "{{user_chat}}"]) {
      subject.writer.answer = () => text;
      subject.clock.advance(SPAN);
      expect(await subject.consider(garden), text).to.deep.equal(suppressed("text_too_short"));
      subject.clock.advance(24 * HOUR);
    }
    expect(await subject.inbox()).to.deep.equal([]);
  });

  it("is not sent when nothing known is relevant to what was said", async () => {
    const subject = await opened();
    const garden = await subject.app();
    for (const text of ["", "    "]) {
      subject.writer.answer = () => text;
      expect(await subject.consider(garden), text).to.deep.equal(suppressed("not_relevant"));
      subject.clock.advance(24 * HOUR);
    }
    expect(await subject.inbox()).to.deep.equal([]);
  });

  it("is not longer than a notification shows", async () => {
    const subject = await opened();
    const garden = await subject.app();
    subject.writer.answer = () => "🌱".repeat(5_000);
    await subject.consider(garden);
    expect(await subject.inbox()).to.deep.equal(["🌱".repeat(500)]);
  });

  describe("is not sent when meanwhile, while it was being written,", () => {
    const prompt = asking("Tell {{user_name}} of {{user_facts}} and {{user_context}}");
    const changes: readonly (readonly [string, string, (subject: Notifying) => Promise<unknown>])[] = [
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
        ({ store }) => store.conversations.deleteWithTombstone("ada", `${LIVE} of ada`),
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
    let garden: Awaited<ReturnType<Notifying["app"]>>["app"];
    for (const [what, reason, change] of changes) {
      it(what, async () => {
        const subject = await opened();
        const installed = await subject.app();
        garden = installed.app;
        const memory = aMemory({ id: "roses", content: "Grows roses in the garden" });
        await subject.store.memories.addOrGet("ada", [memory], (before) => before);
        subject.writer.answer = async () => {
          await change(subject);
          return "Your roses want water.";
        };
        expect(await subject.consider(installed, prompt)).to.deep.equal(suppressed(reason));
        expect(subject.writer.asked[0]?.variables.get("user_facts")).to.equal("Grows roses in the garden");
        expect(await subject.inbox()).to.deep.equal([]);
      });
    }

    it("nothing was, but something else of the user's", async () => {
      const subject = await opened();
      const installed = await subject.app();
      await subject.store.notifications.add(aNotification({ appId: "kitchen" }));
      subject.writer.answer = async () => {
        await subject.store.notifications.add(aNotification({ appId: "kitchen" }));
        return "Your roses want water.";
      };
      expect(await subject.consider(installed, prompt)).to.deep.equal(notified);
    });
  });

  describe("is not sent when, while it is being stored,", () => {
    const changes: readonly (readonly [string, (store: Store) => Promise<unknown>])[] = [
      ["its conversation is deleted", (store) => store.conversations.deleteWithTombstone("ada", `${LIVE} of ada`)],
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
        const subject = new Notifying(store);
        await subject.user();
        const garden = await subject.app();
        await store.memories.addOrGet(
          "ada",
          ["roses", "tulips"].map((id) => aMemory({ id, content: `Grows ${id} in the garden` })),
          (known) => known,
        );
        await store.conversations.insertOrGet(recorded(aConversation({ id: "earlier" }), "The garden needs roses."));
        const told = aNotification({ appId: "garden", sources: [{ kind: "memory", id: "tulips" }] });
        await store.notifications.add(told);
        const add = store.notifications.add.bind(store.notifications);
        store.notifications.add = async (notification) => {
          await change(store);
          return add(notification);
        };
        const prompt = "Of {{user_facts}}, {{user_context}} and {{user_chat}}";
        expect(await subject.consider(garden, asking(prompt))).to.deep.equal(suppressed("withdrawn"));
        const [{ variables } = { variables: new Map<string, string>() }] = subject.writer.asked;
        expect([...variables.keys()]).to.deep.equal(["user_facts", "user_context", "user_chat"]);
        expect(await subject.inbox("ada", "proactive")).to.deep.equal([]);
      });
    }
  });

  it("stores the IDs of all sources that its writer received", async () => {
    const subject = await opened();
    const garden = await subject.app();
    const { store } = subject;
    await store.memories.addOrGet("ada", [aMemory({ id: "roses", content: "Grows roses" })], (known) => known);
    await store.conversations.insertOrGet(recorded(aConversation({ id: "earlier" }), "The garden needs roses."));
    await store.notifications.add(aNotification({ id: "told", appId: "garden" }));
    await subject.consider(garden, asking("Of {{user_facts}}, {{user_context}} and {{user_chat}}"));
    const listed = await store.notifications.list("ada", { unreadOnly: true }, { limit: 9 });
    const proactive = listed.find(({ state }) => state.kind === "proactive");
    expect(proactive?.state.sources).to.have.deep.members([
      { kind: "conversation", id: `${LIVE} of ada` },
      { kind: "conversation", id: "earlier" },
      { kind: "memory", id: "roses" },
      { kind: "notification", id: "told" },
    ]);
  });

  it("is made of what was granted when it was filled, not when the webhook was called", async () => {
    const subject = await opened();
    const installed = await subject.app();
    await subject.store.memories.addOrGet("ada", [aMemory({ content: "Grows roses" })], (before) => before);
    await subject.store.installations.update("ada", "garden", (before) =>
      before.grant(installed.app, ["user_name"], new Date(0)),
    );
    await subject.consider(installed, asking("{{user_name}}: {{user_facts}}"));
    expect([...(subject.writer.asked[0]?.variables.keys() ?? [])]).to.deep.equal(["user_name"]);
  });
});
