import { noSummary } from "../../domain/digest.js";
import type { Violation } from "../../domain/errors.js";
import { isPresentable } from "../../domain/instant.js";
import { finite, list, listSchema, nullable, Refused, type Rule, type Schema } from "../../domain/rules.js";
import { cleaned, type Said } from "../../domain/written-text.js";
import { instantOf } from "./local-date-time.js";

/** No field of an answer needs as many UTF-16 units; what is longer is not worth cleaning. */
const LONGEST_RAW = 5_000;

type RulesOf<T> = { readonly [K in keyof T]: Rule<T[K]> };

/** An object with these members; others are passed over. Endpoints want all of them required, and no other allowed. */
export function object<T extends object>(rules: RulesOf<T>): Rule<T> {
  const names = Object.keys(rules) as (keyof T & string)[];
  return {
    read(raw) {
      if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
        return Refused.because("object_type", "Input should be an object");
      }
      const violations: Violation[] = [];
      const members = names.map((name) => {
        const given: unknown = Object.hasOwn(raw, name) ? (raw as Readonly<Record<string, unknown>>)[name] : undefined;
        const value = rules[name].read(given);
        if (value instanceof Refused) violations.push(...value.under(name).violations);
        return [name, value] as const;
      });
      return violations.length > 0 ? new Refused(violations) : (Object.fromEntries(members) as T);
    },
    schema: () => ({
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, rules[name].schema()])),
      required: names,
      additionalProperties: false,
    }),
  };
}

/**
 * As the rule reads it once it is cleaned. The schema says it in words: not every endpoint knows lengths.
 * @param said what it may write of the net, as of `cleaned`.
 */
export function prose(rule: Rule<string>, description: string, said: Said): Rule<string> {
  return {
    read(raw) {
      const fits = typeof raw === "string" && raw.length <= LONGEST_RAW;
      return rule.read(fits ? cleaned(raw.toWellFormed(), said) : raw);
    },
    schema: () => ({ type: "string", description }),
  };
}

/** The first alternative has all that belongs to an emoji, and nothing that hides behind one. */
const leadingEmoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})/v;

/** One pictograph; whatever follows it is left out. */
export const emoji: Rule<string> = {
  read(raw) {
    const [first] = (typeof raw === "string" && leadingEmoji.exec(raw.trim())) || [];
    return first ?? Refused.because("emoji", `Input should be one emoji such as ${noSummary.emoji}`);
  },
  schema: () => ({ type: "string", description: "One emoji." }),
};

export const flag: Rule<boolean> = {
  read: (raw) => (typeof raw === "boolean" ? raw : Refused.because("bool_type", "Input should be true or false")),
  schema: () => ({ type: "boolean" }),
};

/** @param timeZone in which a time without an offset is meant. @param earliest nothing before can be named. */
export function dateTime(timeZone: string, earliest?: Date): Rule<Date> {
  return {
    read(raw) {
      const instant = typeof raw === "string" ? instantOf(raw, timeZone) : undefined;
      if (!instant || !isPresentable(instant)) {
        return Refused.because("datetime", "Input should be a date and time such as 2026-03-02T09:00");
      }
      if (earliest && instant < earliest) {
        return Refused.because("datetime_past", "Input should not be before the day of the conversation; else null");
      }
      return instant;
    },
    schema: () => ({ type: "string", description: "Local date and time, such as 2026-03-02T09:00; or a date alone." }),
  };
}

export const optional = nullable;

/** Whole, rounded. */
export function minutes(most: number): Rule<number> {
  const rule = finite({ min: 1, max: most });
  return {
    read(raw) {
      const value = rule.read(raw);
      return value instanceof Refused ? value : Math.round(value);
    },
    schema: () => ({ type: "integer" }),
  };
}

/** The numbers of segments that there are, one at least: read as their ids. */
export function references(ids: ReadonlyMap<number, string>): Rule<string[]> {
  const rule = list<string>(
    {
      read: (raw) =>
        (typeof raw === "number" && ids.get(raw)) ||
        Refused.because("segment", "Input should be the number of a segment"),
      schema: () => ({ type: "integer" }),
    },
    { min: 1 },
  );
  return {
    read(raw) {
      const read = rule.read(raw);
      return read instanceof Refused ? read : [...new Set(read)];
    },
    schema: () => listSchema({ type: "integer" }, {}),
  };
}

/** One of these numbers, read as what it stands for; any other names nothing, and is not worth a repair. */
export function oneOfNumbers(meant: ReadonlyMap<number, number>): Rule<number | null> {
  return {
    read: (raw) => (typeof raw === "number" ? (meant.get(raw) ?? null) : null),
    schema: () => ({ anyOf: [{ type: "integer" }, { type: "null" }] }),
  };
}

/** A list whose length is refused when it is read, and not printed: not every endpoint knows such a bound. */
export function several<T>(element: Rule<T>, most: number): Rule<T[]> {
  return {
    read: (raw) => list(element, { max: most }).read(raw),
    schema: (): Schema => listSchema(element.schema(), {}),
  };
}
