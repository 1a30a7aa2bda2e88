/** Thrown by shapes; `archive-format.ts` adds the line number. */
export class ShapeError extends Error {
  constructor(
    readonly reason: string,
    readonly path: readonly (string | number)[] = [],
  ) {
    super(`${path.join(".") || "the entry"} ${reason}`);
  }

  prependKey(key: string | number): ShapeError {
    return new ShapeError(this.reason, [key, ...this.path]);
  }
}

/** Validates and decodes a value of an archive. The shape determines the type, so no text is mistaken for a date. */
export interface Shape<T> {
  /** @param json as `JSON.parse` returns it. @throws ShapeError. */
  read(json: unknown): T;
}

/** The shape of a field that may be absent. */
export interface OptionalShape<T> extends Shape<T> {
  readonly isOptional: true;
}

/** One shape per field; optional exactly if the field is optional. */
export type ShapeFields<T> = {
  readonly [K in keyof T]-?: object extends Pick<T, K> ? OptionalShape<Exclude<T[K], undefined>> : Shape<T[K]>;
};

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** @param isAccepted also narrows the type. */
function primitive<T>(description: string, isAccepted: (json: unknown) => json is T): Shape<T> {
  return {
    read: (json) => {
      if (!isAccepted(json)) throw new ShapeError(`is not ${description}`);
      return json;
    },
  };
}

/** Any string, including unpaired surrogates. */
export const textShape = primitive("a text", (json): json is string => typeof json === "string");
export const booleanShape = primitive("true or false", (json): json is boolean => typeof json === "boolean");
export const trueShape = primitive("true", (json): json is true => json === true);
export const numberShape = primitive("a number", (json): json is number => Number.isFinite(json));
/** A non-negative safe integer. */
export const countShape = primitive(
  "a whole number from 0",
  (json): json is number => Number.isSafeInteger(json) && (json as number) >= 0,
);

/** A text that passes a check of the domain. */
export function textMatching(description: string, isValid: (value: string) => boolean): Shape<string> {
  return primitive(description, (json): json is string => typeof json === "string" && isValid(json));
}

export function oneOfShape<const T extends string>(values: readonly T[]): Shape<T> {
  return primitive(`one of ${values.join(", ")}`, (json): json is T => (values as readonly unknown[]).includes(json));
}

/** `{"$date": "2026-03-02T09:00:00.000Z"}` */
export const dateShape: Shape<Date> = {
  read: (json) => {
    const value = new Date(readOnlyField(json, "$date", "a date"));
    if (Number.isNaN(value.getTime()) || value.toISOString() !== (json as JsonObject)["$date"]) {
      throw new ShapeError("is not a date");
    }
    return value;
  },
};

/** 32-bit floating-point numbers, little-endian: `{"$binary": {"base64": "…", "subType": "00"}}` */
export const vectorShape: Shape<Float32Array> = {
  read: (json) => {
    const binary = isObject(json) ? json["$binary"] : undefined;
    const base64 = isObject(binary) ? binary["base64"] : undefined;
    if (typeof base64 !== "string" || (binary as JsonObject)["subType"] !== "00") throw new ShapeError("is not binary");
    const bytes = Buffer.from(base64, "base64");
    if (bytes.toString("base64") !== base64 || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) {
      throw new ShapeError("is not a vector in base64");
    }
    return bytesToFloats(bytes);
  },
};

export function listShape<T>(element: Shape<T>): Shape<T[]> {
  return {
    read: (json) => {
      if (!Array.isArray(json)) throw new ShapeError("is not a list");
      return json.map((value, index) => readAt(element, value, index));
    },
  };
}

export function pairShape<A, B>(first: Shape<A>, second: Shape<B>): Shape<readonly [A, B]> {
  return {
    read: (json) => {
      if (!Array.isArray(json) || json.length !== 2) throw new ShapeError("is not a pair");
      return [readAt(first, json[0], 0), readAt(second, json[1], 1)];
    },
  };
}

export function nullableShape<T>(shape: Shape<T>): Shape<T | null> {
  return { read: (json) => (json === null ? null : shape.read(json)) };
}

export function optionalShape<T>(shape: Shape<T>): OptionalShape<T> {
  return { read: (json) => shape.read(json), isOptional: true };
}

/** An object with these fields only; unknown fields are rejected because an import would lose them. */
export function objectShape<T extends object>(fields: ShapeFields<T>): Shape<T> {
  const shapes = Object.entries<Shape<unknown> | OptionalShape<unknown>>(fields);
  const knownKeys = new Set(Object.keys(fields));
  return {
    read: (json) => {
      if (!isObject(json)) throw new ShapeError("is not an object");
      const unknownKey = Object.keys(json).find((key) => !knownKeys.has(key));
      if (unknownKey !== undefined) throw new ShapeError("is not a known field", [unknownKey]);
      const entries = shapes.flatMap(([key, shape]) => {
        if (Object.hasOwn(json, key)) return [[key, readAt(shape, json[key], key)] as const];
        if ("isOptional" in shape) return [];
        throw new ShapeError("is missing", [key]);
      });
      return Object.fromEntries(entries) as T;
    },
  };
}

/** Serializes a value as one line of JSON that its shape decodes to an equal value. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, replaceExtended);
}

/** Reads dates from the holder, because `JSON.stringify` has already converted `value` with `toJSON`. */
function replaceExtended(this: JsonObject, key: string, value: unknown): unknown {
  const original = this[key];
  if (original instanceof Date) return { $date: value };
  if (original instanceof Float32Array) return { $binary: { base64: floatsToBase64(original), subType: "00" } };
  return value;
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function floatsToBase64(numbers: Float32Array): string {
  const bytes = Buffer.from(numbers.slice().buffer);
  return (isLittleEndian ? bytes : bytes.swap32()).toString("base64");
}

function bytesToFloats(bytes: Buffer): Float32Array {
  const copy = Uint8Array.from(isLittleEndian ? bytes : bytes.swap32());
  return new Float32Array(copy.buffer);
}

function readAt<T>(shape: Shape<T>, json: unknown, key: string | number): T {
  try {
    return shape.read(json);
  } catch (error) {
    throw error instanceof ShapeError ? error.prependKey(key) : error;
  }
}

function readOnlyField(json: unknown, name: string, description: string): string {
  const value = isObject(json) && Object.keys(json).length === 1 ? json[name] : undefined;
  if (typeof value !== "string") throw new ShapeError(`is not ${description}`);
  return value;
}
