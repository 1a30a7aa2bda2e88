import { invalidInput } from "../errors.js";

/**
 * The first and the last instant that a date-time in the API can express, in milliseconds since 1970: years 1 to 9999.
 */
export const MIN_TIMESTAMP_MS = -62_135_596_800_000;
export const MAX_TIMESTAMP_MS = 253_402_300_799_999;

/** Whether a date-time can express the instant. The offset of an input can move it out of the range. */
export function isInTimestampRange(date: Date): boolean {
  const timestampMs = date.getTime();
  return timestampMs >= MIN_TIMESTAMP_MS && timestampMs <= MAX_TIMESTAMP_MS;
}

/**
 * Checks dates before they are stored, because responses must be able to express them.
 * @param dates the dates by the names of their properties.
 * @throws DomainError `invalid` for the first date that is out of range.
 */
export function ensureInTimestampRange(dates: Readonly<Record<string, Date | null | undefined>>): void {
  for (const [property, date] of Object.entries(dates)) {
    if (date && !isInTimestampRange(date)) throw invalidInput("date_out_of_range", { property });
  }
}

/** Returns the nearest instant in the range. As a bound of a list it selects the same stored dates as the original. */
export function clampToTimestampRange(date: Date): Date {
  return new Date(Math.min(Math.max(date.getTime(), MIN_TIMESTAMP_MS), MAX_TIMESTAMP_MS));
}

const TIME_DIGITS = 15;
/** Sorts after every digit. */
const AFTER_ALL_TIMES = "~";

/** Follows every sort key: keys begin with a digit. */
export const SORT_KEY_UPPER_BOUND = "~";

const padNumber = (value: number): string => String(value).padStart(TIME_DIGITS, "0");

/** Encodes a time as digits that sort in ascending order of time; null sorts last. */
export function encodeAscending(time: Date | null): string {
  return time === null
    ? AFTER_ALL_TIMES
    : padNumber(Math.min(Math.max(time.getTime(), MIN_TIMESTAMP_MS), MAX_TIMESTAMP_MS) - MIN_TIMESTAMP_MS);
}

/** Encodes a time as digits that sort in descending order of time. */
export function encodeDescending(time: Date): string {
  return padNumber(MAX_TIMESTAMP_MS - time.getTime());
}
