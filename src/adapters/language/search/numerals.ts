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

/** The words of a date in digits, `2024-03-12`, as they stand in a date in words; undefined for any other text. */
export function wordsOfDate(text: string): string[] | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  const name = months[Number(month) - 1];
  if (year === undefined || name === undefined) return undefined;
  return [year, name, ...(day === undefined ? [] : [String(Number(day))])];
}
