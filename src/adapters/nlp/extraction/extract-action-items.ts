import type { ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import { findAntecedent } from "../dialogue/references.js";
import type { Speaker } from "../dialogue/speakers.js";
import type { Locale } from "../locales/locale.js";
import type { TimeExpression } from "../temporal/time-expression.js";
import { nameListener, nameSpeaker } from "./participants.js";
import type { Utterance } from "../text/document.js";
import { tokenize } from "../text/text-tokens.js";
import { findContextTime } from "./context-times.js";
import type { ReadDocument } from "./document-reader.js";
import { selectDistinct } from "./duplicates.js";
import type { StatementClassifier } from "./statement-classifier.js";
import type { Statement } from "./statements.js";
import { toInfinitive } from "./verb-forms.js";
import {
  countContentWords,
  removeLeads,
  removeOpenings,
  removeTimes,
  renderPieces,
  replaceText,
  toPieces,
  type Piece,
} from "./wording.js";

const MAX_DESCRIPTION_LENGTH = 200;
/** Of a task without a known verb. */
const MIN_TASK_WORDS = 2;
/** An empty box to tick and a heading such as "TODO" say that something is to be done. */
const TODO_LIST_LOGIT = 2;

/** Finds what the user or another person still has to do. */
export function extractActionItems(read: ReadDocument, classifier: StatementClassifier): ExtractedActionItem[] {
  const { statements } = read;
  const onlyOther = findOnlyOther(read);
  const items: ExtractedActionItem[] = [];
  for (const statement of statements) {
    const { locale, utterance } = statement.sentence;
    if (!locale || utterance.kind === "done-item" || utterance.kind === "heading") continue;
    const bonus = isInTodoList(utterance, locale) ? TODO_LIST_LOGIT : 0;
    const margin = classifier.computeMargin("task", statement.index) + bonus;
    if (margin < 0) continue;
    // "We meet on Thursday at ten" is kept as an event.
    if (statement.times.some(({ hasTime }) => hasTime) && margin < classifier.computeMargin("event", statement.index))
      continue;
    const isSpeakers = classifier.isSpeakers(statement.index);
    const owner = findOwner(read, statement, { isSpeakers, onlyOther });
    if (owner === undefined) continue;
    const description = describeTask(statement, statements, locale, isSpeakers);
    if (description === undefined) continue;
    items.push({
      description: owner.isUser ? description : `${owner.label}: ${description}`,
      dueAt: findDue(read, statement, classifier),
      segmentIds: statement.sentence.segmentIds,
    });
  }
  return selectDistinct(items, ({ description }) => description);
}

function isInTodoList({ kind, heading }: Utterance, locale: Locale): boolean {
  if (kind === "open-item" || heading === undefined) return kind === "open-item";
  const words = tokenize(heading).map(({ lower }) => lower);
  return words.some((_, index) => locale.todoHeadings.matchLength(words, index) > 0);
}

type Owner = Pick<Speaker, "isUser" | "label">;

/** @returns undefined when it is not certain whose task it is. */
function findOwner(
  { document }: ReadDocument,
  { sentence }: Statement,
  { isSpeakers, onlyOther }: { readonly isSpeakers: boolean; readonly onlyOther: Owner | undefined },
): Owner | undefined {
  const { speaker, recipient } = sentence.utterance;
  const user = { isUser: true, label: "" };
  if (document.form === "note") return user;
  if (isSpeakers)
    return document.form === "mail" && speaker.name === undefined && !speaker.isUser ? undefined : speaker;
  if (!speaker.isUser) return user;
  // What the user asks for is for the reader, or for the only other participant.
  return recipient === undefined ? onlyOther : { isUser: false, label: recipient };
}

function findOnlyOther({ document }: ReadDocument): Owner | undefined {
  const others = new Map(document.utterances.map(({ speaker }) => [speaker.key, speaker]));
  const [first, ...rest] = [...others.values()].filter(({ isUser }) => !isUser);
  return rest.length === 0 ? first : undefined;
}

/** "Call the dentist": without lead, times and courtesies, in the infinitive. */
function describeTask(
  statement: Statement,
  statements: readonly Statement[],
  locale: Locale,
  isSpeakers: boolean,
): string | undefined {
  const { speaker } = statement.sentence.utterance;
  const timeless = toPieces(removeTimes(statement.tokens, statement.times, statement.from));
  const content = removeLeads(removeOpenings(timeless, locale), locale);
  const worded = toInfinitive(content, locale);
  const named = isSpeakers
    ? nameListener(worded, locale, statement)
    : speaker.isUser
      ? worded
      : nameSpeaker(worded, locale, speaker);
  const resolved = resolveObject(named, statement, statements, locale);
  if (!resolved || !isWholeTask(resolved, locale)) return undefined;
  const text = renderPieces(resolved);
  return text.length <= MAX_DESCRIPTION_LENGTH && /\p{L}/u.test(text) ? text : undefined;
}

/** Words from the start within which a subject shows that the wording failed: "I still owe…". */
const MAX_TASK_SUBJECT_POSITION = 3;

/** A task has a verb and content, or content of two words ("passport photos"), and no first-person subject. */
function isWholeTask(pieces: readonly Piece[], locale: Locale): boolean {
  const words = pieces.filter(({ isWord }) => isWord);
  if (words.slice(0, MAX_TASK_SUBJECT_POSITION).some(({ lower }) => locale.pronouns.firstSubject.has(lower)))
    return false;
  const hasVerb = words.some(({ lower }) => locale.findVerb(lower) !== undefined);
  return countContentWords(pieces, locale) >= (hasVerb ? 1 : MIN_TASK_WORDS);
}

/** English pronouns that are objects wherever no noun follows them. */
const OBJECT_PRONOUNS = new Set(["her", "him"]);

/**
 * Names the person that a pronoun stands for: "ring her" → "ring mum", "send her the photos" → "send Ana the photos".
 * @returns undefined when nothing else says what is to be done and the person is not certain.
 */
function resolveObject(
  pieces: readonly Piece[],
  statement: Statement,
  statements: readonly Statement[],
  locale: Locale,
): readonly Piece[] | undefined {
  const isPronoun = ({ lower }: Piece): boolean => locale.pronouns.third.has(lower);
  const objects = pieces.filter((piece) => !isPronoun(piece) && locale.findVerb(piece.lower) === undefined);
  const isNamed = countContentWords(objects, locale) > 0;
  const position = pieces.findIndex((piece, index) =>
    isNamed ? OBJECT_PRONOUNS.has(piece.lower) && !isPossessive(pieces, index, locale) : isPronoun(piece),
  );
  if (position !== -1) {
    const antecedent = findAntecedent(statements, statement.index, { allowsNames: isNamed });
    if (antecedent) return pieces.map((piece, at) => (at === position ? replaceText(piece, antecedent) : piece));
    return isNamed ? pieces : undefined;
  }
  const isEnough = isNamed || countContentWords(pieces, locale) > 1 || statement.sentence.utterance.kind !== "prose";
  return isEnough ? pieces : undefined;
}

/** "Send her photos", unlike "send her the photos". */
function isPossessive(pieces: readonly Piece[], index: number, locale: Locale): boolean {
  const next = pieces[index + 1];
  return next?.isWord === true && !locale.has("stopWords", next.lower);
}

/** The time that the statement names, or one that its heading or its context names. */
function findDue(
  { findTimeReader, statements }: ReadDocument,
  statement: Statement,
  classifier: StatementClassifier,
): Date | null {
  const { sentence, times } = statement;
  const reader = findTimeReader(sentence);
  if (!reader) return null;
  const isUsable = ({ isPast, isVague }: TimeExpression): boolean => !isPast && !isVague;
  const { heading } = sentence.utterance;
  const own = times.find(isUsable) ?? (heading === undefined ? undefined : reader.find(heading).find(isUsable));
  if (own) return reader.resolveDue(own);
  const context = findContextTime(statements, statement.index);
  // What is due on the day of something else is not due at its hour.
  return context && classifier.isDueInContext(statement.index, context)
    ? reader.resolveDue({ ...context.time, hasTime: false, end: undefined })
    : null;
}
