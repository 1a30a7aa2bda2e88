import { DomainError, type Violation } from "./errors.js";

/** A JSON Schema fragment (2020-12), as OpenAPI 3.1 prints it. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a rule answers instead of a value. `under` names the place while the reader unwinds. */
export class Refused {
  constructor(readonly violations: readonly Violation[]) {}

  static because(code: string, message: string): Refused {
    return new Refused([{ path: [], code, message }]);
  }

  under(key: string | number): Refused {
    return new Refused(this.violations.map((violation) => ({ ...violation, path: [key, ...violation.path] })));
  }
}

/** What a value must be, as a value: it reads, it refuses with a reason, and it documents itself. */
export interface Rule<T> {
  read(raw: unknown): T | Refused;
  schema(): Schema;
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Decision 2.8: lengths count Unicode code points, so an emoji outside the BMP counts once. */
export function codePoints(text: string): number {
  let surrogatePairs = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) surrogatePairs += 1;
  }
  return text.length - surrogatePairs;
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A well-formed string of `min` to `max` code points. */
export function text({ min = 0, max = Infinity }: Bounds = {}): Rule<string> {
  return {
    read(raw) {
      if (typeof raw !== "string") return Refused.because("string_type", "Input should be a valid string");
      if (!raw.isWellFormed()) {
        return Refused.because(
          "string_unicode",
          "Input should be a valid string, unable to parse raw data as a unicode string",
        );
      }
      if (raw.length < min || (min > 1 && codePoints(raw) < min)) {
        return Refused.because("string_too_short", `String should have at least ${plural(min, "character")}`);
      }
      if (raw.length > max && codePoints(raw) > max) {
        return Refused.because("string_too_long", `String should have at most ${plural(max, "character")}`);
      }
      return raw;
    },
    schema: () => ({
      type: "string",
      ...(min > 0 ? { minLength: min } : {}),
      ...(max < Infinity ? { maxLength: max } : {}),
    }),
  };
}

/** A finite number of `min` to `max`, both allowed. */
export function finite({ min = -Infinity, max = Infinity }: Bounds = {}): Rule<number> {
  return {
    read(raw) {
      if (typeof raw !== "number") return Refused.because("float_type", "Input should be a valid number");
      if (max < Infinity && !(raw <= max)) {
        return Refused.because("less_than_equal", `Input should be less than or equal to ${max}`);
      }
      if (min > -Infinity && !(raw >= min)) {
        return Refused.because("greater_than_equal", `Input should be greater than or equal to ${min}`);
      }
      if (!Number.isFinite(raw)) return Refused.because("finite_number", "Input should be a finite number");
      return raw;
    },
    schema: () => ({
      type: "number",
      ...(min > -Infinity ? { minimum: min } : {}),
      ...(max < Infinity ? { maximum: max } : {}),
    }),
  };
}

/** One of a closed list of strings. */
export function oneOf<const T extends string>(values: readonly T[]): Rule<T> {
  const allowed = new Set<unknown>(values);
  const quoted = values.map((value) => `'${value}'`);
  const listed = quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}` : quoted.join("");
  return {
    read: (raw) => (allowed.has(raw) ? (raw as T) : Refused.because("enum", `Input should be ${listed}`)),
    schema: () => ({ type: "string", enum: [...values] }),
  };
}

/** A list whose length is checked before any of its elements is read. */
export function list<T>(element: Rule<T>, { min = 0, max = Infinity }: Bounds = {}): Rule<T[]> {
  return {
    read(raw) {
      if (!Array.isArray(raw)) return Refused.because("list_type", "Input should be a valid list");
      const wrongLength = listLength(raw.length, { min, max });
      if (wrongLength) return wrongLength;
      return readElements(raw, (value) => element.read(value));
    },
    schema: () => listSchema(element.schema(), { min, max }),
  };
}

/** The verdict on a list's length alone, shared with the edge's list rule. */
export function listLength(length: number, { min = 0, max = Infinity }: Bounds): Refused | undefined {
  if (length < min) {
    return Refused.because(
      "too_short",
      `List should have at least ${plural(min, "item")} after validation, not ${length}`,
    );
  }
  if (length > max) {
    return Refused.because(
      "too_long",
      `List should have at most ${plural(max, "item")} after validation, not ${length}`,
    );
  }
  return undefined;
}

export function listSchema(items: Schema, { min = 0, max = Infinity }: Bounds): Schema {
  return { type: "array", items, ...(min > 0 ? { minItems: min } : {}), ...(max < Infinity ? { maxItems: max } : {}) };
}

/** All refusals are reported together, each under its index; no more is read once there are `most` of them. */
export function readElements<T>(
  raw: readonly unknown[],
  read: (value: unknown) => T | Refused,
  most = Infinity,
): T[] | Refused {
  const values: T[] = [];
  const violations: Violation[] = [];
  for (let i = 0; i < raw.length && violations.length < most; i += 1) {
    const value = read(raw[i]);
    if (value instanceof Refused) violations.push(...value.under(i).violations);
    else values.push(value);
  }
  return violations.length > 0 ? new Refused(violations) : values;
}

/** `null`, or what the rule allows. */
export function nullable<T>(rule: Rule<T>): Rule<T | null> {
  return {
    read: (raw) => (raw === null ? null : rule.read(raw)),
    schema: () => ({ anyOf: [rule.schema(), { type: "null" }] }),
  };
}

type RulesOf<S> = { readonly [K in keyof S]?: Rule<S[K]> };

/**
 * Checks the named fields of `state`, each by its rule.
 * @param before what is the same in it was checked when it came: it may be older than the rule of today.
 * @throws DomainError `invalid` with every violation found.
 */
export function ensure<S extends object>(rules: RulesOf<S>, state: S, before?: S): void {
  throwAny(violationsOf(rules, state, before));
}

/**
 * Checks several inputs that come together: how many they are, then the named fields of each.
 * @throws DomainError `invalid` with every violation found, each under its index.
 */
export function ensureEach<S extends object>(rules: RulesOf<S>, inputs: readonly S[], bounds: Bounds): void {
  throwAny(listLength(inputs.length, bounds)?.violations ?? []);
  throwAny(inputs.flatMap((input, index) => new Refused(violationsOf(rules, input)).under(index).violations));
}

function violationsOf<S extends object>(rules: RulesOf<S>, state: S, before?: S): Violation[] {
  return (Object.keys(rules) as (keyof S & string)[]).flatMap((key) => {
    if (before && Object.is(before[key], state[key])) return [];
    const verdict = rules[key]?.read(state[key]);
    return verdict instanceof Refused ? verdict.under(key).violations : [];
  });
}

function throwAny(violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  throw new DomainError("invalid", "invalid", violations.map(describe).join("; "), violations);
}

const describe = ({ path, message }: Violation): string => [path.join("."), message].filter(Boolean).join(": ");
