import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import * as fc from "fast-check";
import { MAX_REPORTED_VIOLATIONS } from "../../../src/domain/limits.js";
import { oneOf, ValidationFailure, text } from "../../../src/domain/rules.js";
import { CreateApiKeyRequest } from "../../../src/adapters/http/resources/api-keys/api-keys.dto.js";
import {
  CreateConversationFromSegmentsRequest,
  CreateConversationRequest,
  CreateSegmentRequest,
  GetConversationParameters,
  ListConversationsParameters,
  UpdateConversationRequest,
} from "../../../src/adapters/http/resources/conversations/conversations.dto.js";
import {
  Field,
  parseInput,
  nestedObject,
  createSchema,
  type DtoClass,
} from "../../../src/adapters/http/kernel/dto-fields.js";
import { GeolocationDto } from "../../../src/adapters/http/resources/conversations/conversation-responses.dto.js";
import { neutralNaming, omiNaming, type NamingProfile } from "../../../src/adapters/http/kernel/naming-profile.js";
import {
  lenientBoolean,
  lenientDateTime,
  lenientInteger,
  arrayOf,
  nullableParser,
  lenientNumber,
} from "../../../src/adapters/http/kernel/field-parsers.js";

class Inner {
  @Field(lenientInteger()) count!: number;
}

class Base {
  @Field(text({ min: 1 })) name!: string;
  @Field(lenientNumber(), {
    optional: true,
    getWireName: ({ mapPlaceIdField: placeId }) => placeId,
    description: "Where.",
  })
  place: number = 1.5;
}

class Outer extends Base {
  @Field(nullableParser(nestedObject(() => Inner)), { optional: true }) inner: Inner | null = null;
  @Field(
    arrayOf(
      nestedObject(() => Inner),
      { max: 300 },
    ),
    { optional: true, aliases: ["list", "rows"] },
  )
  items: Inner[] = [];
  @Field(lenientDateTime(), { optional: true, extension: true }) at?: Date;
}

/** Declarations that must not compile. */
export class Mistaken {
  // @ts-expect-error a text is no number
  @Field(text()) age!: number;
  // @ts-expect-error null may come where the property takes none
  @Field(nullableParser(text())) name!: string;
  // @ts-expect-error the rule lets more through than the property takes
  @Field(oneOf(["a", "b"])) letter!: "a";
  // @ts-expect-error a flag is no list of flags
  @Field(lenientBoolean()) flags!: boolean[];
  // @ts-expect-error an element may be null
  @Field(arrayOf(nullableParser(lenientInteger()))) numbers!: number[];
  // @ts-expect-error another record
  @Field(nestedObject(() => Inner)) other!: Base;
}

const inputs: readonly DtoClass<object>[] = [
  CreateConversationRequest,
  CreateConversationFromSegmentsRequest,
  ListConversationsParameters,
  GetConversationParameters,
  UpdateConversationRequest,
  CreateApiKeyRequest,
  Outer,
];

const violations = (value: unknown): unknown => {
  expect(value).to.be.instanceOf(ValidationFailure);
  return (value as ValidationFailure).violations.map(({ path, code }) => [path.join("."), code]);
};
const readOuter = (raw: unknown, names: NamingProfile = neutralNaming): unknown =>
  parseInput(Outer, "body", raw, names);

describe("parseInput", () => {
  it("returns an instance of the DTO class with default values for omitted fields", () => {
    const outer = readOuter({ name: "x", unknown: 1 });
    expect(outer).to.be.instanceOf(Outer);
    expect(outer).to.deep.include({ name: "x", place: 1.5, inner: null, items: [], at: undefined });
    expect(outer).not.to.have.property("unknown");
  });

  it("creates new default values for every instance", () => {
    const [first, second] = [readOuter({ name: "x" }), readOuter({ name: "x" })] as [Outer, Outer];
    expect(first.items).not.to.equal(second.items);
  });

  it("reports all violations in declaration order, base class first", () => {
    const raw = { at: "x", items: [{ count: 1 }, { count: "1.5" }, {}], inner: [], name: "" };
    expect(violations(readOuter(raw))).to.deep.equal([
      ["body.name", "string_too_short"],
      ["body.inner", "model_attributes_type"],
      ["body.items.1.count", "int_parsing"],
      ["body.items.2.count", "missing"],
      ["body.at", "datetime_from_date_parsing"],
    ]);
  });

  it("reports at most 100 violations", () => {
    const items = Array.from({ length: 300 }, () => ({}));
    expect(violations(readOuter({ items }))).to.have.length(MAX_REPORTED_VIOLATIONS);
  });

  it("rejects a list that is too long without reading its elements", () => {
    const items = Array.from({ length: 301 }, () => "wrong");
    expect(violations(readOuter({ name: "x", items }))).to.deep.equal([["body.items", "too_long"]]);
  });

  it("reports a missing body, and a body that is not an object", () => {
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

  it("reads a field under its name in the naming profile", () => {
    expect(readOuter({ name: "x", map_place_id: 2, google_place_id: 3 })).to.have.property("place", 2);
    expect(readOuter({ name: "x", map_place_id: 2, google_place_id: 3 }, omiNaming)).to.have.property("place", 3);
    expect(violations(readOuter({ name: "x", google_place_id: "?" }, omiNaming))).to.deep.equal([
      ["body.google_place_id", "float_parsing"],
    ]);
  });

  it("reads a field under its aliases when the primary name is absent", () => {
    expect(readOuter({ name: "x", rows: [{ count: 1 }] })).to.have.deep.nested.property("items[0].count", 1);
    expect(readOuter({ name: "x", rows: [{ count: 1 }], list: [] })).to.have.deep.property("items", []);
    expect(readOuter({ name: "x", items: [], rows: 7 })).to.have.deep.property("items", []);
    expect(violations(readOuter({ name: "x", rows: 7 }))).to.deep.equal([["body.rows", "list_type"]]);
  });

  it("returns a value or a validation failure for any input, and never throws", () => {
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
        for (const shape of inputs)
          for (const names of [neutralNaming, omiNaming]) parseInput(shape, "body", raw, names);
      }),
    );
  });

  it("returns a segment as it was sent", () => {
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
        expect(Object.assign({}, parseInput(CreateSegmentRequest, "body", sent, neutralNaming))).to.deep.equal({
          ...sent,
        });
      }),
    );
  });
});

describe("createSchema", () => {
  it("describes names, constraints, defaults and required fields", () => {
    expect(createSchema(Outer, omiNaming)).to.deep.equal({
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

  it("returns valid JSON Schema whose defaults validate", () => {
    for (const names of [neutralNaming, omiNaming]) {
      for (const shape of [...inputs, GeolocationDto]) {
        const schema = createSchema(shape, names) as { properties: Record<string, { default?: unknown }> };
        const ajv = new Ajv2020({ strict: false, validateFormats: false });
        ajv.compile(schema);
        for (const property of Object.values(schema.properties)) {
          if ("default" in property) expect(ajv.validate(property, property.default)).to.equal(true);
        }
      }
    }
  });

  it("accepts exactly the JSON values that the parser accepts", () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      createSchema(GeolocationDto, neutralNaming),
    );
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
        const accepted = !(parseInput(GeolocationDto, "body", raw, neutralNaming) instanceof ValidationFailure);
        if (typeof raw.latitude !== "string") expect(accepted).to.equal(validate(raw));
      }),
    );
  });
});
