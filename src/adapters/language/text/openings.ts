import type { Sentence } from "./analysis.js";
import { withoutOpening } from "./disfluencies.js";

const known = new WeakMap<Sentence, string>();

/** A sentence's text without the words that only open it: several stages ask for it. */
export function opened(sentence: Sentence): string {
  const text = known.get(sentence) ?? withoutOpening(sentence.text);
  known.set(sentence, text);
  return text;
}
