import { readFileSync } from "node:fs";
import { Calendar } from "../../src/adapters/language/dates/dates.js";
import { LocalTime } from "../../src/domain/time/local-time.js";
import { tongueOf } from "../../src/adapters/language/tongues/index.js";

/** Something that was said, and when it says that something is to be done. */
export interface DateCase {
  readonly part: "tune" | "report";
  readonly language: string;
  readonly said: string;
  readonly startedAt: string;
  readonly timeZone: string;
  /** The local day, with the minute where a clock time was said; null where no time to come is named. */
  readonly due: string | null;
}

export interface ResolvedCase extends DateCase {
  /** As far as the case asks: a day, or a day and a minute. */
  readonly resolved: string | null;
  readonly isRight: boolean;
}

/** Every case with what the built-in calendar makes of it. What was tuned was tuned on "tune" alone. */
export async function resolvedCases(): Promise<ResolvedCase[]> {
  // From dist/bench/language/.
  const file = new URL("../../../bench/language/dates.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: DateCase[] };
  return Promise.all(
    cases.map(async (each) => {
      const resolved = await resolvedOf(each);
      return { ...each, resolved, isRight: resolved === each.due };
    }),
  );
}

async function resolvedOf({ language, said, startedAt, timeZone, due }: DateCase): Promise<string | null> {
  const calendar = new Calendar({ startedAt: new Date(startedAt), timeZone }, await tongueOf(language));
  const instant = calendar.due(said);
  if (instant === undefined) return null;
  const { year, month, day, hour, minute } = new LocalTime(timeZone).toWallClock(instant);
  const date = [year, month, day].map(twoDigits).join("-");
  return due?.includes("T") ? `${date}T${twoDigits(hour)}:${twoDigits(minute)}` : date;
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");
