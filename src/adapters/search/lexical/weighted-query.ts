import { detectAnswerType } from "../../text-analysis/answer-types.js";
import type { TermGroup, InvertedIndex } from "./inverted-index.js";
import { isLowInformationWord, type AnalyzedText } from "../../text-analysis/text-analyzer.js";
import { getBuiltInSynonymGraph } from "../../text-analysis/synonym-graph.js";
import { formatRoleTerm, type Term } from "./term.js";
import type { SearchToken } from "../../text-analysis/tokenizer.js";
import { stripLanguageTag, tagForeignTerm } from "../../text-analysis/token-language.js";

/** Weights relative to an ordinary word, which has 1. All were tuned on the tune parts of `bench/retrieval`. */
const LOW_INFORMATION_WORD_WEIGHT = 0.5;
const NAME_WEIGHT = 1.3;
/** An utterance of a person whom the query names, and one that is addressed to them, which says little about them. */
const SPEAKER_WEIGHT = 2.5;
const ADDRESSEE_WEIGHT = 0.1;
/** A similar term, at the greatest similarity. */
const FUZZY_TERM_WEIGHT = 0.5;
/** A synonym, at the greatest similarity: of a word that the texts do not contain, and of one that they contain. */
const UNINDEXED_WORD_SYNONYM_WEIGHT = 0.9;
const INDEXED_WORD_SYNONYM_WEIGHT = 0.65;
/** A phrase as such, in addition to its words. */
const PHRASE_WEIGHT = 0.5;
/** A value of the type that the question asks for. */
const ANSWER_TYPE_WEIGHT = 1;

/**
 * A longer query is reduced to its first words, and similar terms and synonyms are added only for the first of these,
 * because a search blocks the event loop. A question is shorter, and so many words distinguish texts well enough.
 */
const MAX_QUERY_WORDS = 60;
const MAX_WORDS_WITH_FUZZY_TERMS = 20;
const MAX_WORDS_WITH_SYNONYMS = 20;

/** The weighted terms of a query. */
export interface WeightedQuery {
  readonly termGroups: readonly TermGroup[];
  /** A term that adds to the score of a matching text, but is no match by itself. */
  readonly answerTerm: { readonly term: Term; readonly weight: number } | undefined;
  /** The terms of each word without synonyms, with the weight of the word. */
  readonly words: readonly { readonly terms: readonly Term[]; readonly weight: number }[];
}

/** Finds the terms of the query's words, with similar terms, synonyms and phrases. */
export function buildWeightedQuery(index: InvertedIndex, { words, phrases }: AnalyzedText): WeightedQuery {
  const queryWords = selectQueryTokens(words).map((token, position) => {
    const word = analyzeQueryWord(index, token, position < MAX_WORDS_WITH_FUZZY_TERMS);
    if (position < MAX_WORDS_WITH_SYNONYMS) {
      const synonymWeight = word.isIndexed ? INDEXED_WORD_SYNONYM_WEIGHT : UNINDEXED_WORD_SYNONYM_WEIGHT;
      addSynonyms(index, word.key, word.idf, synonymWeight * word.weight, word.termGroup);
    }
    return word;
  });
  const phraseGroups = phrases.slice(0, MAX_WORDS_WITH_SYNONYMS).map((phrase) => buildPhraseGroup(index, phrase));
  return {
    termGroups: [...queryWords.map(({ termGroup }) => termGroup), ...phraseGroups].filter(({ size }) => size > 0),
    answerTerm: findAnswerTerm(index, words),
    words: queryWords.map(({ terms, idf, weight }) => ({ terms, weight: idf * weight })),
  };
}

/** Selects distinct content words; function words only if there are no content words. */
function selectQueryTokens(query: readonly SearchToken[]): readonly SearchToken[] {
  const content = query.filter(({ isContent }) => isContent);
  const tokensByTerm = new Map((content.length > 0 ? content : query).map((token) => [token.term, token]));
  return [...tokensByTerm.values()].slice(0, MAX_QUERY_WORDS);
}

interface QueryWord {
  readonly key: string;
  readonly termGroup: Map<Term, number>;
  readonly terms: readonly Term[];
  readonly idf: number;
  readonly weight: number;
  /** Whether some text contains the word in this form. */
  readonly isIndexed: boolean;
}

function analyzeQueryWord(
  index: InvertedIndex,
  { term: key, isContent, spelling }: SearchToken,
  includesFuzzyTerms: boolean,
): QueryWord {
  const plainText = stripLanguageTag(key);
  const plainTerm = findIndexedTerm(index, plainText);
  const speakerTerm = findIndexedTerm(index, formatRoleTerm("speaker", plainText));
  const addresseeTerm = findIndexedTerm(index, formatRoleTerm("addressee", plainText));
  const foreignTerm = findIndexedTerm(index, isContent ? tagForeignTerm(plainText) : key);
  const isName = isContent && isNameTerm(spelling, plainTerm ?? foreignTerm, speakerTerm ?? addresseeTerm);
  const weight = isName ? NAME_WEIGHT : isLowInformationWord(plainText) ? LOW_INFORMATION_WORD_WEIGHT : 1;
  // The idf of a name counts all its roles: if it occurs in every greeting, another mention is not informative.
  const terms = [...new Set([plainTerm, speakerTerm, addresseeTerm, foreignTerm])].filter((term) => term !== undefined);
  const documentFrequency = terms.reduce((sum, term) => sum + term.documentFrequency, 0);
  const idf = index.computeIdf(Math.min(documentFrequency, index.size));
  const termGroup = new Map<Term, number>();
  if (plainTerm) termGroup.set(plainTerm, idf * weight);
  if (foreignTerm) termGroup.set(foreignTerm, idf * weight);
  if (speakerTerm) termGroup.set(speakerTerm, idf * weight * SPEAKER_WEIGHT);
  if (addresseeTerm) termGroup.set(addresseeTerm, idf * weight * (isName ? ADDRESSEE_WEIGHT : 1));
  if (includesFuzzyTerms && !isName) {
    for (const { term, similarity } of index.findFuzzyTerms(key)) {
      const fuzzyIdf = Math.min(idf, index.computeIdf(term.documentFrequency));
      if (!termGroup.has(term)) termGroup.set(term, FUZZY_TERM_WEIGHT * similarity * weight * fuzzyIdf);
    }
  }
  return { key, termGroup, terms, idf, weight, isIndexed: plainTerm !== undefined };
}

/** @param roleTerm undefined when no speaker or addressee has this name. */
function isNameTerm(
  spelling: SearchToken["spelling"],
  plainTerm: Term | undefined,
  roleTerm: Term | undefined,
): boolean {
  if (plainTerm?.isName) return true;
  const isNeverWrittenPlain = (plainTerm?.plainCount ?? 0) === 0;
  return isNeverWrittenPlain && (roleTerm !== undefined || (plainTerm !== undefined && spelling === "name"));
}

function addSynonyms(
  index: InvertedIndex,
  key: string,
  idf: number,
  weight: number,
  termGroup: Map<Term, number>,
): void {
  for (const { key: synonymKey, similarity } of getBuiltInSynonymGraph().findSynonyms(key)) {
    for (const termText of [synonymKey, formatRoleTerm("addressee", synonymKey)]) {
      const term = findIndexedTerm(index, termText);
      if (!term) continue;
      const synonymWeight = weight * similarity * Math.min(idf, index.computeIdf(term.documentFrequency));
      if (synonymWeight > (termGroup.get(term) ?? 0)) termGroup.set(term, synonymWeight);
    }
  }
}

function buildPhraseGroup(index: InvertedIndex, key: string): TermGroup {
  const termGroup = new Map<Term, number>();
  const term = findIndexedTerm(index, key);
  const idf = index.computeIdf(term?.documentFrequency ?? 0);
  if (term) termGroup.set(term, PHRASE_WEIGHT * idf);
  addSynonyms(index, key, idf, UNINDEXED_WORD_SYNONYM_WEIGHT, termGroup);
  return termGroup;
}

function findAnswerTerm(index: InvertedIndex, query: readonly SearchToken[]): WeightedQuery["answerTerm"] {
  const type = detectAnswerType(query);
  const term = type && findIndexedTerm(index, type);
  return term && { term, weight: ANSWER_TYPE_WEIGHT * index.computeIdf(term.documentFrequency) };
}

function findIndexedTerm(index: InvertedIndex, text: string): Term | undefined {
  const term = index.find(text);
  return term && term.documentFrequency > 0 ? term : undefined;
}
