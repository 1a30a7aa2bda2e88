import { conversationSources, type ConversationSource } from "../../../domain/conversation/conversation-state.js";
import { clampToTimestampRange } from "../../../domain/time/timestamps.js";
import { MAX_REPORTED_VIOLATIONS } from "../../../domain/limits.js";
import {
  finite,
  checkListLength,
  createListSchema,
  oneOf,
  readElements,
  ValidationFailure,
  text,
  type Bounds,
  type Rule,
} from "../../../domain/rules.js";
import { isBlank, trimWhiteSpace } from "../../../domain/text/normalize-text.js";
import { parseDateTime, parseUnixTime } from "./parsing/date-time-parsing.js";
import type { FieldParser } from "./dto-fields.js";
import { parseInteger, parseNumber } from "./parsing/number-parsing.js";
import type { NamingProfile } from "./naming-profile.js";

const anyTextRule = text();

/** Parses a well-formed string; any other value fails with the violation of a text. */
export function parseText<T>(raw: unknown, parse: (text: string) => T | ValidationFailure): T | ValidationFailure {
  const result = anyTextRule.read(raw);
  return result instanceof ValidationFailure ? result : parse(result);
}

/**
 * A text that is trimmed before its length is checked (decision 2.8). A blank text is not trimmed, because the domain
 * rejects it.
 */
export function trimmedText(bounds: Bounds): FieldParser<string> {
  const lengthRule = text(bounds);
  return {
    read: (raw) => lengthRule.read(typeof raw === "string" && !isBlank(raw) ? trimWhiteSpace(raw) : raw),
    schema: () => lengthRule.schema(),
  };
}

/** A text with the format `uri` in the schema; the domain decides which URLs are allowed. */
export function url(rule: Rule<string>): FieldParser<string> {
  return { read: (raw) => rule.read(raw), schema: () => ({ ...rule.schema(), format: "uri" }) };
}

const INTEGER_FAILURES = {
  type: ValidationFailure.create("int_type", "Input should be a valid integer"),
  infinite: ValidationFailure.create("finite_number", "Input should be a finite number"),
  fraction: ValidationFailure.create(
    "int_from_float",
    "Input should be a valid integer, got a number with a fractional part",
  ),
  text: ValidationFailure.create(
    "int_parsing",
    "Input should be a valid integer, unable to parse string as an integer",
  ),
  size: ValidationFailure.create(
    "int_parsing_size",
    "Unable to parse input string as an integer, exceeded maximum size",
  ),
};

/** An integer, also as a text or a boolean. The result is finite; beyond 2^53 it is the nearest double. */
export function lenientInteger(bounds: Bounds = {}): FieldParser<number> {
  const rangeRule = finite(bounds);
  return {
    read(raw) {
      const value = parseWholeNumber(raw);
      return value instanceof ValidationFailure ? value : rangeRule.read(value);
    },
    schema: () => ({ ...rangeRule.schema(), type: "integer" }),
  };
}

function parseWholeNumber(raw: unknown): number | ValidationFailure {
  if (typeof raw === "number") {
    if (Number.isInteger(raw)) return raw + 0;
    return Number.isFinite(raw) ? INTEGER_FAILURES.fraction : INTEGER_FAILURES.infinite;
  }
  if (typeof raw === "boolean") return Number(raw);
  if (typeof raw !== "string") return INTEGER_FAILURES.type;
  return parseText(raw, (input) => {
    const value = parseInteger(input);
    return value === "too_long" ? INTEGER_FAILURES.size : (value ?? INTEGER_FAILURES.text);
  });
}

/** An integer that is clamped to the range `min` to `max` instead of being rejected. */
export function clampedInteger({ min, max }: Required<Bounds>): FieldParser<number> {
  const integerParser = lenientInteger();
  return {
    read(raw, naming) {
      const value = integerParser.read(raw, naming);
      return value instanceof ValidationFailure ? value : Math.min(Math.max(value, min), max);
    },
    schema: (renderer) => integerParser.schema(renderer),
  };
}

const NUMBER_PARSING_FAILURE = ValidationFailure.create(
  "float_parsing",
  "Input should be a valid number, unable to parse string as a number",
);

/** A number that `rule` accepts, also as a text or a boolean. */
export function lenientNumber(rule: Rule<number> = finite()): FieldParser<number> {
  return {
    read(raw) {
      if (typeof raw === "boolean") return rule.read(Number(raw));
      if (typeof raw !== "string") return rule.read(raw);
      return parseText(raw, (input) => {
        const value = parseNumber(input);
        return value === undefined ? NUMBER_PARSING_FAILURE : rule.read(value);
      });
    },
    schema: () => rule.schema(),
  };
}

const BOOLEAN_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "y", "on", "yes", "true"].map((word) => [word, true] as const),
  ...["0", "f", "n", "no", "off", "false"].map((word) => [word, false] as const),
]);

const BOOLEAN_FAILURES = {
  type: ValidationFailure.create("bool_type", "Input should be a valid boolean"),
  value: ValidationFailure.create("bool_parsing", "Input should be a valid boolean, unable to interpret input"),
};

const INT64_LIMIT = 2 ** 63;

/** A boolean, also as 0, 1 or one of `BOOLEAN_WORDS`. */
export function lenientBoolean(): FieldParser<boolean> {
  return {
    read(raw) {
      if (typeof raw === "boolean") return raw;
      if (typeof raw === "number") {
        if (raw === 0 || raw === 1) return raw === 1;
        return Number.isInteger(raw) && raw >= -INT64_LIMIT && raw < INT64_LIMIT
          ? BOOLEAN_FAILURES.value
          : BOOLEAN_FAILURES.type;
      }
      if (typeof raw !== "string") return BOOLEAN_FAILURES.type;
      return parseText(raw, (input) => BOOLEAN_WORDS.get(input.toLowerCase()) ?? BOOLEAN_FAILURES.value);
    },
    schema: () => ({ type: "boolean" }),
  };
}

const DATE_TIME_TYPE_FAILURE = ValidationFailure.create("datetime_type", "Input should be a valid datetime");

/** A date-time, a date or a Unix time; UTC if it has no offset (decision 4.3). */
export function lenientDateTime(): FieldParser<Date> {
  return {
    read(raw) {
      if (typeof raw === "number") return parseUnixTime(raw);
      return typeof raw === "string" ? parseText(raw, parseDateTime) : DATE_TIME_TYPE_FAILURE;
    },
    schema: () => ({ type: "string", format: "date-time" }),
  };
}

/**
 * A date-time that bounds a list. A time outside of the range of stored timestamps becomes the nearest bound, which
 * selects the same items.
 */
export function dateBound(): FieldParser<Date> {
  const parser = lenientDateTime();
  return {
    read(raw, naming) {
      const value = parser.read(raw, naming);
      return value instanceof ValidationFailure ? value : clampToTimestampRange(value);
    },
    schema: (renderer) => parser.schema(renderer),
  };
}

/** `null`, or a value that `rule` accepts. */
export function nullableParser<T>(rule: FieldParser<T>): FieldParser<T | null> {
  return {
    read: (raw, naming) => (raw === null ? null : rule.read(raw, naming)),
    schema: (renderer) => ({ anyOf: [rule.schema(renderer), { type: "null" }] }),
  };
}

/** A list whose length is checked before its elements are read. */
export function arrayOf<T>(element: FieldParser<T>, bounds: Bounds = {}): FieldParser<T[]> {
  return {
    read(raw, naming) {
      if (!Array.isArray(raw)) return LIST_TYPE_FAILURE;
      return (
        checkListLength(raw.length, bounds) ??
        readElements(raw, (value) => element.read(value, naming), MAX_REPORTED_VIOLATIONS)
      );
    },
    schema: (renderer) => createListSchema(element.schema(renderer), bounds),
  };
}

const LIST_TYPE_FAILURE = ValidationFailure.create("list_type", "Input should be a valid list");

/** A comma-separated list of texts. White space around them, empty parts and repetitions are dropped. */
export function commaSeparated(): FieldParser<string[]> {
  return {
    read: (raw) =>
      parseText(raw, (input) => {
        const parts = input.split(",").map(trimWhiteSpace);
        return [...new Set(parts)].filter((part) => part !== "");
      }),
    schema: () => anyTextRule.schema(),
  };
}

/** The source of a conversation, by its wire name in the naming profile. */
export function conversationSource(): FieldParser<ConversationSource> {
  const rulesByProfile = new WeakMap<NamingProfile, Rule<ConversationSource>>();
  const getRule = (naming: NamingProfile): Rule<ConversationSource> => {
    let rule = rulesByProfile.get(naming);
    if (!rule) rulesByProfile.set(naming, (rule = createSourceRule(naming)));
    return rule;
  };
  return { read: (raw, naming) => getRule(naming).read(raw), schema: ({ naming }) => getRule(naming).schema() };
}

function createSourceRule(naming: NamingProfile): Rule<ConversationSource> {
  const wireNameRule = oneOf(conversationSources.map((source) => naming.sourceNames[source]));
  const sourcesByWireName = new Map(conversationSources.map((source) => [naming.sourceNames[source], source]));
  return {
    read: (raw) => {
      const result = wireNameRule.read(raw);
      return result instanceof ValidationFailure ? result : (sourcesByWireName.get(result) ?? "unknown");
    },
    schema: () => wireNameRule.schema(),
  };
}

const timestampParser = lenientDateTime();

/** A date-time, converted to the format of responses: UTC, milliseconds, `Z`. */
export function timestamp(): FieldParser<string> {
  return {
    read(raw, naming) {
      const value = timestampParser.read(raw, naming);
      return value instanceof ValidationFailure ? value : value.toISOString();
    },
    schema: (renderer) => timestampParser.schema(renderer),
  };
}
