import { expect } from "chai";
import { Sweeps } from "../../../src/application/sweeps.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";

const EVERY_MS = 1_000;

describe("sweeps", () => {
  let clock: FixedClock;
  let scheduler: ManualScheduler;
  let begun: number;
  let looks: number[];
  let complaints: unknown[];
  let look: () => Promise<boolean>;
  let sweeps: Sweeps;

  beforeEach(async () => {
    clock = new FixedClock();
    scheduler = new ManualScheduler(clock);
    begun = clock.now().getTime();
    looks = [];
    complaints = [];
    look = () => Promise.resolve(false);
    sweeps = new Sweeps(
      { clock, scheduler },
      {
        everyMs: EVERY_MS,
        look: () => {
          looks.push(clock.now().getTime() - begun);
          return look();
        },
        complain: (error) => complaints.push(error),
      },
    );
    sweeps.start();
    await scheduler.advance(0);
    looks = [];
  });
  afterEach(() => sweeps.stop());

  it("look every so often without being told", async () => {
    await scheduler.advance(3 * EVERY_MS);
    expect(looks).to.deep.equal([1_000, 2_000, 3_000]);
  });

  it("look at each time that they are told, in whatever order they are told", async () => {
    for (const inMs of [700, 300, 0, 500]) sweeps.nudge(inMs);
    await scheduler.advance(900);
    expect(looks).to.deep.equal([0, 300, 500, 700]);
  });

  it("look once for what is told for the same time, and never too soon", async () => {
    await scheduler.advance(5);
    for (const inMs of [291, 292, 293, 294]) sweeps.nudge(inMs);
    await scheduler.advance(900);
    expect(looks).to.deep.equal([300]);
  });

  it("look again at once as long as there may be more", async () => {
    let left = 3;
    look = () => Promise.resolve((left -= 1) > 0);
    sweeps.nudge();
    await scheduler.advance(100);
    expect(looks).to.deep.equal([0, 0, 0]);
  });

  it("look one at a time, and once more for all that was told meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    look = () => promise;
    sweeps.nudge();
    for (const inMs of [10, 20, 30]) sweeps.nudge(inMs);
    await scheduler.advance(100);
    expect(looks).to.deep.equal([0]);
    resolve(false);
    await scheduler.advance(100);
    expect(looks).to.deep.equal([0, 100]);
  });

  it("go on after a look that fails, and say so", async () => {
    const failure = new Error("no disk");
    look = () => Promise.reject(failure);
    await scheduler.advance(2 * EVERY_MS);
    expect(looks).to.deep.equal([1_000, 2_000]);
    expect(complaints).to.deep.equal([failure, failure]);
  });

  it("end when they are stopped, with the look that is under way", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    look = () => promise;
    sweeps.nudge();
    await scheduler.advance(0);
    let isOver = false;
    const stopped = sweeps.stop().then(() => (isOver = true));
    await scheduler.advance(0);
    expect(isOver).to.equal(false);
    resolve(true);
    await stopped;
    await scheduler.advance(3 * EVERY_MS);
    expect([looks.length, scheduler.waiting]).to.deep.equal([1, 0]);
  });
});
