import { expect } from "chai";
import fc from "fast-check";
import {
  claim,
  dueAt,
  guard,
  idle,
  isLeaseLost,
  lostClaims,
  postpone,
  renew,
  schedule,
  settle,
} from "../../../src/domain/lease.js";
import { refusal } from "../../support/refusals.js";

const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));
const LEASE_MS = 10_000;

describe("a lease", () => {
  it("that is idle is never due", () => {
    expect(dueAt(idle)).to.equal(null);
    expect(dueAt(settle(claim(idle, at(0), LEASE_MS), 1))).to.equal(null);
  });

  it("is due again when a claim has run out", () => {
    expect(dueAt(claim(idle, at(0), LEASE_MS))).to.deep.equal(at(10));
  });

  it("is due later when its claim is renewed", () => {
    const held = claim(idle, at(0), LEASE_MS);
    expect(dueAt(renew(held, held.fence, at(7), LEASE_MS))).to.deep.equal(at(17));
  });

  it("is due when work that was put off is to be tried again", () => {
    const held = claim(idle, at(0), LEASE_MS);
    expect(dueAt(postpone(held, held.fence, at(3)))).to.deep.equal(at(3));
    const again = claim(postpone(held, held.fence, at(3)), at(5), LEASE_MS);
    expect(dueAt(again)).to.deep.equal(at(15));
  });

  it("is due when what was planned for later comes", () => {
    expect(dueAt(schedule(idle, at(30)))).to.deep.equal(at(30));
    expect(dueAt(claim(schedule(idle, at(30)), at(0), LEASE_MS))).to.deep.equal(at(30));
  });

  it("counts the tries, and begins anew with new work", () => {
    const second = claim(claim(idle, at(0), LEASE_MS), at(20), LEASE_MS);
    expect(second.attempts).to.equal(2);
    expect(schedule(second, at(30)).attempts).to.equal(0);
    expect(settle(second, second.fence).attempts).to.equal(0);
  });

  it("counts the claims in a row that ran out", () => {
    const first = claim(idle, at(0), LEASE_MS);
    const second = claim(first, at(20), LEASE_MS);
    const third = claim(renew(second, second.fence, at(25), LEASE_MS), at(40), LEASE_MS);
    expect([first, second, third].map(lostClaims)).to.deep.equal([0, 1, 2]);
  });

  it("resets the count when a claim was released, settled or rescheduled", () => {
    const lost = claim(claim(idle, at(0), LEASE_MS), at(20), LEASE_MS);
    for (const next of [postpone(lost, lost.fence, at(21)), settle(lost, lost.fence), schedule(lost, at(21))]) {
      expect(lostClaims(claim(next, at(30), LEASE_MS))).to.equal(0);
    }
  });

  it("counts the attempts that ran out of memory until the work is done", () => {
    let lease = claim(idle, at(0), LEASE_MS);
    for (const ranOutOfMemory of [true, false, true]) {
      lease = claim(postpone(lease, lease.fence, at(1), ranOutOfMemory), at(2), LEASE_MS);
    }
    expect(lease.memoryFailures).to.equal(2);
    expect(settle(lease, lease.fence).memoryFailures).to.equal(undefined);
  });

  it("keeps its fence when the work is done, so that no older claim writes any more", () => {
    const first = claim(idle, at(0), LEASE_MS);
    const second = claim(first, at(20), LEASE_MS);
    const settled = settle(second, second.fence);
    expect(isLeaseLost(refusal("conflict", () => guard(settled, first.fence)))).to.be.true;
    expect(claim(settled, at(40), LEASE_MS).fence).to.be.above(second.fence);
  });

  it("that was given back or settled is not held again by a late renewal", () => {
    const held = claim(idle, at(0), LEASE_MS);
    for (const let_go of [postpone(held, held.fence, at(1)), settle(held, held.fence)]) {
      const late = refusal("conflict", () => renew(let_go, held.fence, at(2), LEASE_MS));
      expect(isLeaseLost(late)).to.be.true;
    }
  });

  it("fences off whoever held it before a take-over, whatever is written and however late", () => {
    const takeOvers = fc.array(fc.constantFrom("claim", "schedule"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.nat(3), takeOvers, fc.nat(3600), (earlier, ways, late) => {
        let lease = claim(idle, at(0), LEASE_MS);
        for (let i = 0; i < earlier; i += 1) lease = claim(lease, at(i), LEASE_MS);
        const { fence } = lease;
        for (const way of ways) lease = way === "claim" ? claim(lease, at(60), LEASE_MS) : schedule(lease, at(60));
        for (const write of [
          () => renew(lease, fence, at(late), LEASE_MS),
          () => postpone(lease, fence, at(late)),
          () => settle(lease, fence),
          () => guard(lease, fence),
        ]) {
          expect(isLeaseLost(refusal("conflict", write))).to.be.true;
        }
      }),
    );
  });

  it("is lost by no other error", () => {
    expect(isLeaseLost(new Error("lease_lost"))).to.be.false;
    expect(isLeaseLost(undefined)).to.be.false;
  });
});
