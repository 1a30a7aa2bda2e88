import { EARLIEST, LATEST } from "./instant.js";

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
