import { expect } from "chai";
import { Turns } from "../../../src/application/turns.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";

const limits = { inAll: 8, ofHost: 8, ofLane: 3, waiting: 4, waitingInAll: 1_000, waitMs: 1_000 };

interface Taken {
  readonly lane: string;
  /** Undefined while it waits, null when it had none in time. */
  end?: (() => void) | null;
}

function aBench(given: Partial<typeof limits> = {}) {
  const scheduler = new ManualScheduler(new FixedClock());
  const turns = new Turns(scheduler, { ...limits, ...given });
  const all: Taken[] = [];
  const take = async (lane: string, host = lane): Promise<Taken> => {
    const taken: Taken = { lane };
    all.push(taken);
    void turns.take({ lane, host }).then((end) => (taken.end = end ?? null));
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

describe("the turns of outbound calls", () => {
  it("lets a lane have no more than its own at once, and the others go on", async () => {
    const { take, running } = aBench();
    for (let call = 0; call < 5; call += 1) await take("slow");
    await take("other");
    expect(running()).to.deep.equal(["slow", "slow", "slow", "other"]);
  });

  it("gives the next turn to whoever waits the longest, one of each lane after the other", async () => {
    const { take, end, running } = aBench({ inAll: 2, ofLane: 1 });
    const first = await take("a");
    const second = await take("b");
    for (const lane of ["a", "a", "c", "b"]) await take(lane);
    expect(running()).to.deep.equal(["a", "b"]);
    await end(first);
    expect(running()).to.deep.equal(["a", "b", "a"]);
    await end(second);
    expect(running()).to.deep.equal(["a", "b", "a", "c"]);
  });

  it("lets so many wait in all and no more, and more when they have been served", async () => {
    const { take, end, running } = aBench({ inAll: 1, waitingInAll: 2 });
    const [first, , , refused] = [await take("a"), await take("b"), await take("c"), await take("d")];
    expect(refused.end).to.equal(null);
    await end(first);
    expect(running()).to.deep.equal(["a", "b"]);
    expect((await take("d")).end).to.equal(undefined);
  });

  it("keeps half of all places for lanes that have none, however many calls slow ones make", async () => {
    const { take, running } = aBench({ waiting: 100 });
    for (const lane of ["slow 1", "slow 2", "slow 3"]) for (let call = 0; call < 10; call += 1) await take(lane);
    const slow = running().length;
    expect(slow).to.be.at.most(5);
    for (const lane of ["healthy 1", "healthy 2", "healthy 3"]) await take(lane);
    expect(running().filter((lane) => lane.startsWith("healthy"))).to.have.length(3);
  });

  it("lets no host have more than its own at once, whatever lanes it is called on", async () => {
    const { take, running } = aBench({ ofHost: 2 });
    for (const lane of ["a", "b", "c"]) await take(lane, "one.example");
    await take("d", "other.example");
    expect(running()).to.deep.equal(["a", "b", "d"]);
  });

  it("turns away whom it cannot serve in time, and of a lane whoever comes when too many wait", async () => {
    const { take, end, scheduler, running } = aBench({ ofLane: 1, waiting: 2 });
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

  it("keeps nobody waiting who is dismissed, and forgets whoever is done", async () => {
    const { take, end, turns, scheduler } = aBench({ ofLane: 1 });
    const first = await take("a");
    const second = await take("a");
    turns.dismiss();
    await scheduler.advance(0);
    expect(second.end).to.equal(null);
    expect(scheduler.waiting).to.equal(0);
    await end(first);
    expect((await take("a")).end).to.be.a("function");
  });
});
