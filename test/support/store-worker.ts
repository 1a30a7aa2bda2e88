import { appendFileSync } from "node:fs";
import type { NewLiveSegments } from "../../src/domain/conversation.js";
import type { Store } from "../../src/ports/index.js";
import { aConversation, aLiveConversation, aMemory, aPiece, recorded } from "../../src/testing/index.js";
import { acknowledgedFile } from "./processes.js";
import { asking, Notifying, type InstalledApp } from "./proactive.js";
import { openStore } from "./open-store.js";

async function installed(store: Store, appId: string): Promise<InstalledApp> {
  const found = await store.installations.get("ada", appId);
  if (!found) throw new Error(`${appId} is not installed`);
  return found;
}

/** What another process does with the store, by name; it reports what it did to its parent. */
const tasks: Readonly<Record<string, (store: Store, count: number) => Promise<unknown>>> = {
  async nothing() {},

  async "insert 50 of the same ids"(store) {
    const attempts = Array.from({ length: 50 }, (_, index) =>
      store.conversations.insertOrGet(recorded(aConversation({ id: `same-${index}` }))),
    );
    const outcomes = (await Promise.all(attempts)).map(({ outcome }) => outcome);
    return outcomes.filter((outcome) => outcome === "inserted").length;
  },

  async "claim all that is due"(store) {
    const mine: string[] = [];
    for (;;) {
      const claimed = await store.conversations.claimDue(new Date("2026-03-02T09:00:00.000Z"), 60_000, 2);
      if (claimed.length === 0) return mine;
      mine.push(...claimed.map(({ state }) => state.id));
    }
  },

  async "increment 50 times"(store) {
    const increment = () =>
      store.conversations.update("ada", "counter", (before) =>
        before.edit({ title: String(Number(before.summary.title) + 1) }, before.state.updatedAt),
      );
    await Promise.all(Array.from({ length: 50 }, increment));
  },

  /** Under names that no other process has. */
  async "pass the guard 125 times"(store) {
    const key = { userId: "ada", appId: "garden" };
    const now = new Date("2026-03-02T09:00:00.000Z");
    const attempts = Array.from({ length: 125 }, (_, n) =>
      store.cooldownLock.tryAcquire(key, `${process.pid}-${n}`, now, 30_000),
    );
    return (await Promise.all(attempts)).filter(Boolean).length;
  },

  /** Each trigger is a delivery of its own, to the one app. */
  async "trigger notifications of one app"(store, count) {
    const subject = new Notifying(store);
    const garden = await installed(store, "garden");
    const triggers = Array.from({ length: count }, (_, n) =>
      subject.consider(garden, asking(), { deliveryId: `${process.pid}-${n}` }),
    );
    return (await Promise.all(triggers)).map((each) => (each.kind === "suppressed" ? each.reason : each.kind));
  },

  /** One to each of them. */
  async "trigger a notification of each of 30 apps"(store) {
    const subject = new Notifying(store);
    const triggers = Array.from({ length: 30 }, async (_, n) =>
      subject.consider(await installed(store, `app-${n}`), asking(), { deliveryId: `delivery ${process.pid} ${n}` }),
    );
    return (await Promise.all(triggers)).map((each) => (each.kind === "suppressed" ? each.reason : each.kind));
  },

  /** Each process in batches of its own: what one has added stands for the other's. */
  async "remember the same 100 contents"(store) {
    const batches = Array.from({ length: 20 }, (_, batch) => {
      const numbers = Array.from({ length: 5 }, (_, index) => batch * 5 + index);
      return numbers.map((number) => aMemory({ id: `${process.pid}-${number}`, content: `number ${number}` }));
    });
    const add = (batch: (typeof batches)[number]) => store.memories.addOrGet("ada", batch, (existing) => existing);
    const additions = (await Promise.all(batches.map(add))).flat();
    return additions.map(({ memory, outcome }) => `${memory.state.id} ${outcome}`);
  },

  /** Each process the same places: whoever comes later brings what is known, or what contradicts it. */
  async "add the same 50 pieces, and 50 of its own"(store) {
    const answers: string[] = [];
    for (let place = 0; place < 50; place += 1) {
      const shared = await hear(store, "shared", aPiece(place, `word ${place}`)).then(() => "taken");
      const own = `${process.pid} ${place}`;
      await hear(store, "own", aPiece(null, own));
      const rival = await hear(store, "rival", aPiece(place, own)).then(
        () => own,
        () => "refused",
      );
      answers.push(shared, rival);
    }
    return answers;
  },

  async "claim all that is silent"(store) {
    const mine: string[] = [];
    for (;;) {
      const claimed = await store.conversations.claimDue(new Date("2026-03-02T10:00:00.000Z"), 60_000, 2);
      if (claimed.length === 0) return mine;
      mine.push(...claimed.map(({ state }) => `${state.id} ${state.status} ${state.lease.fence}`));
    }
  },

  async "claim all that is new"(store) {
    const mine: string[] = [];
    for (;;) {
      const now = new Date("2026-03-02T10:00:00.000Z");
      const claimed = await store.conversations.claimUnflushed(now, 60_000, 2);
      if (claimed.length === 0) return mine;
      for (const { state } of claimed) {
        const { segments = 0, flush } = state.live ?? {};
        await store.conversations.update("ada", state.id, (before) =>
          before.flushedTo(segments, flush?.fence ?? 0, now),
        );
        mine.push(state.id);
      }
    }
  },

  /**
   * Until it is killed. Of four writers each adds to a session of its own, and now and then repeats what it added. What
   * was acknowledged is written to a file, since messages to the parent may get lost when this process is killed.
   */
  async "add pieces for ever"(store) {
    const writer = async (name: number) => {
      const session = `${process.pid}-${name}`;
      for (let place = 0; ; place += 1) {
        await hear(store, session, aPiece(place, `word ${place}`));
        appendFileSync(acknowledgedFile(process.env["MNEME_DATA_DIR"] ?? ""), `${session} ${place + 1}\n`);
        if (place % 3 === 0) await hear(store, session, aPiece(place, `word ${place}`));
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
  },

  /** Until it is killed. */
  async "insert for ever"(store) {
    const writer = async (name: number) => {
      for (let count = 0; ; count += 1) {
        const conversation = aConversation({ id: `${process.pid}-${name}-${count}` });
        await store.conversations.insertOrGet(recorded(conversation));
        process.send?.(conversation.state.id);
      }
    };
    await Promise.all([0, 1, 2, 3].map(writer));
  },
};

const now = new Date("2026-03-02T09:00:00.000Z");

function hear(store: Store, id: string, piece: NewLiveSegments) {
  const { offset, segments } = piece;
  const asked = offset == null ? undefined : { from: offset, to: offset + segments.length };
  return store.conversations.appendSegments("ada", id, asked, (before, known) =>
    (before ?? aLiveConversation(now, { id })).appendSegments(piece, known, now),
  );
}

const [task = "", count] = process.argv.slice(2);
const store = await openStore(process.env);
const result = await tasks[task]?.(store, Number(count));
await store.close();
process.send?.({ result });
process.disconnect();
