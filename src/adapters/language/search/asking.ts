import type { Token } from "./tokens.js";

const ofOneself: ReadonlySet<string> = new Set("i me my mine myself we us our ours ourselves".split(" "));
const ofAnother: ReadonlySet<string> = new Set("you your yours yourself yourselves".split(" "));
/** Beside a question, what a text is that speaks of nobody but whom it is said to. */
const SAID_OF_ANOTHER = 0.4;
const SENTENCE = /[^.!?…]+([.!?…]*)/g;

/**
 * What part of a text asks, or speaks to another, instead of telling: such texts resemble questions and answer few.
 * @returns 0 to 1.
 */
export function askingPart(text: string, words: readonly Token[]): number {
  return Math.min(1, questionsIn(text) + SAID_OF_ANOTHER * youIn(words));
}

/** By length, which part of the text is questions. */
function questionsIn(text: string): number {
  if (!text.includes("?")) return 0;
  let [questions, all] = [0, 0];
  for (const [sentence, end = ""] of text.matchAll(SENTENCE)) {
    const length = sentence.trim().length;
    all += length;
    if (end.includes("?")) questions += length;
  }
  return all === 0 ? 0 : questions / all;
}

/** Of those whom it speaks of in person, which part is whom it is said to. */
function youIn(words: readonly Token[]): number {
  let [i, you] = [0, 0];
  for (const { term, isContent } of words) {
    if (isContent) continue;
    if (ofOneself.has(term)) i += 1;
    else if (ofAnother.has(term)) you += 1;
  }
  return you === 0 ? 0 : you / (i + you);
}
