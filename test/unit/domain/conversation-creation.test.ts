import { expect } from "chai";
import {
  Conversation,
  type NewSegmentsConversation,
  type NewTextConversation,
} from "../../../src/domain/conversation.js";
import { refusal } from "../../support/refusals.js";

const now = new Date("2026-03-02T09:00:00.000Z");
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const birth = { id: "c", userId: "ada", now, leaseMs: 10_000 };

const fromText = (with_: Partial<NewTextConversation> = {}) =>
  Conversation.fromText({ text: "Hello", ...with_ }, birth);
const fromSegments = (with_: Partial<NewSegmentsConversation> = {}) =>
  Conversation.fromSegments({ segments: [{ text: "Hello", start: 0, end: 90 }], ...with_ }, birth);
const eitherWay = [
  (with_: Partial<NewTextConversation> = {}) => fromText(with_).conversation.state,
  (with_: Partial<NewSegmentsConversation> = {}) => fromSegments(with_).conversation.state,
];

describe("a conversation from text", () => {
  it("is one segment from its start to its end", () => {
    const { conversation, transcript } = fromText({ text: " Hello\0🌱 " });
    expect(conversation.state).to.include({
      id: "c", userId: "ada", status: "processing", source: "external_integration", textSource: "other_text", language: "en",
    }); // prettier-ignore
    expect(conversation.state.startedAt).to.deep.equal(now);
    expect(conversation.state.finishedAt).to.deep.equal(at(5));
    expect(transcript.segments).to.have.length(1);
    expect(transcript.segments[0]).to.include({ text: " Hello\0🌱 ", speaker: "SPEAKER_00", start: 0, end: 300 });
  });

  it("keeps what the client says of it", () => {
    const { state } = fromText({ textSource: "message", textSourceSpec: "chat", finishedAt: at(1) }).conversation;
    expect(state).to.include({ textSource: "message", textSourceSpec: "chat" });
    expect(state.finishedAt).to.deep.equal(at(1));
  });

  it("takes null for what is not told", () => {
    const { state } = fromText({ startedAt: null, finishedAt: null, geolocation: null, language: null }).conversation;
    expect(state.finishedAt).to.deep.equal(at(5));
    expect(state).to.include({ language: null, geolocation: null });
  });

  it("may end when it began, and is still a segment of some length", () => {
    const { conversation, transcript } = fromText({ startedAt: at(-1), finishedAt: at(-1) });
    expect(conversation.state.finishedAt).to.deep.equal(at(-1));
    expect(transcript.segments[0]?.end).to.be.above(0);
  });

  it("does not end before it began", () => {
    const { message } = refusal("invalid", () => fromText({ startedAt: at(-1), finishedAt: at(-2) }));
    expect(message).to.equal("finished_at must be after started_at");
  });

  it("says something", () => {
    expect(refusal("invalid", () => fromText({ text: " \n\t" })).message).to.equal("text cannot be empty");
    expect(refusal("invalid", () => fromText({ text: "" })).violations[0]?.path).to.deep.equal(["text"]);
  });
});

describe("a conversation from segments", () => {
  it("lasts as long as its transcript, and comes from a phone, unless told otherwise", () => {
    const { state } = fromSegments().conversation;
    expect(state.finishedAt).to.deep.equal(at(1.5));
    expect(state).to.include({ source: "phone", textSource: null, clientSessionId: null, language: "en" });
  });

  it("keeps what the client says of it", () => {
    const told = { source: "desktop", clientDeviceId: "macos_1", clientPlatform: "macos" } as const;
    expect(fromSegments(told).conversation.state).to.include(told);
    expect(fromSegments({ source: null }).conversation.state.source).to.equal(null);
  });

  it("ends after it began", () => {
    for (const finishedAt of [at(-1), at(-2)]) {
      const { message } = refusal("invalid", () => fromSegments({ startedAt: at(-1), finishedAt }));
      expect(message).to.equal("finished_at must be after started_at");
    }
  });

  it("may be as short as a transcript can be", () => {
    const { state } = fromSegments({ segments: [{ text: "Hm", start: 0, end: 0.0002 }] }).conversation;
    expect(state.finishedAt > state.startedAt).to.be.true;
  });

  it("has as many segments as the contract allows", () => {
    const many = (length: number) => Array.from({ length }, () => ({ text: "Hm", start: 0, end: 1 }));
    expect(fromSegments({ segments: many(500) }).transcript.segments).to.have.length(500);
    for (const length of [0, 501]) {
      const { violations } = refusal("invalid", () => fromSegments({ segments: many(length) }));
      expect(violations[0]?.path).to.deep.equal(["segments"]);
    }
  });

  it("begins at an instant that a date-time can name", () => {
    const first = new Date("0001-01-01T00:00:00.000Z");
    const segments = [{ text: "Hm", start: 0, end: 1 }];
    expect(fromSegments({ segments, startedAt: first }).conversation.state.startedAt).to.deep.equal(first);
    for (const time of [first.getTime() - 1, Date.UTC(10_000, 0), Number.NaN]) {
      const startedAt = new Date(time);
      for (const create of [() => fromSegments({ segments, startedAt }), () => fromText({ text: "Hm", startedAt })]) {
        expect(refusal("invalid", create).message).to.equal("started_at is out of range");
      }
    }
  });

  it("does not end when no date can tell it", () => {
    for (const end of [1e15, 1e300]) {
      const { message } = refusal("invalid", () => fromSegments({ segments: [{ text: "Hm", start: 0, end }] }));
      expect(message).to.equal("finished_at is out of range");
    }
  });
});

describe("a client's session id", () => {
  const sessionId = (clientSessionId?: string | null) =>
    Conversation.sessionIdOf({ ...(clientSessionId === undefined ? {} : { clientSessionId }) });

  it("is trimmed for use", () => {
    expect(sessionId(" session 1\n")).to.equal("session 1");
    expect(fromSegments({ clientSessionId: " session 1\n" }).conversation.state.clientSessionId).to.equal("session 1");
  });

  it("may be left out", () => {
    expect([sessionId(), sessionId(null)]).to.deep.equal([null, null]);
  });

  it("is counted before it is trimmed", () => {
    expect(sessionId("🌱".repeat(200))).to.equal("🌱".repeat(200));
    expect(refusal("invalid", () => sessionId("s".repeat(200) + " ")).violations[0]?.code).to.equal("string_too_long");
    expect(refusal("invalid", () => sessionId("")).violations[0]?.code).to.equal("string_too_short");
  });

  it("is not blank", () => {
    expect(refusal("invalid", () => sessionId(" \t")).message).to.equal("client_session_id cannot be empty");
  });
});

describe("a conversation, however it came", () => {
  it("was created when it was held", () => {
    for (const state of eitherWay) {
      expect(state({ startedAt: at(-60) }).createdAt).to.deep.equal(at(-60));
      expect(state({ startedAt: now }).createdAt).to.deep.equal(now);
    }
  });

  it("was created now when it has no beginning, or one to come", () => {
    for (const state of eitherWay) {
      expect(state().createdAt).to.deep.equal(now);
      expect(state({ startedAt: at(60) })).to.deep.include({ createdAt: now, startedAt: at(60), updatedAt: now });
    }
  });

  it("is born held by the process that answers the request", () => {
    for (const state of eitherWay) {
      const conversation = Conversation.restore(state());
      expect(conversation.isDue(new Date(now.getTime() + 9_999))).to.be.false;
      expect(conversation.isDue(new Date(now.getTime() + 10_000))).to.be.true;
    }
  });

  it("takes a language by its ISO 639-1 code, with a region or without, in lower case", () => {
    const codes = { en: "en", DE: "de", "pt-BR": "pt-br", zh_TW: "zh-tw", en_US: "en-us", "es-419": "es-419" };
    for (const state of eitherWay) {
      for (const [told, kept] of Object.entries(codes)) expect(state({ language: told }).language).to.equal(kept);
    }
  });

  it("is shown in English when the client names no language, and is processed in the detected one", () => {
    const named = (language?: string | null) => fromText(language === undefined ? {} : { language }).conversation;
    expect([named().state.language, named().namedLanguage]).to.deep.equal(["en", null]);
    expect([named(null).state.language, named(null).namedLanguage]).to.deep.equal([null, null]);
    expect([named("en").state.language, named("en").namedLanguage]).to.deep.equal(["en", "en"]);
    expect([named("pt_BR").state.language, named("pt_BR").namedLanguage]).to.deep.equal(["pt-br", "pt-br"]);
  });

  it("is processed in the detected language when it was stored before named languages were recorded", () => {
    const stored = (language: string | null) =>
      Conversation.restore({ ...fromText().conversation.state, language }).namedLanguage;
    expect([stored("en"), stored("de"), stored(null)]).to.deep.equal([null, "de", null]);
  });

  it("refuses what is no language", () => {
    for (const state of eitherWay) {
      for (const language of ["", " ", "e", "xx", "eng", "english", "en-", "en-usa", "en-us-x", "en us", "en\n"]) {
        const { message } = refusal("invalid", () => state({ language }));
        expect(message, JSON.stringify(language)).to.equal("language must be an ISO 639-1 code");
      }
    }
  });

  it("keeps where it was held, within the bounds of the globe", () => {
    const place = { latitude: 90, longitude: -180, address: "Pole", mapPlaceId: null, locationType: null };
    for (const state of eitherWay) {
      expect(state({ geolocation: place }).geolocation).to.deep.equal(place);
      for (const wrong of [{ latitude: 90.1 }, { latitude: -91 }, { longitude: 181 }, { longitude: NaN }]) {
        const { violations } = refusal("invalid", () => state({ geolocation: { ...place, ...wrong } }));
        expect(violations.map(({ path }) => path)).to.deep.equal([Object.keys(wrong)]);
      }
    }
  });
});
