const HOUR = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9])";
const MINUTE =
  "(?:oh five|five|ten|fifteen|twenty|twenty-five|twenty five|thirty|thirty-five|forty|forty-five|forty five|fifty|fifty-five)";
const DAY =
  "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight|the \\d{1,2}(?:st|nd|rd|th)|(?:twenty-|thirty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\\w+teenth|twentieth|thirtieth))";
/** What may follow an hour that nothing is counted by: "eleven works", not "eleven people". */
const AFTER = `(?=$|[.,?!;]|'s (?!\\d)|,? (?:it is|it(?=[.!])|is|it'll be|in the|on|at|then|works?|would|suits|sharp|for|please|works|if|to|till|until|and|or|can|good|fine|great|perfect|okay|instead|with|tomorrow|today|tonight|sorry|no|${DAY})\\b)`;
const DIGITS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const MINUTES: Readonly<Record<string, number>> = {
  "oh five": 5,
  five: 5,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
};

/** "Ten forty-five", "wednesday at nine thirty". */
const WITH_MINUTES = new RegExp(
  `(?<!(?:number|page|room|chapter|unit|bus|line|size|age|aged|for|of|:|-|\\d) ?)\\b(?:at )?(${HOUR})[ -](${MINUTE})${AFTER}`,
  "gi",
);
const LEAD =
  "(?:(?:at|say|about|around|maybe|okay|well|and|then|what|what about|how about|no|or|so|yes|yeah|same hour|same place|make it|let's say|it's|it is),? )*";
/** "One.", "Ten's no good", "Eleven it is". */
const FIRST = new RegExp(`^(${LEAD})(${HOUR})(?: o'clock)?${AFTER}(?! (?:of|to)\\b)`, "i");
/** "Wednesday eleven", "Friday, ten to twelve". */
const AFTER_DAY = new RegExp(
  `\\b(${DAY}(?: (?:morning|afternoon|evening|night))?),? (?:can |about |around |works |then |say )?(${HOUR})(?: o'clock)?${AFTER}`,
  "gi",
);
/** "Tomorrow's fine, seven at mine", "Saturday then, eleven." */
const LAST = new RegExp(`(?<=\\p{L}), (${HOUR})(?= (?:at|then|sharp|please|if)\\b|[.!?]?$)`, "giu");
/** "Ten to four?", "twenty past nine they said". */
const MINUTES_FROM = new RegExp(
  `(?<!\\bfrom )(?<!\\d )\\b(?:at )?(five|ten|twenty|twenty-five|twenty five)(?: minutes)? (to|past) (${HOUR})\\b(?! (?:minutes|hours|days|people|percent)\\b)`,
  "gi",
);
/** "He'd be here about eight." */
const ABOUT_HOUR = new RegExp(
  `\\b(here|there|round|over|come|comes|coming|starts?|meet|begins?) (?:about|around|for) (${HOUR})(?: o'clock)?${AFTER}`,
  "gi",
);
/** "At eleven instead", not "at eleven sites". */
const AT_HOUR =
  /\bat (two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[2-9])(?= \p{L})(?! (?:\p{L}+s\b(?<!'s)|\p{L}+ (?:per|degrees)|percent|per|hundred|thousand|million|foot|feet|different|more|less|or|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|fifty|oh|o'clock|past|to|minutes?)\b)/giu;
/** "The second of April, ten a.m.", where a number after a month could be a year. */
const OF_HALF_DAY = /(?<=, )(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})(?= ?[ap]\.?m\b)/gi;
/** "The four o'clock train". */
const OF_A_THING = new RegExp(`\\b(?:the|a|an|my|our) (${HOUR}) o'clock (?=\\p{L})`, "giu");
/** "Ten-ish". */
const ROUGHLY = new RegExp(`\\b(${HOUR})[ -]?ish\\b`, "gi");
/** "The thirtieth, same hour": a day of the month that no preposition announces. */
const DAY_OF_MONTH =
  /(?:^(?:(?:and|so|then|say|on) )*|(?<=\b(?:it's|(?:exam|show|test|[a-z]{5,})'s|that's|is|be|would|does|could we do|how about|what about|say|session|lesson|meeting|appointment),? ))the (?=(?:\d{1,2}(?:st|nd|rd|th)|(?:twenty-|thirty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth))(?=$|[.,?!]| (?:is|at|then|works|suit|suits|of (?:this|next|the) month)\b))/i;

const NAMES_DAY = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|to(?:day|morrow|night))\b/i;

const hourOf = (word: string): number => {
  const index = DIGITS.indexOf(word.toLowerCase());
  return index >= 0 ? index + 1 : Number(word);
};

function minuteOf(word: string): number {
  const [tens = "", ones] = word.toLowerCase().split(/[ -]/);
  return MINUTES[word.toLowerCase()] ?? (MINUTES[tens] ?? 0) + (ones === undefined ? 0 : hourOf(ones));
}

const clock = (hour: string, minute = 0): string => `${hourOf(hour)}:${String(minute).padStart(2, "0")}`;

/**
 * Where people arrange something they say "ten forty-five" or "Wednesday eleven", without a word that tells an hour
 * from a number: these are written as hours.
 *
 * @param expected whether an hour is what the talk waits for, so that a number alone is one.
 */
export function hoursAlone(clause: string, expected: boolean): string {
  const rough = clause.replace(ROUGHLY, "$1").replace(DAY_OF_MONTH, "on the ");
  const isOfDay = expected || NAMES_DAY.test(clause);
  const dated = isOfDay ? rough.replace(LAST, (_, hour: string) => `, at ${clock(hour)}`) : rough;
  const written = dated
    .replace(MINUTES_FROM, (said, minute: string, to: string, hour: string, from: number) =>
      to.toLowerCase() === "past"
        ? `at ${clock(hour, minuteOf(minute))}`
        : expected && (from === 0 || !/^ten/i.test(said))
          ? `at ${clock(String(((hourOf(hour) + 10) % 12) + 1), 60 - minuteOf(minute))}`
          : said,
    )
    .replace(ABOUT_HOUR, (_, there: string, hour: string) => `${there} at ${clock(hour)}`)
    .replace(OF_A_THING, (_, hour: string) => `at ${clock(hour)} the `)
    .replace(OF_HALF_DAY, (hour) => `at ${hourOf(hour)}`)
    .replace(AT_HOUR, (_, hour: string) => `at ${clock(hour)}`)
    .replace(AFTER_DAY, (_, day: string, hour: string) => `${day} at ${clock(hour)}`);
  if (!expected && !/\d|day|to(?:morrow|night)| at /i.test(clause)) return written;
  const exact = written.replace(
    WITH_MINUTES,
    (said, hour: string, minute: string, from: number) =>
      `${/\b(?:to|till|until|from|and|between) $/i.test(written.slice(0, from)) && !/^at /i.test(said) ? "" : "at "}${clock(hour, minuteOf(minute))}`,
  );
  return expected
    ? exact
        .replace(LAST, (_, hour: string) => `, at ${clock(hour)}`)
        .replace(FIRST, (_, lead: string, hour: string) => `${lead.replace(/at $/i, "")}at ${clock(hour)}`)
    : exact;
}
