/** Words and phrases, with underscores for their spaces, as the alternatives of a regular expression. */
export const alternatives = (words: string): string =>
  words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll("_", " "))
    .join("|");
