import { daysWritten, type Place } from "./named-days.js";
import { ordinalsWritten } from "./ordinals.js";

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS: Readonly<Record<string, number>> = { twenty: 20, thirty: 30, forty: 40, fifty: 50 };
const HOURS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2}";

const digits = (word: string): string => {
  const index = SMALL.indexOf(word.toLowerCase());
  return index >= 0 ? String(index) : word;
};

/** A cheap look before the costly ones. */
const NUMBER =
  /\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|t(?:een|wenty|hirty)|f(?:orty|ifty)|at at|first|second|third|f(?:if|our)th|n?inth|eighth|twelfth|tieth|half|quarter|hour/iu;

const TEN = /\b(twenty|thirty|forty|fifty)(?:[ -](one|two|three|four|five|six|seven|eight|nine))?\b/gi;
const TEEN = /\b(thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)\b/gi;
const HALF_PAST = new RegExp(`\\bhalf past (${HOURS})\\b`, "gi");
const QUARTER_PAST = new RegExp(`\\b(?:a )?quarter past (${HOURS})\\b`, "gi");
const HALF = new RegExp(
  `\\bhalf (?:an )?(${HOURS})\\b(?! (?:hours?|days?|minutes?|weeks?|million|percent|of|per)\\b)`,
  "gi",
);
const QUARTER_TO = new RegExp(`\\b(?:a )?quarter (?:to|of|till|before) (${HOURS})\\b`, "gi");
const MINUTES_PAST = new RegExp(`\\b(?:at )?(five|ten|20|25|\\d{1,2})(?: minutes)? (?:past|after) (${HOURS})\\b`, "gi");
const MINUTES_TO = new RegExp(
  `\\b(at|by|before|until|around|about) (five|ten|20|25)(?: minutes)? (?:to|till) (${HOURS})\\b`,
  "gi",
);
const BETWEEN = new RegExp(`\\bbetween (${HOURS}) and (${HOURS})\\b(?! \\p{L}+s\\b)`, "giu");
const HOUR_AND_MINUTES = new RegExp(
  `\\b(at|by|from|to|until|till|before|around|about) (${HOURS}) (15|30|45)\\b(?! (?:minutes?|people|percent|euros?|dollars?))`,
  "gi",
);
const ANY_MINUTES = new RegExp(
  `\\b(at|by|until|till|before) (${HOURS}) (?:oh[ -]|o')?([1-5]\\d|one|two|three|four|five|six|seven|eight|nine|hundred)\\b(?! (?:\\p{L}+s|percent|of)\\b)`,
  "giu",
);
const DAY_NAMED =
  "(?:tomorrow|tonight|today|sharp|(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|in the (?:morning|afternoon|evening)|[ap]\\.?m\\b)";
const MINUTES_BEFORE_DAY = new RegExp(`(?<!\\d)\\b(${HOURS}) ([1-5][05])(?= ${DAY_NAMED})`, "gi");
const HOUR_OF_HALF_DAY = new RegExp(
  `\\b(${HOURS})(?= ?(?:o'clock|a\\.?m\\b|p\\.?m\\b|in the (?:morning|afternoon|evening)))`,
  "gi",
);
const BARE_HOUR = new RegExp(
  `\\b(at|by|from|until|till|before|around) (${HOURS})(?=[.,?!]|$| (?:on|tomorrow|today|tonight|this|next|sharp|for|and|with|until|till|to|if|so|then|monday|tuesday|wednesday|thursday|friday|saturday|sunday|at|in)\\b)`,
  "gi",
);
/** "At six, sorry, seven". */
const HOUR_AGAIN = new RegExp(
  `(?<=\\b(?:at|by|around) \\S.{0,40}(?:make (?:it|that)|sorry,?|no,|I mean,?|rather) )(${HOURS})(?=[.,?!]|$)`,
  "gi",
);
const HOUR_TO_HOUR = new RegExp(`\\b(\\d{1,2}) to (${HOURS})\\b`, "gi");

/** Writes numbers that belong to a time as digits: "twenty five minutes", "half past three", "at nine thirty". */
function numbersWritten(text: string): string {
  if (!NUMBER.test(text)) return text;
  return ordinalsWritten(text)
    .replace(/\b(?:an hour and a half|one and a half hours)\b/gi, "90 minutes")
    .replace(
      /\b(two|three|four) and a half hours\b/gi,
      (_, hours: string) => `${Number(digits(hours)) * 60 + 30} minutes`,
    )
    .replace(/\bthree[- ]quarters of an hour\b/gi, "45 minutes")
    .replace(/\b(?:a )?quarter of an hour\b/gi, "15 minutes")
    .replace(/\bhalf an hour\b/gi, "30 minutes")
    .replace(/\bin (.{1,20}?(?:hours?|minutes?|days?|weeks?))'? time\b/gi, "in $1")
    .replace(/\bfirst thing in the morning\b/gi, "tomorrow morning")
    .replace(/\b([01]\d|2[0-3])([0-5]\d) hours\b/gi, "$1:$2")
    .replace(TEN, (_, ten: string, one?: string) =>
      String((TENS[ten.toLowerCase()] ?? 0) + (one ? Number(digits(one)) : 0)),
    )
    .replace(TEEN, digits)
    .replace(HALF_PAST, (_, hour: string) => `at ${digits(hour)}:30`)
    .replace(HALF, (_, hour: string) => `at ${digits(hour)}:30`)
    .replace(QUARTER_PAST, (_, hour: string) => `at ${digits(hour)}:15`)
    .replace(QUARTER_TO, (_, hour: string) => `at ${hourBefore(hour)}:45`)
    .replace(
      MINUTES_PAST,
      (_, minutes: string, hour: string) => `at ${digits(hour)}:${digits(minutes).padStart(2, "0")}`,
    )
    .replace(
      MINUTES_TO,
      (_, by: string, minutes: string, hour: string) => `${by} ${hourBefore(hour)}:${60 - Number(digits(minutes))}`,
    )
    .replace(BETWEEN, (_, from: string, to: string) => `from ${digits(from)} to ${digits(to)}`)
    .replace(
      HOUR_AND_MINUTES,
      (_, preposition: string, hour: string, minute: string) => `${preposition} ${digits(hour)}:${minute}`,
    )
    .replace(ANY_MINUTES, (_, preposition: string, hour: string, minute: string) => {
      const minutes = minute.toLowerCase() === "hundred" ? "00" : digits(minute).padStart(2, "0");
      return `${preposition} ${digits(hour)}:${minutes}`;
    })
    .replace(MINUTES_BEFORE_DAY, (_, hour: string, minute: string) => `at ${digits(hour)}:${minute}`)
    .replace(HOUR_OF_HALF_DAY, digits)
    .replace(/(\d) o'clock/gi, "$1:00")
    .replace(/\b(at|by|from|until|till|before|around|about) at\b/gi, "$1")
    .replace(BARE_HOUR, (_, preposition: string, hour: string) => `${preposition} ${digits(hour)}`)
    .replace(HOUR_AGAIN, (_, hour: string) => `at ${digits(hour)}`)
    .replace(HOUR_TO_HOUR, (_, from: string, to: string) => `${from} to ${digits(to)}`);
}

/** "Quarter to nine" is at eight. */
const hourBefore = (hour: string): number => ((Number(digits(hour)) + 10) % 12) + 1;

/** A spoken text with its times as a date parser reads them. */
export function timesWritten(text: string, place: Place): string {
  return daysWritten(numbersWritten(text).replace(/\barvo\b/gi, "afternoon"), place);
}
