import { expect } from "chai";
import * as fc from "fast-check";
import { getViolationText } from "../../../src/adapters/http/kernel/error-texts.js";
import { ValidationFailure, text } from "../../../src/domain/rules.js";
import { createSchema, type FieldParser } from "../../../src/adapters/http/kernel/dto-fields.js";
import { neutralNaming, omiNaming } from "../../../src/adapters/http/kernel/naming-profile.js";
import {
  commaSeparated,
  lenientBoolean,
  lenientDateTime,
  lenientInteger,
  lenientNumber,
  conversationSource,
} from "../../../src/adapters/http/kernel/field-parsers.js";
import { cursor, encodeCursor, computeListId } from "../../../src/adapters/http/kernel/list-page.js";
import { readFixture } from "../../support/request-vectors.js";
import { measureCpuTimeMs } from "../../support/cpu-time.js";

interface Coercion {
  readonly t: "int" | "float" | "bool" | "datetime" | "str";
  readonly in: unknown;
  readonly ok?: unknown;
  readonly type?: string;
  readonly msg?: string;
}

const rules: Readonly<Record<Coercion["t"], FieldParser<unknown>>> = {
  int: lenientInteger(),
  float: lenientNumber(),
  bool: lenientBoolean(),
  datetime: lenientDateTime(),
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
  const value = rules[t].read(spelledOut(raw), neutralNaming);
  if (value instanceof ValidationFailure) {
    const [violation] = value.violations;
    return violation && { type: violation.code, msg: getViolationText(violation) };
  }
  return { ok: value instanceof Date ? value.getTime() : value };
}

function expected({ t, ok, type, msg }: Coercion): unknown {
  if (type !== undefined) return { type, msg };
  if (ok === "<big int>") return { ok: Number.MAX_VALUE };
  return { ok: t === "datetime" && typeof ok === "string" ? millisecondsOf(ok) : ok };
}

describe("Lenient field parsers", () => {
  for (const file of ["vectors/coercion.jsonl", "coercion-samples.jsonl"]) {
    it(`return the results listed in ${file}`, () => {
      for (const coercion of readFixture(file) as Coercion[]) {
        const wanted = isBeyondUs(coercion)
          ? { type: "finite_number", msg: "Input should be a finite number" }
          : expected(coercion);
        expect(outcome(coercion), JSON.stringify(coercion)).to.deep.equal(wanted);
      }
    });
  }

  it("reject text that is not well-formed Unicode", () => {
    for (const rule of [...Object.values(rules), commaSeparated(), cursor()]) {
      const refused = rule.read("1\ud800", neutralNaming) as ValidationFailure;
      expect(refused.violations[0]?.code).to.equal("string_unicode");
    }
  });

  it("return a value or a validation failure for any input, and never throw", () => {
    const anything = fc.oneof(fc.jsonValue(), fc.double(), fc.string({ unit: "binary" }), fc.string());
    fc.assert(
      fc.property(anything, (raw) => {
        for (const rule of Object.values(rules)) rule.read(raw, neutralNaming);
      }),
    );
  });

  it("parse long input in linear time", async () => {
    const long = 1_000_000;
    for (const raw of ["0".repeat(long), " ".repeat(long), "1_".repeat(long / 2), "+".repeat(long)]) {
      const took = await measureCpuTimeMs(() => {
        for (const rule of Object.values(rules)) rule.read(`${raw}x`, neutralNaming);
      });
      expect(took).to.be.below(4_000);
    }
  });

  it("round-trip dates, numbers and cursors", () => {
    const date = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date(253_402_300_799_999),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (at) => {
        expect(lenientDateTime().read(at.toISOString(), neutralNaming)).to.deep.equal(at);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        expect(lenientNumber().read(String(value), neutralNaming)).to.equal(value);
        expect(lenientNumber().read(value, neutralNaming)).to.equal(value);
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(lenientInteger().read(String(value), neutralNaming)).to.equal(value);
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (place) => {
        const given = { listId: computeListId("/path", { place }), position: place };
        expect(cursor().read(encodeCursor(given), neutralNaming)).to.deep.equal(given);
      }),
    );
  });
});

describe("The conversation source parser", () => {
  it("uses the source names of the naming profile", () => {
    expect(conversationSource().read("vendor_device_02", neutralNaming)).to.equal("vendor_device_02");
    expect(conversationSource().read("omi", omiNaming)).to.equal("vendor_device_02");
    expect(conversationSource().read("phone", omiNaming)).to.equal("phone");
    expect(conversationSource().read("omi", neutralNaming)).to.be.instanceOf(ValidationFailure);
    expect(conversationSource().read("vendor_device_02", omiNaming)).to.be.instanceOf(ValidationFailure);
    expect(conversationSource().schema({ naming: omiNaming, render: (shape) => createSchema(shape, omiNaming) }))
      .to.have.property("enum")
      .that.includes("rayban_meta");
  });
});

describe("The comma-separated list parser", () => {
  it("splits the text and omits empty elements", () => {
    expect(commaSeparated().read(" work,,health ,", neutralNaming)).to.deep.equal(["work", "health"]);
    expect(commaSeparated().read("", neutralNaming)).to.deep.equal([]);
  });
});
