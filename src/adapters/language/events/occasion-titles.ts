import { OCCASIONS, singular } from "./occasions.js";
import type { Token } from "../text/tagger.js";
import { complement, DETERMINER, isModifier, joined } from "./title-phrases.js";

const NAMED_EVENING =
  /\b(?:parents['’]?|open|quiz|games?|movie|film|poker|bingo|information|curriculum) (?:evening|night)(?: at the \p{Ll}+)?/iu;

/** "The parents' evening at the school": an evening that has a name. */
export const eveningTitle = (clause: string): string | undefined => NAMED_EVENING.exec(clause)?.[0];

/** The occasion with what names it: "dentist appointment", "dinner with Sam", "flight to Berlin". */
export function occasionTitle(tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex((token, i) => isOccasion(token, i, tokens));
  if (at < 0) return undefined;
  let from = at;
  while (from > 0 && isModifier(tokens[from - 1])) from -= 1;
  while (tokens[from]?.lower === "'s") from += 1;
  const lead = tokens[DETERMINER.test(tokens[from - 1]?.lower ?? "") ? from - 2 : from - 1];
  if (CIRCUMSTANCE.test(lead?.lower ?? "")) return undefined;
  if (lead?.lower === "on" && AWAY.test(tokens[at]?.lower ?? "")) return undefined;
  let to = at + 1;
  while (to < tokens.length && isModifier(tokens[to]) && !isPredicate(tokens[to])) to += 1;
  if (tokens[to - 1]?.lower === "'s") to -= 1;
  return joined(tokens.slice(from, to)) + complement(tokens, to);
}

/** "In class", "after lunch": tells when or where something else is. */
const CIRCUMSTANCE = /^(?:in|after|before|during|since|until|by|than|at|per|about|of)$/;

/** "The rehearsal moves to six": what happens to it is no part of its name. */
const isPredicate = (token: Token | undefined): boolean =>
  token?.pos === "ADJ" || /^(?:moves|starts|begins|ends|finishes|takes|lasts|goes)$/.test(token?.lower ?? "");

/** "On vacation" tells why somebody is not there. */
const AWAY = /^(?:vacation|holiday|holidays)$/;

/** "Show me", "I'll move them": a verb, though the word names an occasion too. */
const PERSON = /^(?:me|him|them|it|us|you)$/;

const MODAL = /^(?:'ll|will|can|could|should|would|must|let's|please|don't|won't|can't|i|you|we|they)$/;

/** "I've got the dentist", "doctor's appointment"; not "Thank you, doctor", "doctor Lin", "the doctor said". */
const isVisited = (before: Token | undefined, next: Token | undefined): boolean =>
  !/^(?:PROPN|VERB)$/.test(next?.pos ?? "") &&
  (next !== undefined && next.pos !== "PUNCT" ? true : DETERMINER.test(before?.lower ?? ""));

function isOccasion({ lower, pos }: Token, i: number, tokens: readonly Token[]): boolean {
  if (!OCCASIONS.has(singular(lower))) return false;
  const before = tokens[i - 1];
  if (PERSON.test(tokens[i + 1]?.lower ?? "") || MODAL.test(before?.lower ?? "")) return false;
  if (/^(?:doctor|dentist)$/.test(lower) && !isVisited(before, tokens[i + 1])) return false;
  if (lower === "course" && !DETERMINER.test(before?.lower ?? "") && !isModifier(before)) return false;
  const isPlural = singular(lower) !== lower;
  if (isPlural && !DETERMINER.test(before?.lower ?? "")) return false;
  if (lower === "meeting") return !before || !(before.pos === "AUX" || /^'(?:m|re|s)$/.test(before.lower));
  const endsPhrase =
    (/^(?:NOUN|NUM|ADJ)$/.test(before?.pos ?? "") || before?.lower === "o'clock") &&
    (tokens[i + 1]?.pos ?? "PUNCT") === "PUNCT";
  return pos !== "VERB" || i === 0 || endsPhrase || DETERMINER.test(before?.lower ?? "");
}
