/** The lengths of the beginnings before `*`. Without a limit, the time would grow with the square of a word's length. */
const MIN_WILDCARD_LENGTH = 3;
const MAX_WILDCARD_LENGTH = 20;
const NUMBER = /^\d/;

/** Sequences of words with wildcards: `allerg*` and `*day` match a part, `#` a number or a quantity. */
export class WordPatterns {
  /** By the first word with its wildcard. */
  private readonly patterns = new Map<string, string[][]>();
  /** First words that are the end of a word. */
  private readonly suffixes: string[] = [];

  /** @param list patterns separated by commas. @param quantities words for which `#` stands. */
  constructor(
    list: string,
    private readonly quantities: ReadonlySet<string>,
  ) {
    for (const pattern of list.split(",")) {
      const words = pattern.trim().split(" ");
      const [first = ""] = words;
      const others = this.patterns.get(first);
      if (others) others.push(words);
      else this.patterns.set(first, [words]);
      if (!others && first.startsWith("*")) this.suffixes.push(first);
    }
  }

  /** @param words lower case. @returns the number of words that a pattern matches from the position on; 0 for none. */
  matchLength(words: readonly string[], position: number): number {
    const word = words[position];
    if (word === undefined) return 0;
    for (const key of this.listKeys(word)) {
      const isMatch = (pattern: readonly string[]): boolean =>
        pattern.every((part, offset) => offset === 0 || this.matchesWord(part, words[position + offset]));
      const pattern = this.patterns.get(key)?.find(isMatch);
      if (pattern) return pattern.length;
    }
    return 0;
  }

  /** The first words of patterns that match the word. */
  private *listKeys(word: string): Generator<string> {
    yield word;
    const maxLength = Math.min(word.length, MAX_WILDCARD_LENGTH);
    for (let length = maxLength; length >= MIN_WILDCARD_LENGTH; length -= 1) yield `${word.slice(0, length)}*`;
    if (this.matchesWord("#", word)) yield "#";
    yield* this.suffixes.filter((suffix) => this.matchesWord(suffix, word));
  }

  private matchesWord(part: string, word: string | undefined): boolean {
    if (word === undefined) return false;
    if (part === "#") return NUMBER.test(word) || this.quantities.has(word);
    if (part.startsWith("*")) return word.endsWith(part.slice(1));
    return part.endsWith("*") ? word.startsWith(part.slice(0, -1)) : word === part;
  }
}
