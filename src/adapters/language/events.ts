import type { ConversationEvent } from "../../domain/digest.js";
import type { Sentence } from "./analysis.js";
import { Calendar, type TimeMention } from "./dates.js";
import { withoutCourtesies, withoutGreeting } from "./courtesies.js";
import { withoutOpening } from "./disfluencies.js";
import { eventTitle } from "./event-titles.js";
import { OCCASIONS, occasionIn } from "./occasions.js";
import type { People } from "./people.js";
import { clip, finished } from "./plain-text.js";
import { ASSENT, replyTo } from "./replies.js";
import { speechAct } from "./speech-acts.js";
import { giveWay, isHoldingUp } from "./give-way.js";

const USUAL_MINUTES = 30;
const MOST_EVENTS = 20;
/** Sooner than this is part of the conversation itself: "in a minute". */
const SOON_MS = 10 * 60_000;
/** "This afternoon", said in the afternoon, is mostly the conversation's own occasion. */
const PRESENT_MS = 2 * 3_600_000;
const TITLE_LENGTH = 80;
const DESCRIPTION_LENGTH = 500;
/** Only so many sentences are given to the date parser. */
const MOST_PARSED = 300;

const NOT_HAPPENING =
  /\b(?:not|n't|never|no longer|won't|can't|cancelled|canceled|if|unless|might|maybe|perhaps|could|would|wouldn't|should've|probably won't|was|were|had|did|didn't|used to|last|yesterday|ago|whether|suppose|wish|hope|hoping|shall|should)\b|n't\b/i;

/** What comes again and again gives no event: a calendar of single occasions cannot say it. */
const RECURRING =
  /\b(?:every|each|weekly|daily|monthly|usually|always|normally|on (?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/i;

interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly calendar: Calendar;
  readonly startedAt: Date;
}

/**
 * What will happen at a time that someone named: a time in the future and an occasion in the same clause, said as
 * something that will be. A day without an hour begins at the hour usual for the occasion.
 */
export async function eventsOf(setting: Setting): Promise<ConversationEvent[]> {
  const found: Found[] = [];
  let parsed = 0;
  for (const sentence of setting.sentences) {
    if (isHoldingUp()) await giveWay();
    if (!Calendar.mayNameTime(sentence.text)) continue;
    const text = withoutCourtesies(withoutOpening(sentence.text)).replace(REPORTED, "");
    if (TOLD.test(text)) continue;
    let day: Date | undefined;
    for (const clause of clausesOf(text)) {
      const title = mayHappen(clause, sentence, setting) ? eventTitle(clause, sentence, setting) : undefined;
      if (title === undefined || parsed === MOST_PARSED) continue;
      parsed += 1;
      const mention = mentionIn(clause, day, setting);
      if (mention?.hasDay) day = mention.start;
      const event = mention && eventAt(mention, clause, title, sentence, setting);
      if (event) merge(found, event);
    }
  }
  return found
    .map(({ event }) => event)
    .sort((a, b) => a.start.getTime() - b.start.getTime())
    .slice(0, MOST_EVENTS);
}

interface Found {
  readonly event: ConversationEvent;
  readonly hasHour: boolean;
}

/** "The landlord said the electrician comes on Friday": what was said is what will be. */
const REPORTED = /^[^,]{1,40} (?:said|says|told (?:me|us)|tells (?:me|us)) (?:that )?(?=\p{L})/iu;

/** Where a clause with a subject or a reason of its own begins; the time of one is not the occasion of the other. */
const CLAUSES =
  /(?<=[;:—]) |,? (?=(?:because|but|so|although|while|when|since)\b)|,? (?=and (?:I|we|he|she|they|it|there|then|the|a|an|my|our|your|next|on)\b)|, (?=(?:I|we|he|she|they|it|there|that|the|my|our)\b)/;

const clausesOf = (text: string): string[] =>
  text.split(CLAUSES).map((clause) => clause.replace(/^(?:and|so|but|because|then) /i, "").trim());

function mayHappen(clause: string, sentence: Sentence, { sentences }: Setting): boolean {
  if (!Calendar.mayNameTime(clause) || NOT_HAPPENING.test(clause) || RECURRING.test(clause)) {
    return false;
  }
  if (isOnlyDue(clause)) return false;
  if (!clause.endsWith("?")) return true;
  const reply = replyTo(sentence, sentences);
  return reply !== undefined && ASSENT.test(withoutGreeting(reply.text));
}

/** "I'll prepare the presentation by Friday": the day is the task's. "Before the party on Saturday" is the party's. */
function isOnlyDue(text: string): boolean {
  const act = speechAct(text);
  if (act === undefined || !text.includes(act.imperative)) return false;
  if (Calendar.mayNameTime(act.before) && occasionIn(act.before) !== undefined) return false;
  const own = OWN_DAY.exec(act.imperative)?.[1];
  return own === undefined || occasionIn(own) === undefined;
}

const OWN_DAY =
  /\b(?:before|for|to|at|after) (?:the|my|our|your|his|her|their) ([\p{L}'-]+(?: [\p{L}'-]+){0,3}) (?:on|at|next|tomorrow|tonight|this)\b/iu;

/** Told as what has been, though it names a day: "after the meeting on Monday we saw". */
const TOLD =
  /\b(?:I|we|he|she|they|it|there) (?:saw|came|went|wound|ended|turned|had|took|made|got|said|told|gave|met|left|found|thought|\w+[a-z]{2}ed)\b/i;

/** The first time to come that a clause names; an hour alone is one of the day that was named before it. */
function mentionIn(clause: string, day: Date | undefined, { calendar, startedAt }: Setting): TimeMention | undefined {
  return calendar
    .mentions(clause)
    .map((named) => (day && !named.hasDay ? calendar.onDay(named, day) : named))
    .find((named) => !named.vague && startOf(named, clause, calendar) > startedAt);
}

function eventAt(
  mention: TimeMention,
  clause: string,
  title: string,
  sentence: Sentence,
  { calendar, startedAt }: Setting,
): Found | undefined {
  const start = startOf(mention, clause, calendar);
  const ahead = start.getTime() - startedAt.getTime();
  if (ahead < (mention.hasHour ? SOON_MS : PRESENT_MS)) return undefined;
  const event = {
    title: clip(title, TITLE_LENGTH),
    start,
    description: clip(finished(withoutOpening(sentence.text)), DESCRIPTION_LENGTH),
    duration: durationOf(clause, mention),
    created: false,
    segmentIds: sentence.segmentIds,
  };
  return { event, hasHour: mention.hasHour };
}

function startOf({ start, hasHour }: TimeMention, text: string, calendar: Calendar): Date {
  const usual = OCCASIONS.get(occasionIn(text) ?? "") ?? 9;
  const named = /\b(?:morning|afternoon|evening|night|tonight)\b/i.test(text);
  return hasHour || named ? start : calendar.at(start, usual, 0);
}

// prettier-ignore
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, fifteen: 15, twenty: 20, thirty: 30,
  forty: 40, "forty-five": 45, "forty five": 45, sixty: 60, ninety: 90, half: 0.5,
};
const LENGTH =
  /\b(?:for|lasts?|takes?|about|around)(?: about| around| roughly)? (?:(half) an hour|(\d{1,3}|an?|one|two|three|four|five|six|ten|fifteen|twenty|thirty|forty(?:[ -]five)?|sixty|ninety)(?: (and a half))?[ -](hours?|minutes?|mins?|days?))(?: and a half)?\b|\b(\d{1,3}|one|two|three|half|fifteen|thirty|forty-five)[ -](hour|minute) (?:call|meeting|session|lunch|interview|slot|lesson|class|workshop)\b/i;

/** In minutes: as said, or from the beginning to the end said, or the usual. */
function durationOf(text: string, { start, end }: TimeMention): number {
  const [said, half, count, andHalf, unit, short, shortUnit] = LENGTH.exec(text) ?? [];
  if (half !== undefined) return 30;
  const word = (count ?? short ?? "").toLowerCase();
  const number = NUMBERS[word] ?? Number(word);
  if (said !== undefined && number > 0) {
    const extra = andHalf !== undefined || /and a half$/.test(said) ? 0.5 : 0;
    const size = /^d/i.test(unit ?? "") ? 1440 : /^h/i.test(unit ?? shortUnit ?? "") ? 60 : 1;
    return Math.round((number + extra) * size);
  }
  return end ? Math.round((end.getTime() - start.getTime()) / 60_000) : USUAL_MINUTES;
}

/** What is at the same time, or the same thing on the same day, is one event; one with an hour wins. */
function merge(found: Found[], { event, hasHour }: Found): void {
  const at = found.findIndex((other) => isSame(other.event, event));
  const other = found[at];
  if (!other) {
    found.push({ event, hasHour });
    return;
  }
  const better = hasHour && !other.hasHour ? event : other.event;
  const segmentIds = [...new Set([...other.event.segmentIds, ...event.segmentIds])];
  found[at] = { event: { ...better, segmentIds }, hasHour: hasHour || other.hasHour };
}

function isSame(a: ConversationEvent, b: ConversationEvent): boolean {
  const apart = Math.abs(a.start.getTime() - b.start.getTime());
  if (apart === 0) return true;
  const words = new Set(a.title.toLowerCase().split(" "));
  return (
    apart < 16 * 3_600_000 &&
    b.title
      .toLowerCase()
      .split(" ")
      .some((word) => words.has(word) && word.length > 3)
  );
}
