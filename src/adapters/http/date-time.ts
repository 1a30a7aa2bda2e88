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
  const verdict = fromUnixTime(unixTime);
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

/** What the reference counts with: 64 bits. */
const LARGEST = { "": "9223372036854775807", "+": "9223372036854775807", "-": "9223372036854775808" };

/** The whole number that `text` is; undefined also for one that needs more than 64 bits. */
function wholeNumberIn(text: string): number | undefined {
  const match = /^([+-]?)([0-9]+)$/.exec(text);
  if (!match) return undefined;
  const [, sign, numeral = ""] = match;
  const digits = numeral.replace(/^0+/, "");
  const largest = LARGEST[sign as keyof typeof LARGEST];
  if (digits.length > largest.length || (digits.length === largest.length && digits > largest)) return undefined;
  return Number(text);
}

const FRACTION = /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** The instant that a number with a point names; undefined when `text` is none. */
const fractionIn = (text: string): Verdict | undefined =>
  FRACTION.test(text) ? fromUnixTime(Number(text)) : undefined;

/** Rounds to the microsecond, as the reference does, before the microseconds are cut. */
function fromUnixTime(unixTime: number): Verdict {
  const inMilliseconds = Math.abs(unixTime) > WATERSHED;
  const whole = Math.floor(unixTime);
  const seconds = inMilliseconds ? Math.floor(whole / 1_000) : whole;
  const microseconds = inMilliseconds
    ? (whole - seconds * 1_000) * 1_000 + Math.round((unixTime - whole) * 1_000)
    : Math.round((unixTime - whole) * MICROSECONDS);
  // Rounding may have made a whole second of them.
  const second = seconds + Math.floor(microseconds / MICROSECONDS);
  if (second < YEAR_0) return TOO_EARLY;
  if (!(second <= YEAR_9999)) return TOO_LATE;
  if (second < YEAR_1) return YEAR_0_REFUSED;
  return new Date(second * 1_000 + Math.floor((microseconds % MICROSECONDS) / 1_000));
}
