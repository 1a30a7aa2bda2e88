import type { Sentence } from "./analysis.js";

export const REFUSAL = /^(?:sorry|I'm sorry|no|nope|I can't|I cannot|I'm afraid|unfortunately|not really)\b/i;
export const ASSENT =
  /^(?:yes|yeah|yep|sure|okay|OK|of course|will do|no problem|absolutely|certainly|I can|I will|I'll|right|alright|fine|gladly|definitely)\b/i;

/** What another said right after a request or a question. */
export function replyTo({ index, speaker }: Sentence, sentences: readonly Sentence[]): Sentence | undefined {
  return sentences.slice(index + 1, index + 4).find((next) => next.speaker.key !== speaker.key);
}
