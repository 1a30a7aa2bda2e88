import { expect } from "chai";
import { isLeaseLost } from "../../../src/domain/lease.js";
import { REPLIES_MOST } from "../../../src/domain/limits.js";
import { Notification, type PushAddress } from "../../../src/domain/notification.js";
import { aNotification } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const start = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const phone: PushAddress = { id: "phone", channel: "ntfy" };
const browser: PushAddress = { id: "browser", channel: "web_push" };

const create = (text: string, targets: readonly PushAddress[] = []) =>
  Notification.create({ appId: "app", kind: "direct", text }, { id: "a", userId: "ada", now: start, targets });

describe("a notification", () => {
  it("is unread, and has nothing to deliver where there is nowhere to", () => {
    const { state, isRead, dueAt } = create("Water the roses");
    expect(isRead).to.equal(false);
    expect(dueAt).to.equal(null);
    expect(state).to.deep.include({ text: "Water the roses", deliveries: [], replies: [], createdAt: start });
  });

  it("has a text of 1 to 4000 code points that is not blank", () => {
    for (const text of ["", " \t\n"]) {
      expect(() => create(text), JSON.stringify(text))
        .to.throw("message cannot be empty")
        .with.property("violations")
        .that.deep.equals([]);
    }
    expect(create("🧠".repeat(4000)).state.text).to.have.length(8000);
    const tooLong = refusal("invalid", () => create("a".repeat(4001)));
    expect(tooLong.violations.map(({ path, code }) => [path, code])).to.deep.equal([[["text"], "string_too_long"]]);
  });

  it("stays read since it was read first", () => {
    const read = create("Water").markRead(after(1));
    expect(read.markRead(after(2)).state.readAt).to.deep.equal(after(1));
    expect(read.markUnread().state.readAt).to.equal(null);
    expect(create("Water").markUnread().isRead).to.equal(false);
  });

  it("is read by who replies, and is ordered by what was said last in it", () => {
    const replied = create("Water").reply("I have", { id: "r", now: after(5) });
    expect(replied.state.readAt).to.deep.equal(after(5));
    expect(replied.messages).to.deep.equal([
      { from: "app", text: "Water", at: start },
      { from: "user", text: "I have", at: after(5) },
    ]);
    expect(replied.talkKey < create("Water").talkKey).to.equal(true);
    expect(replied.sortKey).to.equal(create("Water").sortKey);
  });

  it("takes the same reply once, and no more replies than it holds", () => {
    const once = create("Water").reply("Yes", { id: "r", now: start });
    expect(once.reply("Yes", { id: "r", now: after(1) })).to.equal(once);
    let full = create("Water");
    for (let n = 0; n < REPLIES_MOST; n += 1) full = full.reply("Yes", { id: `${n}`, now: start });
    const refused = refusal("conflict", () => full.reply("Yes", { id: "r", now: start }));
    expect(refused.code).to.equal("replies_full");
  });

  it("refuses a reply that is blank or too long, or that nobody is to hear", () => {
    const reply = (text: string, to = create("Water")) => to.reply(text, { id: "r", now: start });
    expect(() => reply("  ")).to.throw("text cannot be empty");
    expect(refusal("invalid", () => reply("a".repeat(4001))).violations).to.have.length(1);
    expect(() => reply("Yes", aNotification({ appId: null, kind: "system" }))).to.throw("There is no app to reply to");
  });

  it("shows another thing when it is read or replied to, and the same when it is delivered", () => {
    const before = create("Water", [phone]);
    const claimed = before.claim(start, 1000);
    expect(claimed.recordAttempt("phone", { kind: "sent" }, 1, start).release(1).shows(before)).to.equal(false);
    expect(before.markRead(start).shows(before)).to.equal(true);
    expect(before.reply("Yes", { id: "r", now: start }).shows(before)).to.equal(true);
  });
});

describe("a notification's deliveries", () => {
  const claimed = create("Water", [phone, browser]).claim(start, 1000);
  const failed = (nextAttemptAt: Date | null) =>
    ({ kind: "failed", reason: "It did not answer", nextAttemptAt }) as const;

  it("are queued at once, one to each target", () => {
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
    expect(claimed.dueDeliveries(start)).to.deep.equal(state.deliveries);
  });

  it("end each for itself: sent, failed for good, or suppressed", () => {
    const sent = claimed.recordAttempt("phone", { kind: "sent" }, 1, after(3));
    expect(sent.dueDeliveries(after(3)).map(({ targetId }) => targetId)).to.deep.equal(["browser"]);
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

  it("are due again when the first of them is to be tried again", () => {
    const later = claimed
      .recordAttempt("phone", failed(after(500)), 1, start)
      .recordAttempt("browser", failed(after(200)), 1, start)
      .release(1);
    expect(later.dueAt).to.deep.equal(after(200));
    expect(later.dueDeliveries(after(200)).map(({ targetId }) => targetId)).to.deep.equal(["browser"]);
    expect(later.state.deliveries[0]).to.deep.include({ state: "queued", reason: "It did not answer", attempts: 1 });
  });

  it("are written by nobody whose claim was taken over, and held as long as it is renewed", () => {
    const taken = claimed.claim(after(1000), 1000);
    for (const late of [
      () => taken.recordAttempt("phone", { kind: "sent" }, 1, start),
      () => taken.release(1),
      () => taken.renew(1, start, 1000),
    ]) {
      expect(isLeaseLost(refusal("conflict", late))).to.equal(true);
    }
    expect(claimed.renew(1, after(900), 1000).dueAt).to.deep.equal(after(1900));
  });
});
