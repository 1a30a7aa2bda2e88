import { findAnswerTypes } from "./answer-types.js";
import { getBuiltInSynonymGraph, type LexicalUnit } from "./synonym-graph.js";
import { tokenizeText, type SearchToken } from "./tokenizer.js";
import { stemWord } from "./stemmer.js";

/** A text with its analysis, which all consumers share. */
export interface AnalyzedText {
  readonly content: string;
  readonly words: readonly SearchToken[];
  /** The same words, with phrases of the thesaurus combined. */
  readonly units: readonly LexicalUnit[];
  /** Additional terms: the phrases, and the types of answers. */
  readonly derivedTerms: readonly string[];
  /** See `measureQuestionShare`. */
  readonly questionShare: number;
}

export function analyzeText(content: string): AnalyzedText {
  const words = tokenizeText(content);
  const units = getBuiltInSynonymGraph().splitIntoUnits(words);
  const derivedTerms: string[] = findAnswerTypes(words);
  for (const { phrase } of units) if (phrase !== undefined) derivedTerms.push(phrase);
  return { content, words, units, derivedTerms, questionShare: measureQuestionShare(content, words) };
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

/**
 * Measures how much of a text asks or addresses someone instead of stating something: such texts resemble questions,
 * but rarely answer them.
 * @returns 0 to 1.
 */
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
  let [firstPersonCount, secondPersonCount] = [0, 0];
  for (const { term, isContent } of words) {
    if (isContent) continue;
    if (firstPersonPronouns.has(term)) firstPersonCount += 1;
    else if (secondPersonPronouns.has(term)) secondPersonCount += 1;
  }
  return secondPersonCount === 0 ? 0 : secondPersonCount / (firstPersonCount + secondPersonCount);
}

/**
 * Words with so little meaning that a text which shares them with a question may be about something else, even if they
 * are rare in the texts of the user.
 */
const lowInformationWords = `get go make thing kind type sort way people person someone somebody good nice time day do want like use come
  take give know think say see look new first many much lot feel really just still now more most last other work need
  try keep help start plan find year week month name happen call long old own big part place little bit best during
  after before recent recently current currently`;

const lowInformationStems: ReadonlySet<string> = new Set(lowInformationWords.split(/\s+/).map(stemWord));

/** @param term a stem. */
export const isLowInformationWord = (term: string): boolean => lowInformationStems.has(term);
