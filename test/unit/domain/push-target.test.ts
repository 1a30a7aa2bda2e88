import { expect } from "chai";
import { DomainError } from "../../../src/domain/errors.js";
import { getNextPushAttempt, PushTarget, type NewPushTarget } from "../../../src/domain/index.js";
import { aPushTarget } from "../../../src/testing/index.js";
import { TestBrowser } from "../../support/test-browser.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const birth = { id: "a", userId: "ada", now, sealedSecret: null };
const create = (input: NewPushTarget, allowsPlainHttp = false): PushTarget =>
  PushTarget.create(input, birth, { isPlainHttpAllowed: allowsPlainHttp });
const refusal = (input: NewPushTarget): string => {
  try {
    create(input);
  } catch (error) {
    expect(error).to.be.instanceOf(DomainError).with.property("kind", "invalid");
    return (error as DomainError).message;
  }
  return "nothing";
};

const { keys } = new TestBrowser();
const browser = { channel: "web_push", url: "https://push.example/a", keys } as const;
const topic = { channel: "ntfy", url: "https://ntfy.example/roses" } as const;
const webhook = { channel: "webhook", url: "https://ada.example/hook" } as const;

describe("A push target", () => {
  it("is a browser with keys, a topic with an optional token, or a webhook", () => {
    expect(create(browser).state).to.deep.include({ ...browser, goneSince: null, createdAt: now });
    expect(create({ ...topic, token: "tk_1" }).state).to.deep.include({ ...topic, keys: null });
    expect(create(topic).state).to.deep.include({ ...topic, keys: null });
    expect(create(webhook).state).to.deep.include({ ...webhook, keys: null });
  });

  it("requires an https URL, or plain http where it is allowed", () => {
    const address = "url must be an absolute https URL in ASCII, without user or fragment";
    for (const url of [
      "http://ada.example/",
      "https://u@ada.example/",
      "ftp://ada.example",
      "https://ada.example/#x",
      "x",
    ]) {
      for (const target of [browser, topic, webhook]) expect(refusal({ ...target, url }), url).to.equal(address);
    }
    expect(create({ ...topic, url: "http://ntfy.example/roses" }, true).state.url).to.equal(
      "http://ntfy.example/roses",
    );
    expect(refusal({ ...topic, url: `https://ntfy.example/${"a".repeat(2048)}` })).to.match(/at most 2048/);
  });

  it("requires valid keys for a browser, and rejects keys for other channels", () => {
    const fault = /^The keys must be the p256dh and auth/;
    const { p256dh, auth } = keys;
    expect(refusal({ channel: "web_push", url: browser.url })).to.match(fault);
    for (const wrong of [
      { p256dh: p256dh.slice(1), auth },
      { p256dh: `A${p256dh.slice(1)}`, auth },
      { p256dh: `${p256dh.slice(0, -1)}+`, auth },
      { p256dh, auth: auth.slice(1) },
      { p256dh, auth: `${auth}A` },
      { p256dh: "", auth: "" },
    ]) {
      expect(refusal({ ...browser, keys: wrong }), JSON.stringify(wrong)).to.match(fault);
    }
    expect(create({ ...browser, keys: { p256dh: `${p256dh}=`, auth: `${auth}==` } }).state.id).to.equal("a");
    for (const target of [topic, webhook]) expect(refusal({ ...target, keys })).to.equal("Only a browser has keys");
  });

  it("accepts a valid header token for a topic only", () => {
    for (const token of ["", "a b", "a\r\nx: y", "ä", "a".repeat(257)]) {
      expect(refusal({ ...topic, token }), token).to.match(/^The token must be/);
    }
    expect(refusal({ ...webhook, token: "a" })).to.equal("Only an ntfy topic has a token");
    expect(refusal({ ...browser, token: "a" })).to.equal("Only an ntfy topic has a token");
  });

  it("gets the new keys when it is registered again, and is no longer gone", () => {
    const before = aPushTarget({ channel: "web_push", keys, sealedSecret: null, goneSince: now, createdAt: now });
    const other = new TestBrowser().keys;
    const later = new Date(now.getTime() + 1);
    const after = before.refreshRegistration(aPushTarget({ keys: other, createdAt: later }));
    expect(after.state).to.deep.equal({ ...before.state, keys: other, goneSince: null });
    expect(after.refreshRegistration(aPushTarget({ keys: { ...other } }))).to.equal(after);
  });

  it("keeps the time when it was first gone; only browsers are removed then", () => {
    const gone = aPushTarget({ channel: "webhook" }).markGone(now);
    expect(gone.state.goneSince).to.equal(now);
    expect(gone.markGone(new Date(0))).to.equal(gone);
    expect([gone.isRemovedWhenGone, aPushTarget({ channel: "web_push" }).isRemovedWhenGone]).to.deep.equal([
      false,
      true,
    ]);
  });
});

describe("The push retry schedule", () => {
  const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

  it("is 0, 2, 8, 60 and 600 s and an hour after the start, then hourly for a day", () => {
    const tries = [0];
    for (let next: Date | null = now; next !== null;) {
      next = getNextPushAttempt(tries.length, now, next);
      if (next) tries.push((next.getTime() - now.getTime()) / 1000);
    }
    expect(tries.slice(0, 8)).to.deep.equal([0, 2, 8, 60, 600, 3600, 7200, 10_800]);
    expect(tries.at(-1)).to.equal(86_400);
  });

  it("ends after a day regardless of the number of attempts", () => {
    expect(getNextPushAttempt(1, now, at(86_398))).to.deep.equal(at(86_400));
    expect(getNextPushAttempt(1, now, at(86_399))).to.equal(null);
    expect(getNextPushAttempt(1, now, at(1_000_000))).to.equal(null);
  });
});
