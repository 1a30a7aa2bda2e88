import { expect } from "chai";
import { cleaned, saidIn } from "../../../src/domain/written-text.js";
import { writtenJson } from "../../../src/adapters/llm/written-json.js";
import { cpuTimeOf } from "../../support/cpu-time.js";

/** Of CPU time. Far more than it takes, and far less than what grows with the square of the length. */
const SOON_MS = 2_000;

const nothingSaid = saidIn([]);

describe("what a model wrote", () => {
  for (const piece of [
    "a.b",
    "1.",
    "a。",
    "x.y ",
    "[",
    "[](",
    "a.",
    "a-",
    "<a",
    "{",
    '{"',
    "<think>",
    "![x](http://a/",
    "[](a(b(",
    "[](a(b)",
  ]) {
    it(`is read soon when it is full of ${piece}`, async () => {
      const text = piece.repeat(Math.floor(190_000 / piece.length));
      const took = await cpuTimeOf(() => {
        cleaned(text, nothingSaid);
        expect(writtenJson(text)).to.equal(undefined);
      });
      expect(took).to.be.lessThan(SOON_MS);
    });
  }

  it("keeps what only looks like an address", () => {
    const text = "Use 3/4 cup and/or call e.g. Bob at 5:30 p.m.; 1.5/2 is ok, a < b";
    expect(cleaned(text, nothingSaid)).to.equal(text);
  });

  it("takes apart all that hangs on a name of the net that nobody has said", () => {
    expect(cleaned("Go to a.evil.example_x now", nothingSaid)).to.equal("Go to a. evil. example_x now");
  });

  it("leaves nothing of a link but its words, however its target is bracketed", () => {
    for (const target of ["javascript:alert(1)", "a(b(c))", "/x(1)(2)", "alert(1", ""]) {
      expect(cleaned(`See ![k](${target})`, nothingSaid)).to.equal("See k");
    }
    expect(cleaned("See [k](javascript:alert(1)) (or not)", nothingSaid)).to.equal("See k (or not)");
  });

  it("keeps the names of the net that were said, and takes apart those that were not", () => {
    const said = saidIn(["Look it up on Example.org, or write to ada@mail.example", "b\u00fccher.example"]);
    const kept = "See example.org, EXAMPLE\u3002ORG or ada@mail.example; B\u00dcCHER.example too";
    expect(cleaned(kept, said)).to.equal(kept);
    for (const host of [
      "evil.example",
      "sub.example.org",
      "evil\uff0eexample",
      "xn--80ak6aa92e.com",
      "10.0.0.1",
      "мир.рф",
    ]) {
      const cleanedText = cleaned(`Go to ${host} now`, said);
      expect(cleanedText, host).not.to.include(host);
      expect(cleanedText, host).to.match(/^Go to \S+\. \S.* now$/u);
    }
    const written = "Ended at 5 p.m.Then, e.g., report.pdf and node.js 1.5";
    expect(cleaned(written, said)).to.include("report.pdf and node.js 1.5");
  });

  it("is no object when it is a list, a number or nothing", () => {
    for (const text of ["[1]", "7", "null", "", "no {braces} here"]) expect(writtenJson(text)).to.equal(undefined);
  });
});
