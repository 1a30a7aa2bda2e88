import { addDays, getWeekday } from "../../../domain/time/local-time.js";
import type { Calendar, ClockTime, Day, TimeParts } from "./calendar.js";
import type { TimeLexicon, PatternMatch, TimeToken, WordList } from "./time-lexicon.js";

/** Patterns of a text that name one time; positions are those of tokens. */
export interface TimeSpan extends TimeParts {
  readonly from: number;
  readonly to: number;
  /** Whether it is a time only next to another one or after a preposition. */
  readonly isWeak: boolean;
  /** Whether it is no time, such as a duration. */
  readonly isIgnored: boolean;
  /** A bare number that may be a day of the month. */
  readonly isBareDay: boolean;
  readonly endDay?: Day;
  readonly endClock?: ClockTime;
}

/** Between two parts of one time. */
const MAX_CONNECTORS = 3;
const MARK = /^[,():\-–—@'|]$/;
const BULLET = /^[-–*•]$/;
const DAY_OF_MONTH = /^(?:monthDay|bareDay|date)/;

/** Finds the patterns of one text and joins those that name one time. */
export class SpanFinder {
  constructor(
    private readonly lexicon: TimeLexicon,
    private readonly calendar: Calendar,
    private readonly tokens: readonly TimeToken[],
  ) {}

  /** @returns the spans in the order of the text. */
  find(): TimeSpan[] {
    const joined: TimeSpan[] = [];
    // "3) call": the number of an item.
    for (let at = this.tokens[1]?.word.lower === ")" ? 2 : 0; at < this.tokens.length; at += 1) {
      const last = joined.at(-1);
      const span = this.readSpan(at, last);
      if (!span) continue;
      const merged = last && this.merge(last, span);
      if (merged) joined[joined.length - 1] = merged;
      else joined.push(span);
      at = span.to - 1;
    }
    const times = joined.filter((span) => !span.isIgnored && !span.isRecurring);
    return this.inheritDays(this.dropCorrected(times.filter((span) => !span.isWeak || this.isIntroduced(span))));
  }

  isConnector(token: TimeToken | undefined): boolean {
    return isIn(token, "connectors", "dayPrepositions", "clockPrepositions", "looseClockPrepositions");
  }

  isClauseEnd(token: TimeToken | undefined): boolean {
    return !token || token.isBreak || token.word.lower === "," || isIn(token, "conjunctions");
  }

  private readSpan(at: number, last: TimeSpan | undefined): TimeSpan | undefined {
    const matches = this.lexicon.match(this.tokens, at);
    if (matches.length === 0) return undefined;
    const before = this.tokens[at - 1];
    const isHour = isIn(before, "clockPrepositions") && matches.some(({ meaning }) => meaning.startsWith("clock"));
    const isAfterWeekday = last?.to === at && last.day?.kind === "weekday";
    const isDay = isAfterWeekday || (!isHour && isIn(before, "dayPrepositions"));
    const isPreferred = ({ meaning, length }: PatternMatch): boolean =>
      length === matches[0]?.length && DAY_OF_MONTH.test(meaning);
    const preferred = isDay ? matches.filter(isPreferred) : [];
    for (const match of [...preferred, ...matches]) {
      const { meaning, isWeak, length } = match;
      if (isHour && DAY_OF_MONTH.test(meaning) && (meaning !== "date" || length === 1)) continue;
      const parts = this.calendar.interpret(match);
      if (!parts && meaning !== "ignore") continue;
      const to = at + length;
      const isCounted =
        (isWeak || this.tokens[to - 1]?.word.isNumber === true) && isIn(this.tokens[to], "countedWords");
      return { from: at, to, isWeak, isIgnored: !parts || isCounted, isBareDay: meaning === "bareDay", ...parts };
    }
    return undefined;
  }

  /** @returns undefined when the two are not parts of one time. */
  private merge(first: TimeSpan, second: TimeSpan): TimeSpan | undefined {
    const gap = this.tokens.slice(first.to, second.from);
    if (first.isIgnored || second.isIgnored || gap.length > MAX_CONNECTORS || gap.some(({ isBreak }) => isBreak))
      return undefined;
    const isCompact = gap.length === 0 && first.day !== undefined && !this.isFollowedByWord(second);
    const isWeak = [first, second].every((each) => each.isWeak && !this.isIntroduced(each)) && !isCompact;
    const span = { ...first, ...second, from: first.from, to: second.to, isWeak };
    const range = this.mergeRange(first, second, gap);
    if (range) return { ...span, ...range };
    // "9-12 on Saturday", but "3-2" is a score.
    const isBound = ({ isWeak: isUnsure, part, day, clock, endClock }: TimeSpan): boolean =>
      !isUnsure || part !== undefined || day?.kind === "weekday" || (endClock && clock ? clock.hour > 6 : false);
    const areBound = [first, second].every((each) => isBound(each) || this.isIntroduced(each));
    if (!gap.every((token) => MARK.test(token.word.lower) || (areBound && this.isConnector(token)))) return undefined;
    if (first.isRecurring) return second.day && !second.isWeak ? undefined : { ...span, isRecurring: true };
    const isDouble = (first.clock && second.clock) ?? (first.part && second.part) ?? (second.isRecurring && first.day);
    const isSeparate = [first, second].some(({ distance, relativeDays }) => (distance ?? relativeDays) !== undefined);
    if (isDouble || isSeparate) return undefined;
    const day = first.day && second.day ? this.mergeDays(first.day, second.day) : (first.day ?? second.day);
    return day || !first.day ? { ...span, ...(day && { day }) } : undefined;
  }

  /** "Between eight and ten", "22 to 24 June"; a range of weekdays tells opening hours. */
  private mergeRange(first: TimeSpan, second: TimeSpan, gap: readonly TimeToken[]): Partial<TimeSpan> | undefined {
    const isBetween = this.tokens.slice(Math.max(0, first.from - 2), first.to).some((token) => isIn(token, "between"));
    const isRangeWord = (token: TimeToken): boolean => isIn(token, isBetween ? "betweenAnd" : "rangeWords");
    const isRange = gap.some(isRangeWord) && gap.every((token) => isRangeWord(token) || this.isConnector(token));
    if (!isRange || first.endClock || first.endDay || first.isRecurring) return undefined;
    if (first.clock && second.clock && !(first.day && second.day))
      return { clock: first.clock, endClock: second.clock };
    if (!first.day || !second.day || first.clock || second.clock) return undefined;
    if (first.day.kind === "weekday" && second.day.kind === "weekday") return { isRecurring: true };
    const isSameMonth = first.day.kind === "monthDay" && second.day.kind === "date";
    const date = isSameMonth ? { ...second.day.date, day: first.day.date.day } : first.day.date;
    return { day: { ...first.day, date }, endDay: second.day };
  }

  /** "Thursday 22 January": one of the two is a weekday that the other one has. */
  private mergeDays(first: Day, second: Day): Day | undefined {
    const [weekday, other] = first.kind === "weekday" ? [first, second] : [second, first];
    if (weekday.kind !== "weekday" || other.kind === "weekday") return undefined;
    if (other.kind !== "other") return this.calendar.alignWeekday(other, getWeekday(weekday.date));
    return getWeekday(other.date) === getWeekday(weekday.date) ? other : undefined;
  }

  /** Whether the words around it show that a word or number, which may be something else, is a time. */
  private isIntroduced(span: TimeSpan): boolean {
    const before = this.tokens[span.from - 1];
    const { day } = span;
    if (day?.kind === "weekday") {
      const isAbbreviation = (this.tokens[span.to - 1]?.word.lower.length ?? 0) > 2;
      const isAlone =
        !this.tokens[span.to]?.word.isWord && !(isAbbreviation ? this.isConnector(before) : before?.word.isWord);
      return isAlone || (isIn(before, "dayPrepositions") && !isIn(before, "connectors"));
    }
    if (day && isIn(before, "dayArticles")) return true;
    if (!day && span.clock && isIn(before, "clockPrepositions")) return true;
    if (!day && span.clock?.isWritten && this.isHeading(span, span.clock)) return true;
    const list = !day ? "looseClockPrepositions" : day.last ? "monthPrepositions" : "dayPrepositions";
    if (span.isBareDay || (!day && !span.clock)) return false;
    return isIn(before, list) && !this.isFollowedByWord(span);
  }

  /** "10.30 dentist": a clock time, not a price or version, begins a sentence or item. */
  private isHeading({ from }: TimeSpan, { hour, minute }: ClockTime): boolean {
    const isStart = (token: TimeToken | undefined): boolean => !token || token.isBreak;
    const [mark, before] = [this.tokens[from - 1], this.tokens[from - 2]];
    return hour > 5 && minute % 5 === 0 && (isStart(mark) || (BULLET.test(mark?.word.lower ?? "") && isStart(before)));
  }

  private isFollowedByWord({ to }: TimeSpan): boolean {
    const next = this.tokens[to];
    if (this.isConnector(next) || isIn(next, "conjunctions", "betweenAnd")) return false;
    return next?.word.isWord === true && (next.word.isNumber || !next.word.canBegin);
  }

  /** "Thursday, I mean Friday": only the second one counts, with what it leaves out taken from the first. */
  private dropCorrected(spans: readonly TimeSpan[]): TimeSpan[] {
    const kept: TimeSpan[] = [];
    for (const span of spans) {
      const last = kept.at(-1);
      const between = this.tokens.slice(last?.to, span.from);
      const words = between.filter((token) => token.word.isWord && !this.isConnector(token));
      const isCorrection = words.length > 0 && words.every((word) => isIn(word, "corrections"));
      if (last && isCorrection) {
        const base = last.day && { ...last.day, date: addDays(last.day.date, span.relativeDays ?? 0) };
        const [day, clock] = [span.day ?? base, span.clock ?? last.clock];
        kept[kept.length - 1] = { ...span, ...(day && { day }), ...(clock && { clock }) };
      } else if (span.relativeDays === undefined) kept.push(span);
    }
    return kept;
  }

  /** A clock time belongs to the day that its sentence names: "on Wednesday the nurse comes at nine". */
  private inheritDays(spans: readonly TimeSpan[]): TimeSpan[] {
    return spans.map((span) => {
      if (span.day || span.distance !== undefined || span.part === "workday") return span;
      const days = spans.filter(({ day }) => day);
      const hasBreak = (from: number, to: number): boolean =>
        this.tokens.slice(from, to).some(({ isBreak }) => isBreak);
      const before = days.findLast(({ to }) => to <= span.from && !hasBreak(to, span.from - 1));
      const after = days.find(({ from }) => from >= span.to);
      const isNear = after && !this.tokens.slice(span.to, after.from).some((token) => this.isClauseEnd(token));
      const source = before ?? (isNear ? after : undefined);
      if (!source?.day || source.clock || source.day.last) return span;
      const part = span.part ?? source.part;
      return { ...span, day: source.day, ...(part && { part }) };
    });
  }
}

export const isIn = (token: TimeToken | undefined, ...lists: readonly WordList[]): boolean =>
  token !== undefined && token.word.lists.size > 0 && lists.some((list) => token.word.lists.has(list));
