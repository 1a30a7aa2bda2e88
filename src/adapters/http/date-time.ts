import { Refused } from "../../domain/rules.js";

/** Above it, either way from zero, a Unix time is in milliseconds and not in seconds: the year 2603. */
const WATERSHED = 20_000_000_000;
/** In Unix seconds: where the years 0 and 1 begin, and the last second of the year 9999. */
const YEAR_0 = -62_167_219_200;
const YEAR_1 = -62_135_596_800;
const YEAR_9999 = 253_402_300_799;
const MICROSECONDS = 1_000_000;

const YEAR_0_REFUSED = "year 0 is out of range";
const TOO_EARLY = "dates before 0000 are not supported as unix timestamps";
const TOO_LATE = "dates after 9999 are not supported as unix timestamps";

/** An instant, or why there is none. */
type Verdict = Date | string;

const noDateTime = (reason: string): Refused =>
  Refused.because("datetime_parsing", `Input should be a valid datetime, ${reason}`);
const noDate = (reason: string): Refused =>
  Refused.because("datetime_from_date_parsing", `Input should be a valid datetime or date, ${reason}`);

/**
 * A date-time of RFC 3339 with the reference's liberties: other separators, no seconds, no offset (it is UTC then), a
 * date alone, a Unix time. Microseconds are cut to milliseconds.
 */
export function dateTimeIn(text: string): Date | Refused {
  const midnight = midnightOf(text);
  if (midnight instanceof Date) {
    const milliseconds = timeIn(text.slice(DATE_LENGTH));
    if (milliseconds !== undefined) return inYear(text, new Date(midnight.getTime() + milliseconds));
  }
  const whole = wholeNumberIn(text);
  const unixTime = whole === undefined ? fractionIn(text) : fromUnixTime(whole);
  if (unixTime instanceof Date) return unixTime;
  if (unixTime === YEAR_0_REFUSED) return noDateTime(unixTime);
  if (unixTime !== undefined && whole !== undefined) return noDate(unixTime);
  if (typeof midnight === "string") return noDate(midnight);
  if (text.length > DATE_LENGTH) return noDate("unexpected extra characters at the end of the input");
  return inYear(text, midnight);
}

/** A Unix time that came as a number. */
export function dateTimeOf(unixTime: number): Date | Refused {
  const fraction = Math.abs(unixTime % 1) * (Math.abs(unixTime) <= WATERSHED ? MICROSECONDS : 1_000);
  const verdict = fromUnixTime(Math.floor(unixTime), Math.round(fraction));
  return verdict instanceof Date ? verdict : noDateTime(verdict);
}

function inYear(text: string, instant: Date): Date | Refused {
  return text.startsWith("0000") ? noDateTime(YEAR_0_REFUSED) : instant;
}

const DATE_LENGTH = "2024-01-02".length;

/** The date that `text` begins with, whatever follows. */
function midnightOf(text: string): Verdict {
  if (text.length < DATE_LENGTH && Buffer.byteLength(text) < DATE_LENGTH) return "input is too short";
  for (let i = 0; i < DATE_LENGTH; i += 1) {
    const character = text.charAt(i);
    if (i === 4 || i === 7) {
      if (character !== "-") return "invalid date separator, expected `-`";
    } else if (character < "0" || character > "9") {
      return `invalid character in ${i < 4 ? "year" : i < 7 ? "month" : "day"}`;
    }
  }
  const [year = 0, month = 0, day = 0] = text.slice(0, DATE_LENGTH).split("-").map(Number);
  if (month < 1 || month > 12) return "month value is outside expected range of 1-12";
  if (day < 1 || day > daysIn(year, month)) return "day value is outside expected range";
  return new Date(`${text.slice(0, DATE_LENGTH)}T00:00:00Z`);
}

/** The calendar repeats every 400 years; the constructor takes the first hundred for another century. */
const daysIn = (year: number, month: number): number => new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

const TIME =
  /^[Tt _]([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:[.,]([0-9]+))?)?(?:[Zz]|([+\-\u2212])([01][0-9]|2[0-3]):?([0-5][0-9]))?$/;

/** How long after midnight UTC, in milliseconds; undefined when `text` is not a separator and a time. */
function timeIn(text: string): number | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds = "0", fraction = "", sign, offsetHours = "0", offsetMinutes = "0"] = match;
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes);
  const total = Number(hours) * 60 + Number(minutes) - (sign === "+" ? offset : -offset);
  return (total * 60 + Number(seconds)) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** More digits than these are out of range in any case. */
const DIGITS_READ = 40;

/** The whole number that `text` is. The reference counts in 64 bits and notices an overflow only by its sign. */
function wholeNumberIn(text: string): number | undefined {
  const [, sign, digits = ""] = /^([+-]?)0*([0-9]*)$/.exec(text) ?? [];
  if (sign === undefined || !/[0-9]$/.test(text) || digits.length > DIGITS_READ) return undefined;
  let value = 0n;
  for (const digit of digits) {
    value = BigInt.asIntN(64, value * 10n + BigInt(digit));
    if (value < 0n) return undefined;
  }
  return Number(sign === "-" ? -value : value);
}

const FRACTION = /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** The instant that a number with a point names; undefined when `text` is none. */
function fractionIn(text: string): Verdict | undefined {
  if (!FRACTION.test(text)) return undefined;
  const given = Number(text);
  const seconds = Math.abs(given) > WATERSHED ? given / 1_000 : given;
  const whole = Math.floor(seconds);
  return fromUnixTime(whole, Math.round((seconds - whole) * MICROSECONDS));
}

/** @param unixTime whole, in seconds or milliseconds by its size. */
function fromUnixTime(unixTime: number, microseconds = 0): Verdict {
  const inMilliseconds = Math.abs(unixTime) > WATERSHED;
  const seconds = inMilliseconds ? Math.floor(unixTime / 1_000) : unixTime;
  const rest = (inMilliseconds ? (unixTime - seconds * 1_000) * 1_000 : 0) + microseconds;
  const second = seconds + Math.floor(rest / MICROSECONDS);
  if (second < YEAR_0) return TOO_EARLY;
  if (!(second <= YEAR_9999)) return TOO_LATE;
  if (second < YEAR_1) return YEAR_0_REFUSED;
  return new Date(second * 1_000 + Math.floor((rest % MICROSECONDS) / 1_000));
}
