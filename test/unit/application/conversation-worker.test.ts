import { expect } from "chai";
import { DEFAULT_CONVERSATION_WORKER_OPTIONS } from "../../../src/application/workers/conversation-worker.js";
import { DomainError } from "../../../src/domain/errors.js";
import type { Transcript } from "../../../src/domain/conversation/transcript.js";
import type { EventLog, LogFields, ProcessingUnitOfWork, Store } from "../../../src/ports/index.js";
import { anActionItem, aUser } from "../../../src/testing/index.js";
import {
  withOverrides,
  neverResolves,
  openCore,
  rejectUpdates,
  segmentsInput,
  silentEventLog,
  type TestCore,
} from "../../support/test-core.js";
import { summariseVerbatim, createGate } from "../../support/scripted-summariser.js";

const PROMISE = "I will call Bob.";
const atOnce = { waitMs: 0 };

const begin = async (core: TestCore) =>
  (await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans.", PROMISE), atOnce)).id;
const stateOf = async ({ store }: TestCore, id: string) => (await store.conversations.get("ada", id))?.state;
const itemsOf = async ({ store }: TestCore, id: string) =>
  (await store.actionItems.findByConversations("ada", [id])).map(({ state }) => state.description);

/** A unit of work that starts when the gate opens. */
const stallProcessing = ({ processing }: Store, opened: Promise<unknown>): ProcessingUnitOfWork => ({
  completeProcessing: async (...work) => {
    await opened;
    return processing.completeProcessing(...work);
  },
});

/** A core whose summariser fails so many times, with another to fall back on. */
const openWithFallback = (
  failures: number,
  error: Error = new Error("cannot answer now"),
  log: EventLog = silentEventLog,
) => {
  const fallbackSummariser = {
    id: "fallback",
    summarise: (transcript: Transcript) => Promise.resolve(summariseVerbatim(transcript)),
  };
  const core = openCore({ ports: { fallbackSummariser, log } });
  for (let i = 0; i < failures; i += 1) core.summariser.addScript(() => Promise.reject(error));
  core.start();
  return core;
};

describe("The conversation worker: with a fallback summariser", () => {
  const { maxAttempts: attempts } = DEFAULT_CONVERSATION_WORKER_OPTIONS;

  it("does not use the fallback while attempts remain", async () => {
    const core = openWithFallback(attempts - 1);
    const id = await begin(core);
    await core.scheduler.advance(60_000);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
  });

  it("uses the fallback at the last attempt", async () => {
    const core = openWithFallback(attempts);
    const id = await begin(core);
    await core.scheduler.advance(7_000);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await core.scheduler.advance(5_000);
    expect((await stateOf(core, id))?.status).to.equal("completed");
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
    expect(await itemsOf(core, id)).to.deep.equal([PROMISE]);
  });

  it("uses the fallback at the second attempt when each attempt is slow", async () => {
    const core = openWithFallback(0);
    const late = () =>
      new Promise<never>((_, reject) => core.scheduler.schedule(60_000, () => reject(new Error("not in time"))));
    core.summariser.addScript(late);
    core.summariser.addScript(late);
    const id = await begin(core);
    await core.scheduler.advance(119_000);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await core.scheduler.advance(4_000);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
  });

  it("uses the fallback immediately when the user's daily quota is exhausted", async () => {
    const core = openWithFallback(1, new DomainError("rate_limited", "spent", "spent"));
    const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans.", PROMISE));
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
  });

  it("uses the fallback immediately after an error that is not retryable", async () => {
    const core = openWithFallback(1, new DomainError("unavailable", "unusable", "unusable", { isPermanent: true }));
    const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans.", PROMISE));
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("fallback");
  });

  it("limits the number of action items that one conversation may produce", async () => {
    const core = openCore();
    core.summariser.addScript((transcript) => {
      const actionItems = Array.from({ length: 3_000 }, (_, n) => ({
        description: `Do ${n}`,
        dueAt: null,
        segmentIds: transcript.segments.map((segment) => segment.id),
      }));
      return summariseVerbatim(transcript, { actionItems });
    });
    const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans."));
    expect(await itemsOf(core, id)).to.have.length(50);
  });

  it("uses the primary summariser again when the conversation is reprocessed", async () => {
    const core = openWithFallback(attempts);
    const id = await begin(core);
    await core.scheduler.advance(20_000);
    await core.conversations.reprocess(core.requestContext(), id);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
  });

  it("keeps a better existing summary instead of using the fallback, and logs it once as a warning", async () => {
    const told: { readonly level: string; readonly event: string; readonly summariser: unknown }[] = [];
    const tell = (level: string) => (event: string, fields?: LogFields) =>
      void told.push({ level, event, summariser: fields?.["summariser"] });
    const core = openWithFallback(0, undefined, { info: tell("info"), warn: tell("warn"), error: tell("error") });
    const id = await begin(core);
    await core.scheduler.advance(1_000);
    told.length = 0;
    core.summariser.addScript(() => Promise.reject(new DomainError("rate_limited", "spent", "spent")));
    await core.conversations.reprocess(core.requestContext(), id);
    expect(await stateOf(core, id)).to.deep.include({ status: "completed", draft: null });
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
    expect(told).to.deep.equal([{ level: "warn", event: "conversation.summary_kept", summariser: "scripted" }]);
  });
});

describe("The conversation worker: processing", () => {
  it("stores the summary, assigns a folder and extracts action items", async () => {
    const core = openCore();
    const id = await begin(core);
    await core.scheduler.advance(0);
    const { conversation, actionItems, folderName } = await core.conversations.get(core.requestContext(), id);
    expect(conversation.state.status).to.equal("completed");
    expect(conversation.summary.title).to.equal("Plans.");
    expect(folderName).to.equal("Work");
    expect(actionItems.map(({ state }) => [state.description, state.segmentIds])).to.deep.equal([
      [PROMISE, [`${id}-1`]],
    ]);
  });

  it("passes the start time, time zone and user name to the summariser", async () => {
    const core = openCore();
    await core.store.users.insertOrGet(aUser({ id: "ada", displayName: "Ada L.", timeZone: "Asia/Tokyo" }));
    core.summariser.addScript((transcript, context) =>
      summariseVerbatim(transcript, { overview: JSON.stringify(context) }),
    );
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

  it("passes the client's language to the summariser, else the detected one, else none", async () => {
    const detected: (readonly string[])[] = [];
    const languageDetector = {
      detect: (texts: readonly string[]) => {
        detected.push(texts);
        return Promise.resolve(texts[0] === "Hola" ? "es" : undefined);
      },
    };
    const core = openCore({ ports: { languageDetector } });
    const told = async (text: string, language?: string | null) => {
      core.summariser.addScript((transcript, context) =>
        summariseVerbatim(transcript, { overview: `${context.language}` }),
      );
      const { id } = await core.conversations.createFromText(core.requestContext(), {
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

  it("creates one action item for repeated statements", async () => {
    const core = openCore();
    const texts = [PROMISE, "I  will call bob.", PROMISE.toUpperCase().replace("I WILL", "I will")];
    const { id } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput(...texts));
    expect(await itemsOf(core, id)).to.have.length(1);
  });

  it("retries with exponential backoff", async () => {
    const core = openCore({
      options: { conversationWorker: { ...DEFAULT_CONVERSATION_WORKER_OPTIONS, pollIntervalMs: 500 } },
    });
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

  it("marks the conversation as failed after the last attempt", async () => {
    const core = openCore();
    core.start();
    core.summariser.failNext(5);
    const id = await begin(core);
    await core.scheduler.advance(60_000);
    expect((await stateOf(core, id))?.status).to.equal("failed");
  });

  it("records which summariser produced the summary", async () => {
    const core = openCore();
    const id = await begin(core);
    await core.scheduler.advance(0);
    expect((await stateOf(core, id))?.summary?.madeBy).to.equal("scripted");
  });

  it("drops invalid items, keeps the rest, and logs the counts", async () => {
    const logged: { readonly event: string; readonly fields: LogFields | undefined }[] = [];
    const warn = (event: string, fields?: LogFields) => void logged.push({ event, fields });
    const core = openCore({ ports: { log: { ...silentEventLog, warn } } });
    core.summariser.addScript((transcript) =>
      summariseVerbatim(transcript, {
        actionItems: ["", " ", PROMISE].map((description) => ({ description, dueAt: null, segmentIds: [] })),
      }),
    );
    const { id, status } = await core.conversations.createFromSegments(
      core.requestContext(),
      segmentsInput("Plans.", PROMISE),
    );
    expect([status, await itemsOf(core, id)]).to.deep.equal(["completed", [PROMISE]]);
    expect(logged).to.deep.equal([
      {
        event: "conversation.summary_corrected",
        fields: {
          conversation: id,
          summariser: "scripted",
          dropped: { actionItems: 2, events: 0, memories: 0 },
          reasons: { "actionItems.description.string_too_short": 1, "actionItems.description.blank": 1 },
        },
      },
    ]);
  });

  it("gives up on a transcript that crashes the process even during the trivial summary", async () => {
    const { store, clock } = openCore();
    const processing = { completeProcessing: () => neverResolves };
    const first = openCore({ store, clock, ports: { processing } });
    const id = await begin(first);
    const { leaseMs, maxAttempts: attempts } = DEFAULT_CONVERSATION_WORKER_OPTIONS;
    for (let crash = 0; crash < 3 * attempts; crash += 1) {
      const next = openCore({ store, clock, ports: { processing } });
      clock.advance(leaseMs);
      next.start();
      await next.scheduler.advance(0);
    }
    expect((await stateOf(first, id))?.status).to.equal("failed");
  });

  it("keeps the previous summary when reprocessing fails", async () => {
    const core = openCore();
    core.start();
    const id = await begin(core);
    await core.scheduler.advance(0);
    core.summariser.failNext(5);
    await core.conversations.reprocess(core.requestContext(), id, atOnce);
    await core.scheduler.advance(60_000);
    const { conversation, actionItems } = await core.conversations.get(core.requestContext(), id);
    expect(conversation.summary.title).to.equal("Plans.");
    expect(actionItems).to.have.length(1);
  });

  it("replaces untouched items on reprocessing and does not restore deleted ones", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(
      core.requestContext(),
      segmentsInput("I will go.", "I will stay."),
    );
    const [first] = await core.store.actionItems.findByConversations("ada", [id]);
    await core.store.actionItems.deleteWithTombstone("ada", first?.state.id ?? "");
    await core.conversations.reprocess(core.requestContext(), id);
    expect(await itemsOf(core, id))
      .to.have.length(1)
      .and.not.to.include(first?.state.description);
  });
});

describe("The conversation worker: crashes and takeovers", () => {
  it("processes a conversation left by a crashed process when its lease expires", async () => {
    const crashed = openCore();
    crashed.summariser.addScript(() => neverResolves);
    const id = await begin(crashed);
    const other = openCore(crashed);
    other.start();
    await other.scheduler.advance(9_000);
    expect((await stateOf(other, id))?.status).to.equal("processing");
    await other.scheduler.advance(1_000);
    expect((await stateOf(other, id))?.status).to.equal("completed");
  });

  it("renews its lease while it works", async () => {
    const core = openCore();
    const release = core.summariser.holdNextCall();
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

  it("keeps its lease when a single renewal fails", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const core = openCore({ store, clock, ports: rejectUpdates(store, () => failing) });
    core.summariser.addScript(() => neverResolves);
    const id = await begin(core);
    await core.scheduler.advance(4_000);
    failing = false;
    await core.scheduler.advance(4_000);
    expect((await store.conversations.get("ada", id))?.isDue(new Date(clock.now().getTime() + 5_000))).to.be.false;
  });

  it("ignores the write of a worker that lost its lease", async () => {
    const late = openCore();
    const release = late.summariser.holdNextCall();
    const id = await begin(late);
    const other = openCore(late);
    other.summariser.addScript((transcript) =>
      summariseVerbatim(transcript, { title: "Of the other", actionItems: [] }),
    );
    other.start();
    await other.scheduler.advance(10_000);
    release();
    await late.scheduler.advance(0);
    expect((await stateOf(late, id))?.summary?.title).to.equal("Of the other");
    expect(await itemsOf(late, id)).to.deep.equal([]);
  });

  it("ignores the write of a stalled worker after a takeover and reprocessing", async () => {
    const { store, clock } = openCore();
    const { opened, open } = createGate();
    const processing = stallProcessing(store, opened);
    const stalled = openCore({ store, clock, ports: { processing } });
    const id = await begin(stalled);
    await stalled.scheduler.advance(0);
    const other = openCore({ store, clock });
    other.start();
    await other.scheduler.advance(10_000);
    const found = [{ description: "Call Carol", dueAt: null, segmentIds: [] }];
    other.summariser.addScript((transcript) => summariseVerbatim(transcript, { title: "Again", actionItems: found }));
    await other.conversations.reprocess(other.requestContext(), id);
    const before = await stateOf(other, id);
    open();
    await stalled.scheduler.advance(0);
    expect(await itemsOf(other, id)).to.deep.equal(["Call Carol"]);
    expect(await stateOf(other, id)).to.deep.equal(before);
    expect(before?.summary?.title).to.equal("Again");
  });

  it("reuses a stored draft instead of summarising again", async () => {
    const { store, clock } = openCore();
    const crashed = openCore({ store, clock });
    crashed.summariser.addScript(() => neverResolves);
    const id = await begin(crashed);
    const transcript = (await store.conversations.getTranscripts("ada", [id])).get(id);
    if (!transcript) throw new Error("the transcript is missing");
    const kept = summariseVerbatim(transcript, { title: "Said first" });
    await store.conversations.update("ada", id, (before) => before.saveDraft(kept, before.state.lease.fence));
    const other = openCore({ store, clock });
    other.start();
    await other.scheduler.advance(10_000);
    expect((await stateOf(other, id))?.summary?.title).to.equal("Said first");
    expect(await itemsOf(other, id)).to.deep.equal([PROMISE]);
  });

  it("leaves the conversation to the poller when the store fails after a failed attempt", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const core = openCore({ store, clock, ports: rejectUpdates(store, () => failing) });
    const { id, status } = await core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans."));
    expect(status).to.equal("processing");
    failing = false;
    core.start();
    await core.scheduler.advance(10_000);
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("continues to poll after a failed poll", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const conversations = withOverrides(store.conversations, {
      claimDue: (...due) => (failing ? Promise.reject(new Error("no disk")) : store.conversations.claimDue(...due)),
    });
    const crashed = openCore({ store, clock });
    crashed.summariser.addScript(() => neverResolves);
    const id = await begin(crashed);
    const other = openCore({ store, clock, ports: { conversations } });
    other.start();
    await other.scheduler.advance(20_000);
    failing = false;
    await other.scheduler.advance(1_000);
    expect((await stateOf(other, id))?.status).to.equal("completed");
  });
});

describe("The conversation worker: deletion", () => {
  it("leaves no item and no transcript when it happens during processing", async () => {
    const core = openCore();
    core.start();
    const release = core.summariser.holdNextCall();
    const id = await begin(core);
    await core.conversations.delete(core.requestContext(), id);
    release();
    await core.scheduler.advance(0);
    expect(await stateOf(core, id)).to.equal(undefined);
    expect(await itemsOf(core, id)).to.deep.equal([]);
    expect(await core.store.conversations.getTranscripts("ada", [id])).to.have.property("size", 0);
  });

  it("leaves no item when the conversation is deleted before the result is written", async () => {
    const { store, clock } = openCore();
    const { opened, open } = createGate();
    const processing = stallProcessing(store, opened);
    const core = openCore({ store, clock, ports: { processing } });
    const id = await begin(core);
    await core.scheduler.advance(0);
    await core.conversations.delete(core.requestContext(), id);
    await store.conversations.deleteWithTombstone("ada", id);
    open();
    await core.scheduler.advance(0);
    expect(await itemsOf(core, id)).to.deep.equal([]);
  });

  it("leaves no item when a stalled worker dies after the deletion", async () => {
    const { store, clock } = openCore();
    const { opened, open } = createGate();
    let dead = false;
    const processing = stallProcessing(store, opened);
    const actionItems = withOverrides(store.actionItems, {
      detachFromConversation: (...which) => (dead ? neverResolves : store.actionItems.detachFromConversation(...which)),
    });
    const core = openCore({ store, clock, ports: { processing, actionItems } });
    const id = await begin(core);
    await core.scheduler.advance(0);
    await core.conversations.delete(core.requestContext(), id);
    await store.conversations.deleteWithTombstone("ada", id);
    dead = true;
    open();
    await core.scheduler.advance(0);
    expect(await itemsOf(core, id)).to.deep.equal([]);
  });

  it("is completed by the poller after a crash, and keeps items that the user touched", async () => {
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

  it("is retried indefinitely", async () => {
    const { store, clock } = openCore();
    let failing = true;
    const actionItems = withOverrides(store.actionItems, {
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

describe("The conversation worker: stopping", () => {
  it("waits for the work in progress", async () => {
    const core = openCore();
    const release = core.summariser.holdNextCall();
    const id = await begin(core);
    await core.scheduler.advance(0);
    const stopping = core.stop(5_000);
    await core.scheduler.advance(4_000);
    release();
    await stopping;
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("releases work that exceeds the grace period and does not claim it again", async () => {
    const core = openCore();
    core.summariser.addScript(() => neverResolves);
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

  it("answers waiting and later callers with `processing`", async () => {
    const core = openCore();
    core.summariser.addScript(() => neverResolves);
    const early = core.conversations.createFromText(core.requestContext(), { text: PROMISE }, { waitMs: 60_000 });
    await core.scheduler.advance(0);
    const stopping = core.stop(5_000);
    const late = await core.conversations.createFromText(core.requestContext(), { text: PROMISE }, { waitMs: 60_000 });
    await core.scheduler.advance(5_000);
    await stopping;
    for (const { id, status } of [await early, late]) {
      expect(status).to.equal("processing");
      expect((await stateOf(core, id))?.lease.claimedUntil).to.equal(null);
    }
  });

  it("waits for a claim in progress and releases it immediately", async () => {
    const { store, clock } = openCore();
    const crashed = openCore({ store, clock });
    crashed.summariser.addScript(() => neverResolves);
    const id = await begin(crashed);
    clock.advance(10_000);
    const { opened, open } = createGate();
    const conversations = withOverrides(store.conversations, {
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
    expect(core.scheduler.pendingCount).to.equal(0);
  });
});
