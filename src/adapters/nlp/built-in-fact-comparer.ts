import type { FactComparer } from "../../ports/driven/models/text-classifiers.js";
import { yieldToEventLoop } from "../runtime/cooperative-yield.js";
import data from "./fact-comparison.json" with { type: "json" };
import { findLikelyLanguages, getFunctionWords, getRelatives, loadWords } from "./locale-words.js";
import { extractSubject, isLikelyEnglish, Relatedness } from "./relatedness.js";
import { tokenize } from "./text/text-tokens.js";

/** Less related facts have different subjects. Tuned on `test/support/fact-pairs.ts`. */
const MIN_RELATEDNESS = 0.2;
/** A fact about another person names them among so many words at its start: "Sister Ana lives in Rome". */
const MAX_SUBJECT_WORDS = 2;
/** "Has a daughter called Freya". */
const MAX_RELATION_WORDS = 4;
/** The predicate is among so many words at the start: "Is allergic to nuts". */
const MAX_PREDICATE_WORDS = 3;
/** Shorter words are articles, prepositions and the like. */
const MIN_OBJECT_LENGTH = 4;
/** Longer words are equal if one is the start of the other, so that endings do not matter. */
const MIN_COMMON_STEM_LENGTH = 4;

const splitWords = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const cumulativePredicates = data.cumulativePredicates.map(splitWords);
const placePredicates = data.placePredicates.map(splitWords);

/** Compares facts by their words and the meaning of these, without a model. */
export class BuiltInFactComparer implements FactComparer {
  async isSameSubject(earlier: string, later: string): Promise<boolean> {
    await loadWords(getRelatives);
    const facts = [readWords(earlier), readWords(later)] as const;
    const languages = findLikelyLanguages(facts.flat());
    if (!isAboutSamePerson(...facts, languages) || canBothHold(...facts, languages)) return false;
    return isAboutSameThing(earlier, later);
  }
}

/** @returns the words in lower case, without possessive endings. */
const readWords = (fact: string): string[] =>
  tokenize(fact.normalize("NFKC")).flatMap(({ isWord, lower }) => (isWord && !lower.startsWith("'") ? [lower] : []));

/** Whether both facts can hold at the same time because of what their predicates mean. */
function canBothHold(earlier: readonly string[], later: readonly string[], languages: readonly string[]): boolean {
  const predicates = cumulativePredicates.find((words) => hasPredicate(earlier, words) && hasPredicate(later, words));
  if (predicates) {
    const mentionsObjectOf = (words: readonly string[], others: readonly string[]): boolean => {
      const object = findObject(others, predicates, languages);
      return words.some((word) => isSameWord(word, object));
    };
    return !mentionsObjectOf(later, earlier) && !mentionsObjectOf(earlier, later);
  }
  const findPlacePredicate = (words: readonly string[]): number =>
    placePredicates.findIndex((predicate) => hasPredicate(words, predicate));
  const [one, other] = [findPlacePredicate(earlier), findPlacePredicate(later)];
  return one !== other && one !== -1 && other !== -1;
}

const hasPredicate = (words: readonly string[], predicates: ReadonlySet<string>): boolean =>
  words.slice(0, MAX_PREDICATE_WORDS).some((word) => predicates.has(word));

/** @returns the first content word after the predicate. */
function findObject(words: readonly string[], predicates: ReadonlySet<string>, languages: readonly string[]): string {
  const predicate = words.findIndex((word) => predicates.has(word));
  const isObject = (word: string): boolean =>
    word.length >= MIN_OBJECT_LENGTH && !languages.some((language) => getFunctionWords(language).has(word));
  return words.slice(predicate + 1).find(isObject) ?? "";
}

async function isAboutSameThing(earlier: string, later: string): Promise<boolean> {
  const isEnglish = isLikelyEnglish(`${earlier}\n${later}`, null);
  const one = extractSubject(earlier, isEnglish);
  await yieldToEventLoop();
  const other = extractSubject(later, isEnglish);
  await yieldToEventLoop();
  if (new Relatedness(one).compareWith(other) >= MIN_RELATEDNESS) return true;
  await yieldToEventLoop();
  return new Relatedness(other).compareWith(one) >= MIN_RELATEDNESS;
}

/** Whether the relatives that one fact is about are mentioned in the other, and the reverse. */
function isAboutSamePerson(
  earlier: readonly string[],
  later: readonly string[],
  languages: readonly string[],
): boolean {
  const isRelative = (word: string): boolean => languages.some((language) => getRelatives(language).has(word));
  const findRelative = (words: readonly string[], maxWords: number): string | undefined =>
    words.slice(0, maxWords).find(isRelative);
  const mentionsSubjectOf = (words: readonly string[], others: readonly string[]): boolean => {
    const relative = findRelative(others, MAX_SUBJECT_WORDS);
    return relative === undefined || words.some((word) => isSameWord(word, relative));
  };
  const [one, other] = [earlier, later].map((words) => findRelative(words, MAX_RELATION_WORDS));
  if (one !== undefined && other !== undefined && !isSameWord(one, other)) return false;
  return mentionsSubjectOf(earlier, later) && mentionsSubjectOf(later, earlier);
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const length = Math.min(one.length, other.length);
  return length >= MIN_COMMON_STEM_LENGTH && (one.startsWith(other) || other.startsWith(one));
}
