import type { Sentence } from "../text/analysis.js";
import { Calendar } from "../dates/dates.js";
import { opened } from "../text/openings.js";
import { slotOf, slotsNamed } from "../text/logistic-classifier.js";
import { isGlad, uptakeIn } from "../talk/replies.js";
import type { SpokenAct } from "./spoken-act.js";
import type { Token } from "../text/tagger.js";

/** A power of two: how many weights there are. */
export const ACT_SLOTS = 2 ** 15;

/** How much of what others say before and after it is looked at, in words. */
const NEARBY = 4;
const FEW_SENTENCES = 14;
/** In sentences. */
const ANSWERED_WITHIN = 5;
/** In words of the imperative. */
const LENGTH_STEP = 3;
const LONGEST_STEPS = 5;

/**
 * What the classifier of acts sees of an act: its form, its own words, those before it in its sentence, and those said
 * right before and right after it, by the same speaker and by another, each in a name space of its own.
 * @param sentence that it stands in, one of `sentences`.
 * @returns slots from 0 to `ACT_SLOTS`, each once.
 */
export function actFeatures(act: SpokenAct, sentence: Sentence, sentences: readonly Sentence[]): readonly number[] {
  const slots = new Set<number>();
  const add = (feature: string): void => void slots.add(slotOf(feature, ACT_SLOTS));
  const words = wordsOf(act.imperative);
  const [verb = ""] = words;
  const form = `${act.kind} ${act.needs}${act.isUnusual ? " unusual" : ""}`;
  add(`form ${form}`);
  add(`form ${form} ${verb}`);
  // In a long talk more is only talked about than in a few words to one another.
  if (sentences.length > FEW_SENTENCES) add(`long ${form}`);
  add(`verb ${verb}`);
  add(`verb ${verb} ${words[1] ?? "$"}`);
  add(`object ${act.kind} ${kindOf(words[1])}`);
  add(`dated ${Calendar.mayNameTime(act.own)} ${act.kind}`);
  if (LATER.test(act.own)) add("later");
  const answer = answerTo(sentence, sentences);
  const uptake = answer ? (uptakeIn(opened(answer), true) ?? "other") : "none";
  add(`uptake ${uptake} ${act.kind} ${act.needs}`);
  if (answer && isGlad(answer.text)) add(`glad ${act.kind}`);
  if (act.asked) add("asked");
  if (act.isNeed) add("need");
  if (act.isObligation) add("obligation");
  if (act.name !== undefined) add("called");
  add(`length ${Math.min(LONGEST_STEPS, Math.floor(words.length / LENGTH_STEP))}`);
  words.forEach((word, i) => {
    slots.add(IN_ACT(word));
    const next = words[i + 1];
    if (next !== undefined) slots.add(IN_ACT(word, next));
  });
  let before = shape(undefined);
  for (const token of sentence.tokens) {
    if (token.pos === "SPACE") continue;
    const said = shape(token);
    slots.add(SAID(before, said));
    before = said;
  }
  const lead = wordsOf(act.before).slice(-2);
  add(`lead ${lead.join(" ")}`);
  for (const { slotIn, tokens } of nearby(sentence, sentences))
    for (const token of tokens) slots.add(slotIn(shape(token)));
  return Array.from(slots);
}

const [IN_ACT, SAID] = [slotsNamed("act", ACT_SLOTS), slotsNamed("said", ACT_SLOTS)];
const BEFORE = { own: slotsNamed("own before", ACT_SLOTS), other: slotsNamed("before", ACT_SLOTS) };
const AFTER = { own: slotsNamed("own after", ACT_SLOTS), other: slotsNamed("after", ACT_SLOTS) };

/** "When you come", "on the way home": not here and now. */
const LATER = /\b(?:when|once|before|after|as soon as|until|till|by|on (?:my|your|the) way)\b/i;

/** What kind of word follows the verb. */
function kindOf(word: string | undefined): string {
  if (word === undefined) return "none";
  if (/^(?:it|them|that|this|those|these|one)$/.test(word)) return "thing";
  if (/^(?:you|me|us|him|her)$/.test(word)) return "person";
  if (/^(?:the|a|an|some|my|your|our|his|their|two|three|four)$/.test(word)) return "article";
  return "other";
}

const answerTo = ({ index, speaker }: Sentence, sentences: readonly Sentence[]): Sentence | undefined =>
  sentences.slice(index + 1, index + 1 + ANSWERED_WITHIN).find((other) => other.speaker.key !== speaker.key);

/** Words said near an act, and where each lies as a feature. */
interface Nearby {
  readonly slotIn: (word: string) => number;
  readonly tokens: readonly Token[];
}

/** The sentences next to it, on either side, as far as they go. */
function nearby(sentence: Sentence, sentences: readonly Sentence[]): Nearby[] {
  const { index, turn } = sentence;
  const before = sentences[index - 1];
  const after = sentences[index + 1];
  const answer = answerTo(sentence, sentences);
  const found: Nearby[] = [];
  if (before)
    found.push({ slotIn: before.turn === turn ? BEFORE.own : BEFORE.other, tokens: before.tokens.slice(-NEARBY) });
  if (after?.turn === turn) found.push({ slotIn: AFTER.own, tokens: after.tokens.slice(0, NEARBY) });
  if (answer) found.push({ slotIn: AFTER.other, tokens: answer.tokens.slice(0, NEARBY) });
  return found;
}

/** Names and numbers alike: who and how many makes no difference. */
function shape(token: Token | undefined): string {
  if (!token) return "^";
  if (token.pos === "PROPN") return "NAME";
  return token.pos === "NUM" ? "#" : token.lower;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d']+/gu) ?? [];
