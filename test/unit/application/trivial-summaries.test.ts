import { expect } from "chai";
import { workerDefaults } from "../../../src/application/worker.js";
import { ProcessingBudgetExceeded } from "../../../src/domain/errors.js";
import { Transcript } from "../../../src/domain/transcript.js";
import type { Summariser } from "../../../src/ports/index.js";
import { never, openCore, saying, type Core } from "../../support/core.js";
import { digestOf } from "../../support/scripted-summariser.js";

const atOnce = { waitMs: 0 };
const { attempts, leaseMs } = workerDefaults;

const begin = async (core: Core) =>
  (await core.conversations.createFromSegments(core.call(), saying("We plan the garden."), atOnce)).id;
const stateOf = async ({ store }: Core, id: string) => (await store.conversations.get("ada", id))?.state;
const madeBy = async (core: Core, id: string) => (await stateOf(core, id))?.summary?.madeBy;
const exceeding = (resource: "cpu_time" | "memory") => () => Promise.reject(new ProcessingBudgetExceeded(resource));

const fallbackSummariser: Summariser = {
  id: "fallback",
  summarise: (transcript: Transcript) => Promise.resolve(digestOf(transcript)),
};

interface FallbackPorts {
  readonly fallbackSummariser?: Summariser;
}

/** The process dies, so its lease expires. */
const die = ({ clock }: Core) => clock.advance(leaseMs);

/** A process that dies while it summarises what it has claimed. */
async function startAndDie({ store, clock }: Core, ports: FallbackPorts = {}): Promise<void> {
  const next = openCore({ store, clock, ports });
  next.summariser.next(() => never);
  next.start();
  await next.scheduler.advance(0);
  die(next);
}

/** A conversation, and a process that is about to die while processing it. */
async function beginAndDie(core: Core): Promise<string> {
  core.summariser.next(() => never);
  const id = await begin(core);
  await core.scheduler.advance(0);
  die(core);
  return id;
}

/** The next process of the service, which does not die. */
async function survive(first: Core, ports: FallbackPorts = {}): Promise<Core> {
  const next = openCore({ store: first.store, clock: first.clock, ports });
  next.start();
  await next.scheduler.advance(0);
  return next;
}

describe("a trivial summary: processing that exceeds its budget", () => {
  it("is made at once where it took too much CPU time", async () => {
    const core = openCore();
    core.summariser.next(exceeding("cpu_time"));
    const { id, status, discarded } = await core.conversations.createFromSegments(
      core.call(),
      saying("We plan the garden.", "I will call Bob."),
    );
    expect({ status, discarded }).to.deep.equal({ status: "completed", discarded: false });
    expect((await stateOf(core, id))?.summary).to.deep.include({
      title: "We plan the garden",
      overview: "We plan the garden. I will call Bob.",
      category: "other",
      madeBy: "trivial",
    });
  });

  it("is made at the second attempt that took too much memory", async () => {
    const core = openCore();
    core.start();
    core.summariser.next(exceeding("memory"));
    core.summariser.next(exceeding("memory"));
    const id = await begin(core);
    await core.scheduler.advance(499);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await core.scheduler.advance(2_000);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is not made where memory was short once", async () => {
    const core = openCore();
    core.start();
    core.summariser.next(exceeding("memory"));
    const id = await begin(core);
    await core.scheduler.advance(2_000);
    expect(await madeBy(core, id)).to.equal("scripted");
  });

  it("counts attempts without memory, whatever failed between them", async () => {
    const core = openCore();
    core.start();
    core.summariser.next(exceeding("memory"));
    core.summariser.failNext(1);
    core.summariser.next(exceeding("memory"));
    const id = await begin(core);
    await core.scheduler.advance(4_000);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is not made when there is a fallback, unless that exceeds the budget as well", async () => {
    const core = openCore({ ports: { fallbackSummariser } });
    core.summariser.next(exceeding("cpu_time"));
    const { id } = await core.conversations.createFromSegments(core.call(), saying("We plan the garden."));
    expect(await madeBy(core, id)).to.equal("fallback");
    const exceededBoth = openCore({
      ports: { fallbackSummariser: { ...fallbackSummariser, summarise: exceeding("cpu_time") } },
    });
    exceededBoth.summariser.next(exceeding("cpu_time"));
    const other = await exceededBoth.conversations.createFromSegments(exceededBoth.call(), saying("We plan it."));
    expect(await madeBy(exceededBoth, other.id)).to.equal("trivial");
  });

  it("does not replace a summary that there is", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.call(), saying("We plan the garden."));
    const before = await stateOf(core, id);
    core.summariser.next(exceeding("cpu_time"));
    await core.conversations.reprocess(core.call(), id);
    expect((await stateOf(core, id))?.summary).to.deep.equal(before?.summary);
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("gives way to any other summary when it is processed again", async () => {
    const core = openCore({ ports: { fallbackSummariser } });
    const { id } = await core.conversations.createFromSegments(core.call(), saying("We plan the garden."));
    await core.store.conversations.update("ada", id, (before) => {
      const claimed = before.reprocess(core.clock.now(), leaseMs);
      const { fence } = claimed.state.lease;
      const trivial = { ...digestOf(Transcript.restore([])), madeBy: "trivial" };
      return claimed.keepDigest(trivial, fence).complete(null, fence, core.clock.now());
    });
    core.summariser.next(exceeding("cpu_time"));
    await core.conversations.reprocess(core.call(), id);
    expect(await madeBy(core, id)).to.equal("fallback");
  });
});

describe("a trivial summary: leases that are lost", () => {
  it("is made when the process has died twice in a row", async () => {
    const core = openCore();
    const id = await beginAndDie(core);
    await startAndDie(core);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await survive(core);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is not made when it has died once", async () => {
    const core = openCore();
    const id = await beginAndDie(core);
    await survive(core);
    expect(await madeBy(core, id)).to.equal("scripted");
  });

  it("is not made when an attempt failed in between, and said so", async () => {
    const core = openCore();
    const id = await beginAndDie(core);
    const failing = openCore({ store: core.store, clock: core.clock });
    failing.summariser.failNext(1);
    failing.start();
    await failing.scheduler.advance(0);
    core.clock.advance(leaseMs);
    await startAndDie(core);
    await survive(core);
    expect(await madeBy(core, id)).to.equal("scripted");
  });

  it("is not made when processes that stopped have given it back", async () => {
    const core = openCore();
    core.summariser.next(() => never);
    const id = await begin(core);
    await core.scheduler.advance(0);
    for (let current = core, restart = 0; restart < 3; restart += 1) {
      const stopping = current.stop(0);
      await current.scheduler.advance(0);
      await stopping;
      current = openCore({ store: core.store, clock: core.clock });
      current.summariser.next(() => never);
      current.start();
      await current.scheduler.advance(0);
      expect((await stateOf(core, id))?.lease).to.include({ attempts: restart + 2 });
    }
    die(core);
    await survive(core);
    expect(await madeBy(core, id)).to.equal("scripted");
  });

  it("is made only after an attempt of the fallback, when the leases were lost during the summariser", async () => {
    const ports = { fallbackSummariser };
    const core = openCore({ ports });
    const id = await beginAndDie(core);
    await startAndDie(core, ports);
    await survive(core, ports);
    expect(await madeBy(core, id)).to.equal("fallback");
  });

  it("is made when the process also died during the fallback", async () => {
    const ports = { fallbackSummariser: { id: "fallback", summarise: () => never } };
    const core = openCore({ ports });
    const id = await beginAndDie(core);
    await startAndDie(core, ports);
    await startAndDie(core, ports);
    await survive(core, ports);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is made when the process died twice during the fallback, after the summariser had failed at every attempt", async () => {
    const ports = { fallbackSummariser: { id: "fallback", summarise: () => never } };
    const core = openCore({ ports });
    core.start();
    core.summariser.failNext(attempts);
    const id = await begin(core);
    await core.scheduler.advance(20_000);
    expect((await stateOf(core, id))?.lease.attempts).to.equal(attempts);
    die(core);
    await startAndDie(core, ports);
    await survive(core, ports);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("does not replace a summary that there is", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(core.call(), saying("We plan the garden."));
    core.summariser.next(() => never);
    void core.conversations.reprocess(core.call(), id, atOnce);
    await core.scheduler.advance(0);
    die(core);
    await startAndDie(core);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await survive(core);
    expect(await madeBy(core, id)).to.equal("scripted");
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });
});
