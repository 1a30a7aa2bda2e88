import { expect } from "chai";
import { InMemoryDistributedSemaphore } from "../../../src/adapters/in-memory/coordination.js";
import { DistributedLimiter } from "../../../src/adapters/runtime/index.js";
import type { DistributedSemaphore } from "../../../src/ports/driven/store/coordination.js";
import { FixedClock, ManualScheduler, SequentialIds } from "../../../src/testing/index.js";
import { silentEventLog } from "../../support/test-core.js";

const LIMIT = 2;
const never = new AbortController().signal;

/** Counts what it is asked. */
class CountingSemaphore extends InMemoryDistributedSemaphore {
  claims = 0;
  looks = 0;

  override acquire(...asked: Parameters<DistributedSemaphore["acquire"]>): Promise<boolean> {
    this.claims += 1;
    return super.acquire(...asked);
  }

  override isHeld(...asked: Parameters<DistributedSemaphore["isHeld"]>): Promise<boolean> {
    this.looks += 1;
    return super.isHeld(...asked);
  }
}

describe("The distributed limiter", () => {
  let clock: FixedClock;
  let scheduler: ManualScheduler;
  let semaphore: CountingSemaphore;
  let running: number;
  let most: number;
  const ids = new SequentialIds();

  beforeEach(() => {
    clock = new FixedClock();
    scheduler = new ManualScheduler(clock);
    semaphore = new CountingSemaphore();
    running = most = 0;
  });

  const aProcess = (): DistributedLimiter =>
    new DistributedLimiter({ semaphore, scheduler, clock, ids, log: silentEventLog }, "chat", LIMIT);
  const lasting = (milliseconds: number) => async (): Promise<void> => {
    most = Math.max(most, (running += 1));
    await new Promise<void>((resolve) => scheduler.schedule(milliseconds, resolve));
    running -= 1;
  };

  it("limits concurrency across processes and runs every task eventually", async () => {
    const processes = [aProcess(), aProcess(), aProcess()];
    let done = 0;
    const tasks = processes.flatMap((each) =>
      Array.from({ length: 10 }, () => each.run(lasting(1_000), never).then(() => (done += 1))),
    );
    await scheduler.advance(60_000);
    await Promise.all(tasks);
    expect([done, most]).to.deep.equal([30, LIMIT]);
    expect(scheduler.pendingCount).to.equal(0);
  });

  it("keeps its permits during a task that exceeds the lease", async () => {
    const long = [aProcess().run(lasting(100_000), never), aProcess().run(lasting(100_000), never)];
    const later = aProcess().run(lasting(10), never);
    await scheduler.advance(99_000);
    expect([running, most]).to.deep.equal([2, LIMIT]);
    await scheduler.advance(2_000);
    await Promise.all([...long, later]);
    expect(most).to.equal(LIMIT);
  });

  it("grants the permits of a crashed process to others when its leases expire", async () => {
    const dead = { claim: semaphore.acquire.bind(semaphore) };
    for (const holder of ["x", "y"])
      await dead.claim("chat", holder, { limit: LIMIT, now: clock.now(), leaseMs: 15_000 });
    const task = aProcess().run(lasting(10), never);
    await scheduler.advance(14_000);
    expect(most).to.equal(0);
    await scheduler.advance(2_000);
    await task;
    expect(most).to.equal(1);
  });

  it("makes few reads and fewer writes while tasks wait", async () => {
    const [one, other] = [aProcess(), aProcess()];
    const long = [one.run(lasting(60_000), never), one.run(lasting(60_000), never)];
    const waiting = Array.from({ length: 20 }, () => other.run(lasting(10), never));
    await scheduler.advance(1_000);
    semaphore.claims = semaphore.looks = 0;
    await scheduler.advance(30_000);
    expect(semaphore.claims).to.be.at.most(4 * (30 / 5) + 4);
    expect(semaphore.looks).to.be.at.most(2 * (30 / 0.4) + semaphore.claims + 4);
    await scheduler.advance(60_000);
    await Promise.all([...long, ...waiting]);
  });

  it("releases the permits of aborted and failed tasks", async () => {
    const [one, other] = [aProcess(), aProcess()];
    const long = [one.run(lasting(1_000), never), one.run(lasting(1_000), never)];
    const leaving = new AbortController();
    const outcome = other.run(lasting(10), leaving.signal).catch((error: unknown) => String(error));
    await scheduler.advance(500);
    leaving.abort(new Error("closing"));
    expect(await outcome).to.equal("Error: closing");
    await scheduler.advance(1_000);
    await Promise.all(long);
    const failing = other.run(() => Promise.reject(new Error("no")), never).catch((error: unknown) => String(error));
    expect(await failing).to.equal("Error: no");
    expect(await semaphore.acquire("chat", "next", { limit: 1, now: clock.now(), leaseMs: 1 })).to.equal(true);
  });
});
