/** A date and time of day in some time zone. Months count from 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Converts between instants and wall-clock times of one time zone, with the tables of `Intl`. An unknown zone counts as
 * UTC.
 */
export class LocalTime {
  private readonly zone: TimeZone;

  constructor(timeZone: string) {
    this.zone = findZone(timeZone) ?? findZone("UTC") ?? new TimeZone(new Intl.DateTimeFormat("en-US"));
  }

  toWallClock(instant: Date): WallClock {
    return this.zone.toWallClock(instant.getTime());
  }

  /** In minutes east of Greenwich. */
  getOffsetMinutes(instant: Date): number {
    return this.zone.getOffsetMinutes(instant.getTime());
  }

  /**
   * Returns the calendar day of the instant, from its midnight to the next. A day without a midnight begins at its
   * first minute.
   */
  getDayRange(instant: Date): { readonly from: Date; readonly until: Date } {
    const midnight = { ...this.toWallClock(instant), hour: 0, minute: 0 };
    return { from: this.toDate(midnight), until: this.toDate(addDays(midnight, 1)) };
  }

  /**
   * Returns the instant of a wall-clock time. A time that occurs twice gives the first instant; a time that is skipped
   * is shifted forward by the length of the gap.
   */
  toDate(wallClock: WallClock): Date {
    const utcTime = toUtcTime(wallClock);
    const beforeTransition = utcTime - this.zone.getOffsetMinutes(utcTime - DAY_MS) * MINUTE_MS;
    const afterTransition = utcTime - this.zone.getOffsetMinutes(utcTime + DAY_MS) * MINUTE_MS;
    const match = [beforeTransition, afterTransition].find(
      (time) => toUtcTime(this.zone.toWallClock(time)) === utcTime,
    );
    return new Date(match ?? beforeTransition);
  }
}

/** Earlier, the offsets of some zones were not whole minutes; Liberia was the last one. */
const WHOLE_MINUTE_OFFSETS_SINCE_MS = Date.UTC(1972, 1, 1);
/** Per zone. Most requested days are close to today, so this covers some years. */
const MAX_CACHED_DAYS = 1_000;

/**
 * A time zone with a cache. `Intl` takes microseconds per conversion, so the offsets of days without a transition are
 * cached.
 */
class TimeZone {
  private readonly offsetsAtMidnight = new Map<number, number>();

  constructor(private readonly format: Intl.DateTimeFormat) {}

  toWallClock(time: number): WallClock {
    if (time < WHOLE_MINUTE_OFFSETS_SINCE_MS) return this.formatWallClock(time);
    const local = new Date(time + this.getOffsetMinutes(time) * MINUTE_MS);
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
    };
  }

  getOffsetMinutes(time: number): number {
    if (time < WHOLE_MINUTE_OFFSETS_SINCE_MS) return this.computeOffset(time);
    const day = Math.floor(time / DAY_MS);
    const offset = this.getOffsetAtMidnight(day);
    return offset === this.getOffsetAtMidnight(day + 1) ? offset : this.computeOffset(time);
  }

  private getOffsetAtMidnight(day: number): number {
    const cached = this.offsetsAtMidnight.get(day);
    if (cached !== undefined) return cached;
    if (this.offsetsAtMidnight.size >= MAX_CACHED_DAYS) this.offsetsAtMidnight.clear();
    const offset = this.computeOffset(day * DAY_MS);
    this.offsetsAtMidnight.set(day, offset);
    return offset;
  }

  private computeOffset(time: number): number {
    return (toUtcTime(this.formatWallClock(time)) - Math.floor(time / MINUTE_MS) * MINUTE_MS) / MINUTE_MS;
  }

  private formatWallClock(time: number): WallClock {
    const parts = new Map(this.format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const getPart = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return {
      year: getPart("year"),
      month: getPart("month"),
      day: getPart("day"),
      hour: getPart("hour"),
      minute: getPart("minute"),
    };
  }
}

/** Formats are expensive to create. Only existing zones are cached, so there are at most some hundreds. */
const zoneCache = new Map<string, TimeZone>();

function findZone(timeZone: string): TimeZone | undefined {
  const cached = zoneCache.get(timeZone);
  if (cached) return cached;
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
    const zone = new TimeZone(format);
    zoneCache.set(timeZone, zone);
    return zone;
  } catch {
    return undefined;
  }
}

function toUtcTime({ year, month, day, hour, minute }: WallClock): number {
  const time = Date.UTC(year, month - 1, day, hour, minute);
  // `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
  return year < 100 ? new Date(time).setUTCFullYear(year) : time;
}

/** Returns the calendar day `days` later; keeps the time of day. */
export function addDays(wallClock: WallClock, days: number): WallClock {
  const date = new Date(Date.UTC(wallClock.year, wallClock.month - 1, wallClock.day + days));
  return { ...wallClock, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 0 is Sunday. */
export function getWeekday({ year, month, day }: WallClock): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}
