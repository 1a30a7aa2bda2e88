import { type SummaryResult, EMPTY_SUMMARY } from "../../domain/conversation/summary-result.js";
import { isInTimestampRange } from "../../domain/time/timestamps.js";
import { normalizeText } from "../../domain/text/normalize-text.js";
import { Transcript } from "../../domain/conversation/transcript.js";
import type { Summariser, SummaryContext } from "../../ports/driven/models/summariser.js";
import { actionItemsOf } from "./tasks/action-items.js";
import { type Agenda, agendaOf } from "./summary/agenda.js";
import { type Analysis, analyse, type MainAnalysis, type Sentence } from "./text/analysis.js";
import { categoryOf } from "./summary/categories.js";
import { Calendar } from "./dates/dates.js";
import { emojiOf, emojiOfTopics } from "./summary/emojis.js";
import { eventsOf } from "./events/events.js";
import { FactClassifier } from "./memories/fact-classifier.js";
import { keyPhrases } from "./summary/key-phrases.js";
import { overviewOf } from "./summary/overview.js";
import { memoriesOf } from "./memories/memories.js";
import { People } from "./talk/people.js";
import { RequestClassifier } from "./tasks/request-classifier.js";
import { Tagger } from "./text/tagger.js";
import { ActClassifier } from "./tasks/act-classifier.js";
import { MentionClassifier } from "./tasks/mention-classifier.js";
import type { SpeechClassifiers } from "./tasks/spoken-items.js";
import { TaskClassifier } from "./tasks/task-classifier.js";
import { derivedIn } from "./tongues/derived.js";
import { unknownTitle } from "./tongues/unknown-title.js";
import { withNouns } from "./tongues/nouns.js";
import { termWeights } from "./summary/text-rank.js";
import { subjectsOf } from "./summary/subjects.js";
import { isShortTalk } from "./text/parts.js";
import { shortTitle } from "./summary/short-titles.js";
import { titleOf } from "./summary/titles.js";
import { sampleSegments } from "./text/analysis-limits.js";
import { yieldToEventLoop } from "../runtime/cooperative-yield.js";
import { listsIn } from "./text/lists.js";
import { capitalised, clip, finished, plain } from "./text/plain-text.js";
import { carriesMeaning } from "./text/words.js";
import { overviewOfLists, titleOfLists } from "./summary/list-digest.js";
import { bulletedItems, listedItems, notedItems, notedOrders } from "./tasks/listed-items.js";

/** Decision 4.6. */
const WORDS_WORTH_KEEPING = 5;

/**
 * Summarises by extraction: no model to ask, no network, the same answer each time, and nothing that was not said.
 * English is read with its grammar, six other languages by their lexicons; of all others title, overview and category
 * are made.
 */
export class BuiltInSummariser implements Summariser {
  readonly id = "built-in";
  private readonly tagger = new Tagger();

  readonly #classifiers: Classifiers;

  /** @param classifiers to take the place of those that are built in. */
  constructor(classifiers: Partial<Classifiers> = {}) {
    this.#classifiers = {
      requests: new RequestClassifier(),
      acts: new ActClassifier(),
      tasks: new TaskClassifier(),
      mentions: new MentionClassifier(),
      facts: new FactClassifier(),
      ...classifiers,
    };
  }

  /** Loads the language model ahead of the first transcript (a tenth of a second, a piece at a time; some 60 MB). */
  async warm(): Promise<void> {
    await this.tagger.warm();
  }

  async summarise({ segments }: Transcript, context: SummaryContext): Promise<SummaryResult> {
    const transcript = Transcript.restore(sampleSegments(segments));
    const analysis = await analyse(transcript, context, this.tagger);
    const { english, tongue, language } = analysis;
    const lists = listsIn(transcript.segments);
    const mayDiscard = context.textSource === null && lists.length === 0 && isNothing(analysis);
    const and = english ? "and" : tongue?.and;
    const isListOnly = lists.length > 0 && isBrief(analysis.sentences);
    const sentences = isListOnly ? numbered([...analysis.sentences, ...analysis.listed]) : analysis.sentences;
    if (sentences.length === 0) {
      // Signs alone are all that there is to show: "👍".
      const title = clip(plain(transcript.segments[0]?.text.slice(0, TITLE_LENGTH * 2) ?? ""), TITLE_LENGTH);
      return { ...EMPTY_SUMMARY, ...NOTHING_DERIVED, title, discard: mayDiscard };
    }
    await yieldToEventLoop();
    const weights = termWeights(sentences.map(({ terms }) => terms));
    await yieldToEventLoop();
    const phrases = keyPhrases(tongue ? withNouns(sentences, tongue) : sentences, weights);
    await yieldToEventLoop();
    const agenda = english ? agendaOf(sentences) : undefined;
    const category = categoryOf(sentences, { language, agenda: agenda?.lemmas });
    await yieldToEventLoop();
    const { actionItems, memories, events } = withinCalendar(
      await derivedFromAll(transcript, analysis, context, this.#classifiers),
    );
    // Decision 4.6: a few words in which something was found are worth keeping.
    const discard = mayDiscard && actionItems.length + memories.length + events.length === 0;
    await yieldToEventLoop();
    if (isListOnly) {
      return {
        title: headlineIn(analysis.sentences) ?? titleOfLists(lists, and),
        overview: [...analysis.sentences.map(({ text }) => finished(text)), overviewOfLists(lists)].join(" "),
        category,
        emoji: emojiOf(phrases, category),
        actionItems,
        memories,
        events,
        discard,
      };
    }
    const overview = await overviewOf(
      analysis,
      boosted(weights, agenda),
      [
        ...actionItems.map((item) => ({ ...item, isTask: true })),
        ...events.map((event) => ({ ...event, isTask: false })),
      ],
      english ? subjectsOf(phrases, sentences, agenda) : undefined,
    );
    const short =
      english && isShortTalk(sentences)
        ? shortTitle(sentences, {
            agenda,
            items: [...actionItems.map(({ description }) => description), ...events.map(({ title }) => title)],
          })
        : undefined;
    const salient =
      titleOfPoints(sentences, and) ??
      (!english && !tongue
        ? unknownTitle(sentences, weights)
        : (short?.text ?? titleOf(phrases, sentences, { agenda, and: tongue?.and, overview })));
    const title = isOneWord(salient) ? fullerTitle(sentences, actionItems, salient, english) : salient;
    const told = lists.filter(({ isTodo }) => !isTodo);
    return {
      title,
      overview: [overview, ...(told.length > 0 ? [overviewOfLists(told)] : [])].join(" "),
      category,
      emoji: short
        ? emojiOfTopics(short.topics, short.named, category)
        : emojiOf(agenda ? [agenda, ...phrases] : phrases, category),
      actionItems,
      memories,
      events,
      discard,
    };
  }
}

/** A text whose prose has fewer words is told by its lists. */
const MIN_PROSE_WORDS = 8;
const TITLE_LENGTH = 80;
/** A sentence of so few words can stand as a title, and so can the first task of so few sentences. */
const MAX_TITLE_WORDS = 8;
const MAX_NOTE_SENTENCES = 4;
const MIN_POINTS = 2;

const isBrief = (sentences: readonly Sentence[]): boolean =>
  sentences.reduce((sum, { words }) => sum + words.length, 0) < MIN_PROSE_WORDS;

/** "Recipe: Pancakes", before the lists that a text consists of. */
function headlineIn([first]: readonly Sentence[]): string | undefined {
  return first === undefined || first.isBulleted || first.whole
    ? undefined
    : clip(capitalised(first.text), TITLE_LENGTH);
}

/** Of a text in points: the line before them, or else the first of them. */
function titleOfPoints(sentences: readonly Sentence[], and: string | undefined): string | undefined {
  const points = sentences.filter(({ isBulleted }) => isBulleted).map(({ text }) => ({ text, isDone: false }));
  if (points.length < MIN_POINTS) return undefined;
  const [first] = sentences;
  if (points.length === sentences.length) {
    return titleOfLists([{ heading: undefined, isTodo: true, items: points, segmentId: "" }], and);
  }
  const isShort = first !== undefined && first.words.length <= MAX_TITLE_WORDS && !/[,:]$/.test(first.text);
  return isShort && first.turn !== sentences[1]?.turn ? headlineIn(sentences) : undefined;
}

const isOneWord = (title: string): boolean => !/\s/.test(title);

/** What a note has to be done, or the whole of it where it is short: more than the one word that stands out. */
function fullerTitle(
  sentences: readonly Sentence[],
  [item]: SummaryResult["actionItems"],
  word: string,
  english: boolean,
): string {
  const [first, second] = sentences;
  const isNote = english ? second === undefined : sentences.length <= MAX_NOTE_SENTENCES;
  if (isNote && item && item.description.length <= TITLE_LENGTH) return item.description;
  const isShort = !english && first !== undefined && second === undefined && first.words.length <= MAX_TITLE_WORDS;
  return isShort ? capitalised(first.text.replace(/(?<![\s.!?…])[\s.!?…]+$/u, "")) : word;
}

const numbered = (sentences: readonly Sentence[]): readonly Sentence[] =>
  sentences.map((sentence, index) => ({ ...sentence, index }));

interface Classifiers extends SpeechClassifiers {
  /** Tells what is asked for and promised in writing. */
  readonly requests: RequestClassifier;
  /** Tells what of the user is worth keeping. */
  readonly facts: FactClassifier;
}

type Derived = Pick<SummaryResult, "actionItems" | "memories" | "events">;

const NOTHING_DERIVED = { actionItems: [], memories: [], events: [] } satisfies Partial<SummaryResult>;

/** What each language of the conversation gives, that of the main one first. */
async function derivedFromAll(
  transcript: Transcript,
  { others, readings, ...main }: MainAnalysis,
  context: SummaryContext,
  classifiers: Classifiers,
): Promise<Derived> {
  await Calendar.warm();
  const each: Derived[] = [];
  for (const analysis of [main, ...others, ...readings]) {
    each.push(await derived(transcript, analysis, context, classifiers));
    await yieldToEventLoop();
  }
  return {
    actionItems: withoutRepeats([
      ...each.flatMap(({ actionItems }) => actionItems),
      ...listedItems(listsIn(transcript.segments), readingOf(readings[0] ?? main, context)),
    ]),
    memories: each.flatMap(({ memories }) => memories),
    events: each.flatMap(({ events }) => events).toSorted((one, other) => one.start.getTime() - other.start.getTime()),
  };
}

function withoutRepeats(items: SummaryResult["actionItems"]): SummaryResult["actionItems"] {
  const known = new Set<string>();
  return items.filter(({ description }) => known.size < known.add(normalizeText(description)).size);
}

function readingOf({ english, tongue }: Analysis, context: SummaryContext): Parameters<typeof listedItems>[1] {
  const calendar = english || tongue ? new Calendar(context, tongue) : undefined;
  return { calendar, english, userName: context.userName };
}

async function derived(
  transcript: Transcript,
  analysis: Analysis,
  context: SummaryContext,
  classifiers: Classifiers,
): Promise<Derived> {
  const found = await derivedFromSentences(transcript, analysis, context, classifiers);
  const reading = readingOf(analysis, context);
  const bulleted = bulletedItems(analysis.sentences, analysis.tongue, reading);
  if (bulleted) return { ...found, actionItems: bulleted };
  if (!isWritten(analysis.sentences, context)) return found;
  if (analysis.tongue)
    return {
      ...found,
      actionItems: [...found.actionItems, ...notedItems(analysis.sentences, analysis.tongue, reading)],
    };
  const orders = analysis.english ? notedOrders(analysis.sentences, reading) : [];
  return orders.length > found.actionItems.length ? { ...found, actionItems: orders } : found;
}

async function derivedFromSentences(
  transcript: Transcript,
  { sentences, english, tongue }: Analysis,
  context: SummaryContext,
  { requests, facts, ...speech }: Classifiers,
): Promise<Derived> {
  const calendar = new Calendar(context, tongue);
  if (tongue) return derivedIn(tongue, { transcript, sentences, calendar, context });
  if (!english) return NOTHING_DERIVED;
  const setting = {
    sentences,
    people: new People(sentences),
    requests: isWritten(sentences, context) ? requests : undefined,
  };
  await yieldToEventLoop();
  const events = await eventsOf({ ...setting, calendar: calendar.anew(), startedAt: context.startedAt });
  await yieldToEventLoop();
  const actionItems = await actionItemsOf({ ...setting, speech, calendar: calendar.anew(), events });
  await yieldToEventLoop();
  return { actionItems, memories: await memoriesOf({ transcript, sentences, context }, facts), events };
}

/** "The next day", said of the last one that a date-time can name, is no date: nothing is due and nothing is held then. */
function withinCalendar({ actionItems, events, memories }: Derived): Derived {
  return {
    actionItems: actionItems.map((item) =>
      item.dueAt && !isInTimestampRange(item.dueAt) ? { ...item, dueAt: null } : item,
    ),
    events: events.filter(({ start }) => isInTimestampRange(start)),
    memories,
  };
}

/** By one hand: a text in which several speak is the transcript of their speech. */
function isWritten(sentences: readonly Sentence[], { textSource }: SummaryContext): boolean {
  const [first] = sentences;
  return (
    textSource !== null &&
    textSource !== "audio_transcript" &&
    sentences.every(({ speaker }) => speaker.key === first?.speaker.key)
  );
}

/** What people met for matters more than how often it was named. */
const AGENDA_WEIGHT = 0.3;

function boosted(weights: ReadonlyMap<string, number>, agenda: Agenda | undefined): ReadonlyMap<string, number> {
  if (!agenda) return weights;
  const raised = new Map(weights);
  for (const lemma of agenda.lemmas) raised.set(lemma, Math.max(AGENDA_WEIGHT, weights.get(lemma) ?? 0));
  return raised;
}

function isNothing({ others, ...main }: MainAnalysis): boolean {
  let count = 0;
  for (const { sentences, english } of [main, ...others]) {
    for (const { words } of sentences) {
      count += english ? words.filter(carriesMeaning).length : words.length;
      if (count >= WORDS_WORTH_KEEPING) return false;
    }
  }
  return true;
}
