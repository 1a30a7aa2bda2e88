import { expect } from "chai";
import { Conversation } from "../../../src/domain/conversation/conversation.js";
import { checkLiveSegments, type NewLiveSegments } from "../../../src/domain/conversation/live-segments.js";
import { isLeaseLost } from "../../../src/domain/lease.js";
import { MAX_SESSION_LENGTH, MAX_SESSION_SEGMENTS } from "../../../src/domain/limits.js";
import { FLUSH_INTERVAL_MS, SESSION_IDLE_TIMEOUT_MS } from "../../../src/domain/conversation/live-session.js";
import type { NewSegment, Segment } from "../../../src/domain/conversation/transcript.js";
import { aConversation, aLiveConversation, someSegments, aTranscript } from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const birth = { id: "c", userId: "ada", now, clientSessionId: "s" };

/** A session that pieces have come to one after the other, with all that was said. */
class Talk {
  said: readonly Segment[] = [];
  session = aLiveConversation(now, { id: "c" });

  hear(piece: NewLiveSegments, at = now): this {
    const first = piece.offset ?? this.said.length;
    const known = this.said.slice(first, first + piece.segments.length);
    const { conversation, segments } = this.session.appendSegments(piece, known, at);
    this.session = conversation;
    this.said = [...this.said, ...segments];
    return this;
  }

  get texts(): readonly string[] {
    return this.said.map(({ text }) => text);
  }

  get live() {
    return this.session.state.live ?? expect.fail("it is not live");
  }
}

const talk = (...pieces: readonly NewLiveSegments[]) => pieces.reduce((heard, piece) => heard.hear(piece), new Talk());
const conflict = (of: () => unknown) => expectDomainError("conflict", of).message;
const said = (...segments: readonly Partial<NewSegment>[]): NewLiveSegments => ({
  segments: segments.map((segment) => ({ text: "Hello", start: 0, end: 1, ...segment })),
});

describe("A live session", () => {
  it("starts with the metadata of its first segments", () => {
    const startedAt = new Date("2026-03-02T08:30:00.000Z");
    const { state } = Conversation.startSession(
      { ...someSegments(0, "a"), startedAt, language: "DE", source: "desktop" },
      birth,
    );
    expect(state).to.include({ status: "in_progress", language: "de", source: "desktop", clientSessionId: "s" });
    expect([state.startedAt, state.createdAt]).to.deep.equal([startedAt, startedAt]);
  });

  it("starts now, in English and with the source phone by default", () => {
    const { state } = Conversation.startSession(someSegments(0, "a"), birth);
    expect(state).to.include({ language: "en", source: "phone" });
    expect(state.startedAt).to.deep.equal(now);
  });

  it("ignores changed metadata in later appends", () => {
    const { session } = talk(someSegments(0, "a"), {
      ...someSegments(1, "b"),
      startedAt: after(9),
      language: "de",
      source: "desktop",
    });
    expect(session.state).to.include({ language: "en", source: "phone" });
    expect(session.specifiedLanguage, "the first piece named none").to.equal(null);
    expect(session.state.startedAt).to.deep.equal(now);
  });

  it("appends segments with or without an offset and numbers them consecutively", () => {
    const { said, live } = talk(someSegments(0, "a", "b"), someSegments(2, "c"), someSegments(null, "d"));
    expect(said.map(({ id, text }) => [id, text])).to.deep.equal([
      ["c-0", "a"],
      ["c-1", "b"],
      ["c-2", "c"],
      ["c-3", "d"],
    ]);
    expect(live.segments).to.equal(4);
  });

  it("ignores repeated segments at the same offset, completely or partly", () => {
    const heard = talk(someSegments(0, "a", "b", "c"));
    const { session } = heard;
    expect(heard.hear(someSegments(1, "b", "c"), after(1000)).session).to.equal(session);
    expect(heard.hear(someSegments(1, "b", "c", "d")).texts).to.deep.equal(["a", "b", "c", "d"]);
  });

  it("rejects an offset that leaves a gap, and reports the segment count", () => {
    expect(conflict(() => talk(someSegments(0, "a"), someSegments(3, "d")))).to.equal(
      "The offset 3 leaves a gap: the session has 1 segment",
    );
    expect(conflict(() => talk(someSegments(1, "b")))).to.equal(
      "The offset 1 leaves a gap: the session has 0 segments",
    );
  });

  it("rejects segments that differ from stored ones in any field", () => {
    const first: NewSegment = { text: "a", start: 0, end: 1, speaker: "Tom", isUser: true, personId: "p" };
    const others: readonly Partial<NewSegment>[] = [
      { text: "b" },
      { start: 0.5 },
      { end: 2 },
      { speaker: "Ann" },
      { speakerId: 7 },
      { isUser: false },
      { personId: null },
    ];
    for (const other of others) {
      const contradiction = { segments: [{ ...first, ...other }], offset: 0 };
      const message = conflict(() => talk({ segments: [first], offset: 0 }, contradiction));
      expect(message, JSON.stringify(other)).to.equal("Segment 0 differs from the stored segment");
    }
    expect(talk({ segments: [first], offset: 0 }, { segments: [first], offset: 0 }).live.segments).to.equal(1);
  });

  it("ends at the greatest end of all segments", () => {
    const { session } = talk(said({ end: 90 }), said({ start: 3, end: 4 }));
    expect(session.state.finishedAt).to.deep.equal(after(90_000));
  });

  it("rejects a segment whose end is out of the date range", () => {
    expectDomainError("invalid", () => talk(said({ end: 1e300 })));
  });

  it("rejects invalid segments, offsets and languages", () => {
    const faulty: readonly NewLiveSegments[] = [
      { segments: [] },
      said(...Array.from({ length: 501 }, () => ({}))),
      said({ text: " " }),
      said({ start: 2 }),
      { ...someSegments(0, "a"), offset: -1 },
      { ...someSegments(0, "a"), offset: 0.5 },
      { ...someSegments(0, "a"), offset: MAX_SESSION_SEGMENTS + 1 },
      { ...someSegments(0, "a"), language: "xx" },
    ];
    for (const piece of faulty) expectDomainError("invalid", () => checkLiveSegments(piece));
    for (const piece of faulty) expectDomainError("invalid", () => talk(piece));
  });

  it("holds at most 20,000 segments, and reports the limit", () => {
    const { session, live } = talk(someSegments(0, "a"));
    const full = Conversation.restore({ ...session.state, live: { ...live, segments: MAX_SESSION_SEGMENTS - 1 } });
    const last = full.appendSegments(someSegments(MAX_SESSION_SEGMENTS - 1, "last"), [], now).conversation;
    expect(last.state.live?.segments).to.equal(20_000);
    expect(conflict(() => last.appendSegments(someSegments(null, "more"), [], now))).to.equal(
      "A session holds at most 20000 segments, and has 20000",
    );
    expect(conflict(() => full.appendSegments(someSegments(null, "last", "more"), [], now))).to.match(
      / 20000 segments, and has 19999$/,
    );
  });

  it("limits the total length of its text", () => {
    const { session, live } = talk(someSegments(0, "a"));
    const full = Conversation.restore({ ...session.state, live: { ...live, length: MAX_SESSION_LENGTH - 3 } });
    expect(full.appendSegments(someSegments(null, "end"), [], now).conversation.state.live?.length).to.equal(
      MAX_SESSION_LENGTH,
    );
    expect(conflict(() => full.appendSegments(someSegments(null, "more"), [], now))).to.match(/ characters, and has/);
    const labelled = { segments: [{ text: "a", start: 0, end: 1, speaker: "Bo", personId: "x" }] };
    expect(conflict(() => full.appendSegments(labelled, [], now))).to.match(/characters/);
  });

  it("has a state of constant size", () => {
    const size = (heard: Talk) => JSON.stringify(heard.session.state).length;
    const short = talk(someSegments(null, "a"));
    const long = new Talk();
    for (let count = 0; count < 1_000; count += 1) long.hear(someSegments(null, "a"));
    expect(size(long) - size(short)).to.be.below(20);
  });
});

describe("The speakers of a live session", () => {
  const numbers = (...pieces: readonly NewLiveSegments[]) => talk(...pieces).said.map(({ speakerId }) => speakerId);

  it("keep their numbers across appends", () => {
    const pieces = [said({ speaker: "Tom" }), said({ speaker: "Ann" }), said({ speaker: "Tom" }, { speaker: "Ann" })];
    expect(numbers(...pieces)).to.deep.equal([0, 1, 0, 1]);
  });

  it("never get the number of another speaker", () => {
    expect(numbers(said({ speaker: "SPEAKER_00" }, { speakerId: 1 }), said({ speaker: "Tom" }))).to.deep.equal([
      0, 1, 2,
    ]);
  });

  it("keep a number that was given once", () => {
    expect(numbers(said({ speaker: "Tom", speakerId: 7 }), said({ speaker: "Tom" }))).to.deep.equal([7, 7]);
  });

  it("are remembered by their label up to a maximum number", () => {
    const heard = new Talk();
    for (let count = 0; count < 300; count += 1) heard.hear(said({ speaker: `Guest ${count}` }));
    heard.hear(said({ speaker: "long ".repeat(1_000) }), now).hear(said({ speakerId: 10_000 }));
    expect(JSON.stringify(heard.live.speakers).length).to.be.below(100 * 130);
    expect(heard.hear(said({ speaker: "Guest 42" })).said.at(-1)?.speakerId).to.equal(42);
  });
});

describe("Finishing a live session", () => {
  it("makes it due for processing, with or without a claim", () => {
    const { session } = talk(someSegments(0, "a"));
    const claimed = session.finish(after(1), 5_000);
    expect(claimed.state).to.include({ status: "processing" });
    expect(claimed.dueAt).to.deep.equal(after(5_001));
    expect(claimed.state.lease.fence).to.equal(1);
    expect(session.finish(after(1), null).dueAt).to.deep.equal(after(1));
  });

  it("is idempotent", () => {
    const finished = talk(someSegments(0, "a")).session.finish(now, null);
    expect(finished.finish(after(1), 5_000)).to.equal(finished);
    const completed = aConversation();
    expect(completed.finish(now, 5_000)).to.equal(completed);
  });

  it("rejects all further segments, even repeated ones", () => {
    const finished = talk(someSegments(0, "a")).session.finish(now, null);
    expect(conflict(() => finished.appendSegments(someSegments(1, "b"), [], now))).to.equal(
      "The session is finished and has 1 segment",
    );
    conflict(() => finished.appendSegments(someSegments(0, "a"), aTranscript("c", "a").segments, now));
    expect(conflict(() => aConversation().appendSegments(someSegments(0, "a"), [], now))).to.equal(
      "The session is finished",
    );
  });

  it("happens automatically after 30 minutes without new segments", () => {
    const { session } = talk(someSegments(0, "a")).hear(someSegments(1, "b"), after(1000));
    expect(SESSION_IDLE_TIMEOUT_MS).to.equal(30 * 60_000);
    expect(session.dueAt).to.deep.equal(after(1000 + SESSION_IDLE_TIMEOUT_MS));
    const claimed = session.claim(after(1000 + SESSION_IDLE_TIMEOUT_MS), 5_000);
    expect(claimed.state.status).to.equal("processing");
    expect(claimed.state.lease.fence).to.equal(1);
  });

  it("is not delayed by repeated segments", () => {
    const { session } = talk(someSegments(0, "a")).hear(someSegments(0, "a"), after(1000));
    expect(session.dueAt).to.deep.equal(after(SESSION_IDLE_TIMEOUT_MS));
  });

  it("has no effect after deletion", () => {
    const deleted = talk(someSegments(0, "a")).session.markDeleting(now, 5_000);
    expect([deleted.isLive, deleted.isDeleting, deleted.flushDueAt]).to.deep.equal([false, true, null]);
    expect(deleted.finish(now, 5_000)).to.equal(deleted);
    expect(deleted.completeFlush(1, 1, now)).to.equal(deleted);
  });
});

describe("Flushing a live session", () => {
  it("is due immediately, and then one second after the previous flush", () => {
    const heard = talk(someSegments(0, "a"));
    expect(heard.session.flushDueAt).to.deep.equal(now);
    heard.session = heard.session.claimFlush(now, 5_000).completeFlush(1, 1, after(10));
    expect([heard.session.flushDueAt, heard.live.flushed]).to.deep.equal([null, 1]);
    expect(heard.hear(someSegments(1, "b"), after(20)).session.flushDueAt).to.deep.equal(after(10 + FLUSH_INTERVAL_MS));
  });

  it("is due within a second after the wall clock is set back", () => {
    const heard = talk(someSegments(0, "a"));
    heard.session = heard.session.claimFlush(now, 5_000).completeFlush(1, 1, now);
    const { session } = heard.hear(someSegments(1, "b"), after(-3_600_000));
    expect(session.flushDueAt).to.deep.equal(after(-3_600_000 + FLUSH_INTERVAL_MS));
  });

  it("is not delayed by later segments", () => {
    expect(talk(someSegments(0, "a")).hear(someSegments(1, "b"), after(500)).session.flushDueAt).to.deep.equal(now);
  });

  it("is due again a second later when segments arrive during a flush", () => {
    const heard = talk(someSegments(0, "a"));
    heard.session = heard.session.claimFlush(now, 5_000);
    const { session } = heard.hear(someSegments(1, "b"), after(5));
    expect(session.flushDueAt).to.deep.equal(after(5_000));
    const flushed = session.completeFlush(1, 1, after(10));
    expect(flushed.flushDueAt).to.deep.equal(after(10 + FLUSH_INTERVAL_MS));
  });

  it("can be completed only by the current lease holder", () => {
    const claimed = talk(someSegments(0, "a")).session.claimFlush(now, 5_000).claimFlush(after(5_000), 5_000);
    expect(() => claimed.completeFlush(1, 1, after(5_001)))
      .to.throw()
      .and.to.satisfy(isLeaseLost);
    expect(claimed.completeFlush(1, 2, after(5_001)).state.live?.flushed).to.equal(1);
  });

  it("never exceeds the stored segments and never goes back", () => {
    const claimed = talk(someSegments(0, "a", "b")).session.claimFlush(now, 5_000);
    expectDomainError("invalid", () => claimed.completeFlush(3, 1, now));
    const flushed = claimed.completeFlush(1, 1, now).claimFlush(after(1000), 5_000);
    expectDomainError("invalid", () => flushed.completeFlush(0, 2, after(1000)));
  });

  it("is also due when the session is finished", () => {
    expect(talk(someSegments(0, "a")).session.finish(now, 5_000).flushDueAt).to.deep.equal(now);
  });
});
