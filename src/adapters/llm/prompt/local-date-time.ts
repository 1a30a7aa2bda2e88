import { LocalTime } from "../../../domain/time/local-time.js";

const DATE_TIME_PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
/** Local hour of a date without a time: the end of a working day. */
const DEFAULT_DUE_HOUR = 17;
const MINUTE_MS = 60_000;

/**
 * Parses an ISO 8601 date or date-time.
 * @param timeZone IANA name; applies to a value without an offset.
 * @returns undefined for any other text and for a date that does not exist.
 */
export function parseLocalDateTime(text: string, timeZone: string): Date | undefined {
  const [, year, month, day, hour, minute, second, offset] = DATE_TIME_PATTERN.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  const timeParts = hour === undefined ? [DEFAULT_DUE_HOUR, 0, 0] : [hour, minute, second ?? 0].map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = timeParts;
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  date.setUTCHours(hours, minutes, seconds);
  if (offset !== undefined) return new Date(date.getTime() - parseOffsetMs(offset));
  const wallTime = { year: Number(year), month: Number(month), day: Number(day), hour: hours, minute: minutes };
  return new Date(new LocalTime(timeZone).toDate(wallTime).getTime() + seconds * 1_000);
}

/** Formats an instant as `2026-03-02T09:00 (Monday)` in the time zone. */
export function formatLocalTime(instant: Date, timeZone: string): string {
  const shifted = new Date(instant.getTime() + new LocalTime(timeZone).getOffsetMinutes(instant) * MINUTE_MS);
  const weekday = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(shifted);
  return `${shifted.toISOString().slice(0, -8)} (${weekday})`;
}

function parseOffsetMs(text: string): number {
  if (text === "Z") return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4));
  return (text.startsWith("-") ? -minutes : minutes) * MINUTE_MS;
}
