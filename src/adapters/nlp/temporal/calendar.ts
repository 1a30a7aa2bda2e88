import { addDays, getWeekday, type WallClock } from "../../../domain/time/local-time.js";
import { addMonths, countDays, createDay, findFeast, findNthWeekday } from "./days.js";
import type { Binding, PatternMatch, Slot } from "./lexicon.js";

export interface Day {
  /** At midnight. */
  readonly date: WallClock;
  /** The last day of a period. */
  readonly last?: WallClock;
  readonly kind: "weekday" | "monthDay" | "date" | "other";
  /** Whether it is the one before instead where a text tells of the past. */
  readonly isMovable: boolean;
  readonly isVague?: boolean;
}

export interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Whether the half of the day was named. */
  readonly isFixed: boolean;
  /** Whether it was written with minutes in digits ("8:30"). */
  readonly isWritten: boolean;
}

export type PartOfDay = "morning" | "noon" | "afternoon" | "evening" | "night" | "workday";

/** What a pattern tells of a time. */
export interface TimeParts {
  readonly day?: Day;
  readonly clock?: Clock;
  readonly part?: PartOfDay;
  /** In minutes from the start. */
  readonly distance?: number;
  /** In days from the day that was named before. */
  readonly relativeDays?: number;
  /** "Every Tuesday": no time, nor is what belongs to it. */
  readonly isRecurring?: boolean;
}

type Period = readonly [first: WallClock, last: WallClock];

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, weekend: 7, fortnight: 14 };
const UNIT_MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const UNIT_MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60 };
const FRIDAY = 5;
const SATURDAY = 6;
/** How far a date without a year may lie behind a text that tells of the past. */
const MAX_DAYS_TOLD = 60;

/** Finds the days and hours that the patterns of a language name, seen from the day of the conversation. */
export class Calendar {
  readonly today: WallClock;

  /** @param isAmerican decides how "7/9" is read and where feasts lie. */
  constructor(
    today: WallClock,
    private readonly isAmerican: boolean,
    private readonly isMonthFirst: boolean,
  ) {
    this.today = { ...today, hour: 0, minute: 0 };
  }

  /** @returns undefined for what is no time, such as a duration. */
  interpret({ meaning, bindings }: PatternMatch): TimeParts | undefined {
    const [name = "", ...args] = meaning.split(" ");
    const [argument = ""] = args;
    const shift = Number(argument) || 0;
    const find = (slot: Slot): Binding | undefined => bindings.find((binding) => binding.slot === slot);
    const part = (find("part")?.text ?? args.at(1)) as PartOfDay | undefined;
    switch (name) {
      case "recurring":
        return { isRecurring: true };
      case "clock":
        return this.readClock(args, bindings);
      case "part":
        return { part: (argument === "" ? part : argument) as PartOfDay };
      case "offset":
        return { ...this.toParts(addDays(this.today, shift)), ...(part && { part }) };
      case "relative":
        return { relativeDays: shift };
      case "in":
        return this.addDistance(find, shift < 0 ? -1 : 1);
      case "nth":
        return this.findNth(find, args);
    }
    const day = this.readDay(name, argument, shift, find);
    return day && { day, ...(part && { part }) };
  }

  /** @returns the day of the month that is a certain weekday, where one of the next months has it. */
  alignWeekday(day: Day, weekday: number): Day {
    const { year, month, day: number } = day.date;
    const candidates =
      day.kind === "monthDay"
        ? [0, 1, 2, 3, 4, 5].map((months) => createDay(year, month + months, number))
        : [0, -1, 1].map((years) => createDay(year + years, month, number));
    const date = candidates.find((candidate) => candidate.day === number && getWeekday(candidate) === weekday);
    return date ? { ...day, date, isMovable: false } : day;
  }

  /** @returns the day before which it would be named again: last Friday for next Friday. */
  movePast(day: Day): Day {
    const { year, month, day: number } = day.date;
    const date =
      day.kind === "weekday"
        ? addDays(day.date, -7)
        : day.kind === "monthDay"
          ? createDay(year, month - 1, number)
          : createDay(year - 1, month, number);
    const distance = countDays(date, this.today);
    return distance >= 0 && distance <= MAX_DAYS_TOLD ? { ...day, date, isMovable: false } : day;
  }

  private readDay(
    name: string,
    argument: string,
    shift: number,
    find: (slot: Slot) => Binding | undefined,
  ): Day | undefined {
    const create = (date: WallClock | undefined, kind: Day["kind"] = "other"): Day | undefined =>
      date && { date, kind, isMovable: kind !== "other" };
    switch (name) {
      case "on":
        return this.findWeekday(shift, "");
      case "weekday":
        return this.findWeekday(find("weekday")?.number ?? 0, argument);
      case "date":
        return this.readDate(find);
      case "bareDay":
      case "monthDay": {
        const number = (find("day") ?? find("dayNumber") ?? find("ordinal"))?.number ?? 0;
        const months = [0, 1, 2].map((count) => createDay(this.today.year, this.today.month + count + shift, number));
        return create(
          months.find((date) => date.day === number && (shift > 0 || countDays(this.today, date) >= 0)),
          shift > 0 ? "other" : "monthDay",
        );
      }
      case "feast":
        return create(findFeast(find("feast")?.text ?? "", this.today, this.isAmerican), "date");
      case "start":
        return create(this.findPeriod(find, argument)?.[0]);
      case "end":
        return create(this.findEnd(find, argument));
      case "middle": {
        const period = this.findPeriod(find, argument);
        return create(period && addDays(period[0], countDays(...period) > 7 ? 14 : 2));
      }
      case "span": {
        const period = this.findPeriod(find, argument);
        if (!period) return undefined;
        const [date, last] = period;
        return { date, last, kind: "other", isMovable: false, isVague: countDays(date, last) > 1 };
      }
    }
    return undefined;
  }

  private toParts(date: WallClock): TimeParts {
    return { day: { date, kind: "other", isMovable: false } };
  }

  /** Arguments: "+30", "-m" (minus the minutes), "am", "pm", "fixed" or a time of day. */
  private readClock(args: readonly string[], bindings: readonly Binding[]): TimeParts | undefined {
    const bound = bindings.find(({ slot }) => slot === "clock" || slot === "dotted")?.text;
    const written = bound ?? args.find((arg) => arg.includes(":"));
    const [hourText = "", minuteText = ""] = written?.split(/[.:]/) ?? [];
    const minuteBound = bindings.find(({ slot }) => slot === "minute" || slot === "minuteWord")?.number ?? 0;
    const hour = written ? Number(hourText) : (bindings.find(({ slot }) => slot === "hour")?.number ?? 0);
    const isShifted = args.some((arg) => /^[-+]/.test(arg));
    const shift = args.reduce((sum, arg) => {
      const sign = arg.startsWith("-") ? -1 : 1;
      return /^[-+]/.test(arg) ? sum + sign * (arg.endsWith("m") ? minuteBound : Number(arg.slice(1))) : sum;
    }, 0);
    const half = args.find((arg) => arg === "am" || arg === "pm");
    const based = half === "pm" && hour < 12 ? hour + 12 : half === "am" && hour === 12 ? 0 : hour;
    const total = based * 60 + (written ? Number(minuteText) : isShifted ? 0 : minuteBound) + shift;
    if (total < 0 || total > 24 * 60) return undefined;
    const isFixed =
      half !== undefined || hour > 12 || (hourText.length === 2 && hour < 10) || hour === 0 || args.includes("fixed");
    return {
      clock: {
        hour: Math.floor(total / 60),
        minute: total % 60,
        isFixed,
        isWritten: bound !== undefined || args.includes("h"),
      },
    };
  }

  private findWeekday(weekday: number, argument: string): Day {
    const monday = addDays(this.today, -((getWeekday(this.today) + 6) % 7));
    const ahead = (weekday - getWeekday(this.today) + 7) % 7 || 7;
    const day = (date: WallClock): Day => ({ date, kind: "weekday", isMovable: argument === "" });
    if (argument === "next") return day(addDays(monday, 7 + ((weekday + 6) % 7)));
    if (argument === "last") return day(addDays(this.today, ahead - 7 || -7));
    return day(addDays(this.today, ahead + Number(argument || 0)));
  }

  private readDate(find: (slot: Slot) => Binding | undefined): Day | undefined {
    const written = find("date") ?? find("dottedDate");
    const numbers = written?.text.split(/[./-]/).map(Number) ?? [];
    let [
      day = (find("day") ?? find("dayNumber") ?? find("ordinal"))?.number ?? 0,
      month = find("month")?.number ?? 0,
      year = find("year")?.number,
    ] = numbers;
    if (day > 1000) [year, day] = [day, year ?? 0];
    else if (written?.slot === "date" && ((this.isMonthFirst && day <= 12) || month > 12)) [day, month] = [month, day];
    if (year !== undefined && year < 100) year += 2000;
    const from = year ?? this.today.year;
    const candidates = (year === undefined ? [from, from + 1, from + 4] : [from]).map((each) =>
      createDay(each, month, day),
    );
    const isValid = (date: WallClock): boolean => date.day === day && date.month === month;
    const date = candidates.find((each) => isValid(each) && (year !== undefined || countDays(this.today, each) >= 0));
    return date && { date, kind: "date", isMovable: year === undefined };
  }

  private addDistance(find: (slot: Slot) => Binding | undefined, sign: number): TimeParts | undefined {
    const unit = find("unit")?.text ?? "day";
    const count = find("count");
    const number = (count?.number ?? 1) * sign;
    const minutes = UNIT_MINUTES[unit];
    if (minutes) return { distance: Math.round(number * minutes) };
    const weekday = find("weekday");
    const base = weekday ? this.findWeekday(weekday.number, "").date : this.today;
    const days = UNIT_DAYS[unit];
    const months = UNIT_MONTHS[unit];
    if (!days && !months) return undefined;
    const date = days ? addDays(base, Math.round(days * number)) : addMonths(base, Math.round((months ?? 0) * number));
    return { day: { date, kind: "other", isMovable: false, isVague: count?.text.startsWith("~") ?? false } };
  }

  /** "The last Thursday of the month": the month is named, or counted from this one. */
  private findNth(find: (slot: Slot) => Binding | undefined, [which = "", shift = "0"]: readonly string[]): TimeParts {
    const weekday = find("weekday")?.number ?? 0;
    const [{ year, month }] = this.findMonth(find("month")?.number, Number(shift));
    const date = findNthWeekday(year, month, weekday, which === "last" ? -1 : (find("ordinal")?.number ?? 1));
    return this.toParts(date);
  }

  private findMonth(month: number | undefined, shift: number): Period {
    const { year, month: current } = this.today;
    const from = month ?? current + shift;
    const inYear = month !== undefined && month < current ? year + 1 : year;
    return [createDay(inYear, from, 1), createDay(inYear, from + 1, 0)];
  }

  private findPeriod(find: (slot: Slot) => Binding | undefined, argument: string): Period | undefined {
    const month = find("month");
    const shift = Number(argument) || 0;
    const unit = month ? "month" : (find("unit")?.text ?? argument);
    const weekday = (getWeekday(this.today) + 6) % 7;
    const monday = addDays(this.today, -weekday + shift * 7);
    if (unit === "day") return [addDays(this.today, shift), addDays(this.today, shift)];
    if (unit === "week") return [monday, addDays(monday, 6)];
    if (unit === "weekend") return [addDays(monday, 5), addDays(monday, 6)];
    if (unit === "month") return this.findMonth(month?.number, shift);
    const { year, month: current } = this.today;
    const length = UNIT_MONTHS[unit];
    if (length === undefined) return undefined;
    const first = Math.floor((current - 1) / length + shift) * length + 1;
    return [createDay(year, first, 1), createDay(year, first + length, 0)];
  }

  private findEnd(find: (slot: Slot) => Binding | undefined, argument: string): WallClock | undefined {
    const period = this.findPeriod(find, argument);
    if (!period || countDays(...period) !== 6) return period?.[1];
    const friday = addDays(period[0], FRIDAY - 1);
    return countDays(this.today, friday) >= 0 ? friday : addDays(period[0], SATURDAY);
  }
}
