import { readFileSync } from "node:fs";
import { createTimeReader } from "../../src/adapters/nlp/temporal/index.js";
import { LocalTime } from "../../src/domain/time/local-time.js";
import type { DataSetPart } from "../support/data-set-parts.js";

/** A sentence with the due date that it states. */
export interface DateCase {
  readonly part: DataSetPart;
  /** ISO 639-1. */
  readonly language: string;
  readonly text: string;
  /** ISO 8601 instant. */
  readonly startedAt: string;
  /** IANA name. */
  readonly timeZone: string;
  /**
   * Local day, `YYYY-MM-DD`, or day and minute, `YYYY-MM-DDTHH:MM`, if the text states a clock time; null if the text
   * names no future time.
   */
  readonly due: string | null;
}

export interface ResolvedDateCase extends DateCase {
  /** The result of the built-in time reader, with the precision of `due`; null if it finds no future time. */
  readonly resolved: string | null;
  readonly isCorrect: boolean;
}

/** Resolves the due date of every case with the built-in time reader. */
export function resolveDateCases(): ResolvedDateCase[] {
  // From dist/bench/language/.
  const file = new URL("../../../bench/language/dates.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: DateCase[] };
  return cases.map((dateCase) => {
    const resolved = resolveDueDate(dateCase);
    return { ...dateCase, resolved, isCorrect: resolved === dateCase.due };
  });
}

function resolveDueDate({ language, text, startedAt, timeZone, due }: DateCase): string | null {
  const reader = createTimeReader({ startedAt: new Date(startedAt), timeZone }, language);
  const expression = reader?.find(text).find(({ isPast }) => !isPast);
  if (!reader || !expression) return null;
  const { year, month, day, hour, minute } = new LocalTime(timeZone).toWallClock(reader.resolveDue(expression));
  const date = [year, month, day].map(padToTwoDigits).join("-");
  return due?.includes("T") ? `${date}T${padToTwoDigits(hour)}:${padToTwoDigits(minute)}` : date;
}

const padToTwoDigits = (value: number): string => String(value).padStart(2, "0");
