import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import type { Document } from "../text/document.js";
import data from "./emojis.json" with { type: "json" };
import { getLexicon, type WordEntry } from "./term-lexicon.js";

/** Two different words, or one repeated, before a category is believed; fewer in a short text. */
const MIN_SCORE = 1.4;
const MIN_SHORT_SCORE = 0.7;
const SHORT_SENTENCES = 12;
/** Any meeting has the words of work; what it is about tells more. */
const WORK_WEIGHT = 0.6;

/**
 * The category whose words occur most. The weight of a word grows less than its count, so that no single word decides;
 * a word of several categories is shared between them.
 */
export function classifyCategory({ locale, sentences }: Document): Category {
  const lexicon = getLexicon(locale);
  const counts = new Map<WordEntry, number>();
  for (const { tokens } of sentences) {
    let before = "";
    for (const token of tokens) {
      const entry = lexicon.describe(token);
      // "book a flight": a verb that is spelled like a word of a category.
      const isVerb =
        locale?.findVerb(token.lower) && !lexicon.has("articles", before) && !lexicon.has("prepositions", before);
      if (entry.categories.length > 0 && !isVerb) counts.set(entry, (counts.get(entry) ?? 0) + 1);
      before = token.lower;
    }
  }
  const scores = new Map<Category, number>();
  for (const [{ categories }, count] of counts) {
    const weight = (1 + Math.sqrt(count)) / 2 / Math.sqrt(categories.length);
    for (const category of categories) {
      scores.set(category, (scores.get(category) ?? 0) + weight * (category === "work" ? WORK_WEIGHT : 1));
    }
  }
  const [best] = Array.from(scores).sort(([, one], [, other]) => other - one);
  const minimum = sentences.length < SHORT_SENTENCES ? MIN_SHORT_SCORE : MIN_SCORE;
  return best && best[1] >= minimum ? best[0] : "other";
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
