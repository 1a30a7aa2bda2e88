import { casual, Chrono, type ParsedResult } from "chrono-node/en";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import { withoutCourtesies } from "../text/courtesies.js";
import { yieldToEventLoop } from "../../runtime/cooperative-yield.js";
import { addDays, LocalTime, type WallClock, getWeekday } from "../../../domain/time/local-time.js";
import { FEAST_HINT, feastIn } from "./feasts.js";
import { type Place, spansWritten } from "./named-days.js";
import { latterOf, settledOn } from "./second-thoughts.js";
import type { Tongue } from "../tongues/tongue.js";
import { timesWritten } from "./spoken-times.js";

/** A point in time that someone named. */
export interface TimeMention {
  readonly start: Date;
  readonly end: Date | undefined;
  /** Whether an hour was said; else the time of day is a convention. */
  readonly hasHour: boolean;
  /** "Next month", "in the next few weeks": too vague to put into a calendar. */
  readonly vague: boolean;
  /** Whether a day was named; else it is the next on which the hour comes. */
  readonly hasDay: boolean;
  readonly partOfDay?: "morning";
}

/** Decision of this adapter: what is due on a day is due at the end of its working day. */
const NOON = 12;
const END_OF_WORK = 17;
const END_OF_EVENING = 22;
const START_OF_WORK = 9;

/** Where "7/9" is in July and Labor Day in September. */
const AMERICA = /^(?:America|US|Canada)\/|^Pacific\/Honolulu$/;

/** For so many sentences a feast that was named is spoken of, unless another month is named. */
const FEAST_SPOKEN_OF = 12;
const MONTH_NAMED =
  /\b(?:January|February|March|April|(?:in|of) May|June|July|August|September|October|November|December)\b/;

/** The longest text given to the date parser, whose time grows faster than the text. */
const LONGEST = 600;

const TIME_WORDS =
  /\b(?:to(?:day|night|morrow)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may \d|\d+(?:st|nd|rd|th)? (?:of )?may|june|july|august|september|october|november|december|noon|midday|midnight|(?:mid)?week(?:s|end)?|fortnight|months?|years?|days?|hours?|minutes?|morning|afternoon|arvo|evening|o'clock|quarter|half past|(?:five|ten|twenty|twenty-five|\d\d?) past|EOD|COB|EOW|close of|this lunchtime|[ap]\.?m\b|(?:at|by|from|until|till|before|around) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))|\d:\d\d|\d[ap]m\b|\d[/-]\d|\b(?:the|on) \d+(?:st|nd|rd|th)\b|\b(?:may|the) (?:first|second|third|four?th|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirt\w+|\w+teenth|twent\w+)\b|\bmid-|\bhalf (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d)/i;

/** Words that the date parser takes for days, and are none in lower case. */
const FALSE_DAYS =
  /^(?:morning|afternoon|evening|night|(?:on )?(?:sat|sun|mon|wed|tue|thu|fri|march|may|mar|dec|jan|second)|may [a-z]+|24\/7|[Nn]ow|[Jj]ust now|[Rr]ight now|(?:the|a|an|one|each|every|per|whole|full|half) (?:day|week|month|year|hour|minute|second|quarter)s?)$/;

/** "Ten minutes reading": a length of time, unless something says from when. */
const LENGTH = /^(?:about |around )?(?:an?|half an|\p{L}+|\d+) (?:hour|minute|min|day|week|month|year)s?$/iu;

/** What comes again and again is no point in time. */
const RECURRING = /\b(?:every|each|most|some)(?: (?:other|single|second))? $/i;

const SINCE = /\bsince (?:about |around )?$/i;

/** What goes before a day that has been. */
const PAST = /\b(?:last|past|previous) \S{0,4}$/i;

/** Told as what has been, though it names a day: "we met on Monday". */
const TOLD =
  /\b(?:I|we|you|he|she|they|it|there|that|who|which) (?:was|were|did|had(?! to\b| better\b)|saw|came|went|ended|turned|took|made|got|said|told|gave|met|left|found|thought|sent|paid|bought|spoke|called|missed|finished|moved|booked|signed|started|wrote|forgot|lost|broke|arrived)\b|^(?:did|was|were)\b|\bdidn't\b/i;
const TO_COME =
  /\b(?:will|won't|shall|can|could|please|need|have to|has to|must|should|going to|let's|would|want|don't forget|remember|remind|said|told)\b|'ll\b|\btomorrow\b/i;
/** "Sunday roasts are what I miss": the kind that there is on that day. */
const OF_THAT_DAY =
  /^(?:the )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day (?:(?:morning|afternoon|evening|night) )?\p{Ll}+s (?:are|were)\b|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day['’]s [^,.;]{1,30} was\b/iu;

/** "Bake it for 20 minutes": how long it takes, not when. */
const DURATION =
  /\bfor (?:about |around |another )?(?:\d+|an?|half an|two|three|five|ten|fifteen|twenty|thirty|a few) (?:seconds?|minutes?|mins?|hours?)\b/gi;

const IN_THE_NEXT_MORNING =
  /(?<!\b(?:day|\d|o'clock|late|early|early on|first thing|always|usually) )\bin the morning(?=[,.!]|$)/i;
const VAGUE = /\b(?:few|couple|several|weeks|months?|years?|week|quarter)\b/i;
const DISTANCE = /\bin (?:a|an|one|two|three|four|five|six|\d+) (?:weeks?|months?)\b/i;

/** What was read by the calendars of one conversation: several stages read the same sentence, and parsing is most of the work. */
class TimesRead {
  readonly mentioned = new Map<string, readonly TimeMention[]>();
  readonly heard = new Map<string, { readonly feast: WallClock | undefined; readonly namesMonth: boolean }>();
  /** The times of texts in another language. */
  readonly english = new Map<string, string>();
  /** When what was said is due; null for no time. */
  readonly due = new Map<string, Date | null>();
  readonly parsed = new Map<string, { readonly readable: string; readonly results: readonly ParsedResult[] }>();
}

/** Reads the times people name, in the user's time zone, as seen from the conversation's start. */
export class Calendar {
  /** How many of the parser's patterns were compiled. */
  private static warmed = 0;
  private readonly local: LocalTime;
  private readonly today: WallClock;
  private readonly offset: number;
  private place: Place;
  /** For how many sentences more the feast that was named is spoken of. */
  private feastFor = 0;

  /** @param tongue the language spoken, where it is not English. */
  constructor(
    private readonly context: Pick<SummaryContext, "startedAt" | "timeZone">,
    private readonly tongue?: Tongue,
    private readonly read: TimesRead = new TimesRead(),
  ) {
    this.local = new LocalTime(context.timeZone);
    this.today = this.local.toWallClock(context.startedAt);
    this.offset = this.local.getOffsetMinutes(context.startedAt);
    const inAmerica = AMERICA.test(context.timeZone);
    this.place = { today: this.today, monthFirst: inAmerica && !tongue, inAmerica };
  }

  /** The same calendar, which has heard no sentence yet; what either reads the other need not read again. */
  anew(): Calendar {
    return new Calendar(this.context, this.tongue, this.read);
  }

  /** To be awaited before the first use: the patterns of the date parser are large, and compiled one after the other. */
  static async warm(): Promise<void> {
    for (const parser of casual.parsers.slice(Calendar.warmed)) {
      Calendar.warmed += 1;
      const alone = new Chrono({ parsers: [parser], refiners: [] });
      // The first use makes byte code of a pattern, the second machine code.
      for (let use = 0; use < 2; use += 1) alone.parse("");
      await yieldToEventLoop();
    }
  }

  /** A cheap look before the costly one. */
  static mayNameTime(text: string): boolean {
    return TIME_WORDS.test(text) || FEAST_HINT.test(text);
  }

  /**
   * All times in a text, in its order, past ones too.
   *
   * @param about what it is about, which tells the half of the day: a concert at eight is in the evening.
   */
  mentions(text: string, about = ""): readonly TimeMention[] {
    const key = this.keyOf(`${about}\n${text}`);
    const mentions = this.read.mentioned.get(key) ?? this.mentionsInEnglish(this.inEnglish(text), about);
    this.read.mentioned.set(key, mentions);
    return mentions;
  }

  /**
   * Takes note of the feast that a sentence names: a day without a month, said after it, is in the month of the feast.
   * To be told of the sentences in their order, each before its times are asked for.
   */
  hear(text: string): void {
    const { feast, namesMonth } = this.read.heard.get(text) ?? this.daysIn(text);
    this.feastFor = feast ? FEAST_SPOKEN_OF : namesMonth ? 0 : this.feastFor - 1;
    if (feast || this.feastFor <= 0) this.place = { ...this.place, feast };
  }

  private daysIn(text: string): { readonly feast: WallClock | undefined; readonly namesMonth: boolean } {
    const english = this.inEnglish(text);
    const feast = feastIn(english, this.today, this.place.inAmerica);
    const days = { feast, namesMonth: feast !== undefined || MONTH_NAMED.test(english) };
    this.read.heard.set(text, days);
    return days;
  }

  /** The times of a text in English: all else is left out where the text is in another language. */
  inEnglish(text: string): string {
    if (!this.tongue) return text;
    const english = this.read.english.get(text) ?? this.tongue.timesInEnglish(text.slice(0, LONGEST));
    this.read.english.set(text, english);
    return english;
  }

  /** A day without a month is another one where a feast is spoken of. */
  private keyOf(text: string): string {
    const { feast } = this.place;
    return feast ? `${feast.year}-${feast.month}\n${text}` : `\n${text}`;
  }

  private mentionsInEnglish(text: string, about = ""): TimeMention[] {
    if (!Calendar.mayNameTime(text)) return [];
    const { readable, results } = this.parsedIn(text);
    const placed = results.flatMap((result) => {
      const mention = this.mention(result, readable, about);
      return mention ? { mention, from: result.index, to: result.index + result.text.length } : [];
    });
    return latterOf(placed, readable, this).reduce<TimeMention[]>((all, mention) => this.joined(all, mention), []);
  }

  private parsedIn(text: string): { readonly readable: string; readonly results: readonly ParsedResult[] } {
    const key = this.keyOf(text);
    const known = this.read.parsed.get(key);
    if (known) return known;
    const readable = timesWritten(settledOn(withoutCourtesies(text.slice(0, LONGEST))), this.place);
    const reference = { instant: this.context.startedAt, timezone: this.offset };
    const read = { readable, results: casual.parse(readable, reference, { forwardDate: true }) };
    this.read.parsed.set(key, read);
    return read;
  }

  /** When what is said to be done is due: the end of that day's work, or evening, unless an hour is named. Undefined when past. */
  due(text: string): Date | undefined {
    const key = this.keyOf(text);
    const known = this.read.due.get(key);
    if (known !== undefined) return known ?? undefined;
    const due = this.dueIn(text);
    this.read.due.set(key, due ?? null);
    return due;
  }

  private dueIn(text: string): Date | undefined {
    const { startedAt } = this.context;
    const english = this.inEnglish(text);
    if (OF_THAT_DAY.test(text) || (TOLD.test(text) && !TO_COME.test(text))) return undefined;
    for (const mention of this.mentionsInEnglish(spansWritten(english.replace(DURATION, " "), this.place))) {
      const due = mention.hasHour ? mention.start : this.at(mention.start, this.endOfPart(mention), 0);
      const late = due > startedAt || mention.hasHour ? due : this.at(mention.start, 23, 59);
      if (late > startedAt) return late;
    }
    return this.nextMorning(english);
  }

  /** "I'll call them in the morning", said in the afternoon: the next one. */
  private nextMorning(text: string): Date | undefined {
    if (this.today.hour < NOON || !IN_THE_NEXT_MORNING.test(text) || !TO_COME.test(text)) return undefined;
    return this.local.toDate(addDays({ ...this.today, hour: NOON, minute: 0 }, 1));
  }

  /** "On the 15th, at seven in the evening" is one time, though the parser may see two. */
  private joined(before: readonly TimeMention[], mention: TimeMention): TimeMention[] {
    const last = before.at(-1);
    const completes = last?.hasDay === true && !last.hasHour && mention.hasHour && !mention.hasDay;
    return completes ? [...before.slice(0, -1), this.onDay(mention, last.start)] : [...before, mention];
  }

  private endOfPart({ start, partOfDay }: TimeMention): number {
    if (partOfDay === "morning") return NOON;
    return this.local.toWallClock(start).hour > END_OF_WORK ? END_OF_EVENING : END_OF_WORK;
  }

  /** The same local day at another time of day. */
  at(instant: Date, hour: number, minute: number): Date {
    return this.local.toDate({ ...this.local.toWallClock(instant), hour, minute });
  }

  /** The same time of day on another day. */
  onDay(mention: TimeMention, day: Date): TimeMention {
    const { hour, minute } = this.local.toWallClock(mention.start);
    const start = this.at(day, hour, minute);
    const length = mention.end && mention.end.getTime() - mention.start.getTime();
    return {
      ...mention,
      start,
      end: length === undefined ? undefined : new Date(start.getTime() + length),
      hasDay: true,
    };
  }

  /** A weekday's date in the week of another day, where that is to come. */
  inWeekOf(weekdayNamed: Date, day: Date): Date {
    const [named, other] = [this.local.toWallClock(weekdayNamed), this.local.toWallClock(day)];
    const monday = addDays(other, -((getWeekday(other) + 6) % 7));
    const there = addDays(monday, (getWeekday(named) + 6) % 7);
    const instant = this.local.toDate({ ...there, hour: named.hour, minute: named.minute });
    return instant > this.context.startedAt ? instant : weekdayNamed;
  }

  private mention(result: ParsedResult, text: string, about: string): TimeMention | undefined {
    const { start, end } = result;
    if (LENGTH.test(result.text) && !/^(?:next|last|this|past) /i.test(result.text)) return undefined;
    if (FALSE_DAYS.test(result.text) || PAST.test(text.slice(0, result.index + 5))) return undefined;
    if (RECURRING.test(text.slice(0, result.index)) || SINCE.test(text.slice(0, result.index))) return undefined;
    if (start.isCertain("timezoneOffset")) {
      return { start: start.date(), end: end?.date(), hasHour: start.isCertain("hour"), hasDay: true, vague: false };
    }
    const hasHour = start.isCertain("hour") && isTimeOfDay(result, text);
    if (!hasHour && !start.isCertain("day") && !start.isCertain("weekday") && !partOfDay(result.text)) return undefined;
    const wall = this.wallOf(result, hasHour, { text, about });
    const begins = this.local.toDate(wall);
    const ends = end && hasHour ? this.endOf(end, wall) : undefined;
    return {
      start: begins,
      end: ends && ends > begins ? ends : undefined,
      hasHour,
      hasDay: start.isCertain("day") || start.isCertain("weekday"),
      vague: VAGUE.test(result.text) && !DISTANCE.test(result.text) && !start.isCertain("weekday"),
      ...(/morning/i.test(result.text) && { partOfDay: "morning" }),
    };
  }

  private wallOf({ start, text: said }: ParsedResult, hasHour: boolean, context: HourContext): WallClock {
    const [year, month, day] = [start.get("year") ?? 0, start.get("month") ?? 1, start.get("day") ?? 1];
    const date = { year, month, day, hour: 0, minute: 0 };
    if (!hasHour) return { ...this.forward(date, start.isCertain("weekday")), hour: partOfDay(said) ?? START_OF_WORK };
    const hour = start.get("hour") ?? 0;
    const guessed = start.isCertain("meridiem") || /\b0\d:/.test(said) ? hour : likelyHour(hour, context);
    const time = { hour: guessed, minute: start.get("minute") ?? 0 };
    if (start.isCertain("day") || start.isCertain("weekday")) {
      return { ...this.forward(date, start.isCertain("weekday")), ...time };
    }
    // The parser went to the next day for an hour of the morning that was meant for the afternoon.
    const later = { ...this.today, ...time };
    return this.local.toDate(later) > this.context.startedAt ? later : addDays(later, 1);
  }

  /** "Friday", said on a Friday, is the next one. */
  private forward(date: WallClock, byWeekday: boolean): WallClock {
    const { year, month, day } = this.today;
    const isToday = date.year === year && date.month === month && date.day === day;
    return byWeekday && isToday ? addDays(date, 7) : date;
  }

  private endOf(end: NonNullable<ParsedResult["end"]>, from: WallClock): Date {
    const hour = end.get("hour") ?? 0;
    const later = !end.isCertain("meridiem") && hour < from.hour && hour + 12 > from.hour ? hour + 12 : hour;
    return this.local.toDate({ ...from, hour: later, minute: end.get("minute") ?? 0 });
  }
}

function partOfDay(text: string): number | undefined {
  if (/tonight|night/i.test(text)) return 20;
  if (/evening/i.test(text)) return 19;
  if (/afternoon/i.test(text)) return 15;
  if (/morning/i.test(text)) return START_OF_WORK;
  return undefined;
}

/** Whether a bare number is an hour: "at 3" and "3:15" are, "at 3 sites" is not. */
function isTimeOfDay({ text: said, index, start }: ParsedResult, text: string): boolean {
  if (start.isCertain("meridiem") || /:|noon|midday|midnight/i.test(said)) return true;
  if (!/\b(?:at|by|from|until|till|before|around)\b/i.test(`${text.slice(Math.max(0, index - 8), index)}${said}`))
    return false;
  if (/[,.;]$/.test(said)) return true;
  const next = text.slice(index + said.length);
  return /^(?:$|[.,?!;]|\s(?:on|for|and|with|until|till|to|if|so|then|sharp|in|at|because|but|or|when|we|I)\b)/i.test(
    next,
  );
}

/** Hours without a half of the day: people mean the waking one, and the evening when they speak of it. */
function likelyHour(hour: number, { text, about }: HourContext): number {
  if (hour >= 12 || IN_THE_MORNING.test(text)) return hour;
  const evening = IN_THE_EVENING.test(text);
  if (!evening && TRAVEL.test(text) && hour >= EARLIEST_DEPARTURE) return hour;
  if (evening) return hour > 0 && hour <= 11 ? hour + 12 : hour;
  if (IN_THE_EVENING.test(about)) return hour > 0 && hour <= LAST_BEGINNING ? hour + 12 : hour;
  if (IN_THE_MORNING.test(about) && hour >= EARLIEST) return hour;
  if (TRAVEL.test(about) && hour >= EARLIEST_DEPARTURE) return hour;
  return hour > 0 && hour <= 7 ? hour + 12 : hour;
}

/** What tells the half of the day: the text itself, and what else is known of its occasion. */
interface HourContext {
  readonly text: string;
  readonly about: string;
}

const IN_THE_MORNING = /\b(?:morning|breakfast|a\.?m\.?)\b/i;
const IN_THE_EVENING = /\b(?:tonight|evening|dinner|night|party|concert|gig|opera|movie|cinema|drinks|supper)\b/i;
const TRAVEL = /\b(?:train|flight|plane|bus|ferry|school)\b/i;
/** A morning that is only guessed at begins no earlier than this. */
const EARLIEST = 5;
/** A train at six is an early one; a train at five leaves in the afternoon unless the morning is named. */
export const EARLIEST_DEPARTURE = 6;
/** An evening that is only guessed at begins no later than this. */
const LAST_BEGINNING = 9;
