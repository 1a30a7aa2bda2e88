import { CHAT_USER_LABEL, fillPrompt, MAX_NOTIFICATION_LENGTH, type Prompt } from "../../domain/notification/prompt.js";
import { clipText, normalizeText } from "../../domain/text/normalize-text.js";
import { findAllowedUrls, findUrls, sanitizeGeneratedText } from "../../domain/text/sanitize-generated-text.js";
import type { TextGenerationContext, TextGenerator } from "../../ports/driven/models/text-generators.js";
import { isYieldDue, yieldToEventLoop } from "../runtime/cooperative-yield.js";
import { extractSubject, isLikelyEnglish, Relatedness } from "./relatedness.js";
import { splitSentences } from "./text/sentences.js";

const MAX_SELECTED_SENTENCES = 2;
/** In UTF-16 code units, from the end of the recent texts. */
const MAX_RECENT_LENGTH = 1_000;
/** Less relevant sentences are not used. Tuned on `test/support/proactive-situations.ts`. */
const MIN_RELEVANCE = 0.25;
/** A further sentence needs this relevance, and this share of the relevance of the best one. */
const MIN_FURTHER_RELEVANCE = 0.5;
const MIN_SHARE_OF_BEST = 0.7;
/** Prefers the first of sentences with the same relevance; the second has half of it, and so on. */
const POSITION_BONUS = 0.1;
/** The weight of the subject of the prompt relative to the recent texts, if the two have everything in common. */
const PROMPT_WEIGHT = 2;
/** The variables that the service fills have fewer sentences. */
const MAX_CANDIDATES = 400;
/** Shorter sentences of conversations are titles, or mean nothing without their context. */
const MIN_CONTEXT_WORDS = 4;

interface Candidate {
  readonly text: string;
  readonly relevance: number;
  /** The relevance with the bonus for the position. */
  readonly score: number;
}

/**
 * Generates by extraction (decision 9.6): selects the sentences of the variables that are most relevant to the recent
 * texts and to the prompt, or none. Never uses the words of the prompt itself. No model, no network, the same result
 * each time.
 */
export class BuiltInTextGenerator implements TextGenerator {
  readonly id = "built-in";

  async generate(prompt: Prompt, { language, recentTexts }: TextGenerationContext): Promise<string> {
    const { template } = prompt;
    const sentences = await collectSentences(prompt, language);
    const selected = selectBest(await rankSentences(sentences, template, recentTexts, language));
    const text = selected.map(endSentence).join(" ").toWellFormed();
    const sanitized = sanitizeGeneratedText(text, findAllowedUrls([template], findUrls(template)));
    return clipText(sanitized, MAX_NOTIFICATION_LENGTH);
  }
}

/** @returns the distinct sentences of the variables that the template does not contain, in order. */
async function collectSentences({ template, variables }: Prompt, language: string | null): Promise<string[]> {
  const sentencesIn = (line: string): string[] =>
    splitSentences(line, language ?? "und").map(({ from, to }) => line.slice(from, to));
  const readers: Readonly<Record<string, (lines: readonly string[]) => readonly string[]>> = {
    user_facts: (lines) => lines,
    user_context: (lines) => lines.flatMap(sentencesIn).filter(hasEnoughWords),
    user_chat: (lines) => lines.flatMap(extractUserMessage).flatMap(sentencesIn),
  };
  const normalizedTemplate = ` ${normalizeForComparison(template)} `;
  const sentences = new Map<string, string>();
  for (const [name, value] of variables) {
    for (const text of readers[name]?.(value.split(/\r?\n/)) ?? []) {
      if (isYieldDue()) await yieldToEventLoop();
      const key = normalizeForComparison(text);
      if (key !== "" && !normalizedTemplate.includes(` ${key} `) && !sentences.has(key))
        sentences.set(key, text.trim());
    }
  }
  return [...sentences.values()].slice(0, MAX_CANDIDATES);
}

const wordSegmenter = new Intl.Segmenter("und", { granularity: "word" });

const hasEnoughWords = (sentence: string): boolean =>
  [...wordSegmenter.segment(sentence)].filter(({ isWordLike }) => isWordLike).length >= MIN_CONTEXT_WORDS;

/** @returns nothing for a message of the app, which it need not repeat. */
function extractUserMessage(line: string): string[] {
  const label = `${CHAT_USER_LABEL}: `;
  return line.startsWith(label) ? [line.slice(label.length)] : [];
}

/** Removes case, punctuation and spacing. */
const normalizeForComparison = (text: string): string =>
  normalizeText(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Compares sentences with the recent texts, and with the prompt as far as that is related to the recent texts. */
async function rankSentences(
  sentences: readonly string[],
  template: string,
  recentTexts: readonly string[],
  language: string | null,
): Promise<Candidate[]> {
  const recentText = recentTexts.join("\n").slice(-MAX_RECENT_LENGTH).toWellFormed();
  const isEnglish = isLikelyEnglish([recentText, ...sentences].join("\n"), language);
  await yieldToEventLoop();
  const recent = new Relatedness(extractSubject(recentText, isEnglish));
  await yieldToEventLoop();
  const promptSubject = extractSubject(fillPrompt({ template, variables: new Map() }).text, isEnglish);
  await yieldToEventLoop();
  const prompt = new Relatedness(promptSubject);
  const promptWeight = Math.min(1, PROMPT_WEIGHT * recent.compareWith(promptSubject));
  const candidates: Candidate[] = [];
  for (const [position, text] of sentences.entries()) {
    if (isYieldDue()) await yieldToEventLoop();
    const subject = extractSubject(text, isEnglish);
    const relevance = recent.compareWith(subject) + promptWeight * prompt.compareWith(subject);
    candidates.push({ text, relevance, score: relevance * (1 + POSITION_BONUS / (1 + position)) });
  }
  return candidates;
}

/** @returns the best sentence and those that are nearly as relevant, in their original order. */
function selectBest(candidates: readonly Candidate[]): string[] {
  const [best, ...others] = candidates
    .filter(({ relevance }) => relevance > MIN_RELEVANCE)
    .toSorted((a, b) => b.score - a.score);
  if (!best) return [];
  const minRelevance = Math.max(MIN_FURTHER_RELEVANCE, MIN_SHARE_OF_BEST * best.relevance);
  const further = others.filter(({ relevance }) => relevance >= minRelevance).slice(0, MAX_SELECTED_SENTENCES - 1);
  const selected = new Set([best, ...further]);
  return candidates.filter((candidate) => selected.has(candidate)).map(({ text }) => text);
}

/** In any script, optionally before a quotation mark or bracket. */
const SENTENCE_END = /[.!?…。！？؟।]["')\]]?$/u;

/** Adds a full stop to a text that does not end like a sentence, instead of a trailing comma or dash. */
function endSentence(text: string): string {
  const trimmed = text.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, "");
  return trimmed === "" || SENTENCE_END.test(trimmed.slice(-2)) ? trimmed : `${trimmed}.`;
}
