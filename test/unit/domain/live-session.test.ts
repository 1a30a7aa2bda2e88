import { expect } from "chai";
import { Conversation, type NewLiveSegments } from "../../../src/domain/conversation.js";
import { isLeaseLost } from "../../../src/domain/lease.js";
import { SESSION_LENGTH_MOST, SESSION_SEGMENTS_MOST } from "../../../src/domain/limits.js";
import { FLUSH_INTERVAL_MS, SESSION_SILENCE_MS } from "../../../src/domain/live-session.js";
import type { NewSegment, Segment } from "../../../src/domain/transcript.js";
import { aConversation, aLiveConversation, aPiece, aTranscript } from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

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
const conflict = (of: () => unknown) => refusal("conflict", of).message;
const said = (...segments: readonly Partial<NewSegment>[]): NewLiveSegments => ({
  segments: segments.map((segment) => ({ text: "Hello", start: 0, end: 1, ...segment })),
});

describe("a live session", () => {
  it("begins as its first piece says", () => {
    const startedAt = new Date("2026-03-02T08:30:00.000Z");
    const { state } = Conversation.begin({ ...aPiece(0, "a"), startedAt, language: "DE", source: "desktop" }, birth);
    expect(state).to.include({ status: "in_progress", language: "de", source: "desktop", clientSessionId: "s" });
    expect([state.startedAt, state.createdAt]).to.deep.equal([startedAt, startedAt]);
  });

  it("begins now, in English, on a phone, unless told otherwise", () => {
    const { state } = Conversation.begin(aPiece(0, "a"), birth);
    expect(state).to.include({ language: "en", source: "phone" });
    expect(state.startedAt).to.deep.equal(now);
  });

  it("is what it was at the start, whatever later pieces say of that", () => {
    const { session } = talk(aPiece(0, "a"), {
      ...aPiece(1, "b"),
      startedAt: after(9),
      language: "de",
      source: "desktop",
    });
    expect(session.state).to.include({ language: "en", source: "phone" });
    expect(session.namedLanguage, "the first piece named none").to.equal(null);
    expect(session.state.startedAt).to.deep.equal(now);
  });

  it("takes pieces at its end, named or not, and numbers their segments on", () => {
    const { said, live } = talk(aPiece(0, "a", "b"), aPiece(2, "c"), aPiece(null, "d"));
    expect(said.map(({ id, text }) => [id, text])).to.deep.equal([
      ["c-0", "a"],
      ["c-1", "b"],
      ["c-2", "c"],
      ["c-3", "d"],
    ]);
    expect(live.segments).to.equal(4);
  });

  it("counts once what is said again in its place, wholly or in part", () => {
    const heard = talk(aPiece(0, "a", "b", "c"));
    const { session } = heard;
    expect(heard.hear(aPiece(1, "b", "c"), after(1000)).session).to.equal(session);
    expect(heard.hear(aPiece(1, "b", "c", "d")).texts).to.deep.equal(["a", "b", "c", "d"]);
  });

  it("refuses a gap and says how much there is", () => {
    expect(conflict(() => talk(aPiece(0, "a"), aPiece(3, "d")))).to.equal(
      "offset 3 leaves a gap: the session has 1 segment",
    );
    expect(conflict(() => talk(aPiece(1, "b")))).to.equal("offset 1 leaves a gap: the session has 0 segments");
  });

  it("refuses what contradicts it, in whatever it differs", () => {
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
      expect(message, JSON.stringify(other)).to.equal(
        "transcript_segments: segment 0 of the session says something else",
      );
    }
    expect(talk({ segments: [first], offset: 0 }, { segments: [first], offset: 0 }).live.segments).to.equal(1);
  });

  it("lasts until the greatest end of all that was said", () => {
    const { session } = talk(said({ end: 90 }), said({ start: 3, end: 4 }));
    expect(session.state.finishedAt).to.deep.equal(after(90_000));
  });

  it("refuses a piece that ends when no date can say it", () => {
    refusal("invalid", () => talk(said({ end: 1e300 })));
  });

  it("refuses what breaks the rules of a segment, an offset or a language", () => {
    const faulty: readonly NewLiveSegments[] = [
      { segments: [] },
      said(...Array.from({ length: 501 }, () => ({}))),
      said({ text: " " }),
      said({ start: 2 }),
      { ...aPiece(0, "a"), offset: -1 },
      { ...aPiece(0, "a"), offset: 0.5 },
      { ...aPiece(0, "a"), offset: SESSION_SEGMENTS_MOST + 1 },
      { ...aPiece(0, "a"), language: "xx" },
    ];
    for (const piece of faulty) refusal("invalid", () => Conversation.checkPiece(piece));
    for (const piece of faulty) refusal("invalid", () => talk(piece));
  });

  it("holds 20,000 segments and no more, and tells what it is that is too many", () => {
    const { session, live } = talk(aPiece(0, "a"));
    const full = Conversation.restore({ ...session.state, live: { ...live, segments: SESSION_SEGMENTS_MOST - 1 } });
    const last = full.appendSegments(aPiece(SESSION_SEGMENTS_MOST - 1, "last"), [], now).conversation;
    expect(last.state.live?.segments).to.equal(20_000);
    expect(conflict(() => last.appendSegments(aPiece(null, "more"), [], now))).to.equal(
      "transcript_segments: a session holds at most 20000 segments, and has 20000",
    );
    expect(conflict(() => full.appendSegments(aPiece(null, "last", "more"), [], now))).to.match(
      /^transcript_segments: .* 19999$/,
    );
  });

  it("holds no more than can be summarised", () => {
    const { session, live } = talk(aPiece(0, "a"));
    const full = Conversation.restore({ ...session.state, live: { ...live, length: SESSION_LENGTH_MOST - 3 } });
    expect(full.appendSegments(aPiece(null, "end"), [], now).conversation.state.live?.length).to.equal(
      SESSION_LENGTH_MOST,
    );
    expect(conflict(() => full.appendSegments(aPiece(null, "more"), [], now))).to.match(
      /^transcript_segments: .* characters/,
    );
    const labelled = { segments: [{ text: "a", start: 0, end: 1, speaker: "Bo", personId: "x" }] };
    expect(conflict(() => full.appendSegments(labelled, [], now))).to.match(/characters/);
  });

  it("takes as much room when much was said as when little was", () => {
    const size = (heard: Talk) => JSON.stringify(heard.session.state).length;
    const short = talk(aPiece(null, "a"));
    const long = new Talk();
    for (let count = 0; count < 1_000; count += 1) long.hear(aPiece(null, "a"));
    expect(size(long) - size(short)).to.be.below(20);
  });
});

describe("a live session's speakers", () => {
  const numbers = (...pieces: readonly NewLiveSegments[]) => talk(...pieces).said.map(({ speakerId }) => speakerId);

  it("keep their numbers from piece to piece", () => {
    const pieces = [said({ speaker: "Tom" }), said({ speaker: "Ann" }), said({ speaker: "Tom" }, { speaker: "Ann" })];
    expect(numbers(...pieces)).to.deep.equal([0, 1, 0, 1]);
  });

  it("get none that somebody has had before", () => {
    expect(numbers(said({ speaker: "SPEAKER_00" }, { speakerId: 1 }), said({ speaker: "Tom" }))).to.deep.equal([
      0, 1, 2,
    ]);
  });

  it("keep the number that was told once", () => {
    expect(numbers(said({ speaker: "Tom", speakerId: 7 }), said({ speaker: "Tom" }))).to.deep.equal([7, 7]);
  });

  it("are remembered as far as there are a hundred of them, and named like people", () => {
    const heard = new Talk();
    for (let count = 0; count < 300; count += 1) heard.hear(said({ speaker: `Guest ${count}` }));
    heard.hear(said({ speaker: "long ".repeat(1_000) }), now).hear(said({ speakerId: 10_000 }));
    expect(JSON.stringify(heard.live.speakers).length).to.be.below(100 * 130);
    expect(heard.hear(said({ speaker: "Guest 42" })).said.at(-1)?.speakerId).to.equal(42);
  });
});

describe("a live session's end", () => {
  it("makes it one that waits to be processed, claimed by whoever ends it or by nobody", () => {
    const { session } = talk(aPiece(0, "a"));
    const claimed = session.finish(after(1), 5_000);
    expect(claimed.state).to.include({ status: "processing" });
    expect(claimed.dueAt).to.deep.equal(after(5_001));
    expect(claimed.state.lease.fence).to.equal(1);
    expect(session.finish(after(1), null).dueAt).to.deep.equal(after(1));
  });

  it("comes once", () => {
    const finished = talk(aPiece(0, "a")).session.finish(now, null);
    expect(finished.finish(after(1), 5_000)).to.equal(finished);
    const completed = aConversation();
    expect(completed.finish(now, 5_000)).to.equal(completed);
  });

  it("lets nothing more be said, also nothing that was said before", () => {
    const finished = talk(aPiece(0, "a")).session.finish(now, null);
    expect(conflict(() => finished.appendSegments(aPiece(1, "b"), [], now))).to.equal(
      "Session is finished: it has 1 segment",
    );
    conflict(() => finished.appendSegments(aPiece(0, "a"), aTranscript("c", "a").segments, now));
    expect(conflict(() => aConversation().appendSegments(aPiece(0, "a"), [], now))).to.equal("Session is finished");
  });

  it("comes by itself when it was silent for half an hour", () => {
    const { session } = talk(aPiece(0, "a")).hear(aPiece(1, "b"), after(1000));
    expect(SESSION_SILENCE_MS).to.equal(30 * 60_000);
    expect(session.dueAt).to.deep.equal(after(1000 + SESSION_SILENCE_MS));
    const claimed = session.claim(after(1000 + SESSION_SILENCE_MS), 5_000);
    expect(claimed.state.status).to.equal("processing");
    expect(claimed.state.lease.fence).to.equal(1);
  });

  it("is not put off by what was known", () => {
    const { session } = talk(aPiece(0, "a")).hear(aPiece(0, "a"), after(1000));
    expect(session.dueAt).to.deep.equal(after(SESSION_SILENCE_MS));
  });

  it("may be its deletion", () => {
    const deleted = talk(aPiece(0, "a")).session.markDeleting(now, 5_000);
    expect([deleted.isLive, deleted.isGone, deleted.flushDueAt]).to.deep.equal([false, true, null]);
    expect(deleted.finish(now, 5_000)).to.equal(deleted);
    expect(deleted.flushedTo(1, 1, now)).to.equal(deleted);
  });
});

describe("what is new of a live session", () => {
  it("is due at once, and a second after what was new before", () => {
    const heard = talk(aPiece(0, "a"));
    expect(heard.session.flushDueAt).to.deep.equal(now);
    heard.session = heard.session.claimFlush(now, 5_000).flushedTo(1, 1, after(10));
    expect([heard.session.flushDueAt, heard.live.flushed]).to.deep.equal([null, 1]);
    expect(heard.hear(aPiece(1, "b"), after(20)).session.flushDueAt).to.deep.equal(after(10 + FLUSH_INTERVAL_MS));
  });

  it("is due at most a second later when the wall clock was set back", () => {
    const heard = talk(aPiece(0, "a"));
    heard.session = heard.session.claimFlush(now, 5_000).flushedTo(1, 1, now);
    const { session } = heard.hear(aPiece(1, "b"), after(-3_600_000));
    expect(session.flushDueAt).to.deep.equal(after(-3_600_000 + FLUSH_INTERVAL_MS));
  });

  it("is due no later for what comes after it", () => {
    expect(talk(aPiece(0, "a")).hear(aPiece(1, "b"), after(500)).session.flushDueAt).to.deep.equal(now);
  });

  it("is due again a second later when more has come meanwhile", () => {
    const heard = talk(aPiece(0, "a"));
    heard.session = heard.session.claimFlush(now, 5_000);
    const { session } = heard.hear(aPiece(1, "b"), after(5));
    expect(session.flushDueAt).to.deep.equal(after(5_000));
    const flushed = session.flushedTo(1, 1, after(10));
    expect(flushed.flushDueAt).to.deep.equal(after(10 + FLUSH_INTERVAL_MS));
  });

  it("is told of by whoever holds it, and by nobody else", () => {
    const claimed = talk(aPiece(0, "a")).session.claimFlush(now, 5_000).claimFlush(after(5_000), 5_000);
    expect(() => claimed.flushedTo(1, 1, after(5_001)))
      .to.throw()
      .and.to.satisfy(isLeaseLost);
    expect(claimed.flushedTo(1, 2, after(5_001)).state.live?.flushed).to.equal(1);
  });

  it("goes no further than what was said, and never back", () => {
    const claimed = talk(aPiece(0, "a", "b")).session.claimFlush(now, 5_000);
    refusal("invalid", () => claimed.flushedTo(3, 1, now));
    const flushed = claimed.flushedTo(1, 1, now).claimFlush(after(1000), 5_000);
    refusal("invalid", () => flushed.flushedTo(0, 2, after(1000)));
  });

  it("is due when the session is finished too", () => {
    expect(talk(aPiece(0, "a")).session.finish(now, 5_000).flushDueAt).to.deep.equal(now);
  });
});
