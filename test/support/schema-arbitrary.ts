import fc from "fast-check";
import { hostileDates, hostileTexts, inheritedNames, hostileNumbers } from "./hostile-values.js";
import type { JsonSchema } from "./openapi-document.js";
import { JsonMembers, CapturedReference, RawJson, type WireValue } from "./wire-value.js";

/** The position of a value in its parent. */
interface Position {
  readonly name: string;
  /** The number of preceding members of the same kind. */
  readonly rank: number;
}

const ROOT_POSITION: Position = { name: "", rank: 0 };

const SENTENCES = [
  "I will send Ana the budget for the launch by Friday.",
  "We meet the printer on Thursday at three in the afternoon.",
  "The designers finished the screens and the testers liked the new calendar.",
  "Könntest du bitte bis morgen die Folien schicken?",
  "Thanks",
  "猫が庭で寝ています。",
  "שלום, נתראה מחר",
  "Let's celebrate 🎉 her birthday at 7pm tomorrow!",
];

/** `.example` names have no addresses. */
const EXAMPLE_URLS = ["a", "b", "c?d=e", ""].map((path) => `https://garden.example/${path}`);

/** Generates values that match the schema and mostly other rules too: ranges are ordered, references were captured. */
export function validValue(schema: JsonSchema, { name, rank }: Position = ROOT_POSITION): fc.Arbitrary<WireValue> {
  const { anyOf, enum: enumValues, properties, items, format } = schema;
  const defaultValue = isPrimitiveDefault(schema.default) ? fc.constant(schema.default) : undefined;
  if (defaultValue) {
    const otherValues = validValue({ ...schema, default: undefined }, { name, rank });
    return fc.oneof({ weight: 1, arbitrary: defaultValue }, { weight: 1, arbitrary: otherValues });
  }
  if (enumValues) return fc.constantFrom(...(enumValues as readonly WireValue[]));
  if (anyOf)
    return weightedChoice(
      anyOf.map((alternative) => [isNull(alternative) ? 1 : 5, validValue(alternative, { name, rank })]),
    );
  if (properties) return validObject(schema);
  // Some enumerated values may be unavailable to the caller; an empty list is always valid.
  if (items?.enum && !schema.minItems) {
    const someItems = arbitraryList(validValue(items, { name, rank }), { ...schema, maxItems: 2 });
    return fc.oneof(fc.constant([]), someItems);
  }
  if (items)
    return arbitraryList(validValue(items, { name, rank }), { ...schema, maxItems: Math.min(schema.maxItems ?? 4, 4) });
  if (format === "date-time") return arbitraryTimestamp(rank);
  if (format === "uri") return fc.constantFrom(...EXAMPLE_URLS);
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.floor(schema.maximum ?? 40) });
    case "number":
      return arbitraryNumber(schema, rank);
    default:
      return arbitraryText(schema, name);
  }
}

/** Generates values that match the schema except for one fault, or that match it at a boundary. */
export function invalidValue(schema: JsonSchema, position: Position = ROOT_POSITION): fc.Arbitrary<WireValue> {
  const { anyOf, properties, items } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((alternative) => invalidValue(alternative, position)));
  if (properties) {
    return weightedChoice([
      [8, withInvalidMember(schema, properties)],
      [2, withInvalidNames(schema)],
      [1, hostileValue],
    ]);
  }
  if (items) {
    const element = invalidValue(items, position);
    const listWithInvalidLast = fc.tuple(fc.array(validValue(items, position), { maxLength: 3 }), element);
    return weightedChoice([
      [4, listWithInvalidLast.map(([elements, last]) => [...elements, last])],
      [1, listAtBoundary(schema, validValue(items, position))],
      [1, hostileValue],
    ]);
  }
  if (schema.format === "date-time") return fc.oneof(fc.constantFrom(...hostileDates), hostileValue);
  if (schema.type === "string" && !schema.enum) return fc.oneof(textAtBoundary(schema), hostileValue);
  if (schema.type === "number" || schema.type === "integer") return fc.oneof(numberAtBoundary(schema), hostileValue);
  return hostileValue;
}

/** Generates arbitrary JSON values. */
export const hostileValue: fc.Arbitrary<WireValue> = fc.oneof(
  fc.constantFrom<WireValue>(null, true, false, [], new JsonMembers([]), [[]], [null]),
  fc.constantFrom<WireValue>(...hostileTexts),
  fc.constantFrom<WireValue>(...hostileNumbers),
  fc.constantFrom<WireValue>(...hostileDates),
  fc.constantFrom(31, 32, 33, 2_000).map(createNestedJson),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc
    .array(fc.constantFrom(...inheritedNames), { maxLength: 4 })
    .map((names) => new JsonMembers(names.map((name) => [name, 1]))),
);

function createNestedJson(depth: number): WireValue {
  return new RawJson(`${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`);
}

function validObject(schema: JsonSchema): fc.Arbitrary<WireValue> {
  const members = listMembers(schema).map(({ name, schema: member, rank, isRequired }) => {
    const value = validValue(member, { name, rank }).map((each): [string, WireValue] => [name, each]);
    return isRequired ? value : fc.option(value, { freq: 2 });
  });
  return fc.tuple(...members).map((entries) => new JsonMembers(entries.filter((entry) => entry !== null)));
}

interface SchemaMember {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly rank: number;
  readonly isRequired: boolean;
}

function listMembers({ properties = {}, required = [] }: JsonSchema): SchemaMember[] {
  const ranks = new Map<string, number>();
  return Object.entries(properties).map(([name, schema]) => {
    const kind = kindOf(schema);
    const rank = ranks.get(kind) ?? 0;
    ranks.set(kind, rank + 1);
    return { name, schema, rank, isRequired: required.includes(name) };
  });
}

function kindOf({ anyOf, type, format }: JsonSchema): string {
  return anyOf?.[0] ? kindOf(anyOf[0]) : `${String(type)} ${format ?? ""}`;
}

function withInvalidMember(
  schema: JsonSchema,
  properties: Readonly<Record<string, JsonSchema>>,
): fc.Arbitrary<WireValue> {
  const invalidMembers = listMembers(schema).map(({ name, rank }) => {
    const member = properties[name] ?? {};
    const value = invalidValue(member, { name, rank }).map((each): [string, WireValue] => [name, each]);
    return [countFields(member), value] as const;
  });
  return fc.tuple(validObject(schema), weightedChoice(invalidMembers)).map(([object, [name, value]]) => {
    const otherEntries = (object as JsonMembers).entries.filter(([each]) => each !== name);
    return new JsonMembers([...otherEntries, [name, value]]);
  });
}

/** Counts the fields that can be invalid, so that all are tried with equal probability, however deeply nested. */
function countFields({ anyOf = [], properties, items }: JsonSchema): number {
  if (properties) return Object.values(properties).reduce((sum, member) => sum + countFields(member), 0);
  return items ? countFields(items) : Math.max(1, ...anyOf.map(countFields));
}

/** Removes a member, duplicates one, or adds an unknown one. */
function withInvalidNames(schema: JsonSchema): fc.Arbitrary<WireValue> {
  const change = fc.oneof(
    fc.nat().map((choice) => (entries: JsonMembers["entries"]) => entries.toSpliced(choice % (entries.length + 1), 1)),
    fc
      .tuple(fc.nat(), hostileValue)
      .map(([choice, value]) => (entries: JsonMembers["entries"]): JsonMembers["entries"] => [
        ...entries,
        [entries[choice % entries.length]?.[0] ?? "", value],
      ]),
    fc
      .tuple(fc.constantFrom(...inheritedNames, "extra"), hostileValue)
      .map(([name, value]) => (entries: JsonMembers["entries"]): JsonMembers["entries"] => [[name, value], ...entries]),
  );
  return fc
    .tuple(validObject(schema), change)
    .map(([object, changeEntries]) => new JsonMembers(changeEntries((object as JsonMembers).entries)));
}

function arbitraryList(
  element: fc.Arbitrary<WireValue>,
  { minItems = 0, maxItems }: JsonSchema,
): fc.Arbitrary<WireValue> {
  return fc.array(element, { minLength: minItems, ...(maxItems === undefined ? {} : { maxLength: maxItems }) });
}

/** Repeats one element: only the length matters. */
function listAtBoundary({ minItems, maxItems }: JsonSchema, element: fc.Arbitrary<WireValue>): fc.Arbitrary<WireValue> {
  const length = weightedChoice(
    boundaryValues(minItems ?? 0, maxItems).map(
      (candidate) => [candidate > LARGE_LENGTH ? 1 : 4, fc.constant(candidate)] as const,
    ),
  );
  return fc.tuple(length, element).map(([count, each]) => new Array<WireValue>(count).fill(each));
}

const DAY_MS = 86_400_000;
const FIRST_TIMESTAMP_MS = Date.parse("2024-01-01T00:00:00Z");

/** The timestamp of a later member is later than that of an earlier one. */
function arbitraryTimestamp(rank: number): fc.Arbitrary<string> {
  return fc
    .integer({ min: 0, max: 300 * DAY_MS })
    .map((offset) => new Date(FIRST_TIMESTAMP_MS + rank * 301 * DAY_MS + offset).toISOString());
}

/** A later member without bounds is greater than an earlier one. */
function arbitraryNumber({ minimum, maximum }: JsonSchema, rank: number): fc.Arbitrary<number> {
  const min = minimum ?? rank * 1000;
  return fc.double({ min, max: maximum ?? min + 900, noNaN: true });
}

function arbitraryText({ minLength = 0, maxLength = Infinity }: JsonSchema, name: string): fc.Arbitrary<WireValue> {
  const generatedText = fc
    .array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 6 })
    .map((chosenSentences) => chosenSentences.join(" ").padEnd(minLength, ".").slice(0, maxLength));
  const isReference = name.endsWith("_id");
  const capturedChoice = fc.tuple(
    fc.nat(MAX_CAPTURED_INDEX),
    isReference ? fc.constantFrom("one", "another", "a third") : generatedText,
  );
  return weightedChoice<WireValue>([
    [isReference ? 20 : 1, capturedChoice.map(([choice, otherwise]) => new CapturedReference(name, choice, otherwise))],
    [2, generatedText],
  ]);
}

const MAX_CAPTURED_INDEX = 39;
/** Longer values are slow, so they are sent rarely. */
const LARGE_LENGTH = 2_000;

/** Returns one below, at, and one above each bound; with a large default if there is no upper bound. */
function boundaryValues(min: number, max = 20_000): number[] {
  return [min - 1, min, min + 1, max - 1, max, max + 1].filter((length) => length >= 0);
}

/** Lengths count code points: uses characters of one and three bytes, and of two UTF-16 code units. */
function textAtBoundary({ minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<WireValue> {
  const length = weightedChoice(
    boundaryValues(minLength, maxLength).map(
      (candidate) => [candidate > LARGE_LENGTH ? 1 : 12, fc.constant(candidate)] as const,
    ),
  );
  return fc.tuple(length, fc.constantFrom("x", "ab ", "é", "ﷺ", "😀")).map(([count, unit]) => {
    const characters = Array.from(unit);
    return Array.from({ length: count }, (_, index) => characters[index % characters.length]).join("");
  });
}

function numberAtBoundary({ minimum, maximum }: JsonSchema): fc.Arbitrary<WireValue> {
  const boundaries = [minimum, maximum].filter((boundary) => boundary !== undefined);
  const nearBoundary = boundaries.flatMap((boundary) => [
    boundary - 1,
    boundary - 1e-9,
    boundary,
    boundary + 1e-9,
    boundary + 1,
  ]);
  return fc.oneof(
    fc.constantFrom<WireValue>(...nearBoundary, ...hostileNumbers),
    fc.double(),
    fc.constantFrom("1", " 1 ", "1e3"),
  );
}

function weightedChoice<T>(
  choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[],
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

function isNull({ type }: JsonSchema): boolean {
  return type === "null";
}

function isPrimitiveDefault(value: unknown): value is null | boolean | number | string {
  return value === null || ["boolean", "number", "string"].includes(typeof value);
}
