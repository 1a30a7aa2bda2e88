interface SchemaShape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaShape[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: SchemaShape;
  readonly properties?: Readonly<Record<string, SchemaShape>>;
  readonly required?: readonly string[];
}

/** Long enough to be stored as a conversation, short enough for a name. */
const EXAMPLE_SENTENCE = "I'll send Ana the budget for the launch of the garden app by Friday.";
const EXAMPLE_URL = "https://garden.example/notifications";
const EXAMPLE_TIMESTAMP = "2026-01-05T09:00:00.000Z";

/**
 * Creates a small value that a JSON Schema allows: the required properties of an object, or its first one if none is
 * required. Numbers grow from one property to the next, so that an end is greater than its start.
 * @param position of the value within its object, from 1.
 * @throws Error for a schema without a known example.
 */
export function createExample(schema: object, position = 1): unknown {
  const shape: SchemaShape = schema;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return createExample(shape.anyOf[0], position);
  if (shape.type === "object") return createExampleObject(shape);
  if (shape.type === "array" && shape.items) return [createExample(shape.items)];
  if (shape.type === "boolean") return true;
  if (shape.type === "number" || shape.type === "integer") {
    return Math.min(Math.max(position, shape.minimum ?? position), shape.maximum ?? position);
  }
  if (shape.type === "string" && shape.format === "date-time") return EXAMPLE_TIMESTAMP;
  if (shape.type === "string" && shape.format === "uri") return EXAMPLE_URL;
  if (shape.type === "string" && shape.format === undefined && shape.pattern === undefined) {
    return EXAMPLE_SENTENCE.padEnd(shape.minLength ?? 0, ".").slice(0, shape.maxLength);
  }
  throw new Error(`test/support/schema-example.ts knows no example for ${JSON.stringify(schema)}`);
}

function createExampleObject({ properties = {}, required = [] }: SchemaShape): Record<string, unknown> {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(names.map((name, index) => [name, createExample(properties[name] ?? {}, index + 1)]));
}
