import type { ConversationEvent } from "../../domain/digest.js";
import type { Sentence } from "./analysis.js";
import { Calendar, type TimeMention } from "./dates.js";
import { withoutOpening } from "./disfluencies.js";
import { capitalised, clip, finished } from "./plain-text.js";
import { speechAct } from "./speech-acts.js";
import type { Token } from "./tagger.js";

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

/** What people attend or await, and the hour it begins when only its day is said. */
// prettier-ignore
const OCCASIONS = new Map<string, number>(
  Object.entries({
    meeting: 9, appointment: 9, call: 9, interview: 9, exam: 9, lesson: 9, class: 9, course: 9, workshop: 9, seminar: 9,
    webinar: 9, conference: 9, presentation: 9, demo: 9, review: 9, checkup: 9, surgery: 9, operation: 9, hearing: 9,
    trial: 9, visit: 9, trip: 9, flight: 9, train: 9, holiday: 9, vacation: 9, wedding: 9, funeral: 9, ceremony: 9,
    birthday: 9, anniversary: 9, graduation: 9, deadline: 17, launch: 9, release: 9, delivery: 9, inspection: 9,
    election: 9, session: 9, rehearsal: 9, training: 9, standup: 9, "stand-up": 9, sync: 9, "kick-off": 9, kickoff: 9,
    retrospective: 9, retro: 9, announcement: 9, viewing: 9, breakfast: 8, brunch: 11, lunch: 12, coffee: 10,
    dinner: 19, supper: 19, drinks: 19, party: 19, concert: 20, show: 19, movie: 19, film: 19, play: 19, gig: 20,
    game: 15, match: 15, tournament: 9, festival: 9, barbecue: 15, bbq: 15, picnic: 12, reunion: 9, date: 19,
    dentist: 9, doctor: 9, haircut: 9, yoga: 9, gym: 9, marathon: 9, race: 9, fair: 9, exhibition: 9, opening: 9,
    talk: 9, lecture: 9, test: 9, move: 9, moving: 9, prom: 19, ball: 19, dance: 19, recital: 19, camp: 9,
  }),
);

/** Verbs that make an occasion of a time. */
const VERBS =
  /\b(?:meet(?:ing)?|see you|flying|fly|leav(?:e|es|ing) for|arriv(?:e|es|ing)|visit(?:ing)?|travel(?:l?ing)?|mov(?:e|ing) (?:in|out|house)|gets? married|getting married|starts?|begins?|opens?|takes? place|is due|are due|lands?|comes? over|coming over|picking up|hosting|having)\b/i;

const NOT_HAPPENING =
  /\b(?:not|n't|never|no longer|won't|can't|cancelled|canceled|if|unless|might|maybe|perhaps|could|would|wouldn't|should've|probably won't|was|were|had|did|didn't|used to|last|yesterday|ago|whether|suppose|wish|hope|hoping)\b|n't\b/i;

/**
 * What will happen at a time that someone named: a time in the future and an occasion in the same sentence, said as
 * something that will be. A day without an hour begins at the hour usual for the occasion.
 */
export function eventsOf(sentences: readonly Sentence[], calendar: Calendar, startedAt: Date): ConversationEvent[] {
  const timed = sentences.filter(({ text }) => isOccasion(happening(text))).slice(0, MOST_PARSED);
  const events: ConversationEvent[] = [];
  for (const sentence of timed) {
    const event = eventIn(sentence, calendar, startedAt);
    if (event) merge(events, event);
  }
  return events.sort((a, b) => a.start.getTime() - b.start.getTime()).slice(0, MOST_EVENTS);
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
  /\b(?:I|we|he|she|they|it|there) (?:saw|came|went|took|made|got|said|told|gave|met|left|found|thought|\w+[a-z]{2}ed)\b/i;

/** What of a sentence is said to happen: its parts that neither deny, suppose nor look back. */
function happening(text: string): string {
  if (TOLD.test(text)) return "";
  return text
    .split(/(?<=[,;—]) /)
    .filter((part) => !NOT_HAPPENING.test(part))
    .join(" ");
}

function isOccasion(text: string): boolean {
  return Calendar.mayNameTime(text) && (VERBS.test(text) || occasionIn(text) !== undefined);
}

function occasionIn(text: string): string | undefined {
  return text
    .toLowerCase()
    .match(/[a-z]+(?:-[a-z]+)*/g)
    ?.map(singular)
    .find((word) => OCCASIONS.has(word));
}

const singular = (word: string): string => (OCCASIONS.has(word) ? word : word.replace(/s$/, ""));

function eventIn(sentence: Sentence, calendar: Calendar, startedAt: Date): ConversationEvent | undefined {
  const text = withoutOpening(sentence.text);
  const mention = calendar
    .mentions(happening(sentence.text))
    .find((named) => !named.vague && startOf(named, text, calendar) > startedAt);
  if (!mention) return undefined;
  if (isOnlyDue(text)) return undefined;
  const title = titleOf(sentence, text);
  if (title === undefined) return undefined;
  const start = startOf(mention, text, calendar);
  const ahead = start.getTime() - startedAt.getTime();
  if (ahead < (mention.hasHour ? SOON_MS : PRESENT_MS)) return undefined;
  return {
    title: clip(title, TITLE_LENGTH),
    start,
    description: clip(finished(text), DESCRIPTION_LENGTH),
    duration: durationOf(text, mention),
    created: false,
    segmentIds: sentence.segmentIds,
  };
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

/** The occasion with what names it: "dentist appointment", "dinner with Sam", "flight to Berlin". */
function titleOf({ tokens }: Sentence, text: string): string | undefined {
  const at = tokens.findIndex(
    ({ lower, pos }, i) => OCCASIONS.has(singular(lower)) && (pos !== "VERB" || i === 0 || lower === "meeting"),
  );
  if (at >= 0 && !isVerbal(tokens, at)) return nounTitle(tokens, at);
  if (!VERBS.test(text)) return undefined;
  return meetingTitle(text) ?? withoutTimes(text);
}

/** "We are meeting tomorrow" speaks of no "meeting". */
function isVerbal(tokens: readonly Token[], at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]];
  return (
    token?.lower === "meeting" && before !== undefined && (before.pos === "AUX" || /^'(?:m|re|s)$/.test(before.lower))
  );
}

function nounTitle(tokens: readonly Token[], at: number): string {
  let from = at;
  while (from > 0 && isModifier(tokens[from - 1])) from -= 1;
  let to = at + 1;
  while (to < tokens.length && isModifier(tokens[to]) && tokens[to]?.pos !== "ADJ") to += 1;
  return capitalised(joined(tokens.slice(from, to)) + complement(tokens, to));
}

const TIME_WORD =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight|morning|afternoon|evening|night|week|month|year|january|february|march|april|may|june|july|august|september|october|november|december|noon|\d.*)$/;

function isModifier(token: Token | undefined): boolean {
  if (!token || TIME_WORD.test(token.lower)) return false;
  if (/^(?:next|last|first|new|this|that|whole|other|same)$/.test(token.lower)) return false;
  return /^(?:NOUN|PROPN|ADJ)$/.test(token.pos) || token.lower === "'s";
}

/** " with Sam and Ana", " to Berlin": what follows and names people or places, not times. */
function complement(tokens: readonly Token[], from: number): string {
  const first = tokens[from];
  if (!first || !/^(?:with|to|at|for|about|of|on|in)$/.test(first.lower)) return "";
  let to = from + 1;
  while (to < tokens.length && to - from < 7 && isComplement(tokens[to])) to += 1;
  while (to > from && /^(?:and|the|my|our|a|your|to|'s)$/.test(tokens[to - 1]?.lower ?? "")) to -= 1;
  return to - from < 2 ? "" : ` ${joined(tokens.slice(from, to))}`;
}

function isComplement(token: Token | undefined): boolean {
  return token !== undefined && (isModifier(token) || /^(?:the|my|our|your|a|and|her|his|their)$/.test(token.lower));
}

function joined(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, spaced }, i) => (i > 0 && spaced ? ` ${text}` : text))
    .join("")
    .trim();
}

/** "Johno and I are meeting tomorrow", "I'm meeting Ben at six". */
function meetingTitle(text: string): string | undefined {
  const together = /(\p{Lu}\p{Ll}+) and I (?:are|will be|'re) meeting/u.exec(text)?.[1];
  const met = /\bmeet(?:ing)?(?: up)?(?: with)? ((?:\p{Lu}\p{Ll}+)(?:(?: and|,) \p{Lu}\p{Ll}+)*)/u.exec(text)?.[1];
  const name = together ?? (met !== undefined && !TIME_WORD.test(met.toLowerCase()) ? met : undefined);
  return name === undefined ? undefined : `Meeting with ${name}`;
}

const TIMES =
  /\s*\b(?:for (?:about )?(?:an?|half an|one|two|three|\d+) (?:hours?|minutes?)|(?:at )?(?:half|a? ?quarter) (?:past|to) \w+|(?:on|at|by) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty| fifteen| o'clock)?)\b|\s*\b(?:(?:on|at|by|in|from|until|this|next|for|the) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight|(?:two|three|four|a|\d+) (?:weeks?|days?|months?|hours?|minutes?)|\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\.?)?|noon|the \d{1,2}(?:st|nd|rd|th)(?: of \p{Lu}\p{Ll}+)?|the \p{Ll}+ of \p{Lu}\p{Ll}+|(?:this |the )?(?:morning|afternoon|evening))\b/giu;

function withoutTimes(text: string): string | undefined {
  const bare = text
    .replace(TIMES, "")
    .replace(/^(?:I'm|I am|I'll|we're|we are|we'll|let's|I|we) (?:will |going to )?/i, "");
  const title = capitalised(bare.replace(/[\s.,;:!?]+$/u, "").replace(/^[\s,]+/, ""));
  return title.split(" ").length < 2 || /\b(?:it|that|this|they|them|these|those)\b/i.test(title) ? undefined : title;
}

/** What is at the same time, or the same thing on the same day, is one event; one with an hour wins. */
function merge(events: ConversationEvent[], event: ConversationEvent): void {
  const at = events.findIndex((other) => isSame(other, event));
  const other = events[at];
  if (!other) events.push(event);
  else events[at] = { ...other, segmentIds: [...new Set([...other.segmentIds, ...event.segmentIds])] };
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
