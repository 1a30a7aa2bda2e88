import type { Statement } from "../extraction/statements.js";
import type { Locale } from "../locales/locale.js";

/** How many statements back a pronoun may refer. */
const MAX_DISTANCE = 4;

/** A person whom a statement names. */
export interface Mention {
  /** "Emil", "my sister Anna" without its possessive: "sister Anna". */
  readonly text: string;
}

/**
 * Finds the person to whom a third-person pronoun refers: the last relative or name that the same conversation mentions
 * within a few statements, if it is the only one.
 * @returns undefined when nobody or several people could be meant.
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

/** @returns the relatives and names that a statement mentions; a relative with a name is one person. */
export function findMentions({ tokens, sentence }: Statement): Mention[] {
  const { locale } = sentence;
  if (!locale) return [];
  const mentions: Mention[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    const isRelative = locale.has("kinship", token.lower);
    const next = tokens[index + 1];
    if (isRelative) {
      const isNamed = next !== undefined && isName(next.text, next.lower, locale);
      mentions.push({ text: isNamed ? `${token.text} ${next.text}` : token.text });
      if (isNamed) index += 1;
    } else if (index > 0 && isName(token.text, token.lower, locale)) {
      mentions.push({ text: token.text });
    }
  }
  return mentions;
}

/** A capitalised word that is not a known word of the language. German nouns are capitalised too and give no evidence. */
function isName(text: string, lower: string, locale: Locale): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(text) || locale.code === "de") return false;
  return !locale.has("stopWords", lower) && !locale.has("kinship", lower) && locale.findVerb(lower) === undefined;
}
