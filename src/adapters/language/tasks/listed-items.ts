import type { ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import type { Calendar } from "../dates/dates.js";
import { withoutRelativeTimes } from "../dates/relative-times.js";
import { BARE_NAME, NAMING } from "../talk/speech-acts.js";
import { taskVerbLength } from "../talk/task-verbs.js";
import { withoutSetPhrases } from "./set-phrases.js";
import type { Sentence } from "../text/analysis.js";
import type { FoundList } from "../text/lists.js";
import { capitalised, clip } from "../text/plain-text.js";
import { wordsOf } from "../text/words.js";
import { withoutTimes } from "../tongues/clauses.js";
import type { Tongue } from "../tongues/tongue.js";

const MAX_ITEMS = 50;
const MAX_LENGTH = 300;
/** Of points without a heading so many must begin with something to do. */
const MIN_TASK_SHARE = 0.5;
const MIN_POINTS = 2;
const MAX_NOTES = 50;
const MAX_NOTE_WORDS = 12;

/** "Ana: send the minutes", "Ana to send the minutes". */
const OWNED = /^(?<owner>\p{Lu}[\p{L}'-]*)(?:\s?: +| to (?=\p{Ll}))(?<task>\S.*)$/u;

interface Reading {
  /** Undefined where no times are known of the language. */
  readonly calendar: Calendar | undefined;
  readonly english: boolean;
  readonly userName: string;
}

/** What lists of things to do hold, but for what is done. */
export function listedItems(lists: readonly FoundList[], reading: Reading): ExtractedActionItem[] {
  return lists
    .filter(({ isTodo }) => isTodo)
    .flatMap(({ items, segmentId }) => items.flatMap(({ text, isDone }) => (isDone ? [] : { text, segmentId })))
    .slice(0, MAX_ITEMS)
    .flatMap(({ text, segmentId }) => itemOf(text, [segmentId], reading) ?? []);
}

/**
 * What a text of nothing but points has to be done, where most of them begin as a task does.
 * @returns undefined where it is no such text.
 */
export function bulletedItems(
  sentences: readonly Sentence[],
  tongue: Tongue | undefined,
  reading: Reading,
): ExtractedActionItem[] | undefined {
  if (sentences.length < MIN_POINTS || !sentences.every(({ isBulleted }) => isBulleted)) return undefined;
  const tasks = sentences.filter((sentence) => (tongue ? isTaskIn(tongue, sentence) : isEnglishTask(sentence)));
  if (tasks.length < MIN_TASK_SHARE * sentences.length) return undefined;
  return tasks.slice(0, MAX_ITEMS).flatMap(({ text, segmentIds }) => itemOf(text, segmentIds, reading) ?? []);
}

function isEnglishTask({ text, tokens }: Sentence): boolean {
  if (text.endsWith("?")) return false;
  const [first] = tokens;
  return (first?.pos === "VERB" && first.lemma === first.lower) || taskVerbLength(text, true) > 0;
}

/** "Pagar la factura", "Rechnung bezahlen". */
function isTaskIn({ speech: { verbs, lexicon } }: Tongue, { text, words }: Sentence): boolean {
  if (text.endsWith("?")) return false;
  const verb = lexicon.infinitiveLast ? words.at(-1) : words[0];
  return verb !== undefined && verbs.isTask(verb);
}

const MAX_ORDERS = 5;
const MAX_ORDER_WORDS = 8;
/** Verbs that are no nouns as well. */
const ERRAND =
  /^(?:buy|pay(?! (?:it|as|off|attention|respect)\b)|renew|cancel|fetch|pick up|drop off|collect|repair|feed|send|reply to|submit|prepare|reschedule) (?!(?:in|on|at|of|off|up|for|to|one|me|us|you|your|now|more|less|only|with)\b)\S/iu;
/** Verbs that are nouns as well: somebody or a thing with its article must follow. */
const NOUN_ERRAND =
  /^(?:[Cc]all|[Rr]ing|[Tt]ext|[Ee]-?mail|[Pp]hone|[Mm]essage|[Bb]ook|[Oo]rder|[Rr]eturn|[Ff]ix|[Cc]lean|[Ww]ash|[Ww]ater|[Cc]heck|[Pp]rint) (?:the|an?|my|our|his|her|their|mum|mom|dad|grandma|grandpa|granny|\p{Lu}\p{Ll}+(?! \p{Lu})(?<! (?:Cent(?:er|re)|Log|Sheet|Notes?|List|Form|Status|Numbers?|Messages?|Review|Club|Me)))(?:\s|[.,]|$)|^[Bb]ook (?:flights|tickets|trains?|hotels?)\b/u;

/** "Buy milk. Call mum.": a note in English of nothing but short orders to oneself. */
export function notedOrders(sentences: readonly Sentence[], reading: Reading): ExtractedActionItem[] {
  const isNote =
    sentences.length <= MAX_ORDERS &&
    sentences.every(
      ({ text, words }) =>
        words.length <= MAX_ORDER_WORDS &&
        !/[?!:]|\b(?:if|when|now|you|your|free|off)\b/i.test(text) &&
        withoutSetPhrases(text) === text &&
        (ERRAND.test(text) || (NOUN_ERRAND.test(text) && !NAMING.test(text) && !BARE_NAME.test(text))),
    );
  return isNote ? sentences.flatMap(({ text, segmentIds }) => itemOf(text, segmentIds, reading) ?? []) : [];
}

/** "Wir müssen", "il faut": what has to be done by several or by nobody in particular. */
const COMMON_DUTY =
  /^(?:wir (?:müssen|sollten)|we moeten|nous devons|il faut|tenemos que|hay que|dobbiamo|bisogna|temos (?:de|que)) /iu;

/** "Llamar al fontanero mañana", "Milch kaufen": what a note to oneself has to be done, in a language other than English. */
export function notedItems(sentences: readonly Sentence[], tongue: Tongue, reading: Reading): ExtractedActionItem[] {
  return sentences.slice(0, MAX_NOTES).flatMap((noted) => {
    const sentence = withoutDuty(noted, tongue);
    const { text, words, segmentIds } = sentence;
    if (words.length > MAX_NOTE_WORDS || !isTaskIn(tongue, sentence)) return [];
    // Where the verb stands last, a sentence of anything else ends in one as well.
    const isPlain = !tongue.speech.lexicon.infinitiveLast || words.every((word) => isPlainWord(word, text, tongue));
    const task = isPlain ? withoutTimes(text, tongue) : "";
    const item = itemOf(task, segmentIds, reading);
    return item ? { ...item, dueAt: reading.calendar?.due(text) ?? null } : [];
  });
}

/** "Wir müssen noch die Miete zahlen" as "die Miete zahlen". */
function withoutDuty(sentence: Sentence, { speech }: Tongue): Sentence {
  const rest = sentence.text.replace(COMMON_DUTY, "");
  if (rest === sentence.text) return sentence;
  const text = speech.withoutFillers(rest);
  return { ...sentence, text, words: wordsOf(text) };
}

/** A name, a thing or its article, or a part of a time. */
const isPlainWord = (word: string, text: string, tongue: Tongue): boolean =>
  tongue.isDeterminer(word) || !tongue.isFunctionWord(word) || tongue.mayBeOfTime(text)(word);

function itemOf(
  text: string,
  segmentIds: readonly string[],
  { calendar, english, userName }: Reading,
): ExtractedActionItem | undefined {
  const { owner, task = text } = OWNED.exec(text)?.groups ?? {};
  const dueAt = calendar?.due(text) ?? null;
  const lasting = (english && dueAt ? withoutRelativeTimes(task) : task).replace(/[\s.,;]+$/u, "");
  if (!/\p{L}/u.test(lasting)) return undefined;
  const isOthers = owner !== undefined && owner.toLowerCase() !== userName.split(" ", 1)[0]?.toLowerCase();
  const description = isOthers ? `${owner}: ${lasting}` : capitalised(lasting);
  return { description: clip(description, MAX_LENGTH), dueAt, segmentIds };
}
