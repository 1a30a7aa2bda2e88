import type { Agenda } from "./agenda.js";
import type { Sentence } from "../text/analysis.js";
import { fullest, type KeyPhrase, tellsLittle } from "./key-phrases.js";
import { capitalised, clip } from "../text/plain-text.js";
import { withoutOpening } from "../text/disfluencies.js";

const TITLE_LENGTH = 80;
const PHRASES = 4;

/** A conversation shorter than this is about its agenda alone, and one phrase says it. */
const LONG = 40;
/** An agenda of so many words needs no more. */
const ENOUGH_WORDS = 4;

export interface Heading {
  readonly agenda?: Agenda | undefined;
  /** The language's word between the last two of a list. */
  readonly and?: string | undefined;
  /** What its subjects are to be found in. */
  readonly overview?: string;
}

/**
 * What people met for, "Book festival: printer and library"; else a heading of the salient phrases, "Kitchen
 * renovation: tiles, budget and plumber"; without any, the first sentence of the overview.
 */
export function titleOf(
  phrases: readonly KeyPhrase[],
  sentences: readonly Sentence[],
  { agenda, and = "and", overview = "" }: Heading = {},
): string {
  if (agenda) return agendaTitle(agenda, phrases, sentences);
  const chosen = distinct(headings(phrases, overview));
  const [head, ...rest] = chosen;
  if (!head) return fallback(overview);
  // One word, or what came up once or twice, is not the subject of the rest.
  if (head.count < OFTEN || head.lemmas.length === 1 || rest.length < 2)
    return clip(capitalised(listed(inOrder(chosen.slice(0, 3), sentences), and)), TITLE_LENGTH);
  return headed(
    head.text,
    rest.map(({ text }) => text),
    and,
  );
}

const OFTEN = 3;
/** What the overview speaks of is what the conversation is about. */
const IN_OVERVIEW = 2;
const MOST_HEADINGS = 40;

function headings(phrases: readonly KeyPhrase[], overview: string): KeyPhrase[] {
  const told = overview.toLowerCase();
  const telling = phrases.filter((phrase) => !tellsLittle(phrase));
  return (telling.length > 0 ? telling : phrases)
    .slice(0, MOST_HEADINGS)
    .map((phrase) =>
      told.includes(phrase.text.toLowerCase()) ? { ...phrase, score: IN_OVERVIEW * phrase.score } : phrase,
    )
    .sort((a, b) => b.score - a.score);
}

function agendaTitle({ text, lemmas }: Agenda, phrases: readonly KeyPhrase[], sentences: readonly Sentence[]): string {
  const isEnough = sentences.length < LONG || text.split(" ").length >= ENOUGH_WORDS;
  if (isEnough) return clip(capitalised(text), TITLE_LENGTH);
  const others = phrases.filter(
    (phrase) => phrase.spread >= WELL_SPREAD && !phrase.lemmas.some((lemma) => lemmas.includes(lemma)),
  );
  const chosen = distinct(besideAgenda(others.slice(0, MOST_COMPARED), lemmas, sentences)).slice(0, 2);
  return headed(text, inOrder(chosen, sentences));
}

const MOST_COMPARED = 30;
/** So many sentences before and after one that names the agenda are said in its company. */
const NEAR = 2;

/** Weighed by how much of it was said in the agenda's company: an ice-breaker comes up often, but elsewhere. */
function besideAgenda(
  phrases: readonly KeyPhrase[],
  lemmas: readonly string[],
  sentences: readonly Sentence[],
): KeyPhrase[] {
  const near = new Set<number>();
  for (const { index, terms } of sentences) {
    if (!lemmas.some((lemma) => terms.includes(lemma))) continue;
    for (let at = index - NEAR; at <= index + NEAR; at += 1) near.add(at);
  }
  return phrases
    .map((phrase) => {
      const holding = sentences.filter(({ terms }) => phrase.lemmas.every((lemma) => terms.includes(lemma)));
      const beside = holding.filter(({ index }) => near.has(index)).length;
      return { ...phrase, score: (phrase.score * beside) / Math.max(1, holding.length) };
    })
    .sort((a, b) => b.score - a.score);
}

/** In how many quarters of a conversation a phrase must have come up to stand beside its agenda. */
const WELL_SPREAD = 3;

function headed(head: string, rest: readonly string[], and = "and"): string {
  for (let kept = rest.length; kept > 0; kept -= 1) {
    const title = capitalised(`${head}: ${listed(rest.slice(0, kept), and)}`);
    if (title.length <= TITLE_LENGTH) return title;
  }
  return clip(capitalised(head), TITLE_LENGTH);
}

const LEAST = 0.25;
/** A title is rather to name two subjects than one. */
const LEAST_OF_FEW = 0.08;
const FEW = 2;

/** Of phrases that share a word the best; the head is the best of more than one word, where it is nearly the best. */
function distinct(phrases: readonly KeyPhrase[]): KeyPhrase[] {
  const [best] = phrases;
  if (!best) return [];
  const head = phrases.find(({ lemmas, score, count }) => lemmas.length > 1 && count > 1 && score >= best.score * 0.6);
  const chosen = [head ?? fullest(best, phrases)];
  for (const phrase of phrases) {
    if (chosen.length === PHRASES || phrase.score < best.score * (chosen.length < FEW ? LEAST_OF_FEW : LEAST)) break;
    const used = new Set(chosen.flatMap(({ lemmas }) => lemmas));
    if (!phrase.lemmas.some((lemma) => used.has(lemma))) chosen.push(fullest(phrase, phrases));
  }
  return chosen;
}

function inOrder(phrases: readonly KeyPhrase[], sentences: readonly Sentence[]): string[] {
  const all = sentences.map(({ text }) => text.toLowerCase()).join(" ");
  const places = phrases.map(({ text }) => ({ text, at: all.indexOf(text.toLowerCase()) }));
  return places.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

function listed(items: readonly string[], and: string): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${and} ${items.at(-1) ?? ""}`;
}

const unended = (text: string): string => text.replace(/[\s.!?…。！？]+$/u, "");

function fallback(overview: string): string {
  const [first = ""] = overview.split(/(?<=[.!?…])\s+|(?<=[。！？])/u);
  return clip(capitalised(unended(withoutOpening(first)) || unended(first)), TITLE_LENGTH);
}
