import { expect } from "chai";
import fc from "fast-check";
import { IdempotencyRecord, knownDeletedUntil } from "../../../src/domain/idempotency-record.js";
import { refusal } from "../../support/refusals.js";

const LEASE_MS = 3_000;
const DAY = 24 * 60 * 60 * 1000;
const start = new Date("2026-03-02T09:00:00.000Z");
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
let seeds = 0;
const named = (fingerprint: string) => ({ id: "key", userId: "ada", fingerprint, seed: `seed ${(seeds += 1)}` });

const begun = (before?: IdempotencyRecord, now = start, fingerprint = "same") =>
  IdempotencyRecord.begin(before, named(fingerprint), now, LEASE_MS);
const ended = (call = begun(), ...shows: string[]) => call.end(call.state.lease.fence, "answer", shows);

describe("a keyed call", () => {
  it("keeps its seed in every try, and gets another one when its key is used again after it has expired", () => {
    const first = begun();
    const again = begun(first.giveBack(first.state.lease.fence, start));
    expect(again.state.seed).to.equal(first.state.seed);
    const afterwards = begun(ended(first), later(24 * 60 * 60 * 1000));
    expect(afterwards.state.seed).not.to.equal(first.state.seed);
  });

  it("repeats when an earlier try was begun whose end is not known, and not otherwise", () => {
    const first = begun();
    expect(first.repeats).to.equal(false);
    expect(begun(first, later(LEASE_MS)).repeats).to.equal(true);
    expect(begun(first.giveBack(1, start)).repeats).to.equal(true);
    for (const call of [first, begun(first, later(LEASE_MS)), ended(first)]) {
      expect(begun(call, later(DAY + LEASE_MS), "other").repeats).to.equal(false);
    }
  });

  it("is held by one at a time, until the lease runs out", () => {
    const first = begun();
    expect(refusal("conflict", () => begun(first, later(LEASE_MS - 1))).code).to.equal("call_running");
    const second = begun(first, later(LEASE_MS));
    expect(second.isAnswered).to.equal(false);
    expect(refusal("conflict", () => second.end(first.state.lease.fence, "late", [])).code).to.equal("lease_lost");
    expect(ended(second).state.answer).to.equal("answer");
  });

  it("is held for longer by one who renews", () => {
    const renewed = begun().renew(1, later(LEASE_MS - 1), LEASE_MS);
    refusal("conflict", () => begun(renewed, later(2 * LEASE_MS - 2)));
    begun(renewed, later(2 * LEASE_MS - 1));
  });

  it("keeps its answer for a day", () => {
    const call = ended();
    expect(begun(call, later(DAY - 1))).to.equal(call);
    expect(begun(call, later(DAY)).isAnswered).to.equal(false);
  });

  it("is no other call, running or answered, until it has expired", () => {
    for (const call of [begun(), ended()]) {
      expect(refusal("invalid", () => begun(call, later(DAY - 1), "other")).message).to.equal(
        "This Idempotency-Key was already used with another request",
      );
      expect(begun(call, later(DAY), "other").state.fingerprint).to.equal("other");
    }
  });

  it("that is given back is anybody's at once", () => {
    const again = begun(begun().giveBack(1, start));
    expect([again.isRunning, again.state.lease.fence]).to.deep.equal([true, 2]);
  });

  it("has no answer any more when something that it shows is deleted, and keeps it otherwise", () => {
    const ids = fc.subarray(["a", "b", "c"]);
    fc.assert(
      fc.property(ids, ids, (shows, deleted) => {
        const call = ended(begun(), ...shows);
        const left = call.forget(deleted);
        if (shows.some((id) => deleted.includes(id))) expect(left.state).to.include({ answer: null });
        else expect(left).to.equal(call);
        expect(left.isAnswered).to.equal(true);
        expect(begun().forget(deleted).isRunning).to.equal(true);
      }),
    );
  });

  it("is over before it is forgotten that something was deleted while it was answered", () => {
    const deletedAt = later(LEASE_MS);
    expect(begun(undefined, deletedAt).hasExpired(knownDeletedUntil(deletedAt))).to.equal(true);
  });
});
