import { addDays, getWeekday, type WallClock } from "../../../domain/time/local-time.js";
import { addMonths, countDays, createDay, findFeast, findNthWeekday } from "./days.js";
import type { PatternMatch, Values } from "./time-lexicon.js";

export interface Day {
  /** At midnight. */
  readonly date: WallClock;
  /** The last day of a period. */
  readonly last?: WallClock;
  readonly kind: "weekday" | "monthDay" | "date" | "other";
  /** Whether it is an earlier one where a text tells of the past. */
  readonly isMovable: boolean;
  readonly isVague?: boolean;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  /** Whether the half of the day was named. */
  readonly isFixed: boolean;
  /** Whether it was written in the way of timetables ("8:30", "8h"). */
  readonly isWritten: boolean;
}

/** When a part of the day begins, and when what is due in it is due. */
export const PARTS = {
  morning: { start: 9, due: 12 },
  noon: { start: 13, due: 17 },
  workday: { start: 12, due: 17 },
  afternoon: { start: 15, due: 17 },
  evening: { start: 19, due: 22 },
  night: { start: 21, due: 22 },
} as const;

/** What a pattern tells of a time. */
export interface TimeParts {
  readonly day?: Day;
  readonly clock?: ClockTime;
  readonly part?: keyof typeof PARTS;
  /** In minutes from the start. */
  readonly distance?: number;
  /** In days from the day that was named before. */
  readonly relativeDays?: number;
  /** "Every Tuesday": no time, nor is what belongs to it. */
  readonly isRecurring?: boolean;
}

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, weekend: 7, fortnight: 14 };
const UNIT_MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const UNIT_MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60 };
/** How far a date without a year may lie behind a text that tells of the past. */
const MAX_DAYS_TOLD = 60;

const createFixedDay = (date: WallClock): Day => ({ date, kind: "other", isMovable: false });

/** Finds the days and hours that patterns name, seen from the day of the conversation. */
export class Calendar {
  /** @param place American zones have feasts of their own; there, English puts the month first in "7/9". */
  constructor(
    readonly today: WallClock,
    private readonly place: { readonly isAmerican: boolean; readonly isMonthFirst: boolean },
  ) {}

  /** @returns undefined for what is no time, such as a duration or the 31st of June. */
  interpret({ meaning, values }: PatternMatch): TimeParts | undefined {
    const [name = "", argument = "", detail = ""] = meaning.split(" ");
    const partName = values.part?.text ?? (name === "part" ? argument : detail);
    const part = partName in PARTS ? (partName as keyof typeof PARTS) : undefined;
    if (name === "recurring") return { isRecurring: true };
    if (name === "clock") return readClock(meaning.split(" ").slice(1), values);
    if (name === "part") return part && { part };
    if (name === "relative") return { relativeDays: Number(argument) };
    const minutes = UNIT_MINUTES[values.unit?.text ?? ""];
    const count = (values.count?.number ?? 1) * (argument === "-1" ? -1 : 1);
    if (name === "in" && minutes) return { distance: Math.round(count * minutes) };
    if (name === "ignore") return undefined;
    const day = this.readDay(name, argument, detail, values);
    return day && { day, ...(part && { part }) };
  }

  /** @returns the day in the month or year in which it is that weekday, if there is one soon. */
  alignWeekday(day: Day, weekday: number): Day {
    const { year, month, day: number } = day.date;
    const months = day.kind === "monthDay" ? [0, 1, 2, 3, 4, 5] : [0, -12, 12];
    const candidates = months.map((count) => createDay(year, month + count, number));
    const date = candidates.find((candidate) => candidate.day === number && getWeekday(candidate) === weekday);
    return date ? { ...day, date, isMovable: false } : day;
  }

  /** @returns the last such day before today, if that is not long ago. */
  movePast(day: Day): Day {
    const { year, month, day: number } = day.date;
    const earlier = createDay(year, month - (day.kind === "monthDay" ? 1 : 12), number);
    const date = day.kind === "weekday" ? addDays(day.date, -7) : earlier;
    const distance = countDays(date, this.today);
    return distance >= 0 && distance <= MAX_DAYS_TOLD ? { ...day, date, isMovable: false } : day;
  }

  private readDay(name: string, argument: string, detail: string, values: Values): Day | undefined {
    const shift = Number(argument) || 0;
    if (name === "offset") return createFixedDay(addDays(this.today, shift));
    if (name === "weekday") return this.findWeekday(values.weekday?.number ?? 0, argument);
    if (name === "on") return this.findWeekday(shift, "");
    if (name === "date") return this.readDate(values);
    if (name === "monthDay" || name === "bareDay") return this.findDayOfMonth(values, shift);
    if (name === "in") return this.addDistance(values, argument === "-1" ? -1 : 1);
    if (name === "feast") {
      const date = findFeast(values.feast?.text ?? "", this.today, this.place.isAmerican);
      return date && { date, kind: "date", isMovable: true };
    }
    const month = values.month?.number;
    const isMonth = month !== undefined || name === "nth";
    const unit = isMonth ? "month" : (values.unit?.text ?? (detail || "week"));
    const [first, last] = this.findPeriod(unit, shift, month) ?? [];
    if (!first || !last) return undefined;
    const length = countDays(first, last) + 1;
    if (name === "span") return { ...createFixedDay(first), last, isVague: length > 2 };
    if (name === "start") return createFixedDay(first);
    if (name === "middle") return createFixedDay(addDays(first, length > 7 ? 14 : 2));
    if (name === "nth") {
      const which = detail === "last" ? -1 : (values.ordinal?.number ?? 1);
      return createFixedDay(findNthWeekday(first.year, first.month, values.weekday?.number ?? 0, which));
    }
    // A week ends on Friday, unless that is over.
    const friday = addDays(last, -2);
    return createFixedDay(length === 7 && countDays(this.today, friday) >= 0 ? friday : last);
  }

  private findWeekday(weekday: number, argument: string): Day {
    const ahead = (weekday - getWeekday(this.today) + 7) % 7 || 7;
    const nextMonday = addDays(this.today, 7 - ((getWeekday(this.today) + 6) % 7));
    const date =
      argument === "next"
        ? addDays(nextMonday, (weekday + 6) % 7)
        : addDays(this.today, argument === "last" ? ahead - 7 || -7 : ahead + Number(argument));
    return { date, kind: "weekday", isMovable: argument === "" };
  }

  private findDayOfMonth(values: Values, shift: number): Day | undefined {
    const number = findDayNumber(values);
    const { year, month } = this.today;
    const months = [0, 1, 2].map((count) => createDay(year, month + count + shift, number));
    const date = months.find((each) => each.day === number && countDays(this.today, each) >= 0);
    return date && { date, kind: "monthDay", isMovable: shift === 0 };
  }

  private readDate(values: Values): Day | undefined {
    const numeric = values.date ?? values.dottedDate;
    let [day = findDayNumber(values), month = values.month?.number ?? 0, year = values.year?.number] =
      numeric?.text.split(/[./-]/).map(Number) ?? [];
    const isSwapped = values.date && ((this.place.isMonthFirst && day <= 12) || month > 12);
    if (day > 1_000) [year, day] = [day, year ?? 0];
    else if (isSwapped) [day, month] = [month, day];
    if (year !== undefined && year < 100) year += 2_000;
    // Leap days are up to eight years apart; four are enough to find the next one in this century.
    const years = year === undefined ? [0, 1, 2, 3, 4].map((count) => this.today.year + count) : [year];
    const isNext = (date: WallClock): boolean =>
      date.day === day && date.month === month && (year !== undefined || countDays(this.today, date) >= 0);
    const date = years.map((each) => createDay(each, month, day)).find(isNext);
    return date && { date, kind: "date", isMovable: year === undefined };
  }

  private addDistance(values: Values, sign: number): Day | undefined {
    const { count, weekday, unit: { text: unit } = { text: "day" } } = values;
    const number = (count?.number ?? 1) * sign;
    const base = weekday ? this.findWeekday(weekday.number, "").date : this.today;
    const [days, months] = [UNIT_DAYS[unit], UNIT_MONTHS[unit]];
    if (!days && !months) return undefined;
    const date = days ? addDays(base, Math.round(days * number)) : addMonths(base, Math.round((months ?? 0) * number));
    return { ...createFixedDay(date), isVague: count?.text.startsWith("~") ?? false };
  }

  /** @param month a named one, which begins within a year; undefined for a period of this unit. */
  private findPeriod(unit: string, shift: number, month?: number): readonly [WallClock, WallClock] | undefined {
    const monday = addDays(this.today, -((getWeekday(this.today) + 6) % 7) + shift * 7);
    if (unit === "day") return [addDays(this.today, shift), addDays(this.today, shift)];
    if (unit === "week") return [monday, addDays(monday, 6)];
    if (unit === "weekend") return [addDays(monday, 5), addDays(monday, 6)];
    const length = UNIT_MONTHS[unit];
    if (length === undefined) return undefined;
    const { year, month: current } = this.today;
    const named = month && month + (month < current ? 12 : 0);
    const first = named ?? (Math.floor((current - 1) / length) + shift) * length + 1;
    return [createDay(year, first, 1), createDay(year, first + length, 0)];
  }
}

const findDayNumber = ({ day, digitDay, lateDay, ordinal }: Values): number =>
  (day ?? digitDay ?? lateDay ?? ordinal)?.number ?? 0;

/** @param args "+30", "-m" (minus the minutes), "am", "pm", "fixed", "h" (written) or a time of day. */
function readClock(args: readonly string[], values: Values): TimeParts | undefined {
  const written = (values.clock ?? values.dotted)?.text;
  const text = written ?? args.find((arg) => arg.includes(":"));
  const minutes = (values.minute ?? values.minuteWord)?.number ?? 0;
  const [hour = values.hour?.number ?? 0, minute = 0] = text?.split(/[.:]/).map(Number) ?? [];
  const shifts = args.filter((arg) => /^[-+]/.test(arg));
  const shift = shifts.map((arg) => (arg.endsWith("m") ? Number(`${arg.charAt(0)}${minutes}`) : Number(arg)));
  const half = args.includes("pm") && hour < 12 ? 12 : args.includes("am") && hour === 12 ? -12 : 0;
  const total =
    (hour + half) * 60 + minute + (shifts.length > 0 ? 0 : minutes) + shift.reduce((sum, each) => sum + each, 0);
  if (total < 0 || total > 24 * 60) return undefined;
  const isFixed = hour > 12 || hour === 0 || /^0/.test(text ?? "") || args.some((arg) => /^(?:am|pm|fixed)$/.test(arg));
  const isWritten = written !== undefined || args.includes("h");
  return { clock: { hour: Math.floor(total / 60), minute: total % 60, isFixed, isWritten } };
}
