import { expect } from "chai";
import { MAX_CONCURRENT_REPROCESSING } from "../../../src/application/conversations/reprocessing.js";
import type { RawSummaryResult } from "../../../src/domain/conversation/summary-result.js";
import type { ReprocessingCriteria, ReprocessingProgress, Summariser } from "../../../src/ports/index.js";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { FixedClock } from "../../../src/testing/index.js";
import { openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";
import { summariseVerbatim, createGate } from "../../support/scripted-summariser.js";

const all: ReprocessingCriteria = { outdatedOnly: false, restart: false };
const unwatched = { onProgress: () => undefined, shouldStop: () => false };

/** Answers as it is told, and says what it was asked about. */
class Model implements Summariser {
  readonly asked: string[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  until: Promise<unknown> = Promise.resolve();

  constructor(readonly id = "llm:new") {}

  async summarise(transcript: Parameters<Summariser["summarise"]>[0]): Promise<RawSummaryResult> {
    this.asked.push(transcript.segments[0]?.text ?? "");
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await this.until;
    this.atOnce -= 1;
    return summariseVerbatim(transcript);
  }
}

/** Processes of one service, before and after there was a model. */
async function openWith(
  count: number,
  model: Summariser = new Model(),
): Promise<{ before: TestCore; after: TestCore }> {
  const shared = { store: openInMemoryStore(), clock: new FixedClock() };
  const before = openCore(shared);
  for (let n = 0; n < count; n += 1) {
    const userId = n % 2 === 0 ? "ada" : "bob";
    await before.users.register({ id: userId });
    const startedAt = new Date(Date.UTC(2025, 11, count - n));
    const { status } = await before.conversations.createFromSegments(before.requestContext(userId), {
      ...segmentsInput(`${n}`),
      startedAt,
    });
    expect(status).to.equal("completed");
  }
  shared.clock.advance(1_000);
  const after = openCore({ ...shared, ports: { summariser: model, fallbackSummariser: before.summariser } });
  after.start();
  return { before, after };
}

/** Lets time pass until it has ended. */
async function ended(core: TestCore, run: Promise<ReprocessingProgress>): Promise<ReprocessingProgress> {
  const state = { isEnded: false };
  const marked = run.finally(() => (state.isEnded = true));
  while (!state.isEnded) await core.scheduler.advance(1_000);
  return marked;
}

const summary = ({ countBySummariser, ...rest }: ReprocessingProgress) => ({
  ...rest,
  countBySummariser: Object.fromEntries(countBySummariser),
});

describe("Reprocessing all conversations", () => {
  it("processes each conversation of every user once, oldest first", async () => {
    const model = new Model();
    const { after } = await openWith(10, model);
    const steps: number[] = [];
    const run = after.reprocessing.reprocessAll(all, {
      ...unwatched,
      onProgress: ({ processed: seen }) => steps.push(seen),
    });
    expect(summary(await ended(after, run))).to.deep.equal({
      total: 10,
      processed: 10,
      countBySummariser: { "llm:new": 10 },
      skipped: 0,
      failed: 0,
      isStopped: false,
    });
    expect(model.asked).to.deep.equal(["8", "6", "4", "2", "0", "9", "7", "5", "3", "1"]);
    expect(steps).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("can be limited to one user or to outdated summaries", async () => {
    const model = new Model();
    const { after } = await openWith(8, model);
    await ended(after, after.reprocessing.reprocessAll({ ...all, userId: "bob" }, unwatched));
    expect(model.asked).to.deep.equal(["7", "5", "3", "1"]);
    const rest = await ended(after, after.reprocessing.reprocessAll({ ...all, outdatedOnly: true }, unwatched));
    expect([rest.skipped, rest.countBySummariser.get("llm:new")]).to.deep.equal([4, 4]);
    expect(new Set(model.asked).size).to.equal(model.asked.length);
  });

  it("limits concurrency", async () => {
    const model = new Model();
    const { after } = await openWith(30, model);
    const { opened, open } = createGate();
    model.until = opened;
    const run = after.reprocessing.reprocessAll(all, unwatched);
    await after.scheduler.advance(1_000);
    expect([model.mostAtOnce, model.asked.length]).to.deep.equal([
      MAX_CONCURRENT_REPROCESSING,
      MAX_CONCURRENT_REPROCESSING,
    ]);
    open();
    await ended(after, run);
    expect(model.mostAtOnce).to.equal(MAX_CONCURRENT_REPROCESSING);
  });

  it("resumes an interrupted run in any process and repeats nothing", async () => {
    const model = new Model();
    const { before, after } = await openWith(20, model);
    let seen = 0;
    const stopped = await ended(
      after,
      after.reprocessing.reprocessAll(all, {
        onProgress: (progress) => (seen = progress.processed),
        shouldStop: () => seen >= 7,
      }),
    );
    expect(stopped.isStopped).to.equal(true);
    expect(stopped.processed).to.be.within(7, 7 + MAX_CONCURRENT_REPROCESSING);
    const other = openCore({
      store: before.store,
      clock: before.clock,
      ports: { summariser: model, fallbackSummariser: before.summariser },
    });
    other.start();
    const rest = await ended(other, other.reprocessing.reprocessAll(all, unwatched));
    expect(summary(rest)).to.deep.include({ processed: 20, failed: 0, isStopped: false, skipped: stopped.processed });
    expect([...model.asked].sort()).to.deep.equal(Array.from({ length: 20 }, (_, n) => `${n}`).sort());
    await ended(other, other.reprocessing.reprocessAll(all, unwatched));
    expect(model.asked).to.have.length(40);
  });

  it("starts over when a restart is requested", async () => {
    const model = new Model();
    const { after } = await openWith(6, model);
    let seen = 0;
    const report = (progress: ReprocessingProgress) => (seen = progress.processed);
    const stopped = await ended(
      after,
      after.reprocessing.reprocessAll(all, { onProgress: report, shouldStop: () => seen >= 1 }),
    );
    after.clock.advance(1_000);
    const whole = await ended(after, after.reprocessing.reprocessAll({ ...all, restart: true }, unwatched));
    expect([stopped.isStopped, whole.skipped, whole.countBySummariser.get("llm:new")]).to.deep.equal([true, 0, 6]);
  });

  it("is shared by two concurrent runs", async () => {
    const model = new Model();
    const { before, after } = await openWith(20, model);
    const other = openCore({ store: before.store, clock: before.clock, ports: { summariser: model } });
    other.start();
    const runs = [after, other].map((core) => core.reprocessing.reprocessAll(all, unwatched));
    const state = { isEnded: false };
    const both = Promise.all(runs).finally(() => (state.isEnded = true));
    while (!state.isEnded) {
      await after.scheduler.advance(250);
      await other.scheduler.advance(250);
    }
    for (const { processed: seen, failed } of await both) expect([seen, failed]).to.deep.equal([20, 0]);
    expect(model.asked).to.have.length(20);
  });

  it("keeps the user's changes and deletions, also those made during the run", async () => {
    const model = new Model();
    const { after } = await openWith(12, model);
    const query = { filter: {}, page: { limit: 50 }, includeTranscript: false, includeTotal: false };
    const [first, second] = (await after.conversations.list(after.requestContext(), query)).items;
    const ids = [first, second].map((view) => view?.conversation.state.id ?? "");
    const { opened, open } = createGate();
    model.until = opened;
    const run = after.reprocessing.reprocessAll(all, unwatched);
    await after.scheduler.advance(1_000);
    await after.conversations.update(after.requestContext(), ids[0] ?? "", { title: "Mine" });
    await after.conversations.delete(after.requestContext(), ids[1] ?? "");
    open();
    const outcome = await ended(after, run);
    expect([outcome.failed, outcome.countBySummariser.get("llm:new")]).to.deep.equal([0, 11]);
    const listed = (await after.conversations.list(after.requestContext(), query)).items;
    const [mine] = listed;
    expect([listed.length, mine?.conversation.summary.title, mine?.conversation.state.summary?.madeBy]).to.deep.equal([
      5,
      "Mine",
      "llm:new",
    ]);
  });

  it("reports failures, keeps the existing summaries and retries them in the next run", async () => {
    class Failing extends Model {
      isBroken = true;
      override async summarise(transcript: Parameters<Summariser["summarise"]>[0]): Promise<RawSummaryResult> {
        if (this.isBroken) throw new Error("cannot answer");
        return super.summarise(transcript);
      }
    }
    const model = new Failing();
    const { after } = await openWith(4, model);
    model.isBroken = false;
    await ended(after, after.reprocessing.reprocessAll(all, unwatched));
    after.clock.advance(1_000);
    model.isBroken = true;
    const broken = await ended(after, after.reprocessing.reprocessAll(all, unwatched));
    expect(summary(broken)).to.deep.include({ failed: 4, countBySummariser: {} });
    const query = { filter: {}, page: { limit: 50 }, includeTranscript: false, includeTotal: false };
    const { items } = await after.conversations.list(after.requestContext(), query);
    expect(items.map(({ conversation }) => conversation.state.summary?.madeBy)).to.deep.equal(["llm:new", "llm:new"]);
    model.isBroken = false;
    const mended = await ended(after, after.reprocessing.reprocessAll(all, unwatched));
    expect(summary(mended)).to.deep.include({ failed: 0, countBySummariser: { "llm:new": 4 } });
  });

  it("uses the fallback when the model has never succeeded, and reports it", async () => {
    const model: Summariser = { id: "llm:broken", summarise: () => Promise.reject(new Error("cannot answer")) };
    const { after } = await openWith(2, model);
    const outcome = await ended(after, after.reprocessing.reprocessAll(all, unwatched));
    expect(summary(outcome)).to.deep.include({ failed: 0, countBySummariser: { scripted: 2 } });
  });
});

describe("Reprocessing one conversation", () => {
  it("processes it regardless of its previous summariser", async () => {
    const model = new Model();
    const { after } = await openWith(2, model);
    const query = { filter: {}, page: { limit: 1 }, includeTranscript: false, includeTotal: false };
    const [view] = (await after.conversations.list(after.requestContext(), query)).items;
    for (let time = 1; time <= 2; time += 1) {
      const run = after.reprocessing.reprocessOne("ada", view?.conversation.state.id ?? "", unwatched);
      expect(summary(await ended(after, run))).to.deep.include({
        total: 1,
        processed: 1,
        countBySummariser: { "llm:new": 1 },
      });
      expect(model.asked).to.have.length(time);
      after.clock.advance(1);
    }
  });

  it("returns not_found for an unknown ID and for another user's conversation", async () => {
    const { after } = await openWith(2);
    const query = { filter: {}, page: { limit: 1 }, includeTranscript: false, includeTotal: false };
    const [his] = (await after.conversations.list(after.requestContext("bob"), query)).items;
    for (const id of ["nowhere", his?.conversation.state.id ?? ""]) {
      const refusal = await expectDomainRejection("not_found", after.reprocessing.reprocessOne("ada", id, unwatched));
      expect(refusal.message).to.equal("Conversation not found");
    }
  });
});
