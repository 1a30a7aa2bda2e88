import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import type { Speaker } from "../dialogue/speakers.js";
import type { Document, Sentence } from "../text/document.js";
import { describeList, findLists, type ItemList } from "./lists.js";
import { measureQuality, readReceptions } from "./sentence-quality.js";
import { clip, finish, type SentenceWording } from "./sentence-wording.js";
import { selectSentences, type Candidate } from "./sentence-selection.js";
import { countWords, isContentWord, stemTerm } from "./terms.js";

/** The words of the findings and the segments that they are from. */
export interface Finding {
  readonly text: string;
  readonly segmentIds: readonly string[];
  readonly isEvent: boolean;
}

export interface SummaryContent {
  readonly document: Document;
  readonly category: Category;
  /** The terms of each sentence, by its position in the document. */
  readonly terms: readonly (readonly string[])[];
  /** From 0 to 1. */
  readonly weights: ReadonlyMap<string, number>;
  readonly wording: SentenceWording;
  readonly findings: readonly Finding[];
}

const MAX_OVERVIEW_LENGTH = 2_000;
/** In words. A shorter text is its own overview. */
const SHORT_TEXT_WORDS = 60;
const MIN_TERMS = 2;
const MIN_SENTENCE_WORDS = 5;
const PARTS = 5;
/** In sentences. A shorter document has one part. */
const MIN_DIVIDED_SENTENCES = 12;
/** In sentences. In a shorter dialogue what was agreed is the subject; the findings of a longer one are listed elsewhere. */
const SHORT_DIALOGUE_SENTENCES = 60;
const MANY_SENTENCES = 200;
const FINDING_BONUS = 1.5;
const REPETITION_FACTOR = 0.3;
const FALLBACK_SENTENCES = 3;

interface Passage {
  readonly index: number;
  readonly speaker: Speaker | undefined;
  readonly text: string;
}

/** The most informative sentences in order, attributed to their speakers, and the lists of a text. */
export function writeOverview(content: SummaryContent): string {
  const { document } = content;
  const isText = document.form !== "dialogue";
  const lists = findLists(document).filter(({ items }) => isText || items.length > 1);
  const listed = new Set(lists.flatMap(({ items }) => items));
  const prose = document.sentences.filter(({ utterance }) => !listed.has(utterance) && utterance.kind !== "heading");
  const isShort = isText && prose.reduce((sum, sentence) => sum + countWords(sentence), 0) <= SHORT_TEXT_WORDS;
  const passages = isShort ? prose.map((sentence) => createPassage(sentence, content)) : choosePassages(prose, content);
  const described = lists.map((list) => createListPassage(list, content));
  const all = [...passages, ...described].filter(({ text }) => text !== "").sort((one, other) => one.index - other.index);
  if (all.length > 0) return clip(attribute(all), MAX_OVERVIEW_LENGTH);
  return clip(attribute(chooseFallback(content)), MAX_OVERVIEW_LENGTH);
}

function createPassage(sentence: Sentence, { wording }: SummaryContent, text = wording.word(sentence).text): Passage {
  return { index: sentence.index, speaker: sentence.utterance.speaker, text };
}

function createListPassage(list: ItemList, { document }: SummaryContent): Passage {
  const [first] = list.items;
  const index = document.sentences.find(({ utterance }) => utterance === first)?.index ?? 0;
  return { index, speaker: first?.speaker, text: describeList(list, document.locale?.and) };
}

/** When there is no statement: the first sentences with content as they are. */
function chooseFallback(content: SummaryContent): Passage[] {
  const { sentences } = content.document;
  const telling = sentences.filter(({ index }) => (content.terms[index] ?? []).length > 0);
  const chosen = telling.length > 0 ? telling : sentences;
  return chosen.slice(0, FALLBACK_SENTENCES).map((sentence) => createPassage(sentence, content, finish(sentence.text)));
}

function choosePassages(prose: readonly Sentence[], content: SummaryContent): Passage[] {
  const { document, terms, weights } = content;
  const parts = divide(prose);
  const weightOf = localizeWeights(prose, parts, { terms, weights });
  const measureRoots = createRootMeasure(prose, parts, terms);
  const measureFindings = createFindingMeasure(content);
  const receptions = readReceptions(document);
  const candidates = prose.flatMap((sentence, position): Candidate[] => {
    const { index } = sentence;
    if ((terms[index]?.length ?? 0) < MIN_TERMS) return [];
    const locale = sentence.locale ?? document.locale;
    const worded = content.wording.word(sentence);
    const length = worded.tokens.filter(({ isWord }) => isWord).length;
    if (document.form === "dialogue" && length < MIN_SENTENCE_WORDS) return [];
    const kept = new Set(
      worded.tokens.filter((token) => isContentWord(token, locale)).map(({ lower }) => stemTerm(lower, locale?.code)),
    );
    if (kept.size < MIN_TERMS) return [];
    const part = parts[position] ?? 0;
    const reception = receptions[index] ?? "none";
    const quality =
      measureQuality(sentence, worded, { form: document.form, locale, reception }) *
      measureRoots(kept) *
      measureFindings(sentence, kept) *
      measureAuthor(sentence);
    return [{ sentence, text: worded.text, length, terms: kept, part, quality, weightOf: (term) => weightOf(term, part) }];
  });
  return selectSentences(candidates, new Set(parts).size).map(({ sentence, text }) => createPassage(sentence, content, text));
}

/** The part of the document that each sentence is in; parts have as many words, for turns differ in length. */
function divide(prose: readonly Sentence[]): number[] {
  const count = prose.length < MIN_DIVIDED_SENTENCES ? 1 : PARTS;
  const total = prose.reduce((sum, sentence) => sum + countWords(sentence), 0);
  let before = 0;
  return prose.map((sentence) => {
    const part = Math.min(count - 1, Math.floor((before * count) / Math.max(1, total)));
    before += countWords(sentence);
    return part;
  });
}

/** How many parts of a document mention each term. */
function countParts(
  prose: readonly Sentence[],
  parts: readonly number[],
  terms: SummaryContent["terms"],
): ReadonlyMap<string, readonly number[]> {
  const counts = new Map<string, number[]>();
  for (const [position, { index }] of prose.entries()) {
    for (const term of terms[index] ?? []) {
      const byPart = counts.get(term) ?? Array.from({ length: PARTS }, () => 0);
      byPart[parts[position] ?? 0] = (byPart[parts[position] ?? 0] ?? 0) + 1;
      counts.set(term, byPart);
    }
  }
  return counts;
}

/** A term weighs more in the part that has it more often than others, so that each part is told by its subject. */
function localizeWeights(
  prose: readonly Sentence[],
  parts: readonly number[],
  { terms, weights }: Pick<SummaryContent, "terms" | "weights">,
): (term: string, part: number) => number {
  const local = new Map<string, readonly number[]>();
  for (const [term, counts] of countParts(prose, parts, terms)) {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const weight = weights.get(term) ?? 0;
    local.set(term, counts.map((count) => weight * Math.sqrt((count * PARTS) / total)));
  }
  return (term, part) => local.get(term)?.[part] ?? 0;
}

/** Less for a sentence whose terms no other part mentions: a digression. */
function createRootMeasure(
  prose: readonly Sentence[],
  parts: readonly number[],
  terms: SummaryContent["terms"],
): (terms: ReadonlySet<string>) => number {
  const counts = countParts(prose, parts, terms);
  const minimum = prose.length < MIN_DIVIDED_SENTENCES ? 1 : prose.length < MANY_SENTENCES ? 2 : 3;
  const isRooted = (term: string): boolean => (counts.get(term) ?? []).filter((count) => count > 0).length >= minimum;
  return (kept) => 0.3 + (0.7 * [...kept].filter(isRooted).length) / Math.max(1, kept.size);
}

/** More for what was agreed in a short dialogue; less for what repeats a finding of a long one. */
function createFindingMeasure({ document, findings }: SummaryContent): (sentence: Sentence, terms: ReadonlySet<string>) => number {
  const bySegment = new Map<string, Set<string>>();
  for (const { text, segmentIds } of findings) {
    const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}'-]+/u);
    for (const id of segmentIds) {
      const known = bySegment.get(id) ?? new Set<string>();
      for (const word of words) known.add(stemTerm(word, document.locale?.code));
      bySegment.set(id, known);
    }
  }
  const isShort = document.form !== "dialogue" || document.sentences.length < SHORT_DIALOGUE_SENTENCES;
  return ({ segmentIds }, terms) => {
    const found = segmentIds.flatMap((id) => bySegment.get(id) ?? []);
    if (found.length === 0) return 1;
    if (isShort) return FINDING_BONUS;
    const isRepeated = found.some((words) => [...terms].filter((term) => words.has(term)).length * 2 >= terms.size);
    return isRepeated ? REPETITION_FACTOR : 1;
  };
}

const UNNAMED_FACTOR = 0.4;

/** What an unnamed speaker says about themselves would read as if the user had said it. */
function measureAuthor({ utterance: { speaker }, tokens, locale }: Sentence): number {
  if (speaker.isUser || speaker.name !== undefined || !locale) return 1;
  return tokens.some(({ lower }) => locale.pronouns.first.has(lower)) ? UNNAMED_FACTOR : 1;
}

/** Puts "Name: " before the sentences of another speaker, and of the user where they follow those. */
function attribute(passages: readonly Passage[]): string {
  let current: string | undefined;
  const parts = passages.map(({ speaker, text }) => {
    const isNamed = speaker !== undefined && !speaker.isUser && speaker.name !== undefined;
    if (speaker === undefined || speaker.key === current || (current === undefined && !isNamed)) return text;
    current = speaker.key;
    return `${speaker.name ?? speaker.key.toUpperCase()}: ${text}`;
  });
  return parts.join(" ");
}
