import { expect } from "chai";
import { workerDefaults } from "../../../src/application/worker.js";
import { DomainError } from "../../../src/domain/errors.js";
import type { Transcript } from "../../../src/domain/transcript.js";
import type { EventLog, Fields, ProcessingUnitOfWork, Store } from "../../../src/ports/index.js";
import { anActionItem, aUser } from "../../../src/testing/index.js";
import { except, never, openCore, rejectUpdates, saying, silent, type Core } from "../../support/core.js";
import { digestOf, gate } from "../../support/scripted-summariser.js";

const PROMISE = "I will call Bob.";
const atOnce = { waitMs: 0 };

const begin = async (core: Core) =>
  (await core.conversations.createFromSegments(core.call(), saying("Plans.", PROMISE), atOnce)).id;
const stateOf = async ({ store }: Core, id: string) => (await store.conversations.get("ada", id))?.state;
const itemsOf = async ({ store }: Core, id: string) =>
  (await store.actionItems.findByConversations("ada", [id])).map(({ state }) => state.description);

/** A unit of work that starts when the gate opens. */
const stallProcessing = ({ processing }: Store, opened: Promise<unknown>): ProcessingUnitOfWork => ({
  completeProcessing: async (...work) => {
    await opened;
    return processing.completeProcessing(...work);
  },
});

/** A core whose summariser fails so many times, with another to fall back on. */
const openWithFallback = (failures: number, error: Error = new Error("cannot answer now"), log: EventLog = silent) => {
  const fallbackSummariser = {
    id: "fallback",
    summarise: (transcript: Transcript) => Promise.resolve(digestOf(transcript)),
  };
  const core = openCore({ ports: { fallbackSummariser, log } });
  for (let i = 0; i < failures; i += 1) core.summariser.next(() => Promise.reject(error));
  core.start();
  return core;
};

describe("the worker: with a summariser to fall back on", () => {
  const { attempts } = workerDefaults;

  it("does not, as long as there are tries", async () => {
    const core = openWithFallback(attempts - 1);
    const id = await begin(core);
    await core.scheduler.advance(60_000);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
  });

  it("does at the last try", async () => {
    const core = openWithFallback(attempts);
    const id = await begin(core);
    await core.scheduler.advance(7_000);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await core.scheduler.advance(5_000);
    expect((await stateOf(core, id))?.status).to.equal("completed");
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
    expect(await itemsOf(core, id)).to.deep.equal([PROMISE]);
  });

  it("does at the second try when each takes long", async () => {
    const core = openWithFallback(0);
    const late = () =>
      new Promise<never>((_, reject) => core.scheduler.after(60_000, () => reject(new Error("not in time"))));
    core.summariser.next(late);
    core.summariser.next(late);
    const id = await begin(core);
    await core.scheduler.advance(119_000);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await core.scheduler.advance(4_000);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
  });

  it("does at once when the user has nothing left for today", async () => {
    const core = openWithFallback(1, new DomainError("rate_limited", "spent", "spent"));
    const { id } = await core.conversations.createFromSegments(core.call(), saying("Plans.", PROMISE));
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
  });

  it("does at once when the same would happen again", async () => {
    const core = openWithFallback(1, new DomainError("unavailable", "unusable", "unusable", [], true));
    const { id } = await core.conversations.createFromSegments(core.call(), saying("Plans.", PROMISE));
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
  });

  it("is held to what one conversation may leave behind, whoever it is", async () => {
    const core = openCore();
    core.summariser.next((transcript) => {
      const actionItems = Array.from({ length: 3_000 }, (_, n) => ({
        description: `Do ${n}`,
        dueAt: null,
        segmentIds: transcript.segments.map((segment) => segment.id),
      }));
      return digestOf(transcript, { actionItems });
    });
    const { id } = await core.conversations.createFromSegments(core.call(), saying("Plans."));
    expect(await itemsOf(core, id)).to.have.length(50);
  });

  it("asks the other again when processing starts anew", async () => {
    const core = openWithFallback(attempts);
    const id = await begin(core);
    await core.scheduler.advance(20_000);
    await core.conversations.reprocess(core.call(), id);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
  });

  it("does not where what it has made before is better, and says so once, as nothing that was lost", async () => {
    const told: { readonly level: string; readonly event: string; readonly summariser: unknown }[] = [];
    const tell = (level: string) => (event: string, fields?: Fields) =>
      void told.push({ level, event, summariser: fields?.["summariser"] });
    const core = openWithFallback(0, undefined, { info: tell("info"), warn: tell("warn"), error: tell("error") });
    const id = await begin(core);
    await core.scheduler.advance(1_000);
    told.length = 0;
    core.summariser.next(() => Promise.reject(new DomainError("rate_limited", "spent", "spent")));
    await core.conversations.reprocess(core.call(), id);
    expect(await stateOf(core, id)).to.deep.include({ status: "completed", draft: null });
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
    expect(told).to.deep.equal([{ level: "warn", event: "conversation.summary_kept", summariser: "scripted" }]);
  });
});

describe("the worker: processing", () => {
  it("summarises, files and derives items", async () => {
    const core = openCore();
    const id = await begin(core);
    await core.scheduler.advance(0);
    const { conversation, actionItems, folderName } = await core.conversations.get(core.call(), id);
    expect(conversation.state.status).to.equal("completed");
    expect(conversation.summary.title).to.equal("Plans.");
    expect(folderName).to.equal("Work");
    expect(actionItems.map(({ state }) => [state.description, state.segmentIds])).to.deep.equal([
      [PROMISE, [`${id}-1`]],
    ]);
  });

  it("tells the summariser when, where and by whom it was said", async () => {
    const core = openCore();
    await core.store.users.insertOrGet(aUser({ id: "ada", displayName: "Ada L.", timeZone: "Asia/Tokyo" }));
    core.summariser.next((transcript, context) => digestOf(transcript, { overview: JSON.stringify(context) }));
    const id = await begin(core);
    await core.scheduler.advance(0);
    expect(JSON.parse((await stateOf(core, id))?.summary?.overview ?? "")).to.deep.equal({
      userId: "ada",
      startedAt: core.clock.now().toISOString(),
      language: null,
      textSource: null,
      timeZone: "Asia/Tokyo",
      userName: "Ada L.",
    });
  });

  it("passes the language that the client named to the summariser, else the detected one, else none", async () => {
    const detected: (readonly string[])[] = [];
    const languageDetector = {
      detect: (texts: readonly string[]) => {
        detected.push(texts);
        return Promise.resolve(texts[0] === "Hola" ? "es" : undefined);
      },
    };
    const core = openCore({ ports: { languageDetector } });
    const told = async (text: string, language?: string | null) => {
      core.summariser.next((transcript, context) => digestOf(transcript, { overview: `${context.language}` }));
      const { id } = await core.conversations.createFromText(core.call(), {
        text,
        ...(language === undefined ? {} : { language }),
      });
      return (await stateOf(core, id))?.summary?.overview;
    };
    expect(await told("Hola")).to.equal("es");
    expect(await told("Hola", null)).to.equal("es");
    expect(await told("Hmm")).to.equal("null");
    expect(detected).to.deep.equal([["Hola"], ["Hola"], ["Hmm"]]);
    expect(await told("Hola", "en")).to.equal("en");
    expect(await told("Hola", "PT-br")).to.equal("pt-br");
    expect(detected, "what is named is not detected").to.have.length(3);
  });

  it("makes one item of what was said twice", async () => {
    const core = openCore();
    const texts = [PROMISE, "I  will call bob.", PROMISE.toUpperCase().replace("I WILL", "I will")];
    const { id } = await core.conversations.createFromSegments(core.call(), saying(...texts));
    expect(await itemsOf(core, id)).to.have.length(1);
  });

  it("tries again with a back-off that doubles", async () => {
    const core = openCore({ options: { worker: { ...workerDefaults, sweepMs: 500 } } });
    core.start();
    core.summariser.failNext(3);
    const id = await begin(core);
    await core.scheduler.advance(0);
    const dueIn = async () =>
      ((await core.store.conversations.get("ada", id))?.dueAt?.getTime() ?? 0) - core.clock.now().getTime();
    const waits: number[] = [];
    for (let failed = 0; failed < 3; failed += 1) {
      waits.push(await dueIn());
      expect((await stateOf(core, id))?.status).to.equal("processing");
      await core.scheduler.advance(await dueIn());
    }
    await core.scheduler.advance(1_000);
    expect(waits).to.deep.equal([500, 1_000, 2_000]);
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("gives up after the last try", async () => {
    const core = openCore();
    core.start();
    core.summariser.failNext(5);
    const id = await begin(core);
    await core.scheduler.advance(60_000);
    expect((await stateOf(core, id))?.status).to.equal("failed");
  });

  it("says which summariser made the summary", async () => {
    const core = openCore();
    const id = await begin(core);
    await core.scheduler.advance(0);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
  });

  it("drops invalid items, keeps the rest, and logs the counts", async () => {
    const logged: { readonly event: string; readonly fields: Fields | undefined }[] = [];
    const warn = (event: string, fields?: Fields) => void logged.push({ event, fields });
    const core = openCore({ ports: { log: { ...silent, warn } } });
    core.summariser.next((transcript) =>
      digestOf(transcript, {
        actionItems: ["", " ", PROMISE].map((description) => ({ description, dueAt: null, segmentIds: [] })),
      }),
    );
    const { id, status } = await core.conversations.createFromSegments(core.call(), saying("Plans.", PROMISE));
    expect([status, await itemsOf(core, id)]).to.deep.equal(["completed", [PROMISE]]);
    expect(logged).to.deep.equal([
      {
        event: "conversation.digest_corrected",
        fields: {
          conversation: id,
          summariser: "scripted",
          dropped: { action_items: 2, events: 0, memories: 0 },
          reasons: { "action_items.description.string_too_short": 1, "action_items.description.blank": 1 },
        },
      },
    ]);
  });

  it("gives up a transcript that ends the process even during the trivial summary", async () => {
    const { store, clock } = openCore();
    const processing = { completeProcessing: () => never };
    const first = openCore({ store, clock, ports: { processing } });
    const id = await begin(first);
    const { leaseMs, attempts } = workerDefaults;
    for (let crash = 0; crash < 3 * attempts; crash += 1) {
      const next = openCore({ store, clock, ports: { processing } });
      clock.advance(leaseMs);
      next.start();
      await next.scheduler.advance(0);
    }
    expect((await stateOf(first, id))?.status).to.equal("failed");
  });

  it("shows the former summary when it gives up processing again", async () => {
    const core = openCore();
    core.start();
    const id = await begin(core);
    await core.scheduler.advance(0);
    core.summariser.failNext(5);
    await core.conversations.reprocess(core.call(), id, atOnce);
    await core.scheduler.advance(60_000);
    const { conversation, actionItems } = await core.conversations.get(core.call(), id);
    expect(conversation.summary.title).to.equal("Plans.");
    expect(actionItems).to.have.length(1);
  });

  it("replaces untouched items when it processes again, and brings back none that was deleted", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.call(), saying("I will go.", "I will stay."));
    const [first] = await core.store.actionItems.findByConversations("ada", [id]);
    await core.store.actionItems.deleteWithTombstone("ada", first?.state.id ?? "");
    await core.conversations.reprocess(core.call(), id);
    expect(await itemsOf(core, id))
      .to.have.length(1)
      .and.not.to.include(first?.state.description);
  });
});

describe("the worker: crashes and take-overs", () => {
  it("finishes what a crash left in processing, when its lease has run out", async () => {
    const crashed = openCore();
    crashed.summariser.next(() => never);
    const id = await begin(crashed);
    const other = openCore(crashed);
    other.start();
    await other.scheduler.advance(9_000);
    expect((await stateOf(other, id))?.status).to.equal("processing");
    await other.scheduler.advance(1_000);
    expect((await stateOf(other, id))?.status).to.equal("completed");
  });

  it("keeps a lease for as long as the work goes on", async () => {
    const core = openCore();
    const release = core.summariser.holdNext();
    const id = await begin(core);
    const other = openCore(core);
    other.start();
    for (let second = 0; second < 60; second += 1) {
      await core.scheduler.advance(500);
      await other.scheduler.advance(500);
    }
    expect((await stateOf(core, id))?.lease.fence).to.equal(1);
    release();
    await core.scheduler.advance(0);
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("keeps a lease through a moment in which the store fails", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const core = openCore({ store, clock, ports: rejectUpdates(store, () => failing) });
    core.summariser.next(() => never);
    const id = await begin(core);
    await core.scheduler.advance(4_000);
    failing = false;
    await core.scheduler.advance(4_000);
    expect((await store.conversations.get("ada", id))?.isDue(new Date(clock.now().getTime() + 5_000))).to.be.false;
  });

  it("lets a late writer change nothing", async () => {
    const late = openCore();
    const release = late.summariser.holdNext();
    const id = await begin(late);
    const other = openCore(late);
    other.summariser.next((transcript) => digestOf(transcript, { title: "Of the other", actionItems: [] }));
    other.start();
    await other.scheduler.advance(10_000);
    release();
    await late.scheduler.advance(0);
    expect((await stateOf(late, id))?.summary?.title).to.equal("Of the other");
    expect(await itemsOf(late, id)).to.deep.equal([]);
  });

  it("lets one that stalled before its write change nothing after a take-over and another processing", async () => {
    const { store, clock } = openCore();
    const { opened, open } = gate();
    const processing = stallProcessing(store, opened);
    const stalled = openCore({ store, clock, ports: { processing } });
    const id = await begin(stalled);
    await stalled.scheduler.advance(0);
    const other = openCore({ store, clock });
    other.start();
    await other.scheduler.advance(10_000);
    const found = [{ description: "Call Carol", dueAt: null, segmentIds: [] }];
    other.summariser.next((transcript) => digestOf(transcript, { title: "Again", actionItems: found }));
    await other.conversations.reprocess(other.call(), id);
    const before = await stateOf(other, id);
    open();
    await stalled.scheduler.advance(0);
    expect(await itemsOf(other, id)).to.deep.equal(["Call Carol"]);
    expect(await stateOf(other, id)).to.deep.equal(before);
    expect(before?.summary?.title).to.equal("Again");
  });

  it("does not summarise a kept digest a second time", async () => {
    const { store, clock } = openCore();
    const crashed = openCore({ store, clock });
    crashed.summariser.next(() => never);
    const id = await begin(crashed);
    const transcript = (await store.conversations.transcripts("ada", [id])).get(id);
    if (!transcript) throw new Error("the transcript is missing");
    const kept = digestOf(transcript, { title: "Said first" });
    await store.conversations.update("ada", id, (before) => before.keepDigest(kept, before.state.lease.fence));
    const other = openCore({ store, clock });
    other.start();
    await other.scheduler.advance(10_000);
    expect((await stateOf(other, id))?.summary?.title).to.equal("Said first");
    expect(await itemsOf(other, id)).to.deep.equal([PROMISE]);
  });

  it("leaves a conversation to a sweep when the store fails over a failure", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const core = openCore({ store, clock, ports: rejectUpdates(store, () => failing) });
    const { id, status } = await core.conversations.createFromSegments(core.call(), saying("Plans."));
    expect(status).to.equal("processing");
    failing = false;
    core.start();
    await core.scheduler.advance(10_000);
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("goes on after a sweep that failed", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const conversations = except(store.conversations, {
      claimDue: (...due) => (failing ? Promise.reject(new Error("no disk")) : store.conversations.claimDue(...due)),
    });
    const crashed = openCore({ store, clock });
    crashed.summariser.next(() => never);
    const id = await begin(crashed);
    const other = openCore({ store, clock, ports: { conversations } });
    other.start();
    await other.scheduler.advance(20_000);
    failing = false;
    await other.scheduler.advance(1_000);
    expect((await stateOf(other, id))?.status).to.equal("completed");
  });
});

describe("the worker: deletion", () => {
  it("leaves no item and no transcript when it happens during processing", async () => {
    const core = openCore();
    core.start();
    const release = core.summariser.holdNext();
    const id = await begin(core);
    await core.conversations.delete(core.call(), id);
    release();
    await core.scheduler.advance(0);
    expect(await stateOf(core, id)).to.equal(undefined);
    expect(await itemsOf(core, id)).to.deep.equal([]);
    expect(await core.store.conversations.transcripts("ada", [id])).to.have.property("size", 0);
  });

  it("leaves no item of a conversation that was deleted before the write", async () => {
    const { store, clock } = openCore();
    const { opened, open } = gate();
    const processing = stallProcessing(store, opened);
    const core = openCore({ store, clock, ports: { processing } });
    const id = await begin(core);
    await core.scheduler.advance(0);
    await core.conversations.delete(core.call(), id);
    await store.conversations.deleteWithTombstone("ada", id);
    open();
    await core.scheduler.advance(0);
    expect(await itemsOf(core, id)).to.deep.equal([]);
  });

  it("leaves no item when a worker that stalled before its write dies after the deletion", async () => {
    const { store, clock } = openCore();
    const { opened, open } = gate();
    let dead = false;
    const processing = stallProcessing(store, opened);
    const actionItems = except(store.actionItems, {
      detachFromConversation: (...which) => (dead ? never : store.actionItems.detachFromConversation(...which)),
    });
    const core = openCore({ store, clock, ports: { processing, actionItems } });
    const id = await begin(core);
    await core.scheduler.advance(0);
    await core.conversations.delete(core.call(), id);
    await store.conversations.deleteWithTombstone("ada", id);
    dead = true;
    open();
    await core.scheduler.advance(0);
    expect(await itemsOf(core, id)).to.deep.equal([]);
  });

  it("is finished by a sweep when a crash left it, and what the user touched stays", async () => {
    const core = openCore();
    const id = await begin(core);
    await core.scheduler.advance(0);
    const mine = anActionItem({ conversationId: id, touched: true });
    await core.store.actionItems.insertAll("ada", [mine]);
    await core.store.conversations.update("ada", id, (before) => before.markDeleting(core.clock.now(), 0));
    core.start();
    await core.scheduler.advance(0);
    expect(await stateOf(core, id)).to.equal(undefined);
    expect((await core.store.actionItems.get("ada", mine.state.id))?.state.conversationId).to.equal(null);
  });

  it("is tried for ever", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const actionItems = except(store.actionItems, {
      detachFromConversation: (...which) =>
        failing ? Promise.reject(new Error("no disk")) : store.actionItems.detachFromConversation(...which),
    });
    const core = openCore({ store, clock, ports: { actionItems } });
    const id = await begin(core);
    await core.scheduler.advance(0);
    await store.conversations.update("ada", id, (before) => before.markDeleting(clock.now(), 0));
    core.start();
    await core.scheduler.advance(600_000);
    expect((await stateOf(core, id))?.status).to.equal("deleting");
    failing = false;
    await core.scheduler.advance(300_000);
    expect(await stateOf(core, id)).to.equal(undefined);
  });
});

describe("the worker: stopping", () => {
  it("waits for what is at hand", async () => {
    const core = openCore();
    const release = core.summariser.holdNext();
    const id = await begin(core);
    await core.scheduler.advance(0);
    const stopping = core.stop(5_000);
    await core.scheduler.advance(4_000);
    release();
    await stopping;
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("gives back what takes longer, and does not take it again", async () => {
    const core = openCore();
    core.summariser.next(() => never);
    const id = await begin(core);
    await core.scheduler.advance(0);
    const stopping = core.stop(5_000);
    await core.scheduler.advance(5_000);
    await stopping;
    await core.scheduler.advance(60_000);
    expect((await stateOf(core, id))?.lease.claimedUntil).to.equal(null);
    const other = openCore(core);
    other.start();
    await other.scheduler.advance(0);
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("lets go whoever waits for what it gives back, and whoever comes after", async () => {
    const core = openCore();
    core.summariser.next(() => never);
    const early = core.conversations.createFromText(core.call(), { text: PROMISE }, { waitMs: 60_000 });
    await core.scheduler.advance(0);
    const stopping = core.stop(5_000);
    const late = await core.conversations.createFromText(core.call(), { text: PROMISE }, { waitMs: 60_000 });
    await core.scheduler.advance(5_000);
    await stopping;
    for (const { id, status } of [await early, late]) {
      expect(status).to.equal("processing");
      expect((await stateOf(core, id))?.lease.claimedUntil).to.equal(null);
    }
  });

  it("gives back at once what a sweep claims meanwhile, and waits for that", async () => {
    const { store, clock } = openCore();
    const crashed = openCore({ store, clock });
    crashed.summariser.next(() => never);
    const id = await begin(crashed);
    clock.advance(10_000);
    const { opened, open } = gate();
    const conversations = except(store.conversations, {
      claimDue: async (...due) => {
        await opened;
        return store.conversations.claimDue(...due);
      },
    });
    const core = openCore({ store, clock, ports: { conversations } });
    core.start();
    let stopped = false;
    const stopping = core.stop(5_000).then(() => (stopped = true));
    await core.scheduler.advance(0);
    expect(stopped).to.be.false;
    open();
    await stopping;
    expect((await stateOf(core, id))?.lease).to.deep.include({ fence: 2, claimedUntil: null });
    expect(core.scheduler.waiting).to.equal(0);
  });
});
