import { expect } from "chai";
import { parseOptionalSessionId } from "../../../src/domain/conversation/conversation-attributes.js";
import { Conversation } from "../../../src/domain/conversation/conversation.js";
import type {
  NewSegmentsConversation,
  NewTextConversation,
} from "../../../src/domain/conversation/new-conversation.js";
import { expectDomainError } from "../../support/domain-errors.js";

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

describe("A conversation from text", () => {
  it("has one segment that spans its duration", () => {
    const { conversation, transcript } = fromText({ text: " Hello\0🌱 " });
    expect(conversation.state).to.include({
      id: "c", userId: "ada", status: "processing", source: "external_integration", textSource: "other_text", language: "en",
    }); // prettier-ignore
    expect(conversation.state.startedAt).to.deep.equal(now);
    expect(conversation.state.finishedAt).to.deep.equal(at(5));
    expect(transcript.segments).to.have.length(1);
    expect(transcript.segments[0]).to.include({ text: " Hello\0🌱 ", speaker: "SPEAKER_00", start: 0, end: 300 });
  });

  it("keeps the metadata of the client", () => {
    const { state } = fromText({ textSource: "message", textSourceSpec: "chat", finishedAt: at(1) }).conversation;
    expect(state).to.include({ textSource: "message", textSourceSpec: "chat" });
    expect(state.finishedAt).to.deep.equal(at(1));
  });

  it("treats null as absent", () => {
    const { state } = fromText({ startedAt: null, finishedAt: null, geolocation: null, language: null }).conversation;
    expect(state.finishedAt).to.deep.equal(at(5));
    expect(state).to.include({ language: null, geolocation: null });
  });

  it("may end when it starts, and still has a segment with a positive duration", () => {
    const { conversation, transcript } = fromText({ startedAt: at(-1), finishedAt: at(-1) });
    expect(conversation.state.finishedAt).to.deep.equal(at(-1));
    expect(transcript.segments[0]?.end).to.be.above(0);
  });

  it("cannot end before it starts", () => {
    const { message } = expectDomainError("invalid", () => fromText({ startedAt: at(-1), finishedAt: at(-2) }));
    expect(message).to.equal("The end must be after the start");
  });

  it("requires a non-blank text", () => {
    expect(expectDomainError("invalid", () => fromText({ text: " \n\t" })).message).to.equal(
      "The text must not be blank",
    );
    expect(expectDomainError("invalid", () => fromText({ text: "" })).violations[0]?.path).to.deep.equal(["text"]);
  });
});

describe("A conversation from segments", () => {
  it("defaults to the transcript's duration and the source phone", () => {
    const { state } = fromSegments().conversation;
    expect(state.finishedAt).to.deep.equal(at(1.5));
    expect(state).to.include({ source: "phone", textSource: null, clientSessionId: null, language: "en" });
  });

  it("keeps the metadata of the client", () => {
    const told = { source: "desktop", clientDeviceId: "macos_1", clientPlatform: "macos" } as const;
    expect(fromSegments(told).conversation.state).to.include(told);
    expect(fromSegments({ source: null }).conversation.state.source).to.equal(null);
  });

  it("must end after it starts", () => {
    for (const finishedAt of [at(-1), at(-2)]) {
      const { message } = expectDomainError("invalid", () => fromSegments({ startedAt: at(-1), finishedAt }));
      expect(message).to.equal("The end must be after the start");
    }
  });

  it("may be shorter than a millisecond", () => {
    const { state } = fromSegments({ segments: [{ text: "Hm", start: 0, end: 0.0002 }] }).conversation;
    expect(state.finishedAt > state.startedAt).to.be.true;
  });

  it("has 1 to 500 segments", () => {
    const many = (length: number) => Array.from({ length }, () => ({ text: "Hm", start: 0, end: 1 }));
    expect(fromSegments({ segments: many(500) }).transcript.segments).to.have.length(500);
    for (const length of [0, 501]) {
      const { violations } = expectDomainError("invalid", () => fromSegments({ segments: many(length) }));
      expect(violations[0]?.path).to.deep.equal(["segments"]);
    }
  });

  it("requires a start within the range of valid date-times", () => {
    const first = new Date("0001-01-01T00:00:00.000Z");
    const segments = [{ text: "Hm", start: 0, end: 1 }];
    expect(fromSegments({ segments, startedAt: first }).conversation.state.startedAt).to.deep.equal(first);
    for (const time of [first.getTime() - 1, Date.UTC(10_000, 0), Number.NaN]) {
      const startedAt = new Date(time);
      for (const create of [() => fromSegments({ segments, startedAt }), () => fromText({ text: "Hm", startedAt })]) {
        expect(expectDomainError("invalid", create).message).to.equal("startedAt is not between the years 1 and 9999");
      }
    }
  });

  it("requires an end within the range of valid date-times", () => {
    for (const end of [1e15, 1e300]) {
      const { message } = expectDomainError("invalid", () =>
        fromSegments({ segments: [{ text: "Hm", start: 0, end }] }),
      );
      expect(message).to.equal("finishedAt is not between the years 1 and 9999");
    }
  });
});

describe("The client session ID", () => {
  const sessionId = (clientSessionId?: string | null) => parseOptionalSessionId(clientSessionId);

  it("is trimmed", () => {
    expect(sessionId(" session 1\n")).to.equal("session 1");
    expect(fromSegments({ clientSessionId: " session 1\n" }).conversation.state.clientSessionId).to.equal("session 1");
  });

  it("is optional", () => {
    expect([sessionId(), sessionId(null)]).to.deep.equal([null, null]);
  });

  it("is validated for length before it is trimmed", () => {
    expect(sessionId("🌱".repeat(200))).to.equal("🌱".repeat(200));
    expect(expectDomainError("invalid", () => sessionId("s".repeat(200) + " ")).violations[0]?.code).to.equal(
      "string_too_long",
    );
    expect(expectDomainError("invalid", () => sessionId("")).violations[0]?.code).to.equal("string_too_short");
  });

  it("cannot be blank", () => {
    expect(expectDomainError("invalid", () => sessionId(" \t")).message).to.equal(
      "The client's session ID must not be blank",
    );
  });
});

describe("A conversation from text or segments", () => {
  it("uses its start as the creation time", () => {
    for (const state of eitherWay) {
      expect(state({ startedAt: at(-60) }).createdAt).to.deep.equal(at(-60));
      expect(state({ startedAt: now }).createdAt).to.deep.equal(now);
    }
  });

  it("uses the current time as the creation time when its start is missing or in the future", () => {
    for (const state of eitherWay) {
      expect(state().createdAt).to.deep.equal(now);
      expect(state({ startedAt: at(60) })).to.deep.include({ createdAt: now, startedAt: at(60), updatedAt: now });
    }
  });

  it("is created with a lease for the process that handles the request", () => {
    for (const state of eitherWay) {
      const conversation = Conversation.restore(state());
      expect(conversation.isDue(new Date(now.getTime() + 9_999))).to.be.false;
      expect(conversation.isDue(new Date(now.getTime() + 10_000))).to.be.true;
    }
  });

  it("normalizes an ISO 639-1 language code with an optional region to lower case", () => {
    const codes = { en: "en", DE: "de", "pt-BR": "pt-br", zh_TW: "zh-tw", en_US: "en-us", "es-419": "es-419" };
    for (const state of eitherWay) {
      for (const [told, kept] of Object.entries(codes)) expect(state({ language: told }).language).to.equal(kept);
    }
  });

  it("is shown in English when no language is named, and is processed in the detected one", () => {
    const named = (language?: string | null) => fromText(language === undefined ? {} : { language }).conversation;
    expect([named().state.language, named().specifiedLanguage]).to.deep.equal(["en", null]);
    expect([named(null).state.language, named(null).specifiedLanguage]).to.deep.equal([null, null]);
    expect([named("en").state.language, named("en").specifiedLanguage]).to.deep.equal(["en", "en"]);
    expect([named("pt_BR").state.language, named("pt_BR").specifiedLanguage]).to.deep.equal(["pt-br", "pt-br"]);
  });

  it("uses the detected language when it was stored before named languages were recorded", () => {
    const stored = (language: string | null) =>
      Conversation.restore({ ...fromText().conversation.state, language }).specifiedLanguage;
    expect([stored("en"), stored("de"), stored(null)]).to.deep.equal([null, "de", null]);
  });

  it("rejects an invalid language", () => {
    for (const state of eitherWay) {
      for (const language of ["", " ", "e", "xx", "eng", "english", "en-", "en-usa", "en-us-x", "en us", "en\n"]) {
        const { message } = expectDomainError("invalid", () => state({ language }));
        expect(message, JSON.stringify(language)).to.equal("The language must be an ISO 639-1 code");
      }
    }
  });

  it("keeps a geolocation with valid coordinates", () => {
    const place = { latitude: 90, longitude: -180, address: "Pole", mapPlaceId: null, locationType: null };
    for (const state of eitherWay) {
      expect(state({ geolocation: place }).geolocation).to.deep.equal(place);
      for (const wrong of [{ latitude: 90.1 }, { latitude: -91 }, { longitude: 181 }, { longitude: NaN }]) {
        const { violations } = expectDomainError("invalid", () => state({ geolocation: { ...place, ...wrong } }));
        expect(violations.map(({ path }) => path)).to.deep.equal([Object.keys(wrong)]);
      }
    }
  });
});
