import type { Locale } from "../locales/locale.js";
import type { Sentence } from "../text/document.js";
import { foldAccents, type Token } from "../text/tokens.js";
import { findCategories } from "./categories.js";
import type { SummaryContent } from "./overview.js";
import { getFunctionWords, isContentWord, listStems, stemTerm } from "./terms.js";

/** A noun phrase as far as word order shows it. */
export interface KeyPhrase {
  readonly text: string;
  readonly terms: readonly string[];
  readonly score: number;
}

interface Mention {
  readonly text: string;
  readonly terms: readonly string[];
  /** From 0 to 1: how surely it is a noun phrase. */
  readonly determination: number;
}

const MAX_CONTENT_WORDS = 4;
/** More words tell better which, as long as they weigh something themselves. */
const LENGTH_FACTORS = [0, 1, 1.4, 1.4, 1.2];
/** A name alone tells whom something is about, not what. */
const NAME_FACTOR = 0.5;
const SINGLE_MENTION_FACTOR = 0.7;
const FINDING_FACTOR = 2;
/** The words of the category are what the document is about; those of others are at least subjects. */
const CATEGORY_FACTOR = 1.5;
const OTHER_CATEGORY_FACTOR = 1.15;
/** Subjects are brought up early; the end is courtesies. */
const POSITION_FACTORS = [1.4, 1.2, 1, 1, 1, 0.7];
/** A subject is asked about, promised or requested, and has a time, in this or the next sentences. */
const PURPOSE_FACTOR = 1.4;
const SENTENCES_BEFORE_TIME = 2;
const PREPOSITION_DETERMINATION = 0.7;
/** What is never said with an article, a preposition or a number before it is rarely a noun. */
const NO_DETERMINATION = 0.3;
const MIN_NOUN_LENGTH = 3;

/** @returns the phrases that the document is about, best first. */
export function rankPhrases(content: SummaryContent): KeyPhrase[] {
  const { document, findings, category } = content;
  const mentions = document.sentences.flatMap((sentence) => findMentions(sentence, sentence.locale ?? document.locale, content));
  const weights = weighBySentence(content);
  const found = listStems(findings.map(({ text }) => text).join(" "), document.locale);
  const weigh = (term: string): number => (weights.get(term) ?? 0) * (found.has(term) ? FINDING_FACTOR : 1);
  const measureWord = (word: string): number => {
    const categories = document.locale ? findCategories(word, document.locale) : [];
    return categories.includes(category) ? CATEGORY_FACTOR : categories.length > 0 ? OTHER_CATEGORY_FACTOR : 1;
  };
  const phrases = Array.from(Map.groupBy(mentions, ({ terms }) => terms.join(" ")).values(), (group) =>
    scorePhrase(group, weigh, measureWord),
  );
  return phrases.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score);
}

/** Weighs each term by the utterances that mention it and by what the speakers do there. */
function weighBySentence({ document, terms, weights }: SummaryContent): ReadonlyMap<string, number> {
  const { sentences, locale } = document;
  const { timeWords } = getFunctionWords(locale);
  const isTimed = sentences.map(({ tokens }) => tokens.some(({ lower }) => /^\d/.test(lower) || timeWords.has(stemTerm(lower, locale))));
  const result = new Map<string, number>();
  const seen = new Map<string, number>();
  for (const { index, utterance, text, tokens } of sentences) {
    let factor = POSITION_FACTORS[Math.floor((index * POSITION_FACTORS.length) / sentences.length)] ?? 1;
    const words = tokens.filter(({ isWord }) => isWord).map(({ lower }) => lower);
    if (text.endsWith("?")) factor *= PURPOSE_FACTOR;
    if (words.some((_, position) => (locale?.leads.matchLength(words, position) ?? 0) > 1)) factor *= PURPOSE_FACTOR;
    if (isTimed.slice(index, index + SENTENCES_BEFORE_TIME + 1).includes(true)) factor *= PURPOSE_FACTOR;
    for (const term of terms[index] ?? []) {
      if (seen.get(term) === utterance.index) continue;
      seen.set(term, utterance.index);
      result.set(term, (result.get(term) ?? 0) + factor);
    }
  }
  for (const [term, sum] of result) result.set(term, Math.sqrt(sum) * (0.3 + Math.sqrt(weights.get(term) ?? 0)));
  return result;
}

function scorePhrase(
  mentions: readonly Mention[],
  weigh: (term: string) => number,
  measureWord: (word: string) => number,
): KeyPhrase {
  const terms = mentions[0]?.terms ?? [];
  const each = terms.map(weigh);
  const mean = each.reduce((sum, weight) => sum + weight, 0) / Math.max(1, each.length);
  const spellings = Array.from(Map.groupBy(mentions, ({ text }) => text), ([text, { length }]) => ({ text, length }));
  const [best] = spellings.sort((one, other) => other.length - one.length || other.text.length - one.text.length);
  const text = best?.text ?? "";
  const words = text.split(" ");
  const isName = words.every((word) => /^\p{Lu}/u.test(word)) && mentions.some(({ determination }) => determination < 1);
  const isSingleMention = mentions.length === 1 && terms.length === 1;
  const score =
    ((Math.max(0, ...each) + mean) / 2) * (LENGTH_FACTORS[terms.length] ?? 1) *
    Math.max(...mentions.map(({ determination }) => determination)) *
    Math.max(...words.map((word) => measureWord(word.toLowerCase()))) *
    (isName ? NAME_FACTOR : 1) * (isSingleMention ? SINGLE_MENTION_FACTOR : 1);
  return { text, terms, score };
}

function findMentions({ tokens, text }: Sentence, locale: Locale | undefined, { wording }: SummaryContent): Mention[] {
  if (!locale) return [];
  const { headFirst, links, articles, capitalizesNouns } = getFunctionWords(locale);
  // In chats and dictation nothing is.
  const areNounsCapitalized = capitalizesNouns && /[^.!?\s]\s\p{Lu}/u.test(text);
  const roles = tokens.map((token, index) => (wording.isParticipant(token) ? undefined : readRole(tokens, index, locale, areNounsCapitalized)));
  const isAdjacent = (index: number): boolean => !/[^\s'’]/.test(text.slice(tokens[index - 1]?.to, tokens[index]?.from));
  const findEnd = (from: number, limit: number): number => {
    let to = from;
    while (to - from < limit && roles[to] && (to === from || isAdjacent(to))) to += 1;
    return to;
  };
  const mentions: Mention[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    const end = findEnd(from, MAX_CONTENT_WORDS);
    if (end === from) continue;
    let to = end;
    while (!headFirst && to > from && roles[to - 1] !== "head") to -= 1;
    const determination = measureDetermination(tokens, from, locale);
    const add = (start: number, stop: number): void => {
      const terms = tokens.slice(start, stop).flatMap(({ lower }, offset) => (roles[start + offset] ? stemTerm(lower, locale) : []));
      const phrase = text.slice(tokens[start]?.from, tokens[stop - 1]?.to).replaceAll(/\s+/g, " ");
      mentions.push({ text: phrase, terms, determination });
    };
    if (!headFirst) for (let start = from; start < to; start += 1) add(start, to);
    else if (roles[from] === "head") for (let stop = from + 1; stop <= to; stop += 1) add(from, stop);
    // "list of the guests": a preposition joins two phrases.
    if (to === end && (!headFirst || roles[from] === "head") && links.has(tokens[to]?.lower ?? "")) {
      const next = to + (articles.has(tokens[to + 1]?.lower ?? "") ? 2 : 1);
      const stop = findEnd(next, 2);
      if (stop > next && roles[stop - 1] === "head") add(from, stop);
    }
    from = end - 1;
  }
  return mentions;
}

function measureDetermination(tokens: readonly Token[], index: number, locale: Locale): number {
  const { articles, prepositions } = getFunctionWords(locale);
  const previous = tokens[index - 1];
  if (!previous) return NO_DETERMINATION;
  if (articles.has(previous.lower) || /^\d/.test(previous.lower)) return 1;
  const isName = previous.isWord && /^\p{Lu}/u.test(tokens[index]?.text ?? "");
  return prepositions.has(previous.lower) || isName ? PREPOSITION_DETERMINATION : NO_DETERMINATION;
}

const closedClasses = ["connectives", "agreements", "refusals", "greetings", "kinship"] as const;

/** A `modifier` may stand in a phrase, a `head` may also be its main word. */
function readRole(tokens: readonly Token[], index: number, locale: Locale, areNounsCapitalized: boolean): "head" | "modifier" | undefined {
  const [token, previous] = [tokens[index], tokens[index - 1]];
  if (!token || !isContentWord(token, locale) || token.lower.length < MIN_NOUN_LENGTH) return undefined;
  const words = getFunctionWords(locale);
  const { lower } = token;
  const isVague = [lower, ...lower.split("-")].some((part) => words.vague.has(stemTerm(part, locale)));
  const isCapitalized = /^\p{Lu}/u.test(token.text);
  const isOtherClass =
    isVague || words.timeWords.has(stemTerm(lower, locale)) || words.auxiliaries.has(lower) || words.coordinators.has(lower) ||
    words.pointers.has(lower) || closedClasses.some((name) => locale.has(name, lower));
  if (isOtherClass || (areNounsCapitalized && !isCapitalized)) return undefined;
  const before = previous?.lower ?? "";
  if (words.articles.has(before) || locale.possessives.has(before) || (isCapitalized && previous?.isWord)) return "head";
  const { firstSubject, firstPlural, second, third } = locale.pronouns;
  const isAfterSubject =
    [firstSubject, firstPlural, second, third, words.infinitiveMarkers].some((set) => set.has(before)) ||
    (["modals", "clauseSubjects", "negations"] as const).some((name) => locale.has(name, before));
  if (isAfterSubject) return undefined;
  const isVerb = locale.findVerb(lower) ?? locale.findVerb(lower.replace(/(?:ed|ing|s)$/, ""));
  const isAfterNoun = previous !== undefined && isContentWord(previous, locale);
  if (isVerb && !words.prepositions.has(before) && !isAfterNoun) return undefined;
  const stem = stemTerm(lower, locale);
  // "swore", "brought": forms that share little with their stem are mostly verbs.
  const isIrregular = !foldAccents(lower).startsWith(stem.slice(0, Math.max(2, stem.length - 2)));
  const hasVerbEnding = [...words.nonHeadEndings].some((ending) => lower.length > ending.length + 2 && lower.endsWith(ending));
  return isVerb || isIrregular || hasVerbEnding ? "modifier" : "head";
}
