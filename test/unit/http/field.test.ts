import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import * as fc from "fast-check";
import { VIOLATIONS_REPORTED } from "../../../src/domain/limits.js";
import { oneOf, Refused, text } from "../../../src/domain/rules.js";
import { CreateKey } from "../../../src/adapters/http/api-keys.dto.js";
import {
  CreateFromSegments,
  CreateFromText,
  CreateSegment,
  GetConversation,
  ListConversations,
  UpdateConversation,
} from "../../../src/adapters/http/conversations.dto.js";
import { Field, read, record, schemaOf, type Class } from "../../../src/adapters/http/field.js";
import { WireGeolocation } from "../../../src/adapters/http/geolocation.dto.js";
import { neutral, omi, type WireNames } from "../../../src/adapters/http/wire-names.js";
import { flag, instant, integer, list, nullable, number } from "../../../src/adapters/http/wire-rules.js";

class Inner {
  @Field(integer()) count!: number;
}

class Base {
  @Field(text({ min: 1 })) name!: string;
  @Field(number(), { optional: true, named: ({ placeId }) => placeId, description: "Where." }) place: number = 1.5;
}

class Outer extends Base {
  @Field(nullable(record(() => Inner)), { optional: true }) inner: Inner | null = null;
  @Field(
    list(
      record(() => Inner),
      { max: 300 },
    ),
    { optional: true, alsoNamed: ["list", "rows"] },
  )
  items: Inner[] = [];
  @Field(instant(), { optional: true, extension: true }) at?: Date;
}

/** Declarations that must not compile. */
export class Mistaken {
  // @ts-expect-error a text is no number
  @Field(text()) age!: number;
  // @ts-expect-error null may come where the property takes none
  @Field(nullable(text())) name!: string;
  // @ts-expect-error the rule lets more through than the property takes
  @Field(oneOf(["a", "b"])) letter!: "a";
  // @ts-expect-error a flag is no list of flags
  @Field(flag()) flags!: boolean[];
  // @ts-expect-error an element may be null
  @Field(list(nullable(integer()))) numbers!: number[];
  // @ts-expect-error another record
  @Field(record(() => Inner)) other!: Base;
}

const inputs: readonly Class<object>[] = [
  CreateFromText,
  CreateFromSegments,
  ListConversations,
  GetConversation,
  UpdateConversation,
  CreateKey,
  Outer,
];

const violations = (value: unknown): unknown => {
  expect(value).to.be.instanceOf(Refused);
  return (value as Refused).violations.map(({ path, code }) => [path.join("."), code]);
};
const readOuter = (raw: unknown, names: WireNames = neutral): unknown => read(Outer, "body", raw, names);

describe("reading a record", () => {
  it("gives an instance, with the initialisers' values where nothing was sent", () => {
    const outer = readOuter({ name: "x", unknown: 1 });
    expect(outer).to.be.instanceOf(Outer);
    expect(outer).to.deep.include({ name: "x", place: 1.5, inner: null, items: [], at: undefined });
    expect(outer).not.to.have.property("unknown");
  });

  it("never shares a default between two records", () => {
    const [first, second] = [readOuter({ name: "x" }), readOuter({ name: "x" })] as [Outer, Outer];
    expect(first.items).not.to.equal(second.items);
  });

  it("reports all violations together, in the order of the declarations, a base class first", () => {
    const raw = { at: "x", items: [{ count: 1 }, { count: "1.5" }, {}], inner: [], name: "" };
    expect(violations(readOuter(raw))).to.deep.equal([
      ["body.name", "string_too_short"],
      ["body.inner", "model_attributes_type"],
      ["body.items.1.count", "int_parsing"],
      ["body.items.2.count", "missing"],
      ["body.at", "datetime_from_date_parsing"],
    ]);
  });

  it("reports a hundred violations and no more", () => {
    const items = Array.from({ length: 300 }, () => ({}));
    expect(violations(readOuter({ items }))).to.have.length(VIOLATIONS_REPORTED);
  });

  it("refuses a list that is too long before any of its elements is read", () => {
    const items = Array.from({ length: 301 }, () => "wrong");
    expect(violations(readOuter({ name: "x", items }))).to.deep.equal([["body.items", "too_long"]]);
  });

  it("takes nothing at all for a missing body", () => {
    for (const raw of [undefined, null]) expect(violations(readOuter(raw))).to.deep.equal([["body", "missing"]]);
    for (const raw of [[], "x", 1, true]) {
      expect(violations(readOuter(raw))).to.deep.equal([["body", "model_attributes_type"]]);
    }
  });

  it("reads own properties only", () => {
    expect(violations(readOuter(Object.create({ name: "inherited" })))).to.deep.equal([["body.name", "missing"]]);
    expect(violations(readOuter(JSON.parse('{"__proto__": {"name": "x"}, "constructor": "x"}')))).to.deep.equal([
      ["body.name", "missing"],
    ]);
  });

  it("reads a field under the name of the wire's table", () => {
    expect(readOuter({ name: "x", map_place_id: 2, google_place_id: 3 })).to.have.property("place", 2);
    expect(readOuter({ name: "x", map_place_id: 2, google_place_id: 3 }, omi)).to.have.property("place", 3);
    expect(violations(readOuter({ name: "x", google_place_id: "?" }, omi))).to.deep.equal([
      ["body.google_place_id", "float_parsing"],
    ]);
  });

  it("reads a field under its other names when the first is absent", () => {
    expect(readOuter({ name: "x", rows: [{ count: 1 }] })).to.have.deep.nested.property("items[0].count", 1);
    expect(readOuter({ name: "x", rows: [{ count: 1 }], list: [] })).to.have.deep.property("items", []);
    expect(readOuter({ name: "x", items: [], rows: 7 })).to.have.deep.property("items", []);
    expect(violations(readOuter({ name: "x", rows: 7 }))).to.deep.equal([["body.rows", "list_type"]]);
  });

  it("answers or refuses, whatever the value is, and never throws", () => {
    const key = fc.constantFrom(
      "text",
      "name",
      "transcript_segments",
      "start",
      "geolocation",
      "__proto__",
      "limit",
      "a",
    );
    const { value: anything } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.double()),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(key, tie("value"), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(anything, (raw) => {
        for (const shape of inputs) for (const names of [neutral, omi]) read(shape, "body", raw, names);
      }),
    );
  });

  it("gives back a segment as it was sent", () => {
    const wellFormed = fc.string({ unit: "grapheme" }).filter((each) => each.isWellFormed());
    const optional = fc.option(wellFormed);
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    const segment = fc.record({
      text: wellFormed,
      start: finite,
      end: finite,
      is_user: fc.boolean(),
      person_id: optional,
      speaker: optional,
      speaker_id: fc.option(fc.maxSafeNat()),
    });
    fc.assert(
      fc.property(segment, (sent) => {
        expect(Object.assign({}, read(CreateSegment, "body", sent, neutral))).to.deep.equal({ ...sent });
      }),
    );
  });
});

describe("a record's schema", () => {
  it("says what is read: names, rules, defaults, what is required", () => {
    expect(schemaOf(Outer, omi)).to.deep.equal({
      type: "object",
      properties: {
        name: { type: "string", minLength: 1 },
        google_place_id: { type: "number", description: "Where.", default: 1.5 },
        inner: {
          anyOf: [
            { type: "object", properties: { count: { type: "integer" } }, required: ["count"] },
            { type: "null" },
          ],
          default: null,
        },
        items: {
          type: "array",
          items: { type: "object", properties: { count: { type: "integer" } }, required: ["count"] },
          maxItems: 300,
          default: [],
        },
        at: { type: "string", format: "date-time", "x-extension": true },
      },
      required: ["name"],
    });
  });

  it("is JSON Schema, and its defaults fit it", () => {
    for (const names of [neutral, omi]) {
      for (const shape of [...inputs, WireGeolocation]) {
        const schema = schemaOf(shape, names) as { properties: Record<string, { default?: unknown }> };
        const ajv = new Ajv2020({ strict: false, validateFormats: false });
        ajv.compile(schema);
        for (const property of Object.values(schema.properties)) {
          if ("default" in property) expect(ajv.validate(property, property.default)).to.equal(true);
        }
      }
    }
  });

  it("lets nothing pass that is refused when it comes with JSON's own types", () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schemaOf(WireGeolocation, neutral));
    const coordinate = fc.oneof(
      fc.integer({ min: -200, max: 200 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const other = fc.oneof(fc.constant(null), fc.constant("x"), fc.constant([]));
    const place = fc.record(
      { latitude: fc.oneof(coordinate, other), longitude: coordinate, address: other, map_place_id: other },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(place, (raw) => {
        const accepted = !(read(WireGeolocation, "body", raw, neutral) instanceof Refused);
        if (typeof raw.latitude !== "string") expect(accepted).to.equal(validate(raw));
      }),
    );
  });
});
