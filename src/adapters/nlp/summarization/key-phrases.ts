import type { Locale } from "../locales/locale.js";
import type { Sentence } from "../text/document.js";
import type { Token } from "../text/tokens.js";
import type { SummaryContent } from "./overview.js";
import { findCategories } from "./categories.js";
import { getFunctionWords, isContentWord, stemTerm } from "./terms.js";

/** A noun phrase as far as word order shows it. */
export interface KeyPhrase {
  readonly text: string;
  readonly terms: readonly string[];
  readonly score: number;
}

const MAX_CONTENT_WORDS = 4;
/** More words tell better which, as long as they weigh something themselves. */
const LENGTH_FACTORS = [0, 1, 1.4, 1.4, 1.2];
/** A name alone tells whom something is about, not what. */
const NAME_FACTOR = 0.5;
const SINGLE_MENTION_FACTOR = 0.7;
/** The words of the category are what the document is about; those of others are at least subjects. */
const CATEGORY_FACTOR = 1.5;
const OTHER_CATEGORY_FACTOR = 1.15;
const FINDING_FACTOR = 2;
/** Subjects are brought up early; the end is courtesies. */
const POSITION_FACTORS = [1.4, 1.2, 1, 1, 1, 0.7];
/** What is never said with an article, a preposition or a number before it is rarely a noun. */
const UNDETERMINED = 0.3;

interface Mention {
  readonly text: string;
  readonly terms: readonly string[];
  /** Written like a name within a sentence, in languages that do not capitalise nouns. */
  readonly isCapitalized: boolean;
  /** From 0 to 1: how surely it is a noun phrase. */
  readonly determination: number;
}

/** @returns the phrases that the document is about, best first. */
export function rankPhrases(content: SummaryContent): KeyPhrase[] {
  const { document, findings } = content;
  const counts = new Map<string, { mentions: Mention[]; weight: number }>();
  const weights = weighTerms(content);
  const found = listStems(findings.map(({ text }) => text).join(" "), document.locale);
  for (const sentence of document.sentences) {
    const locale = sentence.locale ?? document.locale;
    if (!locale) continue;
    for (const mention of findMentions(sentence, locale, content)) {
      const key = mention.terms.join(" ");
      const entry = counts.get(key) ?? { mentions: [], weight: 0 };
      entry.mentions.push(mention);
      counts.set(key, entry);
    }
  }
  const measureWord = (word: string): number => {
    const categories = document.locale ? findCategories(word, document.locale) : [];
    return categories.includes(content.category) ? CATEGORY_FACTOR : categories.length > 0 ? OTHER_CATEGORY_FACTOR : 1;
  };
  const weigh = (term: string): number => (weights.get(term) ?? 0) * (found.has(term) ? FINDING_FACTOR : 1);
  const phrases = Array.from(counts.values(), ({ mentions }) => scorePhrase(mentions, weigh, measureWord));
  return phrases.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
}

/** Sums the weights of the utterances that mention a term. */
function weighTerms({ document, terms, weights }: SummaryContent): ReadonlyMap<string, number> {
  const result = new Map<string, number>();
  const seen = new Map<string, number>();
  const { sentences } = document;
  for (const { index, utterance, tokens, locale } of sentences) {
    let position = POSITION_FACTORS[Math.floor((index * POSITION_FACTORS.length) / sentences.length)] ?? 1;
    const V = process.env["V"] ?? "";
    const isDated = sentences.slice(index, index + 3).some((s) => s.tokens.some((t) => /^\d/.test(t.text) || (getFunctionWords(locale).timeWords.has(stemTerm(t.lower, locale?.code)))));
    if (V.includes("d") && isDated) position *= 1.5;
    const words = tokens.filter((t) => t.isWord).map((t) => t.lower);
    if (V.includes("l") && locale && words.some((_, i) => locale.leads.matchLength(words, i) > 1)) position *= 1.4;
    if (V.includes("q") && sentences[index]!.text.endsWith("?")) position *= 1.4;
    for (const term of terms[index] ?? []) {
      if (seen.get(term) === utterance.index) continue;
      seen.set(term, utterance.index);
      result.set(term, (result.get(term) ?? 0) + position);
    }
  }
  for (const [term, count] of result) result.set(term, (process.env['V'] ?? '').includes('c') ? count : (process.env['V'] ?? '').includes('s') ? Math.sqrt(count) : Math.sqrt(count) * (0.3 + Math.sqrt(weights.get(term) ?? 0)));
  return result;
}

/** @returns the stems of all words of a text. */
export const listStems = (text: string, locale: Locale | undefined): ReadonlySet<string> =>
  new Set(text.toLowerCase().split(/[^\p{L}\p{M}\p{N}-]+/u).map((word) => stemTerm(word, locale?.code)));

function scorePhrase(
  mentions: readonly Mention[],
  weigh: (term: string) => number,
  measureWord: (word: string) => number,
): KeyPhrase {
  const terms = mentions[0]?.terms ?? [];
  const each = terms.map(weigh);
  const mean = each.reduce((sum, weight) => sum + weight, 0) / Math.max(1, each.length);
  const determination = Math.max(...mentions.map((mention) => mention.determination));
  const text = chooseSpelling(mentions);
  const isName = terms.length === 1 && mentions.every(({ isCapitalized }) => isCapitalized);
  const score =
    ((Math.max(0, ...each) + mean) / 2) * (LENGTH_FACTORS[terms.length] ?? 1) * determination *
    Math.max(...text.toLowerCase().split(" ").map(measureWord)) * (isName ? NAME_FACTOR : 1) *
    (mentions.length === 1 && terms.length === 1 ? SINGLE_MENTION_FACTOR : 1);
  return { text, terms, score };
}

function chooseSpelling(mentions: readonly Mention[]): string {
  const counts = new Map<string, number>();
  for (const { text } of mentions) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [best] = Array.from(counts).sort(([one, first], [other, second]) => second - first || other.length - one.length);
  return best?.[0] ?? "";
}

function findMentions(sentence: Sentence, locale: Locale, { wording }: SummaryContent): Mention[] {
  const { tokens, text } = sentence;
  const { headFirst, capitalizesNouns } = getFunctionWords(locale);
  const roles = tokens.map((token, index) => (wording.isParticipant(token) ? undefined : readRole(tokens, index, locale)));
  const isAdjacent = (index: number): boolean => !/[^\s'’]/.test(text.slice(tokens[index - 1]?.to, tokens[index]?.from));
  const mentions: Mention[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    if (!roles[from]) continue;
    let to = from + 1;
    while (to - from < MAX_CONTENT_WORDS && roles[to] && isAdjacent(to)) to += 1;
    const determination = measureDetermination(tokens, from, locale);
    const end = to;
    while (!headFirst && to > from && roles[to - 1] !== "head") to -= 1;
    const add = (start: number, end: number): void => {
      const part = tokens.slice(start, end);
      const terms = part.flatMap((token, offset) => (roles[start + offset] ? stemTerm(token.lower, locale.code) : []));
      const phrase = text.slice(part[0]?.from, part.at(-1)?.to).replaceAll(/\s+/g, " ");
      mentions.push({ text: phrase, terms, determination, isCapitalized: !capitalizesNouns && start > 0 && /^\p{Lu}/u.test(phrase) });
    };
    if (to > from && (!headFirst || roles[from] === "head")) {
      for (let size = 1; size <= to - from; size += 1) {
        if (headFirst) add(from, from + size);
        else add(to - size, to);
      }
      const linked = to === end ? findLinked(tokens, to, roles, locale) : undefined;
      if (linked !== undefined) add(from, linked);
    }
    from = end - 1;
  }
  return mentions;
}

/** "list of the guests": the end of a phrase that a preposition joins to the one before. */
function findLinked(tokens: readonly Token[], to: number, roles: readonly Role[], locale: Locale): number | undefined {
  const { links, articles } = getFunctionWords(locale);
  if (!links.has(tokens[to]?.lower ?? "")) return undefined;
  const start = articles.has(tokens[to + 1]?.lower ?? "") ? to + 2 : to + 1;
  let end = start;
  while (end - start < 2 && roles[end]) end += 1;
  return end > start && roles[end - 1] === "head" ? end : undefined;
}

function measureDetermination(tokens: readonly Token[], index: number, locale: Locale): number {
  const { articles, prepositions, capitalizesNouns } = getFunctionWords(locale);
  const before = tokens[index - 1]?.lower ?? "";
  if (articles.has(before) || /^\d/.test(before)) return 1;
  if (prepositions.has(before)) return 0.7;
  const isName = index > 0 && tokens[index - 1]?.isWord === true && /^\p{Lu}/u.test(tokens[index]?.text ?? "");
  return isName ? (capitalizesNouns ? 0.7 : 0.8) : UNDETERMINED;
}

/** A `modifier` may stand in a phrase, a `head` may also be its main word. */
type Role = "head" | "modifier" | undefined;

function readRole(tokens: readonly Token[], index: number, locale: Locale): Role {
  const token = tokens[index];
  if (!token || !isContentWord(token, locale) || token.lower.length < 3) return undefined;
  const words = getFunctionWords(locale);
  const { lower } = token;
  const stem = stemTerm(lower, locale.code);
  const isCapitalized = /^\p{Lu}/u.test(token.text);
  const isClosedClass =
    words.vague.has(stem) || isVagueCompound(lower, words.vague, locale.code) || words.timeWords.has(stem) || words.auxiliaries.has(lower) || words.coordinators.has(lower) ||
    words.pointers.has(lower) || ["connectives", "agreements", "refusals", "greetings", "kinship"].some((name) => locale.has(name as "kinship", lower));
  if (isClosedClass || (words.capitalizesNouns && !isCapitalized)) return undefined;
  const before = tokens[index - 1]?.lower ?? "";
  if (words.articles.has(before) || locale.possessives.has(before)) return "head";
  if (isCapitalized && index > 0 && tokens[index - 1]?.isWord === true) return "head";
  const { firstSubject, firstPlural, second, third } = locale.pronouns;
  const isAfterSubject =
    [firstSubject, firstPlural, second, third, words.infinitiveMarkers].some((set) => set.has(before)) ||
    locale.has("modals", before) || locale.has("clauseSubjects", before) || locale.has("negations", before);
  if (isAfterSubject) return undefined;
  const isVerb = locale.findVerb(lower) !== undefined || locale.findVerb(lower.replace(/(?:ed|ing|s)$/, "")) !== undefined;
  if (isVerb && !words.prepositions.has(before) && !isContentAt(tokens, index - 1, locale)) return undefined;
  return isVerb || [...words.nonHeadEndings].some((ending) => lower.length > ending.length + 2 && lower.endsWith(ending)) ? "modifier" : "head";
}

const isContentAt = (tokens: readonly Token[], index: number, locale: Locale): boolean => {
  const token = tokens[index];
  return token !== undefined && isContentWord(token, locale);
};

/** "twenty-eight". */
const isVagueCompound = (word: string, vague: ReadonlySet<string>, language: string): boolean =>
  word.includes("-") && word.split("-").every((part) => vague.has(stemTerm(part, language)));
