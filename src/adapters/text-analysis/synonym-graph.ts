import { thesaurus } from "./thesaurus.js";
import { tokenizeText, type SearchToken } from "./tokenizer.js";

/** A related word or phrase, with a similarity of up to 1, which two members of a small concept have. */
interface Synonym {
  readonly key: string;
  readonly similarity: number;
}

/** The concepts and topics of a word or phrase as dimensions of a vector, each with its weight. */
interface ConceptWeights {
  readonly dimensions: readonly number[];
  readonly weights: readonly number[];
}

interface Concept {
  readonly topic: number;
  readonly keys: readonly string[];
}

/** Members of a concept up to this size are the most similar; the similarity falls with this power of the size. */
const REFERENCE_CONCEPT_SIZE = 8;
const SIZE_POWER = 0.25;
/** The similarity also falls with this power of the number of concepts of each word. */
const AMBIGUITY_POWER = 0.2;
/** A vector contains only the smallest concepts of a word, which are the most specific. */
const MAX_CONCEPTS_PER_WORD = 4;
/** The number of letters that `findWordsByPrefix` compares. */
export const PREFIX_LENGTH = 4;
/** The weight of a topic relative to a concept. */
const TOPIC_WEIGHT = 0.25;

/** A word or phrase of a text. */
export interface LexicalUnit {
  /** Whether its first word is a content word. */
  readonly isContent: boolean;
  /** Undefined for a single word. */
  readonly phrase: string | undefined;
  /** Undefined for a word that is not in the thesaurus. */
  readonly concepts: ConceptWeights | undefined;
}

interface ThesaurusEntry {
  readonly key: string;
  /** The indexes of the concepts that contain it. */
  readonly conceptIndexes: number[];
  /** Cached units for content and function words, because a few thousand words make up most of all texts. */
  contentUnit?: LexicalUnit;
  functionUnit?: LexicalUnit;
  synonyms?: readonly Synonym[];
  topics?: readonly string[];
}

const UNKNOWN_CONTENT_UNIT: LexicalUnit = { isContent: true, phrase: undefined, concepts: undefined };
const UNKNOWN_FUNCTION_UNIT: LexicalUnit = { ...UNKNOWN_CONTENT_UNIT, isContent: false };

interface ThesaurusPhrase {
  readonly words: readonly string[];
  readonly entry: ThesaurusEntry;
}

/** The words and phrases of a thesaurus. The key of an entry is the terms of its words, separated by spaces. */
export class SynonymGraph {
  readonly #concepts: Concept[] = [];
  readonly #entries = new Map<string, ThesaurusEntry>();
  /** Phrases of two or more words by their first and second term, longest first. */
  readonly #phrases = new Map<string, Map<string, ThesaurusPhrase[]>>();
  /** Filled on first use. */
  readonly #wordsByPrefix = new Map<string, string[]>();
  /** By the index of the topic. */
  readonly #topicNames: string[] = [];

  constructor(text: string = thesaurus) {
    for (const line of text.trim().split("\n")) {
      if (line.startsWith("#")) this.#topicNames.push(line.slice(1).trim());
      else this.#addConcept(line, this.#topicNames.length - 1);
    }
    for (const bySecond of this.#phrases.values()) {
      for (const phrases of bySecond.values()) phrases.sort((a, b) => b.words.length - a.words.length);
    }
  }

  get conceptCount(): number {
    return this.#concepts.length;
  }

  /** Returns the single words of the thesaurus that share the first `PREFIX_LENGTH` letters with `prefix`. */
  findWordsByPrefix(prefix: string): readonly string[] {
    if (this.#wordsByPrefix.size === 0) {
      for (const key of this.#entries.keys()) {
        if (key.includes(" ")) continue;
        const wordPrefix = key.slice(0, PREFIX_LENGTH);
        const words = this.#wordsByPrefix.get(wordPrefix);
        if (words) words.push(key);
        else this.#wordsByPrefix.set(wordPrefix, [key]);
      }
    }
    return this.#wordsByPrefix.get(prefix.slice(0, PREFIX_LENGTH)) ?? [];
  }

  get topicCount(): number {
    return this.#topicNames.length;
  }

  /** Returns the names of the topics of a word or phrase, without duplicates. */
  findTopics(key: string): readonly string[] {
    const entry = this.#entries.get(key);
    return entry ? (entry.topics ??= this.#collectTopics(entry)) : [];
  }

  /** Returns the other members of its concepts. Those that share several concepts with it are more similar. */
  findSynonyms(key: string): readonly Synonym[] {
    const entry = this.#entries.get(key);
    return entry ? (entry.synonyms ??= this.#computeSynonyms(entry)) : [];
  }

  /** Splits a text into phrases and words; the longest phrase at a position is preferred. */
  splitIntoUnits(tokens: readonly SearchToken[]): LexicalUnit[] {
    const units: LexicalUnit[] = [];
    for (let position = 0; position < tokens.length;) {
      const token = tokens[position];
      if (!token) break;
      const { term, isContent } = token;
      const phrase = findLongestPhrase(
        this.#phrases.get(term)?.get(tokens[position + 1]?.term ?? ""),
        tokens,
        position,
      );
      const entry = phrase?.entry ?? this.#entries.get(term);
      units.push(entry ? this.#getUnit(entry, isContent) : isContent ? UNKNOWN_CONTENT_UNIT : UNKNOWN_FUNCTION_UNIT);
      position += phrase?.words.length ?? 1;
    }
    return units;
  }

  #collectTopics({ conceptIndexes }: ThesaurusEntry): readonly string[] {
    const numbers = new Set(conceptIndexes.map((conceptIndex) => this.#concepts[conceptIndex]?.topic ?? 0));
    return Array.from(numbers, (number) => this.#topicNames[number] ?? "");
  }

  #getUnit(entry: ThesaurusEntry, isContent: boolean): LexicalUnit {
    return isContent
      ? (entry.contentUnit ??= this.#createUnit(entry, isContent))
      : (entry.functionUnit ??= this.#createUnit(entry, isContent));
  }

  #createUnit(entry: ThesaurusEntry, isContent: boolean): LexicalUnit {
    return {
      isContent,
      phrase: entry.key.includes(" ") ? entry.key : undefined,
      concepts: this.#computeConceptWeights(entry),
    };
  }

  #computeSynonyms({ key, conceptIndexes }: ThesaurusEntry): Synonym[] {
    const dissimilarities = new Map<string, number>();
    for (const conceptIndex of conceptIndexes) {
      const { keys = [] } = this.#concepts[conceptIndex] ?? {};
      const conceptSimilarity =
        Math.min(1, REFERENCE_CONCEPT_SIZE / keys.length) ** SIZE_POWER / conceptIndexes.length ** AMBIGUITY_POWER;
      for (const otherKey of keys) {
        if (otherKey === key) continue;
        const ambiguity = (this.#entries.get(otherKey)?.conceptIndexes.length ?? 1) ** AMBIGUITY_POWER;
        dissimilarities.set(otherKey, (dissimilarities.get(otherKey) ?? 1) * (1 - conceptSimilarity / ambiguity));
      }
    }
    return [...dissimilarities].map(([otherKey, dissimilarity]) => ({ key: otherKey, similarity: 1 - dissimilarity }));
  }

  #computeConceptWeights({ conceptIndexes }: ThesaurusEntry): ConceptWeights {
    // The weight is divided among the concepts of a word, and is smaller for larger concepts.
    const share = 1 / Math.sqrt(conceptIndexes.length);
    const allConcepts = conceptIndexes.map((conceptIndex) => ({
      conceptIndex,
      ...(this.#concepts[conceptIndex] ?? { topic: 0, keys: [] }),
    }));
    const concepts = allConcepts
      .sort((a, b) => a.keys.length - b.keys.length || a.conceptIndex - b.conceptIndex)
      .slice(0, MAX_CONCEPTS_PER_WORD);
    const topics = [...new Set(concepts.map(({ topic }) => topic))];
    return {
      dimensions: [
        ...concepts.map(({ conceptIndex }) => conceptIndex),
        ...topics.map((topic) => this.conceptCount + topic),
      ],
      weights: [
        ...concepts.map(({ keys }) => share * Math.sqrt(REFERENCE_CONCEPT_SIZE / keys.length)),
        ...topics.map(() => TOPIC_WEIGHT * share),
      ],
    };
  }

  #addConcept(line: string, topic: number): void {
    const conceptIndex = this.#concepts.length;
    const keys = [...new Set(line.split(" ").map((phrase) => buildPhraseKey(phrase)))];
    this.#concepts.push({ topic, keys });
    for (const key of keys) {
      const existing = this.#entries.get(key);
      if (existing) existing.conceptIndexes.push(conceptIndex);
      else this.#addEntry({ key, conceptIndexes: [conceptIndex] });
    }
  }

  #addEntry(entry: ThesaurusEntry): void {
    this.#entries.set(entry.key, entry);
    const words = entry.key.split(" ");
    const [first = "", second] = words;
    if (second === undefined) return;
    const bySecond = this.#phrases.get(first) ?? new Map<string, ThesaurusPhrase[]>();
    this.#phrases.set(first, bySecond);
    const phrases = bySecond.get(second);
    if (phrases) phrases.push({ words, entry });
    else bySecond.set(second, [{ words, entry }]);
  }
}

let cachedGraph: SynonymGraph | undefined;

/** Returns the graph of the built-in thesaurus, which is built once. */
export function getBuiltInSynonymGraph(): SynonymGraph {
  return (cachedGraph ??= new SynonymGraph());
}

/** @param phrases longest first; their first two words match at `position`. */
function findLongestPhrase(
  phrases: readonly ThesaurusPhrase[] | undefined,
  tokens: readonly SearchToken[],
  position: number,
): ThesaurusPhrase | undefined {
  if (phrases === undefined) return undefined;
  for (const phrase of phrases) if (isPhraseAt(phrase.words, tokens, position)) return phrase;
  return undefined;
}

function isPhraseAt(words: readonly string[], tokens: readonly SearchToken[], position: number): boolean {
  for (let i = 2; i < words.length; i += 1) if (tokens[position + i]?.term !== words[i]) return false;
  return true;
}

const buildPhraseKey = (phrase: string): string =>
  tokenizeText(phrase.replaceAll("_", " "))
    .map(({ term }) => term)
    .join(" ");
