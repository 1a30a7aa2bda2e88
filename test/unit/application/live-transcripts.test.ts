import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { SystemFolders } from "../../../src/application/folders/folders.js";
import { LiveTranscripts } from "../../../src/application/conversations/live-transcripts.js";
import { SESSION_IDLE_TIMEOUT_MS } from "../../../src/domain/conversation/live-session.js";
import { someSegments, FixedClock } from "../../../src/testing/index.js";
import { neverResolves, openCore, segmentsInput, type TestCore, startRetry } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";

const PROMISE = "I will call Bob.";

const textsOf = async ({ conversations, requestContext: call }: TestCore, id: string): Promise<string[]> => {
  const { transcript } = await conversations.get(call(), id, { includeTranscript: true });
  return (transcript?.segments ?? []).map(({ text }) => text);
};

/** For sessions that are not finished. */
const nothingEnds = { getLeaseMs: () => null, startProcessing: () => neverResolves };

describe("Live transcripts", () => {
  it("grow by appended segments and become regular conversations", async () => {
    const core = openCore();
    const { liveTranscripts, conversations, requestContext: call } = core;
    const first = await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    expect(first).to.include({ status: "in_progress", segmentCount: 1 });
    expect(await liveTranscripts.append(call(), " s ", someSegments(1, "Good."))).to.include({ segmentCount: 2 });
    const receipt = await liveTranscripts.finish(call(), "s");
    expect(receipt).to.deep.equal({ id: first.conversationId, discarded: false, status: "completed" });
    const { conversation, actionItems, folderName } = await conversations.get(call(), receipt.id);
    expect(conversation.summary.title).to.equal(PROMISE);
    expect(actionItems).to.have.length(1);
    expect(folderName).to.equal("Work");
    expect(await textsOf(core, receipt.id)).to.deep.equal([PROMISE, "Good."]);
  });

  it("share their conversation with a whole recording of the same session ID", async () => {
    const { liveTranscripts, conversations, requestContext: call } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    const whole = { ...segmentsInput(PROMISE), clientSessionId: "s" };
    const { message } = await expectDomainRejection("conflict", conversations.createFromSegments(call(), whole));
    expect(message).to.equal("The conversation is still being recorded");
    const finished = await liveTranscripts.finish(call(), "s");
    expect(await conversations.createFromSegments(call(), whole)).to.deep.equal(finished);
    expect(finished.id).to.equal(conversationId);
  });

  it("cannot be appended to a conversation that was created as a whole", async () => {
    const { liveTranscripts, conversations, requestContext: call } = openCore();
    const { id } = await conversations.createFromSegments(call(), {
      ...segmentsInput(PROMISE, "Good."),
      clientSessionId: "s",
    });
    await expectDomainRejection("conflict", liveTranscripts.append(call(), "s", someSegments(2, "more")));
    expect(await liveTranscripts.finish(call(), "s")).to.include({ id, status: "completed" });
    const state = { conversationId: id, status: "completed", segmentCount: 2 };
    expect(await liveTranscripts.getSession(call(), "s")).to.deep.equal(state);
  });

  it("are separate per user for the same session ID", async () => {
    const { liveTranscripts, requestContext: call } = openCore();
    const hers = await liveTranscripts.append(call("ada"), "s", someSegments(0, "hers"));
    await expectDomainRejection("not_found", liveTranscripts.getSession(call("bob"), "s"));
    await expectDomainRejection("not_found", liveTranscripts.finish(call("bob"), "s"));
    const his = await liveTranscripts.append(call("bob"), "s", someSegments(0, "his"));
    expect(his.conversationId).not.to.equal(hers.conversationId);
    expect((await liveTranscripts.getSession(call("ada"), "s")).segmentCount).to.equal(1);
  });

  it("notify listeners in the same process only about new segments", async () => {
    const { store, requestContext: call } = openCore();
    const told: string[] = [];
    const folders = new SystemFolders(store.folders);
    const live = new LiveTranscripts(store.conversations, folders, nothingEnds, ({ state }) => told.push(state.id));
    const { conversationId } = await live.append(call(), "s", someSegments(0, "one"));
    await live.append(call(), "s", someSegments(0, "one"));
    await expectDomainRejection("conflict", live.append(call(), "s", someSegments(7, "eight")));
    expect(told).to.deep.equal([conversationId]);
  });

  it("append segments without an offset once per idempotency key", async () => {
    const core = openCore();
    const { liveTranscripts } = core;
    const first = await liveTranscripts.append(await startRetry(core), "s", someSegments(null, "one"));
    await liveTranscripts.append(core.requestContext(), "s", someSegments(null, "two"));
    expect(await liveTranscripts.append(await startRetry(core), "s", someSegments(null, "one"))).to.include({
      segmentCount: 2,
    });
    expect(await textsOf(core, first.conversationId)).to.deep.equal(["one", "two"]);
  });

  it("store nothing when the input is rejected", async () => {
    const { liveTranscripts, store, folders, requestContext: call } = openCore();
    await expectDomainRejection("invalid", liveTranscripts.append(call(), "s", someSegments(0, " ")));
    await expectDomainRejection("invalid", liveTranscripts.append(call(), " ", someSegments(0, "one")));
    await expectDomainRejection("invalid", liveTranscripts.append(call(), "s".repeat(201), someSegments(0, "one")));
    await expectDomainRejection("conflict", liveTranscripts.append(call(), "s", someSegments(1, "two")));
    expect(await store.conversations.countAll("ada")).to.equal(0);
    expect(await folders.list(call())).to.deep.equal([]);
  });

  it("create the user's folders with the first conversation", async () => {
    const { liveTranscripts, folders, requestContext: call } = openCore();
    await liveTranscripts.append(call(), "s", someSegments(null, "one"));
    expect(await folders.list(call())).to.have.length(3);
  });
});

describe("Live transcripts: finishing", () => {
  it("succeeds once and rejects further segments", async () => {
    const { liveTranscripts, requestContext: call } = openCore();
    await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    const finished = await liveTranscripts.finish(call(), "s");
    expect(await liveTranscripts.finish(call(), "s")).to.deep.equal(finished);
    const { message } = await expectDomainRejection(
      "conflict",
      liveTranscripts.append(call(), "s", someSegments(1, "more")),
    );
    expect(message).to.equal("The session is finished and has 1 segment");
    await expectDomainRejection("conflict", liveTranscripts.append(call(), "s", someSegments(0, PROMISE)));
  });

  it("returns immediately when the client does not wait, and processes in the background", async () => {
    const { liveTranscripts, scheduler, requestContext: call } = openCore();
    await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    expect(await liveTranscripts.finish(call(), "s", { waitMs: 0 })).to.include({ status: "processing" });
    expect(await liveTranscripts.finish(call(), "s")).to.include({ status: "processing" });
    await scheduler.advance(0);
    expect(await liveTranscripts.getSession(call(), "s")).to.include({ status: "completed" });
  });

  it("processes the conversation once for concurrent calls", async () => {
    const { liveTranscripts, requestContext: call, store } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    const receipts = await Promise.all(Array.from({ length: 5 }, () => liveTranscripts.finish(call(), "s")));
    expect(receipts.filter(({ status }) => status === "completed")).to.have.length(1);
    expect((await store.conversations.get("ada", conversationId))?.state.lease.fence).to.equal(1);
  });

  it("either stores or rejects each segment that is appended concurrently", async () => {
    for (let round = 0; round < 20; round += 1) {
      const core = openCore();
      const { liveTranscripts, requestContext: call } = core;
      const { conversationId } = await liveTranscripts.append(call(), "s", someSegments(0, "word 0"));
      const append = (place: number) => liveTranscripts.append(call(), "s", someSegments(null, `word ${place}`));
      const [before, , after] = await Promise.allSettled([append(1), liveTranscripts.finish(call(), "s"), append(2)]);
      const taken = [before, after].filter(({ status }) => status === "fulfilled").length;
      expect(await textsOf(core, conversationId)).to.have.length(1 + taken);
    }
  });

  it("happens automatically after 30 minutes without new segments, and not earlier", async () => {
    const core = openCore();
    const { liveTranscripts, scheduler, requestContext: call } = core;
    core.start();
    await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    await scheduler.advance(SESSION_IDLE_TIMEOUT_MS - 10_000);
    await liveTranscripts.append(call(), "s", someSegments(1, "Still here."));
    await scheduler.advance(SESSION_IDLE_TIMEOUT_MS - 1_000);
    expect(await liveTranscripts.getSession(call(), "s")).to.include({ status: "in_progress" });
    await scheduler.advance(3_000);
    expect(await liveTranscripts.getSession(call(), "s")).to.include({ status: "completed", segmentCount: 2 });
    await core.stop();
  });

  it("happens automatically once across four processes, also for sessions of a process that is gone", async () => {
    const shared = { store: openInMemoryStore(), clock: new FixedClock() };
    const gone = openCore(shared);
    for (const name of ["a", "b", "c"])
      await gone.liveTranscripts.append(gone.requestContext(), name, someSegments(0, PROMISE));
    const processes = Array.from({ length: 4 }, () => openCore(shared));
    shared.clock.advance(SESSION_IDLE_TIMEOUT_MS);
    for (const each of processes) each.start();
    await Promise.all(processes.map(({ scheduler }) => scheduler.advance(0)));
    const ended = await shared.store.conversations.listAll("ada", 9);
    expect(ended.map(({ state }) => [state.status, state.lease.fence])).to.deep.equal(Array(3).fill(["completed", 1]));
    await Promise.all(processes.map((each) => each.stop()));
  });
});

describe("Live transcripts: deletion", () => {
  it("ends the session: all later calls are rejected, and nothing restores it", async () => {
    const { liveTranscripts, conversations, store, requestContext: call } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    await conversations.delete(call(), conversationId);
    for (const refused of [
      liveTranscripts.append(call(), "s", someSegments(0, PROMISE)),
      liveTranscripts.append(call(), "s", someSegments(1, "more")),
      liveTranscripts.append(call(), "s", someSegments(null, "more")),
      liveTranscripts.finish(call(), "s"),
      liveTranscripts.getSession(call(), "s"),
    ]) {
      expect((await expectDomainRejection("not_found", refused)).message).to.equal("Session not found");
    }
    expect(await store.conversations.countAll("ada")).to.equal(0);
    const whole = { ...segmentsInput(PROMISE), clientSessionId: "s" };
    expect(await conversations.createFromSegments(call(), whole)).to.include({ id: conversationId, discarded: true });
  });

  it("ends the session even before the removal is complete", async () => {
    const { liveTranscripts, store, requestContext: call } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    await store.conversations.update("ada", conversationId, (before) => before.markDeleting(call().now, 5_000));
    await expectDomainRejection("not_found", liveTranscripts.append(call(), "s", someSegments(1, "more")));
    await expectDomainRejection("not_found", liveTranscripts.finish(call(), "s"));
    await expectDomainRejection("not_found", liveTranscripts.getSession(call(), "s"));
  });

  it("leaves nothing of a conversation that is being processed", async () => {
    const { liveTranscripts, conversations, summariser, store, requestContext: call } = openCore();
    summariser.addScript(() => neverResolves);
    await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    const { id } = await liveTranscripts.finish(call(), "s", { waitMs: 0 });
    await conversations.delete(call(), id);
    expect(await store.conversations.get("ada", id)).to.equal(undefined);
  });
});

describe("Live transcripts: while they are in progress", () => {
  it("can be read and edited, but are excluded from lists, folder counts and search", async () => {
    const { liveTranscripts, conversations, questionAnswering: asking, folders, requestContext: call } = openCore();
    const { conversationId: id } = await liveTranscripts.append(call(), "s", someSegments(0, PROMISE));
    const edited = await conversations.update(call(), id, { title: "Mine", starred: true });
    expect(edited.conversation.state.status).to.equal("in_progress");
    const { conversation } = await conversations.get(call(), id);
    expect(conversation.summary).to.include({ title: "Mine", overview: "", category: "other" });
    const query = { filter: {}, page: { limit: 9 }, includeTranscript: false, includeTotal: true };
    expect(await conversations.list(call(), query)).to.include({ total: 0 });
    expect((await folders.list(call())).every(({ conversationCount }) => conversationCount === 0)).to.equal(true);
    expect((await asking.ask(call(), { question: "Who will I call?", limit: 9 })).sources).to.deep.equal([]);
    await expectDomainRejection("conflict", conversations.reprocess(call(), id));
    await liveTranscripts.append(call(), "s", someSegments(1, "Tomorrow."));
    await liveTranscripts.finish(call(), "s");
    expect((await conversations.list(call(), query)).items[0]?.conversation.summary.title).to.equal("Mine");
    expect((await asking.ask(call(), { question: "Who will I call?", limit: 9 })).sources).not.to.deep.equal([]);
  });
});
