import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import { getFunctionWords } from "./terms.js";
import type { Wording } from "./sentence-wording.js";

/** In words: the range in which the length of a sentence is no disadvantage. */
const BEST_FROM = 9;
const BEST_TO = 28;
/** More function words in a row than this are somebody looking for words. */
const MAX_FUNCTION_WORDS = 5;
/** A reply begins within so many words. */
const REPLY_WORDS = 3;

/** What the next turn of another speaker makes of a sentence. */
export type Reception = "accepted" | "rejected" | "none";

/** Finds how each sentence was received: by the first sentence of the next turn. */
export function readReceptions({ sentences, locale: mainLocale }: Document): Reception[] {
  const receptions: Reception[] = sentences.map(() => "none");
  for (let index = sentences.length - 2; index >= 0; index -= 1) {
    const [sentence, next] = [sentences[index] as Sentence, sentences[index + 1] as Sentence];
    const locale = next.locale ?? mainLocale;
    if (!locale) continue;
    if (next.utterance.speaker.key === sentence.utterance.speaker.key) {
      if (next.utterance.index === sentence.utterance.index) receptions[index] = receptions[index + 1] ?? "none";
      continue;
    }
    const isNegated = sentence.tokens.some(({ lower }) => locale.has("negations", lower));
    receptions[index] = readReply(next, locale, isNegated);
  }
  return receptions;
}

function readReply(reply: Sentence, locale: Locale, isNegated: boolean): Reception {
  const words = reply.tokens.filter(({ isWord }) => isWord).slice(0, REPLY_WORDS);
  for (const { lower } of words) {
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
  sentence: Sentence,
  { text, tokens }: Wording,
  context: { readonly form: Document["form"]; readonly locale: Locale | undefined; readonly reception: Reception },
): number {
  const { form, locale, reception } = context;
  const words = tokens.filter(({ isWord }) => isWord).map(({ lower }) => lower);
  let quality = measureLength(words.length);
  if (/\d|[€$£%]/u.test(text)) quality *= 1.2;
  if (/[\p{Ll}\p{N},] \p{Lu}\p{Ll}/u.test(text)) quality *= 1.1;
  if (text.includes("…") || /[—–-][.?!]?$/u.test(text) || /["“]/u.test(text)) quality *= 0.6;
  if (!locale) return text.endsWith("?") ? quality * 0.3 : quality;
  const isRequest = isAddressed(words, locale);
  if (/[?？]["”’)]*$/u.test(sentence.text)) {
    // A request in writing is what a letter is about; a question by itself tells nothing.
    if (!isRequest) return 0;
    quality *= form === "dialogue" ? (reception === "accepted" ? 0.3 : 0) : 1;
  }
  if (form !== "dialogue") return quality;
  return quality * measureOpening(words, text, locale) * measureFluency(words, locale) * measureStance(words, locale, reception);
}

function measureLength(words: number): number {
  if (words < BEST_FROM) return (words / BEST_FROM) ** 1.5;
  return words > BEST_TO ? (BEST_TO / words) ** 1.3 : 1;
}

/** Whether a sentence asks somebody to do something: "could you …", "please …". */
function isAddressed(words: readonly string[], locale: Locale): boolean {
  const length = locale.leads.matchLength(words, 0);
  return length > 0 && words.slice(0, length).some((word) => locale.pronouns.second.has(word) || !locale.has("connectives", word));
}

function measureOpening(words: readonly string[], text: string, locale: Locale): number {
  const [first = "", second = ""] = words;
  const { pointers, coordinators, auxiliaries } = getFunctionWords(locale);
  if (pointers.has(first) || locale.pronouns.third.has(first)) {
    return locale.has("stopWords", second) || locale.pronouns.third.has(first) ? 0.35 : 0.6;
  }
  if (locale.has("connectives", first) && !coordinators.has(first)) return /, \p{L}/u.test(text) ? 0.6 : 0.15;
  if (locale.has("questionWords", first) || locale.has("negations", first)) return 0.3;
  const isSubjectBefore = locale.pronouns.firstSubject.has(second) || locale.pronouns.second.has(second);
  if ((locale.has("modals", first) || auxiliaries.has(first)) && isSubjectBefore) return 0.4;
  if (locale.findVerb(first)?.forms.has("imperative") === true) return 0.35;
  return 1;
}

function measureFluency(words: readonly string[], locale: Locale): number {
  const { pointers, auxiliaries } = getFunctionWords(locale);
  let [run, longestRun, vague] = [0, 0, 0];
  let hasVerb = false;
  for (const [index, word] of words.entries()) {
    run = locale.has("stopWords", word) ? run + 1 : 0;
    longestRun = Math.max(longestRun, run);
    if (index > 0 && (pointers.has(word) || locale.pronouns.third.has(word))) vague += 1;
    hasVerb ||= auxiliaries.has(word) || locale.has("modals", word) || locale.has("clauseSubjects", word) || locale.findVerb(word) !== undefined;
  }
  let factor = 1 - Math.min(0.75, (2 * vague) / Math.max(1, words.length));
  if (longestRun > MAX_FUNCTION_WORDS) factor *= MAX_FUNCTION_WORDS / longestRun;
  return hasVerb ? factor : factor * 0.55;
}

/** Statements to and about the two of them stand for no conversation; what was agreed does. */
function measureStance(words: readonly string[], locale: Locale, reception: Reception): number {
  const count = (pronouns: ReadonlySet<string>): number => words.filter((word) => pronouns.has(word)).length;
  const { first, firstPlural, second } = locale.pronouns;
  const addressing = count(second);
  let factor = 1 - Math.min(0.6, (1.5 * count(first) + 1.8 * addressing) / Math.max(1, words.length));
  if (count(firstPlural) > 0) factor *= 1.2;
  // Advice counts only where it was taken.
  if (addressing > 0 && reception !== "accepted") factor *= 0.5;
  if (reception === "accepted") factor *= 1.2;
  return reception === "rejected" ? factor * 0.02 : factor;
}
