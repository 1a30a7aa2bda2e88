import type { Sentence } from "../text/analysis.js";

/** Laughter, and owning up. "No kidding" is said in earnest. */
const OWN =
  /\b(?=[kjtwialr])(?<!\b(?:not|no) )(?:kidding|joking|teasing|(?:was|is|as|a) (?:only |just )?(?:a )?joke|lol|lmao|rofl|jk)\b|\bha(?: |-)?ha|\bhehe/i;
/** An answer by which others show that they believe nothing of it. */
const OTHERS =
  /^(?:very funny|you(?:'re| are) (?:joking|kidding|hilarious)|don't be silly|in your dreams|you wish)\b|\bha(?: |-)?ha/i;
/** How far on it is looked for, in sentences. */
const NEAR = 2;

/** Whether a sentence turns out to be a joke, by its own words or by those said right after it. */
export function isJoke({ index, text, speaker }: Sentence, sentences: readonly Sentence[]): boolean {
  const after = sentences.slice(index + 1, index + 1 + NEAR);
  return OWN.test(text) || after.some((next) => (next.speaker.key === speaker.key ? OWN : OTHERS).test(next.text));
}
