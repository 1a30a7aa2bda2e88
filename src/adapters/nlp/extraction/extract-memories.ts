import type { ExtractedMemory } from "../../../domain/conversation/summary-result.js";
import type { MemoryCategory } from "../../../domain/memory/memory-category.js";
import { findAntecedent } from "../dialogue/references.js";
import type { Locale } from "../locales/locale.js";
import type { ReadDocument } from "./document-reader.js";
import { selectDistinct } from "./duplicates.js";
import type { StatementClassifier } from "./statement-classifier.js";
import type { Statement } from "./statements.js";
import { toThirdPerson } from "./verb-forms.js";
import {
  countContentWords,
  createPiece,
  removeOpenings,
  renderPieces,
  replaceText,
  toPieces,
  type Piece,
} from "./wording.js";

const MAX_FACT_LENGTH = 200;
/** Of a fact without a verb: "blood group O". */
const MIN_FACT_WORDS = 2;
/** Words from the start within which the subject of a fact stands. */
const SUBJECT_WORDS = 2;

/** Finds lasting facts about the user and the people around them. */
export function extractMemories(
  { statements, document }: ReadDocument,
  classifier: StatementClassifier,
  classify: (content: string) => MemoryCategory,
): ExtractedMemory[] {
  const memories: ExtractedMemory[] = [];
  for (const statement of statements) {
    const { locale, utterance, segmentIds } = statement.sentence;
    if (!locale || utterance.kind === "heading") continue;
    const margin = classifier.computeMargin("memory", statement.index);
    // "Thank uncle Obi for the tyres" mentions a relative, but is a task.
    if (margin < 0 || margin < classifier.computeMargin("task", statement.index)) continue;
    const isUsers = utterance.speaker.isUser || document.form === "note";
    const content = isUsers
      ? describeFact(statement, statements, locale)
      : describeOthersFact(statement, statements, locale);
    if (content !== undefined) memories.push({ content, category: classify(content), segmentIds });
  }
  return selectDistinct(memories, ({ content }) => content);
}

function describeFact(statement: Statement, statements: readonly Statement[], locale: Locale): string | undefined {
  const content = removeSubordination(removeOpenings(toPieces(statement.tokens), locale), locale);
  const subject = resolveSubject(content, statement, statements, locale);
  if (!subject) return undefined;
  const pieces = toThirdPerson(subject, locale);
  if (!pieces) return undefined;
  return renderFact(replacePossessives(pieces, locale), locale);
}

/** "Que no como carne", "remember that I'm allergic": a subordinate clause is a fact without what introduces it. */
function removeSubordination(pieces: readonly Piece[], locale: Locale): readonly Piece[] {
  const words = pieces.map(({ lower }) => lower);
  const isConjunction = (index: number): boolean =>
    locale.has("questionWords", words[index] ?? "") || locale.has("connectives", words[index] ?? "");
  const lead = locale.leads.matchLength(words, 0);
  const start = isConjunction(lead) ? lead + 1 : isConjunction(lead - 1) ? lead : 0;
  return start > 0 && start < pieces.length ? pieces.slice(start) : pieces;
}

/** A fact that another speaker states about themselves: "Hannah is allergic to nuts". */
function describeOthersFact(
  statement: Statement,
  statements: readonly Statement[],
  locale: Locale,
): string | undefined {
  const { speaker } = statement.sentence.utterance;
  const content = removeOpenings(toPieces(statement.tokens), locale);
  const hasFirstPerson = content.some(({ lower }) => locale.pronouns.firstSubject.has(lower));
  if (!hasFirstPerson) {
    const isAboutListener = content.some(
      ({ lower }) => locale.pronouns.second.has(lower) || locale.has("secondPossessives", lower),
    );
    if (isAboutListener || content.some(({ lower }) => locale.possessives.has(lower))) return undefined;
    const subject = resolveSubject(content, statement, statements, locale);
    return subject && renderFact(subject, locale);
  }
  const pieces = toThirdPerson(content, locale);
  if (!pieces || speaker.name === undefined) return undefined;
  return renderFact(
    [
      createPiece(speaker.name),
      ...replacePossessives(pieces, locale).map((piece, index) => (index === 0 ? { ...piece, isSpaced: true } : piece)),
    ],
    locale,
  );
}

/** Replaces a third-person subject by the person it refers to. @returns undefined when that is not certain. */
function resolveSubject(
  pieces: readonly Piece[],
  statement: Statement,
  statements: readonly Statement[],
  locale: Locale,
): readonly Piece[] | undefined {
  const subject = pieces.slice(0, SUBJECT_WORDS).findIndex(({ lower }) => isPersonalPronoun(lower, locale));
  // "Ihre Schuhgröße ist 38": of whom?
  if (subject === -1) return locale.pronouns.third.has(pieces[0]?.lower ?? "") ? undefined : pieces;
  const antecedent = findAntecedent(statements, statement.index);
  if (antecedent === undefined) return undefined;
  return pieces.map((piece, index) => (index === subject ? replaceText(piece, antecedent) : piece));
}

const isPersonalPronoun = (word: string, locale: Locale): boolean =>
  locale.pronouns.third.has(word) && locale.has("clauseSubjects", word) && !locale.pronouns.firstSubject.has(word);

const replacePossessives = (pieces: readonly Piece[], locale: Locale): Piece[] =>
  pieces.flatMap((piece) => {
    const replacement = locale.possessives.get(piece.lower);
    if (replacement === undefined) return [piece];
    return replacement === "" ? [] : [replaceText(piece, replacement)];
  });

/** Words from the start within which no pronoun may stand that nothing explains. */
const MAX_FACT_SUBJECT_POSITION = 3;

function renderFact(pieces: readonly Piece[], locale: Locale): string | undefined {
  if (!isWholeFact(pieces, locale)) return undefined;
  const text = renderPieces(pieces);
  return text.length <= MAX_FACT_LENGTH && /\p{L}/u.test(text) && !text.endsWith("?") ? text : undefined;
}

/** A fact names what it is about: it has content beside its verb, and no pronoun whose person is not known. */
function isWholeFact(pieces: readonly Piece[], locale: Locale): boolean {
  const words = pieces.filter(({ isWord }) => isWord);
  const isUnresolved = ({ lower }: Piece): boolean =>
    isPersonalPronoun(lower, locale) || locale.pronouns.second.has(lower);
  if (words.slice(0, MAX_FACT_SUBJECT_POSITION).some(isUnresolved)) return false;
  if (words.some(({ lower }) => locale.pronouns.firstSubject.has(lower))) return false;
  const hasVerb = words.some(({ lower }) => locale.findVerb(lower) !== undefined);
  return (
    countContentWords(
      words.filter(({ lower }) => locale.findVerb(lower) === undefined),
      locale,
    ) >= (hasVerb ? 1 : MIN_FACT_WORDS)
  );
}
