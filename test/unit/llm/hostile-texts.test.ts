import { expect } from "chai";
import { sanitizeGeneratedText, findAllowedUrls } from "../../../src/domain/text/sanitize-generated-text.js";
import { extractJsonObject } from "../../../src/adapters/llm/output/extract-json.js";
import { measureCpuTimeMs } from "../../support/cpu-time.js";

/** Of CPU time. Far more than it takes, and far less than what grows with the square of the length. */
const SOON_MS = 2_000;

const nothingSaid = findAllowedUrls([]);

describe("Sanitizing model output", () => {
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
    it(`takes little CPU time for text that repeats ${piece}`, async () => {
      const text = piece.repeat(Math.floor(190_000 / piece.length));
      const took = await measureCpuTimeMs(() => {
        sanitizeGeneratedText(text, nothingSaid);
        expect(extractJsonObject(text)).to.equal(undefined);
      });
      expect(took).to.be.lessThan(SOON_MS);
    });
  }

  it("keeps text that only resembles a URL", () => {
    const text = "Use 3/4 cup and/or call e.g. Bob at 5:30 p.m.; 1.5/2 is ok, a < b";
    expect(sanitizeGeneratedText(text, nothingSaid)).to.equal(text);
  });

  it("splits a host name that was not mentioned", () => {
    expect(sanitizeGeneratedText("Go to a.evil.example_x now", nothingSaid)).to.equal("Go to a. evil. example_x now");
  });

  it("reduces a link to its label, even with brackets in its target", () => {
    for (const target of ["javascript:alert(1)", "a(b(c))", "/x(1)(2)", "alert(1", ""]) {
      expect(sanitizeGeneratedText(`See ![k](${target})`, nothingSaid)).to.equal("See k");
    }
    expect(sanitizeGeneratedText("See [k](javascript:alert(1)) (or not)", nothingSaid)).to.equal("See k (or not)");
  });

  it("keeps host names that were mentioned and splits others", () => {
    const said = findAllowedUrls(["Look it up on Example.org, or write to ada@mail.example", "b\u00fccher.example"]);
    const kept = "See example.org, EXAMPLE\u3002ORG or ada@mail.example; B\u00dcCHER.example too";
    expect(sanitizeGeneratedText(kept, said)).to.equal(kept);
    for (const host of [
      "evil.example",
      "sub.example.org",
      "evil\uff0eexample",
      "xn--80ak6aa92e.com",
      "10.0.0.1",
      "мир.рф",
    ]) {
      const cleanedText = sanitizeGeneratedText(`Go to ${host} now`, said);
      expect(cleanedText, host).not.to.include(host);
      expect(cleanedText, host).to.match(/^Go to \S+\. \S.* now$/u);
    }
    const written = "Ended at 5 p.m.Then, e.g., report.pdf and node.js 1.5";
    expect(sanitizeGeneratedText(written, said)).to.include("report.pdf and node.js 1.5");
  });

  it("finds no JSON object in a list, a number or an empty text", () => {
    for (const text of ["[1]", "7", "null", "", "no {braces} here"])
      expect(extractJsonObject(text)).to.equal(undefined);
  });
});
