import type { Sentence } from "../text/analysis.js";
import { isOtherMatter, isTopic, ownTopicOf, topicOf } from "./brought-up.js";
import type { Calendar } from "../dates/dates.js";
import { delivers, dueBy, isAgain, isAtOnce, isDoneHere, settles } from "./due-dates.js";
import {
  agree,
  type Duty,
  isAbout,
  isOpen,
  mayDecline,
  mayMean,
  mayStandAlone,
  sameVerb,
  takesUpObject,
  touch,
  type Version,
} from "./duties.js";
import type { People } from "../talk/people.js";
import { takenBackIn, uptakeIn } from "../talk/replies.js";
import type { SpokenAct, WeighedAct } from "./spoken-act.js";
import type { Speaker } from "../text/utterances.js";
import { stopWords, wordsOf } from "../text/words.js";
import { vocativesIn } from "../talk/vocatives.js";

/** In turns: how long an answer is awaited, and how long one may still come back to what was said. */
const ANSWERED_WITHIN = 2;
const SETTLED_WITHIN = 5;
const TAKEN_UP_WITHIN = 6;

const ASKING_OF =
  /^(?:ask|phone|ring|call|text|chase) (?:him|her|them|(?:(?:the|my|your) )?\p{L}+(?: \p{Lu}\p{Ll}+)?)$/iu;
const BY_THEN = /\b(?:by|until|till|before) then\b/i;

const TALKING =
  /^(?:call|phone|ring|text|email|message|contact|chase|speak|talk|write|ask|tell|get on to|get back to)\b/i;
/** "About the heating!", in answer to "about what?". */
const ABOUT =
  /^(?<topic>about (?!what|that|it|this|time|my|your|our|an?\b|\d|half|two|three|four|five|ten)[^,.!?]{3,60})[.!]?$/iu;

/** What one attends, or leaves by, at an hour is an event. */
const MEETING =
  /^(?:meet|visit|join|see|attend|come|go|fly|travel)\b|^(?:take|catch|get|board) (?:the|a|an|my|our) (?:\S+ ){0,2}?(?:train|flight|bus|coach|ferry|plane|boat)\b/i;

const HANDED =
  /^(?:(?:get|send|give|email|bring|have|text|forward|hand|let) you (?:the|that|those|my) (?:\p{Ll}+ )??(?<noun>\p{Ll}+)|do (?:the|his|her|their|my|your) (?<part>\p{Ll}+))(?=$|[.,]| (?:by|on|to|before|after|when|once|as|for|tomorrow|today|tonight|this|next|back|over|first)\b)/iu;

/** "I'll send it": the thing was named before. */
const POINTS_BACK =
  /^(?:call|ring|phone|ask|text|email|contact|speak to|talk to|get) (?:the|a|my|our) (?:fellow|guy|man|men|people|lads|woman|bloke|chap|company)\b|^\S+(?: (?:in|out|up|down|off|over|back|on|by))? (?:it|them|that|those|these|him|her|one|both|someone|somebody)\b/i;

/**
 * What is asked, offered, promised, accepted, refused, put off, taken back and done over the turns of a conversation:
 * adjacency pairs (Schegloff & Sacks 1973), of which both parts may lie some turns apart. Sentences are heard in order,
 * each once; only what was last spoken of is looked at again.
 */
export class Exchanges {
  readonly duties: Duty[] = [];
  private previous: Sentence | undefined;
  private before: Speaker | undefined;
  /** Where something else was last brought up: what points back does not go behind it. */
  private newTopic = 0;
  /** Where the turns before this one ended, the earlier one first. */
  private turns: readonly [Sentence | undefined, Sentence | undefined] = [undefined, undefined];
  /** The day that was named last: "till then". */
  private lastNamed: Date | undefined;
  /** "And the set list?": what was brought up last without a word of what is to be done. */
  private topic: Sentence | undefined;
  /** The last question. */
  private asked: Sentence | undefined;

  constructor(
    private readonly people: People,
    private readonly calendar: Calendar,
  ) {}

  /** @param said its words without what only opens it. */
  hear(sentence: Sentence, said: string, acts: readonly WeighedAct[]): void {
    if (this.previous && this.previous.speaker.key !== sentence.speaker.key) this.before = this.previous.speaker;
    if (this.previous && this.previous.turn !== sentence.turn) this.turns = [this.turns[1], this.previous];
    if (isTopic(sentence) && settles(said) === undefined) [this.newTopic, this.topic] = [sentence.index, sentence];
    else if (isOtherMatter(sentence)) this.newTopic = sentence.index;
    this.takeUp(sentence);
    let isNew = false;
    for (const act of acts.map((said) => this.onTopic(said, sentence)))
      isNew = this.place(act, sentence, acts.length > 1) || isNew;
    if (!isNew) this.settle(sentence, said);
    this.nameTopic(sentence, said);
    for (const duty of this.live(sentence, ANSWERED_WITHIN)) {
      if (duty.by.key !== sentence.speaker.key && duty.lastIndex < sentence.index) duty.ignored = true;
    }
    if (sentence.text.endsWith("?")) this.asked = sentence;
    if (this.calendar.mentions(sentence.text).some(({ hasDay }) => hasDay))
      this.lastNamed = dueBy(sentence.text, this.calendar) ?? this.lastNamed;
    this.previous = sentence;
  }

  /** Those of which something was said some turns ago at most, the last one first. */
  private *live({ turn }: Sentence, within: number): Generator<Duty> {
    for (let i = this.duties.length - 1; i >= Math.max(0, this.duties.length - 8); i -= 1) {
      const duty = this.duties[i];
      if (duty && !duty.dropped && turn - duty.lastTurn <= within) yield duty;
    }
  }

  /** "About what?" – "About the heating." */
  private nameTopic(sentence: Sentence, said: string): void {
    const topic = ABOUT.exec(said)?.groups?.["topic"];
    if (topic === undefined) return;
    const [talk] = this.live(sentence, ANSWERED_WITHIN);
    if (!talk || !TALKING.test(talk.act.imperative)) return;
    talk.topic = topic.slice(0, 1).toLowerCase() + topic.slice(1);
    touch(talk, sentence);
  }

  private takeUp(sentence: Sentence): void {
    const { speaker, text } = sentence;
    const [last] = this.live(sentence, ANSWERED_WITHIN);
    if (!last) return;
    // "Could you open it?" – "There you go."
    if (isDoneHere(text) && !last.due && last.needs !== "promise") {
      last.dropped = true;
      return;
    }
    const isOther = last.by.key !== speaker.key;
    const uptake = uptakeIn(text, isOther);
    switch (uptake) {
      case "withdrawal":
        if (isAbout(takenBackIn(text), last) && !this.answersAnother(sentence, last)) last.dropped = true;
        return;
      case "completion":
      case "refusal":
        if (mayDecline(last, uptake, sentence)) last.dropped = true;
        return;
      case "assent":
        if (last.lastIndex < this.newTopic) return;
        this.assent(sentence, last.lastTurn);
        return;
      case undefined:
        return;
    }
  }

  /** "What about a cake?" – "I'll ask Jean.": about the cake. */
  private topicAt({ turn, index }: Sentence): string | undefined {
    const { topic } = this;
    if (!topic?.text.endsWith("?") || topic.index >= index || turn - topic.turn > 1) return undefined;
    const thing = topicOf(topic);
    return thing && `about ${thing}`;
  }

  /** "Should we close the street?" – "No, let's not.": an answer to what was asked since. */
  private answersAnother({ speaker }: Sentence, { lastIndex }: Duty): boolean {
    return this.asked !== undefined && this.asked.index > lastIndex && this.asked.speaker.key !== speaker.key;
  }

  /** "And the set list?" – "I'll make it." */
  private onTopic(act: WeighedAct, { turn, index }: Sentence): WeighedAct {
    const { topic } = this;
    const isNear =
      topic &&
      /^(?:and|what about|how about)\b|\?$/i.test(topic.text) &&
      topic.index < index &&
      turn - topic.turn <= 1 &&
      !this.duties.some(({ lastIndex }) => lastIndex >= topic.index);
    const verb = /^(?<verb>\p{Ll}+) (?:it|that|them|those)(?=$|[ .,!])/u.exec(act.imperative)?.groups?.["verb"];
    const thing = topic && topicOf(topic);
    if (!isNear || verb === undefined || thing === undefined || act.kind !== "commitment") return act;
    const imperative = act.imperative.replace(/ (?:it|that|them|those)(?=$|[ .,!])/, ` ${thing}`);
    return { ...act, imperative: imperative.replace(/[.!]+$/, ""), isProform: false };
  }

  /** An assent goes to what was asked; what its speaker must do besides is their own matter. */
  private assent(sentence: Sentence, turn: number): void {
    const answered = [...this.live(sentence, ANSWERED_WITHIN)].filter(({ lastTurn }) => lastTurn === turn);
    const isAsked = answered.some(({ act }) => act.kind === "request");
    for (const duty of answered) if (!isAsked || !duty.act.isObligation) agree(duty, sentence);
  }

  /** @returns whether it speaks of something of its own. */
  private place(act: WeighedAct, sentence: Sentence, isOneOfSeveral: boolean): boolean {
    const addressee = this.addresseeOf(sentence);
    if (MEETING.test(act.imperative) && this.calendar.mentions(sentence.text).some(({ hasHour }) => hasHour))
      return true;
    if (isAtOnce(act.own) || (!isOneOfSeveral && isAtOnce(sentence.text))) return false;
    const due =
      (BY_THEN.test(act.own) ? this.lastNamed : undefined) ??
      dueBy(act.own, this.calendar) ??
      (isOneOfSeveral ? undefined : dueBy(sentence.text, this.calendar));
    const version = { act, sentence, addressee };
    const pointsBack = act.isProform || POINTS_BACK.test(act.imperative);
    const delivered = pointsBack ? undefined : this.deliveredBy(act, sentence);
    const same = pointsBack ? this.spokenOf(act, sentence) : delivered;
    if (same) {
      // What was asked for says more than that it will be handed over.
      this.continued(
        same,
        delivered && !/^(?:do|make|have)\b/i.test(delivered.act.imperative)
          ? { ...version, act: { ...act, isProform: true } }
          : version,
        due,
      );
      return false;
    }
    if (act.isProform && !mayStandAlone(act)) return false;
    const replaced = this.replacedBy(act, sentence);
    if (replaced) {
      replaced.versions.push(version);
      replaced.isReplaced = true;
      touch(replaced, sentence);
      if (due) [replaced.due, replaced.isPutOff] = [due, true];
      return false;
    }
    const isFor = this.ownerOf(act, sentence, addressee);
    const isAnswer = act.kind === "commitment" && (this.isAskedFor(act, sentence) || this.isShare(sentence));
    this.duties.push({
      act,
      by: sentence.speaker,
      versions: [version],
      places: new Set(sentence.segmentIds),
      needs: act.needs,
      isFor,
      calledName: isFor ? undefined : act.name,
      due,
      agreed: false,
      promised: isAnswer,
      dropped: false,
      topic: ASKING_OF.test(act.imperative) ? this.topicAt(sentence) : undefined,
      thanked: false,
      ignored: false,
      isPutOff: false,
      isReplaced: false,
      lastTurn: sentence.turn,
      lastIndex: sentence.index,
    });
    return true;
  }

  /** "Could you put the letters in one document?" – "I'll get you the document by Friday." "And the pills? The box needs filling." – "I'll do the pills." */
  private deliveredBy({ imperative, kind }: SpokenAct, sentence: Sentence): Duty | undefined {
    const handed = kind === "commitment" ? HANDED.exec(imperative)?.groups : undefined;
    const noun = (handed?.["noun"] ?? handed?.["part"])?.toLowerCase();
    if (noun === undefined) return undefined;
    for (const duty of this.live(sentence, SETTLED_WITHIN)) {
      const [{ act, sentence: asked }] = duty.versions;
      if (act.kind !== "request" || duty.by.key === sentence.speaker.key) continue;
      const isMine = duty.isFor === undefined || duty.isFor.key === sentence.speaker.key;
      const said =
        handed?.["part"] === undefined ? act.imperative : this.topic?.turn === asked.turn ? this.topic.text : "";
      if (isMine && wordsOf(said).includes(noun)) return duty;
    }
    return undefined;
  }

  /** "I'll post it. No, wait, I'll bring it round": what the same speaker has just said otherwise. */
  private replacedBy(act: SpokenAct, sentence: Sentence): Duty | undefined {
    const last = this.duties.at(-1);
    if (!last || last.dropped || act.kind !== "commitment" || !isAgain(sentence.text)) return undefined;
    const isSame =
      last.lastTurn === sentence.turn && last.versions.at(-1)?.sentence.speaker.key === sentence.speaker.key;
    return isSame ? last : undefined;
  }

  /** "I'll bring the pot." – "And I'll bring the rice." */
  private isShare(sentence: Sentence): boolean {
    if (!/^(?:and|then|so|okay,? then|and then) I'll\b/i.test(sentence.text)) return false;
    const [last] = this.live(sentence, 1);
    return (
      last?.versions.at(-1)?.act.kind === "commitment" &&
      last.versions.at(-1)?.sentence.speaker.key !== sentence.speaker.key
    );
  }

  /** "What about the flowers?" – "I'll deal with the flowers." */
  private isAskedFor({ imperative }: SpokenAct, { turn }: Sentence): boolean {
    const { asked } = this;
    if (!asked || turn - asked.turn !== 1) return false;
    const words = new Set(wordsOf(asked.text).filter((word) => !stopWords.has(word)));
    return wordsOf(imperative).some((word) => words.has(word));
  }

  /** What a commitment or request that only points back is about, among what was spoken of last. */
  private spokenOf(act: SpokenAct, sentence: Sentence): Duty | undefined {
    const { speaker } = sentence;
    const isNaming =
      /^(?:(?:yeah|yes|okay|fine|sure|right|alright|oh|well),? )*(?:I am|me|that'd be me|that's me)\b/i.test(act.own);
    for (const duty of this.live(sentence, TAKEN_UP_WITHIN)) {
      // "Who's driving?" – "I am."
      if (isNaming && !duty.act.isNeed) continue;
      const isOwn = duty.by.key === speaker.key;
      if (act.kind === "commitment") {
        const mayBeMine = duty.isFor === undefined || duty.isFor.key === speaker.key || duty.needs === "promise";
        const isSame = act.isProform || sameVerb(duty.act, act);
        if (!isSame && duty.lastIndex < this.newTopic) continue;
        if (!isSame && !mayMean(act, duty.act)) continue;
        const isNear = isSame || sentence.turn - duty.lastTurn <= ANSWERED_WITHIN;
        if (!isOwn && duty.act.kind === "request" && mayBeMine && isNear) return duty;
        if (!isOwn && duty.act.kind === "shared") return duty;
        if (isOwn && act.isProform && duty.act.kind !== "shared") return duty;
        if (isOwn && isOpen(duty) && mayMean(act, duty.act)) return duty;
        if (isOwn && duty.isFor?.key === speaker.key && sameVerb(duty.act, act)) return duty;
      } else if (act.isProform) {
        if (duty.act.kind === "request" && duty.needs === "promise") return duty;
        if (!isOwn && duty.act.kind === "commitment") return duty;
      } else if (!isOwn && duty.act.kind === "commitment" && act.kind === "request" && takesUpObject(act, duty)) {
        return duty;
      }
    }
    return undefined;
  }

  private continued(duty: Duty, version: Version, due: Date | undefined): void {
    const { act, sentence } = version;
    const { speaker } = sentence;
    if (act.kind === "commitment") {
      const isOwn = duty.by.key === speaker.key;
      const isOffer = act.needs === "agreement" && isOwn;
      if (!isOffer) {
        duty.promised = true;
        if (!isOwn || duty.act.kind === "request") duty.isFor = speaker;
        if (!isOwn) duty.agreed = true;
      }
    } else if (duty.by.key !== speaker.key) duty.agreed = true;
    else {
      duty.isFor = this.addresseeOf(sentence);
      duty.needs = "agreement";
    }
    if (!act.isProform) duty.versions.push(version);
    touch(duty, sentence);
    // "On Saturday?" – "I'll bring it at five.": the day stays.
    if (!due || (duty.due && !this.namesDay(sentence.text))) return;
    if (duty.due) duty.isPutOff = true;
    duty.due = due;
  }

  /** "The twentieth, fine." names a day, as an answer only; "at five" names none. */
  private namesDay(said: string): boolean {
    const mentions = this.calendar.mentions(said);
    return mentions.length === 0 || mentions.some(({ hasDay }) => hasDay);
  }

  /** "By Friday, please.", "No, sorry, Thursday." */
  private settle(sentence: Sentence, said: string): void {
    const how = settles(said);
    const [duty] = this.live(sentence, SETTLED_WITHIN);
    if (!how || !duty || duty.lastIndex < this.newTopic) return;
    const isSameTurn = duty.lastTurn === sentence.turn;
    const isFirm = duty.promised || (duty.act.kind === "commitment" && duty.needs !== "agreement");
    const isTheirs = duty.isFor?.key === sentence.speaker.key && sentence.turn - duty.lastTurn <= ANSWERED_WITHIN;
    if (how === "time" && duty.due && (said.endsWith("?") || (isFirm && !isSameTurn && !isTheirs))) return;
    if (how === "deadline" && !isAbout(ownTopicOf(sentence), duty)) return;
    const isDelivered = delivers(said);
    // "Have you told them yet?" – "No. Tomorrow."
    const isAnswer =
      duty.act.isNeed && duty.isFor?.key === sentence.speaker.key && how === "time" && !said.endsWith("?");
    if ((isDelivered || isAnswer) && (duty.isFor === undefined || duty.isFor.key === sentence.speaker.key)) {
      duty.promised = true;
      duty.isFor ??= sentence.speaker;
      touch(duty, sentence);
    }
    const mentions = this.calendar.mentions(said);
    const due = dueBy(said, this.calendar);
    const isAppointment = mentions.some(({ hasHour }) => hasHour) && !/\b(?:by|before|until|till|end of)\b/i.test(said);
    if (isAppointment || !due || (duty.due && !this.namesDay(said))) return;
    if (duty.due) duty.isPutOff = true;
    duty.due = due;
    touch(duty, sentence);
  }

  private addresseeOf(sentence: Sentence): Speaker | undefined {
    for (const name of vocativesIn(sentence)) {
      const called = this.people.byName(name);
      if (called && called.key !== sentence.speaker.key) return called;
    }
    return this.people.otherThan(sentence.speaker) ?? this.before;
  }

  /** In company "you" is who has just answered: "Kim, where are we?" – "There's a typo." – "Get it corrected." */
  private answererTo({ speaker, turn }: Sentence): Speaker | undefined {
    const [earlier, last] = this.turns;
    const isAnswer = last?.turn === turn - 1 && earlier?.turn === turn - 2 && earlier.speaker.key === speaker.key;
    return isAnswer && last.speaker.key !== speaker.key ? last.speaker : undefined;
  }

  private ownerOf({ kind, name }: SpokenAct, sentence: Sentence, addressee: Speaker | undefined): Speaker | undefined {
    if (kind === "shared" || kind === "note") return undefined;
    if (name !== undefined) return this.people.byName(name);
    if (kind === "commitment") return sentence.speaker;
    const answerer = this.answererTo(sentence);
    const isCalled = vocativesIn(sentence).some((each) => this.people.byName(each) === addressee);
    return isCalled ? addressee : (this.people.otherThan(sentence.speaker) ?? answerer);
  }
}
