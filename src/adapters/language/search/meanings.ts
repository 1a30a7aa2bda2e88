import { thesaurus } from "./thesaurus.js";
import { tokensOf, type Token } from "./tokens.js";

/** How near a word or phrase is to another: 1 for those that stand in a short concept together. */
export interface Near {
  readonly key: string;
  readonly nearness: number;
}

/** The concepts and then the topics that a word or phrase belongs to, by number, each with its weight. */
export interface Meaning {
  readonly numbers: readonly number[];
  readonly weights: readonly number[];
}

interface Concept {
  readonly topic: number;
  readonly keys: readonly string[];
}

/** Two words of a concept of so many are as near as can be; those of a larger one are less so, to this power. */
const USUAL_SIZE = 8;
const SIZE_POWER = 0.25;
/** A word of many concepts is less near to each: to this power of their number. */
const AMBIGUITY_POWER = 0.2;
/** Beside a concept, in a vector. */
const TOPIC = 0.25;

/** The words and phrases of a thesaurus, by their keys: the terms of their words with a space between. */
export class Meanings {
  readonly #concepts: Concept[] = [];
  /** By key: the numbers of the concepts that it stands in. */
  readonly #places = new Map<string, number[]>();
  /** By the first term of a phrase: the terms of the phrases of more than one word that begin so, the longest first. */
  readonly #phrases = new Map<string, string[][]>();
  readonly #near = new Map<string, readonly Near[]>();
  readonly #meanings = new Map<string, Meaning>();
  readonly topics: number;

  constructor(text: string = thesaurus) {
    let topics = 0;
    for (const line of text.trim().split("\n")) {
      if (line.startsWith("#")) topics += 1;
      else this.#addConcept(line, topics - 1);
    }
    this.topics = topics;
    for (const alike of this.#phrases.values()) alike.sort((a, b) => b.length - a.length);
  }

  /** How many there are. */
  get concepts(): number {
    return this.#concepts.length;
  }

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** What else may be said for it. Those that stand together in several concepts are the nearer. */
  nearTo(key: string): readonly Near[] {
    const known = this.#near.get(key);
    if (known) return known;
    const farness = new Map<string, number>();
    const places = this.#places.get(key) ?? [];
    for (const place of places) {
      const { keys = [] } = this.#concepts[place] ?? {};
      const inConcept = Math.min(1, USUAL_SIZE / keys.length) ** SIZE_POWER / places.length ** AMBIGUITY_POWER;
      for (const other of keys) {
        if (other === key) continue;
        const nearness = inConcept / (this.#places.get(other)?.length ?? 1) ** AMBIGUITY_POWER;
        farness.set(other, (farness.get(other) ?? 1) * (1 - nearness));
      }
    }
    const near = [...farness].map(([other, far]) => ({ key: other, nearness: 1 - far }));
    this.#near.set(key, near);
    return near;
  }

  /** Undefined for what the thesaurus does not know. */
  meaningOf(key: string): Meaning | undefined {
    const known = this.#meanings.get(key);
    const places = known ? undefined : this.#places.get(key);
    if (!places) return known;
    // Of a word that stands for many concepts each has less, and one of many words says less.
    const share = 1 / Math.sqrt(places.length);
    const concepts = places.map((place) => ({ place, ...(this.#concepts[place] ?? { topic: 0, keys: [] }) }));
    const topics = [...new Set(concepts.map(({ topic }) => topic))];
    const meaning = {
      numbers: [...places, ...topics.map((topic) => this.concepts + topic)],
      weights: [
        ...concepts.map(({ keys }) => share * Math.sqrt(USUAL_SIZE / keys.length)),
        ...topics.map(() => TOPIC * share),
      ],
    };
    this.#meanings.set(key, meaning);
    return meaning;
  }

  /** The key of the longest phrase of more than one word that begins at each place where one does. */
  phrasesIn(tokens: readonly Token[], tell: (key: string, at: number, words: number) => void): void {
    for (let at = 0; at + 1 < tokens.length; at += 1) {
      const phrase = this.#phrases.get(tokens[at]?.term ?? "")?.find((words) => standsAt(words, tokens, at));
      if (phrase) tell(phrase.join(" "), at, phrase.length);
    }
  }

  /** The words of the text, phrases before single words. */
  unitsIn(tokens: readonly Token[], tell: (first: Token, meaning: Meaning | undefined) => void): void {
    for (let at = 0; at < tokens.length;) {
      const first = tokens[at];
      if (!first) return;
      const phrase = this.#phrases.get(first.term)?.find((words) => standsAt(words, tokens, at));
      tell(first, this.meaningOf(phrase ? phrase.join(" ") : first.term));
      at += phrase?.length ?? 1;
    }
  }

  #addConcept(line: string, topic: number): void {
    const number = this.#concepts.length;
    const keys = [...new Set(line.split(" ").map((phrase) => keyOf(phrase)))];
    this.#concepts.push({ topic, keys });
    for (const key of keys) {
      const places = this.#places.get(key);
      if (places) places.push(number);
      else {
        this.#places.set(key, [number]);
        this.#addPhrase(key.split(" "));
      }
    }
  }

  #addPhrase(words: string[]): void {
    const [first = ""] = words;
    if (words.length === 1) return;
    const alike = this.#phrases.get(first);
    if (alike) alike.push(words);
    else this.#phrases.set(first, [words]);
  }
}

let known: Meanings | undefined;

/** Those of the built-in thesaurus, which is read once. */
export function builtInMeanings(): Meanings {
  return (known ??= new Meanings());
}

function standsAt(words: readonly string[], tokens: readonly Token[], at: number): boolean {
  for (let i = 1; i < words.length; i += 1) if (tokens[at + i]?.term !== words[i]) return false;
  return true;
}

const keyOf = (phrase: string): string =>
  tokensOf(phrase.replaceAll("_", " "))
    .map(({ term }) => term)
    .join(" ");
