import { findAnswerTypes } from "./answer-types.js";
import { getBuiltInSynonymGraph } from "./synonym-graph.js";
import { tokenizeText, type SearchToken } from "./tokenizer.js";
import { stemWord } from "./stemmer.js";
import { parseWordList } from "./token-language.js";
import functionWords from "./function-words.json" with { type: "json" };

/** A text with its analysis, which all consumers share. */
export interface AnalyzedText {
  readonly words: readonly SearchToken[];
  /** The phrases of the thesaurus that the text contains. */
  readonly phrases: readonly string[];
  /** The types of values that it contains. */
  readonly answerTypes: readonly string[];
  /** See `measureQuestionShare`. */
  readonly questionShare: number;
}

export function analyzeText(content: string): AnalyzedText {
  const words = tokenizeText(content);
  return {
    words,
    phrases: getBuiltInSynonymGraph().findPhrases(words),
    answerTypes: findAnswerTypes(words),
    questionShare: measureQuestionShare(content, words),
  };
}

const WARM_UP_TEXT = "Where was the café in 東京 at 7:30? 🙂";

/** Loads the thesaurus and compiles the patterns when the service starts, so that the first search is not delayed. */
export function warmUpAnalyzer(): void {
  // V8 compiles a pattern to byte code on first use and to machine code on the second.
  for (let iteration = 0; iteration < 2; iteration += 1) analyzeText(WARM_UP_TEXT);
}

const firstPersonPronouns: ReadonlySet<string> = new Set("i me my mine myself we us our ours ourselves".split(" "));
const secondPersonPronouns: ReadonlySet<string> = new Set("you your yours yourself yourselves".split(" "));
/** The weight of second-person pronouns relative to questions. */
const SECOND_PERSON_WEIGHT = 0.4;
const SENTENCE = /[^.!?…]+([.!?…]*)/g;

/** The share, 0 to 1, of a text that asks or addresses someone: it resembles questions, but rarely answers them. */
function measureQuestionShare(text: string, words: readonly SearchToken[]): number {
  return Math.min(1, measureInterrogativeLengthShare(text) + SECOND_PERSON_WEIGHT * measureSecondPersonShare(words));
}

/** The share of questions in the text, by length. */
function measureInterrogativeLengthShare(text: string): number {
  if (!text.includes("?")) return 0;
  let [questionLength, totalLength] = [0, 0];
  for (const [sentence, terminator = ""] of text.matchAll(SENTENCE)) {
    const length = sentence.trim().length;
    totalLength += length;
    if (terminator.includes("?")) questionLength += length;
  }
  return totalLength === 0 ? 0 : questionLength / totalLength;
}

/** The share of second-person pronouns among those of the first and second person. */
function measureSecondPersonShare(words: readonly SearchToken[]): number {
  const count = (pronouns: ReadonlySet<string>): number =>
    words.filter(({ term, isContent }) => !isContent && pronouns.has(term)).length;
  const secondPersonCount = count(secondPersonPronouns);
  return secondPersonCount === 0 ? 0 : secondPersonCount / (count(firstPersonPronouns) + secondPersonCount);
}

/** Words with so little meaning that texts which share them may be about different things. */
const lowInformationStems: ReadonlySet<string> = new Set(parseWordList(functionWords.lowInformation).map(stemWord));

/** @param term a stem. */
export const isLowInformationWord = (term: string): boolean => lowInformationStems.has(term);
