import type { Sentence } from "./analysis.js";
import {
  accepts,
  asksHour,
  asksHowMany,
  asksWhen,
  attends,
  besideTime,
  callsOff,
  cannotDo,
  corrects,
  dueIn,
  goesAlone,
  hoursWritten,
  includesHearer,
  isFixedByOthers,
  isMoved,
  isOthersOwn,
  isRefusal,
  mayNumberHour,
  proposes,
  refuses,
  speaksOfSelf,
  tellsNoPlan,
  tellsStart,
  unsettles,
  wishesWell,
  withoutDue,
} from "./arranging.js";
import { occasionsIn } from "./occasions.js";
import { speechAct } from "./speech-acts.js";
import { Calendar, type TimeMention } from "./dates.js";

/** Something to attend, as far as the talk has settled it. */
export interface Plan {
  readonly title: string | undefined;
  readonly start: Date;
  readonly end: Date | undefined;
  /** Whether two had their say in it. */
  readonly agreed: boolean;
  readonly others: ReadonlySet<string>;
  /** All that it was made of, in order. */
  readonly sentences: readonly Sentence[];
}

interface Open {
  title: string | undefined;
  day: Date | undefined;
  hour: TimeMention | undefined;
  settled: boolean;
  /** Whether its day was said as a date. */
  dated: boolean;
  /** By others, so that it stays though one of those who speak cannot come. */
  fixed: boolean;
  agreed: boolean;
  /** The hour of a proposal that was turned down: "Wednesday, same time?" */
  refused: TimeMention | undefined;
  /** Whether it is the user who goes there or is told of it. */
  concernsUser: boolean;
  /** Whether people speak of meeting then, not only of what will be. */
  isMeeting: boolean;
  /** What was settled before another time was put forward. */
  before: { readonly day: Date; readonly hour: TimeMention } | undefined;
  by: Sentence["speaker"];
  last: number;
  readonly sentences: Sentence[];
}

/** How a clause speaks of its time. */
interface Clause {
  readonly clause: string;
  readonly title: string | undefined;
  /** Hardly anything but a time, and nothing but one. */
  readonly isBare: boolean;
  readonly isPure: boolean;
}

interface Timing {
  readonly day: Date | undefined;
  readonly hour: TimeMention | undefined;
  /** The last of several days that one clause names. */
  readonly lastDay: Date | undefined;
}

/** After so many sentences on other things nobody goes back to a plan. */
const STAYS_OPEN = 7;
/** So long a day stays in mind, for an hour that is said without one. */
const DAY_STAYS = 5;
/** So soon after it a plan is answered. */
const ANSWERED_WITHIN = 3;
/** So many words beside the time may a clause have that only names one: "Half seven, Odeon". */
const MOST_BESIDE = 2;
const HALF_A_DAY_MS = 43_200_000;
/** Who is somewhere else so soon before or after cannot come. */
const NEAR_MS = 90 * 60_000;
/** Only so many clauses are given to the date parser, and only so many sentences make a plan. */
const MOST_PARSED = 400;
const MOST_SENTENCES = 30;
const NO_TIME: Timing = { day: undefined, hour: undefined, lastDay: undefined };
/** Sooner than this is part of the conversation itself: "in a minute". */
const SOON_MS = 10 * 60_000;

export interface Naming {
  /** Else whoever speaks may be the user. */
  readonly userIsKnown: boolean;
  /** What a clause says happens at its time; undefined where it names nothing. */
  readonly titleOf: (clause: string, sentence: Sentence) => string | undefined;
  /** What is being arranged, in words that tell the half of the day. */
  readonly topicAt: (sentence: Sentence) => string;
}

/**
 * Follows a conversation in which days, hours and what they are for come one after the other, are turned down,
 * corrected and agreed on. One plan is open at a time.
 */
export class Plans {
  private readonly made: Plan[] = [];
  private open: Open | undefined;
  private day: { readonly day: Date; readonly index: number } | undefined;
  private week: { readonly day: Date; readonly index: number } | undefined;
  private parsed = 0;
  /** A plan on a date whose hour was left open. */
  private waiting: Open | undefined;
  /** Where a number was asked for that is no hour. */
  private counting: number | undefined;
  private asked: { readonly day: Date; readonly by: string; readonly index: number } | undefined;
  /** The last sentence before this one that named an occasion. */
  private occasionAt = -1;
  private previous: Sentence | undefined;
  private due: { readonly time: number; readonly index: number } | undefined;

  constructor(
    private readonly calendar: Calendar,
    private readonly startedAt: Date,
    private readonly naming: Naming,
  ) {}

  /** All plans that were settled, the last one closed. */
  settled(): readonly Plan[] {
    this.close();
    return this.made;
  }

  /** Whether the talk waits for a time, so that one may be a mere number. */
  expects(sentence: Sentence): boolean {
    if (this.counting !== undefined && sentence.index - this.counting <= ANSWERED_WITHIN) return false;
    const near = (index: number | undefined, within: number): boolean =>
      index !== undefined && sentence.index - index <= within;
    return (
      near(this.open?.last, STAYS_OPEN) ||
      near(this.day?.index, DAY_STAYS) ||
      (this.previous !== undefined && asksWhen(this.previous.text))
    );
  }

  /** Takes in the next sentence, in its clauses. */
  hear(sentence: Sentence, clauses: readonly string[]): void {
    if (this.open && sentence.index - this.open.last > STAYS_OPEN) this.close();
    if (this.open?.settled === true && asksWhen(sentence.text) && OF_OTHERS.test(sentence.text)) this.close();
    if (asksHour(sentence.text) && this.waiting && this.open?.dated !== true && !this.open?.hour) {
      this.open = { ...this.waiting, last: sentence.index };
      this.waiting = undefined;
    }
    this.answer(sentence, sentence.text);
    for (const clause of clauses) this.hearClause(clause, sentence);
    this.previous = sentence;
    if (sentence.text.endsWith("?")) this.counting = asksHowMany(sentence.text) ? sentence.index : undefined;
    if (occasionsIn(sentence.text).length > 0) this.occasionAt = sentence.index;
  }

  /** What a sentence without a time of its own does to the plan before it. */
  private answer(sentence: Sentence, text: string): void {
    const { open } = this;
    if (!open || sentence.index - open.last > ANSWERED_WITHIN) return;
    const isOther = sentence.speaker.key !== open.by.key;
    if (goesAlone(text) && sentence.speaker.isUser) open.settled = open.day !== undefined && open.hour !== undefined;
    if (callsOff(sentence.text)) {
      this.open = undefined;
      return;
    }
    if (!isOther) return;
    if (sentence.speaker.isUser && (accepts(text) || speaksOfSelf(text))) open.concernsUser = true;
    if (wishesWell(text) && sentence.speaker.isUser && !open.agreed) {
      this.open = undefined;
      return;
    }
    const timed = this.timing(text, sentence);
    if (timed.day || timed.hour) return;
    if (!open.settled && (isRefusal(text) || (refuses(text) && !accepts(text)))) {
      open.refused = open.hour ?? open.refused;
      open.hour = undefined;
    } else if (accepts(text) && !text.endsWith("?")) {
      open.agreed = open.agreed || !open.settled || open.by.isUser !== sentence.speaker.isUser;
      open.settled = open.day !== undefined && open.hour !== undefined;
      open.before = undefined;
      if (open.settled && open.sentences.length < MOST_SENTENCES) open.sentences.push(sentence);
    }
  }

  private hearClause(said: string, sentence: Sentence): void {
    if (!mayNumberHour(said) && !Calendar.mayNameTime(said)) return;
    const due = dueIn(said);
    if (due !== "") {
      const time = this.calendar
        .mentions(due)
        .find(({ hasHour }) => hasHour)
        ?.start.getTime();
      if (time !== undefined) this.due = { time, index: sentence.index };
    }
    const clause = isMoved(said) ? withoutDue(said).replace(MOVED_FROM, "to") : withoutDue(said);
    const timing = this.timing(clause, sentence);
    if (!timing.day && !timing.hour) return;
    if (this.turnsDown(clause, timing, sentence)) return;
    if (tellsNoPlan(clause)) return;
    if (!sentence.speaker.isUser && isOthersOwn(clause) && !proposes(clause) && !this.isAsked(sentence)) {
      this.remember(timing, sentence);
      return;
    }
    if (!this.isAnswered(clause, timing, sentence)) this.take(clause, timing, sentence);
    this.remember(timing, sentence);
    if (timing.day && sentence.text.endsWith("?"))
      this.asked = { day: timing.day, by: sentence.speaker.key, index: sentence.index };
  }

  /** Whether another put a time forward that this may answer. */
  private isAsked({ speaker, index }: Sentence): boolean {
    const { open } = this;
    return open !== undefined && !open.settled && open.by.key !== speaker.key && index - open.last <= ANSWERED_WITHIN;
  }

  /** "Can you come tomorrow? We have a party on Friday at noon. – Tomorrow, then.": of what was asked for, not the plan. */
  private isAnswered(clause: string, { day, hour }: Timing, { speaker, index }: Sentence): boolean {
    const { open, asked } = this;
    if (!asked || !open?.settled || !open.day || !day || hour || besideTime(clause).length > 0) return false;
    const isReply = asked.by !== speaker.key && asked.by === open.by.key && index - asked.index <= ANSWERED_WITHIN;
    return isReply && sameDay(day, asked.day, this.calendar) && !sameDay(day, open.day, this.calendar);
  }

  private dayInMind({ index }: Sentence): Date | undefined {
    return this.day && index - this.day.index <= DAY_STAYS ? this.day.day : undefined;
  }

  /** "In two weeks. Tuesday at nine?": the weekday is one of that week. */
  private weekIn(written: string): Date | undefined {
    const [said, ahead, time, fortnight] = WEEKS_ON.exec(written) ?? [];
    const count = ahead ?? time;
    if (said === undefined) return undefined;
    const weeks =
      fortnight !== undefined || /after next/i.test(said)
        ? 2
        : count === undefined
          ? 1
          : (WEEKS[count.toLowerCase()] ?? Number(count));
    return new Date(this.startedAt.getTime() + weeks * WEEK_MS);
  }

  private weekInMind({ index }: Sentence): Date | undefined {
    return this.week && index - this.week.index <= DAY_STAYS ? this.week.day : undefined;
  }

  /** The day of the plan, in whose week a weekday is; not where the talk went on to another occasion. */
  private dayOfPlan(): Date | undefined {
    const { open, occasionAt } = this;
    return open?.title === undefined && open && occasionAt > open.last ? undefined : open?.day;
  }

  private remember({ day }: Timing, { index }: Sentence): void {
    if (day) this.day = { day, index };
  }

  private timing(clause: string, sentence: Sentence): Timing {
    if (!mayNumberHour(clause) && !Calendar.mayNameTime(clause)) return NO_TIME;
    const written = hoursWritten(clause, this.expects(sentence));
    if (!Calendar.mayNameTime(written) || this.parsed === MOST_PARSED) return NO_TIME;
    this.parsed += 1;
    const here = this.weekIn(written);
    if (here) this.week = { day: here, index: sentence.index };
    const bare = BARE_WEEKDAY.test(written) && !DATED.test(written.replace(WEEKS_ON, ""));
    const plainly = here && bare ? written.replace(WEEKS_ON, "") : written;
    const topic = this.naming.titleOf(clause, sentence) ?? this.open?.title ?? this.naming.topicAt(sentence);
    const mentions = this.calendar
      .mentions(plainly, this.partOfDay(clause, sentence) ?? topic)
      .filter(
        ({ vague, hasHour, start }) =>
          !vague && (hasHour || start.getTime() > this.startedAt.getTime() - HALF_A_DAY_MS),
      );
    const days = mentions.filter(({ hasDay }) => hasDay);
    const whole = mentions.find(({ hasDay, hasHour }) => hasDay && hasHour);
    const near = here ?? this.dayOfPlan() ?? this.weekInMind(sentence);
    const placed = (day: Date | undefined): Date | undefined =>
      day && bare && near ? this.calendar.inWeekOf(day, near) : day;
    return {
      day: placed((whole ?? days[0])?.start),
      hour: whole ?? mentions.find(({ hasHour }) => hasHour),
      lastDay: days.length > 1 ? placed(days.at(-1)?.start) : undefined,
    };
  }

  /** "Tomorrow morning? – At seven", "the quiz? – At eight": the half of the day that is meant. */
  private partOfDay(clause: string, sentence: Sentence): string | undefined {
    if (PART_OF_DAY.test(sentence.text)) return undefined;
    const title = this.naming.titleOf(clause, sentence);
    if (title !== undefined && this.open?.title !== undefined && !alike(title, this.open.title))
      return usualPart(clause);
    const own = usualPart(clause);
    if (own !== undefined) return own;
    const { open, previous } = this;
    const asked = previous?.text.endsWith("?") === true ? previous.text : "";
    const near = [...(open?.sentences ?? []).map(({ text }) => text), asked];
    const said = near.map((text) => PART_OF_DAY.exec(text)?.[1]?.toLowerCase()).findLast((part) => part !== undefined);
    return said ?? near.map(usualPart).findLast((part) => part !== undefined);
  }

  /** "Ten's no good", "Monday I can't": said of a time that another put forward. */
  private turnsDown(clause: string, timing: Timing, sentence: Sentence): boolean {
    const { open } = this;
    if (!open || open.by.key === sentence.speaker.key || sentence.index - open.last > ANSWERED_WITHIN) return false;
    if (!refuses(clause) || clause.endsWith("?")) return false;
    if (open.settled && !cannotDo(clause) && !(unsettles(clause) && this.concerns(timing, open))) return false;
    if (open.fixed && !sentence.speaker.isUser) return true;
    open.before = undefined;
    open.agreed = true;
    if (timing.day && (!timing.hour || !open.hour)) {
      open.settled = false;
      open.day = timing.lastDay ?? open.day;
      if (timing.lastDay) this.put(open, { ...timing, day: timing.lastDay, hour: undefined }, sentence);
      return true;
    }
    open.hour = undefined;
    open.settled = false;
    open.last = sentence.index;
    return true;
  }

  /** Whether a time is that of the plan, or so near it that who is busy then cannot come. */
  private concerns({ day, hour }: Timing, open: Open): boolean {
    if (day) return open.day === undefined || sameDay(day, open.day, this.calendar);
    if (!hour || !open.hour) return true;
    const apart = Math.abs(hour.start.getTime() - open.hour.start.getTime()) % HALF_A_DAY_MS;
    return Math.min(apart, HALF_A_DAY_MS - apart) <= NEAR_MS;
  }

  private take(clause: string, timing: Timing, sentence: Sentence): void {
    const beside = besideTime(clause);
    const isBare = beside.length <= MOST_BESIDE && !beside.some((word) => isVerb(word, sentence));
    const isPure = beside.length === 0;
    const isProposal = proposes(clause) || sentence.text.endsWith("?");
    const title = this.naming.titleOf(clause, sentence);
    const known = timing.day ?? this.dayInMind(sentence);
    const isTold = timing.hour !== undefined && known !== undefined && speechAct(clause) === undefined;
    const isArranged = isBare || isProposal || attends(clause) || isMoved(clause) || isTold;
    if (!isArranged && title === undefined) return;
    if (isBare && this.isEcho(timing, sentence)) return;
    const { open } = this;
    const continues = open && this.continues(open, timing, { title, isBare, isPure, clause }, sentence);
    if (continues === false && open?.settled && !timing.day && open.by.key === sentence.speaker.key) {
      const isPart = !attends(clause) && occasionsIn(clause).length === 0;
      if (isPart && sentence.index - open.last <= ANSWERED_WITHIN) {
        if (timing.hour) this.due = { time: timing.hour.start.getTime(), index: sentence.index };
        return;
      }
    }
    const plan = continues === true ? open : this.begin(timing, title, isArranged, sentence);
    if (!plan) return;
    if (title !== undefined && (plan.title === undefined || title.length > plan.title.length + 3)) plan.title = title;
    plan.isMeeting ||= isBare || isProposal || attends(clause);
    this.change(plan, timing, isProposal, sentence);
    plan.fixed ||= plan.settled && isFixedByOthers(clause);
  }

  private continues(
    open: Open,
    { day, hour }: Timing,
    { title, isBare, isPure, clause }: Clause,
    { index, speaker }: Sentence,
  ): boolean {
    if (isMoved(clause) || (tellsStart(clause) && !day)) return true;
    const isWhole = day !== undefined && hour !== undefined;
    if (title !== undefined && open.title !== undefined && !alike(title, open.title) && (!isBare || isWhole)) {
      return !open.settled && day === undefined && hour !== undefined && open.hour === undefined;
    }
    if (!open.settled || open.day === undefined || open.hour === undefined) return true;
    const agrees = (!day || sameDay(day, open.day, this.calendar)) && (!hour || sameHour(hour, open.hour));
    if (agrees) return true;
    if (speaker.key === open.by.key) return isPure && index - open.last <= 1;
    return (isPure || (isBare && corrects(clause))) && index - open.last <= ANSWERED_WITHIN;
  }

  private begin(timing: Timing, title: string | undefined, isArranged: boolean, sentence: Sentence): Open | undefined {
    const known = this.dayInMind(sentence);
    const isAnswer = this.previous !== undefined && asksWhen(this.previous.text);
    if (!timing.day && !known && title === undefined && !isAnswer) return undefined;
    if (title === undefined && !isArranged) return undefined;
    this.close();
    const { previous } = this;
    const isReply = previous?.text.endsWith("?") === true && previous.speaker.key !== sentence.speaker.key;
    this.open = {
      title,
      day: timing.day ?? known,
      hour: undefined,
      settled: false,
      fixed: false,
      dated: false,
      agreed: isReply && accepts(sentence.text),
      refused: undefined,
      concernsUser: !this.naming.userIsKnown,
      isMeeting: false,
      before: undefined,
      by: sentence.speaker,
      last: sentence.index,
      sentences: isReply ? [previous] : [],
    };
    return this.open;
  }

  private change(plan: Open, timing: Timing, isProposal: boolean, sentence: Sentence): void {
    const isOther = plan.sentences.length > 0 && plan.by.key !== sentence.speaker.key;
    const agrees =
      plan.day !== undefined &&
      plan.hour !== undefined &&
      (!timing.day || sameDay(timing.day, plan.day, this.calendar)) &&
      (!timing.hour || sameHour(timing.hour, plan.hour));
    if (agrees) {
      if (!isProposal) {
        plan.agreed =
          plan.agreed || isOther || plan.sentences.some(({ speaker }) => speaker.key !== sentence.speaker.key);
        plan.settled = true;
        plan.before = undefined;
      }
      this.note(plan, sentence);
      return;
    }
    if (isProposal && plan.settled && plan.day && plan.hour) plan.before = { day: plan.day, hour: plan.hour };
    if (isOther) plan.agreed = plan.agreed || !isProposal;
    const again = timing.hour ?? (SAME_HOUR.test(sentence.text) ? (plan.hour ?? plan.refused) : undefined);
    this.put(plan, { ...timing, hour: again }, sentence);
    const complete = plan.hour !== undefined && (plan.day !== undefined || !isProposal);
    plan.settled = complete && !isProposal;
  }

  private put(plan: Open, { day, hour }: Timing, sentence: Sentence): void {
    if (day) plan.day = day;
    if (day)
      plan.dated = DATED.test(sentence.text) && !/\b(?:next|this|week|today|to(?:morrow|night))\b/i.test(sentence.text);
    if (hour) plan.hour = hour;
    plan.by = sentence.speaker;
    this.note(plan, sentence);
  }

  private note(plan: Open, sentence: Sentence): void {
    plan.last = sentence.index;
    const asked = this.previous?.speaker.isUser === true && this.previous.text.endsWith("?");
    plan.concernsUser ||= sentence.speaker.isUser || asked || includesHearer(sentence.text);
    if (plan.sentences.at(-1) !== sentence && plan.sentences.length < MOST_SENTENCES) plan.sentences.push(sentence);
  }

  /** "Friday noon. Okay.", after "I'll have it done by Friday noon": what is repeated is no appointment. */
  private isEcho({ hour }: Timing, { index }: Sentence): boolean {
    if (!this.due || index - this.due.index > ANSWERED_WITHIN) return false;
    return hour !== undefined && (hour.start.getTime() - this.due.time) % HALF_A_DAY_MS === 0;
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (!open) return;
    if (open.dated && !open.hour) this.waiting = open;
    const kept = open.settled ? open : open.before;
    if (!kept?.hour || !open.concernsUser) return;
    const timed = kept.day ? this.calendar.onDay(kept.hour, kept.day) : kept.hour;
    if (timed.start.getTime() - this.startedAt.getTime() < SOON_MS) return;
    const others = new Set(open.sentences.filter(({ speaker }) => !speaker.isUser).map(({ speaker }) => speaker.key));
    this.made.push({
      title: open.title,
      start: timed.start,
      end: timed.end,
      agreed: open.agreed && open.isMeeting,
      others,
      sentences: open.sentences,
    });
  }
}

const isVerb = (word: string, { tokens }: Sentence): boolean =>
  tokens.some(({ lower, pos }) => pos === "VERB" && lower === word.toLowerCase());

const PART_OF_DAY = /(?<!\b(?:good|this|every|yesterday|last|mothers?) )\b(morning|evening|tonight|night|a\.?m\b)/i;
/** What is in the evening when it is at eight, and in the morning when it is at seven. */
const EVENING =
  /\b(?:restaurant|pub|quiz|trivia|book club|choir|rehearsal|gig|band|poker|sitter|babysitter|table for|curry|pizza|beers?|wine|drinks|disco|dance|salsa|tango|karaoke|fireworks|bonfire|open mic|sound ?check|set list|cinema|film|movie|bedtime)\b/i;
const MORNING =
  /\b(?:sunrise|dawn|before (?:work|school)|early|fishing|hike|surgery|operation|anaesthetist|fasting|empty stomach|school run|bakery)\b/i;
const usualPart = (text: string): string | undefined =>
  MORNING.test(text) ? "morning" : EVENING.test(text) ? "evening" : undefined;

const OF_OTHERS = /\b(?:they|he|she|your \p{Ll}+)\b/iu;
const WEEK_MS = 7 * 24 * 3_600_000;
const WEEKS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, eight: 8 };
const WEEKS_ON =
  /\bin (?:about )?(a|one|two|three|four|five|six|eight|\d) weeks?\b|\b(a|one|two|three|four|six|\d) weeks?' time|\b(fortnight)\b|\b(?:the week after next|next week|the week after)\b/i;
const MOVED_FROM = /\bfrom (?:\S+ ){1,3}?to\b/i;
const SAME_HOUR = /\bsame (?:time|hour)\b/i;
const BARE_WEEKDAY = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
const DATED =
  /\b(?:next|this|week|today|tomorrow|tonight|january|february|march|april|june|july|august|september|october|november|december)\b|\d(?:st|nd|rd|th)\b|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\w+teenth|twentieth|thirtieth|twenty-\w+)\b|\bthe \d/i;

const sameDay = (one: Date, other: Date, calendar: Calendar): boolean =>
  calendar.at(one, 12, 0).getTime() === calendar.at(other, 12, 0).getTime();

/** On the face of a clock, whichever the day: who says an hour again does not say its half of the day again. */
const sameHour = (one: TimeMention, other: TimeMention): boolean =>
  (one.start.getTime() - other.start.getTime()) % HALF_A_DAY_MS === 0;

function alike(one: string, other: string): boolean {
  const words = new Set(one.toLowerCase().split(" "));
  return other
    .toLowerCase()
    .split(" ")
    .some((word) => word.length > 3 && words.has(word));
}
