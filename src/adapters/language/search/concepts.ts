import { thesaurus } from "./thesaurus.js";
import { tokensOf, type Token } from "./tokens.js";

/**
 * What a word or phrase stands for: its concepts and then the topics that they belong to, by number, each with its
 * weight. Topics are numbered after all concepts.
 */
export interface Meaning {
  readonly numbers: readonly number[];
  readonly weights: readonly number[];
}

/** Beside a concept. */
const TOPIC = 0.25;

interface Phrase {
  readonly words: readonly string[];
  readonly meaning: Meaning;
}

/** A concept of so many words has the weight 1; one of more words says less. */
const USUAL_SIZE = 8;

/** The concepts of the thesaurus, found by the words and phrases that stand for them. */
export class Concepts {
  /** By the first word of a phrase: the phrases that begin so, the longest first. */
  readonly #phrases = new Map<string, Phrase[]>();
  /** How many there are. */
  readonly concepts: number;
  readonly topics: number;

  constructor(text: string = thesaurus) {
    const places = new Map<string, { concept: number; topic: number; size: number }[]>();
    let [concepts, topics] = [0, 0];
    for (const line of text.trim().split("\n")) {
      if (line.startsWith("#")) {
        topics += 1;
        continue;
      }
      const phrases = line.split(" ");
      for (const key of new Set(phrases.map((phrase) => keyOf(tokensOf(phrase.replaceAll("_", " ")))))) {
        const known = places.get(key) ?? [];
        known.push({ concept: concepts, topic: topics - 1, size: phrases.length });
        places.set(key, known);
      }
      concepts += 1;
    }
    for (const [key, stands] of places) {
      const words = key.split(" ");
      const [first = ""] = words;
      const alike = this.#phrases.get(first) ?? [];
      alike.push({ words, meaning: meaningOf(stands, concepts) });
      this.#phrases.set(first, alike);
    }
    for (const alike of this.#phrases.values()) alike.sort((a, b) => b.words.length - a.words.length);
    [this.concepts, this.topics] = [concepts, topics];
  }

  /** What the words mean, phrases before single words. @param tell undefined for a word that means nothing here. */
  meaningsOf(tokens: readonly Token[], tell: (token: Token, meaning: Meaning | undefined) => void): void {
    for (let i = 0; i < tokens.length;) {
      const token = tokens[i];
      if (!token) return;
      const phrase = longestAt(this.#phrases.get(token.term), tokens, i);
      tell(token, phrase?.meaning);
      i += phrase?.words.length ?? 1;
    }
  }
}

/** @param phrases the longest first. */
function longestAt(phrases: readonly Phrase[] | undefined, tokens: readonly Token[], at: number): Phrase | undefined {
  if (phrases === undefined) return undefined;
  for (const phrase of phrases) if (standsAt(phrase.words, tokens, at)) return phrase;
  return undefined;
}

function standsAt(words: readonly string[], tokens: readonly Token[], at: number): boolean {
  for (let i = 1; i < words.length; i += 1) if (tokens[at + i]?.term !== words[i]) return false;
  return true;
}

/** Of a word that stands for many concepts each has less. */
function meaningOf(stands: readonly { concept: number; topic: number; size: number }[], allConcepts: number): Meaning {
  const share = 1 / Math.sqrt(stands.length);
  const topics = [...new Set(stands.map(({ topic }) => topic))];
  return {
    numbers: [...stands.map(({ concept }) => concept), ...topics.map((topic) => allConcepts + topic)],
    weights: [...stands.map(({ size }) => share * Math.sqrt(USUAL_SIZE / size)), ...topics.map(() => TOPIC * share)],
  };
}

const keyOf = (tokens: readonly Token[]): string => tokens.map(({ term }) => term).join(" ");
