import { readFileSync } from "node:fs";
import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/nlp/index.js";
import { Conversation, type ConversationSource } from "../../../src/domain/index.js";

interface WireSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly is_user: boolean;
  readonly speaker: string;
  readonly speaker_id: number;
}

interface WireConversation {
  readonly language: string;
  readonly source: ConversationSource;
  readonly transcript_segments: readonly WireSegment[];
}

const file = new URL("../../../../examples/demo-conversation.json", import.meta.url);

describe("The demo conversation", () => {
  const body = JSON.parse(readFileSync(file, "utf8")) as WireConversation;
  const segments = body.transcript_segments;

  it("is a valid request body without a start time", () => {
    const now = new Date("2026-01-05T09:00:00.000Z");
    const input = {
      language: body.language,
      source: body.source,
      segments: segments.map(({ text, start, end, is_user, speaker, speaker_id }) => ({
        text,
        start,
        end,
        isUser: is_user,
        speaker,
        speakerId: speaker_id,
      })),
    };
    const birth = { id: "demo", userId: "me", now, leaseMs: 1000 };
    const { conversation, transcript } = Conversation.fromSegments(input, birth);
    expect(transcript.segments).to.have.length(segments.length);
    expect(conversation.state).to.deep.include({ language: "en", source: "phone", startedAt: now });
    expect(body).to.have.all.keys("language", "source", "transcript_segments");
  });

  it("yields the same events on any day", async () => {
    const summariser = new BuiltInSummariser();
    // Not on the 14th itself, of which the conversation speaks.
    for (const day of [5, 7, 10, 16, 30]) {
      const startedAt = new Date(Date.UTC(2026, 0, day, 9));
      const birth = { id: "demo", userId: "me", now: startedAt, leaseMs: 1000 };
      const said = segments.map(({ is_user, speaker_id, ...segment }) => ({
        ...segment,
        isUser: is_user,
        speakerId: speaker_id,
      }));
      const { transcript } = Conversation.fromSegments({ segments: said }, birth);
      const { events } = await summariser.summarise(transcript, {
        ...{ userId: "me", startedAt, timeZone: "UTC", language: "en", textSource: null, userName: "Ada" },
      });
      expect(events.map(({ title, start }) => `${title}, ${start.toISOString().slice(11, 16)}`)).to.have.members([
        "Dinner at my place, 19:00",
        "Dentist appointment, 09:30",
        "Taking the train to Porto, 08:10",
        "Meeting at the café, 18:00",
      ]);
    }
  });

  it("has consecutive turns and lasts ten minutes", () => {
    expect(segments.length).to.be.within(90, 120);
    let ended = 0;
    for (const { start, end } of segments) {
      expect(start).to.be.at.least(ended);
      expect(end).to.be.above(start);
      ended = end;
    }
    expect(ended).to.be.within(590, 610);
  });

  it("has a realistic speaking rate", () => {
    const words = segments.flatMap(({ text }) => text.split(/\s+/));
    expect(words.length).to.be.within(1300, 1600);
    for (const { text, start, end } of segments) {
      expect(text.split(/\s+/).length / (end - start)).to.be.within(0.5, 4);
    }
  });

  it("has three speakers, one of them the user", () => {
    const voices = new Set(segments.map(({ speaker, speaker_id, is_user }) => `${speaker} ${speaker_id} ${is_user}`));
    expect([...voices].toSorted()).to.deep.equal(["SPEAKER_00 0 true", "SPEAKER_01 1 false", "SPEAKER_02 2 false"]);
  });
});
