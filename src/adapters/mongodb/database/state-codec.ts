import { Binary, type Document } from "mongodb";

/**
 * User-defined binary subtype of a text that is not well-formed UTF-16, which no BSON string can hold. Its bytes are
 * the code units in little-endian order.
 */
const UTF16_SUBTYPE = 0x80;

/**
 * Encodes the state of an aggregate as a BSON document that `decodeState` restores exactly. Dates and numbers are
 * unchanged; undefined members are omitted.
 */
export function encodeState(state: object): Document {
  return encodeValue(state) as Document;
}

/** Restores the state that was passed to `encodeState`. */
export function decodeState(document: Document): object {
  return decodeValue(document) as object;
}

/** Encodes text as a BSON string, or as binary if it contains an unpaired surrogate. */
export function encodeText(text: string): string | Binary {
  return text.isWellFormed() ? text : new Binary(Buffer.from(text, "utf16le"), UTF16_SUBTYPE);
}

function encodeValue(value: unknown): unknown {
  if (typeof value === "string") return encodeText(value);
  if (Array.isArray(value)) return value.map(encodeValue);
  return isPlainObject(value) ? mapMembers(value, encodeValue) : value;
}

function decodeValue(value: unknown): unknown {
  if (value instanceof Binary && value.sub_type === UTF16_SUBTYPE)
    return Buffer.from(value.value()).toString("utf16le");
  if (Array.isArray(value)) return value.map(decodeValue);
  return isPlainObject(value) ? mapMembers(value, decodeValue) : value;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function mapMembers(members: Readonly<Record<string, unknown>>, convert: (value: unknown) => unknown): object {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) result[name] = convert(value);
  return result;
}
