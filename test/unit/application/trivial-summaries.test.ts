import { expect } from "chai";
import { DEFAULT_CONVERSATION_WORKER_OPTIONS } from "../../../src/application/workers/conversation-worker.js";
import { ProcessingBudgetExceededError } from "../../../src/domain/errors.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import type { Summariser } from "../../../src/ports/index.js";
import { neverResolves, openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { summariseVerbatim } from "../../support/scripted-summariser.js";

const atOnce = { waitMs: 0 };
const { maxAttempts: attempts, leaseMs } = DEFAULT_CONVERSATION_WORKER_OPTIONS;

const begin = async (core: TestCore) =>
  (await core.conversations.createFromSegments(core.requestContext(), segmentsInput("We plan the garden."), atOnce)).id;
const stateOf = async ({ store }: TestCore, id: string) => (await store.conversations.get("ada", id))?.state;
const madeBy = async (core: TestCore, id: string) => (await stateOf(core, id))?.summary?.madeBy;
const exceeding = (resource: "cpu_time" | "memory") => () =>
  Promise.reject(new ProcessingBudgetExceededError(resource));

const fallbackSummariser: Summariser = {
  id: "fallback",
  summarise: (transcript: Transcript) => Promise.resolve(summariseVerbatim(transcript)),
};

interface FallbackPorts {
  readonly fallbackSummariser?: Summariser;
}

/** The process dies, so its lease expires. */
const die = ({ clock }: TestCore) => clock.advance(leaseMs);

/** A process that dies while it summarises what it has claimed. */
async function startAndDie({ store, clock }: TestCore, ports: FallbackPorts = {}): Promise<void> {
  const next = openCore({ store, clock, ports });
  next.summariser.addScript(() => neverResolves);
  next.start();
  await next.scheduler.advance(0);
  die(next);
}

/** A conversation, and a process that is about to die while processing it. */
async function beginAndDie(core: TestCore): Promise<string> {
  core.summariser.addScript(() => neverResolves);
  const id = await begin(core);
  await core.scheduler.advance(0);
  die(core);
  return id;
}

/** The next process of the service, which does not die. */
async function survive(first: TestCore, ports: FallbackPorts = {}): Promise<TestCore> {
  const next = openCore({ store: first.store, clock: first.clock, ports });
  next.start();
  await next.scheduler.advance(0);
  return next;
}

describe("The trivial summary: processing that exceeds its budget", () => {
  it("is created immediately when the CPU time limit is exceeded", async () => {
    const core = openCore();
    core.summariser.addScript(exceeding("cpu_time"));
    const { id, status, discarded } = await core.conversations.createFromSegments(
      core.requestContext(),
      segmentsInput("We plan the garden.", "I will call Bob."),
    );
    expect({ status, discarded }).to.deep.equal({ status: "completed", discarded: false });
    expect((await stateOf(core, id))?.summary).to.deep.include({
      title: "We plan the garden",
      overview: "We plan the garden. I will call Bob.",
      category: "other",
      madeBy: "trivial",
    });
  });

  it("is created at the second attempt that exceeds the memory limit", async () => {
    const core = openCore();
    core.start();
    core.summariser.addScript(exceeding("memory"));
    core.summariser.addScript(exceeding("memory"));
    const id = await begin(core);
    await core.scheduler.advance(499);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await core.scheduler.advance(2_000);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is not created when the memory limit is exceeded once", async () => {
    const core = openCore();
    core.start();
    core.summariser.addScript(exceeding("memory"));
    const id = await begin(core);
    await core.scheduler.advance(2_000);
    expect(await madeBy(core, id)).to.equal("scripted");
  });

  it("counts attempts that exceed the memory limit, even with other failures in between", async () => {
    const core = openCore();
    core.start();
    core.summariser.addScript(exceeding("memory"));
    core.summariser.failNext(1);
    core.summariser.addScript(exceeding("memory"));
    const id = await begin(core);
    await core.scheduler.advance(4_000);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is not created when there is a fallback, unless the fallback exceeds the budget too", async () => {
    const core = openCore({ ports: { fallbackSummariser } });
    core.summariser.addScript(exceeding("cpu_time"));
    const { id } = await core.conversations.createFromSegments(
      core.requestContext(),
      segmentsInput("We plan the garden."),
    );
    expect(await madeBy(core, id)).to.equal("fallback");
    const exceededBoth = openCore({
      ports: { fallbackSummariser: { ...fallbackSummariser, summarise: exceeding("cpu_time") } },
    });
    exceededBoth.summariser.addScript(exceeding("cpu_time"));
    const other = await exceededBoth.conversations.createFromSegments(
      exceededBoth.requestContext(),
      segmentsInput("We plan it."),
    );
    expect(await madeBy(exceededBoth, other.id)).to.equal("trivial");
  });

  it("does not replace an existing summary", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(
      core.requestContext(),
      segmentsInput("We plan the garden."),
    );
    const before = await stateOf(core, id);
    core.summariser.addScript(exceeding("cpu_time"));
    await core.conversations.reprocess(core.requestContext(), id);
    expect((await stateOf(core, id))?.summary).to.deep.equal(before?.summary);
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });

  it("is replaced by the fallback's summary on reprocessing", async () => {
    const core = openCore({ ports: { fallbackSummariser } });
    const { id } = await core.conversations.createFromSegments(
      core.requestContext(),
      segmentsInput("We plan the garden."),
    );
    await core.store.conversations.update("ada", id, (before) => {
      const claimed = before.reprocess(core.clock.now(), leaseMs);
      const { fence } = claimed.state.lease;
      const trivial = { ...summariseVerbatim(Transcript.restore([])), madeBy: "trivial" };
      return claimed.saveDraft(trivial, fence).complete(null, fence, core.clock.now());
    });
    core.summariser.addScript(exceeding("cpu_time"));
    await core.conversations.reprocess(core.requestContext(), id);
    expect(await madeBy(core, id)).to.equal("fallback");
  });
});

describe("The trivial summary: lost leases", () => {
  it("is created when the process has died twice in a row", async () => {
    const core = openCore();
    const id = await beginAndDie(core);
    await startAndDie(core);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await survive(core);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is not created when the process has died once", async () => {
    const core = openCore();
    const id = await beginAndDie(core);
    await survive(core);
    expect(await madeBy(core, id)).to.equal("scripted");
  });

  it("is not created when an attempt failed with an error between two crashes", async () => {
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

  it("is not created when stopping processes released the conversation", async () => {
    const core = openCore();
    core.summariser.addScript(() => neverResolves);
    const id = await begin(core);
    await core.scheduler.advance(0);
    for (let current = core, restart = 0; restart < 3; restart += 1) {
      const stopping = current.stop(0);
      await current.scheduler.advance(0);
      await stopping;
      current = openCore({ store: core.store, clock: core.clock });
      current.summariser.addScript(() => neverResolves);
      current.start();
      await current.scheduler.advance(0);
      expect((await stateOf(core, id))?.lease).to.include({ attempts: restart + 2 });
    }
    die(core);
    await survive(core);
    expect(await madeBy(core, id)).to.equal("scripted");
  });

  it("is created only after an attempt of the fallback when the process died during the summariser", async () => {
    const ports = { fallbackSummariser };
    const core = openCore({ ports });
    const id = await beginAndDie(core);
    await startAndDie(core, ports);
    await survive(core, ports);
    expect(await madeBy(core, id)).to.equal("fallback");
  });

  it("is created when the process also died during the fallback", async () => {
    const ports = { fallbackSummariser: { id: "fallback", summarise: () => neverResolves } };
    const core = openCore({ ports });
    const id = await beginAndDie(core);
    await startAndDie(core, ports);
    await startAndDie(core, ports);
    await survive(core, ports);
    expect(await madeBy(core, id)).to.equal("trivial");
  });

  it("is created when the process died twice during the fallback after all attempts had failed", async () => {
    const ports = { fallbackSummariser: { id: "fallback", summarise: () => neverResolves } };
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

  it("does not replace an existing summary", async () => {
    const core = openCore();
    const { id } = await core.conversations.createFromSegments(
      core.requestContext(),
      segmentsInput("We plan the garden."),
    );
    core.summariser.addScript(() => neverResolves);
    void core.conversations.reprocess(core.requestContext(), id, atOnce);
    await core.scheduler.advance(0);
    die(core);
    await startAndDie(core);
    expect((await stateOf(core, id))?.status).to.equal("processing");
    await survive(core);
    expect(await madeBy(core, id)).to.equal("scripted");
    expect((await stateOf(core, id))?.status).to.equal("completed");
  });
});
