const WRITTEN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
/** When what has no time of day is due: the end of a day's work. */
const END_OF_WORK = 17;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * Reads a date, or a date and time, of ISO 8601; without an offset it is meant in the time zone.
 * @param timeZone IANA name.
 * @returns undefined for any other text, or a day that no calendar has.
 */
export function instantOf(text: string, timeZone: string): Date | undefined {
  const [, year, month, day, hour, minute, second, offset] = WRITTEN.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  const time = hour === undefined ? [END_OF_WORK, 0, 0] : [hour, minute, second ?? 0].map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = time;
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const naive = new Date(0);
  naive.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (naive.getUTCMonth() !== Number(month) - 1 || naive.getUTCDate() !== Number(day)) return undefined;
  naive.setUTCHours(hours, minutes, seconds);
  return new Date(naive.getTime() - (offset === undefined ? zoneOffset(naive.getTime(), timeZone) : offsetOf(offset)));
}

/** As `2026-03-02T09:00 (Monday)`, in the time zone. */
export function localTime(instant: Date, timeZone: string): string {
  const local = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone));
  const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(local);
  return `${local.toISOString().slice(0, -8)} (${weekday})`;
}

function offsetOf(text: string): number {
  if (text === "Z") return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4));
  return (text.startsWith("-") ? -minutes : minutes) * MINUTE;
}

/** Of a time on the wall, in milliseconds: where clocks go back the first, where they go forward the one before. */
function zoneOffset(naive: number, timeZone: string): number {
  const before = offsetAt(naive - DAY, timeZone);
  const after = offsetAt(naive + DAY, timeZone);
  return [before, after].find((offset) => offsetAt(naive - offset, timeZone) === offset) ?? before;
}

/** East of Greenwich, in milliseconds; 0 in a zone that the platform does not know. */
function offsetAt(time: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"));
  return shown - Math.floor(time / MINUTE) * MINUTE;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = {
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
    throw error;
  }
}
