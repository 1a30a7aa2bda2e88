import { slotOf } from "../text/logistic-classifier.js";
import type { Mention } from "./mentions.js";
import type { Sentence } from "../text/analysis.js";
import type { SpeechAct } from "../talk/speech-acts.js";

/** A power of two: how many weights there are. */
export const MENTION_SLOTS = 2 ** 13;

/** Where "it" or "them" was said. */
export interface Pointing {
  readonly act: Pick<SpeechAct, "kind" | "imperative">;
  /** "it", "them". */
  readonly pronoun: string;
  readonly sentence: Sentence;
  readonly sentences: readonly Sentence[];
}

/**
 * What tells whether a pronoun means a thing that was mentioned: how far back and by whom it was named, in what place of its sentence, whether it
 * was named again, and whether it is what one does that with.
 * @param place among all mentions, the nearest first.
 * @returns slots from 0 to `MENTION_SLOTS`, each once.
 */
export function mentionFeatures(
  mention: Mention,
  place: number,
  { act, pronoun, sentence, sentences }: Pointing,
): readonly number[] {
  const slots = new Set<number>();
  const add = (feature: string): void => void slots.add(slotOf(feature, MENTION_SLOTS));
  const { head, determiner, back, isOnlyNamed, isPlaced, doing, among, sentence: there } = mention;
  const verb = /^\p{L}+/u.exec(act.imperative)?.[0].toLowerCase() ?? "";
  const several = /^(?:them|those|these)$/i.test(pronoun);
  const isPlural = /[^s]s$/.test(head);
  const pool = isOnlyNamed ? "named" : "kept";
  const turns = Math.min(4, sentence.turn - there.turn);
  const by = there.speaker.key === sentence.speaker.key ? "own" : "other";
  add(`back ${back} ${pool}`);
  add(`place ${Math.min(6, place)} ${pool}`);
  add(`turns ${turns} ${by}`);
  add(`turns ${turns} ${by} ${act.kind}`);
  add(`determiner ${ARTICLE.test(determiner) ? determiner : determiner === "" ? "none" : "other"} ${pool}`);
  add(`number ${several} ${isPlural}`);
  add(`pronoun ${pronoun.toLowerCase()} ${isPlural} ${pool}`);
  const role = isPlaced ? "placed" : doing === "" ? "direct" : BEING.test(doing) ? "is" : "does";
  add(`role ${role} ${pool}`);
  add(`role ${role} ${back === 0 ? "same" : "before"}`);
  add(`doing ${doing}`);
  add(`among ${Math.min(5, among)}`);
  if (there.text.endsWith("?")) add(`asked ${by} ${turns}`);
  if (there.tokens.some(({ lower }) => POINTER.test(lower))) add(`points ${role}`);
  const again = sentences.slice(there.index + 1, sentence.index).filter(({ words }) => words.includes(head)).length;
  add(`again ${Math.min(2, again)}`);
  if (sentences[there.index - 1]?.words.includes(head) === true) add("before");
  add(`verb ${verb} ${back === 0 ? "same" : "before"}`);
  add(`head ${head}`);
  add(`does ${verb} ${head}`);
  add(`ends ${head.slice(-3)}`);
  add(`does ${verb} ${head.slice(-3)}`);
  add(`does ${verb} ${isPlaced ? "placed" : "direct"} ${isPlural}`);
  add(`length ${mention.name.split(" ").length}`);
  if (/\p{Lu}/u.test(mention.name.slice(1))) add("capital");
  return Array.from(slots);
}

const ARTICLE = /^(?:the|a|an|my|your|our|some|this|that|his|her|their|no|any)$/;
/** What is said of a thing rather than done by it. */
const BEING = /^(?:'s|'re|is|are|was|were|has|have|had|needs?|gets?|got)$/;
const POINTER = /^(?:it|them|they)$/;
