import { stemWord } from "./stemmer.js";
import type { SearchToken } from "./tokenizer.js";

/**
 * The type of answer that a question expects. It is indexed as a term of texts with such a value; `#` keeps it apart
 * from words.
 */
type AnswerType = "#number" | "#time";

const stemWords = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(stemWord));

const timeStems = stemWords(`
  yesterday today tomorrow tonight last next ago since week weekend month year morning afternoon evening
  monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december
  spring summer autumn fall winter christmas easter`);
const quantityAdjectiveStems = stemWords("many much old long far tall high often big heavy fast");
const quantityNounStems = stemWords("age price cost number height weight amount");
const timeNounStems = stemWords("year month day date time week season");
const YEAR = /^(?:19|20)\d\d$/;

/** Returns the types of values that a text contains. */
export function findAnswerTypes(tokens: readonly SearchToken[]): AnswerType[] {
  let [hasNumber, hasTime] = [false, false];
  for (const { term, isContent } of tokens) {
    if (!isContent) continue;
    if (isDigit(term.charCodeAt(0))) {
      hasNumber = true;
      if (YEAR.test(term)) hasTime = true;
    } else if (timeStems.has(term)) hasTime = true;
  }
  const types: AnswerType[] = [];
  if (hasNumber) types.push("#number");
  if (hasTime) types.push("#time");
  return types;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Returns the type of answer that a question expects; undefined when its words do not show it. */
export function detectAnswerType(question: readonly SearchToken[]): AnswerType | undefined {
  const [first, second] = question.map(({ term }) => term);
  if (first === undefined) return undefined;
  if (first === "when") return "#time";
  if (first === "how" && quantityAdjectiveStems.has(second ?? "")) return "#number";
  if (first !== "what" && first !== "which") return undefined;
  if (timeNounStems.has(second ?? "")) return "#time";
  return question.some(({ term }) => quantityNounStems.has(term)) ? "#number" : undefined;
}
