import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import type { Wording } from "./sentence-wording.js";
import { getFunctionWords } from "./terms.js";

/** In words: the range in which the length of a sentence is no disadvantage. */
const BEST_FROM = 9;
const BEST_TO = 28;
/** A reply begins within so many words. */
const REPLY_WORDS = 3;

/** What the next speaker makes of a turn. */
export type Reception = "accepted" | "rejected" | "none";

/** @returns how each sentence was received: by the first sentence of the next turn. */
export function readReceptions({ sentences, locale: mainLocale }: Document): Reception[] {
  const receptions: Reception[] = [];
  for (const [index, sentence] of [...sentences.entries()].reverse()) {
    const next = sentences[index + 1];
    const locale = next?.locale ?? mainLocale;
    receptions[index] = "none";
    if (!next || !locale) continue;
    const isSameTurn = next.utterance.speaker.key === sentence.utterance.speaker.key;
    if (isSameTurn) receptions[index] = next.utterance === sentence.utterance ? (receptions[index + 1] ?? "none") : "none";
    else receptions[index] = readReply(next, locale, sentence.tokens.some(({ lower }) => locale.has("negations", lower)));
  }
  return receptions;
}

/** @param isNegated to agree with a negative statement is to say "no" too. */
function readReply({ tokens }: Sentence, locale: Locale, isNegated: boolean): Reception {
  for (const { lower } of tokens.filter(({ isWord }) => isWord).slice(0, REPLY_WORDS)) {
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
  let quality = words.length < BEST_FROM ? (words.length / BEST_FROM) ** 1.5 : Math.min(1, (BEST_TO / words.length) ** 1.3);
  if (/\d|[€$£%]/u.test(text)) quality *= 1.2;
  if (/[\p{Ll}\p{N},] \p{Lu}\p{Ll}/u.test(text)) quality *= 1.1;
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
  const { pointers } = getFunctionWords(locale);
  const { first, firstPlural, second, third } = locale.pronouns;
  const isPointer = (word: string): boolean => pointers.has(word) || third.has(word);
  const count = (is: (word: string) => boolean): number => words.filter(is).length;
  const [own, addressing] = [count((word) => first.has(word)), count((word) => second.has(word))];
  quality *= measureOpening(words, text, locale) * (1 - Math.min(0.75, (2 * count(isPointer)) / words.length));
  quality *= 1 - Math.min(0.6, (1.5 * own + 1.8 * addressing) / words.length);
  if (count((word) => firstPlural.has(word)) > 0) quality *= 1.2;
  // What an unnamed speaker says about themselves would read as if the user had said it.
  if (own > 0 && !speaker.isUser && speaker.name === undefined) quality *= 0.4;
  if (reception === "accepted") return quality * 1.2;
  // Advice counts only where it was taken.
  return addressing > 0 ? quality * 0.5 : quality;
}

/** Less for a sentence that begins with what only the sentence before explains, or with a subordinate clause. */
function measureOpening([first = "", second = ""]: readonly string[], text: string, locale: Locale): number {
  const { pointers, coordinators } = getFunctionWords(locale);
  if (locale.pronouns.third.has(first)) return 0.5;
  if (pointers.has(first)) return locale.has("stopWords", second) ? 0.5 : 0.7;
  if (locale.has("connectives", first) && !coordinators.has(first)) return /, \p{L}/u.test(text) ? 0.7 : 0.15;
  if (locale.has("questionWords", first) || locale.has("negations", first)) return 0.3;
  return locale.findVerb(first)?.forms.has("imperative") === true ? 0.4 : 1;
}
