import { expect } from "chai";
import fc from "fast-check";
import { codePoints, ensure, finite, list, nullable, oneOf, Refused, text } from "../../../src/domain/rules.js";
import { refusal } from "../../support/refusals.js";

const codes = (verdict: unknown): unknown =>
  verdict instanceof Refused ? verdict.violations.map(({ path, code }) => [...path, code].join(".")) : verdict;
const said = (verdict: unknown): unknown => (verdict instanceof Refused ? verdict.violations[0]?.message : verdict);

describe("code points", () => {
  it("are counted as Unicode counts them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (any) => {
        expect(codePoints(any)).to.equal(Array.from(any).length);
      }),
    );
    expect(codePoints("🌱")).to.equal(1);
    expect(codePoints("👩‍🌾")).to.equal(3);
  });
});

describe("a rule for a text", () => {
  const rule = text({ min: 2, max: 3 });

  it("counts code points against both of its bounds", () => {
    expect(codes(rule.read("🌱"))).to.deep.equal(["string_too_short"]);
    expect(rule.read("🌱🌱")).to.equal("🌱🌱");
    expect(rule.read("🌱🌱🌱")).to.equal("🌱🌱🌱");
    expect(codes(rule.read("🌱🌱🌱🌱"))).to.deep.equal(["string_too_long"]);
  });

  it("says how long the text should be", () => {
    expect(said(rule.read("a"))).to.equal("String should have at least 2 characters");
    expect(said(text({ min: 1 }).read(""))).to.equal("String should have at least 1 character");
    expect(said(rule.read("abcd"))).to.equal("String should have at most 3 characters");
  });

  it("takes NUL, and refuses half a surrogate pair", () => {
    expect(text().read("a\0b")).to.equal("a\0b");
    for (const broken of ["\ud83c", "a\udf31", "\udf31\ud83c"]) {
      expect(codes(text().read(broken))).to.deep.equal(["string_unicode"]);
    }
  });

  it("refuses what is no text", () => {
    for (const other of [1, null, undefined, [], {}, true])
      expect(codes(rule.read(other))).to.deep.equal(["string_type"]);
  });

  it("documents the bounds that it has", () => {
    expect(rule.schema()).to.deep.equal({ type: "string", minLength: 2, maxLength: 3 });
    expect(text().schema()).to.deep.equal({ type: "string" });
  });
});

describe("a rule for a finite number", () => {
  it("takes both of its bounds and nothing beyond", () => {
    const rule = finite({ min: -1, max: 1 });
    expect([-1, 0, 1].map((value) => rule.read(value))).to.deep.equal([-1, 0, 1]);
    expect(codes(rule.read(1.0000001))).to.deep.equal(["less_than_equal"]);
    expect(codes(rule.read(-1.0000001))).to.deep.equal(["greater_than_equal"]);
    expect(said(rule.read(2))).to.equal("Input should be less than or equal to 1");
    expect(said(rule.read(-2))).to.equal("Input should be greater than or equal to -1");
    expect(rule.schema()).to.deep.equal({ type: "number", minimum: -1, maximum: 1 });
  });

  it("refuses what is not finite, bounded or not", () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      expect(codes(finite().read(value))).to.deep.equal(["finite_number"]);
      expect(finite({ min: 0, max: 1 }).read(value)).to.be.instanceOf(Refused);
      expect(finite({ min: 0 }).read(value)).to.be.instanceOf(Refused);
    }
    expect(codes(finite().read("1"))).to.deep.equal(["float_type"]);
  });
});

describe("a rule for one of a few words", () => {
  it("takes them alone, and names them when it refuses", () => {
    const rule = oneOf(["a", "b", "c"]);
    expect(rule.read("b")).to.equal("b");
    for (const other of ["B", "", null, 1, ["a"]]) expect(codes(rule.read(other))).to.deep.equal(["enum"]);
    expect(said(rule.read("d"))).to.equal("Input should be 'a', 'b' or 'c'");
    expect(said(oneOf(["a"]).read("d"))).to.equal("Input should be 'a'");
    expect(rule.schema()).to.deep.equal({ type: "string", enum: ["a", "b", "c"] });
  });
});

describe("a rule for a list", () => {
  const rule = list(text({ min: 1 }), { min: 1, max: 3 });

  it("takes as many elements as its bounds allow", () => {
    expect(codes(rule.read([]))).to.deep.equal(["too_short"]);
    expect(rule.read(["a"])).to.deep.equal(["a"]);
    expect(rule.read(["a", "b", "c"])).to.deep.equal(["a", "b", "c"]);
    expect(codes(rule.read(["a", "b", "c", "d"]))).to.deep.equal(["too_long"]);
    expect(codes(rule.read("abc"))).to.deep.equal(["list_type"]);
    expect(said(rule.read([]))).to.equal("List should have at least 1 item after validation, not 0");
  });

  it("judges its length before any element", () => {
    expect(codes(rule.read(["", "", "", ""]))).to.deep.equal(["too_long"]);
  });

  it("reports every wrong element under its place", () => {
    expect(codes(rule.read(["", "a", 1]))).to.deep.equal(["0.string_too_short", "2.string_type"]);
  });

  it("documents its elements and bounds", () => {
    expect(rule.schema()).to.deep.equal({
      type: "array",
      items: { type: "string", minLength: 1 },
      minItems: 1,
      maxItems: 3,
    });
  });
});

describe("a rule for what may be null", () => {
  it("takes null beside what it takes otherwise", () => {
    const rule = nullable(text({ min: 1 }));
    expect(rule.read(null)).to.equal(null);
    expect(rule.read("a")).to.equal("a");
    expect(codes(rule.read(""))).to.deep.equal(["string_too_short"]);
    expect(codes(rule.read(undefined))).to.deep.equal(["string_type"]);
    expect(rule.schema()).to.deep.equal({ anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] });
  });
});

describe("rules for the fields of a state", () => {
  it("report every broken one, each under its name", () => {
    const rules = { name: text({ min: 1 }), tags: list(text({ min: 1 })), size: finite() };
    const error = refusal("invalid", () => ensure(rules, { name: "", tags: ["a", ""], size: 1 }));
    expect(error.violations.map(({ path }) => path)).to.deep.equal([["name"], ["tags", 1]]);
    expect(error.message).to.include("name: String should have at least 1 character").and.to.include("tags.1: ");
  });

  it("let pass what they say nothing about", () => {
    expect(() => ensure({}, { name: "" })).not.to.throw();
    expect(() => ensure({ name: text() }, { name: "" })).not.to.throw();
  });
});
