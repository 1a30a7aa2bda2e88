import type { Statement } from "../extraction/statements.js";
import type { TextToken } from "../text/text-tokens.js";

/** How many statements back a pronoun may refer. */
const MAX_DISTANCE = 4;

/**
 * Finds the person or animal to whom a third-person pronoun refers: the last relative or pet that is mentioned within a
 * few statements, if it is the only one there.
 * @param allowsNames whether a name alone counts, which may also be that of a shop or a town.
 * @returns undefined when none or several could be meant.
 */
export function findAntecedent(
  statements: readonly Statement[],
  index: number,
  { allowsNames = false }: { readonly allowsNames?: boolean } = {},
): string | undefined {
  for (let distance = 1; distance <= MAX_DISTANCE; distance += 1) {
    const statement = statements[index - distance];
    if (!statement) return undefined;
    const mentions = findMentions(statement, allowsNames);
    if (mentions.length > 0) return mentions.length === 1 ? mentions[0] : undefined;
  }
  return undefined;
}

/** @returns the relatives, pets and perhaps names that a statement mentions; a relative with a name is one mention. */
function findMentions({ tokens, sentence, times, from }: Statement, allowsNames: boolean): string[] {
  const { locale } = sentence;
  if (!locale) return [];
  const isName = (token: TextToken | undefined): boolean =>
    token !== undefined &&
    /^\p{Lu}\p{Ll}+$/u.test(token.text) &&
    !locale.isKnown(token.lower) &&
    !times.some((time) => token.from - from >= time.from && token.from - from < time.to);
  return tokens.flatMap((token, index) => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]];
    if (locale.has("kinship", token.lower)) return [next && isName(next) ? `${token.text} ${next.text}` : token.text];
    // German nouns have capital letters too.
    const isAllowed = allowsNames && locale.code !== "de" && !locale.has("kinship", before?.lower ?? "");
    return isAllowed && isName(token) ? [token.text] : [];
  });
}
