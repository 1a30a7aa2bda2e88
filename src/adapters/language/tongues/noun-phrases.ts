import { piecesOf, tokensOf } from "./clauses.js";
import { type Parties, swapped, withPossessives } from "./parties.js";
import type { Tongue } from "./tongue.js";

/** How far back what a pronoun stands for is looked for, in sentences. */
export const NEAR = 6;
const OF = /^(?:de|d'|des|du|di|do|da|dos|das|del|della|dei|von|vom|van)$/;

/** A sentence that was said before. */
export interface Before {
  readonly text: string;
  /** Whether by who speaks now. */
  readonly isOwn: boolean;
}

interface Hearing {
  readonly tongue: Tongue;
  readonly parties: Parties;
}

/**
 * What a pronoun most likely stands for: the last thing that was named with a determiner of its gender and number.
 * @param before what was said before, the latest first.
 */
export function antecedent(
  determiners: string,
  before: readonly Before[],
  { tongue, parties }: Hearing,
): string | undefined {
  for (const { text, isOwn } of before) {
    for (const piece of piecesOf(text).toReversed()) {
      const named = lastNamed(piece, determiners, tongue);
      if (named !== undefined) return withPossessives(named, tongue.speech, isOwn ? parties : swapped(parties));
    }
  }
  return undefined;
}

/** Each with the form that it has where something is done to the thing; "^" where it is so only at a clause's beginning. */
const formsIn = (determiners: string): ReadonlyMap<string, string> =>
  new Map(
    determiners.split("|").map((form): [string, string] => {
      const [said = "", named = said] = form.split("=");
      return [said, named];
    }),
  );

/** Whether a text begins with a thing, and not with where it is: "o bolo", not "na pastelaria". */
export function opensWithThing(text: string, { speech }: Tongue): boolean {
  const [first] = tokensOf(text);
  const forms = formsIn([...speech.pronouns.values()].join("|"));
  return first !== undefined && forms.get(first.lower) === first.lower;
}

function lastNamed(piece: string, determiners: string, tongue: Tongue): string | undefined {
  const forms = formsIn(determiners);
  const tokens = tokensOf(piece);
  for (let at = tokens.length - 2; at >= 0; at -= 1) {
    const token = tokens[at];
    const form = token && (forms.get(token.lower) ?? (at === 0 ? forms.get(`^${token.lower}`) : undefined));
    if (!token || form === undefined) continue;
    const end = endOf(tokens.slice(at + 1), tongue);
    const last = tokens[at + end];
    if (end === 0 || !last) continue;
    // "I suoi genitori".
    const article = tokens[at - 1];
    const isDouble = !tongue.speech.lexicon.infinitiveLast && article !== undefined && forms.has(article.lower);
    return isDouble
      ? (forms.get(article.lower) ?? article.lower) + piece.slice(article.to, last.to)
      : form + piece.slice(token.to, last.to);
  }
  return undefined;
}

/** How many words after a determiner are the thing that it names; 0 for none. */
function endOf(words: readonly { readonly text: string; readonly lower: string }[], tongue: Tongue): number {
  const isContent = (at: number): boolean => {
    const word = words[at];
    return word !== undefined && /^\p{L}{2}/u.test(word.text) && !tongue.isFunctionWord(word.lower);
  };
  if (!isContent(0)) return 0;
  if (tongue.capitalNouns) {
    const noun = words.slice(0, 4).findIndex(({ text }) => /^\p{Lu}/u.test(text));
    return noun + 1;
  }
  let end = 1;
  if (tongue.speech.lexicon.infinitiveLast && /e$/.test(words[0]?.lower ?? "") && isContent(1)) end = 2;
  else if (OF.test(words[1]?.lower ?? "") && isContent(2)) end = 3;
  else if (words.length === 2 && isContent(1) && !tongue.speech.lexicon.infinitiveLast) end = 2;
  return end;
}

/** The last name in a text of a language that writes names alone with a capital. */
export function nameIn(text: string, tongue: Tongue): string | undefined {
  return tokensOf(text)
    .slice(1)
    .findLast(({ text: word, lower }) => /^\p{Lu}\p{Ll}+$/u.test(word) && !tongue.isFunctionWord(lower))?.text;
}

/** A name or a thing alone, which what follows is said of: "Karim, I'll call him". */
export function topicIn(piece: string, tongue: Tongue): string | undefined {
  const tokens = tokensOf(piece);
  const [first] = tokens;
  if (!first || tokens.length > 4) return undefined;
  if (tongue.speech.yes.test(piece) || tongue.speech.no.test(piece)) return undefined;
  if (tokens.length === 1)
    return /^\p{Lu}/u.test(first.text) && !tongue.isFunctionWord(first.lower) ? piece : undefined;
  const isThing =
    tongue.isDeterminer(first.lower.replace("'", "")) && endOf(tokens.slice(1), tongue) === tokens.length - 1;
  return isThing ? first.lower + piece.slice(first.to) : undefined;
}

/** Who comes: "the electrician comes at nine". */
export function visitorIn(text: string, tongue: Tongue): string | undefined {
  const tokens = tokensOf(text);
  for (const [at, token] of tokens.entries()) {
    if (!tongue.isDeterminer(token.lower.replace("'", ""))) continue;
    const end = endOf(tokens.slice(at + 1), tongue);
    const [first, last] = [tokens[at + 1], tokens[at + end]];
    if (end > 0 && first && last) return text.slice(first.from, last.to);
  }
  return undefined;
}
