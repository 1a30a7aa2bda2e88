import type { ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import { computeProbability } from "../classification/logistic-regression.js";
import type { Models } from "../classification/models.js";
import type { Locale } from "../locales/locale.js";
import type { TimeExpression } from "../temporal/time-expression.js";
import type { ReadDocument } from "./document-reader.js";
import { selectDistinct } from "./duplicates.js";
import type { Statement } from "./statements.js";
import { toInfinitive } from "./verb-forms.js";
import { countContentWords, removeLeads, removeOpenings, removeTimes, renderPieces, replaceText, toPieces, type Piece } from "./wording.js";

const MAX_DESCRIPTION_LENGTH = 200;

/** Finds what the user or somebody else still has to do. */
export function extractActionItems(read: ReadDocument, models: Models): ExtractedActionItem[] {
  const { statements, features } = read;
  const items: ExtractedActionItem[] = [];
  for (const statement of statements) {
    const { locale, utterance } = statement.sentence;
    if (!locale || utterance.kind === "done-item" || utterance.kind === "heading") continue;
    const slots = features.compute(statement.index);
    if (computeProbability(models.task, slots) < models.task.threshold) continue;
    const isSpeakers = computeProbability(models.owner, slots) >= models.owner.threshold;
    const owner = findOwner(read, statement, isSpeakers);
    if (owner === undefined) continue;
    const description = describeTask(statement, locale, isSpeakers);
    if (description === undefined) continue;
    items.push({
      description: owner.isUser ? description : `${owner.name ?? ""}: ${description}`,
      dueAt: findDue(read, statement),
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
function describeTask(statement: Statement, locale: Locale, isSpeakers: boolean): string | undefined {
  const { speaker } = statement.sentence.utterance;
  const timeless = toPieces(removeTimes(statement.tokens, statement.times, statement.from));
  const content = removeLeads(removeOpenings(timeless, locale), locale);
  const worded = toInfinitive(content, locale);
  const resolved = isSpeakers || speaker.isUser ? worded : nameSpeaker(worded, locale, speaker.name);
  if (countContentWords(resolved, locale) === 0) return undefined;
  const text = renderPieces(resolved);
  return text.length <= MAX_DESCRIPTION_LENGTH && /\p{L}/u.test(text) ? text : undefined;
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

/** The time that the statement names, or else its sentence, its heading, or the answer to its request. */
function findDue({ findTimeReader }: ReadDocument, statement: Statement): Date | null {
  const { sentence, times } = statement;
  const reader = findTimeReader(sentence);
  if (!reader) return null;
  const isUsable = (time: TimeExpression): boolean => !time.isPast && !time.isVague;
  const own = times.find(isUsable);
  if (own) return reader.resolveDue(own);
  const { heading } = sentence.utterance;
  const fromHeading = heading === undefined ? undefined : reader.find(heading).find((time) => isUsable(time) && time.hasDay);
  return fromHeading ? reader.resolveDue(fromHeading) : null;
}

