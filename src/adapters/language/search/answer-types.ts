import { stemOf } from "./stems.js";
import type { Token } from "./tokens.js";

/** What a question asks for, as a term of the texts that have such a thing. No word is written so. */
export type AnswerType = "#number" | "#time";

const stems = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(stemOf));

const timeWords = stems(`
  yesterday today tomorrow tonight last next ago since week weekend month year morning afternoon evening
  monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december
  spring summer autumn fall winter christmas easter`);
const afterHow = stems("many much old long far tall high often big heavy fast");
const numbers = stems("age price cost number height weight amount");
const timesAskedFor = stems("year month day date time week season");
const YEAR = /^(?:19|20)\d\d$/;

/** What a text has that may be asked for. */
export function answersIn(tokens: readonly Token[]): AnswerType[] {
  let [hasNumber, hasTime] = [false, false];
  for (const { term, isContent } of tokens) {
    if (!isContent) continue;
    if (isDigit(term.charCodeAt(0))) {
      hasNumber = true;
      if (YEAR.test(term)) hasTime = true;
    } else if (timeWords.has(term)) hasTime = true;
  }
  return [...(hasNumber ? (["#number"] as const) : []), ...(hasTime ? (["#time"] as const) : [])];
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** What a question is after; undefined where its words do not say. */
export function answerTypeOf(question: readonly Token[]): AnswerType | undefined {
  const [first, second] = question.map(({ term }) => term);
  if (first === undefined) return undefined;
  if (first === "when") return "#time";
  if (first === "how" && afterHow.has(second ?? "")) return "#number";
  if (first !== "what" && first !== "which") return undefined;
  if (timesAskedFor.has(second ?? "")) return "#time";
  return question.some(({ term }) => numbers.has(term)) ? "#number" : undefined;
}
