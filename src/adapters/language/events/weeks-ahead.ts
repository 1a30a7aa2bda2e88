const WEEK_MS = 7 * 24 * 3_600_000;
const WEEKS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, eight: 8 };
const WEEKS_ON =
  /\bin (?:about )?(a|one|two|three|four|five|six|eight|\d) weeks?\b|\b(a|one|two|three|four|six|\d) weeks?' time|\b(fortnight)\b|\b(?:the week after next|next week|the week after)\b/i;
const WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
const RELATIVE = /\b(?:next|this|week|today|tomorrow|tonight)\b/i;
const DATE =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\d(?:st|nd|rd|th)\b|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth|twenty-\w+)\b|\bthe \d/i;

/** "In two weeks. Tuesday at nine?": the week in which a weekday said later is. */
export function weekIn(written: string, startedAt: Date): Date | undefined {
  const [said, ahead, time, fortnight] = WEEKS_ON.exec(written) ?? [];
  if (said === undefined) return undefined;
  const isSecond = fortnight !== undefined || /after next/i.test(said);
  const count = ahead ?? time;
  const weeks = isSecond ? 2 : count === undefined ? 1 : (WEEKS[count.toLowerCase()] ?? Number(count));
  return new Date(startedAt.getTime() + weeks * WEEK_MS);
}

export const withoutWeek = (written: string): string => written.replace(WEEKS_ON, "");

/** A weekday without anything that tells of which week. */
export function namesBareWeekday(written: string): boolean {
  const rest = withoutWeek(written);
  return WEEKDAY.test(written) && !RELATIVE.test(rest) && !DATE.test(rest);
}

/** "The twelfth of September": a day that stays the same, whenever it is said. */
export const namesDate = (text: string): boolean => DATE.test(text) && !RELATIVE.test(text);
