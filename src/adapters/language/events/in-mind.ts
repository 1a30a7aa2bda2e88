import type { Sentence } from "../text/analysis.js";
import { asksHowMany, asksWhen, besideTime, countsThings } from "./arranging.js";
import type { Calendar } from "../dates/dates.js";
import { occasionsIn } from "./occasions.js";
import { ANSWERED_WITHIN, type OpenPlan } from "./open-plan.js";
import { HALF_A_DAY_MS, sameDay, type Timing } from "./timing.js";

/** So long a day stays in mind, for an hour that is said without one. */
export const DAY_STAYS = 5;
/** So soon behind it an hour is that of the day, whatever else is said. */
export const DAY_IS_NEAR = 2;
/** "Are we still having dinner? – Yes! On Saturday." */
const ANSWERED_IN_TURN = 2;
/** After so many sentences on other things nobody goes back to a plan. */
export const STAYS_OPEN = 7;

/** What those who speak have in mind, besides the plan: days, what was asked, and what is due. */
export class InMind {
  previous: Sentence | undefined;
  /** The last sentence of the turn before this one. */
  private turnBefore: Sentence | undefined;
  private day: { readonly day: Date; readonly index: number } | undefined;
  private asked: { readonly day: Date; readonly by: string; readonly index: number } | undefined;
  private due: { readonly time: number; readonly index: number } | undefined;
  /** Where a number was asked for that is no hour. */
  private counting: number | undefined;
  /** The last sentence that named an occasion. */
  private occasionAt = -1;

  constructor(private readonly calendar: Calendar) {}

  /** A sentence has been heard to its end. */
  heard(sentence: Sentence): void {
    const { text, index } = sentence;
    if (this.previous && this.previous.speaker.key !== sentence.speaker.key) this.turnBefore = this.previous;
    if (text.endsWith("?")) this.counting = asksHowMany(text) ? index : undefined;
    else if (countsThings(text)) this.counting = index;
    if (occasionsIn(text).length > 0) this.occasionAt = index;
    this.previous = sentence;
  }

  /** A day was named, for whatever is said next. */
  named({ day }: Timing, { index }: Sentence): void {
    if (day) this.day = { day, index };
  }

  /** The talk goes on to other matters. */
  forgetDay(): void {
    this.day = undefined;
  }

  /** A question named a day. */
  askedOf({ day }: Timing, { text, speaker, index }: Sentence): void {
    if (day && text.endsWith("?")) this.asked = { day, by: speaker.key, index };
  }

  /** Something is to be done until an hour. */
  dueAt(hour: Date | undefined, { index }: Sentence): void {
    if (hour) this.due = { time: hour.getTime(), index };
  }

  dayAt({ index }: Sentence, within = DAY_STAYS): Date | undefined {
    return this.day && index - this.day.index <= within ? this.day.day : undefined;
  }

  /** What another has asked in the turn before, where it is answered here. */
  questionTo({ speaker, index }: Sentence): string | undefined {
    const asked = this.previous?.speaker.key === speaker.key ? this.turnBefore : this.previous;
    const isAnswered = asked?.text.endsWith("?") === true && index - asked.index <= ANSWERED_IN_TURN;
    return isAnswered && asked.speaker.key !== speaker.key ? asked.text : undefined;
  }

  /** Whether the previous sentence asked for a time. */
  get isAskedWhen(): boolean {
    return this.previous !== undefined && asksWhen(this.previous.text);
  }

  /** Whether the talk waits for a time, so that one may be a mere number. */
  expects(open: OpenPlan | undefined, { index }: Sentence): boolean {
    if (this.counting !== undefined && index - this.counting <= ANSWERED_WITHIN) return false;
    const near = (at: number | undefined, within: number): boolean => at !== undefined && index - at <= within;
    return near(open?.last, STAYS_OPEN) || near(this.day?.index, DAY_STAYS) || this.isAskedWhen;
  }

  /** The day of the plan, in whose week a weekday is; not where the talk went on to another occasion. */
  dayOf(open: OpenPlan | undefined): Date | undefined {
    const isLeft = open !== undefined && open.title === undefined && this.occasionAt > open.last;
    return isLeft ? undefined : open?.day;
  }

  /** "Can you come tomorrow? We have a party on Friday at noon. – Tomorrow.": of what was asked for, not of the plan. */
  isAnswer(clause: string, { day, hour }: Timing, { speaker, index }: Sentence, open: OpenPlan | undefined): boolean {
    const { asked, calendar } = this;
    if (!asked || !open?.settled || !open.day || !day || hour || besideTime(clause).length > 0) return false;
    const isReply = asked.by !== speaker.key && asked.by === open.by.key && index - asked.index <= ANSWERED_WITHIN;
    return isReply && sameDay(day, asked.day, calendar) && !sameDay(day, open.day, calendar);
  }

  /** "Friday noon. Okay.", after "I'll have it done by Friday noon": what is repeated is no appointment. */
  isEcho({ hour }: Timing, { index }: Sentence): boolean {
    if (!this.due || !hour || index - this.due.index > ANSWERED_WITHIN) return false;
    return (hour.start.getTime() - this.due.time) % HALF_A_DAY_MS === 0;
  }
}
