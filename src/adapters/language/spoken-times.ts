import { daysLater, type WallClock, weekday } from "./local-time.js";

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2}";
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** "Friday the 13th" is at most this far. */
const MOST_DAYS = 430;

const digits = (word: string): string => {
  const index = SMALL.indexOf(word.toLowerCase());
  return index >= 0 ? String(index) : word;
};

/** Cheap looks before the costly ones. */
const NUMBER =
  /\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|t(?:een|wenty|hirty)|f(?:orty|ifty)|at at/iu;
const NAMED_DAY = /end of|EO[DW]|COB|close of|weekend|day week|week (?:on|from|next)|the \d/i;

const TEN = /\b(twenty|thirty|forty|fifty)(?:[ -](one|two|three|four|five|six|seven|eight|nine))?\b/gi;
const TEEN = /\b(thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)\b/gi;
const HALF_PAST = new RegExp(`\\bhalf past (${HOURS})\\b`, "gi");
const QUARTER_PAST = new RegExp(`\\b(?:a )?quarter past (${HOURS})\\b`, "gi");
const QUARTER_TO = new RegExp(`\\b(?:a )?quarter to (${HOURS})\\b`, "gi");
const MINUTES_PAST = new RegExp(`\\b(?:at )?(five|ten|20|25|\\d{1,2}) past (${HOURS})\\b`, "gi");
const MINUTES_TO = new RegExp(`\\bat (five|ten|20|25) to (${HOURS})\\b`, "gi");
const BETWEEN = new RegExp(`\\bbetween (${HOURS}) and (${HOURS})\\b(?! \\p{L}+s\\b)`, "giu");
const HOUR_AND_MINUTES = new RegExp(
  `\\b(at|by|from|to|until|till|before|around|about) (${HOURS}) (15|30|45)\\b(?! (?:minutes?|people|percent|euros?|dollars?))`,
  "gi",
);
const HOUR_OF_HALF_DAY = new RegExp(
  `\\b(${HOURS})(?= ?(?:o'clock|a\\.?m\\b|p\\.?m\\b|in the (?:morning|afternoon|evening)))`,
  "gi",
);
const BARE_HOUR = new RegExp(
  `\\b(at|by|from|until|till|before|around) (${HOURS})(?=[.,?!]|$| (?:on|tomorrow|today|tonight|this|next|sharp|for|and|with|until|till|to|if|so|then|monday|tuesday|wednesday|thursday|friday|saturday|sunday|at|in)\\b)`,
  "gi",
);
const HOUR_TO_HOUR = new RegExp(`\\b(\\d{1,2}) to (${HOURS})\\b`, "gi");

/** Writes numbers that belong to a time as digits: "twenty five minutes", "half past three", "at nine thirty". */
function numbersWritten(text: string): string {
  if (!NUMBER.test(text)) return text;
  return text
    .replace(TEN, (_, ten: string, one?: string) =>
      String((TENS[ten.toLowerCase()] ?? 0) + (one ? Number(digits(one)) : 0)),
    )
    .replace(TEEN, digits)
    .replace(HALF_PAST, (_, hour: string) => `at ${digits(hour)}:30`)
    .replace(QUARTER_PAST, (_, hour: string) => `at ${digits(hour)}:15`)
    .replace(QUARTER_TO, (_, hour: string) => `at ${hourBefore(hour)}:45`)
    .replace(
      MINUTES_PAST,
      (_, minutes: string, hour: string) => `at ${digits(hour)}:${digits(minutes).padStart(2, "0")}`,
    )
    .replace(MINUTES_TO, (_, minutes: string, hour: string) => `at ${hourBefore(hour)}:${60 - Number(digits(minutes))}`)
    .replace(BETWEEN, (_, from: string, to: string) => `from ${digits(from)} to ${digits(to)}`)
    .replace(
      HOUR_AND_MINUTES,
      (_, preposition: string, hour: string, minute: string) => `${preposition} ${digits(hour)}:${minute}`,
    )
    .replace(HOUR_OF_HALF_DAY, digits)
    .replace(/(\d) o'clock/gi, "$1:00")
    .replace(/\bat at\b/gi, "at")
    .replace(BARE_HOUR, (_, preposition: string, hour: string) => `${preposition} ${digits(hour)}`)
    .replace(HOUR_TO_HOUR, (_, from: string, to: string) => `${from} to ${digits(to)}`);
}

/** "Quarter to nine" is at eight. */
const hourBefore = (hour: string): number => ((Number(digits(hour)) + 10) % 12) + 1;

const written = ({ year, month, day }: WallClock): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Days that the date parser does not know, as dates: "end of the week" (its Friday), "on the 14th", "Tuesday week". */
function daysWritten(text: string, today: WallClock): string {
  if (!NAMED_DAY.test(text)) return text;
  const coming = (day: number): WallClock => daysLater(today, (day - weekday(today) + 7) % 7 || 7);
  const friday = (): WallClock => daysLater(today, (5 - weekday(today) + 7) % 7);
  return text
    .replace(/\b(?:the )?end of (?:the|this) week\b|\bend of week\b|\bEOW\b/gi, () => `on ${written(friday())}`)
    .replace(/\b(?:the )?end of next week\b/gi, () => `on ${written(daysLater(friday(), 7))}`)
    .replace(
      /\b(?:the )?end of (?:the |this )?(?:day|business)\b|\bEOD\b|\bCOB\b|\bclose of business\b/gi,
      "today at 17:00",
    )
    .replace(/\bthe weekend\b/gi, () => `on ${written(daysLater(today, (6 - weekday(today) + 7) % 7))}`)
    .replace(/\b(?:a week (?:on|from)|a week next) (\w+day)\b|\b(\w+day) week\b/gi, (all, a?: string, b?: string) => {
      const day = WEEKDAYS.indexOf((a ?? b ?? "").toLowerCase());
      return day < 0 ? all : `on ${written(daysLater(coming(day), 7))}`;
    })
    .replace(
      /\b(?:(?:on |by |before |until )?((?:mon|tues|wednes|thurs|fri|satur|sun)day),?|on|by|before|until|from) the (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|floor|time))/gi,
      (all, named: string | undefined, number: string) => {
        const day = Number(number);
        if (day < 1 || day > 31) return all;
        const fits = (date: WallClock): boolean =>
          date.day === day && (named === undefined || WEEKDAYS[weekday(date)] === named.toLowerCase());
        let date = daysLater(today, 1);
        for (let i = 0; i < MOST_DAYS && !fits(date); i += 1) date = daysLater(date, 1);
        if (!fits(date)) return all;
        return `on ${written(date)}`;
      },
    );
}

/** A spoken text with its times as a date parser reads them. `today` is the day of the conversation. */
export function timesWritten(text: string, today: WallClock): string {
  return daysWritten(numbersWritten(text), today);
}
