import { expect } from "chai";
import { talks, writtenTalks } from "../../../bench/language/talks.js";

const text = `# x-1
@ user=Nora; start=2026-03-04 09:10
Tom: Ring the plumber, will you?
Nora: Will do, I'm on nights.
= task Nora: Ring the plumber
= task Tom: Wait for Nora
= memory: Works nights <- I'm on nights
= event: Dentist | 2026-03-05 10:30

# x-2
@ user=Nora; start=2026-03-04 10:10
Nora: Mind the step.
`;

describe("The parser of written conversations", () => {
  it("returns the speakers and the expected items", () => {
    const [first, second] = talks(text);
    expect(first?.segments.map(({ isUser }) => isUser)).to.deep.equal([false, true]);
    expect(first?.startedAt).to.equal("2026-03-04T09:10:00Z");
    expect(first?.keep.actionItems.map(({ owner }) => owner)).to.deep.equal(["user", "Tom"]);
    expect(first?.keep.memories).to.deep.equal(["Works nights"]);
    expect(first?.evidence?.get("Works nights")).to.equal("I'm on nights");
    expect(first?.keep.events).to.deep.equal([{ title: "Dentist", start: "2026-03-05T10:30" }]);
    expect(second?.keep.actionItems).to.deep.equal([]);
  });

  it("rejects a malformed line and reports its location", () => {
    expect(() => talks(text.replace("Nora: Mind", "Mind"))).to.throw('"Mind the step." is no line of a talk, in # x-2');
    expect(() => talks(text.replace("# x-1", "x-1"))).to.throw('"x-1" is no line of a talk');
  });

  it("reads the corpus with separate tuning and report sets; the user speaks in every conversation", () => {
    const written = writtenTalks();
    expect(written.filter(({ part }) => part === "report").length).to.be.greaterThan(200);
    expect(written.filter(({ part }) => part === "tune").length).to.be.greaterThan(1000);
    for (const { id, segments } of written)
      expect(
        segments.some(({ isUser }) => isUser),
        id,
      ).to.equal(true);
  });
});
