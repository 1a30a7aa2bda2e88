import { expect } from "chai";
import { CompletionBarrier } from "../../../src/application/workers/completion-barrier.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";
import { createGate } from "../../support/scripted-summariser.js";

describe("The completion barrier", () => {
  const open = () => {
    const scheduler = new ManualScheduler(new FixedClock());
    const barrier = new CompletionBarrier(scheduler, 60);
    const ended: string[] = [];
    const join = (name: string, task: Promise<unknown>) =>
      barrier
        .run(() => task)
        .then(
          () => ended.push(name),
          () => ended.push(`${name} failed`),
        );
    return { scheduler, ended, join };
  };

  it("completes a single task without delay", async () => {
    const { scheduler, ended, join } = open();
    await join("one", Promise.resolve());
    expect(ended).to.deep.equal(["one"]);
    expect(scheduler.pendingCount).to.equal(0);
  });

  it("completes concurrent tasks together", async () => {
    const { scheduler, ended, join } = open();
    const [slow, slower] = [createGate(), createGate()];
    void join("slow", slow.opened);
    void join("slower", slower.opened);
    void join("quick", Promise.resolve());
    slow.open();
    await scheduler.advance(59);
    expect(ended).to.deep.equal([]);
    slower.open();
    await scheduler.advance(0);
    expect(ended).to.have.members(["quick", "slow", "slower"]);
    expect(scheduler.pendingCount).to.equal(0);
  });

  it("waits at most the maximum delay for a slow task", async () => {
    const { scheduler, ended, join } = open();
    void join("endless", createGate().opened);
    void join("quick", Promise.resolve());
    await scheduler.advance(60);
    expect(ended).to.deep.equal(["quick"]);
    void join("next", Promise.resolve());
    await scheduler.advance(59);
    expect(ended).to.deep.equal(["quick"]);
    await scheduler.advance(1);
    expect(ended).to.deep.equal(["quick", "next"]);
  });

  it("reports a failure immediately and does not delay other tasks", async () => {
    const { scheduler, ended, join } = open();
    const failing = Promise.withResolvers<unknown>();
    void join("failing", failing.promise);
    void join("quick", Promise.resolve());
    await scheduler.advance(0);
    failing.reject(new Error("no answer"));
    await scheduler.advance(0);
    expect(ended).to.have.members(["quick", "failing failed"]);
  });
});
