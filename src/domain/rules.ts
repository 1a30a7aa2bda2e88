import { createViolation, DomainError, type Violation } from "./errors.js";
import type { ViolationArguments, ViolationCode } from "./error-messages.js";

/** A JSON Schema fragment (2020-12), as OpenAPI 3.1 prints it. */
export type Schema = Readonly<Record<string, unknown>>;

/** The result of a rule that rejects a value. `prefixPath` adds each enclosing key to the paths of the violations. */
export class ValidationFailure {
  constructor(readonly violations: readonly Violation[]) {}

  /** Creates the failure of a rule that has a code and a message of its own. */
  static create(code: string, message: string): ValidationFailure {
    return new ValidationFailure([{ path: [], code, message }]);
  }

  prefixPath(key: string | number): ValidationFailure {
    return new ValidationFailure(
      this.violations.map((violation) => ({ ...violation, path: [key, ...violation.path] })),
    );
  }
}

/** A rule for a value. It parses the value, rejects it with a reason, and describes itself as JSON Schema. */
export interface Rule<T> {
  read(raw: unknown): T | ValidationFailure;
  schema(): Schema;
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Counts Unicode code points: an emoji outside the BMP counts once. Expects a well-formed text. */
export function countCodePoints(text: string): number {
  let surrogatePairs = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) surrogatePairs += 1;
  }
  return text.length - surrogatePairs;
}

function fail<C extends ViolationCode>(code: C, ...parameters: ViolationArguments<C>): ValidationFailure {
  return new ValidationFailure([createViolation(code, ...parameters)]);
}

/** A well-formed string of `min` to `max` code points. */
export function text({ min = 0, max = Infinity }: Bounds = {}): Rule<string> {
  return {
    read(raw) {
      if (typeof raw !== "string") return fail("string_type");
      if (!raw.isWellFormed()) return fail("string_unicode");
      if (raw.length < min || (min > 1 && countCodePoints(raw) < min)) return fail("string_too_short", { min });
      if (raw.length > max && countCodePoints(raw) > max) return fail("string_too_long", { max });
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
      if (typeof raw !== "number") return fail("float_type");
      if (max < Infinity && !(raw <= max)) return fail("less_than_equal", { max });
      if (min > -Infinity && !(raw >= min)) return fail("greater_than_equal", { min });
      if (!Number.isFinite(raw)) return fail("finite_number");
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
  return {
    read: (raw) => (allowed.has(raw) ? (raw as T) : fail("enum", { values })),
    schema: () => ({ type: "string", enum: [...values] }),
  };
}

/** A list. Its length is checked before any element is read. */
export function list<T>(element: Rule<T>, { min = 0, max = Infinity }: Bounds = {}): Rule<T[]> {
  return {
    read(raw) {
      if (!Array.isArray(raw)) return fail("list_type");
      const lengthFailure = checkListLength(raw.length, { min, max });
      if (lengthFailure) return lengthFailure;
      return readElements(raw, (value) => element.read(value));
    },
    schema: () => createListSchema(element.schema(), { min, max }),
  };
}

/** Checks only the length of a list; shared with the list rule of the HTTP adapter. */
export function checkListLength(length: number, { min = 0, max = Infinity }: Bounds): ValidationFailure | undefined {
  if (length < min) return fail("too_short", { min, length });
  if (length > max) return fail("too_long", { max, length });
  return undefined;
}

export function createListSchema(items: Schema, { min = 0, max = Infinity }: Bounds): Schema {
  return { type: "array", items, ...(min > 0 ? { minItems: min } : {}), ...(max < Infinity ? { maxItems: max } : {}) };
}

/**
 * Reads the elements of a list and reports all violations together, each under its index. Stops reading when there are
 * `maxViolations` violations.
 */
export function readElements<T>(
  raw: readonly unknown[],
  read: (value: unknown) => T | ValidationFailure,
  maxViolations = Infinity,
): T[] | ValidationFailure {
  const values: T[] = [];
  const violations: Violation[] = [];
  for (let index = 0; index < raw.length && violations.length < maxViolations; index += 1) {
    const value = read(raw[index]);
    if (value instanceof ValidationFailure) violations.push(...value.prefixPath(index).violations);
    else values.push(value);
  }
  return violations.length > 0 ? new ValidationFailure(violations) : values;
}

/** `null`, or a value that the rule accepts. */
export function nullable<T>(rule: Rule<T>): Rule<T | null> {
  return {
    read: (raw) => (raw === null ? null : rule.read(raw)),
    schema: () => ({ anyOf: [rule.schema(), { type: "null" }] }),
  };
}

type RulesOf<S> = { readonly [K in keyof S]?: Rule<S[K]> };

/**
 * Checks the named fields of `state`, each with its rule.
 * @param previous the state before the change. Unchanged fields are not checked again, because a stored value may be
 *   older than the present rule.
 * @throws DomainError `invalid` with every violation found.
 */
export function ensure<S extends object>(rules: RulesOf<S>, state: S, previous?: S): void {
  throwIfAny(findViolations(rules, state, previous));
}

/**
 * Checks several inputs of one request: their number, then the named fields of each.
 * @throws DomainError `invalid` with every violation found, each under its index.
 */
export function ensureEach<S extends object>(rules: RulesOf<S>, inputs: readonly S[], bounds: Bounds): void {
  throwIfAny(checkListLength(inputs.length, bounds)?.violations ?? []);
  throwIfAny(
    inputs.flatMap((input, index) => new ValidationFailure(findViolations(rules, input)).prefixPath(index).violations),
  );
}

function findViolations<S extends object>(rules: RulesOf<S>, state: S, previous?: S): Violation[] {
  return (Object.keys(rules) as (keyof S & string)[]).flatMap((key) => {
    if (previous && Object.is(previous[key], state[key])) return [];
    const result = rules[key]?.read(state[key]);
    return result instanceof ValidationFailure ? result.prefixPath(key).violations : [];
  });
}

/** @throws DomainError `invalid` with these violations, unless there are none. */
export function throwIfAny(violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  throw new DomainError("invalid", "invalid", violations.map(formatViolation).join("; "), { violations });
}

const formatViolation = ({ path, message }: Violation): string => [path.join("."), message].filter(Boolean).join(" ");
