import { expect } from "chai";
import fc from "fast-check";
import { deserializeState, serializeState } from "../../../src/adapters/sqlite/queries/state-codec.js";

describe("SQLite: state serialization", () => {
  it("preserves every value and does not confuse strings with dates", () => {
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
    fc.assert(fc.property(state, (value) => void expect(deserializeState(serializeState(value))).to.deep.equal(value)));
  });
});
