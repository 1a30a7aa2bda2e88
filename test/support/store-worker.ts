import { appendFileSync } from "node:fs";
import type { NewLiveSegments } from "../../src/domain/conversation/live-segments.js";
import type { Store } from "../../src/ports/index.js";
import { aConversation, aLiveConversation, aMemory, someSegments, withTranscript } from "../../src/testing/index.js";
import { acknowledgedFilePath } from "./worker-processes.js";
import { askToNotify, ProactiveFixture, type InstalledApp } from "./proactive-fixture.js";
import { openStore } from "./open-store.js";

async function requireInstalledApp(store: Store, appId: string): Promise<InstalledApp> {
  const installedApp = await store.installations.get("ada", appId);
  if (!installedApp) throw new Error(`${appId} is not installed`);
  return installedApp;
}

/** The tasks of a worker process on the store, by name; it reports the result to its parent. */
const tasks: Readonly<Record<string, (store: Store, count: number) => Promise<unknown>>> = {
  async nothing() {},

  async "insert 50 of the same ids"(store) {
    const attempts = Array.from({ length: 50 }, (_, index) =>
      store.conversations.insertOrGet(withTranscript(aConversation({ id: `same-${index}` }))),
    );
    const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome);
    return outcomes.filter((outcome) => outcome === "inserted").length;
  },

  async "claim all that is due"(store) {
    const claimedIds: string[] = [];
    for (;;) {
      const claimed = await store.conversations.claimDue(new Date("2026-03-02T09:00:00.000Z"), 60_000, 2);
      if (claimed.length === 0) return claimedIds;
      claimedIds.push(...claimed.map(({ state }) => state.id));
    }
  },

  async "increment 50 times"(store) {
    const increment = () =>
      store.conversations.update("ada", "counter", (current) =>
        current.edit({ title: String(Number(current.summary.title) + 1) }, current.state.updatedAt),
      );
    await Promise.all(Array.from({ length: 50 }, increment));
  },

  /** Each attempt uses a holder name that is unique among all processes. */
  async "pass the guard 125 times"(store) {
    const key = { userId: "ada", appId: "garden" };
    const now = new Date("2026-03-02T09:00:00.000Z");
    const attempts = Array.from({ length: 125 }, (_, index) =>
      store.cooldownLock.tryAcquire(key, `${process.pid}-${index}`, now, 30_000),
    );
    return (await Promise.all(attempts)).filter(Boolean).length;
  },

  /** Each trigger is a separate delivery, to the same app. */
  async "trigger notifications of one app"(store, count) {
    const fixture = new ProactiveFixture(store);
    const installedApp = await requireInstalledApp(store, "garden");
    const triggers = Array.from({ length: count }, (_, index) =>
      fixture.consider(installedApp, askToNotify(), { deliveryId: `${process.pid}-${index}` }),
    );
    return (await Promise.all(triggers)).map((outcome) =>
      outcome.kind === "suppressed" ? outcome.reason : outcome.kind,
    );
  },

  /** Triggers one notification of each app. */
  async "trigger a notification of each of 30 apps"(store) {
    const fixture = new ProactiveFixture(store);
    const triggers = Array.from({ length: 30 }, async (_, index) =>
      fixture.consider(await requireInstalledApp(store, `app-${index}`), askToNotify(), {
        deliveryId: `delivery ${process.pid} ${index}`,
      }),
    );
    return (await Promise.all(triggers)).map((outcome) =>
      outcome.kind === "suppressed" ? outcome.reason : outcome.kind,
    );
  },

  /** Each process adds the same contents under its own IDs: a content that exists counts for both. */
  async "remember the same 100 contents"(store) {
    const batches = Array.from({ length: 20 }, (_, batch) => {
      const numbers = Array.from({ length: 5 }, (_, index) => batch * 5 + index);
      return numbers.map((number) => aMemory({ id: `${process.pid}-${number}`, content: `number ${number}` }));
    });
    const add = (batch: (typeof batches)[number]) => store.memories.addOrGet("ada", batch, (existing) => existing);
    const additions = (await Promise.all(batches.map(add))).flat();
    return additions.map(({ memory, outcome }) => `${memory.state.id} ${outcome}`);
  },

  /** Each process appends at the same offsets: the later one repeats or contradicts stored segments. */
  async "add the same 50 pieces, and 50 of its own"(store) {
    const answers: string[] = [];
    for (let index = 0; index < 50; index += 1) {
      const sharedOutcome = await appendLiveSegments(store, "shared", someSegments(index, `word ${index}`)).then(
        () => "taken",
      );
      const ownText = `${process.pid} ${index}`;
      await appendLiveSegments(store, "own", someSegments(null, ownText));
      const rivalOutcome = await appendLiveSegments(store, "rival", someSegments(index, ownText)).then(
        () => ownText,
        () => "refused",
      );
      answers.push(sharedOutcome, rivalOutcome);
    }
    return answers;
  },

  async "claim all that is silent"(store) {
    const claimedTexts: string[] = [];
    for (;;) {
      const claimed = await store.conversations.claimDue(new Date("2026-03-02T10:00:00.000Z"), 60_000, 2);
      if (claimed.length === 0) return claimedTexts;
      claimedTexts.push(...claimed.map(({ state }) => `${state.id} ${state.status} ${state.lease.fence}`));
    }
  },

  async "claim all that is new"(store) {
    const claimedIds: string[] = [];
    for (;;) {
      const now = new Date("2026-03-02T10:00:00.000Z");
      const claimed = await store.conversations.claimUnflushed(now, 60_000, 2);
      if (claimed.length === 0) return claimedIds;
      for (const { state } of claimed) {
        const { segments = 0, flush } = state.live ?? {};
        await store.conversations.update("ada", state.id, (current) =>
          current.completeFlush(segments, flush?.fence ?? 0, now),
        );
        claimedIds.push(state.id);
      }
    }
  },

  /**
   * Runs until the process is killed. Each of four writers appends to its own session and sometimes repeats an append.
   * The acknowledgements are written to a file, because messages to the parent may get lost when the process is killed.
   */
  async "append segments until killed"(store) {
    const writer = async (name: number) => {
      const session = `${process.pid}-${name}`;
      for (let index = 0; ; index += 1) {
        await appendLiveSegments(store, session, someSegments(index, `word ${index}`));
        appendFileSync(acknowledgedFilePath(process.env["MNEME_DATA_DIR"] ?? ""), `${session} ${index + 1}\n`);
        if (index % 3 === 0) await appendLiveSegments(store, session, someSegments(index, `word ${index}`));
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
  },

  /** Runs until the process is killed. */
  async "insert until killed"(store) {
    const writer = async (name: number) => {
      for (let count = 0; ; count += 1) {
        const conversation = aConversation({ id: `${process.pid}-${name}-${count}` });
        await store.conversations.insertOrGet(withTranscript(conversation));
        process.send?.(conversation.state.id);
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
  },
};

const now = new Date("2026-03-02T09:00:00.000Z");

function appendLiveSegments(store: Store, id: string, input: NewLiveSegments) {
  const { offset, segments } = input;
  const requested = offset == null ? undefined : { from: offset, to: offset + segments.length };
  return store.conversations.appendSegments("ada", id, requested, (current, knownSegments) =>
    (current ?? aLiveConversation(now, { id })).appendSegments(input, knownSegments, now),
  );
}

const [task = "", count] = process.argv.slice(2);
const store = await openStore(process.env);
const result = await tasks[task]?.(store, Number(count));
await store.close();
process.send?.({ result });
process.disconnect();
