import type { Sentence } from "../text/analysis.js";
import { stopWords } from "../text/words.js";

/** Capitalised words that open sentences before a comma and are no names. */
const NO_NAME =
  /^(?:great|good|fine|nice|lovely|perfect|brilliant|excellent|wonderful|fantastic|amazing|awesome|superb|splendid|sure|absolutely|definitely|certainly|exactly|indeed|agreed|understood|deal|done|alright|anyway|actually|honestly|frankly|luckily|unfortunately|sadly|hopefully|obviously|basically|maybe|perhaps|listen|look|cheers|morning|everyone|everybody|guys|folks|team|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|god|jesus|christ|today|tomorrow|yesterday|thank.*|mum|mom|dad|honey|darling|professor|doctor|sir|madam|madame?)$/i;

const NAME = String.raw`(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?`;
const PATTERNS = [
  // "Jonas, you had a draft?", and "Omar?" alone.
  new RegExp(`^(${NAME})(?:, (?=\\p{Ll}|I\\b|I')|\\?$)`, "u"),
  // "Hi Rosa, ...", "Thanks, Lena."
  new RegExp(
    `^(?:[Hh]i|[Hh]ello|[Hh]ey|[Tt]hanks|[Tt]hank you|[Oo]kay|[Rr]ight|[Gg]ood morning|[Ss]orry),? (${NAME})[,.!?]`,
    "u",
  ),
  // "You said it into a microphone, Priya."
  new RegExp(`\\p{Ll}, (${NAME})[.!?]$`, "u"),
  // "So, Jonas, can you ..."
  new RegExp(`, (${NAME}), (?=(?:can|could|would|will|do|did|have|are|you|please|what|how|I)\\b)`, "u"),
];

/** The names by which a sentence addresses somebody. */
export function vocativesIn({ text }: Sentence): string[] {
  return PATTERNS.flatMap((pattern) => {
    const name = pattern.exec(text)?.[1];
    return name === undefined || NO_NAME.test(name) || stopWords.has(name.toLowerCase()) ? [] : [name];
  });
}
