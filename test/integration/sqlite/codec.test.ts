import { expect } from "chai";
import fc from "fast-check";
import { decode, encode } from "../../../src/adapters/sqlite/codec.js";

describe("SQLite: the text of a state", () => {
  it("brings back every value as it was, and takes no text for a date", () => {
    const leaf = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.date({ noInvalidDate: true }),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.boolean(),
      fc.constant(null),
    );
    const { state } = fc.letrec<{ state: Record<string, unknown>; value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("value"), { maxLength: 4 }), tie("state")),
      state: fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        tie("value"),
        { maxKeys: 5, noNullPrototype: true },
      ),
    }));
    fc.assert(fc.property(state, (value) => void expect(decode(encode(value))).to.deep.equal(value)));
  });
});
