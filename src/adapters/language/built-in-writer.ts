import { normalizeText } from "../../domain/text/normalize-text.js";
import { CHAT_USER_LABEL, fillPrompt, MAX_NOTIFICATION_LENGTH, type Prompt } from "../../domain/notification/prompt.js";
import { findUrls, sanitizeGeneratedText, findAllowedUrls } from "../../domain/text/sanitize-generated-text.js";
import type { TextGenerator, TextGenerationContext } from "../../ports/driven/models/text-generators.js";
import { extractSubject, isLikelyEnglish, Relatedness } from "./relatedness.js";
import { yieldToEventLoop, isYieldDue } from "../runtime/cooperative-yield.js";
import { clip, finished } from "./text/plain-text.js";
import { sentenceSpans } from "./text/sentences.js";

const MAX_SENTENCES = 2;
/** How much of what was said last is compared, in UTF-16 units. */
const MAX_SAID_LENGTH = 1_000;
/** Sentences that are less relevant than this are not sent. Tuned on `test/support/proactive-situations.ts`. */
const MIN_RELEVANCE = 0.25;
/** A further sentence is sent where it is as relevant as this by itself, and as this part of the best one. */
const MIN_FURTHER_RELEVANCE = 0.5;
const MIN_PART_OF_BEST = 0.7;
/** How much the first of the sentences is preferred to others that are as relevant; the second half as much, and so on. */
const FIRST_BONUS = 0.1;
/** What the prompt's subject counts beside what was said, where those have as much in common as can be. */
const PROMPT_MATCH = 2;

/** How many candidates are compared; the variables that the service fills give fewer. */
const MAX_CANDIDATES = 400;

interface Candidate {
  readonly text: string;
  readonly relevance: number;
  /** Its relevance, with the bonus for its place. */
  readonly rank: number;
}

/**
 * Writes by extraction (decision 9.6): the sentences of the variables that have most to do with what was just said and
 * with what the app asks for; nothing where none has enough. The app's own words are never among them. No model, no
 * network, the same each time.
 */
export class BuiltInWriter implements TextGenerator {
  readonly id = "built-in";

  async generate(prompt: Prompt, { language, recentTexts: said }: TextGenerationContext): Promise<string> {
    const { template } = prompt;
    const chosen = choose(await rank(await collectCandidates(prompt, language), template, said, language));
    const written = sanitizeGeneratedText(
      chosen.map(finished).join(" ").toWellFormed(),
      findAllowedUrls([template], findUrls(template)),
    );
    return clip(written, MAX_NOTIFICATION_LENGTH);
  }
}

/** The sentences that may be sent, in the order of the variables, each once. */
async function collectCandidates({ template, variables }: Prompt, language: string | null): Promise<string[]> {
  const segmenter = new Intl.Segmenter(language ?? "und", { granularity: "sentence" });
  const sentencesIn = (line: string): string[] =>
    sentenceSpans(line, segmenter).map(({ from, to }) => line.slice(from, to).trim());
  const readers: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
    user_facts: (lines) => lines,
    user_context: (lines) => lines.flatMap(sentencesIn).filter(hasEnoughWords),
    user_chat: (lines) => lines.flatMap(extractUserMessage).flatMap(sentencesIn),
  };
  const asked = ` ${normalizeForComparison(template)} `;
  const candidates = new Map<string, string>();
  for (const [name, value] of variables) {
    for (const text of readers[name]?.(value.split(/\r?\n/)) ?? []) {
      if (isYieldDue()) await yieldToEventLoop();
      const key = normalizeForComparison(text);
      if (key !== "" && !asked.includes(` ${key} `) && !candidates.has(key)) candidates.set(key, text.trim());
    }
  }
  return [...candidates.values()].slice(0, MAX_CANDIDATES);
}

/** Shorter ones are titles of conversations, or say nothing by themselves. */
const MIN_CONTEXT_WORDS = 4;
const wordSegmenter = new Intl.Segmenter("und", { granularity: "word" });

function hasEnoughWords(sentence: string): boolean {
  let words = 0;
  for (const { isWordLike } of wordSegmenter.segment(sentence)) {
    if (isWordLike) words += 1;
    if (words >= MIN_CONTEXT_WORDS) return true;
  }
  return false;
}

/** What the app has written before is nothing to be told by it. */
function extractUserMessage(line: string): string[] {
  const label = `${CHAT_USER_LABEL}: `;
  return line.startsWith(label) ? [line.slice(label.length)] : [];
}

/** Without case, punctuation and spacing. */
const normalizeForComparison = (text: string): string =>
  normalizeText(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/**
 * How relevant each is: by what it has in common with what was said, and with the prompt as far as that, for its part,
 * has to do with what was said.
 */
async function rank(
  texts: readonly string[],
  template: string,
  said: readonly string[],
  language: string | null,
): Promise<Candidate[]> {
  const recent = said.join("\n").slice(-MAX_SAID_LENGTH).toWellFormed();
  const english = isLikelyEnglish([recent, ...texts].join("\n"), language);
  await yieldToEventLoop();
  const toSaid = new Relatedness(extractSubject(recent, english));
  await yieldToEventLoop();
  const asked = extractSubject(fillPrompt({ template, variables: new Map() }).text, english);
  await yieldToEventLoop();
  const toAsked = new Relatedness(asked);
  const promptMatch = Math.min(1, PROMPT_MATCH * toSaid.compareWith(asked));
  const candidates: Candidate[] = [];
  for (const [place, text] of texts.entries()) {
    if (isYieldDue()) await yieldToEventLoop();
    const subject = extractSubject(text, english);
    const relevance = toSaid.compareWith(subject) + promptMatch * toAsked.compareWith(subject);
    candidates.push({ text, relevance, rank: relevance * (1 + FIRST_BONUS / (1 + place)) });
  }
  return candidates;
}

/** The best, and what is nearly as good, in the order they were given. */
function choose(candidates: readonly Candidate[]): string[] {
  const [best, ...others] = candidates
    .filter(({ relevance }) => relevance > MIN_RELEVANCE)
    .toSorted((a, b) => b.rank - a.rank);
  if (!best) return [];
  const least = Math.max(MIN_FURTHER_RELEVANCE, MIN_PART_OF_BEST * best.relevance);
  const further = others.filter(({ relevance }) => relevance >= least).slice(0, MAX_SENTENCES - 1);
  const chosen = new Set([best, ...further]);
  return candidates.filter((candidate) => chosen.has(candidate)).map(({ text }) => text);
}
