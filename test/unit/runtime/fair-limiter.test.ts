import { expect } from "chai";
import { FairLimiter } from "../../../src/adapters/runtime/fair-limiter.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";

const limits = { maxConcurrent: 8, maxPerHost: 8, maxPerKey: 3, maxQueuePerKey: 4, maxQueue: 1_000, maxWaitMs: 1_000 };

interface Taken {
  readonly lane: string;
  /** Undefined while it waits, null when it had none in time. */
  end?: (() => void) | null;
}

function aBench(given: Partial<typeof limits> = {}) {
  const scheduler = new ManualScheduler(new FixedClock());
  const turns = new FairLimiter(scheduler, { ...limits, ...given });
  const all: Taken[] = [];
  const take = async (lane: string, host = lane): Promise<Taken> => {
    const taken: Taken = { lane };
    all.push(taken);
    void turns.acquire({ key: lane, host }).then((end) => (taken.end = end ?? null));
    await scheduler.advance(0);
    return taken;
  };
  const end = async (taken: Taken | undefined): Promise<void> => {
    taken?.end?.();
    await scheduler.advance(0);
  };
  const running = (): string[] => all.filter(({ end }) => end).map(({ lane }) => lane);
  return { scheduler, turns, take, end, running };
}

describe("The fair limiter", () => {
  it("limits concurrent calls per key without delaying other keys", async () => {
    const { take, running } = aBench();
    for (let call = 0; call < 5; call += 1) await take("slow");
    await take("other");
    expect(running()).to.deep.equal(["slow", "slow", "slow", "other"]);
  });

  it("grants permits to waiting keys in turn, oldest first", async () => {
    const { take, end, running } = aBench({ maxConcurrent: 2, maxPerKey: 1 });
    const first = await take("a");
    const second = await take("b");
    for (const lane of ["a", "a", "c", "b"]) await take(lane);
    expect(running()).to.deep.equal(["a", "b"]);
    await end(first);
    expect(running()).to.deep.equal(["a", "b", "a"]);
    await end(second);
    expect(running()).to.deep.equal(["a", "b", "a", "c"]);
  });

  it("rejects calls when the queue is full, and accepts new ones when it drains", async () => {
    const { take, end, running } = aBench({ maxConcurrent: 1, maxQueue: 2 });
    const [first, , , refused] = [await take("a"), await take("b"), await take("c"), await take("d")];
    expect(refused.end).to.equal(null);
    await end(first);
    expect(running()).to.deep.equal(["a", "b"]);
    expect((await take("d")).end).to.equal(undefined);
  });

  it("reserves half of the permits for keys without running calls", async () => {
    const { take, running } = aBench({ maxQueuePerKey: 100 });
    for (const lane of ["slow 1", "slow 2", "slow 3"]) for (let call = 0; call < 10; call += 1) await take(lane);
    const slow = running().length;
    expect(slow).to.be.at.most(5);
    for (const lane of ["healthy 1", "healthy 2", "healthy 3"]) await take(lane);
    expect(running().filter((lane) => lane.startsWith("healthy"))).to.have.length(3);
  });

  it("limits concurrent calls per host across all keys", async () => {
    const { take, running } = aBench({ maxPerHost: 2 });
    for (const lane of ["a", "b", "c"]) await take(lane, "one.example");
    await take("d", "other.example");
    expect(running()).to.deep.equal(["a", "b", "d"]);
  });

  it("rejects calls that wait too long and calls that exceed the queue limit of their key", async () => {
    const { take, end, scheduler, running } = aBench({ maxPerKey: 1, maxQueuePerKey: 2 });
    const first = await take("a");
    const [second, third, fourth] = [await take("a"), await take("a"), await take("a")];
    expect(fourth.end).to.equal(null);
    await scheduler.advance(999);
    expect(second.end).to.equal(undefined);
    await end(first);
    expect(second.end).to.be.a("function");
    await scheduler.advance(1);
    expect(third.end).to.equal(null);
    await end(second);
    expect(running().length).to.equal(2);
    expect((await take("a")).end).to.be.a("function");
  });

  it("rejects waiting calls after closeQueue() and grants free permits", async () => {
    const { take, end, turns, scheduler } = aBench({ maxPerKey: 1 });
    const first = await take("a");
    const second = await take("a");
    turns.closeQueue();
    await scheduler.advance(0);
    expect(second.end).to.equal(null);
    expect(scheduler.pendingCount).to.equal(0);
    expect((await take("a")).end).to.equal(null);
    await end(first);
    expect((await take("a")).end).to.be.a("function");
  });
});
