import { expect } from "chai";
import * as fc from "fast-check";
import { Refused, text } from "../../../src/domain/rules.js";
import { schemaOf, type WireRule } from "../../../src/adapters/http/field.js";
import { neutral, omi } from "../../../src/adapters/http/wire-names.js";
import { commaSeparated, flag, instant, integer, number, source } from "../../../src/adapters/http/wire-rules.js";
import { cursor, encodeCursor, listName } from "../../../src/adapters/http/cursor.js";
import { fixture } from "../../support/vectors.js";
import { cpuTimeOf } from "../../support/cpu-time.js";

interface Coercion {
  readonly t: "int" | "float" | "bool" | "datetime" | "str";
  readonly in: unknown;
  readonly ok?: unknown;
  readonly type?: string;
  readonly msg?: string;
}

const rules: Readonly<Record<Coercion["t"], WireRule<unknown>>> = {
  int: integer(),
  float: number(),
  bool: flag(),
  datetime: instant(),
  str: text(),
};

/** What the tables write for numbers of thousands of digits. */
const spelledOut = (raw: unknown): unknown => {
  const [, count] = /^<(\d+) digits of 1>$/.exec(String(raw)) ?? [];
  return count === undefined ? raw : "1".repeat(Number(count));
};

/** Date-times without an offset are UTC; microseconds are cut. */
const millisecondsOf = (ok: string): number => {
  const cut = ok.replace(/(\.\d{3})\d+/, "$1");
  return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(cut) ? cut : `${cut}Z`);
};

/** Decision 2.7, and the numbers that only an unbounded integer can hold. */
const isBeyondUs = ({ in: raw, ok }: Coercion): boolean =>
  ok === "inf" || ok === "-inf" || ok === "nan" || raw === Infinity;

function outcome({ t, in: raw }: Coercion): unknown {
  const value = rules[t].read(spelledOut(raw), neutral);
  if (value instanceof Refused) {
    const [violation] = value.violations;
    return { type: violation?.code, msg: violation?.message };
  }
  return { ok: value instanceof Date ? value.getTime() : value };
}

function expected({ t, ok, type, msg }: Coercion): unknown {
  if (type !== undefined) return { type, msg };
  if (ok === "<big int>") return { ok: Number.MAX_VALUE };
  return { ok: t === "datetime" && typeof ok === "string" ? millisecondsOf(ok) : ok };
}

describe("the wire's values", () => {
  for (const file of ["vectors/coercion.jsonl", "coercion-samples.jsonl"]) {
    it(`are read as ${file} says`, () => {
      for (const coercion of fixture(file) as Coercion[]) {
        const wanted = isBeyondUs(coercion)
          ? { type: "finite_number", msg: "Input should be a finite number" }
          : expected(coercion);
        expect(outcome(coercion), JSON.stringify(coercion)).to.deep.equal(wanted);
      }
    });
  }

  it("are refused as text where they are no Unicode", () => {
    for (const rule of [...Object.values(rules), commaSeparated(), cursor()]) {
      const refused = rule.read("1\ud800", neutral) as Refused;
      expect(refused.violations[0]?.code).to.equal("string_unicode");
    }
  });

  it("are read or refused, whatever they are, and never throw", () => {
    const anything = fc.oneof(fc.jsonValue(), fc.double(), fc.string({ unit: "binary" }), fc.string());
    fc.assert(
      fc.property(anything, (raw) => {
        for (const rule of Object.values(rules)) rule.read(raw, neutral);
      }),
    );
  });

  it("are read in time that grows no faster than they do", async () => {
    const long = 1_000_000;
    for (const raw of ["0".repeat(long), " ".repeat(long), "1_".repeat(long / 2), "+".repeat(long)]) {
      const took = await cpuTimeOf(() => {
        for (const rule of Object.values(rules)) rule.read(`${raw}x`, neutral);
      });
      expect(took).to.be.below(4_000);
    }
  });

  it("come back from what was written", () => {
    const date = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date(253_402_300_799_999),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (at) => {
        expect(instant().read(at.toISOString(), neutral)).to.deep.equal(at);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        expect(number().read(String(value), neutral)).to.equal(value);
        expect(number().read(value, neutral)).to.equal(value);
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(integer().read(String(value), neutral)).to.equal(value);
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (place) => {
        const given = { list: listName("/path", { place }), place };
        expect(cursor().read(encodeCursor(given), neutral)).to.deep.equal(given);
      }),
    );
  });
});

describe("a source", () => {
  it("goes by the table's name for it", () => {
    expect(source().read("vendor_device_02", neutral)).to.equal("vendor_device_02");
    expect(source().read("omi", omi)).to.equal("vendor_device_02");
    expect(source().read("phone", omi)).to.equal("phone");
    expect(source().read("omi", neutral)).to.be.instanceOf(Refused);
    expect(source().read("vendor_device_02", omi)).to.be.instanceOf(Refused);
    expect(source().schema({ names: omi, render: (shape) => schemaOf(shape, omi) }))
      .to.have.property("enum")
      .that.includes("rayban_meta");
  });
});

describe("texts between commas", () => {
  it("are taken apart, without the empty ones", () => {
    expect(commaSeparated().read(" work,,health ,", neutral)).to.deep.equal(["work", "health"]);
    expect(commaSeparated().read("", neutral)).to.deep.equal([]);
  });
});
