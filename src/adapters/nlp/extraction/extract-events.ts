import type { ConversationEvent } from "../../../domain/conversation/summary-result.js";
import type { Locale } from "../locales/locale.js";
import type { TimeExpression } from "../temporal/time-expression.js";
import { isUsableDay } from "./context-times.js";
import type { ReadDocument } from "./document-reader.js";
import type { StatementClassifier } from "./statement-classifier.js";
import type { Statement } from "./statements.js";
import { nameSpeaker } from "./participants.js";
import {
  countContentWords,
  createPiece,
  removeLeads,
  removeOpenings,
  removeTimes,
  renderPieces,
  toPieces,
  type Piece,
} from "./wording.js";

const DEFAULT_DURATION_MINUTES = 30;
const MAX_DURATION_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_EVENT_TITLE_WORDS = 10;
const MAX_EVENTS_PER_STATEMENT = 3;
/** How many statements back the day of an hour, or what an event is about, may be named. */
const MAX_CONTEXT_DISTANCE = 3;

/** Finds appointments with a day and a clock time. */
export function extractEvents(read: ReadDocument, classifier: StatementClassifier): ConversationEvent[] {
  const { statements } = read;
  const events: ConversationEvent[] = [];
  for (const statement of statements) {
    const { locale, utterance } = statement.sentence;
    if (!locale || utterance.kind === "done-item") continue;
    const candidates = statement.times.filter(({ hasTime, isPast, isVague }) => hasTime && !isPast && !isVague);
    if (candidates.length === 0) continue;
    if (classifier.computeMargin("event", statement.index) < 0) continue;
    const title = findTitle(read, statement, locale);
    for (const time of candidates.slice(0, MAX_EVENTS_PER_STATEMENT)) {
      const day = time.hasDay ? time : completeDay(read, statement, time);
      if (day) events.push(createEvent(statement, day, title));
    }
  }
  return selectDistinctStarts(events);
}

/** "Shall we say Friday?" – "Seven works." The day comes from the nearest statement that names one. */
function completeDay(
  { statements }: ReadDocument,
  statement: Statement,
  time: TimeExpression,
): TimeExpression | undefined {
  for (let distance = 0; distance <= MAX_CONTEXT_DISTANCE; distance += 1) {
    const other = statements[statement.index - distance];
    const day = other?.times.findLast(isUsableDay);
    if (day) return moveToDay(time, day.start);
  }
  return undefined;
}

/** Both are times of the same zone, so their distance in whole days moves one to the day of the other. */
function moveToDay(time: TimeExpression, day: Date): TimeExpression {
  const days = Math.round((startOfDay(day) - startOfDay(time.start)) / DAY_MS);
  const move = (instant: Date): Date => new Date(instant.getTime() + days * DAY_MS);
  return { ...time, start: move(time.start), end: time.end && move(time.end), hasDay: true };
}

const startOfDay = (instant: Date): number => Math.floor(instant.getTime() / DAY_MS) * DAY_MS;

function createEvent({ sentence }: Statement, { start, end }: TimeExpression, title: string): ConversationEvent {
  const minutes = end && end > start ? (end.getTime() - start.getTime()) / MINUTE_MS : DEFAULT_DURATION_MINUTES;
  return {
    title,
    start,
    description: sentence.text,
    duration: Math.min(MAX_DURATION_MINUTES, Math.round(minutes)),
    created: false,
    segmentIds: sentence.segmentIds,
  };
}

/** The words of the statement without its times; if nothing is left, those of what was said before, or the heading. */
function findTitle({ statements }: ReadDocument, statement: Statement, locale: Locale): string {
  for (let distance = 0; distance <= MAX_CONTEXT_DISTANCE; distance += 1) {
    const other = statements[statement.index - distance];
    const title = other && wordTitle(other, locale);
    if (title !== undefined) return title;
  }
  return statement.sentence.utterance.heading ?? statement.text;
}

function wordTitle({ tokens, times, from, sentence }: Statement, locale: Locale): string | undefined {
  const content = removeLeads(removeOpenings(toPieces(removeTimes(tokens, times, from)), locale), locale);
  const isFunctionWord = (lower: string): boolean => locale.has("stopWords", lower);
  const end = content.findLastIndex(({ isWord, lower }) => isWord && !isFunctionWord(lower));
  const kept = content.slice(findTitleStart(content, locale), end + 1);
  if (countContentWords(kept, locale) === 0) return undefined;
  const words = kept.filter(({ isWord }) => isWord);
  const start = words.length > MAX_EVENT_TITLE_WORDS ? kept.findIndex(({ lower }) => !isFunctionWord(lower)) : 0;
  const named = nameSpeaker(kept.slice(start, start + 2 * MAX_EVENT_TITLE_WORDS), locale, sentence.utterance.speaker);
  // "At the café" is only a place.
  const [first] = named;
  const isPlace = first !== undefined && locale.has("placePrepositions", first.lower);
  const titled = isPlace ? [createPiece(locale.meeting), { ...first, isSpaced: true }, ...named.slice(1)] : named;
  return renderPieces(titled).split(" ").slice(0, MAX_EVENT_TITLE_WORDS).join(" ");
}

/** "I have a dentist appointment": pronouns, "be", "have" and articles before the noun are no part of a title. */
function findTitleStart(pieces: readonly Piece[], locale: Locale): number {
  const { firstSubject, first, firstPlural, second } = locale.pronouns;
  const isPronoun = (lower: string): boolean =>
    !locale.possessives.has(lower) && [firstSubject, first, firstPlural, second].some((words) => words.has(lower));
  const isAuxiliary = (lower: string): boolean =>
    CONTRACTIONS.has(lower) || locale.has("auxiliaries", locale.findVerb(lower)?.verb.infinitive ?? "");
  const isSkipped = ({ lower }: Piece): boolean => isPronoun(lower) || isAuxiliary(lower) || ARTICLES.has(lower);
  const start = pieces.findIndex((piece) => !isSkipped(piece));
  return start === -1 ? 0 : start;
}

/** Of the seven languages, but for those that are prepositions too. Elsewhere in a title they stay. */
const ARTICLES = new Set(
  "a an the ein eine einen der die das den un une uno una um uma o os as le la les l' el los las il lo gli i de het een".split(
    " ",
  ),
);
const CONTRACTIONS = new Set(["'m", "'ve", "'re", "'s", "there"]);

/** One event for one start. */
function selectDistinctStarts(events: readonly ConversationEvent[]): ConversationEvent[] {
  const byStart = new Map<number, ConversationEvent>();
  for (const event of events) if (!byStart.has(event.start.getTime())) byStart.set(event.start.getTime(), event);
  return [...byStart.values()].toSorted((one, other) => one.start.getTime() - other.start.getTime());
}
