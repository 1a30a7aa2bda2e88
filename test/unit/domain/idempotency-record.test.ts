import { expect } from "chai";
import fc from "fast-check";
import { IdempotencyRecord, getDeletionRetentionEnd } from "../../../src/domain/idempotency/idempotency-record.js";
import { expectDomainError } from "../../support/domain-errors.js";

const LEASE_MS = 3_000;
const DAY = 24 * 60 * 60 * 1000;
const start = new Date("2026-03-02T09:00:00.000Z");
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
let seeds = 0;
const named = (fingerprint: string) => ({ id: "key", userId: "ada", fingerprint, seed: `seed ${(seeds += 1)}` });

const begun = (before?: IdempotencyRecord, now = start, fingerprint = "same") =>
  IdempotencyRecord.start(before, named(fingerprint), now, LEASE_MS);
const ended = (call = begun(), ...shows: string[]) => call.complete(call.state.lease.fence, "answer", shows);

describe("An idempotency record", () => {
  it("keeps its seed on every retry, and gets a new one after it expires", () => {
    const first = begun();
    const again = begun(first.release(first.state.lease.fence, start));
    expect(again.state.seed).to.equal(first.state.seed);
    const afterwards = begun(ended(first), later(24 * 60 * 60 * 1000));
    expect(afterwards.state.seed).not.to.equal(first.state.seed);
  });

  it("is a retry only when an earlier attempt has an unknown outcome", () => {
    const first = begun();
    expect(first.isRetry).to.equal(false);
    expect(begun(first, later(LEASE_MS)).isRetry).to.equal(true);
    expect(begun(first.release(1, start)).isRetry).to.equal(true);
    for (const call of [first, begun(first, later(LEASE_MS)), ended(first)]) {
      expect(begun(call, later(DAY + LEASE_MS), "other").isRetry).to.equal(false);
    }
  });

  it("is locked by one attempt until the lease expires", () => {
    const first = begun();
    expect(expectDomainError("conflict", () => begun(first, later(LEASE_MS - 1))).code).to.equal("call_running");
    const second = begun(first, later(LEASE_MS));
    expect(second.isCompleted).to.equal(false);
    expect(expectDomainError("conflict", () => second.complete(first.state.lease.fence, "late", [])).code).to.equal(
      "lease_lost",
    );
    expect(ended(second).state.answer).to.equal("answer");
  });

  it("stays locked while the lease is renewed", () => {
    const renewed = begun().renew(1, later(LEASE_MS - 1), LEASE_MS);
    expectDomainError("conflict", () => begun(renewed, later(2 * LEASE_MS - 2)));
    begun(renewed, later(2 * LEASE_MS - 1));
  });

  it("keeps its response for a day", () => {
    const call = ended();
    expect(begun(call, later(DAY - 1))).to.equal(call);
    expect(begun(call, later(DAY)).isCompleted).to.equal(false);
  });

  it("rejects a different request with the same key until it expires", () => {
    for (const call of [begun(), ended()]) {
      expect(expectDomainError("invalid", () => begun(call, later(DAY - 1), "other")).message).to.equal(
        "This idempotency key was already used with another request",
      );
      expect(begun(call, later(DAY), "other").state.fingerprint).to.equal("other");
    }
  });

  it("can be claimed immediately after a release", () => {
    const again = begun(begun().release(1, start));
    expect([again.isRunning, again.state.lease.fence]).to.deep.equal([true, 2]);
  });

  it("loses its response when it contains deleted data, and keeps it otherwise", () => {
    const ids = fc.subarray(["a", "b", "c"]);
    fc.assert(
      fc.property(ids, ids, (shows, deleted) => {
        const call = ended(begun(), ...shows);
        const left = call.removeResponseContaining(deleted);
        if (shows.some((id) => deleted.includes(id))) expect(left.state).to.include({ answer: null });
        else expect(left).to.equal(call);
        expect(left.isCompleted).to.equal(true);
        expect(begun().removeResponseContaining(deleted).isRunning).to.equal(true);
      }),
    );
  });

  it("expires before the deletion marker that affects it", () => {
    const deletedAt = later(LEASE_MS);
    expect(begun(undefined, deletedAt).hasExpired(getDeletionRetentionEnd(deletedAt))).to.equal(true);
  });
});
