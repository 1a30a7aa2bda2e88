import { expect } from "chai";
import { WebhookDelivery, type WebhookAttempt } from "../../../src/domain/webhook/webhook-delivery.js";

const start = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number): Date => new Date(start.getTime() + milliseconds);
const input = {
  appId: "app",
  ownerId: "olga",
  userId: "ada",
  conversationId: "talk",
  sessionId: "walk",
  fromSegment: 0,
  toSegment: 4,
};
const made = (): WebhookDelivery => WebhookDelivery.create(input, { id: "one", now: start, leaseMs: 8_000 });
const attempt = (ms: number, with_: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  at: after(ms),
  ms: 50,
  status: 500,
  outcome: "unsuccessful",
  ...with_,
});
const failing = (delivery: WebhookDelivery, ms: number): WebhookDelivery => {
  const claimed = delivery.claim(after(ms), 8_000);
  return claimed.recordFailedAttempt(attempt(ms), false, claimed.state.lease.fence);
};

describe("A webhook delivery", () => {
  it("is attempted immediately, after 2 s and after 8 s, and then fails", () => {
    const first = made().recordFailedAttempt(attempt(0), false, 1);
    expect(first.dueAt).to.deep.equal(after(2_000));
    const second = failing(first, 2_000);
    expect(second.dueAt).to.deep.equal(after(8_000));
    const third = failing(second, 8_000);
    expect(third.dueAt).to.equal(null);
    expect(third.state).to.include({ state: "failed", reason: "unsuccessful" });
    expect(third.state.attempts).to.have.length(3);
  });

  it("is not retried before the current attempt ends", () => {
    const late = made().recordFailedAttempt(attempt(0, { ms: 5_000 }), false, 1);
    expect(late.dueAt).to.deep.equal(after(5_000));
  });

  it("is not retried after a permanent error", () => {
    const gone = made().recordFailedAttempt(attempt(0, { status: 410 }), true, 1);
    expect(gone.state).to.include({ state: "failed" });
    expect(gone.dueAt).to.equal(null);
  });

  it("waits while the circuit is open, and is dropped at an age of 30 s", () => {
    const waiting = made().defer("circuit_open", 1, start);
    expect(waiting.dueAt).to.deep.equal(after(2_000));
    expect(waiting.state.attempts).to.deep.equal([]);
    const claimed = waiting.claim(after(28_000), 8_000);
    const dropped = claimed.defer("circuit_open", claimed.state.lease.fence, after(28_000));
    expect(dropped.state).to.include({ state: "dropped", reason: "circuit_open" });
    expect(dropped.dueAt).to.equal(null);
  });

  it("is checked less often the longer the circuit is open, and once more before it expires", () => {
    const looks = [0];
    let delivery = made();
    while (delivery.status === "queued") {
      const at = after(looks.at(-1) ?? 0);
      const claimed = delivery.claim(at, 8_000);
      delivery = claimed.defer("circuit_open", claimed.state.lease.fence, at);
      if (delivery.dueAt) looks.push(delivery.dueAt.getTime() - start.getTime());
    }
    expect(looks).to.deep.equal([0, 2_000, 4_000, 8_000, 16_000, 24_000, 28_000]);
    expect(delivery.state).to.include({ state: "dropped", reason: "circuit_open" });
  });

  it("expires after 30 s", () => {
    expect(made().isExpired(after(29_999))).to.equal(false);
    expect(made().isExpired(after(30_000))).to.equal(true);
  });

  it("can be replayed manually with the same ID and new attempts", () => {
    const failed = [0, 2_000, 8_000].reduce(failing, made());
    const again = failed.replay(after(60_000));
    expect(again.state).to.include({ id: "one", state: "queued", reason: null });
    expect(again.isExpired(after(60_000))).to.equal(false);
    const once = failing(again, 60_000);
    expect(once.state.attempts).to.have.length(4);
    expect(once.dueAt).to.deep.equal(after(62_000));
  });

  it("is due immediately when replayed while queued, which revokes the current lease", () => {
    const waiting = made().recordFailedAttempt(attempt(0), false, 1);
    const again = waiting.replay(after(100));
    expect(again.dueAt).to.deep.equal(after(100));
    expect(() => again.markSent(attempt(0, { status: 200 }), 1)).to.throw("The lease was lost");
  });

  it("rejects writes of a lost lease", () => {
    const taken = made().claim(after(8_000), 8_000);
    expect(() => taken.markSent(attempt(0, { status: 200 }), 1)).to.throw("The lease was lost");
    expect(() => taken.recordFailedAttempt(attempt(0), false, 1)).to.throw("The lease was lost");
    expect(() => taken.drop("disabled", 1)).to.throw("The lease was lost");
    expect(() => taken.defer("busy", 1, start)).to.throw("The lease was lost");
  });
});
