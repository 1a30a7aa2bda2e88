import { FEAST_HINT, FEAST_NAMES, feastAfter, nthWeekday } from "./feasts.js";
import { addDays, type WallClock, getWeekday } from "../../../domain/time/local-time.js";

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
// prettier-ignore
const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const MONTH = MONTHS.join("|");
const PLACES = ["first", "second", "third", "fourth", "fifth"];

/** "Friday the 13th" is at most this far. */
const MOST_DAYS = 430;

/** Cheap looks before the costly ones. */
const NAMED_DAY =
  /end|EO[DW]|COB|close of|day (?:week|is)|week|fortnight|month|quarter|year|early|mid|start|beginning|day (?:after|before)|the \d|\d(?:st|nd|rd|th)|(?:first|second|third|fourth|last) \w+day|\bthe day\b|\d[./-]\d/i;

const written = ({ year, month, day }: WallClock): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** How days are counted and written where the user is. */
export interface Place {
  readonly today: WallClock;
  /** "7/9" is in July. */
  readonly monthFirst: boolean;
  /** Feasts of the United States. */
  readonly inAmerica: boolean;
  /** The feast that is spoken of: "the 23rd" is of its month. */
  readonly feast?: WallClock | undefined;
}

const CLOSE = String.raw`(?:(?:the )?end of (?:the |this )?(?:business |working |work )?(?:day|business|play)|EOD|COB|close of (?:business|play))`;
const CLOSE_OF_DAY = new RegExp(
  String.raw`\b${CLOSE} (?:on )?(?=(?:next |this )?(?:tomorrow|today|${DAY})\b)|(?<=\b(?:tomorrow|today|${DAY})) (?:by |at )?${CLOSE}\b`,
  "gi",
);
const CLOSE_TODAY = new RegExp(String.raw`\b${CLOSE}\b`, "gi");
const LEFT_OF = /\b(?:before |by the time )(?:the|this) (week|month|quarter|year|day)(?:'s| is) (?:out|over|up)\b/gi;
const END = new RegExp(
  String.raw`\b(?:by |at |before |until |till )?(?:the )?(?:very )?(?:end of |end-of-)(?:the |this |our |calendar )*(next )?(week|month|quarter|year|${MONTH})\b(?: \d)?|\b(?:by |at |before )?(?:the )?(?:next )?(month|quarter|year)[- ]end\b`,
  "gi",
);
const START = new RegExp(
  String.raw`\b(?:at |by |in |before |from )?(?:the )?(?:very )?(?:start|beginning|top) of (?:the |this )?(next )?(week|month|quarter|year|${MONTH})\b|\bearly (?:in )?(next )(week|month|year)\b|\b(?:in )?early (?:in )?(${MONTH})\b`,
  "gi",
);
const MIDDLE = new RegExp(
  String.raw`\b(?:by |in |at |around |before )?(?:(?:the )?middle of (?:the |this )?|mid[- ](?:of )?)(next )?(week|month|${MONTH})\b|\b(midweek)\b`,
  "gi",
);
const SPAN =
  /\b(?:(?:some ?time|later|during|within|in|over) )*(?<!\bof )(?:the )?(this|next) (month|quarter|year)\b(?! (?:on|end))|\b(?:the )?(week) after next\b/gi;
const SPAN_HINT = /week|month|quarter|year|(?:in|during|time|later) \p{Lu}/iu;
const WEEKEND =
  /\b(?:(before|ahead of) |(?:over|by|at|on|during|for|until|till|some ?time) )?(?:the )?(?:(next)|this|this coming|coming|the)? ?weekend\b/gi;
/** What is to be done "next week" is due when that week's work ends. */
const WEEK = /\b(?:(?:some ?time|later|during|within|in|over) )*(?:the )?(this|next) week\b/gi;
const WEEK_OF_DAY = new RegExp(
  String.raw`\b${DAY}\b|\b(?:end|start|beginning|middle|top) of\b|\b(?:early|mid)\b[- ]|\bweek (?:on|from)\b|\d{4}-\d\d-\d\d`,
  "i",
);
const IN_MONTH = new RegExp(
  String.raw`(?<!\b(?:\w+day|week|day) )\b(?:some ?time |later |during |in )+(${MONTH})\b(?!,? (?:\d|the (?:\d|\S+(?:st|nd|rd|th)\b)|last|this))`,
  "gi",
);
const FROM = new RegExp(
  String.raw`\b(a|one|two|three|four|\d{1,2}) (week|fortnight)s? (?:(?:on|from|next|after|come) )?((?:this |next )?${DAY}|today|now|tomorrow)\b|\b(${DAY}|tomorrow|today) (week|fortnight)\b`,
  "gi",
);
const LONGER_FROM =
  /\b(a|one|two|three|four|six|\d{1,2}) (day|month|year)s? (?:(?:from|after) (now|today|tomorrow)|hence)\b/gi;
const IN_A =
  /\bin (?:about |around |roughly )?(a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple of|a few|\d{1,2}) (fortnight|month|year)s?\b'?(?: time)?/gi;
const NTH = new RegExp(
  String.raw`\b(?:on |by |before )?(?:the )?(first|second|third|fourth|last|1st|2nd|3rd|4th) (${DAY}|day|week) (?:of|in) (?:the |this )?(?:(next) )?(month|${MONTH}|year)\b`,
  "gi",
);
const DAY_OF_MONTH = new RegExp(
  String.raw`\b(?:(?:on |by |before |until )?(${DAY}),?|on|by|before|until|till|for|from|due|it's|or|and|(?<=\b(?:no|sorry|mean|rather|actually|that),? )the) (?:the )?(\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|floor|time|place|birthday|grade|${MONTH}))`,
  "gi",
);
const DAY_OF_THIS_MONTH =
  /\b(?:(?:on|by|before|until|for) )?the (\d{1,2})(?:st|nd|rd|th) of (?:the |this |(next) )month\b/gi;
/** "Wednesday the 15th of April". */
const WEEKDAY_OF_DATE = new RegExp(
  String.raw`\b(${DAY}),? the (?=\d{1,2}(?:st|nd|rd|th) (?:of )?(?:${MONTH})\b)`,
  "gi",
);
const THE_NTH_OF = new RegExp(String.raw`\b(${MONTH}),? the (?=\d{1,2}(?:st|nd|rd|th)\b)`, "gi");
const AFTER_NEXT = new RegExp(String.raw`\b(?:the )?(${DAY}) after next\b`, "gi");
const BESIDE = new RegExp(
  String.raw`\bthe day (after|before) (?:on )?(\d{4}-\d\d-\d\d|${DAY})\b|\bthe (${DAY}) (after|before) (?:on )?(\d{4}-\d\d-\d\d)\b`,
  "gi",
);
const NUMERIC =
  /(?<![\d/.-])\b(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?\b(?![\d/]|\.\d)|(?<=\b(?:on|by|before|until|for) (?:the )?)(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?(?!\d)/g;
const DATED = /\b(?:on|by|before|until|till) (?:the )?$/i;
const FRACTION = /^(?:1\/[2-9]|2\/3|3\/4|24\/7|9\/11)$/;

// prettier-ignore
const COUNTS: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, "a couple of": 2, three: 3, "a few": 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
};
const countOf = (word: string): number => COUNTS[word.toLowerCase()] ?? Number(word);

/** Days that the date parser does not know, as dates: "end of the week" (its Friday), "on the 14th", "Tuesday week". */
export function daysWritten(text: string, place: Place): string {
  const feasts = FEAST_HINT.test(text) ? feastsWritten(text, place) : text;
  if (!NAMED_DAY.test(feasts)) return feasts;
  const days = new Days(place.today);
  const to = (date: WallClock | undefined, said: string): string => (date ? `on ${written(date)}` : said);
  return feasts
    .replace(
      NUMERIC,
      (
        said,
        a: string | undefined,
        b: string | undefined,
        c: string | undefined,
        d: string | undefined,
        e: string | undefined,
        f: string | undefined,
        at: number,
      ) =>
        FRACTION.test(said) && !DATED.test(feasts.slice(0, at))
          ? said
          : numericWritten([a ?? d, b ?? e, c ?? f], place, said),
    )
    .replace(CLOSE_OF_DAY, "")
    .replace(CLOSE_TODAY, "today at 17:00")
    .replace(LEFT_OF, (said, unit: string) =>
      /day/i.test(unit) ? "today" : to(days.endOf(unit.toLowerCase(), 0), said),
    )
    .replace(AFTER_NEXT, (_, day: string) => `on ${written(addDays(days.coming(day), 7))}`)
    .replace(NTH, (said, n: string, what: string, next: string | undefined, of: string) =>
      to(days.nth(n.toLowerCase(), what.toLowerCase(), of.toLowerCase(), next === undefined ? 0 : 1), said),
    )
    .replace(END, (said, next: string | undefined, unit?: string, ending?: string) =>
      / \d$/.test(said)
        ? said
        : to(days.endOf((unit ?? ending ?? "").toLowerCase(), /next/i.test(next ?? said) ? 1 : 0), said),
    )
    .replace(START, (said, next?: string, unit?: string, soon?: string, early?: string, month?: string) =>
      to(days.startOf((unit ?? early ?? month ?? "").toLowerCase(), (next ?? soon) === undefined ? 0 : 1), said),
    )
    .replace(MIDDLE, (said, next?: string, unit?: string) =>
      to(days.middleOf((unit ?? "week").toLowerCase(), next === undefined ? 0 : 1), said),
    )
    .replace(FROM, (_, count?: string, unit?: string, from?: string, day?: string, unitAfter?: string) => {
      const length = /^f/i.test(unit ?? unitAfter ?? "") ? 14 : 7;
      return `on ${written(addDays(days.coming(from ?? day ?? ""), length * countOf(count ?? "a")))}`;
    })
    .replace(
      LONGER_FROM,
      (_, count: string, unit: string, from?: string) =>
        `on ${written(days.later(countOf(count), unit.toLowerCase(), days.coming(from ?? "now")))}`,
    )
    .replace(
      IN_A,
      (_, count: string, unit: string) => `on ${written(days.later(countOf(count), unit.toLowerCase(), place.today))}`,
    )
    .replace(/\bthe weekend\b/gi, () => `on ${written(addDays(place.today, (6 - getWeekday(place.today) + 7) % 7))}`)
    .replace(DAY_OF_THIS_MONTH, (said, number: string, next?: string) =>
      to(days.dayOf(Number(number), next === undefined ? 0 : 1), said),
    )
    .replace(THE_NTH_OF, "$1 ")
    .replace(WEEKDAY_OF_DATE, "$1 ")
    .replace(DAY_OF_MONTH, (said, named: string | undefined, number: string) =>
      to(days.dayOfMonth(Number(number), named?.toLowerCase(), place.feast), said),
    )
    .replace(BESIDE, (said, where?: string, from?: string, day?: string, side?: string, date?: string) => {
      const way = (where ?? side ?? "").toLowerCase() === "after" ? 1 : -1;
      const base = dateIn(from ?? date ?? "") ?? days.coming(from ?? "");
      if (day === undefined) return `on ${written(addDays(base, way))}`;
      const apart = (WEEKDAYS.indexOf(day.toLowerCase()) - getWeekday(base)) * way;
      return to(addDays(base, (((apart + 6) % 7) + 1) * way), said);
    });
}

/** Weeks, months and years as the span in which something is due: its last day. */
export function spansWritten(text: string, { today }: Place): string {
  if (!SPAN_HINT.test(text)) return text;
  const days = new Days(today);
  return text
    .replace(WEEKEND, (_, before?: string, next?: string) => {
      const sunday = addDays(today, (7 - getWeekday(today)) % 7);
      const isNext = next !== undefined && getWeekday(today) > 0 && getWeekday(today) < 6;
      return `on ${written(addDays(sunday, (isNext ? 7 : 0) - (before === undefined ? 0 : 2)))}`;
    })
    .replace(WEEK, (said, which: string) =>
      WEEK_OF_DAY.test(text) ? said : `on ${written(days.endOf("week", which.toLowerCase() === "next" ? 1 : 0))}`,
    )
    .replace(
      SPAN,
      (_, which?: string, unit?: string) =>
        `on ${written(unit === undefined ? days.endOf("week", 2) : days.endOf(unit.toLowerCase(), which?.toLowerCase() === "next" ? 1 : 0))}`,
    )
    .replace(IN_MONTH, (said, month: string) =>
      /^\p{Lu}/u.test(month) ? `on ${written(days.endOf(month.toLowerCase(), 0))}` : said,
    );
}

function feastsWritten(text: string, { today, inAmerica }: Place): string {
  return text.replaceAll("’", "'").replace(FEAST_NAMES, (name) => {
    const day = feastAfter(name, today, inAmerica);
    return day ? `on ${written(day)}` : name;
  });
}

function dateIn(text: string): WallClock | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year ? { year: Number(year), month: Number(month), day: Number(day), hour: 0, minute: 0 } : undefined;
}

function numericWritten(
  [a, b, c]: readonly (string | undefined)[],
  { today, monthFirst }: Place,
  said: string,
): string {
  const [x, y] = [Number(a), Number(b)];
  const isMonthFirst = y > 12 || (monthFirst && x <= 12);
  const [month, day] = isMonthFirst ? [x, y] : [y, x];
  if (month < 1 || month > 12 || day < 1 || day > 31) return said;
  const year = c === undefined ? undefined : Number(c) + (c.length === 2 ? 2000 : 0);
  const date = { year: year ?? today.year, month, day, hour: 0, minute: 0 };
  const isPast = date.month < today.month || (date.month === today.month && date.day < today.day);
  return `on ${written(year === undefined && isPast ? { ...date, year: today.year + 1 } : date)}`;
}

/** Days as they are counted from one of them. */
class Days {
  constructor(private readonly today: WallClock) {}

  /** The next day of that name, "next Friday" that of the week after. */
  coming(name: string): WallClock {
    const lower = name.toLowerCase();
    if (lower === "tomorrow") return addDays(this.today, 1);
    const day = WEEKDAYS.indexOf(/\w+$/.exec(lower)?.[0] ?? "");
    return day < 0 ? this.today : addDays(this.today, (day - getWeekday(this.today) + 7) % 7 || 7);
  }

  /** The Monday of this week, or of one after it. */
  private monday(shift: number): WallClock {
    return addDays(this.today, -((getWeekday(this.today) + 6) % 7) + 7 * shift);
  }

  private firstOf(unit: string, shift: number): WallClock {
    const { year, month } = this.today;
    const first = { ...this.today, day: 1 };
    if (unit === "year") return { ...first, year: year + shift, month: 1 };
    if (unit === "quarter") return monthsLater({ ...first, month: month - ((month - 1) % 3) }, 3 * shift);
    if (unit === "month") return monthsLater(first, shift);
    const named = MONTHS.indexOf(unit) + 1;
    return { ...first, year: named < month ? year + 1 : year, month: named };
  }

  /** The last day of the week's work, or of a month, quarter, year. */
  endOf(unit: string, shift: number): WallClock {
    if (unit === "week") {
      const friday = addDays(this.monday(shift), 4);
      return isPast(friday, this.today) ? addDays(friday, 7) : friday;
    }
    const months = unit === "year" ? 12 : unit === "quarter" ? 3 : 1;
    return addDays(monthsLater(this.firstOf(unit, shift), months), -1);
  }

  startOf(unit: string, shift: number): WallClock {
    if (unit === "week") return this.monday(Math.max(1, shift));
    const first = this.firstOf(unit, shift);
    if (shift > 0 || !isPast(first, this.today)) return first;
    return MONTHS.includes(unit) ? { ...first, year: first.year + 1 } : this.firstOf(unit, 1);
  }

  middleOf(unit: string, shift: number): WallClock {
    if (unit === "week") {
      const wednesday = addDays(this.monday(shift), 2);
      return isPast(wednesday, this.today) ? addDays(wednesday, 7) : wednesday;
    }
    const middle = { ...this.firstOf(unit, shift), day: 15 };
    if (!isPast(middle, this.today)) return middle;
    return unit === "month" ? monthsLater(middle, 1) : { ...middle, year: middle.year + 1 };
  }

  nth(place: string, what: string, unit: string, shift: number): WallClock | undefined {
    const n = place === "last" ? -1 : /^\d/.test(place) ? Number(place.charAt(0)) : PLACES.indexOf(place) + 1;
    const first = this.firstOf(unit, shift);
    const at = ({ year, month }: WallClock): WallClock => {
      if (what !== "day") return nthWeekday(year, month, what === "week" ? 1 : WEEKDAYS.indexOf(what), n);
      return n > 0 ? { ...first, year, month, day: n } : this.lastDay({ ...first, year, month });
    };
    if (unit === "year") return undefined;
    const date = at(first);
    if (shift > 0 || !isPast(date, this.today)) return date;
    return at(unit === "month" ? monthsLater(first, 1) : { ...first, year: first.year + 1 });
  }

  private lastDay(first: WallClock): WallClock {
    return addDays(monthsLater({ ...first, day: 1 }, 1), -1);
  }

  later(count: number, unit: string, from: WallClock): WallClock {
    if (unit === "day") return addDays(from, count);
    if (unit === "fortnight") return addDays(from, 14 * count);
    const first = monthsLater({ ...from, day: 1 }, count * (unit === "year" ? 12 : 1));
    return { ...first, day: Math.min(from.day, this.lastDay(first).day) };
  }

  /** Undefined where the month is not so long. */
  dayOf(day: number, shift: number): WallClock | undefined {
    const first = this.firstOf("month", shift);
    return day > 0 && day <= this.lastDay(first).day ? { ...first, day } : undefined;
  }

  dayOfMonth(day: number, named: string | undefined, feast: WallClock | undefined): WallClock | undefined {
    if (day < 1 || day > 31) return undefined;
    const fits = (date: WallClock): boolean =>
      date.day === day && (named === undefined || WEEKDAYS[getWeekday(date)] === named);
    const tomorrow = addDays(this.today, 1);
    const ofFeast = feast && { ...feast, day: 1 };
    let date = ofFeast && !isPast(ofFeast, tomorrow) ? ofFeast : tomorrow;
    for (let i = 0; i < MOST_DAYS && !fits(date); i += 1) date = addDays(date, 1);
    return fits(date) ? date : undefined;
  }
}

const isPast = (a: WallClock, b: WallClock): boolean => (a.year - b.year || a.month - b.month || a.day - b.day) < 0;

/** For the first days of months, and days that every month has. */
function monthsLater(wall: WallClock, months: number): WallClock {
  const count = wall.year * 12 + wall.month - 1 + months;
  return { ...wall, year: Math.floor(count / 12), month: (count % 12) + 1 };
}
