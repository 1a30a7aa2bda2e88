import { expect } from "chai";
import { loadAnnotatedTalks, parseAnnotatedTalks } from "../../../bench/language/annotated-talks.js";

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

describe("The parser of annotated talks", () => {
  it("returns the speakers and the expected items", () => {
    const [first, second] = parseAnnotatedTalks(text);
    expect(first?.segments.map(({ isUser }) => isUser)).to.deep.equal([false, true]);
    expect(first?.startedAt).to.equal("2026-03-04T09:10:00Z");
    expect(first?.expected.actionItems.map(({ owner }) => owner)).to.deep.equal(["user", "Tom"]);
    expect(first?.expected.memories).to.deep.equal(["Works nights"]);
    expect(first?.evidence?.get("Works nights")).to.equal("I'm on nights");
    expect(first?.expected.events).to.deep.equal([{ title: "Dentist", start: "2026-03-05T10:30" }]);
    expect(second?.expected.actionItems).to.deep.equal([]);
  });

  it("rejects a malformed line and reports its location", () => {
    expect(() => parseAnnotatedTalks(text.replace("Nora: Mind", "Mind"))).to.throw(
      'Invalid line in block "# x-2": "Mind the step."',
    );
    expect(() => parseAnnotatedTalks(text.replace("# x-1", "x-1"))).to.throw('Invalid line in block "x-1": "x-1"');
  });

  it("reads the corpus with separate tuning and report sets; the user speaks in every conversation", () => {
    const talks = loadAnnotatedTalks();
    expect(talks.filter(({ part }) => part === "report").length).to.be.greaterThan(200);
    expect(talks.filter(({ part }) => part === "tune").length).to.be.greaterThan(1000);
    for (const { id, segments } of talks)
      expect(
        segments.some(({ isUser }) => isUser),
        id,
      ).to.equal(true);
  });
});
