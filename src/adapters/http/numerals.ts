/** What the reference strips from numbers in text: Unicode's White_Space, which is not what `String.trim` strips. */
const isWhiteSpace = (unit: number): boolean =>
  (unit >= 0x09 && unit <= 0x0d) ||
  unit === 0x20 ||
  unit === 0x85 ||
  unit === 0xa0 ||
  unit === 0x1680 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x202f ||
  unit === 0x205f ||
  unit === 0x3000;

/** By hand, for a pattern would go over inner white space again and again. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const DIGITS_READ = 4300;
const INTEGER = /^-?(0|[1-9][0-9]*)$/;

/** `undefined` for what is no integer, `"too_long"` for one of too many digits. Beyond a double's range: its end. */
export function integerIn(text: string): number | "too_long" | undefined {
  const [, leading = ""] = /^-?([1-9][0-9]*)/.exec(text) ?? [];
  if (leading.length > DIGITS_READ) return "too_long";
  const numeral = INTEGER.test(text) ? text : withoutOrnaments(text);
  const digits = numeral === undefined ? undefined : INTEGER.exec(numeral)?.[1];
  if (digits === undefined || digits.length > DIGITS_READ) return undefined;
  return Math.min(Math.max(Number(numeral) + 0, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** Takes away what the reference forgives, in its order: space, a sign, leading zeros, a fraction of zeros, `_`. */
function withoutOrnaments(text: string): string | undefined {
  const [, sign = "", unsigned = ""] = /^([+-]?)(.*)$/s.exec(trim(text)) ?? [];
  const digits = withoutLeadingZeros(unsigned);
  if (digits === undefined || (sign !== "" && /^[+-]/.test(unsigned))) return undefined;
  const point = digits.indexOf(".");
  const whole = point >= 0 && /^0+$/.test(digits.slice(point + 1)) ? digits.slice(0, point) : digits;
  return (sign === "-" ? "-" : "") + (withoutUnderscores(whole) ?? whole);
}

/** Underscores among the zeros go with them; a zero before a point stays. */
function withoutLeadingZeros(text: string): string | undefined {
  if (/^[1-9-]/.test(text)) return text;
  const zeros = /^0[0_]*/.exec(text)?.[0].length;
  if (zeros === undefined) return undefined;
  if (zeros === text.length || text[zeros] === ".") return text.slice(zeros - 1);
  return /[1-9-]/.test(text.charAt(zeros)) ? text.slice(zeros) : undefined;
}

/** Underscores may stand between digits, one at a time; undefined when there are none or they stand elsewhere. */
function withoutUnderscores(text: string): string | undefined {
  if (!text.includes("_") || text.includes("__") || text.startsWith("_") || text.endsWith("_")) return undefined;
  return text.replaceAll("_", "");
}

const NUMBER = /^[+-]?(?:inf|infinity|nan|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?)$/i;

/** `undefined` for what is no number; not finite for words such as `inf` and for what is out of range. */
export function numberIn(text: string): number | undefined {
  const numeral = [trim(text), withoutUnderscores(text)].find((each) => each !== undefined && NUMBER.test(each));
  if (numeral === undefined) return undefined;
  if (/nan/i.test(numeral)) return NaN;
  if (/inf/i.test(numeral)) return numeral.startsWith("-") ? -Infinity : Infinity;
  return Number(numeral);
}
