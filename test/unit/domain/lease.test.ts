import { expect } from "chai";
import fc from "fast-check";
import {
  claimLease,
  getLeaseDueAt,
  assertFence,
  FREE_LEASE,
  isLeaseLost,
  countLostClaims,
  postponeLease,
  renewLease,
  rescheduleLease,
  completeLease,
} from "../../../src/domain/lease.js";
import { expectDomainError } from "../../support/domain-errors.js";

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));
const LEASE_MS = 10_000;

describe("A lease", () => {
  it("is never due while idle", () => {
    expect(getLeaseDueAt(FREE_LEASE)).to.equal(null);
    expect(getLeaseDueAt(completeLease(claimLease(FREE_LEASE, at(0), LEASE_MS), 1))).to.equal(null);
  });

  it("is due when a claim expires", () => {
    expect(getLeaseDueAt(claimLease(FREE_LEASE, at(0), LEASE_MS))).to.deep.equal(at(10));
  });

  it("is due later after a renewal", () => {
    const held = claimLease(FREE_LEASE, at(0), LEASE_MS);
    expect(getLeaseDueAt(renewLease(held, held.fence, at(7), LEASE_MS))).to.deep.equal(at(17));
  });

  it("is due at the postponed time", () => {
    const held = claimLease(FREE_LEASE, at(0), LEASE_MS);
    expect(getLeaseDueAt(postponeLease(held, held.fence, at(3)))).to.deep.equal(at(3));
    const again = claimLease(postponeLease(held, held.fence, at(3)), at(5), LEASE_MS);
    expect(getLeaseDueAt(again)).to.deep.equal(at(15));
  });

  it("is due at the scheduled time", () => {
    expect(getLeaseDueAt(rescheduleLease(FREE_LEASE, at(30)))).to.deep.equal(at(30));
    expect(getLeaseDueAt(claimLease(rescheduleLease(FREE_LEASE, at(30)), at(0), LEASE_MS))).to.deep.equal(at(30));
  });

  it("counts attempts and restarts the count with new work", () => {
    const second = claimLease(claimLease(FREE_LEASE, at(0), LEASE_MS), at(20), LEASE_MS);
    expect(second.attempts).to.equal(2);
    expect(rescheduleLease(second, at(30)).attempts).to.equal(0);
    expect(completeLease(second, second.fence).attempts).to.equal(0);
  });

  it("counts consecutive expired claims", () => {
    const first = claimLease(FREE_LEASE, at(0), LEASE_MS);
    const second = claimLease(first, at(20), LEASE_MS);
    const third = claimLease(renewLease(second, second.fence, at(25), LEASE_MS), at(40), LEASE_MS);
    expect([first, second, third].map(countLostClaims)).to.deep.equal([0, 1, 2]);
  });

  it("resets the count of expired claims when a claim is postponed, completed or rescheduled", () => {
    const lost = claimLease(claimLease(FREE_LEASE, at(0), LEASE_MS), at(20), LEASE_MS);
    for (const next of [
      postponeLease(lost, lost.fence, at(21)),
      completeLease(lost, lost.fence),
      rescheduleLease(lost, at(21)),
    ]) {
      expect(countLostClaims(claimLease(next, at(30), LEASE_MS))).to.equal(0);
    }
  });

  it("counts attempts that ran out of memory until the work is completed", () => {
    let lease = claimLease(FREE_LEASE, at(0), LEASE_MS);
    for (const ranOutOfMemory of [true, false, true]) {
      lease = claimLease(postponeLease(lease, lease.fence, at(1), ranOutOfMemory), at(2), LEASE_MS);
    }
    expect(lease.memoryFailures).to.equal(2);
    expect(completeLease(lease, lease.fence).memoryFailures).to.equal(undefined);
  });

  it("keeps its fencing token after completion so that older claims cannot write", () => {
    const first = claimLease(FREE_LEASE, at(0), LEASE_MS);
    const second = claimLease(first, at(20), LEASE_MS);
    const settled = completeLease(second, second.fence);
    expect(isLeaseLost(expectDomainError("conflict", () => assertFence(settled, first.fence)))).to.be.true;
    expect(claimLease(settled, at(40), LEASE_MS).fence).to.be.above(second.fence);
  });

  it("rejects a late renewal after the claim was postponed or completed", () => {
    const held = claimLease(FREE_LEASE, at(0), LEASE_MS);
    for (const let_go of [postponeLease(held, held.fence, at(1)), completeLease(held, held.fence)]) {
      const late = expectDomainError("conflict", () => renewLease(let_go, held.fence, at(2), LEASE_MS));
      expect(isLeaseLost(late)).to.be.true;
    }
  });

  it("rejects every write with a fencing token from before a takeover", () => {
    const takeOvers = fc.array(fc.constantFrom("claim", "schedule"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.nat(3), takeOvers, fc.nat(3600), (earlier, ways, late) => {
        let lease = claimLease(FREE_LEASE, at(0), LEASE_MS);
        for (let i = 0; i < earlier; i += 1) lease = claimLease(lease, at(i), LEASE_MS);
        const { fence } = lease;
        for (const way of ways)
          lease = way === "claim" ? claimLease(lease, at(60), LEASE_MS) : rescheduleLease(lease, at(60));
        for (const write of [
          () => renewLease(lease, fence, at(late), LEASE_MS),
          () => postponeLease(lease, fence, at(late)),
          () => completeLease(lease, fence),
          () => assertFence(lease, fence),
        ]) {
          expect(isLeaseLost(expectDomainError("conflict", write))).to.be.true;
        }
      }),
    );
  });

  it("is reported as lost only by the lease error", () => {
    expect(isLeaseLost(new Error("lease_lost"))).to.be.false;
    expect(isLeaseLost(undefined)).to.be.false;
  });
});
