import { LocalTime } from "../../domain/local-time.js";

const WRITTEN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
/** When what has no time of day is due: the end of a day's work. */
const END_OF_WORK = 17;
const MINUTE = 60_000;

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
  const named = new Date(0);
  named.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (named.getUTCMonth() !== Number(month) - 1 || named.getUTCDate() !== Number(day)) return undefined;
  named.setUTCHours(hours, minutes, seconds);
  if (offset !== undefined) return new Date(named.getTime() - offsetOf(offset));
  const wall = { year: Number(year), month: Number(month), day: Number(day), hour: hours, minute: minutes };
  return new Date(new LocalTime(timeZone).instant(wall).getTime() + seconds * 1_000);
}

/** As `2026-03-02T09:00 (Monday)`, in the time zone. */
export function localTime(instant: Date, timeZone: string): string {
  const local = new Date(instant.getTime() + new LocalTime(timeZone).offset(instant) * MINUTE);
  const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(local);
  return `${local.toISOString().slice(0, -8)} (${weekday})`;
}

function offsetOf(text: string): number {
  if (text === "Z") return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4));
  return (text.startsWith("-") ? -minutes : minutes) * MINUTE;
}
