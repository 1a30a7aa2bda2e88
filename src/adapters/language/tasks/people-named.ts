import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";
import { backchannel, genericWords, stopWords } from "../text/words.js";
import { EITHER, MEN, WOMEN } from "./person-words.js";

/** Somebody whom a sentence names. */
export interface NamedPerson {
  readonly name: string;
  /** False where the sentence that names them speaks of the other. */
  readonly mayBe: Readonly<Record<"him" | "her", boolean>>;
}

/** Whose "my dad" or "your dad" of a sentence is, as the one who is to act should read it. */
export type Whose = (possessive: string, sentence: Sentence) => string | undefined;

/** Names that are not of places or days, as far as the word before tells, and "the mushroom man"; last one first. */
export function peopleIn(sentence: Sentence, whose: Whose): NamedPerson[] {
  const { tokens } = sentence;
  const has = (pattern: RegExp): boolean => tokens.some(({ lower }) => pattern.test(lower));
  const [male, female] = [has(/^(?:he|him|his)$/), has(/^(?:she|her|hers)$/)];
  const found: NamedPerson[] = [];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const either = EITHER.has(token.lower);
    // "I know a guy who sells them": he is not spoken of again.
    if (/^an?$/.test(before?.lower ?? "") && /^(?:man|guy|woman|lady|bloke|chap|fellow)$/.test(token.lower)) return;
    const [man, woman] = [either || MEN.has(token.lower), either || WOMEN.has(token.lower)];
    if ((man || woman) && isNameBehind(token, tokens[i + 1])) {
      found.push({ name: `${token.text} ${tokens[i + 1]?.text ?? ""}`, mayBe: { him: man, her: woman } });
    } else if (man || woman) {
      const modifier = before?.pos === "NOUN" ? `${before.lower} ` : "";
      const owner = (before && whose(before.lower, sentence)) ?? "the";
      found.push({ name: `${owner} ${modifier}${token.lower}`, mayBe: { him: man, her: woman } });
    } else if (
      isName(token) &&
      !NO_PERSON.test(token.lower) &&
      !isName(tokens[i + 1]) &&
      !PLACING.test(nameStart(tokens, i)?.lower ?? "")
    ) {
      const title = nameStart(tokens, i)?.lower ?? "";
      const mayBe = /^mrs?\.?$|^ms\.?$/.test(title)
        ? { him: /^mr\b/.test(title), her: !/^mr\b/.test(title) }
        : { him: male || !female, her: female || !male };
      found.push({ name: fullName(tokens, i), mayBe });
    }
  });
  return found.reverse();
}

/** Feasts and doings that a capital makes look like people. */
const NO_PERSON =
  /ing$|^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:january|february|march|april|june|july|august|september|october|november|december)$|^(?:easter|christmas|xmas|diwali|ramadan|thanksgiving|halloween|internet|zoom|google|god|ha|oh)$/;
const PLACING = /^(?:in|to|at|from|of|on|by|next)$/;

/** "Aunt Rose", and "uncle kojo" where nothing is written with a capital. */
function isNameBehind(token: Token, next: Token | undefined): boolean {
  if (isCapital(token)) return isCapital(next);
  return /^(?:uncle|aunt|auntie)$/.test(token.lower) && /^(?:NOUN|PROPN)$/.test(next?.pos ?? "");
}

export const isCapital = (token: Token | undefined): boolean => /^\p{Lu}\p{Ll}+$/u.test(token?.text ?? "");

function isName(token: Token | undefined): boolean {
  return token?.pos === "PROPN" && /^\p{Lu}\p{Ll}+$/u.test(token.text) && !isCommon(token.lower);
}

const isCommon = (word: string): boolean => stopWords.has(word) || backchannel.has(word) || genericWords.has(word);

/** The word before a name's first part. */
function nameStart(tokens: readonly Token[], last: number): Token | undefined {
  let first = last;
  while (isName(tokens[first - 1])) first -= 1;
  return tokens[first - 1];
}

function fullName(tokens: readonly Token[], last: number): string {
  let first = last;
  while (isName(tokens[first - 1])) first -= 1;
  return tokens
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(" ");
}
