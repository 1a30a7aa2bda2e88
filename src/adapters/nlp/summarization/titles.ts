import type { Document } from "../text/document.js";
import { capitalize } from "../text/tokens.js";
import { listStems, rankPhrases } from "./key-phrases.js";
import { findLists, isListItem, joinItems, trimItem } from "./lists.js";
import type { Finding, SummaryContent } from "./overview.js";
import { countWords } from "./terms.js";
import { clip } from "./sentence-wording.js";

const MAX_TITLE_LENGTH = 80;
/** Several items are joined up to this length. */
const MAX_JOINED_LENGTH = 60;
const MAX_JOINED_ITEMS = 3;
/** A sentence or first line of so many words can stand as a title. */
const MAX_SENTENCE_WORDS = 8;
const MAX_UNKNOWN_WORDS = 8;
/** In sentences. A shorter document is about what was found in it. */
const SHORT_SENTENCES = 60;
const MAX_COMPARED_PHRASES = 8;
const EVENT_FACTOR = 1.5;
const FINDING_LENGTH_COST = 0.6;

export interface TitleFindings {
  readonly actionItems: readonly Finding[];
  readonly events: readonly Finding[];
}

/** Chooses what a person would write above the document. */
export function chooseTitle(content: SummaryContent, findings: TitleFindings, overview: string): string {
  const { document } = content;
  const title = document.form === "dialogue" ? titleDialogue(content, findings) : titleText(content, findings);
  return tidy(title ?? (overview || (document.utterances[0]?.text ?? "")), document);
}

function titleText(content: SummaryContent, { actionItems, events }: TitleFindings): string | undefined {
  const { document } = content;
  const { utterances, sentences, locale } = document;
  const [first, second] = utterances;
  if (!first) return undefined;
  const isFollowed = second !== undefined;
  if (isFollowed && isHeadline(first, document)) return first.text;
  const findings = [...events, ...actionItems];
  const [only] = findings;
  if (only && findings.length === 1 && only.text.length <= MAX_TITLE_LENGTH) return only.text;
  const lists = findLists(document).toSorted((one, other) => other.items.length - one.items.length);
  const [list] = lists;
  if (list && isListItem(first)) {
    const open = list.items.filter(({ kind }) => kind !== "done-item");
    return joinShort((open.length > 0 ? open : list.items).map(({ text }) => trimItem(text)), locale?.and);
  }
  const [opening] = sentences;
  if (opening && countWords(opening) <= MAX_SENTENCE_WORDS && !opening.text.endsWith("?")) return opening.text;
  if (events.length === 0 && actionItems.length > 0 && sentences.length <= SHORT_SENTENCES) {
    return joinShort(actionItems.map(({ text }) => text), undefined);
  }
  return chooseTopic(content, findings);
}

/** A heading that is more than "to do", or a short first line above others. */
function isHeadline({ text, kind, index }: Document["utterances"][number], { sentences, locale }: Document): boolean {
  if (kind === "heading") {
    const words = text.toLowerCase().match(/[\p{L}\p{M}'-]+/gu) ?? [];
    return !locale || locale.leads.matchLength(words, 0) < words.length;
  }
  const own = sentences.filter(({ utterance }) => utterance.index === index);
  return kind === "prose" && own.length === 1 && countWords(own[0] as (typeof own)[0]) <= MAX_SENTENCE_WORDS && !/[.!?…,;:]$/u.test(text);
}

function joinShort(items: readonly string[], and: string | undefined): string {
  for (let count = Math.min(MAX_JOINED_ITEMS, items.length); count > 1; count -= 1) {
    const title = joinItems(items.slice(0, count), count === items.length ? and : undefined);
    if (title.length <= MAX_JOINED_LENGTH) return title;
  }
  return items[0] ?? "";
}

function titleDialogue(content: SummaryContent, { actionItems, events }: TitleFindings): string | undefined {
  const { document } = content;
  if (!document.locale) return undefined;
  const heading = document.utterances.find(({ kind, index }) => kind === "heading" && index === 0);
  return heading?.text ?? chooseTopic(content, [...events, ...actionItems]);
}

/** In a short document the event or task that is nearest to the best phrases; else the best phrase. */
function chooseTopic(content: SummaryContent, findings: readonly Finding[]): string | undefined {
  const { document } = content;
  const phrases = rankPhrases(content);
  const [best] = phrases;
  if (document.sentences.length > SHORT_SENTENCES) return best?.text;
  const weights = new Map<string, number>();
  for (const { terms, score } of phrases.slice(0, MAX_COMPARED_PHRASES)) {
    for (const term of terms) weights.set(term, Math.max(score, weights.get(term) ?? 0));
  }
  let [chosen, chosenScore] = [best?.text, 0];
  for (const { text, isEvent } of findings) {
    if (text.length > MAX_JOINED_LENGTH) continue;
    const terms = listStems(text, document.locale);
    const sum = [...terms].reduce((total, term) => total + (weights.get(term) ?? 0), 0);
    const score = (sum * (isEvent ? EVENT_FACTOR : 1)) / terms.size ** FINDING_LENGTH_COST;
    if (score > chosenScore) [chosen, chosenScore] = [text, score];
  }
  return chosen;
}

/** Without surrounding function words and final punctuation, first letter in upper case. */
function tidy(title: string, { locale }: Document): string {
  const [line = ""] = title.trim().split(/\r?\n/);
  if (/^(?:https?:|www\.)\S+$/.test(line)) return clip(line, MAX_TITLE_LENGTH);
  const sentence = line.length <= MAX_TITLE_LENGTH ? line : (line.split(/(?<=[.!?…])\s+|(?<=[。！？])/u)[0] ?? "");
  const text = locale ? sentence : sentence.split(/\s+/).slice(0, MAX_UNKNOWN_WORDS).join(" ");
  const clipped = clip(text.replace(/[\s.!?…。！？,;:–—-]+$/u, ""), MAX_TITLE_LENGTH).replace(/[…\s,;:–—-]+$/u, "");
  return capitalize(clipped === "" ? line : clipped);
}
