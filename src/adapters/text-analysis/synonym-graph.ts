import thesaurus from "./thesaurus.json" with { type: "json" };
import { tokenizeText, type SearchToken } from "./tokenizer.js";

/** A related word or phrase, with a similarity of up to 1, which two members of a small concept have. */
interface Synonym {
  readonly key: string;
  readonly similarity: number;
}

interface Concept {
  readonly topic: string;
  readonly keys: readonly string[];
}

/** Members of a concept up to this size are the most similar; the similarity falls with this power of the size. */
const REFERENCE_CONCEPT_SIZE = 8;
const SIZE_POWER = 0.25;
/** The similarity also falls with this power of the number of concepts of each word. */
const AMBIGUITY_POWER = 0.2;
/** The number of letters that `findWordsByPrefix` compares. */
export const PREFIX_LENGTH = 4;

interface ThesaurusEntry {
  readonly key: string;
  /** The concepts that contain it. */
  readonly concepts: Concept[];
  /** Computed on first use. */
  synonyms?: readonly Synonym[];
  topics?: readonly string[];
}

/** The words and phrases of a thesaurus. The key of an entry is the terms of its words, separated by spaces. */
export class SynonymGraph {
  readonly #entries = new Map<string, ThesaurusEntry>();
  /** The words of phrases by their first and second term, longest phrase first. */
  readonly #phrases = new Map<string, Map<string, (readonly string[])[]>>();
  /** Filled on first use. */
  readonly #wordsByPrefix = new Map<string, string[]>();

  /** @param topics by name: their concepts, as in `thesaurus.json`. */
  constructor(topics: Readonly<Record<string, readonly string[]>> = thesaurus.topics) {
    for (const [topic, concepts] of Object.entries(topics)) {
      for (const concept of concepts) this.#addConcept(concept, topic);
    }
    for (const bySecond of this.#phrases.values()) {
      for (const phrases of bySecond.values()) phrases.sort((a, b) => b.length - a.length);
    }
  }

  /** Returns the single words of the thesaurus that share the first `PREFIX_LENGTH` letters with `prefix`. */
  findWordsByPrefix(prefix: string): readonly string[] {
    if (this.#wordsByPrefix.size === 0) {
      for (const key of this.#entries.keys()) {
        if (key.includes(" ")) continue;
        const wordPrefix = key.slice(0, PREFIX_LENGTH);
        this.#wordsByPrefix.set(wordPrefix, [...(this.#wordsByPrefix.get(wordPrefix) ?? []), key]);
      }
    }
    return this.#wordsByPrefix.get(prefix.slice(0, PREFIX_LENGTH)) ?? [];
  }

  /** Returns the names of the topics of a word or phrase, without duplicates. */
  findTopics(key: string): readonly string[] {
    const entry = this.#entries.get(key);
    return entry ? (entry.topics ??= [...new Set(entry.concepts.map(({ topic }) => topic))]) : [];
  }

  /** Returns the other members of its concepts. Those that share several concepts with it are more similar. */
  findSynonyms(key: string): readonly Synonym[] {
    const entry = this.#entries.get(key);
    return entry ? (entry.synonyms ??= this.#computeSynonyms(entry)) : [];
  }

  /** Returns the keys of the phrases in a text. They do not overlap; the longest one at a position is preferred. */
  findPhrases(tokens: readonly SearchToken[]): string[] {
    const keys: string[] = [];
    for (let position = 0; position < tokens.length;) {
      const phrases = this.#phrases.get(tokens[position]?.term ?? "")?.get(tokens[position + 1]?.term ?? "");
      const phrase = phrases?.find((words) => isPhraseAt(words, tokens, position));
      if (phrase) keys.push(phrase.join(" "));
      position += phrase?.length ?? 1;
    }
    return keys;
  }

  #computeSynonyms({ key, concepts }: ThesaurusEntry): Synonym[] {
    const dissimilarities = new Map<string, number>();
    for (const { keys } of concepts) {
      const conceptSimilarity =
        Math.min(1, REFERENCE_CONCEPT_SIZE / keys.length) ** SIZE_POWER / concepts.length ** AMBIGUITY_POWER;
      for (const otherKey of keys) {
        if (otherKey === key) continue;
        const ambiguity = (this.#entries.get(otherKey)?.concepts.length ?? 1) ** AMBIGUITY_POWER;
        dissimilarities.set(otherKey, (dissimilarities.get(otherKey) ?? 1) * (1 - conceptSimilarity / ambiguity));
      }
    }
    return [...dissimilarities].map(([otherKey, dissimilarity]) => ({ key: otherKey, similarity: 1 - dissimilarity }));
  }

  #addConcept(line: string, topic: string): void {
    const keys = [...new Set(line.split(" ").map((phrase) => buildPhraseKey(phrase)))];
    const concept = { topic, keys };
    for (const key of keys) {
      const existing = this.#entries.get(key);
      if (existing) existing.concepts.push(concept);
      else {
        this.#entries.set(key, { key, concepts: [concept] });
        this.#addPhrase(key.split(" "));
      }
    }
  }

  /** Ignores a single word. */
  #addPhrase(words: readonly string[]): void {
    const [first = "", second] = words;
    if (second === undefined) return;
    const bySecond = this.#phrases.get(first) ?? new Map<string, (readonly string[])[]>();
    this.#phrases.set(first, bySecond);
    bySecond.set(second, [...(bySecond.get(second) ?? []), words]);
  }
}

let cachedGraph: SynonymGraph | undefined;

/** The graph of the built-in thesaurus, which is built once. */
export const getBuiltInSynonymGraph = (): SynonymGraph => (cachedGraph ??= new SynonymGraph());

/** @param words their first two match at `position`. */
const isPhraseAt = (words: readonly string[], tokens: readonly SearchToken[], position: number): boolean =>
  words.every((word, i) => i < 2 || tokens[position + i]?.term === word);

const buildPhraseKey = (phrase: string): string =>
  tokenizeText(phrase.replaceAll("_", " "))
    .map(({ term }) => term)
    .join(" ");
