import { expect } from "chai";
import * as fc from "fast-check";
import { parseQuery } from "../../../src/adapters/http/kernel/query-string.js";

const parsed = (raw: string): unknown => ({ ...parseQuery(raw) });

describe("parseQuery", () => {
  it("uses the last value of a repeated name", () => {
    expect(parsed("limit=1&limit=2")).to.deep.equal({ limit: "2" });
  });

  it("decodes a plus as a space and keeps blank values", () => {
    expect(parsed("a=1+2%2B3&b=&c&&=x")).to.deep.equal({ a: "1 2+3", b: "", c: "", "": "x" });
  });

  it("keeps invalid escapes and replaces invalid UTF-8", () => {
    expect(parsed("a=%zz%2&b=%ff%E2%82%ACé&c=%EF%BB%BFx")).to.deep.equal({
      a: "%zz%2",
      b: "\ufffd\u20acé",
      c: "\ufeffx",
    });
  });

  it("treats special property names such as __proto__ as plain names", () => {
    const query = parseQuery("__proto__=1&constructor=2");
    expect(Object.getPrototypeOf(query)).to.equal(null);
    expect(Object.entries(query)).to.deep.equal([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
  });

  it("round-trips any parameters and never throws", () => {
    const text = fc.string({ unit: "grapheme" }).filter((each) => each.isWellFormed());
    fc.assert(
      fc.property(fc.dictionary(text, text), (values) => {
        expect(parsed(new URLSearchParams(values).toString())).to.deep.equal({ ...values });
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (raw) => {
        parseQuery(raw);
      }),
    );
  });
});
