import { expect } from "chai";
import { getSpeakerName, Transcript, type NewSegment } from "../../../src/domain/conversation/transcript.js";
import { expectDomainError } from "../../support/domain-errors.js";

const segment = (with_: Partial<NewSegment> = {}): NewSegment => ({ text: "Hello", start: 0, end: 1, ...with_ });
const speakers = (...said: readonly Partial<NewSegment>[]) =>
  Transcript.create("c", said.map(segment)).segments.map(({ speaker, speakerId }) => [speaker, speakerId]);
const names = (...said: readonly Partial<NewSegment>[]) =>
  Transcript.create("c", said.map(segment)).segments.map((each) => getSpeakerName(each, "Ada"));
const fault = (...said: readonly Partial<NewSegment>[]) =>
  expectDomainError("invalid", () => Transcript.create("c", said.map(segment))).message;

describe("A transcript", () => {
  it("derives segment IDs from their position, so they are repeatable", () => {
    const ids = () => Transcript.create("c", [segment(), segment()]).segments.map(({ id }) => id);
    expect(ids()).to.deep.equal(["c-0", "c-1"]).and.to.deep.equal(ids());
  });

  it("uses default values for a missing speaker", () => {
    expect(Transcript.create("c", [segment()]).segments).to.deep.equal([
      {
        id: "c-0",
        text: "Hello",
        start: 0,
        end: 1,
        speaker: "SPEAKER_00",
        speakerId: 0,
        isUser: false,
        personId: null,
      },
    ]);
  });

  it("rejects a blank text, a negative start and an end not after the start", () => {
    expect(fault({}, { text: " \n" })).to.equal("Segment 1: the text must not be blank");
    expect(fault({ start: -0.001 })).to.equal("Segment 0 must not start before 0");
    expect(fault({ start: 1, end: 1 })).to.equal("Segment 0 must end after its start");
    expect(fault({ start: 2, end: 1 })).to.equal("Segment 0 must end after its start");
  });

  it("reports only the first violation of the first invalid segment", () => {
    expect(fault({ text: "", start: -1, end: -2 })).to.equal("Segment 0: the text must not be blank");
    expect(fault({ start: -1, end: -2 }, { text: "" })).to.equal("Segment 0 must not start before 0");
  });

  it("rejects times that are not finite numbers", () => {
    for (const times of [{ start: NaN }, { end: NaN }, { end: Infinity }, { start: NaN, end: NaN }]) {
      expect(fault(times)).to.equal("Segment 0: the times must be finite");
    }
  });

  it("accepts a segment that starts at 0", () => {
    expect(Transcript.create("c", [segment({ start: 0 })]).segments).to.have.length(1);
    expect(Transcript.create("c", [segment({ start: -0, end: 0.001 })]).segments).to.have.length(1);
  });

  it("has the duration of the greatest end of all segments", () => {
    expect(Transcript.computeDuration([segment({ end: 9 }), segment({ start: 1, end: 3 })])).to.equal(9);
  });
});

describe("The speakers of a transcript", () => {
  it("get their number from their label", () => {
    expect(speakers({ speaker: "SPEAKER_07" })).to.deep.equal([["SPEAKER_07", 7]]);
  });

  it("get their label from their number", () => {
    expect(speakers({ speakerId: 7 }, { speakerId: 123 })).to.deep.equal([
      ["SPEAKER_07", 7],
      ["SPEAKER_123", 123],
    ]);
  });

  it("keep both label and number when both are given", () => {
    expect(speakers({ speaker: "SPEAKER_01", speakerId: 5 })).to.deep.equal([["SPEAKER_01", 5]]);
  });

  it("with a custom label are numbered by appearance and keep the label as their name", () => {
    expect(speakers({ speaker: "Ann" }, { speaker: "Bob" }, { speaker: "Ann" })).to.deep.equal([
      ["Ann", 0],
      ["Bob", 1],
      ["Ann", 0],
    ]);
    expect(names({ speaker: "Ann" })).to.deep.equal(["Ann"]);
  });

  it("with a custom label never share a number with another speaker", () => {
    expect(speakers({ speaker: "Ann" }, { speakerId: 0 }, { speaker: "Bob" }, { speaker: "SPEAKER_02" })).to.deep.equal(
      [
        ["Ann", 1],
        ["SPEAKER_00", 0],
        ["Bob", 3],
        ["SPEAKER_02", 2],
      ],
    );
    expect(speakers({ speaker: "Ann" }, {})).to.deep.equal([
      ["Ann", 1],
      ["SPEAKER_00", 0],
    ]);
  });

  it("with a custom label keep a number that is given once", () => {
    expect(speakers({ speaker: "Ann" }, { speaker: "Ann", speakerId: 4 }, { speaker: "Bob" })).to.deep.equal([
      ["Ann", 4],
      ["Ann", 4],
      ["Bob", 0],
    ]);
  });

  it("are named by their number, or by the user's name", () => {
    expect(names({ speakerId: 3 }, { speaker: "SPEAKER_12" }, { isUser: true, speaker: "Ann" })).to.deep.equal([
      "Speaker 3",
      "Speaker 12",
      "Ada",
    ]);
  });

  it("are named by any safe integer", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(names({ speakerId: most }, { speakerId: -1 })).to.deep.equal([`Speaker ${most}`, "Speaker -1"]);
  });

  it("reject a number beyond the safe integers", () => {
    expect(fault({ speakerId: 2 ** 53 })).to.equal("Segment 0: the number of the speaker is out of range");
    expect(fault({}, { speakerId: 1e300 })).to.equal("Segment 1: the number of the speaker is out of range");
    expect(speakers({ speaker: "SPEAKER_99999999999999999999" })).to.deep.equal([["SPEAKER_99999999999999999999", 0]]);
  });
});
