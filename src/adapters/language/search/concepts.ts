import { thesaurus } from "./thesaurus.js";
import { tokensOf, type Token } from "./tokens.js";

/** What a word or phrase stands for: concepts and the topics that they belong to, by number, each with its weight. */
export interface Meaning {
  readonly concepts: readonly { readonly concept: number; readonly weight: number }[];
  readonly topics: readonly { readonly topic: number; readonly weight: number }[];
}

/** A concept of so many words has the weight 1; one of more words says less. */
const USUAL_SIZE = 8;

/** The concepts of the thesaurus, found by the words and phrases that stand for them. */
export class Concepts {
  readonly #meanings = new Map<string, Meaning>();
  /** By the first word of phrases, how many words the longest of them has. */
  readonly #longest = new Map<string, number>();
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
        const [first = "", ...others] = key.split(" ");
        this.#longest.set(first, Math.max(this.#longest.get(first) ?? 1, 1 + others.length));
        const known = places.get(key) ?? [];
        known.push({ concept: concepts, topic: topics - 1, size: phrases.length });
        places.set(key, known);
      }
      concepts += 1;
    }
    for (const [key, stands] of places) this.#meanings.set(key, meaningOf(stands));
    [this.concepts, this.topics] = [concepts, topics];
  }

  /** What the words mean, phrases before single words. @param tell undefined for a word that means nothing here. */
  meaningsOf(tokens: readonly Token[], tell: (token: Token, meaning: Meaning | undefined) => void): void {
    for (let i = 0; i < tokens.length;) {
      const token = tokens[i];
      if (!token) return;
      const length = this.#phraseAt(tokens, i, token.term);
      tell(token, this.#meanings.get(length > 1 ? keyOf(tokens.slice(i, i + length)) : token.term));
      i += length;
    }
  }

  /** How many words the longest phrase has that begins here, or 1. */
  #phraseAt(tokens: readonly Token[], at: number, first: string): number {
    const longest = Math.min(this.#longest.get(first) ?? 1, tokens.length - at);
    for (let length = longest; length > 1; length -= 1) {
      if (this.#meanings.has(keyOf(tokens.slice(at, at + length)))) return length;
    }
    return 1;
  }
}

/** Of a word that stands for many concepts each has less. */
function meaningOf(stands: readonly { concept: number; topic: number; size: number }[]): Meaning {
  const share = 1 / Math.sqrt(stands.length);
  return {
    concepts: stands.map(({ concept, size }) => ({ concept, weight: share * Math.sqrt(USUAL_SIZE / size) })),
    topics: [...new Set(stands.map(({ topic }) => topic))].map((topic) => ({ topic, weight: share })),
  };
}

const keyOf = (tokens: readonly Token[]): string => tokens.map(({ term }) => term).join(" ");
