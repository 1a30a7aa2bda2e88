import type { Sentence } from "../text/analysis.js";
import { asksWhen, corrects, includesHearer, isMoved, meetsUp, tellsStart } from "./arranging.js";
import type { Calendar, TimeMention } from "../dates/dates.js";
import { HALF_A_DAY_MS, sameDay, sameHour, type Timing } from "./timing.js";
import { namesDate } from "./weeks-ahead.js";

/** How a clause speaks of its time. */
export interface Manner {
  readonly clause: string;
  readonly title: string | undefined;
  /** Hardly anything but a time, and nothing but one. */
  readonly isBare: boolean;
  readonly isPure: boolean;
  /** Put forward, for another to accept. */
  readonly isProposal: boolean;
  /** Whether its time is told as one at which something is. */
  readonly isArranged: boolean;
}

/** So soon after it a plan is answered. */
export const ANSWERED_WITHIN = 3;
/** Only so many sentences make a plan. */
const MOST_SENTENCES = 30;
/** Who is somewhere else so soon before or after cannot come. */
const NEAR_MS = 90 * 60_000;

const SAME_HOUR = /\bsame (?:time|hour)\b/i;

/** Something that is being arranged: what is said of it until the talk leaves it. */
export class OpenPlan {
  title: string | undefined;
  day: Date | undefined;
  hour: TimeMention | undefined;
  settled = false;
  /** By others, so that it stays though one of those who speak cannot come. */
  fixed = false;
  agreed: boolean;
  /** The hour of a proposal that was turned down: "Wednesday, same time?" */
  refused: TimeMention | undefined;
  /** Whether it is the user who goes there or is told of it. */
  concernsUser: boolean;
  /** Whether people speak of meeting then, not only of what will be. */
  isMeeting = false;
  /** What was settled before another time was put forward. */
  before: { readonly day: Date; readonly hour: TimeMention } | undefined;
  by: Sentence["speaker"];
  last: number;
  readonly sentences: Sentence[];
  private dated = false;

  constructor(
    private readonly calendar: Calendar,
    begun: Pick<OpenPlan, "title" | "day" | "agreed" | "concernsUser" | "by" | "last" | "sentences">,
  ) {
    this.title = begun.title;
    this.day = begun.day;
    this.agreed = begun.agreed;
    this.concernsUser = begun.concernsUser;
    this.by = begun.by;
    this.last = begun.last;
    this.sentences = begun.sentences;
  }

  /** Whether its date was told, and not its hour. */
  get lacksHour(): boolean {
    return this.dated && !this.hour;
  }

  get isComplete(): boolean {
    return this.day !== undefined && this.hour !== undefined;
  }

  /** Whether a time is the day that its hour lacks, or the hour that its day lacks. */
  completes({ day, hour }: Timing): boolean {
    return (
      (this.day !== undefined && !this.hour && !day && hour !== undefined) ||
      (this.hour !== undefined && !this.day && day !== undefined && !hour)
    );
  }

  /** Whether a sentence comes so soon that it may answer. */
  isNear({ index }: Sentence): boolean {
    return index - this.last <= ANSWERED_WITHIN;
  }

  /** Whether a time is that of the plan, or so near it that who is busy then cannot come. */
  concerns({ day, hour }: Timing): boolean {
    if (day) return this.day === undefined || sameDay(day, this.day, this.calendar);
    if (!hour || !this.hour) return true;
    const apart = Math.abs(hour.start.getTime() - this.hour.start.getTime()) % HALF_A_DAY_MS;
    return Math.min(apart, HALF_A_DAY_MS - apart) <= NEAR_MS;
  }

  /** Whether a clause with a time goes on about this plan, rather than about another. */
  isContinuedBy(timing: Timing, { title, isBare, isPure, clause }: Manner, sentence: Sentence): boolean {
    const { day, hour } = timing;
    if (isMoved(clause) || ((tellsStart(clause) || (this.title === undefined && meetsUp(clause))) && !day)) return true;
    const isWhole = day !== undefined && hour !== undefined;
    if (title !== undefined && this.title !== undefined && !alike(title, this.title) && (!isBare || isWhole)) {
      return !this.settled && day === undefined && hour !== undefined && this.hour === undefined;
    }
    if (!this.settled || !this.isComplete || this.agreesWith(timing)) return true;
    if (sentence.speaker.key === this.by.key) return isPure && sentence.index - this.last <= 1;
    return (isPure || (isBare && corrects(clause))) && this.isNear(sentence);
  }

  /** Takes over a day or an hour that was put forward, told or said again. */
  change(timing: Timing, isProposal: boolean, sentence: Sentence, previous: Sentence | undefined): void {
    const isOther = this.sentences.length > 0 && this.by.key !== sentence.speaker.key;
    if (this.agreesWith(timing)) {
      if (!isProposal) this.confirm(isOther, sentence);
      this.note(sentence, previous);
      return;
    }
    if (isProposal && this.settled && this.day && this.hour) this.before = { day: this.day, hour: this.hour };
    const isAnswer = previous !== undefined && asksWhen(previous.text) && previous.speaker.key !== sentence.speaker.key;
    if (isOther || isAnswer) this.agreed = this.agreed || !isProposal;
    const again = timing.hour ?? (SAME_HOUR.test(sentence.text) ? (this.hour ?? this.refused) : undefined);
    this.put({ ...timing, hour: again }, sentence, previous);
    this.settled = this.hour !== undefined && !isProposal;
  }

  /** Writes down a day or an hour. */
  put({ day, hour }: Timing, sentence: Sentence, previous: Sentence | undefined): void {
    if (day) {
      this.day = day;
      this.dated = namesDate(sentence.text);
    }
    if (hour) this.hour = hour;
    this.by = sentence.speaker;
    this.note(sentence, previous);
  }

  /** Another said yes to it. */
  accept(sentence: Sentence): void {
    this.agreed = this.agreed || !this.settled || this.by.isUser !== sentence.speaker.isUser;
    this.settled = this.isComplete || (this.settled && this.hour !== undefined);
    this.before = undefined;
    if (this.settled && this.sentences.length < MOST_SENTENCES) this.sentences.push(sentence);
  }

  /** Another said no to its time: to the day, where one was named, or else to the hour. */
  refuse(timing: Timing, sentence: Sentence, previous: Sentence | undefined): void {
    this.before = undefined;
    this.agreed = true;
    this.settled = false;
    if (timing.day && (!timing.hour || !this.hour)) {
      if (timing.lastDay) this.put({ ...timing, day: timing.lastDay, hour: undefined }, sentence, previous);
      return;
    }
    this.hour = undefined;
    this.last = sentence.index;
  }

  private agreesWith({ day, hour }: Timing): boolean {
    return (
      this.day !== undefined &&
      this.hour !== undefined &&
      (!day || sameDay(day, this.day, this.calendar)) &&
      (!hour || sameHour(hour, this.hour))
    );
  }

  private confirm(isOther: boolean, { speaker }: Sentence): void {
    this.agreed = this.agreed || isOther || this.sentences.some((said) => said.speaker.key !== speaker.key);
    this.settled = true;
    this.before = undefined;
  }

  private note(sentence: Sentence, previous: Sentence | undefined): void {
    this.last = sentence.index;
    const asked = previous?.speaker.isUser === true && previous.text.endsWith("?");
    this.concernsUser ||= sentence.speaker.isUser || asked || includesHearer(sentence.text);
    if (this.sentences.at(-1) !== sentence && this.sentences.length < MOST_SENTENCES) this.sentences.push(sentence);
  }
}

/** Whether two titles have a word in common. */
export function alike(one: string, other: string): boolean {
  const words = new Set(one.toLowerCase().split(" "));
  return other
    .toLowerCase()
    .split(" ")
    .some((word) => word.length > 3 && words.has(word));
}
