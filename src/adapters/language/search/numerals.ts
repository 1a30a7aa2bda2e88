const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " +
  "eighteen nineteen";
const tens = "twenty thirty forty fifty sixty seventy eighty ninety";

const values: ReadonlyMap<string, number> = new Map([
  ...small.split(" ").map((word, i) => [word, i] as const),
  ...tens.split(" ").map((word, i) => [word, 20 + 10 * i] as const),
]);

/** What a number word up to ninety counts; undefined for any other word, and for "one", which is mostly a pronoun. */
export function numberWord(word: string): number | undefined {
  return word === "one" ? undefined : values.get(word);
}

const months = "january february march april may june july august september october november december".split(" ");

const YEAR_FIRST = /^(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2}))?$/;
/** Whoever writes dots writes the day before the month; with strokes some do and some do not. */
const DAY_FIRST = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/;
const DAYS = 31;

/**
 * The words of a date in digits, `2024-03-12` or `12.3.2024`, as they stand in a date in words; undefined for any other
 * text.
 */
export function wordsOfDate(text: string): string[] | undefined {
  const { year, month, day } = (YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text))?.groups ?? {};
  const name = months[Number(month) - 1];
  if (year === undefined || name === undefined) return undefined;
  if (day === undefined) return [year, name];
  const number = Number(day);
  return number >= 1 && number <= DAYS ? [year, name, String(number)] : undefined;
}
