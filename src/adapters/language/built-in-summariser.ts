import { type Digest, noSummary } from "../../domain/digest.js";
import type { Transcript } from "../../domain/transcript.js";
import type { Summariser, SummaryContext } from "../../ports/driven/summariser.js";
import { actionItemsOf } from "./tasks/action-items.js";
import { type Agenda, agendaOf } from "./summary/agenda.js";
import { type Analysis, analyse, type Sentence } from "./text/analysis.js";
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
import { giveWay } from "./text/give-way.js";
import { carriesMeaning } from "./text/words.js";

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

  async summarise(transcript: Transcript, context: SummaryContext): Promise<Digest> {
    const analysis = await analyse(transcript, context, this.tagger);
    const { sentences, english, tongue, language } = analysis;
    const isText = context.textSource !== null;
    const discard = !isText && isNothing(analysis);
    if (sentences.length === 0) return { ...noSummary, ...NOTHING_DERIVED, discard };
    await giveWay();
    const weights = termWeights(sentences.map(({ terms }) => terms));
    await giveWay();
    const phrases = keyPhrases(tongue ? withNouns(sentences, tongue) : sentences, weights);
    await giveWay();
    const agenda = english ? agendaOf(sentences) : undefined;
    const category = categoryOf(sentences, { language, agenda: agenda?.lemmas });
    await giveWay();
    const { actionItems, memories, events } = discard
      ? NOTHING_DERIVED
      : await derived(transcript, analysis, context, this.#classifiers);
    await giveWay();
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
    const title =
      !english && !tongue
        ? unknownTitle(sentences, weights)
        : (short?.text ?? titleOf(phrases, sentences, { agenda, and: tongue?.and, overview }));
    return {
      title,
      overview,
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

interface Classifiers extends SpeechClassifiers {
  /** Tells what is asked for and promised in writing. */
  readonly requests: RequestClassifier;
  /** Tells what of the user is worth keeping. */
  readonly facts: FactClassifier;
}

const NOTHING_DERIVED = { actionItems: [], memories: [], events: [] } satisfies Partial<Digest>;

async function derived(
  transcript: Transcript,
  { sentences, english, tongue }: Analysis,
  context: SummaryContext,
  { requests, facts, ...speech }: Classifiers,
): Promise<Pick<Digest, "actionItems" | "memories" | "events">> {
  await Calendar.warm();
  const calendar = new Calendar(context, tongue);
  if (tongue) return derivedIn(tongue, { transcript, sentences, calendar, context });
  if (!english) return NOTHING_DERIVED;
  const setting = {
    sentences,
    people: new People(sentences),
    requests: isWritten(sentences, context) ? requests : undefined,
  };
  await giveWay();
  const events = await eventsOf({ ...setting, calendar: calendar.anew(), startedAt: context.startedAt });
  await giveWay();
  const actionItems = await actionItemsOf({ ...setting, speech, calendar: calendar.anew(), events });
  await giveWay();
  return { actionItems, memories: await memoriesOf({ transcript, sentences, context }, facts), events };
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

function isNothing({ sentences, english }: Analysis): boolean {
  let count = 0;
  for (const { words } of sentences) {
    count += english ? words.filter(carriesMeaning).length : words.length;
    if (count >= WORDS_WORTH_KEEPING) return false;
  }
  return true;
}
