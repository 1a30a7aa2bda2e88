import type { Sentence } from "./analysis.js";
import { slotOf as slotAmong } from "./logistic-classifier.js";
import type { SpokenAct } from "./spoken-act.js";
import type { Token } from "./tagger.js";

/** A power of two: how many weights there are. */
export const TASK_SLOTS = 2 ** 15;

/** How much of what others say before and after it is looked at, in words. */
const NEARBY = 8;
/** In words of the imperative. */
const LENGTH_STEP = 3;
const LONGEST_STEPS = 5;

/**
 * What the classifier of tasks sees of an act: its form, its own words, those before it in its sentence, and those said
 * right before and right after it, by the same speaker and by another, each in a name space of its own.
 * @param sentence that it stands in, one of `sentences`.
 * @returns slots from 0 to `TASK_SLOTS`, each once.
 */
export function taskFeatures(act: SpokenAct, sentence: Sentence, sentences: readonly Sentence[]): readonly number[] {
  const slots = new Set<number>();
  const add = (feature: string): void => void slots.add(slotAmong(feature, TASK_SLOTS));
  const words = wordsOf(act.imperative);
  const [verb = ""] = words;
  const form = `${act.kind} ${act.needs}${act.isUnusual ? " unusual" : ""}`;
  add(`form ${form}`);
  add(`form ${form} ${verb}`);
  add(`verb ${verb}`);
  add(`verb ${verb} ${words[1] ?? "$"}`);
  if (act.asked) add("asked");
  if (act.isNeed) add("need");
  if (act.isObligation) add("obligation");
  if (act.name !== undefined) add("called");
  add(`length ${Math.min(LONGEST_STEPS, Math.floor(words.length / LENGTH_STEP))}`);
  for (const pair of pairsOf(words)) add(`act ${pair}`);
  for (const word of words) add(`act ${word}`);
  const told = sentence.tokens.filter(({ pos }) => pos !== "SPACE");
  told.forEach((token, i) => {
    add(`said ${shape(token)}`);
    add(`said ${shape(told[i - 1])} ${shape(token)}`);
  });
  const lead = wordsOf(act.before).slice(-2);
  add(`lead ${lead.join(" ")}`);
  nearby(sentence, sentences).forEach(({ where, tokens }) => {
    tokens.forEach((token, i) => {
      add(`${where} ${shape(token)}`);
      add(`${where} ${shape(tokens[i - 1])} ${shape(token)}`);
    });
  });
  return Array.from(slots);
}

/** The sentences next to it, on either side, as far as they go. */
function nearby(
  { index, turn, speaker }: Sentence,
  sentences: readonly Sentence[],
): { where: string; tokens: readonly Token[] }[] {
  const before = sentences[index - 1];
  const after = sentences[index + 1];
  const answer = sentences.slice(index + 1, index + 6).find((other) => other.speaker.key !== speaker.key);
  const found: { where: string; tokens: readonly Token[] }[] = [];
  if (before)
    found.push({ where: before.turn === turn ? "own before" : "before", tokens: before.tokens.slice(-NEARBY) });
  if (after?.turn === turn) found.push({ where: "own after", tokens: after.tokens.slice(0, NEARBY) });
  if (answer) found.push({ where: "after", tokens: answer.tokens.slice(0, NEARBY) });
  return found;
}

/** Names and numbers alike: who and how many makes no difference. */
function shape(token: Token | undefined): string {
  if (!token) return "^";
  if (token.pos === "PROPN") return "NAME";
  return token.pos === "NUM" ? "#" : token.lower;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d']+/gu) ?? [];

const pairsOf = (words: readonly string[]): string[] => words.slice(1).map((word, i) => `${words[i] ?? ""} ${word}`);
