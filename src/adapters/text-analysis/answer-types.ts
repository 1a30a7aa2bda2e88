import { stemWord } from "./stemmer.js";
import type { SearchToken } from "./tokenizer.js";

/** The type of answer that a question expects, indexed as a term; `#` keeps it apart from words. */
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
  const terms = tokens.filter(({ isContent }) => isContent).map(({ term }) => term);
  const types: AnswerType[] = [];
  if (terms.some((term) => /^\d/.test(term))) types.push("#number");
  if (terms.some((term) => YEAR.test(term) || timeStems.has(term))) types.push("#time");
  return types;
}

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
