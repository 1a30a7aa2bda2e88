import type { Locale } from "../locales/locale.js";
import type { Document, Utterance } from "../text/document.js";
import { capitalize } from "../text/tokens.js";
import { rankPhrases } from "./key-phrases.js";
import { findLists, isListItem, joinItems, trimItem } from "./lists.js";
import type { SummaryContent } from "./overview.js";
import { clip } from "./sentence-wording.js";
import { countWords, listStems } from "./terms.js";

const MAX_TITLE_LENGTH = 80;
/** Several items are joined up to this length. */
const MAX_JOINED_LENGTH = 60;
const MAX_JOINED_ITEMS = 3;
/** A sentence or first line of so many words can stand as a title. */
const MAX_SENTENCE_WORDS = 8;
const MIN_CLAUSE_WORDS = 3;
/** In sentences. A shorter document is about what was found in it. */
const SHORT_SENTENCES = 60;
const MAX_COMPARED_PHRASES = 8;
const EVENT_FACTOR = 1.5;
/** A long description must mention more of the subject. */
const FINDING_LENGTH_COST = 0.6;

/** Chooses what a person would write above the document. */
export function chooseTitle(content: SummaryContent, overview: string): string {
  const { document } = content;
  const title = document.form === "dialogue" ? chooseDialogueTitle(content) : chooseTextTitle(content);
  return tidy(title ?? (document.locale && overview !== "" ? overview : (document.utterances[0]?.text ?? "")), document);
}

function chooseDialogueTitle(content: SummaryContent): string | undefined {
  const [first] = content.document.utterances;
  return first?.kind === "heading" ? first.text : chooseTopic(content);
}

function chooseTextTitle(content: SummaryContent): string | undefined {
  const { document, findings } = content;
  const { sentences, locale } = document;
  const [first, second] = document.utterances;
  if (!first) return undefined;
  if (second && isHeadline(first, document)) return first.text;
  const [only] = findings;
  if (only && findings.length === 1 && only.text.length <= MAX_TITLE_LENGTH) return only.text;
  const lists = findLists(document);
  const [list] = lists.toSorted((one, other) => other.length - one.length);
  if (list && (isListItem(first) || lists.length === document.utterances.length - 1)) {
    const open = list.filter(({ kind }) => kind !== "done-item");
    return joinShort((open.length > 0 ? open : list).map(trimItem), locale);
  }
  const [opening] = sentences;
  const isBrief = document.form === "note" || sentences.length <= 2;
  if (opening && isBrief && countWords(opening) <= MAX_SENTENCE_WORDS && !opening.text.endsWith("?")) return opening.text;
  const areTasks = findings.length > 0 && findings.every(({ isEvent }) => !isEvent);
  if (areTasks && sentences.length <= SHORT_SENTENCES) return joinShort(findings.map(({ text }) => text), locale);
  const [clause] = opening?.clauses ?? [];
  const clauseTokens = opening?.tokens.slice(0, clause?.to) ?? [];
  const clauseWords = countWords({ tokens: clauseTokens });
  if (opening && isBrief && findings.length === 0 && clauseWords >= MIN_CLAUSE_WORDS && clauseWords <= MAX_SENTENCE_WORDS) {
    return opening.text.slice(0, clauseTokens.at(-1)?.to);
  }
  return chooseTopic(content);
}

/** A heading that is more than "to do", or a short first line above others, such as a subject. */
function isHeadline({ text, kind, index }: Utterance, { sentences, locale }: Document): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}'-]+/gu) ?? [];
  const isInstruction = words.length > 0 && locale?.leads.matchLength(words, 0) === words.length;
  if (kind === "heading") return !isInstruction;
  const [own, other] = sentences.filter(({ utterance }) => utterance.index === index);
  const isShort = own !== undefined && other === undefined && countWords(own) <= MAX_SENTENCE_WORDS;
  return kind === "prose" && isShort && !isInstruction && !/[.!?…,;:]$/u.test(text);
}

/** The first items in one line; verbs after the first in lower case. */
function joinShort(items: readonly string[], locale: Locale | undefined): string {
  const lowered = items.map((item, index) => {
    const first = (/^\p{L}+/u.exec(item)?.[0] ?? "").toLowerCase();
    return index > 0 && locale?.findVerb(first) ? first + item.slice(first.length) : item;
  });
  for (let count = Math.min(MAX_JOINED_ITEMS, items.length); count > 1; count -= 1) {
    const title = joinItems(lowered.slice(0, count), count === items.length ? locale?.and : undefined);
    if (title.length <= MAX_JOINED_LENGTH) return title;
  }
  return items[0] ?? "";
}

/** In a short document the event or task that is nearest to the best phrases; else the best phrase. */
function chooseTopic(content: SummaryContent): string | undefined {
  const { document, findings } = content;
  const phrases = rankPhrases(content);
  let [chosen, chosenScore] = [phrases[0]?.text ?? findings[0]?.text, 0];
  if (document.sentences.length > SHORT_SENTENCES) return chosen;
  const weights = new Map<string, number>();
  for (const { terms, score } of phrases.slice(0, MAX_COMPARED_PHRASES)) {
    for (const term of terms) weights.set(term, Math.max(score, weights.get(term) ?? 0));
  }
  for (const { text, isEvent } of findings) {
    if (text.length > MAX_JOINED_LENGTH) continue;
    const stems = listStems(text, document.locale);
    const sum = [...stems].reduce((total, stem) => total + (weights.get(stem) ?? 0), 0);
    const score = (sum * (isEvent ? EVENT_FACTOR : 1)) / stems.size ** FINDING_LENGTH_COST;
    if (score > chosenScore) [chosen, chosenScore] = [text, score];
  }
  return chosen;
}

/** One sentence without final punctuation, in an unknown language its first words; first letter in upper case. */
function tidy(title: string, { locale }: Document): string {
  const [line = ""] = title.trim().split(/\r?\n/);
  if (/^(?:https?:|www\.)\S+$/.test(line)) return clip(line, MAX_TITLE_LENGTH);
  const isShort = line.length <= MAX_TITLE_LENGTH;
  const sentence = isShort ? line : (line.split(/(?<=[.!?…])\s+|(?<=[。！？])/u)[0] ?? "");
  const text = locale ? sentence : sentence.split(/\s+/).slice(0, MAX_SENTENCE_WORDS).join(" ");
  const trimmed = clip(text.replace(/[\s.!?…。！？,;:–—-]+$/u, ""), MAX_TITLE_LENGTH).replace(/[…\s,;:–—-]+$/u, "");
  return capitalize(trimmed === "" ? clip(line, MAX_TITLE_LENGTH) : trimmed);
}
