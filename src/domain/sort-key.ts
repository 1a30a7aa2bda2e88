/** The last and the first instant that a date-time of the wire can name, in milliseconds since 1970. */
export const LATEST = 253_402_300_799_999;
const EARLIEST = -62_135_596_800_000;
const DIGITS = 15;
/** Sorts behind every digit. */
const LAST = "~";

const padded = (value: number): string => String(value).padStart(DIGITS, "0");

/** Digits that sort as the times do, earliest first; null comes last. */
export function ascending(time: Date | null): string {
  return time === null ? LAST : padded(Math.min(Math.max(time.getTime(), EARLIEST), LATEST) - EARLIEST);
}

/** Digits that sort against the times, latest first. */
export function descending(time: Date): string {
  return padded(LATEST - time.getTime());
}
