import { expect } from "chai";
import { Poller } from "../../../src/application/workers/poller.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";

const EVERY_MS = 1_000;

describe("The poller", () => {
  let clock: FixedClock;
  let scheduler: ManualScheduler;
  let begun: number;
  let looks: number[];
  let complaints: unknown[];
  let look: () => Promise<boolean>;
  let sweeps: Poller;

  beforeEach(async () => {
    clock = new FixedClock();
    scheduler = new ManualScheduler(clock);
    begun = clock.now().getTime();
    looks = [];
    complaints = [];
    look = () => Promise.resolve(false);
    sweeps = new Poller(
      { clock, scheduler },
      {
        intervalMs: EVERY_MS,
        poll: () => {
          looks.push(clock.now().getTime() - begun);
          return look();
        },
        onError: (error) => complaints.push(error),
      },
    );
    sweeps.start();
    await scheduler.advance(0);
    looks = [];
  });
  afterEach(() => sweeps.stop());

  it("polls at a fixed interval", async () => {
    await scheduler.advance(3 * EVERY_MS);
    expect(looks).to.deep.equal([1_000, 2_000, 3_000]);
  });

  it("polls at each requested time, whatever the order of the requests", async () => {
    for (const inMs of [700, 300, 0, 500]) sweeps.wake(inMs);
    await scheduler.advance(900);
    expect(looks).to.deep.equal([0, 300, 500, 700]);
  });

  it("merges wake-ups that are close together, and never polls too early", async () => {
    await scheduler.advance(5);
    for (const inMs of [291, 292, 293, 294]) sweeps.wake(inMs);
    await scheduler.advance(900);
    expect(looks).to.deep.equal([300]);
  });

  it("polls again immediately while there may be more work", async () => {
    let left = 3;
    look = () => Promise.resolve((left -= 1) > 0);
    sweeps.wake();
    await scheduler.advance(100);
    expect(looks).to.deep.equal([0, 0, 0]);
  });

  it("runs one poll at a time, and one more for all wake-ups during a poll", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    look = () => promise;
    sweeps.wake();
    for (const inMs of [10, 20, 30]) sweeps.wake(inMs);
    await scheduler.advance(100);
    expect(looks).to.deep.equal([0]);
    resolve(false);
    await scheduler.advance(100);
    expect(looks).to.deep.equal([0, 100]);
  });

  it("continues after a failed poll, and reports the error", async () => {
    const failure = new Error("no disk");
    look = () => Promise.reject(failure);
    await scheduler.advance(2 * EVERY_MS);
    expect(looks).to.deep.equal([1_000, 2_000]);
    expect(complaints).to.deep.equal([failure, failure]);
  });

  it("stops after the poll in progress", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    look = () => promise;
    sweeps.wake();
    await scheduler.advance(0);
    let isOver = false;
    const stopped = sweeps.stop().then(() => (isOver = true));
    await scheduler.advance(0);
    expect(isOver).to.equal(false);
    resolve(true);
    await stopped;
    await scheduler.advance(3 * EVERY_MS);
    expect([looks.length, scheduler.pendingCount]).to.deep.equal([1, 0]);
  });
});
