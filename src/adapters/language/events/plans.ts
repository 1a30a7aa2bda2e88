import type { Sentence } from "../text/analysis.js";
import {
  accepts,
  asksHour,
  asksWhen,
  attends,
  besideTime,
  callsOff,
  changesSubject,
  cannotDo,
  declines,
  dueIn,
  goesAlone,
  includesHearer,
  isFixedByOthers,
  isMoved,
  isOfBoth,
  isOthersOwn,
  isRefusal,
  mayNumberHour,
  proposes,
  refuses,
  speaksOfSelf,
  tellsNoPlan,
  tellsWhen,
  unsettles,
  wishesWell,
  withoutDue,
} from "./arranging.js";
import { ClauseTimings, type Naming } from "./clause-timings.js";
import { Calendar } from "../dates/dates.js";
import { DAY_IS_NEAR, DAY_STAYS, InMind, STAYS_OPEN } from "./in-mind.js";
import { occasionsIn } from "./occasions.js";
import { alike, type Manner, OpenPlan } from "./open-plan.js";
import { isFragment, refersToPlan } from "./plan-references.js";
import { speechAct } from "../talk/speech-acts.js";
import type { Timing } from "./timing.js";

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

/** So many words beside the time may a clause have that only names one: "Half seven, Odeon". */
const MOST_BESIDE = 2;
/** A title that is so much longer tells more. */
const LONGER = 3;
/** Sooner than this is part of the conversation itself: "in a minute". */
const SOON_MS = 10 * 60_000;

/**
 * Follows a conversation in which days, hours and what they are for come one after the other, are turned down,
 * corrected and agreed on. One plan is open at a time.
 */
export class Plans {
  private readonly made: Plan[] = [];
  private readonly mind: InMind;
  private readonly timings: ClauseTimings;
  private open: OpenPlan | undefined;
  /** A plan on a date whose hour was left open. */
  private waiting: OpenPlan | undefined;

  constructor(
    private readonly calendar: Calendar,
    private readonly startedAt: Date,
    private readonly naming: Naming,
  ) {
    this.mind = new InMind(calendar);
    this.timings = new ClauseTimings(calendar, startedAt, naming);
  }

  /** All plans that were settled, the last one closed. */
  settled(): readonly Plan[] {
    this.close();
    return this.made;
  }

  /** Takes in the next sentence, in its clauses. */
  hear(sentence: Sentence, clauses: readonly string[]): void {
    this.turnTo(sentence);
    this.answer(sentence);
    for (const clause of clauses) this.hearClause(clause, sentence);
    this.mind.heard(sentence);
  }

  /** Leaves the plan that a sentence no longer speaks of, and goes back to one whose hour it asks for. */
  private turnTo({ text, index }: Sentence): void {
    const { open, waiting } = this;
    const isElsewhere = (open?.settled === true && asksWhen(text) && OF_OTHERS.test(text)) || changesSubject(text);
    if (changesSubject(text)) this.mind.forgetDay();
    if (open && (isElsewhere || index - open.last > STAYS_OPEN)) this.close();
    if (!asksHour(text) || !waiting || this.open?.hour || this.open?.lacksHour) return;
    waiting.last = index;
    this.open = waiting;
    this.waiting = undefined;
  }

  /** What a sentence without a time of its own does to the plan before it. */
  private answer(sentence: Sentence): void {
    const { open } = this;
    const { text, speaker } = sentence;
    if (!open?.isNear(sentence)) return;
    if (goesAlone(text) && speaker.isUser) open.settled = open.isComplete;
    const isOther = speaker.key !== open.by.key;
    const isOnlyTheirs = isOther && wishesWell(text) && speaker.isUser && !open.agreed;
    if (callsOff(text) || isOnlyTheirs) {
      this.open = undefined;
      return;
    }
    if (!isOther) return;
    if (speaker.isUser && (accepts(text) || speaksOfSelf(text))) open.concernsUser = true;
    const { day, hour } = this.timing(text, sentence);
    if (day || hour) return;
    const { previous } = this.mind;
    if (
      open.settled &&
      speaker.isUser &&
      previous &&
      previous.index - open.last <= 1 &&
      declines(previous.text, text)
    ) {
      this.open = undefined;
    } else if (!open.settled && (isRefusal(text) || (refuses(text) && !accepts(text)))) {
      open.refused = open.hour ?? open.refused;
      open.hour = undefined;
    } else if (accepts(text) && !text.endsWith("?")) {
      open.accept(sentence);
    }
  }

  private hearClause(said: string, sentence: Sentence): void {
    if (!mayNumberHour(said) && !Calendar.mayNameTime(said)) return;
    const due = dueIn(said);
    if (due !== "") this.mind.dueAt(this.calendar.mentions(due).find(({ hasHour }) => hasHour)?.start, sentence);
    const clause = isMoved(said) ? withoutDue(said).replace(MOVED_FROM, "to") : withoutDue(said);
    const timing = this.timing(clause, sentence);
    if (!timing.day && !timing.hour) return;
    if (this.turnsDown(clause, timing, sentence) || tellsNoPlan(clause)) return;
    this.mind.named(timing, sentence);
    if (!sentence.speaker.isUser && isOthersOwn(clause) && !proposes(clause) && !this.isAsked(sentence)) return;
    if (!this.mind.isAnswer(clause, timing, sentence, this.open)) this.take(clause, timing, sentence);
    this.mind.askedOf(timing, sentence);
  }

  /** Whether another put a time forward that this may answer. */
  private isAsked(sentence: Sentence): boolean {
    const { open } = this;
    return open !== undefined && !open.settled && open.by.key !== sentence.speaker.key && open.isNear(sentence);
  }

  private timing(clause: string, sentence: Sentence): Timing {
    const { open, mind } = this;
    const isExpected = mind.expects(open, sentence);
    return this.timings.of(clause, sentence, { open, previous: mind.previous, isExpected, near: mind.dayOf(open) });
  }

  /** "Ten's no good", "Monday I can't": said of a time that another put forward. */
  private turnsDown(clause: string, timing: Timing, sentence: Sentence): boolean {
    const { open } = this;
    if (!open?.isNear(sentence) || open.by.key === sentence.speaker.key) return false;
    if (!refuses(clause) || clause.endsWith("?")) return false;
    if (open.settled && !cannotDo(clause) && !(unsettles(clause) && open.concerns(timing))) return false;
    if (!open.fixed || sentence.speaker.isUser) open.refuse(timing, sentence, this.mind.previous);
    return true;
  }

  private take(clause: string, timing: Timing, sentence: Sentence): void {
    const manner = this.mannerOf(clause, timing, sentence);
    const { title, isBare, isArranged, isProposal } = manner;
    if (!isArranged && title === undefined) return;
    if (isBare && this.mind.isEcho(timing, sentence)) return;
    const isLoose = this.isLoose(timing, manner, sentence);
    const isAnother = title !== undefined && this.open?.title !== undefined && !alike(title, this.open.title);
    if (isLoose && !timing.day && !this.isListed(manner, sentence)) return;
    if (isLoose && title === undefined) return;
    const startsAnew = isLoose || (isAnother && timing.day !== undefined && !timing.hour);
    const continues = startsAnew ? false : this.open?.isContinuedBy(timing, manner, sentence);
    if (continues === false && this.isPartOf(clause, timing, sentence)) {
      this.mind.dueAt(timing.hour?.start, sentence);
      return;
    }
    if (
      continues === true &&
      this.open?.completes(timing) === true &&
      !this.isLinked(this.open, timing, manner, sentence)
    )
      return;
    const plan = continues === true ? this.open : this.begin(timing, manner, sentence);
    if (!plan) return;
    if (title !== undefined && (plan.title === undefined || title.length > plan.title.length + LONGER)) {
      plan.title = title;
    }
    plan.isMeeting ||= isBare || isProposal || attends(clause) || isMoved(clause) || isOfBoth(clause);
    const asked = this.mind.questionTo(sentence);
    plan.concernsUser ||= asked !== undefined && includesHearer(asked);
    plan.change(timing, isProposal, sentence, this.mind.previous);
    plan.fixed ||= plan.settled && isFixedByOthers(clause);
  }

  /**
   * Whether an hour is that of a day that was named in another sentence, or a day that of an hour: said right behind it,
   * in answer to a question, of the same occasion, or as a time to be somewhere. Two that only happen to be said one
   * after the other make no plan.
   */
  private isLinked(
    open: OpenPlan,
    { isNumber }: Timing,
    { clause, title, isBare }: Manner,
    sentence: Sentence,
  ): boolean {
    if (sentence.index - open.last <= 1 || this.isReply(sentence)) return true;
    if (title !== undefined && open.title !== undefined && alike(title, open.title)) return true;
    if (isBare && isNumber !== true) return true;
    return open.isNear(sentence) && (isBare || attends(clause) || isMoved(clause) || proposes(clause));
  }

  /**
   * Whether a clause that names half of a time, or nothing that happens then, would take the rest from another clause
   * that it has nothing to do with.
   */
  private isLoose({ day, hour }: Timing, { clause, title }: Manner, sentence: Sentence): boolean {
    const { open, mind } = this;
    const isWhole = day !== undefined && hour !== undefined;
    const isFirst = open === undefined && (day !== undefined || mind.dayAt(sentence) === undefined);
    if (title !== undefined && (isWhole || isFirst)) return false;
    const earlier = [...(open?.sentences ?? []), ...(mind.previous ? [mind.previous] : [])];
    const names = [open?.title ?? "", ...earlier.flatMap(({ text }) => occasionsIn(text))];
    return !refersToPlan(clause, sentence, { names, previous: mind.previous, isWhole });
  }

  /** Whether a clause names something of its own on the day before it: "Today is full. Standup at ten, the dentist at two." */
  private isListed({ title, clause }: Manner, sentence: Sentence): boolean {
    const { open } = this;
    if (title === undefined) return false;
    if (open?.last === sentence.index) return true;
    return open?.title === undefined && isFragment(clause, sentence);
  }

  /** Whether another has just asked. */
  private isReply({ speaker }: Sentence): boolean {
    const { previous } = this.mind;
    return previous?.text.endsWith("?") === true && previous.speaker.key !== speaker.key;
  }

  private mannerOf(clause: string, { day, hour, lastDay }: Timing, sentence: Sentence): Manner {
    const beside = besideTime(clause);
    const isBare = beside.length <= MOST_BESIDE && !beside.some((word) => isVerb(word, sentence));
    const isChoice = lastDay !== undefined && / or /i.test(clause);
    const isProposal = isChoice || proposes(clause) || (sentence.text.endsWith("?") && !tellsWhen(clause));
    const isDated = day !== undefined || this.mind.dayAt(sentence) !== undefined;
    const isTold = hour !== undefined && isDated && (tellsWhen(clause) || speechAct(clause) === undefined);
    return {
      clause,
      title: this.naming.titleOf(clause, sentence),
      isBare,
      isPure: beside.length === 0,
      isProposal,
      isArranged: isBare || isProposal || attends(clause) || isMoved(clause) || isTold,
    };
  }

  /** "Doors at six", said of the concert at eight: an hour of what has been told. */
  private isPartOf(clause: string, { day }: Timing, sentence: Sentence): boolean {
    const { open } = this;
    if (!open?.settled || day || open.by.key !== sentence.speaker.key) return false;
    return !attends(clause) && occasionsIn(clause).length === 0 && open.isNear(sentence);
  }

  private begin({ day }: Timing, { clause, title, isArranged }: Manner, sentence: Sentence): OpenPlan | undefined {
    const { previous, isAskedWhen } = this.mind;
    const isReply = this.isReply(sentence);
    const known = day ?? this.mind.dayAt(sentence, isReply || attends(clause) ? DAY_STAYS : DAY_IS_NEAR);
    if (title === undefined && (!isArranged || (!known && !isAskedWhen))) return undefined;
    this.close();
    this.open = new OpenPlan(this.calendar, {
      title,
      day: known,
      agreed: isReply && accepts(sentence.text),
      concernsUser: !this.naming.userIsKnown,
      by: sentence.speaker,
      last: sentence.index,
      sentences: isReply && previous ? [previous] : [],
    });
    return this.open;
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open?.lacksHour) this.waiting = open;
    const kept = open?.settled ? open : open?.before;
    if (!open?.concernsUser || !kept?.hour) return;
    const { start, end } = kept.day ? this.calendar.onDay(kept.hour, kept.day) : kept.hour;
    if (start.getTime() - this.startedAt.getTime() < SOON_MS) return;
    const { title, sentences } = open;
    const others = new Set(sentences.filter(({ speaker }) => !speaker.isUser).map(({ speaker }) => speaker.key));
    this.made.push({ title, start, end, agreed: open.agreed && open.isMeeting, others, sentences });
  }
}

const isVerb = (word: string, { tokens }: Sentence): boolean =>
  tokens.some(({ lower, pos }) => pos === "VERB" && lower === word.toLowerCase());

const OF_OTHERS = /\b(?:they|he|she|your \p{Ll}+)\b/iu;
const MOVED_FROM = /\bfrom (?:\S+ ){1,3}?to\b/i;
