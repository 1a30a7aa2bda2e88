import { filledPrompt, MOST_WRITTEN, type Prompt } from "../../domain/prompt.js";
import { addressesIn, cleaned, saidIn } from "../../domain/written-text.js";
import type { Writer, WritingContext } from "../../ports/driven/writer.js";
import { clip, endsSentence, finished } from "./text/plain-text.js";
import { sentenceSpans } from "./text/sentences.js";
import { termWeights } from "./summary/text-rank.js";
import { carriesMeaning } from "./text/words.js";

/** What is longer, in UTF-16 units, or has a sentence's end, is something to choose sentences from. */
const LONGEST_NAME = 80;
const SENTENCES = 2;
/** What a word that the app itself uses weighs beside the most central one of what it is about. */
const ASKED_FOR = 1;

/**
 * Writes by extraction (decision 9.6): the sentences of the variables that are most about what the app asks for, or,
 * where it asks for nothing of the user, its own. No model, no network, the same each time.
 */
export class BuiltInWriter implements Writer {
  readonly id = "built-in";

  write({ template, variables }: Prompt, { language }: WritingContext): Promise<string> {
    const divided = sentencesIn(language);
    const names = new Map([...variables].filter(([, value]) => isName(value)));
    const own = divided(template)
      .map((sentence) => filledPrompt({ template: sentence, variables: names }))
      .flatMap(({ text, unfilled }) => (unfilled.length === 0 ? text : []));
    const told = [...variables.values()].filter((value) => !isName(value)).flatMap(divided);
    const chosen = told.length > 0 ? most(told, new Set(own.flatMap(termsIn))) : own;
    const written = cleaned(chosen.map(finished).join(" ").toWellFormed(), saidIn([template], addressesIn(template)));
    return Promise.resolve(clip(written, MOST_WRITTEN));
  }
}

const isName = (value: string): boolean =>
  value.length <= LONGEST_NAME && !value.includes("\n") && !endsSentence(value.trim());

function sentencesIn(language: string | null): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(language ?? "und", { granularity: "sentence" });
  return (text) =>
    text
      .split(/\r?\n/)
      .flatMap((line) => sentenceSpans(line, segmenter).map(({ from, to }) => line.slice(from, to).trim()));
}

/** The best, in the order they were told. */
function most(told: readonly string[], asked: ReadonlySet<string>): string[] {
  const terms = told.map(termsIn);
  const weights = termWeights(terms);
  const scored = told.map((sentence, i) => {
    const own = new Set(terms[i]);
    const sum = [...own].reduce(
      (total, term) => total + (weights.get(term) ?? 0) + (asked.has(term) ? ASKED_FOR : 0),
      0,
    );
    return { sentence, i, score: sum / Math.sqrt(Math.max(1, own.size)) };
  });
  const best = scored.toSorted((a, b) => b.score - a.score || a.i - b.i).slice(0, SENTENCES);
  return best.toSorted((a, b) => a.i - b.i).map(({ sentence }) => sentence);
}

const words = new Intl.Segmenter("und", { granularity: "word" });

const termsIn = (text: string): string[] =>
  Array.from(words.segment(text)).flatMap(({ segment, isWordLike }) => {
    const word = segment.toLowerCase();
    return isWordLike && carriesMeaning(word) ? word : [];
  });
