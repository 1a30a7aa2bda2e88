import type { Sentence } from "../text/analysis.js";
import { hoursWritten, mayNumberHour } from "./arranging.js";
import { Calendar } from "../dates/dates.js";
import { alike, type OpenPlan } from "./open-plan.js";
import { partNamed, usualPart } from "./parts-of-day.js";
import { HALF_A_DAY_MS, NO_TIME, type Timing } from "./timing.js";
import { namesBareWeekday, weekIn, withoutWeek } from "./weeks-ahead.js";

export interface Naming {
  /** Else whoever speaks may be the user. */
  readonly userIsKnown: boolean;
  /** What a clause says happens at its time; undefined where it names nothing. */
  readonly titleOf: (clause: string, sentence: Sentence) => string | undefined;
  /** What is being arranged, in words that tell the half of the day. */
  readonly topicAt: (sentence: Sentence) => string;
}

/** What has been said, as far as it tells what a time means. */
export interface Circumstances {
  readonly open: OpenPlan | undefined;
  readonly previous: Sentence | undefined;
  /** Whether the talk waits for a time, so that one may be a mere number. */
  readonly isExpected: boolean;
  /** The day in whose week a weekday is. */
  readonly near: Date | undefined;
}

/** Only so many clauses are given to the date parser. */
const MOST_PARSED = 400;
/** So long a week stays in mind, for a weekday that is said later. */
const WEEK_STAYS = 5;

/** Reads the day and the hour of one clause after the other, each in the light of those before. */
export class ClauseTimings {
  private week: { readonly day: Date; readonly index: number } | undefined;
  private parsed = 0;

  constructor(
    private readonly calendar: Calendar,
    private readonly startedAt: Date,
    private readonly naming: Naming,
  ) {}

  of(clause: string, sentence: Sentence, around: Circumstances): Timing {
    const mayNameTime = Calendar.mayNameTime(clause);
    if (!mayNameTime && !mayNumberHour(clause)) return NO_TIME;
    const written = hoursWritten(clause, around.isExpected);
    const namesTime = written === clause ? mayNameTime : Calendar.mayNameTime(written);
    if (!namesTime || this.parsed === MOST_PARSED) return NO_TIME;
    this.parsed += 1;
    const here = weekIn(written, this.startedAt);
    if (here) this.week = { day: here, index: sentence.index };
    const isBare = namesBareWeekday(written);
    const named = this.naming.titleOf(clause, sentence);
    const topic = named ?? around.open?.title ?? this.naming.topicAt(sentence);
    const part = partOfDay(clause, named, sentence, around);
    const mentions = this.toCome(here && isBare ? withoutWeek(written) : written, part ?? topic);
    const days = mentions.filter(({ hasDay }) => hasDay);
    const whole = mentions.find(({ hasDay, hasHour }) => hasDay && hasHour);
    const near = here ?? around.near ?? this.weekInMind(sentence);
    const placed = (day: Date | undefined): Date | undefined =>
      day && isBare && near ? this.calendar.inWeekOf(day, near) : day;
    return {
      day: placed((whole ?? days[0])?.start),
      hour: whole ?? mentions.find(({ hasHour }) => hasHour),
      lastDay: days.length > 1 ? placed(days.at(-1)?.start) : undefined,
      isNumber: around.isExpected && written !== hoursWritten(clause, false),
    };
  }

  private toCome(written: string, about: string): ReturnType<Calendar["mentions"]> {
    const earliest = this.startedAt.getTime() - HALF_A_DAY_MS;
    return this.calendar
      .mentions(written, about)
      .filter(({ vague, hasHour, start }) => !vague && (hasHour || start.getTime() > earliest));
  }

  private weekInMind({ index }: Sentence): Date | undefined {
    return this.week && index - this.week.index <= WEEK_STAYS ? this.week.day : undefined;
  }
}

/** "Tomorrow morning? – At seven", "the quiz? – At eight": the half of the day that is meant. */
function partOfDay(
  clause: string,
  title: string | undefined,
  { text }: Sentence,
  { open, previous }: Circumstances,
): string | undefined {
  if (partNamed(text) !== undefined) return undefined;
  const own = usualPart(clause);
  const isAnother = title !== undefined && open?.title !== undefined && !alike(title, open.title);
  if (isAnother || own !== undefined) return own;
  const asked = previous?.text.endsWith("?") === true ? previous.text : "";
  const near = [...(open?.sentences ?? []).map((sentence) => sentence.text), asked];
  const last = (parts: readonly (string | undefined)[]): string | undefined =>
    parts.findLast((part) => part !== undefined);
  return last(near.map(partNamed)) ?? last(near.map(usualPart));
}
