/**
 * The white space that the public service strips from numbers: Unicode's White_Space, which differs from `String.trim`.
 */
const isWhiteSpace = (codeUnit: number): boolean =>
  (codeUnit >= 0x09 && codeUnit <= 0x0d) ||
  codeUnit === 0x20 ||
  codeUnit === 0x85 ||
  codeUnit === 0xa0 ||
  codeUnit === 0x1680 ||
  (codeUnit >= 0x2000 && codeUnit <= 0x200a) ||
  codeUnit === 0x2028 ||
  codeUnit === 0x2029 ||
  codeUnit === 0x202f ||
  codeUnit === 0x205f ||
  codeUnit === 0x3000;

/** Uses a loop, because a regular expression would take quadratic time on inner white space. */
function trimUnicodeWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const MAX_DIGITS = 4300;
const INTEGER_PATTERN = /^-?(0|[1-9][0-9]*)$/;

/**
 * Parses an integer of at most `MAX_DIGITS` digits. Returns `"too_long"` for a text that begins with more digits (after
 * an optional `-`), and `undefined` for any other text. A value beyond the range of a double becomes the nearest end of
 * that range.
 */
export function parseInteger(text: string): number | "too_long" | undefined {
  const [, leadingDigits = ""] = /^-?([1-9][0-9]*)/.exec(text) ?? [];
  if (leadingDigits.length > MAX_DIGITS) return "too_long";
  const numeral = INTEGER_PATTERN.test(text) ? text : normalizeNumeral(text);
  const digits = numeral === undefined ? undefined : INTEGER_PATTERN.exec(numeral)?.[1];
  if (digits === undefined || digits.length > MAX_DIGITS) return undefined;
  return Math.min(Math.max(Number(numeral) + 0, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** Strips what the public service accepts, in its order: white space, `+`, leading zeros, a fraction of zeros, `_`. */
function normalizeNumeral(text: string): string | undefined {
  const [, sign = "", unsigned = ""] = /^([+-]?)(.*)$/s.exec(trimUnicodeWhiteSpace(text)) ?? [];
  const digits = stripLeadingZeros(unsigned);
  if (digits === undefined || (sign !== "" && /^[+-]/.test(unsigned))) return undefined;
  const point = digits.indexOf(".");
  const integerPart = point >= 0 && /^0+$/.test(digits.slice(point + 1)) ? digits.slice(0, point) : digits;
  return (sign === "-" ? "-" : "") + (stripUnderscores(integerPart) ?? integerPart);
}

/** Strips leading zeros with the underscores between them, but keeps a zero before a point or the end. */
function stripLeadingZeros(text: string): string | undefined {
  if (/^[1-9-]/.test(text)) return text;
  const zerosLength = /^0[0_]*/.exec(text)?.[0].length;
  if (zerosLength === undefined) return undefined;
  if (zerosLength === text.length || text[zerosLength] === ".") return text.slice(zerosLength - 1);
  return /[1-9-]/.test(text.charAt(zerosLength)) ? text.slice(zerosLength) : undefined;
}

/** Strips single underscores between digits; returns undefined when there are none, or at any other place. */
function stripUnderscores(text: string): string | undefined {
  if (!text.includes("_") || text.includes("__") || text.startsWith("_") || text.endsWith("_")) return undefined;
  return text.replaceAll("_", "");
}

const NUMBER_PATTERN = /^[+-]?(?:inf|infinity|nan|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?)$/i;

/**
 * Parses a number; returns `undefined` for any other text. The result is not finite for words such as `inf` and for
 * numbers out of range.
 */
export function parseNumber(text: string): number | undefined {
  const numeral = [trimUnicodeWhiteSpace(text), stripUnderscores(text)].find(
    (candidate) => candidate !== undefined && NUMBER_PATTERN.test(candidate),
  );
  if (numeral === undefined) return undefined;
  if (/nan/i.test(numeral)) return NaN;
  if (/inf/i.test(numeral)) return numeral.startsWith("-") ? -Infinity : Infinity;
  return Number(numeral);
}
