interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** Long enough to be kept as a conversation, short enough for a name. */
const SENTENCE = "I'll send Ana the budget for the launch of the garden app by Friday.";
const URL = "https://garden.example/notifications";
const INSTANT = "2026-01-05T09:00:00.000Z";

/**
 * A small value that a JSON Schema allows: of an object what is required, or its first property where nothing is.
 * Numbers grow from one property to the next, so that an end comes after its start.
 * @param place of the value within its object, from 1.
 * @throws Error for a schema that no example is known for.
 */
export function exampleOf(schema: object, place = 1): unknown {
  const shape: Shape = schema;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return exampleOf(shape.anyOf[0], place);
  if (shape.type === "object") return exampleObject(shape);
  if (shape.type === "array" && shape.items) return [exampleOf(shape.items)];
  if (shape.type === "boolean") return true;
  if (shape.type === "number" || shape.type === "integer") {
    return Math.min(Math.max(place, shape.minimum ?? place), shape.maximum ?? place);
  }
  if (shape.type === "string" && shape.format === "date-time") return INSTANT;
  if (shape.type === "string" && shape.format === "uri") return URL;
  if (shape.type === "string" && shape.format === undefined && shape.pattern === undefined) {
    return SENTENCE.padEnd(shape.minLength ?? 0, ".").slice(0, shape.maxLength);
  }
  throw new Error(`test/support/example.ts knows no example for ${JSON.stringify(schema)}`);
}

function exampleObject({ properties = {}, required = [] }: Shape): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name, index) => [name, exampleOf(properties[name] ?? {}, index + 1)]));
}
