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
  private readonly zone: Zone;

  constructor(timeZone: string) {
    this.zone = zoneOf(timeZone) ?? zoneOf("UTC") ?? new Zone(new Intl.DateTimeFormat("en-US"));
  }

  wallClock(instant: Date): WallClock {
    return this.zone.wallClock(instant.getTime());
  }

  /** In minutes east of Greenwich. */
  offset(instant: Date): number {
    return this.zone.offset(instant.getTime());
  }

  /** The calendar's day that the instant is in: from its midnight, or its first minute where it has none, to the next. */
  day(instant: Date): { readonly from: Date; readonly until: Date } {
    const today = { ...this.wallClock(instant), hour: 0, minute: 0 };
    return { from: this.instant(today), until: this.instant(daysLater(today, 1)) };
  }

  /** Where clocks go back the first of the two; where they go forward the time as long after as was meant. */
  instant(wall: WallClock): Date {
    const naive = utcOf(wall);
    const before = naive - this.zone.offset(naive - DAY) * MINUTE;
    const after = naive - this.zone.offset(naive + DAY) * MINUTE;
    const fits = [before, after].find((time) => utcOf(this.zone.wallClock(time)) === naive);
    return new Date(fits ?? before);
  }
}

/** Until then some zones were seconds away from a whole minute; the last was Liberia. */
const WHOLE_MINUTES_SINCE = Date.UTC(1972, 1, 1);
/** Of each zone some years of days are remembered, which are mostly those around today. */
const MOST_DAYS = 1_000;

/** The platform takes microseconds for every answer, so the offset is remembered of days on which it does not change. */
class Zone {
  private readonly offsetsAtMidnight = new Map<number, number>();

  constructor(private readonly format: Intl.DateTimeFormat) {}

  wallClock(time: number): WallClock {
    if (time < WHOLE_MINUTES_SINCE) return this.shown(time);
    const local = new Date(time + this.offset(time) * MINUTE);
    return {
      year: local.getUTCFullYear(),
      month: local.getUTCMonth() + 1,
      day: local.getUTCDate(),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
    };
  }

  offset(time: number): number {
    if (time < WHOLE_MINUTES_SINCE) return this.offsetShown(time);
    const day = Math.floor(time / DAY);
    const offset = this.offsetAtMidnight(day);
    return offset === this.offsetAtMidnight(day + 1) ? offset : this.offsetShown(time);
  }

  private offsetAtMidnight(day: number): number {
    const known = this.offsetsAtMidnight.get(day);
    if (known !== undefined) return known;
    if (this.offsetsAtMidnight.size >= MOST_DAYS) this.offsetsAtMidnight.clear();
    const offset = this.offsetShown(day * DAY);
    this.offsetsAtMidnight.set(day, offset);
    return offset;
  }

  private offsetShown(time: number): number {
    return (utcOf(this.shown(time)) - Math.floor(time / MINUTE) * MINUTE) / MINUTE;
  }

  private shown(time: number): WallClock {
    const parts = new Map(this.format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return { year: of("year"), month: of("month"), day: of("day"), hour: of("hour"), minute: of("minute") };
  }
}

/** Formats are costly to make; only zones that exist are kept, so there are some hundreds at most. */
const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone | undefined {
  const known = zones.get(timeZone);
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
    const zone = new Zone(format);
    zones.set(timeZone, zone);
    return zone;
  } catch {
    return undefined;
  }
}

function utcOf({ year, month, day, hour, minute }: WallClock): number {
  const time = Date.UTC(year, month - 1, day, hour, minute);
  // A year before 100 is taken for one of the twentieth century otherwise.
  return year < 100 ? new Date(time).setUTCFullYear(year) : time;
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
