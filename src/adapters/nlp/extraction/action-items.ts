import type { ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import type { Speaker } from "../dialogue/speakers.js";
import { findAntecedent } from "../dialogue/references.js";
import type { Locale } from "../locales/locale.js";
import type { TimeExpression } from "../temporal/time-expression.js";
import { findContextTime } from "./context-times.js";
import type { ReadDocument } from "./document-reader.js";
import { selectDistinct } from "./duplicates.js";
import type { StatementClassifier } from "./statement-classifier.js";
import type { Statement } from "./statements.js";
import { toInfinitive } from "./verb-forms.js";
import { countContentWords, removeLeads, removeOpenings, removeTimes, renderPieces, replaceText, toPieces, type Piece } from "./wording.js";

const MAX_DESCRIPTION_LENGTH = 200;

/** Finds what the user or somebody else still has to do. */
export function extractActionItems(read: ReadDocument, classifier: StatementClassifier): ExtractedActionItem[] {
  const { statements } = read;
  const items: ExtractedActionItem[] = [];
  for (const statement of statements) {
    const { locale, utterance } = statement.sentence;
    if (!locale || utterance.kind === "done-item" || utterance.kind === "heading") continue;
    const margin = classifier.computeMargin("task", statement.index);
    if (margin < 0) continue;
    // "We meet on Thursday at ten" is kept as an event.
    if (statement.times.some(({ hasTime }) => hasTime) && margin < classifier.computeMargin("event", statement.index)) continue;
    const isSpeakers = classifier.isSpeakers(statement.index);
    const owner = findOwner(read, statement, isSpeakers);
    if (owner === undefined) continue;
    const description = describeTask(statement, statements, locale, isSpeakers);
    if (description === undefined) continue;
    items.push({
      description: owner.isUser ? description : `${owner.name ?? ""}: ${description}`,
      dueAt: findDue(read, statement, classifier),
      segmentIds: statement.sentence.segmentIds,
    });
  }
  return selectDistinct(items, ({ description }) => description);
}

interface Owner {
  readonly isUser: boolean;
  readonly name: string | undefined;
}

/** @returns undefined when it is somebody's whose name is not known. */
function findOwner({ document }: ReadDocument, { sentence }: Statement, isSpeakers: boolean): Owner | undefined {
  const { speaker, recipient } = sentence.utterance;
  if (document.form === "note") return { isUser: true, name: undefined };
  if (isSpeakers) return speaker.isUser || speaker.name !== undefined ? speaker : undefined;
  if (!speaker.isUser) return { isUser: true, name: undefined };
  if (recipient !== undefined) return { isUser: false, name: recipient };
  // Asked by the user: with one other participant it is theirs.
  const others = new Map(document.utterances.filter((other) => !other.speaker.isUser).map((other) => [other.speaker.key, other.speaker]));
  const [other] = others.values();
  return others.size === 1 && other?.name !== undefined ? other : undefined;
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
  const named = isSpeakers ? nameListener(worded, locale, speaker, statement) : speaker.isUser ? worded : nameSpeaker(worded, locale, speaker.name);
  const resolved = resolveObject(named, statement, statements, locale);
  if (!resolved || countContentWords(resolved, locale) === 0) return undefined;
  const text = renderPieces(resolved);
  return text.length <= MAX_DESCRIPTION_LENGTH && /\p{L}/u.test(text) ? text : undefined;
}

/**
 * Names what a pronoun stands for when little else says what is to be done: "ring her" → "ring mum".
 * @returns undefined when it is not certain.
 */
function resolveObject(
  pieces: readonly Piece[],
  statement: Statement,
  statements: readonly Statement[],
  locale: Locale,
): readonly Piece[] | undefined {
  const isPronoun = ({ lower }: Piece): boolean => locale.pronouns.third.has(lower);
  const isVerb = ({ lower }: Piece): boolean => locale.findVerb(lower) !== undefined;
  const objects = pieces.filter((piece) => !isPronoun(piece) && !isVerb(piece));
  if (countContentWords(objects, locale) > 0) return pieces;
  const position = pieces.findIndex(isPronoun);
  if (position === -1) return countContentWords(pieces, locale) > 1 || statement.sentence.utterance.kind !== "prose" ? pieces : undefined;
  const antecedent = findAntecedent(statements, statement.index);
  return antecedent && pieces.map((piece, index) => (index === position ? replaceText(piece, antecedent.text) : piece));
}

/** What another person asks for is given to them: "send me the report" → "send Anna the report". */
function nameSpeaker(pieces: readonly Piece[], locale: Locale, name: string | undefined): Piece[] {
  const isObject = ({ lower }: Piece): boolean => locale.pronouns.first.has(lower) && !locale.pronouns.firstSubject.has(lower);
  if (locale.code !== "en" || name === undefined) return pieces.filter((piece) => !isObject(piece) || locale.possessives.has(piece.lower));
  return pieces.flatMap((piece) => {
    if (piece.lower === "my") return [replaceText(piece, `${name}'s`)];
    return piece.lower === "me" ? [replaceText(piece, name)] : [piece];
  });
}

/** What the user promises to do for the other person: "send you the quote" → "send Brandon the quote". */
function nameListener(pieces: readonly Piece[], locale: Locale, speaker: Speaker, { sentence }: Statement): readonly Piece[] {
  if (!speaker.isUser || sentence.utterance.kind !== "prose") return pieces;
  const { recipient } = sentence.utterance;
  const isListener = ({ lower }: Piece): boolean => locale.pronouns.second.has(lower) && !locale.has("secondPossessives", lower);
  return pieces.flatMap((piece, index) => {
    if (index === 0 || !isListener(piece)) return [piece];
    return locale.code === "en" && recipient !== undefined ? [replaceText(piece, recipient)] : locale.code === "en" ? [piece] : [];
  });
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
  return context && classifier.isDueInContext(statement.index, context) ? reader.resolveDue(context.time) : null;
}
