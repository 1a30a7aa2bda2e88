import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import { getLexicon } from "./term-lexicon.js";
import type { Wording } from "./sentence-wording.js";

/** In words: the range in which the length of a sentence is no disadvantage. */
const BEST_FROM = 9;
const BEST_TO = 28;
/** A reply begins within so many tokens. */
const REPLY_TOKENS = 5;

/** What the next speaker makes of a turn. */
export type Reception = "accepted" | "rejected" | "none";

/** @returns how each sentence was received: by the first sentence of the next turn. */
export function readReceptions({ sentences, locale: mainLocale }: Document): Reception[] {
  const receptions: Reception[] = [];
  for (let index = sentences.length - 1; index >= 0; index -= 1) {
    const [sentence, next] = [sentences[index] as Sentence, sentences[index + 1]];
    const locale = next?.locale ?? mainLocale;
    receptions[index] = "none";
    if (!next || !locale) continue;
    if (next.utterance === sentence.utterance) receptions[index] = receptions[index + 1] ?? "none";
    if (next.utterance.speaker.key === sentence.utterance.speaker.key) continue;
    const isNegated = sentence.tokens.some(({ lower }) => locale.has("negations", lower));
    receptions[index] = readReply(next, locale, isNegated);
  }
  return receptions;
}

/** @param isNegated to agree with a negative statement is to say "no" too. */
function readReply({ tokens }: Sentence, locale: Locale, isNegated: boolean): Reception {
  for (const { lower, isWord } of tokens.slice(0, REPLY_TOKENS)) {
    if (!isWord) continue;
    if (locale.has("refusals", lower)) return isNegated ? "none" : "rejected";
    if (locale.has("agreements", lower)) return "accepted";
    if (!locale.has("fillers", lower)) return "none";
  }
  return "none";
}

/**
 * How well a sentence reads by itself and how much it settles, from 0: linguistic quality as in Pitler, Louis & Nenkova
 * (2010), read from word classes.
 */
export function measureQuality(
  { text: original, utterance: { speaker } }: Sentence,
  { text, tokens }: Wording,
  context: { readonly form: Document["form"]; readonly locale: Locale | undefined; readonly reception: Reception },
): number {
  const { form, locale, reception } = context;
  const words = tokens.filter(({ isWord }) => isWord).map(({ lower }) => lower);
  let quality = Math.min(1, (words.length / BEST_FROM) ** 1.5, (BEST_TO / Math.max(1, words.length)) ** 1.3);
  if (/…|["“]|[—–-][.?!]?$/u.test(text)) quality *= 0.6;
  const isQuestion = /[?？]["”’)]*$/u.test(original);
  if (!locale) return isQuestion ? quality * 0.3 : quality;
  if (isQuestion) {
    // A request in writing is what a letter is about, in speech if it was accepted; other questions tell nothing.
    if (locale.leads.matchLength(words, 0) === 0 || (form === "dialogue" && reception !== "accepted")) return 0;
    quality *= form === "dialogue" ? 0.3 : 1;
  }
  if (form !== "dialogue") return quality;
  if (reception === "rejected") return quality * 0.02;
  const { first, second } = locale.pronouns;
  const lexicon = getLexicon(locale);
  const count = (is: (word: string) => boolean): number => words.filter(is).length;
  const pointing = count((word) => lexicon.has("pointers", word));
  const [own, addressing] = [count((word) => first.has(word)), count((word) => second.has(word))];
  quality *= 1 - Math.min(0.75, (2 * pointing) / words.length);
  quality *= 1 - Math.min(0.6, (1.5 * own + 1.8 * addressing) / words.length);
  if (reception === "accepted") return quality * 1.2;
  // Advice counts only where it was taken.
  if (addressing === 0) return quality;
  const isAdvice = second.has(words[0] ?? "") && locale.has("modals", words[1] ?? "");
  return quality * (isAdvice && !speaker.isUser ? 0.02 : 0.5);
}
