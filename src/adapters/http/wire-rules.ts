import { sources, type Source } from "../../domain/conversation.js";
import { drawnIn } from "../../domain/instant.js";
import { VIOLATIONS_REPORTED } from "../../domain/limits.js";
import {
  finite,
  listLength,
  listSchema,
  oneOf,
  readElements,
  Refused,
  text,
  type Bounds,
  type Rule,
} from "../../domain/rules.js";
import { isBlank, trimmed } from "../../domain/white-space.js";
import { dateTimeIn, dateTimeOf } from "./date-time.js";
import type { WireRule } from "./field.js";
import { integerIn, numberIn } from "./numerals.js";
import type { WireNames } from "./wire-names.js";

const anyText = text();

/** What is no well-formed text is refused as such, whatever was to be read in it. */
export function within<T>(raw: unknown, read: (text: string) => T | Refused): T | Refused {
  const given = anyText.read(raw);
  return given instanceof Refused ? given : read(given);
}

/** A text whose length counts without the white space around it (decision 2.8); nothing else is the domain's to refuse. */
export function title(bounds: Bounds): WireRule<string> {
  const counted = text(bounds);
  return {
    read: (raw) => counted.read(typeof raw === "string" && !isBlank(raw) ? trimmed(raw) : raw),
    schema: () => counted.schema(),
  };
}

/** A text that documentation tells to be a URL; which ones may be named is the domain's to say. */
export function url(rule: Rule<string>): WireRule<string> {
  return { read: (raw) => rule.read(raw), schema: () => ({ ...rule.schema(), format: "uri" }) };
}

const integerRefused = {
  type: Refused.because("int_type", "Input should be a valid integer"),
  infinite: Refused.because("finite_number", "Input should be a finite number"),
  fraction: Refused.because("int_from_float", "Input should be a valid integer, got a number with a fractional part"),
  text: Refused.because("int_parsing", "Input should be a valid integer, unable to parse string as an integer"),
  size: Refused.because("int_parsing_size", "Unable to parse input string as an integer, exceeded maximum size"),
};

/** A whole number, also as a text or a boolean. Finite; beyond 2^53 it is the nearest that a double can hold. */
export function integer(bounds: Bounds = {}): WireRule<number> {
  const size = finite(bounds);
  return {
    read(raw) {
      const value = wholeNumber(raw);
      return value instanceof Refused ? value : size.read(value);
    },
    schema: () => ({ ...size.schema(), type: "integer" }),
  };
}

function wholeNumber(raw: unknown): number | Refused {
  if (typeof raw === "number") {
    if (Number.isInteger(raw)) return raw + 0;
    return Number.isFinite(raw) ? integerRefused.fraction : integerRefused.infinite;
  }
  if (typeof raw === "boolean") return Number(raw);
  if (typeof raw !== "string") return integerRefused.type;
  return within(raw, (given) => {
    const value = integerIn(given);
    return value === "too_long" ? integerRefused.size : (value ?? integerRefused.text);
  });
}

/** A whole number, drawn into `min` to `max` and never refused for its size. */
export function clamped({ min, max }: Required<Bounds>): WireRule<number> {
  const any = integer();
  return {
    read(raw, names) {
      const value = any.read(raw, names);
      return value instanceof Refused ? value : Math.min(Math.max(value, min), max);
    },
    schema: (renderer) => any.schema(renderer),
  };
}

const notNumberText = Refused.because(
  "float_parsing",
  "Input should be a valid number, unable to parse string as a number",
);

/** A number as the domain's rule wants it, also as a text or a boolean. */
export function number(rule: Rule<number> = finite()): WireRule<number> {
  return {
    read(raw) {
      if (typeof raw === "boolean") return rule.read(Number(raw));
      if (typeof raw !== "string") return rule.read(raw);
      return within(raw, (given) => {
        const value = numberIn(given);
        return value === undefined ? notNumberText : rule.read(value);
      });
    },
    schema: () => rule.schema(),
  };
}

const flags: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "y", "on", "yes", "true"].map((word) => [word, true] as const),
  ...["0", "f", "n", "no", "off", "false"].map((word) => [word, false] as const),
]);

const flagRefused = {
  type: Refused.because("bool_type", "Input should be a valid boolean"),
  value: Refused.because("bool_parsing", "Input should be a valid boolean, unable to interpret input"),
};

const INT64 = 2 ** 63;

/** A boolean, also as 0 or 1 or one of a few words. */
export function flag(): WireRule<boolean> {
  return {
    read(raw) {
      if (typeof raw === "boolean") return raw;
      if (typeof raw === "number") {
        if (raw === 0 || raw === 1) return raw === 1;
        return Number.isInteger(raw) && raw >= -INT64 && raw < INT64 ? flagRefused.value : flagRefused.type;
      }
      if (typeof raw !== "string") return flagRefused.type;
      return within(raw, (given) => flags.get(given.toLowerCase()) ?? flagRefused.value);
    },
    schema: () => ({ type: "boolean" }),
  };
}

const notDateTime = Refused.because("datetime_type", "Input should be a valid datetime");

/** A date-time, a date alone, or a Unix time; UTC where it names no offset (decision 4.3). */
export function instant(): WireRule<Date> {
  return {
    read(raw) {
      if (typeof raw === "number") return dateTimeOf(raw);
      return typeof raw === "string" ? within(raw, dateTimeIn) : notDateTime;
    },
    schema: () => ({ type: "string", format: "date-time" }),
  };
}

/** An instant that bounds a list: one beyond all that a date-time can name is the last that one can, and bounds no less. */
export function bound(): WireRule<Date> {
  const any = instant();
  return {
    read(raw, names) {
      const value = any.read(raw, names);
      return value instanceof Refused ? value : drawnIn(value);
    },
    schema: (renderer) => any.schema(renderer),
  };
}

/** `null`, or what the rule allows. */
export function nullable<T>(rule: WireRule<T>): WireRule<T | null> {
  return {
    read: (raw, names) => (raw === null ? null : rule.read(raw, names)),
    schema: (renderer) => ({ anyOf: [rule.schema(renderer), { type: "null" }] }),
  };
}

/** A list whose length is checked before any of its elements is read. */
export function list<T>(element: WireRule<T>, bounds: Bounds = {}): WireRule<T[]> {
  return {
    read(raw, names) {
      if (!Array.isArray(raw)) return notList;
      return (
        listLength(raw.length, bounds) ?? readElements(raw, (value) => element.read(value, names), VIOLATIONS_REPORTED)
      );
    },
    schema: (renderer) => listSchema(element.schema(renderer), bounds),
  };
}

const notList = Refused.because("list_type", "Input should be a valid list");

/** Several texts in one, between commas. Space around them, empty ones and repetitions count for nothing. */
export function commaSeparated(): WireRule<string[]> {
  return {
    read: (raw) =>
      within(raw, (given) => {
        const texts = given.split(",").map(trimmed);
        return [...new Set(texts)].filter((each) => each !== "");
      }),
    schema: () => anyText.schema(),
  };
}

/** Where a conversation came from, by the table's name for it. */
export function source(): WireRule<Source> {
  const byNames = new WeakMap<WireNames, Rule<Source>>();
  const rule = (names: WireNames): Rule<Source> => {
    let known = byNames.get(names);
    if (!known) byNames.set(names, (known = sourceRule(names)));
    return known;
  };
  return { read: (raw, names) => rule(names).read(raw), schema: ({ names }) => rule(names).schema() };
}

function sourceRule(names: WireNames): Rule<Source> {
  const wire = oneOf(sources.map((each) => names.sources[each]));
  const own = new Map(sources.map((each) => [names.sources[each], each]));
  return {
    read: (raw) => {
      const name = wire.read(raw);
      return name instanceof Refused ? name : (own.get(name) ?? "unknown");
    },
    schema: () => wire.schema(),
  };
}

const anyInstant = instant();

/** An instant as answers write it: UTC, milliseconds, `Z` (decision 2.9). */
export function timestamp(): WireRule<string> {
  return {
    read(raw, names) {
      const value = anyInstant.read(raw, names);
      return value instanceof Refused ? value : value.toISOString();
    },
    schema: (renderer) => anyInstant.schema(renderer),
  };
}
