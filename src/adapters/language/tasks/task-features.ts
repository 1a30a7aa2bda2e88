import { slotOf, slotsNamed } from "../text/logistic-classifier.js";
import { ACT_SLOTS, actFeatures } from "./act-features.js";
import type { Candidate, Heard } from "./candidate.js";

/** How many weights there are: as many as for acts, whose features are among these. */
export const TASK_SLOTS = ACT_SLOTS;

/** In words: how much of each sentence after it is looked at. */
const FIRST_WORDS = 4;
/** In sentences. */
const LOOKED_AHEAD = 3;

/**
 * What the classifier of tasks sees: what that of acts sees of the way in which it was first put, what became of it
 * over the turns, who is to do it, its wording, and what kind of talk it stands in.
 * @returns slots from 0 to `TASK_SLOTS`, each once.
 */
export function taskFeatures(
  { duty, item, owner, binding }: Candidate,
  { sentences, people, commands, commonWords }: Heard,
): readonly number[] {
  const { act, versions, needs } = duty;
  const [{ sentence }] = versions;
  const last = versions.at(-1)?.sentence ?? sentence;
  const slots = new Set<number>(actFeatures(act, sentence, sentences));
  const add = (feature: string): void => void slots.add(slotOf(feature, TASK_SLOTS));
  add(`binding ${binding}`);
  add(`binding ${binding} ${act.kind}`);
  const state = stateOf(duty);
  for (const each of state) {
    add(`state ${each}`);
    add(`state ${each} ${act.kind} ${needs}`);
  }
  add(`states ${state.join(" ")} ${act.kind}`);
  const who = owner.isUser ? "user" : owner.label === undefined ? "nobody" : "other";
  add(`for ${who} by ${duty.by.isUser ? "user" : "other"} ${act.kind}`);
  add(`people ${Math.min(4, people.count)} ${act.kind}`);
  const words =
    item.description
      .replace(/^\p{L}+: /u, "")
      .toLowerCase()
      .match(/[\p{L}\d']+/gu) ?? [];
  words.forEach((word, i) => {
    slots.add(IN_WORDING(word));
    slots.add(IN_WORDING(words[i - 1] ?? "^", word));
  });
  add(`wording ends ${words.at(-1) ?? ""}`);
  add(`wording length ${Math.min(6, Math.floor(words.length / 2))}`);
  add(`commands ${Math.min(5, Math.floor(10 * commands))} ${act.kind}`);
  add(`length ${Math.min(5, Math.floor(Math.log2(sentences.length)))} ${act.kind}`);
  add(`place ${Math.floor((4 * sentence.index) / sentences.length)}`);
  for (const word of commonWords) slots.add(IN_TALK(word));
  for (const next of sentences.slice(last.index + 1, last.index + 1 + LOOKED_AHEAD)) {
    const by = next.speaker.key === last.speaker.key ? "own" : "other";
    for (const { lower } of next.tokens.slice(0, FIRST_WORDS)) slots.add(THEN[by](lower));
    if (next.text.endsWith("?")) add(`then ${by} ?`);
  }
  return Array.from(slots);
}

const IN_TALK = slotsNamed("talk", TASK_SLOTS);
const IN_WORDING = slotsNamed("wording", TASK_SLOTS);
const THEN = { own: slotsNamed("then own", TASK_SLOTS), other: slotsNamed("then other", TASK_SLOTS) };

function stateOf(duty: Candidate["duty"]): string[] {
  const { agreed, promised, thanked, ignored, isPutOff, isReplaced, due, isFor, calledName, topic } = duty;
  const state = { agreed, promised, thanked, ignored, isPutOff, isReplaced };
  return [
    ...Object.entries(state).flatMap(([name, is]) => (is ? [name] : [])),
    due === undefined ? "undated" : "dated",
    ...(isFor === undefined ? ["of nobody"] : []),
    ...(calledName === undefined ? [] : ["called"]),
    ...(topic === undefined ? [] : ["topic"]),
    ...(duty.versions.length > 1 ? ["put again"] : []),
  ];
}
