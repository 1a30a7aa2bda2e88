import { expect } from "chai";
import {
  neverResolves,
  openCore,
  rejectUpdates,
  segmentsInput,
  silentEventLog,
  type TestCore,
} from "../../support/test-core.js";
import { createGate } from "../../support/scripted-summariser.js";

const FIRST_BACK_OFF_MS = 500;

const create = (core: TestCore, waitMs = 5_000) =>
  core.conversations.createFromSegments(core.requestContext(), segmentsInput("Plans.", "I will call Bob."), { waitMs });

/** Lets time pass until the promise has settled. */
async function answerOf<T>(
  core: TestCore,
  answer: Promise<T>,
): Promise<{ readonly value: T; readonly afterMs: number }> {
  const begun = core.clock.now().getTime();
  let settled: { readonly value: T } | undefined;
  void answer.then((value) => (settled = { value }));
  for (let step = 0; step < 1_000; step += 1) {
    await core.scheduler.advance(step === 0 ? 0 : 50);
    if (settled) return { ...settled, afterMs: core.clock.now().getTime() - begun };
  }
  throw new Error("It was not answered within 50 s");
}

describe("The response to a creation request", () => {
  it("waits for the next attempt after a failed one", async () => {
    const core = openCore();
    core.summariser.failNext(1);
    const { value, afterMs } = await answerOf(core, create(core));
    expect(value.status).to.equal("completed");
    expect(afterMs).to.be.within(FIRST_BACK_OFF_MS, FIRST_BACK_OFF_MS + 100);
  });

  it("waits for as many attempts as the time allows", async () => {
    const core = openCore();
    core.summariser.failNext(3);
    expect((await answerOf(core, create(core))).value.status).to.equal("completed");
    const other = openCore();
    other.summariser.failNext(4);
    const { value, afterMs } = await answerOf(other, create(other));
    expect([value.status, afterMs]).to.deep.equal(["processing", 5_000]);
  });

  it("is `processing` when the wait expires before the next attempt, which the poller makes", async () => {
    const core = openCore();
    core.summariser.failNext(1);
    const { value, afterMs } = await answerOf(core, create(core, 300));
    expect([value.status, afterMs]).to.deep.equal(["processing", 300]);
    await core.scheduler.advance(1_000);
    expect((await core.store.conversations.get("ada", value.id))?.state.status).to.equal("processing");
    core.start();
    await core.scheduler.advance(1_000);
    expect((await core.store.conversations.get("ada", value.id))?.state.status).to.equal("completed");
  });

  it("has the result of the next attempt when another process makes it", async () => {
    const core = openCore();
    const other = openCore({ store: core.store, clock: core.clock });
    const release = other.summariser.holdNextCall();
    core.summariser.failNext(1);
    const answer = create(core);
    await core.scheduler.advance(0);
    core.clock.advance(FIRST_BACK_OFF_MS);
    other.start();
    await other.scheduler.advance(0);
    await core.scheduler.advance(1_000);
    release();
    await other.scheduler.advance(0);
    const { value } = await answerOf(core, answer);
    expect(value.status).to.equal("completed");
    const { lease } = (await core.store.conversations.get("ada", value.id))?.state ?? {};
    expect(lease?.fence).to.equal(2);
  });

  it("reports that the conversation was deleted between two attempts", async () => {
    const core = openCore();
    core.summariser.failNext(1);
    const answer = create(core);
    await core.scheduler.advance(0);
    const [{ state } = { state: undefined }] = await core.store.conversations.listAll("ada", 1);
    await core.conversations.delete(core.requestContext(), state?.id ?? "");
    const { value } = await answerOf(core, answer);
    expect(value).to.deep.equal({ id: state?.id, discarded: true, status: "completed" });
  });

  it("is `failed` when the last attempt was made while it waited", async () => {
    const core = openCore();
    core.summariser.failNext(5);
    expect((await answerOf(core, create(core, 20_000))).value.status).to.equal("failed");
  });

  it("does not wait for a store that fails", async () => {
    const { store, clock } = openCore();
    const core = openCore({ store, clock, ports: rejectUpdates(store) });
    const { value, afterMs } = await answerOf(core, create(core));
    expect([value.status, afterMs]).to.deep.equal(["processing", 0]);
  });

  it("does not wait while the service stops", async () => {
    const core = openCore();
    core.summariser.failNext(1);
    const answer = create(core, 20_000);
    await core.scheduler.advance(100);
    void core.stop();
    const { value, afterMs } = await answerOf(core, answer);
    expect(value.status).to.equal("processing");
    expect(afterMs).to.be.at.most(250);
  });

  it("is delayed in the same way when a live session is finished", async () => {
    const core = openCore();
    await core.liveTranscripts.append(core.requestContext(), "walk", {
      segments: segmentsInput("Plans.").segments,
      offset: 0,
    });
    core.summariser.failNext(1);
    const { value } = await answerOf(
      core,
      core.liveTranscripts.finish(core.requestContext(), "walk", { waitMs: 5_000 }),
    );
    expect(value.status).to.equal("completed");
  });

  it("does not start another attempt when no caller waits", async () => {
    const attempts: string[] = [];
    const { opened, open } = createGate();
    const core = openCore({ ports: { log: { ...silentEventLog, error: (event) => void attempts.push(event) } } });
    core.summariser.addScript(async () => {
      await opened;
      throw new Error("cannot answer now");
    });
    core.summariser.addScript(() => neverResolves);
    const { value } = await answerOf(core, create(core, 1_000));
    expect(value.status).to.equal("processing");
    open();
    await core.scheduler.advance(10_000);
    expect(attempts).to.deep.equal(["conversation.processing_failed"]);
    expect((await core.store.conversations.get("ada", value.id))?.state.lease.fence).to.equal(1);
  });
});
