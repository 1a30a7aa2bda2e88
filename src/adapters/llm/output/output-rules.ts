import { EMPTY_SUMMARY } from "../../../domain/conversation/summary-result.js";
import type { Violation } from "../../../domain/errors.js";
import { isInTimestampRange } from "../../../domain/time/timestamps.js";
import {
  finite,
  list,
  createListSchema,
  nullable,
  ValidationFailure,
  type Rule,
  type Schema,
} from "../../../domain/rules.js";
import { sanitizeGeneratedText, type AllowedUrls } from "../../../domain/text/sanitize-generated-text.js";
import { parseLocalDateTime } from "../prompt/local-date-time.js";

/** Longer fields, in UTF-16 code units, are not sanitized: every rule rejects them. */
const MAX_RAW_LENGTH = 5_000;

type MemberRules<T> = { readonly [K in keyof T]: Rule<T[K]> };

/**
 * Accepts an object with these members and ignores others. The schema requires all of them and allows no other, as
 * endpoints demand for strict schemas.
 */
export function objectRule<T extends object>(rules: MemberRules<T>): Rule<T> {
  const memberNames = Object.keys(rules) as (keyof T & string)[];
  return {
    read(raw) {
      if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
        return ValidationFailure.create("object_type", "Input should be an object");
      }
      const violations: Violation[] = [];
      const members = memberNames.map((name) => {
        const rawValue: unknown = Object.hasOwn(raw, name)
          ? (raw as Readonly<Record<string, unknown>>)[name]
          : undefined;
        const value = rules[name].read(rawValue);
        if (value instanceof ValidationFailure) violations.push(...value.prefixPath(name).violations);
        return [name, value] as const;
      });
      return violations.length > 0 ? new ValidationFailure(violations) : (Object.fromEntries(members) as T);
    },
    schema: () => ({
      type: "object",
      properties: Object.fromEntries(memberNames.map((name) => [name, rules[name].schema()])),
      required: memberNames,
      additionalProperties: false,
    }),
  };
}

/**
 * Applies `rule` to the sanitized text. The schema states the length in its description, because not every endpoint
 * supports length keywords.
 * @param allowedUrls URLs and host names that the text may contain, see `sanitizeGeneratedText`.
 */
export function generatedTextRule(rule: Rule<string>, description: string, allowedUrls: AllowedUrls): Rule<string> {
  return {
    read(raw) {
      const canSanitize = typeof raw === "string" && raw.length <= MAX_RAW_LENGTH;
      return rule.read(canSanitize ? sanitizeGeneratedText(raw.toWellFormed(), allowedUrls) : raw);
    },
    schema: () => ({ type: "string", description }),
  };
}

/** `RGI_Emoji` matches a complete emoji sequence without invisible characters after it. */
const leadingEmoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})/v;

/** Accepts text that begins with an emoji and returns only that emoji. */
export const emojiRule: Rule<string> = {
  read(raw) {
    const [first] = (typeof raw === "string" && leadingEmoji.exec(raw.trim())) || [];
    return first ?? ValidationFailure.create("emoji", `Input should be one emoji such as ${EMPTY_SUMMARY.emoji}`);
  },
  schema: () => ({ type: "string", description: "One emoji." }),
};

export const booleanRule: Rule<boolean> = {
  read: (raw) =>
    typeof raw === "boolean" ? raw : ValidationFailure.create("bool_type", "Input should be true or false"),
  schema: () => ({ type: "boolean" }),
};

/**
 * Parses a date and time.
 * @param timeZone IANA name; applies to a time without an offset.
 * @param earliest earlier times are rejected.
 */
export function dateTimeRule(timeZone: string, earliest?: Date): Rule<Date> {
  return {
    read(raw) {
      const instant = typeof raw === "string" ? parseLocalDateTime(raw, timeZone) : undefined;
      if (!instant || !isInTimestampRange(instant)) {
        return ValidationFailure.create("datetime", "Input should be a date and time such as 2026-03-02T09:00");
      }
      if (earliest && instant < earliest) {
        return ValidationFailure.create(
          "datetime_past",
          "Input should not be before the day of the conversation; else null",
        );
      }
      return instant;
    },
    schema: () => ({ type: "string", description: "Local date and time, such as 2026-03-02T09:00; or a date alone." }),
  };
}

export const nullableRule = nullable;

/** Accepts a duration of 1 to `maxMinutes` minutes and rounds it to a whole number. */
export function minutesRule(maxMinutes: number): Rule<number> {
  const rule = finite({ min: 1, max: maxMinutes });
  return {
    read(raw) {
      const value = rule.read(raw);
      return value instanceof ValidationFailure ? value : Math.round(value);
    },
    schema: () => ({ type: "integer" }),
  };
}

/** Accepts a non-empty list of existing segment numbers and returns the segment IDs without duplicates. */
export function segmentReferencesRule(idByNumber: ReadonlyMap<number, string>): Rule<string[]> {
  const rule = list<string>(
    {
      read: (raw) =>
        (typeof raw === "number" && idByNumber.get(raw)) ||
        ValidationFailure.create("segment", "Input should be the number of a segment"),
      schema: () => ({ type: "integer" }),
    },
    { min: 1 },
  );
  return {
    read(raw) {
      const numbersRead = rule.read(raw);
      return numbersRead instanceof ValidationFailure ? numbersRead : [...new Set(numbersRead)];
    },
    schema: () => createListSchema({ type: "integer" }, {}),
  };
}

/** Maps a number to its target; any other value becomes null, because it is not worth a repair request. */
export function mappedNumberRule(targetByNumber: ReadonlyMap<number, number>): Rule<number | null> {
  return {
    read: (raw) => (typeof raw === "number" ? (targetByNumber.get(raw) ?? null) : null),
    schema: () => ({ anyOf: [{ type: "integer" }, { type: "null" }] }),
  };
}

/** Checks the length of a list on reading but omits it from the schema: not every endpoint supports `maxItems`. */
export function boundedListRule<T>(element: Rule<T>, maxItems: number): Rule<T[]> {
  return {
    read: (raw) => list(element, { max: maxItems }).read(raw),
    schema: (): Schema => createListSchema(element.schema(), {}),
  };
}
