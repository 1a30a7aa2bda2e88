import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { SystemFolders } from "../../../src/application/folders.js";
import { LiveTranscripts } from "../../../src/application/live-transcripts.js";
import { SESSION_SILENCE_MS } from "../../../src/domain/live-session.js";
import type { Call } from "../../../src/ports/driving/index.js";
import { aPiece, FixedClock } from "../../../src/testing/index.js";
import { never, openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";

const PROMISE = "I will call Bob.";
/** Longer than a claim of a call under a key outlives its process, in milliseconds. */
const LEASE = 3_000;

const textsOf = async ({ conversations, call }: Core, id: string): Promise<string[]> => {
  const { transcript } = await conversations.get(call(), id, { includeTranscript: true });
  return (transcript?.segments ?? []).map(({ text }) => text);
};

/** For sessions that are not finished. */
const nothingEnds = { leaseFor: () => null, begun: () => never };

/** The call of the next try under a key, after one whose end nobody knows. */
async function tried(core: Core): Promise<Call> {
  core.clock.advance(LEASE);
  const beginning = await core.keyedCalls.begin(core.call(), "key", "request");
  if (beginning.outcome !== "begun") throw new Error("It was answered before");
  return beginning.call;
}

describe("live transcripts", () => {
  it("grow piece by piece and become conversations like any other", async () => {
    const core = openCore();
    const { liveTranscripts, conversations, call } = core;
    const first = await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    expect(first).to.include({ status: "in_progress", segments: 1 });
    expect(await liveTranscripts.append(call(), " s ", aPiece(1, "Good."))).to.include({ segments: 2 });
    const receipt = await liveTranscripts.finish(call(), "s");
    expect(receipt).to.deep.equal({ id: first.conversationId, discarded: false, status: "completed" });
    const { conversation, actionItems, folderName } = await conversations.get(call(), receipt.id);
    expect(conversation.summary.title).to.equal(PROMISE);
    expect(actionItems).to.have.length(1);
    expect(folderName).to.equal("Work");
    expect(await textsOf(core, receipt.id)).to.deep.equal([PROMISE, "Good."]);
  });

  it("are those of the same session, recorded at once", async () => {
    const { liveTranscripts, conversations, call } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    const whole = { ...saying(PROMISE), clientSessionId: "s" };
    const { message } = await rejection("conflict", conversations.createFromSegments(call(), whole));
    expect(message).to.equal("Conversation creation already in progress");
    const finished = await liveTranscripts.finish(call(), "s");
    expect(await conversations.createFromSegments(call(), whole)).to.deep.equal(finished);
    expect(finished.id).to.equal(conversationId);
  });

  it("are not added to what was recorded at once, which has an end", async () => {
    const { liveTranscripts, conversations, call } = openCore();
    const { id } = await conversations.createFromSegments(call(), {
      ...saying(PROMISE, "Good."),
      clientSessionId: "s",
    });
    await rejection("conflict", liveTranscripts.append(call(), "s", aPiece(2, "more")));
    expect(await liveTranscripts.finish(call(), "s")).to.include({ id, status: "completed" });
    const state = { conversationId: id, status: "completed", segments: 2 };
    expect(await liveTranscripts.state(call(), "s")).to.deep.equal(state);
  });

  it("are another user's own under the same session id", async () => {
    const { liveTranscripts, call } = openCore();
    const hers = await liveTranscripts.append(call("ada"), "s", aPiece(0, "hers"));
    await rejection("not_found", liveTranscripts.state(call("bob"), "s"));
    await rejection("not_found", liveTranscripts.finish(call("bob"), "s"));
    const his = await liveTranscripts.append(call("bob"), "s", aPiece(0, "his"));
    expect(his.conversationId).not.to.equal(hers.conversationId);
    expect((await liveTranscripts.state(call("ada"), "s")).segments).to.equal(1);
  });

  it("are told of in this process when something new was said, and only then", async () => {
    const { store, call } = openCore();
    const told: string[] = [];
    const folders = new SystemFolders(store.folders);
    const live = new LiveTranscripts(store.conversations, folders, nothingEnds, ({ state }) => told.push(state.id));
    const { conversationId } = await live.append(call(), "s", aPiece(0, "one"));
    await live.append(call(), "s", aPiece(0, "one"));
    await rejection("conflict", live.append(call(), "s", aPiece(7, "eight")));
    expect(told).to.deep.equal([conversationId]);
  });

  it("count a piece once under a key, though it names no place", async () => {
    const core = openCore();
    const { liveTranscripts } = core;
    const first = await liveTranscripts.append(await tried(core), "s", aPiece(null, "one"));
    await liveTranscripts.append(core.call(), "s", aPiece(null, "two"));
    expect(await liveTranscripts.append(await tried(core), "s", aPiece(null, "one"))).to.include({ segments: 2 });
    expect(await textsOf(core, first.conversationId)).to.deep.equal(["one", "two"]);
  });

  it("store nothing of what is refused", async () => {
    const { liveTranscripts, store, folders, call } = openCore();
    await rejection("invalid", liveTranscripts.append(call(), "s", aPiece(0, " ")));
    await rejection("invalid", liveTranscripts.append(call(), " ", aPiece(0, "one")));
    await rejection("invalid", liveTranscripts.append(call(), "s".repeat(201), aPiece(0, "one")));
    await rejection("conflict", liveTranscripts.append(call(), "s", aPiece(1, "two")));
    expect(await store.conversations.countAll("ada")).to.equal(0);
    expect(await folders.list(call())).to.deep.equal([]);
  });

  it("make the user's folders with the first conversation", async () => {
    const { liveTranscripts, folders, call } = openCore();
    await liveTranscripts.append(call(), "s", aPiece(null, "one"));
    expect(await folders.list(call())).to.have.length(3);
  });
});

describe("live transcripts: their end", () => {
  it("comes once, and lets nothing more be said", async () => {
    const { liveTranscripts, call } = openCore();
    await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    const finished = await liveTranscripts.finish(call(), "s");
    expect(await liveTranscripts.finish(call(), "s")).to.deep.equal(finished);
    const { message } = await rejection("conflict", liveTranscripts.append(call(), "s", aPiece(1, "more")));
    expect(message).to.equal("Session is finished: it has 1 segment");
    await rejection("conflict", liveTranscripts.append(call(), "s", aPiece(0, PROMISE)));
  });

  it("is answered at once where the client does not wait, and the work is done all the same", async () => {
    const { liveTranscripts, scheduler, call } = openCore();
    await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    expect(await liveTranscripts.finish(call(), "s", { waitMs: 0 })).to.include({ status: "processing" });
    expect(await liveTranscripts.finish(call(), "s")).to.include({ status: "processing" });
    await scheduler.advance(0);
    expect(await liveTranscripts.state(call(), "s")).to.include({ status: "completed" });
  });

  it("is processed once, however many end it at once", async () => {
    const { liveTranscripts, call, store } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    const receipts = await Promise.all(Array.from({ length: 5 }, () => liveTranscripts.finish(call(), "s")));
    expect(receipts.filter(({ status }) => status === "completed")).to.have.length(1);
    expect((await store.conversations.get("ada", conversationId))?.state.lease.fence).to.equal(1);
  });

  it("leaves every piece either in it or refused, when both come at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const core = openCore();
      const { liveTranscripts, call } = core;
      const { conversationId } = await liveTranscripts.append(call(), "s", aPiece(0, "word 0"));
      const append = (place: number) => liveTranscripts.append(call(), "s", aPiece(null, `word ${place}`));
      const [before, , after] = await Promise.allSettled([append(1), liveTranscripts.finish(call(), "s"), append(2)]);
      const taken = [before, after].filter(({ status }) => status === "fulfilled").length;
      expect(await textsOf(core, conversationId)).to.have.length(1 + taken);
    }
  });

  it("comes by itself after half an hour of silence, and after no less", async () => {
    const core = openCore();
    const { liveTranscripts, scheduler, call } = core;
    core.start();
    await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    await scheduler.advance(SESSION_SILENCE_MS - 10_000);
    await liveTranscripts.append(call(), "s", aPiece(1, "Still here."));
    await scheduler.advance(SESSION_SILENCE_MS - 1_000);
    expect(await liveTranscripts.state(call(), "s")).to.include({ status: "in_progress" });
    await scheduler.advance(3_000);
    expect(await liveTranscripts.state(call(), "s")).to.include({ status: "completed", segments: 2 });
    await core.stop();
  });

  it("comes by itself once, whichever of four processes is the first, also of those begun in one that is gone", async () => {
    const shared = { store: openInMemoryStore(), clock: new FixedClock() };
    const gone = openCore(shared);
    for (const name of ["a", "b", "c"]) await gone.liveTranscripts.append(gone.call(), name, aPiece(0, PROMISE));
    const processes = Array.from({ length: 4 }, () => openCore(shared));
    shared.clock.advance(SESSION_SILENCE_MS);
    for (const each of processes) each.start();
    await Promise.all(processes.map(({ scheduler }) => scheduler.advance(0)));
    const ended = await shared.store.conversations.listAll("ada", 9);
    expect(ended.map(({ state }) => [state.status, state.lease.fence])).to.deep.equal(Array(3).fill(["completed", 1]));
    await Promise.all(processes.map((each) => each.stop()));
  });
});

describe("live transcripts: deletion", () => {
  it("stops the session: nothing more is taken, and nothing brings it back", async () => {
    const { liveTranscripts, conversations, store, call } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    await conversations.delete(call(), conversationId);
    for (const refused of [
      liveTranscripts.append(call(), "s", aPiece(0, PROMISE)),
      liveTranscripts.append(call(), "s", aPiece(1, "more")),
      liveTranscripts.append(call(), "s", aPiece(null, "more")),
      liveTranscripts.finish(call(), "s"),
      liveTranscripts.state(call(), "s"),
    ]) {
      expect((await rejection("not_found", refused)).message).to.equal("Session not found");
    }
    expect(await store.conversations.countAll("ada")).to.equal(0);
    const whole = { ...saying(PROMISE), clientSessionId: "s" };
    expect(await conversations.createFromSegments(call(), whole)).to.include({ id: conversationId, discarded: true });
  });

  it("stops it while it is still being removed", async () => {
    const { liveTranscripts, store, call } = openCore();
    const { conversationId } = await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    await store.conversations.update("ada", conversationId, (before) => before.markDeleting(call().now, 5_000));
    await rejection("not_found", liveTranscripts.append(call(), "s", aPiece(1, "more")));
    await rejection("not_found", liveTranscripts.finish(call(), "s"));
    await rejection("not_found", liveTranscripts.state(call(), "s"));
  });

  it("of one that is being processed leaves nothing of it", async () => {
    const { liveTranscripts, conversations, summariser, store, call } = openCore();
    summariser.next(() => never);
    await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    const { id } = await liveTranscripts.finish(call(), "s", { waitMs: 0 });
    await conversations.delete(call(), id);
    expect(await store.conversations.get("ada", id)).to.equal(undefined);
  });
});

describe("live transcripts: meanwhile", () => {
  it("are read, changed and reported as in progress, and found in no list and by no search", async () => {
    const { liveTranscripts, conversations, asking, folders, call } = openCore();
    const { conversationId: id } = await liveTranscripts.append(call(), "s", aPiece(0, PROMISE));
    const edited = await conversations.update(call(), id, { title: "Mine", starred: true });
    expect(edited.conversation.state.status).to.equal("in_progress");
    const { conversation } = await conversations.get(call(), id);
    expect(conversation.summary).to.include({ title: "Mine", overview: "", category: "other" });
    const query = { filter: {}, page: { limit: 9 }, includeTranscript: false, withTotal: true };
    expect(await conversations.list(call(), query)).to.include({ total: 0 });
    expect((await folders.list(call())).every(({ conversationCount }) => conversationCount === 0)).to.equal(true);
    expect((await asking.ask(call(), { question: "Who will I call?", limit: 9 })).sources).to.deep.equal([]);
    await rejection("conflict", conversations.reprocess(call(), id));
    await liveTranscripts.append(call(), "s", aPiece(1, "Tomorrow."));
    await liveTranscripts.finish(call(), "s");
    expect((await conversations.list(call(), query)).items[0]?.conversation.summary.title).to.equal("Mine");
    expect((await asking.ask(call(), { question: "Who will I call?", limit: 9 })).sources).not.to.deep.equal([]);
  });
});
