import type { Locale, VerbForms } from "../locales/locale.js";
import { createPiece, replaceText, type Piece } from "./wording.js";

/** Words from the start of a statement within which its finite verb is looked for. */
const MAX_VERB_POSITION = 8;

interface FoundVerb {
  readonly index: number;
  readonly verb: VerbForms;
}

/**
 * Turns a statement of what the speaker will do ("I'll bring", "llevo yo el postre") or is asked to do ("ruf an") into the
 * infinitive of a to-do list. A statement without a known verb stays as it is.
 */
export function toInfinitive(statement: readonly Piece[], locale: Locale): Piece[] {
  const pieces = removeModal(statement, locale);
  const found = findFirstPersonVerb(pieces, locale) ?? findImperative(pieces, locale);
  if (!found) return toBaseForm(pieces, locale);
  const { index: verbIndex, verb } = found;
  const subject = findSubject(pieces, verbIndex, locale);
  const isDropped = (index: number): boolean =>
    index === verbIndex || index === subject || isCliticBefore(pieces, index, verbIndex, locale);
  const before = pieces.slice(0, verbIndex).filter((_, index) => !isDropped(index));
  const after = pieces.slice(verbIndex + 1).filter((_, index) => !isDropped(verbIndex + 1 + index));
  const rest = [...before, ...after];
  const last = rest.findLast(({ isWord }) => isWord);
  const prefix = last && locale.has("separablePrefixes", last.lower) ? last : undefined;
  const infinitive = `${prefix?.lower ?? ""}${verb.infinitive}`;
  if (locale.isVerbFinal) return [...rest.filter((piece) => piece !== prefix), createPiece(infinitive)];
  // What stands before the verb is its object, and follows the infinitive: "gli esami li faccio".
  return [createPiece(infinitive), ...before.map((piece) => ({ ...piece, isSpaced: true })), ...after];
}

/** "Den Strom muss ich noch anmelden": the infinitive is there already. */
function removeModal(pieces: readonly Piece[], locale: Locale): readonly Piece[] {
  const isSubject = (index: number): boolean => locale.pronouns.firstSubject.has(pieces[index]?.lower ?? "");
  const modal = pieces
    .slice(0, MAX_VERB_POSITION)
    .findIndex(({ lower }, index) => locale.has("modals", lower) && (isSubject(index - 1) || isSubject(index + 1)));
  if (modal === -1) return pieces;
  const subject = isSubject(modal - 1) ? modal - 1 : modal + 1;
  return pieces.filter((_, index) => index !== modal && index !== subject);
}

/**
 * Finds the verb of what the speaker does: beside its subject ("bring ich", "je vous prépare"), or without one at the
 * start or behind its clitic ("li faccio"), unless an infinitive is there already: then the word is a noun.
 */
function findFirstPersonVerb(pieces: readonly Piece[], locale: Locale): FoundVerb | undefined {
  const hasInfinitive = pieces.some(({ lower }) => isInfinitive(lower, locale));
  for (const [index, { lower }] of pieces.slice(0, MAX_VERB_POSITION).entries()) {
    const found = locale.findVerb(lower);
    if (!found?.forms.has("first") || found.forms.has("infinitive") || found.forms.has("third")) continue;
    const isBare = index === 0 || (locale.isProDrop && isClitic(pieces[index - 1], locale));
    if (findSubject(pieces, index, locale) !== -1 || (isBare && !hasInfinitive)) return { index, verb: found.verb };
  }
  return undefined;
}

const isInfinitive = (word: string, locale: Locale): boolean => {
  const forms = locale.findVerb(word)?.forms;
  return forms !== undefined && forms.has("infinitive") && !forms.has("first");
};

function findImperative(pieces: readonly Piece[], locale: Locale): FoundVerb | undefined {
  const found = locale.findVerb(pieces[0]?.lower ?? "");
  return found && found.forms.has("imperative") && !found.forms.has("infinitive")
    ? { index: 0, verb: found.verb }
    : undefined;
}

/** @returns the position of the first-person subject of a verb: behind it, or before it and its clitics; -1 for none. */
function findSubject(pieces: readonly Piece[], verbIndex: number, locale: Locale): number {
  const isSubject = (index: number): boolean => locale.pronouns.firstSubject.has(pieces[index]?.lower ?? "");
  if (isSubject(verbIndex + 1)) return verbIndex + 1;
  let index = verbIndex - 1;
  while (index > 0 && !isSubject(index) && isClitic(pieces[index], locale)) index -= 1;
  return isSubject(index) ? index : -1;
}

const isClitic = (piece: Piece | undefined, locale: Locale): boolean =>
  piece !== undefined &&
  (["first", "second", "third"] as const).some((person) => locale.pronouns[person].has(piece.lower));

/** "La pago": the object pronoun before a Romance verb; what it stands for is named elsewhere or the task is dropped. */
const isCliticBefore = (pieces: readonly Piece[], index: number, verbIndex: number, locale: Locale): boolean =>
  !locale.isVerbFinal &&
  locale.code !== "en" &&
  index < verbIndex &&
  index >= verbIndex - 2 &&
  isClitic(pieces[index], locale);

/** "I'm bringing the salad": English writes plans in the progressive form. */
function toBaseForm(pieces: readonly Piece[], locale: Locale): Piece[] {
  const [first, second, third] = pieces;
  const isProgressive = first?.lower === "i" && second?.lower === "'m" && third?.lower.endsWith("ing");
  if (!third || !isProgressive) {
    const isBare =
      first !== undefined &&
      locale.pronouns.firstSubject.has(first.lower) &&
      locale.findVerb(second?.lower ?? "")?.forms.has("infinitive");
    return isBare ? pieces.slice(1) : [...pieces];
  }
  const stem = third.lower.slice(0, -"ing".length);
  const base = [stem, `${stem}e`, stem.slice(0, -1)].find((word) => locale.findVerb(word)?.forms.has("infinitive"));
  return base === undefined ? pieces.slice(2) : [replaceText(third, base), ...pieces.slice(3)];
}

/** English contractions of the first person and what they are in the third. */
const CONTRACTIONS = new Map([
  ["'m", "is"],
  ["'ve", "has"],
  ["'ll", "will"],
  ["'d", "would"],
  ["don't", "doesn't"],
  ["haven't", "hasn't"],
  ["wasn't", "wasn't"],
]);

/**
 * Turns a statement about the speaker into the third person without its subject: "I live in Munich" → "lives in Munich".
 * @returns undefined when the verb of a first-person subject is not known.
 */
export function toThirdPerson(pieces: readonly Piece[], locale: Locale): Piece[] | undefined {
  const subject = pieces.findIndex(({ lower }) => locale.pronouns.firstSubject.has(lower));
  if (subject === -1) {
    const changed = toThirdPersonAt(pieces, 0, locale);
    return changed ? convertJoinedVerbs(changed, 0, locale) : [...pieces];
  }
  // The verb follows its subject, after an adverb at most; in German and Dutch it may precede it.
  const positions = [subject + 1, subject - 1, subject + 2];
  for (const position of positions) {
    const changed = toThirdPersonAt(pieces, position, locale);
    if (changed) return convertJoinedVerbs(changed, position, locale).filter((_, index) => index !== subject);
  }
  const next = pieces[subject + 1]?.lower ?? "";
  const isUnchanged = locale.has("modals", next) || /^(?:was|can't|won't|never|always|usually|\w+ed)$/.test(next);
  return isUnchanged ? pieces.filter((_, index) => index !== subject) : undefined;
}

/** "I live in Porto and work at the port": verbs that are joined to the first one have the same subject. */
function convertJoinedVerbs(pieces: readonly Piece[], first: number, locale: Locale): Piece[] {
  return pieces.map((piece, index) => {
    if (index <= first) return piece;
    const found = locale.findVerb(piece.lower);
    const isFirstOnly =
      found?.forms.has("first") === true && !found.forms.has("infinitive") && !found.forms.has("third");
    const isJoined = pieces[index - 1]?.lower === locale.and && found?.forms.has("first") === true;
    return found && (isFirstOnly || isJoined) ? replaceText(piece, found.verb.thirdPerson) : piece;
  });
}

function toThirdPersonAt(pieces: readonly Piece[], position: number, locale: Locale): Piece[] | undefined {
  const piece = pieces[position];
  if (!piece) return undefined;
  const contraction = locale.code === "en" ? CONTRACTIONS.get(piece.lower) : undefined;
  const found = locale.findVerb(piece.lower);
  const form = contraction ?? (found?.forms.has("first") ? found.verb.thirdPerson : undefined);
  if (form === undefined) return undefined;
  return pieces.map((other, index) => (index === position ? { ...replaceText(other, form), isSpaced: true } : other));
}
