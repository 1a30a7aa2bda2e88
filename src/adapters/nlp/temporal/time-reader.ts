import { addDays, getWeekday, LocalTime, type WallClock } from "../../../domain/time/local-time.js";
import { Calendar, type Clock, type Day, type PartOfDay, type TimeParts } from "./calendar.js";
import { countDays } from "./days.js";
import type { Lexicon, LexiconData, PatternMatch } from "./lexicon.js";
import type { TimeExpression, TimeReader } from "./time-expression.js";
import { tokenizeTimes, type TimeToken } from "./tokens.js";

/** Longer texts are not read further. */
const MAX_LENGTH = 600;
/** Between two parts of one time, and before its first one. */
const MAX_CONNECTORS = 3;
/** Around a day, on each side. */
const MAX_CLAUSE = 8;
const AMERICAN_ZONES = /^(?:America|US|Canada)\/|^Pacific\/Honolulu$/;
const MINUTE_MS = 60_000;

/** When a part of the day begins, and when what is due in it is due. */
const PARTS: Readonly<Record<PartOfDay, { readonly start: number; readonly due: number }>> = {
  morning: { start: 9, due: 12 },
  noon: { start: 13, due: 17 },
  workday: { start: 12, due: 17 },
  afternoon: { start: 15, due: 17 },
  evening: { start: 19, due: 22 },
  night: { start: 21, due: 22 },
};

/** A pattern that was found, or several that name one time; positions are those of tokens. */
interface Span extends TimeParts {
  readonly from: number;
  readonly to: number;
  readonly isWeak: boolean;
  /** Whether it is no time, such as a duration. */
  readonly isIgnored: boolean;
  /** A bare number that may be a day of the month. */
  readonly isBareDay?: boolean;
  readonly endDay?: Day;
  readonly endClock?: Clock;
}

/** Finds times with the patterns of one language. */
export class LexiconTimeReader implements TimeReader {
  private readonly local: LocalTime;
  private readonly now: WallClock;
  private readonly calendar: Calendar;

  constructor(
    private readonly lexicon: Lexicon,
    private readonly context: { readonly startedAt: Date; readonly timeZone: string },
  ) {
    this.local = new LocalTime(context.timeZone);
    this.now = this.local.toWallClock(context.startedAt);
    const isAmerican = AMERICAN_ZONES.test(context.timeZone);
    this.calendar = new Calendar(this.now, isAmerican, isAmerican && lexicon.data.isMonthFirstInAmerica);
  }

  find(text: string): readonly TimeExpression[] {
    const tokens = tokenizeTimes(text.slice(0, MAX_LENGTH));
    if (!tokens.some((token) => token.isNumber || this.lexicon.canBegin(token))) return [];
    const spans = this.findSpans(tokens);
    const joined = this.joinSpans(spans, tokens).filter((span) => this.isTime(span, tokens));
    const settled = this.inheritDays(this.dropCorrected(joined, tokens), tokens);
    return settled.map((span) => this.toExpression(span, tokens));
  }

  resolveDue({ start, end, hasTime }: TimeExpression): Date {
    if (hasTime) return start;
    const day = this.local.toWallClock(end ?? start);
    const { hour } = this.local.toWallClock(start);
    const part = Object.values(PARTS).find((each) => each.start === hour) ?? PARTS.workday;
    const due = this.local.toDate({ ...day, hour: part.due, minute: 0 });
    return due > this.context.startedAt || countDays(this.now, day) !== 0
      ? due
      : this.local.toDate({ ...day, hour: 23, minute: 59 });
  }

  private findSpans(tokens: readonly TimeToken[]): Span[] {
    const spans: Span[] = [];
    for (let at = tokens[1]?.lower === ")" ? 2 : 0; at < tokens.length; at += 1) {
      const span = this.readSpan(tokens, at, spans.at(-1));
      if (!span) continue;
      spans.push(span);
      at = span.to - 1;
    }
    return spans;
  }

  private readSpan(tokens: readonly TimeToken[], at: number, last: Span | undefined): Span | undefined {
    const matches = this.lexicon.match(tokens, at);
    const isClock = ({ meaning }: PatternMatch): boolean => meaning.startsWith("clock");
    const isAfterWeekday = last?.to === at && last.day?.kind === "weekday";
    const isHour = this.lexicon.has("clockPrepositions", tokens[at - 1]) && matches.some(isClock);
    const isDay = isAfterWeekday || (!isHour && this.lexicon.has("dayPrepositions", tokens[at - 1]));
    const [longest] = matches;
    const isDayOfMonth = ({ meaning }: PatternMatch): boolean => /^(?:monthDay|bareDay|date)/.test(meaning);
    const preferred = matches.find((match) => isDay && isDayOfMonth(match) && match.length === longest?.length);
    for (const match of preferred ? [preferred, ...matches] : matches) {
      if (isHour && (match.meaning !== "date" || match.length === 1) && isDayOfMonth(match)) continue;
      const parts = this.calendar.interpret(match);
      if (!parts && match.meaning !== "ignore") continue;
      const to = at + match.length;
      const isCounted =
        (match.isWeak || tokens[to - 1]?.isNumber === true) && this.lexicon.has("countedWords", tokens[to]);
      const isBareDay = match.meaning === "bareDay";
      return { from: at, to, isWeak: match.isWeak, isIgnored: !parts || isCounted, isBareDay, ...parts };
    }
    return undefined;
  }

  private joinSpans(spans: readonly Span[], tokens: readonly TimeToken[]): Span[] {
    const joined: Span[] = [];
    for (const span of spans) {
      const last = joined.at(-1);
      const merged = last && this.merge(last, span, tokens);
      if (merged) joined[joined.length - 1] = merged;
      else joined.push(span);
    }
    return joined;
  }

  /** @returns undefined when the two are not parts of one time. */
  private merge(first: Span, second: Span, tokens: readonly TimeToken[]): Span | undefined {
    const gap = tokens.slice(first.to, second.from);
    if (first.isIgnored || second.isIgnored || gap.length > MAX_CONNECTORS || gap.some(({ isBreak }) => isBreak)) {
      return undefined;
    }
    const isCompact = gap.length === 0 && first.day !== undefined && !this.isFollowedByWord(second, tokens);
    const isWeak = first.isWeak && second.isWeak && !isCompact;
    const span = { ...first, ...second, from: first.from, to: second.to, isWeak };
    const range = this.mergeRange(first, second, gap, tokens);
    if (range) return { ...span, ...range };
    const isNear = gap.every((token) => this.isConnector(token));
    const isClear = (each: Span): boolean =>
      !each.isWeak || each.part !== undefined || each.day?.kind === "weekday" || this.isIntroduced(each, tokens);
    const areBound = gap.every(({ isWord }) => !isWord) || (isClear(first) && isClear(second));
    if (!isNear || !areBound || second.relativeDays !== undefined || second.distance !== undefined) return undefined;
    if (first.isRecurring) return second.day && !second.isWeak ? undefined : { ...span, isRecurring: true };
    if (second.isRecurring) return first.day ? undefined : span;
    if (first.distance !== undefined || (first.clock && second.clock) || (first.part && second.part)) return undefined;
    if (!first.day || !second.day) return span;
    const day = this.mergeDays(first.day, second.day);
    return day && { ...span, day };
  }

  private mergeRange(
    first: Span,
    second: Span,
    gap: readonly TimeToken[],
    tokens: readonly TimeToken[],
  ): Partial<Span> | undefined {
    const isBetween =
      this.lexicon.has("between", tokens[first.from - 1]) || this.lexicon.has("between", tokens[first.from - 2]);
    const isRange = gap.some((token) => this.lexicon.has(isBetween ? "betweenAnd" : "rangeWords", token));
    const isClear =
      isRange &&
      gap.every((token) => this.isConnector(token) || this.lexicon.has(isBetween ? "betweenAnd" : "rangeWords", token));
    if (!isClear || first.endClock || first.endDay || first.isRecurring) return undefined;
    if (first.clock && second.clock && (!second.day || !first.day))
      return { clock: first.clock, endClock: second.clock };
    if (!first.day || !second.day || first.clock || second.clock) return undefined;
    // "Monday to Friday": opening hours.
    if (first.day.kind === "weekday" && second.day.kind === "weekday") return { isRecurring: true };
    const isDayOfSameMonth = first.day.kind === "monthDay" && second.day.kind === "date";
    const date = { ...second.day.date, day: first.day.date.day };
    return { day: isDayOfSameMonth ? { ...second.day, date } : first.day, endDay: second.day };
  }

  /** "Thursday 22 January": one of the two is a weekday that the other one has. */
  private mergeDays(first: Day, second: Day): Day | undefined {
    const [weekday, other] = first.kind === "weekday" ? [first, second] : [second, first];
    if (weekday.kind !== "weekday" || other.kind === "weekday") return undefined;
    const aligned = other.kind === "other" ? other : this.calendar.alignWeekday(other, getWeekday(weekday.date));
    if (other.kind !== "other") return aligned;
    return getWeekday(aligned.date) === getWeekday(weekday.date) ? aligned : undefined;
  }

  private isConnector(token: TimeToken | undefined): boolean {
    const lists = ["connectors", "dayPrepositions", "clockPrepositions", "looseClockPrepositions"] as const;
    return /^[,():\-–—@'|]$/.test(token?.lower ?? "") || lists.some((list) => this.lexicon.has(list, token));
  }

  /** Whether a preposition shows that a word or number, which may be something else, is a time. */
  private isIntroduced(span: Span, tokens: readonly TimeToken[]): boolean {
    const before = tokens[span.from - 1];
    const isLast = !tokens[span.to]?.isWord && !tokens[span.to]?.isNumber;
    const isAbbreviation = (tokens[span.to - 1]?.lower.length ?? 0) > 2;
    const isAlone = isLast && (isAbbreviation ? !this.isConnector(before) : !before?.isWord && !before?.isNumber);
    const isMonth = span.day?.last !== undefined;
    const isAfterDayPreposition = this.lexicon.has(isMonth ? "monthPrepositions" : "dayPrepositions", before);
    if (span.day?.kind === "weekday") {
      return isAlone || (isAfterDayPreposition && !this.lexicon.has("connectors", before));
    }
    if (span.isBareDay || (span.day && this.lexicon.has("dayArticles", before)))
      return this.lexicon.has("dayArticles", before);
    if (span.day) return isAfterDayPreposition && !this.isFollowedByWord(span, tokens);
    if (!span.clock) return false;
    return (
      this.lexicon.has("clockPrepositions", before) ||
      (this.lexicon.has("looseClockPrepositions", before) && !this.isFollowedByWord(span, tokens))
    );
  }

  private isFollowedByWord({ to }: Span, tokens: readonly TimeToken[]): boolean {
    const next = tokens[to];
    return (
      next !== undefined && (next.isWord || next.isNumber) && !this.isConnector(next) && !this.lexicon.canBegin(next)
    );
  }

  private isTime(span: Span, tokens: readonly TimeToken[]): boolean {
    if (span.isIgnored || span.isRecurring) return false;
    return !span.isWeak || this.isIntroduced(span, tokens);
  }

  /** "Thursday, I mean Friday": only the second one counts, with what it leaves out taken from the first. */
  private dropCorrected(spans: readonly Span[], tokens: readonly TimeToken[]): Span[] {
    const kept: Span[] = [];
    for (const span of spans) {
      const last = kept.at(-1);
      const isCorrection = last && this.isCorrection(last.to, span.from, tokens);
      if (!isCorrection) {
        if (span.relativeDays === undefined) kept.push(span);
        continue;
      }
      const { relativeDays = 0 } = span;
      const base = last.day && { ...last.day, date: addDays(last.day.date, relativeDays) };
      const day = span.day ?? base;
      const clock = span.clock ?? last.clock;
      kept[kept.length - 1] = { ...span, ...(day && { day }), ...(clock && { clock }) };
    }
    return kept;
  }

  private isCorrection(from: number, to: number, tokens: readonly TimeToken[]): boolean {
    let isFound = false;
    for (let at = from; at < to;) {
      const length = this.lexicon.matchPhrase("corrections", tokens, at);
      const token = tokens[at];
      if (length === 0 && token && !this.isConnector(token) && !/^[.…?!]$/.test(token.lower)) return false;
      isFound ||= length > 0;
      at += length || 1;
    }
    return isFound;
  }

  /** A clock time belongs to the day that its sentence names: "on Wednesday the nurse comes at nine". */
  private inheritDays(spans: readonly Span[], tokens: readonly TimeToken[]): Span[] {
    const isNear = (first: Span, second: Span, isClause: boolean): boolean =>
      !tokens.slice(first.to, second.from).some((token) => token.isBreak || (isClause && this.isClauseEnd(token)));
    return spans.map((span, index) => {
      if (span.day || !(span.clock ?? span.part) || span.part === "workday") return span;
      const before = spans.slice(0, index).findLast((other) => other.day && isNear(other, span, false));
      const after = spans.slice(index + 1).find((other) => other.day && isNear(span, other, true));
      const source = before ?? after;
      if (!source?.day || source.clock || source.day.last) return span;
      const part = span.part ?? source.part;
      return { ...span, day: source.day, ...(part && { part }) };
    });
  }

  private toExpression(span: Span, tokens: readonly TimeToken[]): TimeExpression {
    const isTold = span.day?.isMovable === true && this.isTold(span, tokens);
    const day = span.day && isTold ? this.calendar.movePast(span.day) : span.day;
    const offsets = { from: tokens[this.extendLeft(span, tokens)]?.from ?? 0, to: tokens[span.to - 1]?.to ?? 0 };
    if (span.distance !== undefined) {
      const start = new Date(this.context.startedAt.getTime() + span.distance * MINUTE_MS);
      return {
        ...offsets,
        start,
        end: undefined,
        hasDay: true,
        hasTime: true,
        isVague: false,
        isPast: span.distance < 0,
      };
    }
    const sentence = this.getWordsAround(span, tokens, false);
    const clock = span.clock && this.settleHour(span.clock, span, day, sentence);
    const date = day?.date ?? this.calendar.today;
    const hour = clock?.hour ?? (span.part ? PARTS[span.part].start : PARTS.workday.start);
    const named = this.local.toDate({ ...date, hour, minute: clock?.minute ?? 0 });
    const isNextDay = !day && clock !== undefined && span.part === undefined && named <= this.context.startedAt;
    const start = isNextDay ? this.local.toDate({ ...addDays(date, 1), hour, minute: clock.minute }) : named;
    const end = this.findEnd(span, start, clock, sentence);
    const lastDay = this.local.toWallClock(end ?? start);
    return {
      ...offsets,
      start,
      end,
      hasDay: day !== undefined || span.part !== undefined,
      hasTime: clock !== undefined,
      isVague: day?.isVague ?? false,
      isPast: clock ? start < this.context.startedAt : countDays(this.calendar.today, lastDay) < 0,
    };
  }

  private findEnd(span: Span, start: Date, clock: Clock | undefined, sentence: readonly TimeToken[]): Date | undefined {
    const last = span.endDay?.date ?? span.day?.last;
    if (!clock || !span.endClock) return last && this.local.toDate({ ...last, hour: PARTS.workday.start, minute: 0 });
    const { hour, minute } = this.settleHour(span.endClock, span, span.day, sentence);
    const day = this.local.toWallClock(start);
    const isLater = hour > clock.hour || (hour === clock.hour && minute > clock.minute);
    const isAfternoon = !isLater && hour < 12 && hour + 12 > clock.hour;
    return this.local.toDate({
      ...addDays(day, isLater || isAfternoon ? 0 : 1),
      hour: isAfternoon ? hour + 12 : hour,
      minute,
    });
  }

  /** Chooses the half of the day. */
  private settleHour(
    { hour, minute, isFixed, isWritten }: Clock,
    span: Span,
    day: Day | undefined,
    sentence: readonly TimeToken[],
  ): Clock {
    const create = (settled: number): Clock => ({ hour: settled, minute, isFixed: true, isWritten });
    if (isFixed || hour > 12) return create(hour);
    if (span.part === "morning") return create(hour === 12 ? 0 : hour);
    if (span.part === "night") return create(hour === 12 ? 24 : hour < 6 ? hour : hour + 12);
    if (hour === 12) return create(span.part === "evening" ? 24 : 12);
    if (span.part && span.part !== "workday") return create(hour + 12);
    if (span.endClock?.isFixed && span.endClock.hour > 12 && hour + 12 < span.endClock.hour && hour < 9)
      return create(hour + 12);
    if (sentence.some((token) => this.lexicon.has("morningWords", token))) return create(hour);
    if (this.lexicon.data.is24Hour && isWritten && hour > 4) return create(hour);
    if (hour < 7) return create(hour + 12);
    if (hour <= this.lexicon.data.lastEveningHour && sentence.some((token) => this.lexicon.has("eveningWords", token)))
      return create(hour + 12);
    const isToday = !span.endClock && (day === undefined || countDays(this.calendar.today, day.date) === 0);
    const isOver = hour * 60 + minute <= this.now.hour * 60 + this.now.minute;
    return create(
      isToday && isOver && (hour + 12) * 60 + minute > this.now.hour * 60 + this.now.minute ? hour + 12 : hour,
    );
  }

  /** Whether the clause around a day tells what has been; "before Friday" never does. */
  private isTold(span: Span, tokens: readonly TimeToken[]): boolean {
    const { lexicon } = this;
    const clause = this.getWordsAround(span, tokens, true);
    const isDeadline = tokens
      .slice(this.extendLeft(span, tokens), span.from)
      .some((token) => lexicon.has("looseClockPrepositions", token));
    if (isDeadline || clause.some((token) => lexicon.has("futureWords", token))) return false;
    if (clause.some((token) => lexicon.has("pastWords", token))) return true;
    const endings = lexicon.data.participleEndings.split("|");
    const isParticiple = ({ lower }: TimeToken): boolean =>
      lower.length > 4 &&
      endings.some((ending) => lower.endsWith(ending)) &&
      lower.startsWith(lexicon.data.participlePrefix);
    return clause.some((token) => lexicon.has("auxiliaries", token)) && clause.some(isParticiple);
  }

  private isClauseEnd(token: TimeToken): boolean {
    return token.lower === "," || this.lexicon.has("conjunctions", token);
  }

  /** @returns the words around a time in its sentence, or as far as the next comma or conjunction. */
  private getWordsAround(span: Span, tokens: readonly TimeToken[], isClause: boolean): TimeToken[] {
    const isLimit = (token: TimeToken | undefined): boolean =>
      !token || token.isBreak || (isClause && this.isClauseEnd(token));
    let { from, to } = span;
    const reach = isClause ? MAX_CLAUSE : tokens.length;
    while (span.from - from < reach && !isLimit(tokens[from - 1])) from -= 1;
    while (to - span.to < reach && !isLimit(tokens[to])) to += 1;
    return tokens.slice(from, to);
  }

  private extendLeft({ from }: Span, tokens: readonly TimeToken[]): number {
    const lists: readonly (keyof LexiconData)[] = [
      "dayPrepositions",
      "monthPrepositions",
      "clockPrepositions",
      "looseClockPrepositions",
      "connectors",
      "between",
    ];
    let first = from;
    while (from - first < MAX_CONNECTORS && lists.some((list) => this.lexicon.has(list, tokens[first - 1]))) first -= 1;
    return first;
  }
}
