import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import type { Speaker } from "../dialogue/speakers.js";
import type { Document, Sentence } from "../text/document.js";
import { describeList, findLists } from "./lists.js";
import { measureQuality, readReceptions } from "./sentence-quality.js";
import { selectSentences, type Candidate } from "./sentence-selection.js";
import { clip, finish, type SentenceWording } from "./sentence-wording.js";
import { countWords, listTerms } from "./terms.js";

/** An action item or event. */
export interface Finding {
  readonly text: string;
  readonly segmentIds: readonly string[];
  readonly isEvent: boolean;
}

export interface SummaryContent {
  readonly document: Document;
  readonly category: Category;
  /** The terms of each sentence, by its index. */
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
const SHORT_SENTENCES = 60;
const MANY_SENTENCES = 200;
const AGREED_FACTOR = 1.5;
const FALLBACK_SENTENCES = 3;

interface Passage {
  readonly index: number;
  readonly speaker: Speaker | undefined;
  readonly text: string;
}

/** The most informative sentences in order, attributed to their speakers, and the lists of a text. */
export function writeOverview(content: SummaryContent): string {
  const { document, wording, terms } = content;
  const isText = document.form !== "dialogue";
  const lists = findLists(document).filter((items) => isText || items.length > 1);
  const listed = new Set(lists.flat());
  const prose = document.sentences.filter(({ utterance }) => !listed.has(utterance) && utterance.kind !== "heading");
  const isShort = isText && prose.reduce((sum, sentence) => sum + countWords(sentence), 0) <= SHORT_TEXT_WORDS;
  const create = (sentence: Sentence, text: string): Passage => ({ index: sentence.index, speaker: sentence.utterance.speaker, text });
  const passages = isShort
    ? prose.map((sentence) => create(sentence, wording.word(sentence).text))
    : selectSentences(createCandidates(prose, content)).map(({ sentence, text }) => create(sentence, text));
  for (const list of lists) {
    const first = document.sentences.find(({ utterance }) => utterance === list[0]);
    if (first) passages.push(create(first, describeList(list, document.locale?.and)));
  }
  const all = passages.filter(({ text }) => text !== "").sort((one, other) => one.index - other.index);
  if (all.length > 0) return clip(attribute(all), MAX_OVERVIEW_LENGTH);
  // There is no statement: the first sentences with content, as they are.
  const telling = document.sentences.filter(({ index }) => (terms[index] ?? []).length > 0);
  const first = (telling.length > 0 ? telling : document.sentences).slice(0, FALLBACK_SENTENCES);
  return clip(attribute(first.map((sentence) => create(sentence, finish(sentence.text)))), MAX_OVERVIEW_LENGTH);
}

function createCandidates(prose: readonly Sentence[], content: SummaryContent): Candidate[] {
  const { document, terms, weights, wording, findings } = content;
  const { form } = document;
  const parts = divide(prose);
  const partsByTerm = new Map<string, Set<number>>();
  for (const [position, { index }] of prose.entries()) {
    for (const term of terms[index] ?? []) {
      partsByTerm.set(term, (partsByTerm.get(term) ?? new Set<number>()).add(parts[position] ?? 0));
    }
  }
  const minParts = prose.length < MIN_DIVIDED_SENTENCES ? 1 : prose.length < MANY_SENTENCES ? 2 : 3;
  const isRooted = (term: string): boolean => (partsByTerm.get(term)?.size ?? 0) >= minParts;
  // The findings of a long document are listed elsewhere; a short one is about them.
  const agreed = new Set(prose.length < SHORT_SENTENCES ? findings.flatMap(({ segmentIds }) => segmentIds) : []);
  const receptions = readReceptions(document);
  return prose.flatMap((sentence, position): Candidate[] => {
    const locale = sentence.locale ?? document.locale;
    const worded = wording.word(sentence);
    const kept = [...new Set(listTerms(worded.tokens, locale))];
    const length = worded.text.split(" ").length;
    if (kept.length < MIN_TERMS || (form === "dialogue" && locale && length < MIN_SENTENCE_WORDS)) return [];
    // A digression has terms that no other part mentions.
    const rootedness = 0.3 + (0.7 * kept.filter(isRooted).length) / kept.length;
    const reception = receptions[sentence.index] ?? "none";
    const quality =
      measureQuality(sentence, worded, { form, locale, reception }) * rootedness *
      (sentence.segmentIds.some((id) => agreed.has(id)) ? AGREED_FACTOR : 1);
    const weighted = new Map(kept.map((term) => [term, weights.get(term) ?? 0]));
    return [{ sentence, text: worded.text, length, terms: weighted, part: parts[position] ?? 0, quality }];
  });
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
