import type { Locale } from "../locales/locale.js";
import type { Sentence } from "../text/document.js";
import type { TextToken } from "../text/text-tokens.js";
import type { SummaryContent } from "./content.js";
import { getLexicon, type TermLexicon } from "./term-lexicon.js";

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
const MAX_PHRASE_WORDS = 6;
/** More words tell better which, as long as they weigh something themselves. */
const LENGTH_FACTORS = [0, 1, 1.4, 1.4, 1.2];
const SINGLE_MENTION_FACTOR = 0.7;
const FINDING_FACTOR = 2;
const PREPOSITION_DETERMINATION = 0.7;
/** What is never said with an article, a preposition or a number before it is rarely a noun. */
const NO_DETERMINATION = 0.3;
/** Of a longer document, evenly spread sentences are read. */
const MAX_SENTENCES = 200;

/** @returns the phrases that the document is about, best first. */
export function rankPhrases({ document, findings, weights, wording }: SummaryContent): KeyPhrase[] {
  const step = Math.ceil(document.sentences.length / MAX_SENTENCES);
  const sampled = document.sentences.filter(({ index }) => index % step === 0);
  const isName = (token: TextToken): boolean => wording.isParticipant(token);
  const mentions = sampled.flatMap((sentence) => findMentions(sentence, sentence.locale ?? document.locale, isName));
  const found = getLexicon(document.locale).listStems(findings.map(({ text }) => text).join(" "));
  const weigh = (term: string): number => (weights.get(term) ?? 0) * (found.has(term) ? FINDING_FACTOR : 1);
  const groups = Map.groupBy(mentions, ({ terms }) => terms.join(" "));
  return Array.from(groups.values(), (group) => scorePhrase(group, weigh))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
}

function scorePhrase(mentions: readonly Mention[], weigh: (term: string) => number): KeyPhrase {
  const terms = mentions[0]?.terms ?? [];
  const each = terms.map(weigh);
  const mean = each.reduce((sum, weight) => sum + weight, 0) / Math.max(1, each.length);
  const counts = new Map<string, number>();
  for (const { text } of mentions) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [mostFrequent] = Array.from(counts).sort(([, one], [, other]) => other - one);
  const text = mostFrequent?.[0] ?? "";
  const determination = Math.max(...mentions.map((mention) => mention.determination));
  const factor =
    mentions.length === 1 && terms.length === 1 ? SINGLE_MENTION_FACTOR : (LENGTH_FACTORS[terms.length] ?? 1);
  const score = ((Math.max(0, ...each) + mean) / 2) * factor * determination;
  return { text, terms, score };
}

function findMentions(
  { tokens, text }: Sentence,
  locale: Locale | undefined,
  isParticipant: (token: TextToken) => boolean,
): Mention[] {
  if (!locale) return [];
  const lexicon = getLexicon(locale);
  const { headFirst } = lexicon;
  // In chats and dictation nothing is.
  const areNounsCapitalized = lexicon.capitalizesNouns && /[^.!?\s]\s\p{Lu}/u.test(text);
  const roles = tokens.map((token, index) =>
    isParticipant(token) || (areNounsCapitalized && !isCapitalized(token))
      ? undefined
      : readRole(tokens[index - 1], token, lexicon),
  );
  const isAdjacent = (at: number): boolean => !/[^\s'’]/.test(text.slice(tokens[at - 1]?.to, tokens[at]?.from));
  const mentions: Mention[] = [];
  const findEnd = (from: number): number => {
    let end = from;
    while (end - from < MAX_CONTENT_WORDS && roles[end] && (end === from || isAdjacent(end))) end += 1;
    return end;
  };
  for (let from = 0; from < tokens.length; from = Math.max(findEnd(from), from + 1)) {
    const end = findEnd(from);
    if (end === from) continue;
    let to = end;
    while (!headFirst && to > from && roles[to - 1] !== "head") to -= 1;
    const determination = measureDetermination(tokens, from, lexicon);
    const add = (start: number, stop: number): void => {
      const nouns = tokens.slice(start, stop).filter((_, offset) => roles[start + offset]);
      const terms = nouns.map((token) => lexicon.describe(token).term);
      mentions.push({ text: text.slice(tokens[start]?.from, tokens[stop - 1]?.to), terms, determination });
    };
    if (!headFirst) for (let start = from; start < to; start += 1) add(start, to);
    else if (roles[from] === "head") for (let stop = from + 1; stop <= to; stop += 1) add(from, stop);
    else continue;
    // "letter from the council": a preposition joins two phrases.
    const { lower: link = "" } = tokens[to] ?? {};
    if (to !== end || !(lexicon.has("links", link) || lexicon.has("prepositions", link))) continue;
    const next = to + (lexicon.has("articles", tokens[to + 1]?.lower ?? "") ? 2 : 1);
    let stop = next;
    while (stop - from < MAX_PHRASE_WORDS && roles[stop]) stop += 1;
    while (stop > next && roles[stop - 1] !== "head") stop -= 1;
    if (stop > next) for (let first = from; first < to; first += 1) add(first, stop);
  }
  return mentions;
}

const isCapitalized = ({ text }: TextToken): boolean => /^\p{Lu}/u.test(text);

function measureDetermination(tokens: readonly TextToken[], index: number, lexicon: TermLexicon): number {
  const [previous, token] = [tokens[index - 1], tokens[index]];
  if (!previous || !token) return NO_DETERMINATION;
  if (lexicon.has("articles", previous.lower) || /^\d/.test(previous.lower)) return 1;
  const isName = previous.isWord && isCapitalized(token);
  return lexicon.has("prepositions", previous.lower) || isName ? PREPOSITION_DETERMINATION : NO_DETERMINATION;
}

/** A `modifier` may stand in a phrase, a `head` may also be its main word. */
function readRole(
  previous: TextToken | undefined,
  token: TextToken,
  lexicon: TermLexicon,
): "head" | "modifier" | undefined {
  const { kind } = lexicon.describe(token);
  if (kind === "other") return undefined;
  const before = previous && lexicon.describe(previous);
  if (before?.announces === "noun" || (isCapitalized(token) && previous?.isWord)) return "head";
  if (before?.announces === "verb") return undefined;
  if (kind === "noun") return "head";
  const isModifier = lexicon.has("prepositions", previous?.lower ?? "") || before?.isContent;
  return isModifier ? "modifier" : undefined;
}
