import type { Locale } from "../locales/locale.js";
import type { Document, Utterance } from "../text/document.js";
import { capitalize } from "../text/text-tokens.js";
import { rankPhrases } from "./key-phrases.js";
import { findLists, isListItem, joinItems, trimItem } from "./lists.js";
import type { Finding, SummaryContent } from "./content.js";
import { clip, removeEndMarks } from "./sentence-wording.js";
import { countWords, getLexicon } from "./term-lexicon.js";

const MAX_TITLE_LENGTH = 80;
/** Several items are joined up to this length. */
const MAX_JOINED_LENGTH = 60;
const MAX_JOINED_ITEMS = 3;
/** A sentence or first line of so many words can stand as a title. */
const MAX_SENTENCE_WORDS = 8;
/** A phrase of several words is preferred to one word down to this share of its score. */
const MIN_SHARE = 0.8;
/** In sentences. A shorter document is about what was found in it. */
const SHORT_SENTENCES = 60;
const MAX_COMPARED_PHRASES = 8;
const EVENT_FACTOR = 1.5;
/** A long description must mention more of the subject. */
const FINDING_LENGTH_COST = 0.6;

/** Chooses what a person would write above the document. */
export function chooseTitle(content: SummaryContent, overview: string): string {
  const { document } = content;
  const [first] = document.utterances;
  const dialogueTitle = first?.kind === "heading" ? first.text : undefined;
  const title = document.form === "dialogue" ? (dialogueTitle ?? chooseTopic(content)) : chooseTextTitle(content);
  return tidy(title ?? (document.locale && overview !== "" ? overview : (first?.text ?? "")), document);
}

function chooseTextTitle(content: SummaryContent): string | undefined {
  const { document } = content;
  const findings = content.findings.filter(isUsers);
  const { sentences, locale } = document;
  const [first, second] = document.utterances;
  if (!first) return undefined;
  if (second ? isHeadline(first, document) : /^\S+$/.test(first.text)) return first.text;
  const [only] = findings;
  if (only && findings.length === 1 && only.text.length <= MAX_TITLE_LENGTH) return only.text;
  const lists = findLists(document);
  const [list] = lists.toSorted((one, other) => other.length - one.length);
  if (list && document.utterances.every((utterance) => utterance.kind === "heading" || isListItem(utterance))) {
    const open = list.filter(({ kind }) => kind !== "done-item");
    return joinShort((open.length > 0 ? open : list).map(trimItem), locale);
  }
  const [opening] = sentences;
  const isBrief = document.form === "note" || sentences.length <= 2;
  if (isBrief && opening && countWords(opening.tokens) <= MAX_SENTENCE_WORDS && !/\?$/.test(opening.text))
    return opening.text;
  const tasks = findings.every(({ isEvent }) => !isEvent) ? findings.map(({ text }) => text) : [];
  return tasks.length > 0 && sentences.length <= SHORT_SENTENCES ? joinShort(tasks, locale) : chooseTopic(content);
}

/** "Léa: bring the kimono" is what another person does, which no title is about. */
const isUsers = ({ text }: Finding): boolean => !/^[^\s:][^:]{0,40}: /u.test(text);

/** A heading that is more than "to do", or a short first line above others, such as a subject. */
function isHeadline({ text, kind, index }: Utterance, { sentences, locale }: Document): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'-]+/gu) ?? [];
  const isInstruction =
    locale !== undefined &&
    [locale.leads, locale.todoHeadings].some((list) => list.matchLength(words, 0) === words.length);
  if (kind === "heading") return !isInstruction;
  const [own, other] = sentences.filter(({ utterance }) => utterance.index === index);
  const isShort = own !== undefined && other === undefined && countWords(own.tokens) <= MAX_SENTENCE_WORDS;
  return kind === "prose" && isShort && !isInstruction && !/[.!?…,;:]$/u.test(text);
}

function joinShort(items: readonly string[], locale: Locale | undefined): string {
  for (let count = Math.min(MAX_JOINED_ITEMS, items.length); count > 1; count -= 1) {
    const title = joinItems(items.slice(0, count), locale, count === items.length);
    if (title.length <= MAX_JOINED_LENGTH) return title;
  }
  return items[0] ?? "";
}

/** In a short document the event or task that is nearest to the best phrases; else the best phrase. */
function chooseTopic(content: SummaryContent): string | undefined {
  const { document } = content;
  const findings = content.findings.filter(isUsers);
  const phrases = rankPhrases(content).slice(0, MAX_COMPARED_PHRASES);
  const [top] = phrases;
  const minScore = MIN_SHARE * (top?.score ?? 0);
  const isLong = document.sentences.length > SHORT_SENTENCES;
  let best = phrases.find(({ terms, score }) => terms.length > 1 && score >= minScore)?.text;
  // One word alone tells less than a finding.
  best ??= isLong || findings.length === 0 ? top?.text : findings[0]?.text;
  if (isLong) return best;
  let bestScore = 0;
  const weights = new Map<string, number>();
  for (const { terms, score } of phrases) {
    for (const term of terms) weights.set(term, Math.max(score, weights.get(term) ?? 0));
  }
  for (const { text, isEvent } of findings) {
    if (text.length > MAX_JOINED_LENGTH) continue;
    const stems = getLexicon(document.locale).listStems(text);
    const sum = [...stems].reduce((total, stem) => total + (weights.get(stem) ?? 0), 0);
    const score = (sum * (isEvent ? EVENT_FACTOR : 1)) / stems.size ** FINDING_LENGTH_COST;
    if (score > bestScore) [best, bestScore] = [text, score];
  }
  return best;
}

/** One sentence without final punctuation, in an unknown language its first words; first letter in upper case. */
function tidy(title: string, { locale }: Document): string {
  const [line = ""] = title.trim().split(/\r?\n/);
  if (/^(?:https?:|www\.)\S+$/.test(line)) return clip(line, MAX_TITLE_LENGTH);
  const isShort = line.length <= MAX_TITLE_LENGTH;
  const sentence = isShort ? line : (line.split(/(?<=[.!?…])\s+|(?<=[。！？])/u)[0] ?? "");
  const text = locale ? sentence : sentence.split(/\s+/).slice(0, MAX_SENTENCE_WORDS).join(" ");
  const trimmed = removeEndMarks(clip(removeEndMarks(text), MAX_TITLE_LENGTH));
  return capitalize(trimmed === "" ? clip(line, MAX_TITLE_LENGTH) : trimmed);
}
