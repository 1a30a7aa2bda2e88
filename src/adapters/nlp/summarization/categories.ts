import { type Category, isCategory } from "../../../domain/conversation/conversation-attributes.js";
import type { Locale } from "../locales/locale.js";
import type { Document } from "../text/document.js";
import data from "./emojis.json" with { type: "json" };

/** Two different words, or one repeated, before a category is believed; fewer in a short text. */
const MIN_SCORE = 1.4;
const MIN_SHORT_SCORE = 0.7;
const SHORT_SENTENCES = 12;
/** Any meeting has the words of work; what it is about tells more. */
const WORK_WEIGHT = 0.6;
/** A shorter prefix, or one that leaves more letters of a word, matches by coincidence. */
const MIN_PREFIX_LENGTH = 3;
const MAX_REST_LENGTH = 5;

/**
 * The category whose words occur most. The weight of a word grows less than its count, so that no single word decides;
 * a word of several categories is shared between them.
 */
export function classifyCategory({ locale, sentences }: Document): Category {
  if (!locale) return "other";
  const counts = new Map<string, number>();
  for (const { tokens } of sentences) {
    for (const { lower, isWord } of tokens) if (isWord) counts.set(lower, (counts.get(lower) ?? 0) + 1);
  }
  const scores = new Map<Category, number>();
  for (const [word, count] of counts) {
    const found = findCategories(word, locale).filter(isCategory);
    const weight = (1 + Math.sqrt(count)) / 2;
    for (const category of found) {
      scores.set(category, (scores.get(category) ?? 0) + weight / Math.sqrt(found.length));
    }
  }
  scores.set("work", WORK_WEIGHT * (scores.get("work") ?? 0));
  const [best] = Array.from(scores).sort(([, one], [, other]) => other - one);
  const minimum = sentences.length < SHORT_SENTENCES ? MIN_SHORT_SCORE : MIN_SCORE;
  return best && best[1] >= minimum ? best[0] : "other";
}

/** A word matches its own entry or the longest prefix entry (`allerg*`). */
export function findCategories(word: string, { categories }: Locale): readonly string[] {
  const exact = categories.get(word);
  if (exact) return exact;
  const shortest = Math.max(MIN_PREFIX_LENGTH, word.length - MAX_REST_LENGTH);
  for (let length = word.length; length >= shortest; length -= 1) {
    const found = categories.get(`${word.slice(0, length)}*`);
    if (found) return found;
  }
  return [];
}

const ambiguousWords = new Set(data.ambiguous.split(" "));
const emojisByWord = new Map(
  Object.entries(data.words).flatMap(([emoji, words]) => words.split(" ").map((word) => [word, emoji] as const)),
);

/** The emoji of a word of the title, the last one first because it is mostly the head; else that of the category. */
export function chooseEmoji(title: string, category: Category): string {
  const words = title.toLowerCase().split(/[^\p{L}\p{M}-]+/u);
  for (const word of words.toReversed()) {
    for (const form of [word, word.replace(/s$/, ""), word.replace(/es$/, "")]) {
      const emoji = emojisByWord.get(form);
      if (emoji !== undefined && (category === "other" || !ambiguousWords.has(form))) return emoji;
    }
  }
  return data.categories[category];
}
