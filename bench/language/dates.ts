import { readFileSync } from "node:fs";
import { createTimeReader } from "../../src/adapters/nlp/temporal/index.js";
import { LocalTime } from "../../src/domain/time/local-time.js";

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

/** Returns every case as the built-in time reader resolves it. Only the part "tune" was used for tuning. */
export function resolvedCases(): ResolvedCase[] {
  // From dist/bench/language/.
  const file = new URL("../../../bench/language/dates.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: DateCase[] };
  return cases.map((each) => {
    const resolved = resolveCase(each);
    return { ...each, resolved, isRight: resolved === each.due };
  });
}

function resolveCase({ language, said, startedAt, timeZone, due }: DateCase): string | null {
  const reader = createTimeReader({ startedAt: new Date(startedAt), timeZone }, language);
  const expression = reader?.find(said).find(({ isPast }) => !isPast);
  if (!reader || !expression) return null;
  const { year, month, day, hour, minute } = new LocalTime(timeZone).toWallClock(reader.resolveDue(expression));
  const date = [year, month, day].map(twoDigits).join("-");
  return due?.includes("T") ? `${date}T${twoDigits(hour)}:${twoDigits(minute)}` : date;
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");
