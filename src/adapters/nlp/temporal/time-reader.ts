import { addDays, LocalTime, type WallClock } from "../../../domain/time/local-time.js";
import { Calendar, PARTS, type ClockTime } from "./calendar.js";
import { countDays } from "./days.js";
import type { TimeLexicon, TimeToken } from "./time-lexicon.js";
import { isIn, SpanFinder, type TimeSpan } from "./span-finder.js";
import type { TimeExpression, TimeReader } from "./time-expression.js";

/** Longer texts are not read further. */
const MAX_LENGTH = 600;
/** Words around a day that tell whether it is past, on each side. */
const MAX_CLAUSE = 8;
/** Before a time. */
const MAX_PREPOSITIONS = 4;
const AMERICAN_ZONES = /^(?:America|US|Canada)\/|^Pacific\/Honolulu$/;
const MINUTE_MS = 60_000;

/** Finds times with the patterns of one language. */
export class LexiconTimeReader implements TimeReader {
  private readonly local: LocalTime;
  private readonly now: WallClock;
  private readonly calendar: Calendar;

  constructor(
    private readonly lexicon: TimeLexicon,
    private readonly context: { readonly startedAt: Date; readonly timeZone: string },
  ) {
    this.local = new LocalTime(context.timeZone);
    this.now = this.local.toWallClock(context.startedAt);
    const isAmerican = AMERICAN_ZONES.test(context.timeZone);
    const isMonthFirst = isAmerican && lexicon.data.isMonthFirstInAmerica;
    this.calendar = new Calendar({ ...this.now, hour: 0, minute: 0 }, { isAmerican, isMonthFirst });
  }

  find(text: string): readonly TimeExpression[] {
    const tokens = this.lexicon.tokenize(text.slice(0, MAX_LENGTH));
    if (tokens.length === 0) return [];
    const finder = new SpanFinder(this.lexicon, this.calendar, tokens);
    return finder.find().map((span) => this.toExpression(span, tokens, finder));
  }

  resolveDue({ start, end, hasTime }: TimeExpression): Date {
    if (hasTime) return start;
    const day = this.local.toWallClock(end ?? start);
    const { hour } = this.local.toWallClock(start);
    const part = Object.values(PARTS).find((each) => each.start === hour) ?? PARTS.workday;
    const due = this.local.toDate({ ...day, hour: part.due, minute: 0 });
    const isOver = due <= this.context.startedAt && countDays(this.now, day) === 0;
    return isOver ? this.local.toDate({ ...day, hour: 23, minute: 59 }) : due;
  }

  private toExpression(span: TimeSpan, tokens: readonly TimeToken[], finder: SpanFinder): TimeExpression {
    const { startedAt } = this.context;
    const first = this.extendLeft(span, tokens);
    const offsets = { from: tokens[first]?.from ?? 0, to: tokens[span.to - 1]?.to ?? 0 };
    if (span.distance !== undefined) {
      const start = new Date(startedAt.getTime() + span.distance * MINUTE_MS);
      const isPast = start < startedAt;
      return { ...offsets, start, end: undefined, hasDay: true, hasTime: true, isVague: false, isPast };
    }
    // "Before Friday" is never past.
    const isDeadline = tokens.slice(first, span.from).some((token) => isIn(token, "looseClockPrepositions"));
    const isTold = span.day?.isMovable === true && !isDeadline && this.isTold(span, tokens, finder);
    const day = span.day && isTold ? this.calendar.movePast(span.day) : span.day;
    const sentence = getWordsAround(span, tokens, tokens.length, (token) => token?.isBreak ?? true);
    const clock = span.clock && this.settleHour(span.clock, { ...span, ...(day && { day }) }, sentence);
    const { hour, minute } = clock ?? { hour: PARTS[span.part ?? "workday"].start, minute: 0 };
    const date = { ...(day?.date ?? this.calendar.today), hour, minute };
    const isToday = day !== undefined || span.part !== undefined || this.local.toDate(date) > startedAt;
    const settled = isToday ? date : addDays(date, 1);
    const start = this.local.toDate(settled);
    const last = span.endDay?.date ?? day?.last;
    const endClock = clock && span.endClock && this.settleHour(span.endClock, span, sentence);
    const end = endClock ? findEnd(settled, endClock) : last && { ...last, hour: PARTS.workday.start };
    const isPast = clock ? start < startedAt : countDays(this.now, last ?? settled) < 0;
    const hasDay = day !== undefined || span.part !== undefined;
    const [hasTime, isVague] = [clock !== undefined, day?.isVague ?? false];
    return { ...offsets, start, end: end && this.local.toDate(end), hasDay, hasTime, isVague, isPast };
  }

  /** Chooses the half of the day. */
  private settleHour(clock: ClockTime, { part, day, endClock }: TimeSpan, sentence: readonly TimeToken[]): WallClock {
    const { hour, minute, isFixed, isWritten } = clock;
    const { is24Hour, lastEveningHour } = this.lexicon.data;
    const at = (settled: number): WallClock => ({ ...this.now, hour: settled, minute });
    if (isFixed || hour > 12) return at(hour);
    if (part === "morning") return at(hour % 12);
    if (part === "night" && hour < 6) return at(hour);
    if (hour === 12) return at(part === "evening" || part === "night" ? 24 : 12);
    const isBeforeEnd = hour < 9 && endClock !== undefined && endClock.isFixed && hour + 12 < endClock.hour;
    if ((part && part !== "workday") || isBeforeEnd) return at(hour + 12);
    if (sentence.some((token) => isIn(token, "morningWords"))) return at(hour);
    if (is24Hour && isWritten && hour > 4) return at(hour);
    const isEvening = hour <= lastEveningHour && sentence.some((token) => isIn(token, "eveningWords"));
    if (hour < 7 || isEvening) return at(hour + 12);
    const isToday = !endClock && (!day || countDays(this.now, day.date) === 0);
    const [minutes, minutesNow] = [hour * 60 + minute, this.now.hour * 60 + this.now.minute];
    return at(isToday && minutes <= minutesNow && minutes + 12 * 60 > minutesNow ? hour + 12 : hour);
  }

  /** Whether the clause around a day tells what has been. */
  private isTold(span: TimeSpan, tokens: readonly TimeToken[], finder: SpanFinder): boolean {
    const clause = getWordsAround(span, tokens, MAX_CLAUSE, (token) => finder.isClauseEnd(token));
    if (clause.some((token) => isIn(token, "futureWords"))) return false;
    if (clause.some((token) => isIn(token, "pastWords"))) return true;
    const { participlePrefix, participleEndings } = this.lexicon.data.words;
    const endings = participleEndings.split("|");
    const isParticiple = ({ word: { lower } }: TimeToken): boolean =>
      lower.length > 4 && lower.startsWith(participlePrefix) && endings.some((ending) => lower.endsWith(ending));
    return clause.some((token) => isIn(token, "auxiliaries")) && clause.some(isParticiple);
  }

  private extendLeft({ from }: TimeSpan, tokens: readonly TimeToken[]): number {
    const isPreposition = (token: TimeToken | undefined): boolean =>
      isIn(token, "dayPrepositions", "monthPrepositions", "clockPrepositions") ||
      isIn(token, "looseClockPrepositions", "connectors", "between");
    let first = from;
    while (from - first < MAX_PREPOSITIONS && isPreposition(tokens[first - 1])) first -= 1;
    return first;
  }
}

/** @returns the words of a time and those around it, up to a limit. */
function getWordsAround(
  span: TimeSpan,
  tokens: readonly TimeToken[],
  reach: number,
  isLimit: (token: TimeToken | undefined) => boolean,
): readonly TimeToken[] {
  let { from, to } = span;
  while (span.from - from < reach && !isLimit(tokens[from - 1])) from -= 1;
  while (to - span.to < reach && !isLimit(tokens[to])) to += 1;
  return tokens.slice(from, to);
}

/** @returns the first such time after the start. */
function findEnd(start: WallClock, { hour, minute }: WallClock): WallClock {
  const isAfter = (each: number): boolean => each * 60 + minute > start.hour * 60 + start.minute;
  const isAfternoon = !isAfter(hour) && hour < 12 && isAfter(hour + 12);
  const end = { ...start, hour: isAfternoon ? hour + 12 : hour, minute };
  return isAfter(end.hour) ? end : addDays(end, 1);
}
