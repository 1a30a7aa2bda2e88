import { expect } from "chai";
import { isLeaseLost } from "../../../src/domain/lease.js";
import { MAX_REPLIES } from "../../../src/domain/limits.js";
import { Notification, type PushTargetRef } from "../../../src/domain/notification/notification.js";
import { aNotification } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const start = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const phone: PushTargetRef = { id: "phone", channel: "ntfy" };
const browser: PushTargetRef = { id: "browser", channel: "web_push" };

const create = (text: string, targets: readonly PushTargetRef[] = []) =>
  Notification.create({ appId: "app", kind: "direct", text }, { id: "a", userId: "ada", now: start, targets });

describe("A notification", () => {
  it("is unread, and has no deliveries without push targets", () => {
    const { state, isRead, dueAt } = create("Water the roses");
    expect(isRead).to.equal(false);
    expect(dueAt).to.equal(null);
    expect(state).to.deep.include({ text: "Water the roses", deliveries: [], replies: [], createdAt: start });
  });

  it("requires a non-blank text of 1 to 4000 code points", () => {
    for (const text of ["", " \t\n"]) {
      expect(() => create(text), JSON.stringify(text))
        .to.throw("The message must not be blank")
        .with.property("violations")
        .that.deep.equals([]);
    }
    expect(create("🧠".repeat(4000)).state.text).to.have.length(8000);
    const tooLong = expectDomainError("invalid", () => create("a".repeat(4001)));
    expect(tooLong.violations.map(({ path, code }) => [path, code])).to.deep.equal([[["text"], "string_too_long"]]);
  });

  it("keeps the time when it was first read", () => {
    const read = create("Water").markRead(after(1));
    expect(read.markRead(after(2)).state.readAt).to.deep.equal(after(1));
    expect(read.markUnread().state.readAt).to.equal(null);
    expect(create("Water").markUnread().isRead).to.equal(false);
  });

  it("is marked as read by a reply, and sorts by its last message", () => {
    const replied = create("Water").reply("I have", { id: "r", now: after(5) });
    expect(replied.state.readAt).to.deep.equal(after(5));
    expect(replied.messages).to.deep.equal([
      { from: "app", text: "Water", at: start },
      { from: "user", text: "I have", at: after(5) },
    ]);
    expect(replied.lastMessageKey < create("Water").lastMessageKey).to.equal(true);
    expect(replied.sortKey).to.equal(create("Water").sortKey);
  });

  it("stores a repeated reply once, and limits the number of replies", () => {
    const once = create("Water").reply("Yes", { id: "r", now: start });
    expect(once.reply("Yes", { id: "r", now: after(1) })).to.equal(once);
    let full = create("Water");
    for (let n = 0; n < MAX_REPLIES; n += 1) full = full.reply("Yes", { id: `${n}`, now: start });
    const refused = expectDomainError("conflict", () => full.reply("Yes", { id: "r", now: start }));
    expect(refused.code).to.equal("replies_full");
  });

  it("rejects a blank or long reply, and a reply without an app", () => {
    const reply = (text: string, to = create("Water")) => to.reply(text, { id: "r", now: start });
    expect(() => reply("  ")).to.throw("The reply must not be blank");
    expect(expectDomainError("invalid", () => reply("a".repeat(4001))).violations).to.have.length(1);
    expect(() => reply("Yes", aNotification({ appId: null, kind: "system" }))).to.throw("There is no app to reply to");
  });

  it("has a visible change when it is read or replied to, but not when it is delivered", () => {
    const before = create("Water", [phone]);
    const claimed = before.claim(start, 1000);
    expect(claimed.recordAttempt("phone", { kind: "sent" }, 1, start).release(1).hasVisibleChange(before)).to.equal(
      false,
    );
    expect(before.markRead(start).hasVisibleChange(before)).to.equal(true);
    expect(before.reply("Yes", { id: "r", now: start }).hasVisibleChange(before)).to.equal(true);
  });
});

describe("The deliveries of a notification", () => {
  const claimed = create("Water", [phone, browser]).claim(start, 1000);
  const failed = (nextAttemptAt: Date | null) =>
    ({ kind: "failed", reason: "It did not answer", nextAttemptAt }) as const;

  it("are queued immediately, one per target", () => {
    const { state, dueAt } = create("Water", [phone, browser]);
    expect(dueAt).to.deep.equal(start);
    expect(state.deliveries).to.deep.equal([
      {
        channel: "ntfy",
        targetId: "phone",
        state: "queued",
        reason: null,
        at: start,
        attempts: 0,
        nextAttemptAt: start,
      },
      {
        channel: "web_push",
        targetId: "browser",
        state: "queued",
        reason: null,
        at: start,
        attempts: 0,
        nextAttemptAt: start,
      },
    ]);
    expect(claimed.getDueDeliveries(start)).to.deep.equal(state.deliveries);
  });

  it("end independently as sent, failed or suppressed", () => {
    const sent = claimed.recordAttempt("phone", { kind: "sent" }, 1, after(3));
    expect(sent.getDueDeliveries(after(3)).map(({ targetId }) => targetId)).to.deep.equal(["browser"]);
    const done = sent.recordAttempt("browser", failed(null), 1, after(4)).release(1);
    expect(done.state.deliveries.map(({ state, reason, attempts }) => [state, reason, attempts])).to.deep.equal([
      ["sent", null, 1],
      ["failed", "It did not answer", 1],
    ]);
    expect(done.dueAt).to.equal(null);
    const [suppressed] = claimed.recordAttempt("phone", { kind: "suppressed", reason: "removed" }, 1, after(4)).state
      .deliveries;
    expect(suppressed).to.deep.include({ state: "suppressed", reason: "removed", attempts: 0, nextAttemptAt: null });
  });

  it("are due at the earliest next attempt", () => {
    const later = claimed
      .recordAttempt("phone", failed(after(500)), 1, start)
      .recordAttempt("browser", failed(after(200)), 1, start)
      .release(1);
    expect(later.dueAt).to.deep.equal(after(200));
    expect(later.getDueDeliveries(after(200)).map(({ targetId }) => targetId)).to.deep.equal(["browser"]);
    expect(later.state.deliveries[0]).to.deep.include({ state: "queued", reason: "It did not answer", attempts: 1 });
  });

  it("reject writes of a lost lease, and stay claimed while it is renewed", () => {
    const taken = claimed.claim(after(1000), 1000);
    for (const late of [
      () => taken.recordAttempt("phone", { kind: "sent" }, 1, start),
      () => taken.release(1),
      () => taken.renew(1, start, 1000),
    ]) {
      expect(isLeaseLost(expectDomainError("conflict", late))).to.equal(true);
    }
    expect(claimed.renew(1, after(900), 1000).dueAt).to.deep.equal(after(1900));
  });
});
