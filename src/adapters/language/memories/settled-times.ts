import { addDays, LocalTime, type WallClock } from "../../../domain/time/local-time.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";

// prettier-ignore
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const MONTH = MONTHS.join("|");
const WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const NUMBER = `a|an|a couple of|${WORDS.join("|")}|(?:twenty|thirty|forty|fifty|sixty|seventy)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?|\\d{1,2}`;
/** The last month of a season in the north, from 1; people there are most, and a year later is what must not happen. */
const SEASONS: Readonly<Record<string, number>> = { spring: 5, summer: 8, autumn: 11, fall: 11, winter: 2 };

const YEAR = /\b(?:(since|from|until|by|before|after|in) )?(last|this|next) year\b/gi;
const MONTH_BY_PLACE = /\b(?:(since|from|until|by|before|after|in) )?(last|this|next) month\b/gi;
const WEEK = /\b(?:(since) )?last week\b/gi;
const SEASON = /\b(?:(since|from|until|by|before|after|in) )?(last|this|next) (spring|summer|autumn|fall|winter)\b/gi;
const NAMED_MONTH = new RegExp(`\\b(in|since|until|from|last|next|this) (${MONTH})\\b(?! \\d)`, "g");
const AGO = new RegExp(`\\b(?:about |around |almost )?(${NUMBER}) (years?|months?|weeks?|days?) ago\\b`, "gi");
const LENGTH = new RegExp(
  `\\bfor (?:(over|more than|about|around|almost|nearly|at least|the (?:last|past)) )?(${NUMBER}) (years?|months?|weeks?)\\b(?: now)?`,
  "gi",
);

/** What comes each year has no year of its own. */
const YEARLY = /\b(?:birthday|anniversary)\b/i;

/** What is only true as seen from that day, and cannot be told otherwise. */
const LEFT_RELATIVE =
  /\b(?:today|tonight|tomorrow|yesterday|right now|just now|at the moment|this (?:morning|afternoon|evening|week|weekend|time|one)|(?:last|next|this) (?:night|week|weekend|time|\p{Lu}\p{Ll}+day)|(?:on |by )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?!s)|soon|recently|lately|ago|earlier|later|in (?:a|an|two|three|\d+) (?:days?|weeks?|months?|years?))\b/iu;
const EVERY =
  /\b(?:every|each) (?:other |second )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?: (?:morning|afternoon|evening|night))?\b/gi;

/** Puts dates for times that are told as seen from the day of the conversation: "two years ago" is "in 2024". */
export class SettledTimes {
  private readonly today: WallClock;

  constructor({ startedAt, timeZone }: Pick<SummaryContext, "startedAt" | "timeZone">) {
    this.today = new LocalTime(timeZone).toWallClock(startedAt);
  }

  /** "March 2026". */
  get month(): string {
    return this.monthName(0);
  }

  /**
   * @param isPast whether what is told has been: else "in March" is the next one.
   * @returns undefined where a time stays that only that day explains.
   */
  settled(text: string, isPast: boolean): string | undefined {
    const { year } = this.today;
    const shift = (which: string): number => (which === "last" ? -1 : which === "next" ? 1 : 0);
    const dated = text
      .replace(YEAR, (_, by: string | undefined, which: string) => `${by ?? "in"} ${year + shift(which.toLowerCase())}`)
      .replace(
        MONTH_BY_PLACE,
        (_, by: string | undefined, which: string) => `${by ?? "in"} ${this.monthName(shift(which.toLowerCase()))}`,
      )
      .replace(WEEK, (_, by: string | undefined) => `${by ?? "in"} ${this.monthBefore(7)}`)
      .replace(
        SEASON,
        (_, by: string | undefined, which: string, season: string) =>
          `${by ?? "in"} ${season} ${this.yearOf(SEASONS[season.toLowerCase()] ?? 12, which.toLowerCase(), isPast)}`,
      )
      .replace(NAMED_MONTH, (said, by: string, name: string) => {
        if (YEARLY.test(text)) return said;
        const named = this.yearOf(MONTHS.indexOf(name) + 1, by, isPast || by === "since");
        return `${/^(?:last|next|this)$/.test(by) ? "in" : by} ${name} ${named}`;
      })
      .replace(AGO, (_, count: string, unit: string) => this.before("in", count, unit))
      .replace(LENGTH, (said, how: string | undefined, count: string, unit: string) => {
        if (isPast && !/^(?:has|have|is|are|works?) /i.test(text)) return said;
        const by = /^(?:over|more|at)/i.test(how ?? "")
          ? "since before"
          : /^(?:ab|ar|al|n)/i.test(how ?? "")
            ? "since about"
            : "since";
        return `${said.replace(/ now$/, "")} (${this.before(by, count, unit)})`;
      });
    return LEFT_RELATIVE.test(dated.replace(EVERY, "")) ? undefined : dated;
  }

  private before(by: string, count: string, unit: string): string {
    const number = numberIn(count);
    if (/^year/i.test(unit)) return `${by} ${this.today.year - number}`;
    if (/^month/i.test(unit)) return `${by} ${this.monthName(-number)}`;
    return `${by} ${this.monthBefore(number * (/^week/i.test(unit) ? 7 : 1))}`;
  }

  private monthName(shift: number): string {
    const months = this.today.year * 12 + this.today.month - 1 + shift;
    return `${MONTHS[months % 12] ?? ""} ${Math.floor(months / 12)}`;
  }

  private monthBefore(days: number): string {
    const { year, month } = addDays(this.today, -days);
    return `${MONTHS[month - 1] ?? ""} ${year}`;
  }

  private yearOf(month: number, which: string, isPast: boolean): number {
    const { year, month: now } = this.today;
    if (which === "this") return year;
    if (which === "last" || isPast) return month < now || (month === now && which !== "last") ? year : year - 1;
    return month > now || (month === now && which !== "next") ? year : year + 1;
  }
}

function numberIn(words: string): number {
  const lower = words.toLowerCase();
  const tens: Readonly<Record<string, number>> = {
    a: 1,
    an: 1,
    "a couple of": 2,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
  };
  const [ten = "", one] = lower.split("-");
  if (one !== undefined) return (tens[ten] ?? 0) + WORDS.indexOf(one) + 1;
  const index = WORDS.indexOf(lower);
  return tens[lower] ?? (index >= 0 ? index + 1 : Number(lower));
}
