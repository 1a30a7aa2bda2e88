import { ValidationFailure } from "../../../../domain/rules.js";

/** A Unix time with a greater absolute value is in milliseconds instead of seconds (the year 2603). */
const MS_TIMESTAMP_THRESHOLD = 20_000_000_000;
/** The starts of the years 0 and 1 and the last second of the year 9999, in Unix seconds. */
const YEAR_0_START_SECONDS = -62_167_219_200;
const YEAR_1_START_SECONDS = -62_135_596_800;
const YEAR_9999_END_SECONDS = 253_402_300_799;
const MICROSECONDS_PER_SECOND = 1_000_000;

const YEAR_0_REASON = "year 0 is out of range";
const TOO_EARLY_REASON = "dates before 0000 are not supported as unix timestamps";
const TOO_LATE_REASON = "dates after 9999 are not supported as unix timestamps";

/** A date, or the reason why there is none. */
type DateOrReason = Date | string;

const createDateTimeFailure = (reason: string): ValidationFailure =>
  ValidationFailure.create("datetime_parsing", `Input should be a valid datetime, ${reason}`);
const createDateFailure = (reason: string): ValidationFailure =>
  ValidationFailure.create("datetime_from_date_parsing", `Input should be a valid datetime or date, ${reason}`);

/**
 * Parses a date-time of RFC 3339, with what the public service also accepts: other separators, no seconds, no offset
 * (UTC), a date alone, a Unix time. Truncates microseconds to milliseconds.
 */
export function parseDateTime(text: string): Date | ValidationFailure {
  const midnight = parseDatePrefix(text);
  if (midnight instanceof Date) {
    const timeOfDayMs = parseTimeOfDay(text.slice(DATE_LENGTH));
    if (timeOfDayMs !== undefined) return rejectYearZero(text, new Date(midnight.getTime() + timeOfDayMs));
  }
  const integerValue = parseInt64(text);
  const unixTimeResult = integerValue === undefined ? parseDecimalUnixTime(text) : convertUnixTime(integerValue);
  if (unixTimeResult instanceof Date) return unixTimeResult;
  if (unixTimeResult === YEAR_0_REASON) return createDateTimeFailure(unixTimeResult);
  if (unixTimeResult !== undefined && integerValue !== undefined) return createDateFailure(unixTimeResult);
  if (typeof midnight === "string") return createDateFailure(midnight);
  if (text.length > DATE_LENGTH) return createDateFailure("unexpected extra characters at the end of the input");
  return rejectYearZero(text, midnight);
}

/** Converts a Unix time that is a JSON number. */
export function parseUnixTime(unixTime: number): Date | ValidationFailure {
  const result = convertUnixTime(unixTime);
  return result instanceof Date ? result : createDateTimeFailure(result);
}

function rejectYearZero(text: string, date: Date): Date | ValidationFailure {
  return text.startsWith("0000") ? createDateTimeFailure(YEAR_0_REASON) : date;
}

const DATE_LENGTH = "2024-01-02".length;

/** Parses the date at the start of `text`; ignores what follows. */
function parseDatePrefix(text: string): DateOrReason {
  if (text.length < DATE_LENGTH && Buffer.byteLength(text) < DATE_LENGTH) return "input is too short";
  for (let index = 0; index < DATE_LENGTH; index += 1) {
    const character = text.charAt(index);
    if (index === 4 || index === 7) {
      if (character !== "-") return "invalid date separator, expected `-`";
    } else if (character < "0" || character > "9") {
      return `invalid character in ${index < 4 ? "year" : index < 7 ? "month" : "day"}`;
    }
  }
  const [year = 0, month = 0, day = 0] = text.slice(0, DATE_LENGTH).split("-").map(Number);
  if (month < 1 || month > 12) return "month value is outside expected range of 1-12";
  if (day < 1 || day > countDaysInMonth(year, month)) return "day value is outside expected range";
  return new Date(`${text.slice(0, DATE_LENGTH)}T00:00:00Z`);
}

/**
 * Maps the year into 2000 to 2399, because `Date.UTC` moves the years 0 to 99 to 1900. The calendar repeats every 400
 * years.
 */
const countDaysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

const TIME_PATTERN =
  /^[Tt _]([01][0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])(?:[.,]([0-9]+))?)?(?:[Zz]|([+\-\u2212])([01][0-9]|2[0-3]):?([0-5][0-9]))?$/;

/** Returns the milliseconds since midnight UTC; undefined when `text` is not a separator and a time. */
function parseTimeOfDay(text: string): number | undefined {
  const match = TIME_PATTERN.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds = "0", fraction = "", sign, offsetHours = "0", offsetMinutes = "0"] = match;
  const offsetTotalMinutes = Number(offsetHours) * 60 + Number(offsetMinutes);
  const utcMinutes = Number(hours) * 60 + Number(minutes) - (sign === "+" ? offsetTotalMinutes : -offsetTotalMinutes);
  return (utcMinutes * 60 + Number(seconds)) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** The greatest 64-bit integer for each sign, because the public service parses into 64 bits. */
const MAX_INT64_DIGITS = { "": "9223372036854775807", "+": "9223372036854775807", "-": "9223372036854775808" };

/** Parses an integer; returns undefined for any other text and beyond 64 bits. */
function parseInt64(text: string): number | undefined {
  const match = /^([+-]?)([0-9]+)$/.exec(text);
  if (!match) return undefined;
  const [, sign, rawDigits = ""] = match;
  const digits = rawDigits.replace(/^0+/, "");
  const maxDigits = MAX_INT64_DIGITS[sign as keyof typeof MAX_INT64_DIGITS];
  if (digits.length > maxDigits.length || (digits.length === maxDigits.length && digits > maxDigits)) return undefined;
  return Number(text);
}

const DECIMAL_PATTERN = /^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** Converts a number with a decimal point; returns undefined for any other text. */
const parseDecimalUnixTime = (text: string): DateOrReason | undefined =>
  DECIMAL_PATTERN.test(text) ? convertUnixTime(Number(text)) : undefined;

/** Rounds to microseconds as the public service does, and then truncates to milliseconds. */
function convertUnixTime(unixTime: number): DateOrReason {
  const isMilliseconds = Math.abs(unixTime) > MS_TIMESTAMP_THRESHOLD;
  const wholePart = Math.floor(unixTime);
  const seconds = isMilliseconds ? Math.floor(wholePart / 1_000) : wholePart;
  const microseconds = isMilliseconds
    ? (wholePart - seconds * 1_000) * 1_000 + Math.round((unixTime - wholePart) * 1_000)
    : Math.round((unixTime - wholePart) * MICROSECONDS_PER_SECOND);
  // Rounding may carry over into the next second.
  const totalSeconds = seconds + Math.floor(microseconds / MICROSECONDS_PER_SECOND);
  if (totalSeconds < YEAR_0_START_SECONDS) return TOO_EARLY_REASON;
  if (!(totalSeconds <= YEAR_9999_END_SECONDS)) return TOO_LATE_REASON;
  if (totalSeconds < YEAR_1_START_SECONDS) return YEAR_0_REASON;
  return new Date(totalSeconds * 1_000 + Math.floor((microseconds % MICROSECONDS_PER_SECOND) / 1_000));
}
