import { addDays, getWeekday, type WallClock } from "../../../domain/time/local-time.js";

const DAY_MS = 86_400_000;

/** @returns midnight of a day; months and days beyond the end of a year or month count on. */
export const createDay = (year: number, month: number, day: number): WallClock =>
  addDays({ year, month, day: 1, hour: 0, minute: 0 }, day - 1);

export function countDays(from: WallClock, to: WallClock): number {
  const toTime = ({ year, month, day }: WallClock): number => Date.UTC(year, month - 1, day);
  return (toTime(to) - toTime(from)) / DAY_MS;
}

/** @returns the same day of a later month, or the last day of that month. */
export function addMonths({ year, month, day }: WallClock, months: number): WallClock {
  const date = createDay(year, month + months, day);
  return date.day === day ? date : addDays(date, -date.day);
}

/** @param which counts from 1; -1 is the last one. */
export function findNthWeekday(year: number, month: number, weekday: number, which: number): WallClock {
  const edge = which < 0 ? createDay(year, month + 1, 0) : createDay(year, month, 1);
  if (which < 0) return addDays(edge, -((getWeekday(edge) - weekday + 7) % 7));
  return addDays(edge, ((weekday - getWeekday(edge) + 7) % 7) + (which - 1) * 7);
}

/** Of the western churches (the anonymous Gregorian computus, Meeus 1991). */
function findEaster(year: number): WallClock {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moon = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + moon + 15) % 30;
  const rest = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * rest) / 451);
  const sum = epact + rest - 7 * shift + 114;
  return createDay(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/**
 * @param rule "12-24": a date; "easter 1": days from Easter Sunday; "nth 11 4 4": month, weekday and which of them;
 * "advent 1": a Sunday before Christmas. A second rule after ";" holds in America.
 * @returns the next such day, today included.
 */
export function findFeast(rule: string, today: WallClock, isAmerican: boolean): WallClock | undefined {
  const [common = "", american = common] = rule.split(";");
  const days = [today.year, today.year + 1].map((year) => findFeastInYear(isAmerican ? american : common, year));
  return days.find((day) => countDays(today, day) >= 0);
}

function findFeastInYear(rule: string, year: number): WallClock {
  const [kind = "", ...args] = rule.split(/ |(?<=\d)-/);
  const [first = 0, second = 0, third = 0] = args.map(Number);
  if (kind === "easter") return addDays(findEaster(year), first);
  if (kind === "nth") return findNthWeekday(year, first, second, third);
  const eve = createDay(year, 12, 24);
  return kind === "advent" ? addDays(eve, -getWeekday(eve) - 7 * (4 - first)) : createDay(year, Number(kind), first);
}
