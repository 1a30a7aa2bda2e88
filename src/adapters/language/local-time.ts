/** What a clock on the wall and a calendar show; months from 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Instants and wall-clock times of one time zone, by the platform's own tables. An unknown zone is taken for UTC. */
export class LocalTime {
  private readonly format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.format = formatFor(timeZone) ?? formatFor("UTC") ?? new Intl.DateTimeFormat("en-US");
  }

  wallClock(instant: Date): WallClock {
    const parts = new Map(this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return { year: of("year"), month: of("month"), day: of("day"), hour: of("hour"), minute: of("minute") };
  }

  /** In minutes east of Greenwich. */
  offset(instant: Date): number {
    const whole = Math.floor(instant.getTime() / MINUTE) * MINUTE;
    return (utcOf(this.wallClock(instant)) - whole) / MINUTE;
  }

  /** Where clocks go back the first of the two; where they go forward the time as long after as was meant. */
  instant(wall: WallClock): Date {
    const naive = utcOf(wall);
    const before = naive - this.offset(new Date(naive - DAY)) * MINUTE;
    const after = naive - this.offset(new Date(naive + DAY)) * MINUTE;
    const fits = [before, after].find((time) => utcOf(this.wallClock(new Date(time))) === naive);
    return new Date(fits ?? before);
  }
}

/** Formats are costly to make; only zones that exist are kept, so there are some hundreds at most. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    formats.set(timeZone, format);
    return format;
  } catch {
    return undefined;
  }
}

function utcOf({ year, month, day, hour, minute }: WallClock): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** The calendar's day `days` later; the time of day stays. */
export function daysLater(wall: WallClock, days: number): WallClock {
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days));
  return { ...wall, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function weekday({ year, month, day }: WallClock): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}
