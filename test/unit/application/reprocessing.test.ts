import { expect } from "chai";
import { REPROCESSED_AT_ONCE } from "../../../src/application/reprocessing.js";
import type { FoundDigest, ReprocessAll, ReprocessingProgress, Summariser } from "../../../src/ports/index.js";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { FixedClock } from "../../../src/testing/index.js";
import { openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";
import { digestOf, gate } from "../../support/scripted-summariser.js";

const all: ReprocessAll = { outdatedOnly: false, anew: false };
const unwatched = { report: () => undefined, isStopped: () => false };

/** Answers as it is told, and says what it was asked about. */
class Model implements Summariser {
  readonly asked: string[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  until: Promise<unknown> = Promise.resolve();

  constructor(readonly id = "llm:new") {}

  async summarise(transcript: Parameters<Summariser["summarise"]>[0]): Promise<FoundDigest> {
    this.asked.push(transcript.segments[0]?.text ?? "");
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await this.until;
    this.atOnce -= 1;
    return digestOf(transcript);
  }
}

/** Processes of one service, before and after there was a model. */
async function openWith(count: number, model: Summariser = new Model()): Promise<{ before: Core; after: Core }> {
  const shared = { store: openInMemoryStore(), clock: new FixedClock() };
  const before = openCore(shared);
  for (let n = 0; n < count; n += 1) {
    const userId = n % 2 === 0 ? "ada" : "bob";
    await before.users.register({ id: userId });
    const startedAt = new Date(Date.UTC(2025, 11, count - n));
    const { status } = await before.conversations.createFromSegments(before.call(userId), {
      ...saying(`${n}`),
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
async function ended(core: Core, run: Promise<ReprocessingProgress>): Promise<ReprocessingProgress> {
  const state = { isEnded: false };
  const marked = run.finally(() => (state.isEnded = true));
  while (!state.isEnded) await core.scheduler.advance(1_000);
  return marked;
}

const summary = ({ madeBy, ...rest }: ReprocessingProgress) => ({ ...rest, madeBy: Object.fromEntries(madeBy) });

describe("processing all conversations anew", () => {
  it("makes each once, of every user, the oldest first", async () => {
    const model = new Model();
    const { after } = await openWith(10, model);
    const steps: number[] = [];
    const run = after.reprocessing.all(all, { ...unwatched, report: ({ seen }) => steps.push(seen) });
    expect(summary(await ended(after, run))).to.deep.equal({
      total: 10,
      seen: 10,
      madeBy: { "llm:new": 10 },
      passedOver: 0,
      failed: 0,
      isStopped: false,
    });
    expect(model.asked).to.deep.equal(["8", "6", "4", "2", "0", "9", "7", "5", "3", "1"]);
    expect(steps).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it("makes those of one user, and of them only what is outdated, when that is wished", async () => {
    const model = new Model();
    const { after } = await openWith(8, model);
    await ended(after, after.reprocessing.all({ ...all, userId: "bob" }, unwatched));
    expect(model.asked).to.deep.equal(["7", "5", "3", "1"]);
    const rest = await ended(after, after.reprocessing.all({ ...all, outdatedOnly: true }, unwatched));
    expect([rest.passedOver, rest.madeBy.get("llm:new")]).to.deep.equal([4, 4]);
    expect(new Set(model.asked).size).to.equal(model.asked.length);
  });

  it("has few in processing at once", async () => {
    const model = new Model();
    const { after } = await openWith(30, model);
    const { opened, open } = gate();
    model.until = opened;
    const run = after.reprocessing.all(all, unwatched);
    await after.scheduler.advance(1_000);
    expect([model.mostAtOnce, model.asked.length]).to.deep.equal([REPROCESSED_AT_ONCE, REPROCESSED_AT_ONCE]);
    open();
    await ended(after, run);
    expect(model.mostAtOnce).to.equal(REPROCESSED_AT_ONCE);
  });

  it("goes on where it was stopped, whoever goes on, and makes nothing twice", async () => {
    const model = new Model();
    const { before, after } = await openWith(20, model);
    let seen = 0;
    const stopped = await ended(
      after,
      after.reprocessing.all(all, { report: (progress) => (seen = progress.seen), isStopped: () => seen >= 7 }),
    );
    expect(stopped.isStopped).to.equal(true);
    expect(stopped.seen).to.be.within(7, 7 + REPROCESSED_AT_ONCE);
    const other = openCore({
      store: before.store,
      clock: before.clock,
      ports: { summariser: model, fallbackSummariser: before.summariser },
    });
    other.start();
    const rest = await ended(other, other.reprocessing.all(all, unwatched));
    expect(summary(rest)).to.deep.include({ seen: 20, failed: 0, isStopped: false, passedOver: stopped.seen });
    expect([...model.asked].sort()).to.deep.equal(Array.from({ length: 20 }, (_, n) => `${n}`).sort());
    await ended(other, other.reprocessing.all(all, unwatched));
    expect(model.asked).to.have.length(40);
  });

  it("begins anew where it is told to", async () => {
    const model = new Model();
    const { after } = await openWith(6, model);
    let seen = 0;
    const report = (progress: ReprocessingProgress) => (seen = progress.seen);
    const stopped = await ended(after, after.reprocessing.all(all, { report, isStopped: () => seen >= 1 }));
    after.clock.advance(1_000);
    const whole = await ended(after, after.reprocessing.all({ ...all, anew: true }, unwatched));
    expect([stopped.isStopped, whole.passedOver, whole.madeBy.get("llm:new")]).to.deep.equal([true, 0, 6]);
  });

  it("is shared by two who are at it at once", async () => {
    const model = new Model();
    const { before, after } = await openWith(20, model);
    const other = openCore({ store: before.store, clock: before.clock, ports: { summariser: model } });
    other.start();
    const runs = [after, other].map((core) => core.reprocessing.all(all, unwatched));
    const state = { isEnded: false };
    const both = Promise.all(runs).finally(() => (state.isEnded = true));
    while (!state.isEnded) {
      await after.scheduler.advance(250);
      await other.scheduler.advance(250);
    }
    for (const { seen, failed } of await both) expect([seen, failed]).to.deep.equal([20, 0]);
    expect(model.asked).to.have.length(20);
  });

  it("keeps what the user has changed and leaves deleted what they deleted, meanwhile too", async () => {
    const model = new Model();
    const { after } = await openWith(12, model);
    const query = { filter: {}, page: { limit: 50 }, includeTranscript: false, withTotal: false };
    const [first, second] = (await after.conversations.list(after.call(), query)).items;
    const ids = [first, second].map((view) => view?.conversation.state.id ?? "");
    const { opened, open } = gate();
    model.until = opened;
    const run = after.reprocessing.all(all, unwatched);
    await after.scheduler.advance(1_000);
    await after.conversations.update(after.call(), ids[0] ?? "", { title: "Mine" });
    await after.conversations.delete(after.call(), ids[1] ?? "");
    open();
    const outcome = await ended(after, run);
    expect([outcome.failed, outcome.madeBy.get("llm:new")]).to.deep.equal([0, 11]);
    const listed = (await after.conversations.list(after.call(), query)).items;
    const [mine] = listed;
    expect([listed.length, mine?.conversation.summary.title, mine?.conversation.state.summary?.madeBy]).to.deep.equal([
      5,
      "Mine",
      "llm:new",
    ]);
  });

  it("says what could not be made, keeps what there was, and tries it again the next time", async () => {
    class Failing extends Model {
      isBroken = true;
      override async summarise(transcript: Parameters<Summariser["summarise"]>[0]): Promise<FoundDigest> {
        if (this.isBroken) throw new Error("cannot answer");
        return super.summarise(transcript);
      }
    }
    const model = new Failing();
    const { after } = await openWith(4, model);
    model.isBroken = false;
    await ended(after, after.reprocessing.all(all, unwatched));
    after.clock.advance(1_000);
    model.isBroken = true;
    const broken = await ended(after, after.reprocessing.all(all, unwatched));
    expect(summary(broken)).to.deep.include({ failed: 4, madeBy: {} });
    const query = { filter: {}, page: { limit: 50 }, includeTranscript: false, withTotal: false };
    const { items } = await after.conversations.list(after.call(), query);
    expect(items.map(({ conversation }) => conversation.state.summary?.madeBy)).to.deep.equal(["llm:new", "llm:new"]);
    model.isBroken = false;
    const mended = await ended(after, after.reprocessing.all(all, unwatched));
    expect(summary(mended)).to.deep.include({ failed: 0, madeBy: { "llm:new": 4 } });
  });

  it("is made without the model where the model never was at it, and says so", async () => {
    const model: Summariser = { id: "llm:broken", summarise: () => Promise.reject(new Error("cannot answer")) };
    const { after } = await openWith(2, model);
    const outcome = await ended(after, after.reprocessing.all(all, unwatched));
    expect(summary(outcome)).to.deep.include({ failed: 0, madeBy: { scripted: 2 } });
  });
});

describe("processing one conversation anew", () => {
  it("makes it, whatever made it before", async () => {
    const model = new Model();
    const { after } = await openWith(2, model);
    const query = { filter: {}, page: { limit: 1 }, includeTranscript: false, withTotal: false };
    const [view] = (await after.conversations.list(after.call(), query)).items;
    for (let time = 1; time <= 2; time += 1) {
      const run = after.reprocessing.one("ada", view?.conversation.state.id ?? "", unwatched);
      expect(summary(await ended(after, run))).to.deep.include({ total: 1, seen: 1, madeBy: { "llm:new": 1 } });
      expect(model.asked).to.have.length(time);
      after.clock.advance(1);
    }
  });

  it("knows nothing of what is not there, nor of another user's", async () => {
    const { after } = await openWith(2);
    const query = { filter: {}, page: { limit: 1 }, includeTranscript: false, withTotal: false };
    const [his] = (await after.conversations.list(after.call("bob"), query)).items;
    for (const id of ["nowhere", his?.conversation.state.id ?? ""]) {
      const refusal = await rejection("not_found", after.reprocessing.one("ada", id, unwatched));
      expect(refusal.message).to.equal("Conversation not found");
    }
  });
});
