import { countBigrams, DiceSimilarity } from "../text-analysis/dice-similarity.js";
import { stemWord } from "../text-analysis/stemmer.js";
import { getBuiltInSynonymGraph, PREFIX_LENGTH } from "../text-analysis/synonym-graph.js";
import { analyzeText, isLowInformationWord } from "../text-analysis/text-analyzer.js";
import { isEnglishHomograph, stripLanguageTag } from "../text-analysis/token-language.js";
import { NEGATION_TERM, tokenizeText } from "../text-analysis/tokenizer.js";
import english from "./locales/en.json" with { type: "json" };
import words from "./relatedness-words.json" with { type: "json" };

/** Weights of terms relative to an ordinary word, which has 1. */
const LOW_INFORMATION_WEIGHT = 0.25;
const NAME_WEIGHT = 1.3;
/** Weights of matches relative to a match of the same term, which has 1; they apply to the greatest similarity. */
const FUZZY_MATCH_WEIGHT = 0.7;
const SYNONYM_MATCH_WEIGHT = 0.7;
/** Synonyms of a lower similarity are ignored. */
const MIN_SYNONYM_SIMILARITY = 0.3;
/** Lowers the weight of words that only share a long list, such as that of all professions. */
const SYNONYM_SIMILARITY_POWER = 2;
/** The weight of a topic that two texts share. */
const TOPIC_MATCH_WEIGHT = 0.25;

/** Topics of the thesaurus that show what a text is about. Others, such as time and quantity, occur in every text. */
const SUBJECT_TOPICS: ReadonlySet<string> = new Set(
  "family home animals food health work learning leisure travel money".split(" "),
);
const GENERIC_TOPICS: ReadonlySet<string> = new Set(["time", "quantity"]);

/** The minimum similarity of two words that are treated as forms of one another ("pharmacist", "pharmacy"). */
const MIN_FORM_SIMILARITY = 0.85;

const COMPARABLE_WORD = /^\p{L}{4,}$/u;
const NUMBER = /^\d/;

const stemAll = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(" ").map(stemWord)));
const { stopWords, fillers, agreements, greetings } = english;
const meaninglessStems = stemAll(stopWords, fillers, agreements, greetings, words.meaningless);
const genericStems = stemAll(words.generic);

/** What a text is about, as weighted terms and topics. */
export interface Subject {
  /** Terms, phrases of the thesaurus included, with their weights. */
  readonly terms: ReadonlyMap<string, number>;
  /** The topics of its words, each with a confidence of 0 to 1. */
  readonly topics: ReadonlyMap<string, number>;
}

/** Whether the text may be English, so that function words of other languages may be names or nouns ("Ben", "son"). */
export function isLikelyEnglish(text: string, language: string | null): boolean {
  if (language !== null && !/^en\b/.test(language)) return false;
  return tokenizeText(text).every(({ term }) => stripLanguageTag(term) === term);
}

/** @param isEnglishText `isLikelyEnglish` of all compared texts together, because a short one is not sufficient. */
export function extractSubject(text: string, isEnglishText: boolean): Subject {
  const { words, phrases } = analyzeText(text);
  const terms = new Map<string, number>();
  const topics = new Map<string, number>();
  for (const { term, isContent, spelling, grammarLanguages } of words) {
    const untaggedTerm = stripLanguageTag(term);
    const isGrammar =
      !isContent || (grammarLanguages !== undefined && !(isEnglishText && isEnglishHomograph(grammarLanguages)));
    if (isGrammar || term === NEGATION_TERM || meaninglessStems.has(untaggedTerm)) continue;
    const weight = isGeneric(untaggedTerm) ? LOW_INFORMATION_WEIGHT : spelling === "name" ? NAME_WEIGHT : 1;
    terms.set(untaggedTerm, Math.max(weight, terms.get(untaggedTerm) ?? 0));
    if (untaggedTerm === term && weight >= 1) for (const form of findWordForms(untaggedTerm)) addTopics(form, topics);
  }
  for (const phrase of phrases) {
    terms.set(phrase, 1);
    addTopics(phrase, topics);
  }
  return { terms, topics };
}

function addTopics(key: string, topics: Map<string, number>): void {
  const keyTopics = getBuiltInSynonymGraph().findTopics(key);
  for (const topic of keyTopics) {
    if (SUBJECT_TOPICS.has(topic)) topics.set(topic, 1 - (1 - (topics.get(topic) ?? 0)) * (1 - 1 / keyTopics.length));
  }
}

/** Returns the term itself and words of the thesaurus that are other forms of it. */
function findWordForms(term: string): string[] {
  if (!COMPARABLE_WORD.test(term)) return [term];
  const formSimilarity = new DiceSimilarity(term);
  const isForm = (word: string): boolean =>
    word !== term && formSimilarity.compareTo(word, countBigrams(word)) >= MIN_FORM_SIMILARITY;
  return [term, ...getBuiltInSynonymGraph().findWordsByPrefix(term).filter(isForm)];
}

/** Whether the term occurs in texts about anything, such as days and amounts. */
const isGeneric = (term: string): boolean =>
  NUMBER.test(term) ||
  isLowInformationWord(term) ||
  genericStems.has(term) ||
  getBuiltInSynonymGraph()
    .findTopics(term)
    .some((topic, _, all) => all.length === 1 && GENERIC_TOPICS.has(topic));

/** Compares other texts with one text: by equal words, by words of the same root, and by synonyms. */
export class Relatedness {
  /** The weights of terms that equal a term of the text or are synonyms of one. */
  readonly #matchWeights = new Map<string, number>();
  readonly #comparersByPrefix = new Map<string, { readonly similarity: DiceSimilarity; readonly weight: number }[]>();

  constructor(private readonly subject: Subject) {
    const synonymGraph = getBuiltInSynonymGraph();
    for (const [term, weight] of subject.terms) {
      this.#recordMatch(term, weight);
      if (weight < 1) continue;
      for (const form of findWordForms(term)) {
        const synonymWeight = weight * SYNONYM_MATCH_WEIGHT * (form === term ? 1 : FUZZY_MATCH_WEIGHT);
        for (const { key, similarity } of synonymGraph.findSynonyms(form)) {
          if (similarity >= MIN_SYNONYM_SIMILARITY)
            this.#recordMatch(key, synonymWeight * similarity ** SYNONYM_SIMILARITY_POWER);
        }
      }
      if (!COMPARABLE_WORD.test(term)) continue;
      const prefix = term.slice(0, PREFIX_LENGTH);
      const comparers = this.#comparersByPrefix.get(prefix) ?? [];
      this.#comparersByPrefix.set(prefix, [...comparers, { similarity: new DiceSimilarity(term), weight }]);
    }
  }

  /** @returns 0 for nothing in common, about 1 for a short text that shares its most important word. */
  compareWith({ terms, topics }: Subject): number {
    let sum = 0;
    for (const [term, weight] of terms) sum += weight * this.#findMatchWeight(term);
    const matches = Array.from(topics, ([topic, confidence]) => confidence * (this.subject.topics.get(topic) ?? 0));
    return sum / Math.sqrt(Math.max(1, terms.size)) + TOPIC_MATCH_WEIGHT * Math.max(0, ...matches);
  }

  #findMatchWeight(term: string): number {
    let best = this.#matchWeights.get(term) ?? 0;
    const comparers = COMPARABLE_WORD.test(term) && this.#comparersByPrefix.get(term.slice(0, PREFIX_LENGTH));
    for (const { similarity, weight } of comparers || []) {
      best = Math.max(best, weight * FUZZY_MATCH_WEIGHT * similarity.compareTo(term, countBigrams(term)));
    }
    return best;
  }

  #recordMatch(term: string, weight: number): void {
    if (weight > (this.#matchWeights.get(term) ?? 0)) this.#matchWeights.set(term, weight);
  }
}
