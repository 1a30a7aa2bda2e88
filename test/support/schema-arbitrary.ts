import fc from "fast-check";
import { dates, hostileTexts, inheritedNames, numerals } from "./hostile-values.js";
import type { JsonSchema } from "./openapi-document.js";
import { Members, Seen, Verbatim, type WireValue } from "./wire-value.js";

/** Where a value stands in what encloses it. */
interface Position {
  readonly name: string;
  /** How many members of the same kind stand before it. */
  readonly rank: number;
}

const topmost: Position = { name: "", rank: 0 };

const sentences = [
  "I will send Ana the budget for the launch by Friday.",
  "We meet the printer on Thursday at three in the afternoon.",
  "The designers finished the screens and the testers liked the new calendar.",
  "Könntest du bitte bis morgen die Folien schicken?",
  "Thanks",
  "猫が庭で寝ています。",
  "שלום, נתראה מחר",
  "Let's celebrate 🎉 her birthday at 7pm tomorrow!",
];

/** Of nobody: `.example` has no addresses. */
const urls = ["a", "b", "c?d=e", ""].map((path) => `https://garden.example/${path}`);

/** What fits the schema, and mostly the unwritten rules too: ranges begin before they end, references were seen. */
export function fitting(schema: JsonSchema, { name, rank }: Position = topmost): fc.Arbitrary<WireValue> {
  const { anyOf, enum: words, properties, items, format } = schema;
  const usual = isDefault(schema.default) ? fc.constant(schema.default) : undefined;
  if (usual) {
    const others = fitting({ ...schema, default: undefined }, { name, rank });
    return fc.oneof({ weight: 1, arbitrary: usual }, { weight: 1, arbitrary: others });
  }
  if (words) return fc.constantFrom(...(words as readonly WireValue[]));
  if (anyOf) return weighted(anyOf.map((each) => [isNull(each) ? 1 : 5, fitting(each, { name, rank })]));
  if (properties) return fittingObject(schema);
  // Of closed words some may not be had: none can always be asked for.
  if (items?.enum && !schema.minItems) {
    const some = listOf(fitting(items, { name, rank }), { ...schema, maxItems: 2 });
    return fc.oneof(fc.constant([]), some);
  }
  if (items) return listOf(fitting(items, { name, rank }), { ...schema, maxItems: Math.min(schema.maxItems ?? 4, 4) });
  if (format === "date-time") return instant(rank);
  if (format === "uri") return fc.constantFrom(...urls);
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.floor(schema.maximum ?? 40) });
    case "number":
      return number(schema, rank);
    default:
      return text(schema, name);
  }
}

/** What fits the schema but for one fault somewhere, or fits at its very border. */
export function marred(schema: JsonSchema, position: Position = topmost): fc.Arbitrary<WireValue> {
  const { anyOf, properties, items } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((each) => marred(each, position)));
  if (properties) {
    return weighted([
      [8, marredMember(schema, properties)],
      [2, marredNames(schema)],
      [1, hostile],
    ]);
  }
  if (items) {
    const element = marred(items, position);
    const some = fc.tuple(fc.array(fitting(items, position), { maxLength: 3 }), element);
    return weighted([
      [4, some.map(([before, last]) => [...before, last])],
      [1, listAtBorder(schema, fitting(items, position))],
      [1, hostile],
    ]);
  }
  if (schema.format === "date-time") return fc.oneof(fc.constantFrom(...dates), hostile);
  if (schema.type === "string" && !schema.enum) return fc.oneof(textAtBorder(schema), hostile);
  if (schema.type === "number" || schema.type === "integer") return fc.oneof(numberAtBorder(schema), hostile);
  return hostile;
}

/** Anything at all. */
export const hostile: fc.Arbitrary<WireValue> = fc.oneof(
  fc.constantFrom<WireValue>(null, true, false, [], new Members([]), [[]], [null]),
  fc.constantFrom<WireValue>(...hostileTexts),
  fc.constantFrom<WireValue>(...numerals),
  fc.constantFrom<WireValue>(...dates),
  fc.constantFrom(31, 32, 33, 2_000).map(nested),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc
    .array(fc.constantFrom(...inheritedNames), { maxLength: 4 })
    .map((names) => new Members(names.map((name) => [name, 1]))),
);

function nested(depth: number): WireValue {
  return new Verbatim(`${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`);
}

function fittingObject(schema: JsonSchema): fc.Arbitrary<WireValue> {
  const members = membersOf(schema).map(({ name, schema: member, rank, isRequired }) => {
    const value = fitting(member, { name, rank }).map((each): [string, WireValue] => [name, each]);
    return isRequired ? value : fc.option(value, { freq: 2 });
  });
  return fc.tuple(...members).map((entries) => new Members(entries.filter((entry) => entry !== null)));
}

interface Member {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly rank: number;
  readonly isRequired: boolean;
}

function membersOf({ properties = {}, required = [] }: JsonSchema): Member[] {
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

function marredMember(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<WireValue> {
  const marredOnes = membersOf(schema).map(({ name, rank }) => {
    const member = properties[name] ?? {};
    const value = marred(member, { name, rank }).map((each): [string, WireValue] => [name, each]);
    return [fieldsIn(member), value] as const;
  });
  return fc.tuple(fittingObject(schema), weighted(marredOnes)).map(([object, [name, value]]) => {
    const others = (object as Members).entries.filter(([each]) => each !== name);
    return new Members([...others, [name, value]]);
  });
}

/** In how many places a value can be wrong: all are to be tried alike, however deep they lie. */
function fieldsIn({ anyOf = [], properties, items }: JsonSchema): number {
  if (properties) return Object.values(properties).reduce((sum, member) => sum + fieldsIn(member), 0);
  return items ? fieldsIn(items) : Math.max(1, ...anyOf.map(fieldsIn));
}

/** A member that is missing, or stands there twice, or is none of its members. */
function marredNames(schema: JsonSchema): fc.Arbitrary<WireValue> {
  const change = fc.oneof(
    fc.nat().map((choice) => (entries: Members["entries"]) => entries.toSpliced(choice % (entries.length + 1), 1)),
    fc
      .tuple(fc.nat(), hostile)
      .map(([choice, value]) => (entries: Members["entries"]): Members["entries"] => [
        ...entries,
        [entries[choice % entries.length]?.[0] ?? "", value],
      ]),
    fc
      .tuple(fc.constantFrom(...inheritedNames, "extra"), hostile)
      .map(([name, value]) => (entries: Members["entries"]): Members["entries"] => [[name, value], ...entries]),
  );
  return fc.tuple(fittingObject(schema), change).map(([object, to]) => new Members(to((object as Members).entries)));
}

function listOf(element: fc.Arbitrary<WireValue>, { minItems = 0, maxItems }: JsonSchema): fc.Arbitrary<WireValue> {
  return fc.array(element, { minLength: minItems, ...(maxItems === undefined ? {} : { maxLength: maxItems }) });
}

/** One element again and again: what counts is how many. */
function listAtBorder({ minItems, maxItems }: JsonSchema, element: fc.Arbitrary<WireValue>): fc.Arbitrary<WireValue> {
  const length = weighted(
    around(minItems ?? 0, maxItems).map((each) => [each > LARGE ? 1 : 4, fc.constant(each)] as const),
  );
  return fc.tuple(length, element).map(([count, each]) => new Array<WireValue>(count).fill(each));
}

const DAY = 86_400_000;
const BEGINNING = Date.parse("2024-01-01T00:00:00Z");

/** A later member lies later than an earlier one. */
function instant(rank: number): fc.Arbitrary<string> {
  return fc
    .integer({ min: 0, max: 300 * DAY })
    .map((offset) => new Date(BEGINNING + rank * 301 * DAY + offset).toISOString());
}

/** A later member without borders is greater than an earlier one. */
function number({ minimum, maximum }: JsonSchema, rank: number): fc.Arbitrary<number> {
  const min = minimum ?? rank * 1000;
  return fc.double({ min, max: maximum ?? min + 900, noNaN: true });
}

function text({ minLength = 0, maxLength = Infinity }: JsonSchema, name: string): fc.Arbitrary<WireValue> {
  const written = fc
    .array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 6 })
    .map((all) => all.join(" ").padEnd(minLength, ".").slice(0, maxLength));
  const isReference = name.endsWith("_id");
  const seen = fc.tuple(fc.nat(KEPT_AT_MOST), isReference ? fc.constantFrom("one", "another", "a third") : written);
  return weighted<WireValue>([
    [isReference ? 20 : 1, seen.map(([choice, otherwise]) => new Seen(name, choice, otherwise))],
    [2, written],
  ]);
}

const KEPT_AT_MOST = 39;
/** What is longer costs much time: it is sent now and then. */
const LARGE = 2_000;

/** One below, at, and one above each border; some large length where there is no upper one. */
function around(min: number, max = 20_000): number[] {
  return [min - 1, min, min + 1, max - 1, max, max + 1].filter((length) => length >= 0);
}

/** Lengths count code points: of one byte, of three, of two UTF-16 units. */
function textAtBorder({ minLength = 0, maxLength }: JsonSchema): fc.Arbitrary<WireValue> {
  const length = weighted(
    around(minLength, maxLength).map((each) => [each > LARGE ? 1 : 12, fc.constant(each)] as const),
  );
  return fc.tuple(length, fc.constantFrom("x", "ab ", "é", "ﷺ", "😀")).map(([count, unit]) => {
    const characters = Array.from(unit);
    return Array.from({ length: count }, (_, index) => characters[index % characters.length]).join("");
  });
}

function numberAtBorder({ minimum, maximum }: JsonSchema): fc.Arbitrary<WireValue> {
  const borders = [minimum, maximum].filter((border) => border !== undefined);
  const near = borders.flatMap((border) => [border - 1, border - 1e-9, border, border + 1e-9, border + 1]);
  return fc.oneof(fc.constantFrom<WireValue>(...near, ...numerals), fc.double(), fc.constantFrom("1", " 1 ", "1e3"));
}

function weighted<T>(choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

function isNull({ type }: JsonSchema): boolean {
  return type === "null";
}

function isDefault(value: unknown): value is null | boolean | number | string {
  return value === null || ["boolean", "number", "string"].includes(typeof value);
}
