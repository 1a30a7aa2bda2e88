import { expect } from "chai";
import fc from "fast-check";
import {
  countCodePoints,
  ensure,
  finite,
  list,
  nullable,
  oneOf,
  ValidationFailure,
  text,
} from "../../../src/domain/rules.js";
import { expectDomainError } from "../../support/domain-errors.js";

const codes = (verdict: unknown): unknown =>
  verdict instanceof ValidationFailure
    ? verdict.violations.map(({ path, code }) => [...path, code].join("."))
    : verdict;
const said = (verdict: unknown): unknown =>
  verdict instanceof ValidationFailure ? verdict.violations[0]?.message : verdict;

describe("countCodePoints", () => {
  it("counts code points as Unicode defines them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (any) => {
        expect(countCodePoints(any)).to.equal(Array.from(any).length);
      }),
    );
    expect(countCodePoints("🌱")).to.equal(1);
    expect(countCodePoints("👩‍🌾")).to.equal(3);
  });
});

describe("The text rule", () => {
  const rule = text({ min: 2, max: 3 });

  it("checks both bounds in code points", () => {
    expect(codes(rule.read("🌱"))).to.deep.equal(["string_too_short"]);
    expect(rule.read("🌱🌱")).to.equal("🌱🌱");
    expect(rule.read("🌱🌱🌱")).to.equal("🌱🌱🌱");
    expect(codes(rule.read("🌱🌱🌱🌱"))).to.deep.equal(["string_too_long"]);
  });

  it("reports the required length", () => {
    expect(said(rule.read("a"))).to.equal("must have at least 2 characters");
    expect(said(text({ min: 1 }).read(""))).to.equal("must have at least 1 character");
    expect(said(rule.read("abcd"))).to.equal("must have at most 3 characters");
  });

  it("accepts NUL and rejects unpaired surrogates", () => {
    expect(text().read("a\0b")).to.equal("a\0b");
    for (const broken of ["\ud83c", "a\udf31", "\udf31\ud83c"]) {
      expect(codes(text().read(broken))).to.deep.equal(["string_unicode"]);
    }
  });

  it("rejects values that are not strings", () => {
    for (const other of [1, null, undefined, [], {}, true])
      expect(codes(rule.read(other))).to.deep.equal(["string_type"]);
  });

  it("documents its bounds in the schema", () => {
    expect(rule.schema()).to.deep.equal({ type: "string", minLength: 2, maxLength: 3 });
    expect(text().schema()).to.deep.equal({ type: "string" });
  });
});

describe("The finite number rule", () => {
  it("accepts values up to and including its bounds", () => {
    const rule = finite({ min: -1, max: 1 });
    expect([-1, 0, 1].map((value) => rule.read(value))).to.deep.equal([-1, 0, 1]);
    expect(codes(rule.read(1.0000001))).to.deep.equal(["less_than_equal"]);
    expect(codes(rule.read(-1.0000001))).to.deep.equal(["greater_than_equal"]);
    expect(said(rule.read(2))).to.equal("must be at most 1");
    expect(said(rule.read(-2))).to.equal("must be at least -1");
    expect(rule.schema()).to.deep.equal({ type: "number", minimum: -1, maximum: 1 });
  });

  it("rejects values that are not finite, with or without bounds", () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      expect(codes(finite().read(value))).to.deep.equal(["finite_number"]);
      expect(finite({ min: 0, max: 1 }).read(value)).to.be.instanceOf(ValidationFailure);
      expect(finite({ min: 0 }).read(value)).to.be.instanceOf(ValidationFailure);
    }
    expect(codes(finite().read("1"))).to.deep.equal(["float_type"]);
  });
});

describe("The enum rule", () => {
  it("accepts only the listed values, and names them in the error", () => {
    const rule = oneOf(["a", "b", "c"]);
    expect(rule.read("b")).to.equal("b");
    for (const other of ["B", "", null, 1, ["a"]]) expect(codes(rule.read(other))).to.deep.equal(["enum"]);
    expect(said(rule.read("d"))).to.equal("must be one of a, b, c");
    expect(said(oneOf(["a"]).read("d"))).to.equal("must be one of a");
    expect(rule.schema()).to.deep.equal({ type: "string", enum: ["a", "b", "c"] });
  });
});

describe("The list rule", () => {
  const rule = list(text({ min: 1 }), { min: 1, max: 3 });

  it("checks the number of elements", () => {
    expect(codes(rule.read([]))).to.deep.equal(["too_short"]);
    expect(rule.read(["a"])).to.deep.equal(["a"]);
    expect(rule.read(["a", "b", "c"])).to.deep.equal(["a", "b", "c"]);
    expect(codes(rule.read(["a", "b", "c", "d"]))).to.deep.equal(["too_long"]);
    expect(codes(rule.read("abc"))).to.deep.equal(["list_type"]);
    expect(said(rule.read([]))).to.equal("must have at least 1 item, and has 0");
  });

  it("checks the length before any element", () => {
    expect(codes(rule.read(["", "", "", ""]))).to.deep.equal(["too_long"]);
  });

  it("reports every invalid element with its index", () => {
    expect(codes(rule.read(["", "a", 1]))).to.deep.equal(["0.string_too_short", "2.string_type"]);
  });

  it("documents elements and bounds in the schema", () => {
    expect(rule.schema()).to.deep.equal({
      type: "array",
      items: { type: "string", minLength: 1 },
      minItems: 1,
      maxItems: 3,
    });
  });
});

describe("The nullable rule", () => {
  it("accepts null and the values of the inner rule", () => {
    const rule = nullable(text({ min: 1 }));
    expect(rule.read(null)).to.equal(null);
    expect(rule.read("a")).to.equal("a");
    expect(codes(rule.read(""))).to.deep.equal(["string_too_short"]);
    expect(codes(rule.read(undefined))).to.deep.equal(["string_type"]);
    expect(rule.schema()).to.deep.equal({ anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] });
  });
});

describe("ensure", () => {
  it("reports every violation with the name of its field", () => {
    const rules = { name: text({ min: 1 }), tags: list(text({ min: 1 })), size: finite() };
    const error = expectDomainError("invalid", () => ensure(rules, { name: "", tags: ["a", ""], size: 1 }));
    expect(error.violations.map(({ path }) => path)).to.deep.equal([["name"], ["tags", 1]]);
    expect(error.message).to.equal("name must have at least 1 character; tags.1 must have at least 1 character");
  });

  it("ignores fields without a rule", () => {
    expect(() => ensure({}, { name: "" })).not.to.throw();
    expect(() => ensure({ name: text() }, { name: "" })).not.to.throw();
  });
});
