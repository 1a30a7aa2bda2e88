import type { Statement } from "../extraction/statements.js";

/** How many statements back a pronoun may refer. */
const MAX_DISTANCE = 4;

/** A person whom a statement names. */
export interface Mention {
  /** "Emil", "my sister Anna" without its possessive: "sister Anna". */
  readonly text: string;
}

/**
 * Finds the person or animal to whom a third-person pronoun refers: the last relative or pet that is mentioned within a
 * few statements, if it is the only one there. A name alone may be that of a shop or a town and is no evidence.
 * @returns undefined when nobody or several could be meant.
 */
export function findAntecedent(statements: readonly Statement[], index: number): Mention | undefined {
  for (let distance = 1; distance <= MAX_DISTANCE; distance += 1) {
    const statement = statements[index - distance];
    if (!statement) return undefined;
    const mentions = findMentions(statement);
    if (mentions.length > 0) return mentions.length === 1 ? mentions[0] : undefined;
  }
  return undefined;
}

/** @returns the relatives and pets that a statement mentions; one that is named is one mention. */
function findMentions({ tokens, sentence }: Statement): Mention[] {
  const { locale } = sentence;
  if (!locale) return [];
  return tokens.flatMap((token, index) => {
    if (!locale.has("kinship", token.lower)) return [];
    const next = tokens[index + 1];
    const isNamed = next !== undefined && /^\p{Lu}\p{Ll}+$/u.test(next.text) && !locale.isKnown(next.lower);
    return [{ text: isNamed ? `${token.text} ${next.text}` : token.text }];
  });
}
