import { expect } from "chai";
import { speakerName, Transcript, type NewSegment } from "../../../src/domain/transcript.js";
import { refusal } from "../../support/refusals.js";

const segment = (with_: Partial<NewSegment> = {}): NewSegment => ({ text: "Hello", start: 0, end: 1, ...with_ });
const speakers = (...said: readonly Partial<NewSegment>[]) =>
  Transcript.create("c", said.map(segment)).segments.map(({ speaker, speakerId }) => [speaker, speakerId]);
const names = (...said: readonly Partial<NewSegment>[]) =>
  Transcript.create("c", said.map(segment)).segments.map((each) => speakerName(each, "Ada"));
const fault = (...said: readonly Partial<NewSegment>[]) =>
  refusal("invalid", () => Transcript.create("c", said.map(segment))).message;

describe("a transcript", () => {
  it("numbers its segments' ids, so that a repeat gives the same ones", () => {
    const ids = () => Transcript.create("c", [segment(), segment()]).segments.map(({ id }) => id);
    expect(ids()).to.deep.equal(["c-0", "c-1"]).and.to.deep.equal(ids());
  });

  it("fills in who is not told of", () => {
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

  it("refuses a blank text, a negative start and an end that does not come after the start", () => {
    expect(fault({}, { text: " \n" })).to.equal("Segment 1: text cannot be empty");
    expect(fault({ start: -0.001 })).to.equal("Segment 0: start time cannot be negative");
    expect(fault({ start: 1, end: 1 })).to.equal("Segment 0: end time must be after start time");
    expect(fault({ start: 2, end: 1 })).to.equal("Segment 0: end time must be after start time");
  });

  it("names the first fault of the first faulty segment only", () => {
    expect(fault({ text: "", start: -1, end: -2 })).to.equal("Segment 0: text cannot be empty");
    expect(fault({ start: -1, end: -2 }, { text: "" })).to.equal("Segment 0: start time cannot be negative");
  });

  it("takes only times that are numbers", () => {
    for (const times of [{ start: NaN }, { end: NaN }, { end: Infinity }, { start: NaN, end: NaN }]) {
      expect(fault(times)).to.equal("Segment 0: times must be finite numbers");
    }
  });

  it("takes a segment from the very beginning", () => {
    expect(Transcript.create("c", [segment({ start: 0 })]).segments).to.have.length(1);
    expect(Transcript.create("c", [segment({ start: -0, end: 0.001 })]).segments).to.have.length(1);
  });

  it("lasts until its greatest end, wherever that stands", () => {
    expect(Transcript.durationOf([segment({ end: 9 }), segment({ start: 1, end: 3 })])).to.equal(9);
  });
});

describe("a transcript's speakers", () => {
  it("have the number of their label", () => {
    expect(speakers({ speaker: "SPEAKER_07" })).to.deep.equal([["SPEAKER_07", 7]]);
  });

  it("have the label of their number", () => {
    expect(speakers({ speakerId: 7 }, { speakerId: 123 })).to.deep.equal([
      ["SPEAKER_07", 7],
      ["SPEAKER_123", 123],
    ]);
  });

  it("keep both where both are given", () => {
    expect(speakers({ speaker: "SPEAKER_01", speakerId: 5 })).to.deep.equal([["SPEAKER_01", 5]]);
  });

  it("with another label are numbered by appearance, and keep the label as their name", () => {
    expect(speakers({ speaker: "Ann" }, { speaker: "Bob" }, { speaker: "Ann" })).to.deep.equal([
      ["Ann", 0],
      ["Bob", 1],
      ["Ann", 0],
    ]);
    expect(names({ speaker: "Ann" })).to.deep.equal(["Ann"]);
  });

  it("with another label never share a number that somebody else has, earlier or later", () => {
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

  it("with another label keep the number that is told once", () => {
    expect(speakers({ speaker: "Ann" }, { speaker: "Ann", speakerId: 4 }, { speaker: "Bob" })).to.deep.equal([
      ["Ann", 4],
      ["Ann", 4],
      ["Bob", 0],
    ]);
  });

  it("are called by their number, or as the user is", () => {
    expect(names({ speakerId: 3 }, { speaker: "SPEAKER_12" }, { isUser: true, speaker: "Ann" })).to.deep.equal([
      "Speaker 3",
      "Speaker 12",
      "Ada",
    ]);
  });

  it("are called by their number, however great or small it is", () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(names({ speakerId: most }, { speakerId: -1 })).to.deep.equal([`Speaker ${most}`, "Speaker -1"]);
  });

  it("have no number beyond what a double holds exactly", () => {
    expect(fault({ speakerId: 2 ** 53 })).to.equal("Segment 0: speaker_id is out of range");
    expect(fault({}, { speakerId: 1e300 })).to.equal("Segment 1: speaker_id is out of range");
    expect(speakers({ speaker: "SPEAKER_99999999999999999999" })).to.deep.equal([["SPEAKER_99999999999999999999", 0]]);
  });
});
