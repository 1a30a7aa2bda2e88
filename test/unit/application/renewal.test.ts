import { expect } from "chai";
import { keepRenewing } from "../../../src/application/renewal.js";
import { DomainError } from "../../../src/domain/errors.js";
import { LEASE_LOST } from "../../../src/domain/lease.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";

describe("the renewal of a lease", () => {
  let scheduler: ManualScheduler;
  let renewals: number;
  let failure: Error | undefined;
  let complaints: unknown[];
  let stop: () => void;

  beforeEach(() => {
    scheduler = new ManualScheduler(new FixedClock());
    renewals = 0;
    failure = undefined;
    complaints = [];
    stop = keepRenewing(scheduler, {
      leaseMs: 300,
      renew: () => {
        renewals += 1;
        return failure ? Promise.reject(failure) : Promise.resolve();
      },
      complain: (error) => complaints.push(error),
    });
  });

  it("comes three times in its time, until it is stopped", async () => {
    await scheduler.advance(99);
    expect(renewals).to.equal(0);
    await scheduler.advance(201);
    expect(renewals).to.equal(3);
    stop();
    await scheduler.advance(1_000);
    expect([renewals, scheduler.waiting, complaints]).to.deep.equal([3, 0, []]);
  });

  it("goes on when the store fails once", async () => {
    failure = new Error("no disk");
    await scheduler.advance(100);
    expect(complaints).to.deep.equal([failure]);
    failure = undefined;
    await scheduler.advance(100);
    expect([renewals, complaints.length]).to.deep.equal([2, 1]);
    stop();
  });

  it("ends when the lease is lost", async () => {
    failure = new DomainError("conflict", LEASE_LOST, "The claim is not held any more");
    await scheduler.advance(1_000);
    expect([renewals, scheduler.waiting, complaints]).to.deep.equal([1, 0, [failure]]);
  });
});
