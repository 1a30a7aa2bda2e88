import { expect } from "chai";
import { startLeaseHeartbeat } from "../../../src/adapters/runtime/lease-heartbeat.js";
import { DomainError } from "../../../src/domain/errors.js";
import { LEASE_LOST } from "../../../src/domain/lease.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";

describe("The lease heartbeat", () => {
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
    stop = startLeaseHeartbeat(scheduler, {
      leaseMs: 300,
      renew: () => {
        renewals += 1;
        return failure ? Promise.reject(failure) : Promise.resolve();
      },
      onError: (error) => complaints.push(error),
    });
  });

  it("renews the lease three times per lease period until it is stopped", async () => {
    await scheduler.advance(99);
    expect(renewals).to.equal(0);
    await scheduler.advance(201);
    expect(renewals).to.equal(3);
    stop();
    await scheduler.advance(1_000);
    expect([renewals, scheduler.pendingCount, complaints]).to.deep.equal([3, 0, []]);
  });

  it("continues after one failed renewal", async () => {
    failure = new Error("no disk");
    await scheduler.advance(100);
    expect(complaints).to.deep.equal([failure]);
    failure = undefined;
    await scheduler.advance(100);
    expect([renewals, complaints.length]).to.deep.equal([2, 1]);
    stop();
  });

  it("stops when the lease is lost", async () => {
    failure = new DomainError("conflict", LEASE_LOST, "The lease was lost");
    await scheduler.advance(1_000);
    expect([renewals, scheduler.pendingCount, complaints]).to.deep.equal([1, 0, [failure]]);
  });
});
