import type { ConversationEvent } from "../../../domain/conversation/summary-result.js";
import type { Sentence } from "../text/analysis.js";
import { joinSegmentIds } from "../text/analysis-limits.js";
import { besideTime } from "./arranging.js";
import { Calendar } from "../dates/dates.js";
import { opened } from "../text/openings.js";
import { visitOf } from "./coming-titles.js";
import { withPlace } from "./event-places.js";
import { aboutOf, subjectOf } from "./event-subjects.js";
import { eventTitle } from "./event-titles.js";
import { appointmentAt, meetingWith } from "./meeting-titles.js";
import { occasionsIn } from "./occasions.js";
import type { People } from "../talk/people.js";
import { clip, finished } from "../text/plain-text.js";
import { type Plan, Plans } from "./plans.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";

const USUAL_MINUTES = 30;
const MOST_EVENTS = 20;
/** Plans that are settled later are left out. */
const MAX_PLANS = 500;
const TITLE_LENGTH = 80;
const DESCRIPTION_LENGTH = 500;
const HALF_A_DAY_MS = 12 * 3_600_000;
/** How far back what is arranged may have been named. */
const TOPIC_BACK = 5;

interface Setting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly calendar: Calendar;
  readonly startedAt: Date;
}

/** What the user attends or should know of at a day and an hour, as far as the conversation settled it. */
export async function eventsOf(setting: Setting): Promise<ConversationEvent[]> {
  const { sentences, calendar, startedAt } = setting;
  const plans = new Plans(calendar, startedAt, {
    userIsKnown: sentences.some(({ speaker }) => speaker.isUser),
    titleOf: (clause, sentence) => eventTitle(clause, sentence, setting),
    topicAt: ({ index }) => {
      for (const { text } of sentences.slice(Math.max(0, index - TOPIC_BACK), index + 1).reverse()) {
        const topic = occasionsIn(text).at(-1);
        if (topic !== undefined) return topic;
      }
      return "";
    },
  });
  for (const sentence of sentences) {
    if (isYieldDue()) await yieldToEventLoop();
    calendar.hear(sentence.text);
    plans.hear(
      sentence,
      clausesOf(opened(sentence).replace(REPORTED, "").replace(REPORTED_AFTER, "").replace(FAREWELL, "we meet")),
    );
  }
  const events: ConversationEvent[] = [];
  for (const plan of plans.settled().slice(0, MAX_PLANS)) {
    if (isYieldDue()) await yieldToEventLoop();
    const event = eventOf(plan, new Set(events.map(({ title }) => title)), setting);
    if (event) merge(events, event);
  }
  return events.sort((a, b) => a.start.getTime() - b.start.getTime()).slice(0, MOST_EVENTS);
}

function eventOf(plan: Plan, taken: ReadonlySet<string>, setting: Setting): ConversationEvent | undefined {
  const { sentences } = plan;
  const subject = plan.title ?? subjectOf(sentences, setting);
  const isAnothers = plan.title === undefined && subject !== undefined && taken.has(subject);
  const title = subject === undefined || isAnothers ? meetingOf(plan, setting) : subject;
  if (title === undefined) return undefined;
  return {
    title: clip(withPlace(title, sentences, setting), TITLE_LENGTH),
    start: plan.start,
    description: clip(sentences.map((sentence) => finished(opened(sentence))).join(" "), DESCRIPTION_LENGTH),
    duration: durationOf(sentences, plan),
    created: false,
    segmentIds: [...new Set(sentences.flatMap(({ segmentIds }) => segmentIds))],
  };
}

const meetingOf = ({ agreed, others, sentences }: Plan, setting: Setting): string | undefined =>
  (agreed ? meetingWith(others, setting) : undefined) ??
  aboutOf(sentences) ??
  appointmentAt(sentences) ??
  visitOf(sentences);

/** "See you on Friday at four" tells when to meet. */
const FAREWELL = /\b(?:I'll |we'll )?(?:see|catch) you(?: all| both)?\b(?=.*(?: at | \d|half|quarter|o'clock))/i;

/** "The landlord said the electrician comes on Friday": what was said is what will be. */
const REPORTED = /^[^,]{1,40} (?:said|says|told (?:me|us)|tells (?:me|us)) (?:that )?(?=\p{L})/iu;

/** "Twenty past nine, they said." */
const REPORTED_AFTER = /,? (?:they|he|she|I) (?:said|says|told (?:me|us))(?=[.!]?$)/i;

/** Where a clause with a subject or a reason of its own begins; the time of one is not the occasion of the other. */
const CLAUSES =
  /,? (?=(?:and )?then (?!on\b))|,? (?=and (?:at|from) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)\b)|(?<=[;:—]) |,? (?=(?:because|but|so|although|while|when|since)\b)|,? (?=and (?:I|we|he|she|they|it|there|then|the|a|an|my|our|your|next|on)\b)|, (?=(?:can|could|will|would|do|does|is|are) (?:you|we|I|he|she|they|it|\p{Lu}\p{Ll}+)\b)|, (?=(?:I|we|you(?='re|'ll| are| will)|he|she|they|it|there|that|the(?! (?:\d|\S+(?:st|nd|rd|th)\b))|my|our)\b)/u;

/** A time that stands before its clause belongs to it: "Saturday the third, we're on at nine". */
function clausesOf(text: string): string[] {
  const clauses: string[] = [];
  let before = "";
  for (const raw of text.split(CLAUSES)) {
    const clause = before + raw.replace(/^(?:and|so|but|because|then) /i, "").trim();
    const isTime = !/[.?!]$/.test(clause) && Calendar.mayNameTime(clause) && besideTime(clause).length === 0;
    before = isTime ? `${clause}, ` : "";
    if (before === "") clauses.push(clause);
  }
  return before === "" ? clauses : [...clauses, before.slice(0, -2)];
}

// prettier-ignore
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10, fifteen: 15, twenty: 20, thirty: 30,
  forty: 40, "forty-five": 45, "forty five": 45, sixty: 60, ninety: 90, half: 0.5,
};
const LENGTH =
  /\b(?:for|lasts?|takes?|about|around)(?: about| around| roughly)? (?:(half) an hour|(\d{1,3}|an?|one|two|three|four|five|six|ten|fifteen|twenty|thirty|forty(?:[ -]five)?|sixty|ninety)(?: (and a half))?[ -](hours?|minutes?|mins?|days?))(?: and a half)?\b|\b(\d{1,3}|one|two|three|half|fifteen|thirty|forty-five)[ -](hour|minute) (?:call|meeting|session|lunch|interview|slot|lesson|class|workshop)\b/i;

/** In minutes: as said, or from the beginning to the end said, or the usual. */
function durationOf(sentences: readonly Sentence[], { start, end }: Plan): number {
  const text = sentences.map((sentence) => sentence.text).join(" ");
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

/** What is at the same time is one event, and so is what has one name on one day: the hour said last is the one. */
function merge(events: ConversationEvent[], event: ConversationEvent): void {
  const at = events.findIndex(
    ({ title, start }) =>
      start.getTime() === event.start.getTime() ||
      (title === event.title && Math.abs(start.getTime() - event.start.getTime()) < HALF_A_DAY_MS),
  );
  const other = events[at];
  if (!other) {
    events.push(event);
    return;
  }
  const start = event.title === other.title ? event.start : other.start;
  events[at] = { ...other, start, segmentIds: joinSegmentIds(other.segmentIds, event.segmentIds) };
}
