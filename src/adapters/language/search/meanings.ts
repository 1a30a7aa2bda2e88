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
/** In a vector a word has only so many concepts, the smallest, which tell most. */
const MOST_CONCEPTS = 4;
/** How many letters `Meanings.wordsWith` compares. */
export const BEGINNING_LENGTH = 4;
/** Beside a concept. */
const TOPIC = 0.25;

/** A word or phrase of a text. */
export interface Unit {
  /** Of its first word. */
  readonly isContent: boolean;
  /** Undefined for a single word. */
  readonly phrase: string | undefined;
  /** Undefined for what the thesaurus does not know. */
  readonly meaning: Meaning | undefined;
}

interface Entry {
  readonly key: string;
  /** The numbers of the concepts that it stands in. */
  readonly places: number[];
  /** As they stand in texts, by whether they carry meaning: most words of all texts are of a few thousand. */
  asContent?: Unit;
  asGrammar?: Unit;
  near?: readonly Near[];
  topics?: readonly string[];
}

const unknownContent: Unit = { isContent: true, phrase: undefined, meaning: undefined };
const unknownGrammar: Unit = { ...unknownContent, isContent: false };

interface Phrase {
  readonly words: readonly string[];
  readonly entry: Entry;
}

/** The words and phrases of a thesaurus, by their keys: the terms of their words with a space between. */
export class Meanings {
  readonly #concepts: Concept[] = [];
  readonly #entries = new Map<string, Entry>();
  /** By their first term and their second: the phrases of more than one word, the longest first. */
  readonly #phrases = new Map<string, Map<string, Phrase[]>>();
  /** Filled when it is first needed. */
  readonly #wordsByBeginning = new Map<string, string[]>();
  /** The names of the topics, by their numbers. */
  readonly #topics: string[] = [];

  constructor(text: string = thesaurus) {
    for (const line of text.trim().split("\n")) {
      if (line.startsWith("#")) this.#topics.push(line.slice(1).trim());
      else this.#addConcept(line, this.#topics.length - 1);
    }
    for (const bySecond of this.#phrases.values()) {
      for (const alike of bySecond.values()) alike.sort((a, b) => b.words.length - a.words.length);
    }
  }

  /** How many there are. */
  get concepts(): number {
    return this.#concepts.length;
  }

  /** The words of the thesaurus, without its phrases, that begin with these letters. */
  wordsWith(beginning: string): readonly string[] {
    if (this.#wordsByBeginning.size === 0) {
      for (const key of this.#entries.keys()) {
        if (key.includes(" ")) continue;
        const start = key.slice(0, BEGINNING_LENGTH);
        const words = this.#wordsByBeginning.get(start);
        if (words) words.push(key);
        else this.#wordsByBeginning.set(start, [key]);
      }
    }
    return this.#wordsByBeginning.get(beginning.slice(0, BEGINNING_LENGTH)) ?? [];
  }

  /** How many there are. */
  get topics(): number {
    return this.#topics.length;
  }

  /** The names of the topics that a word or phrase belongs to, each once. */
  topicsOf(key: string): readonly string[] {
    const entry = this.#entries.get(key);
    return entry ? (entry.topics ??= this.#topicsOf(entry)) : [];
  }

  /** What else may be said for it. Those that stand together in several concepts are the nearer. */
  nearTo(key: string): readonly Near[] {
    const entry = this.#entries.get(key);
    return entry ? (entry.near ??= this.#nearTo(entry)) : [];
  }

  /** The words of the text, phrases before single words. */
  unitsIn(tokens: readonly Token[]): Unit[] {
    const units: Unit[] = [];
    for (let at = 0; at < tokens.length;) {
      const token = tokens[at];
      if (!token) break;
      const { term, isContent } = token;
      const phrase = longestAt(this.#phrases.get(term)?.get(tokens[at + 1]?.term ?? ""), tokens, at);
      const entry = phrase?.entry ?? this.#entries.get(term);
      units.push(entry ? this.#unitOf(entry, isContent) : isContent ? unknownContent : unknownGrammar);
      at += phrase?.words.length ?? 1;
    }
    return units;
  }

  #topicsOf({ places }: Entry): readonly string[] {
    const numbers = new Set(places.map((place) => this.#concepts[place]?.topic ?? 0));
    return Array.from(numbers, (number) => this.#topics[number] ?? "");
  }

  #unitOf(entry: Entry, isContent: boolean): Unit {
    return isContent
      ? (entry.asContent ??= this.#newUnit(entry, isContent))
      : (entry.asGrammar ??= this.#newUnit(entry, isContent));
  }

  #newUnit(entry: Entry, isContent: boolean): Unit {
    return { isContent, phrase: entry.key.includes(" ") ? entry.key : undefined, meaning: this.#meaningOf(entry) };
  }

  #nearTo({ key, places }: Entry): Near[] {
    const farness = new Map<string, number>();
    for (const place of places) {
      const { keys = [] } = this.#concepts[place] ?? {};
      const inConcept = Math.min(1, USUAL_SIZE / keys.length) ** SIZE_POWER / places.length ** AMBIGUITY_POWER;
      for (const other of keys) {
        if (other === key) continue;
        const ambiguity = (this.#entries.get(other)?.places.length ?? 1) ** AMBIGUITY_POWER;
        farness.set(other, (farness.get(other) ?? 1) * (1 - inConcept / ambiguity));
      }
    }
    return [...farness].map(([other, far]) => ({ key: other, nearness: 1 - far }));
  }

  #meaningOf({ places }: Entry): Meaning {
    // Of a word that stands for many concepts each has less, and one of many words says less.
    const share = 1 / Math.sqrt(places.length);
    const all = places.map((place) => ({ place, ...(this.#concepts[place] ?? { topic: 0, keys: [] }) }));
    const concepts = all.sort((a, b) => a.keys.length - b.keys.length || a.place - b.place).slice(0, MOST_CONCEPTS);
    const topics = [...new Set(concepts.map(({ topic }) => topic))];
    return {
      numbers: [...concepts.map(({ place }) => place), ...topics.map((topic) => this.concepts + topic)],
      weights: [
        ...concepts.map(({ keys }) => share * Math.sqrt(USUAL_SIZE / keys.length)),
        ...topics.map(() => TOPIC * share),
      ],
    };
  }

  #addConcept(line: string, topic: number): void {
    const number = this.#concepts.length;
    const keys = [...new Set(line.split(" ").map((phrase) => keyOf(phrase)))];
    this.#concepts.push({ topic, keys });
    for (const key of keys) {
      const known = this.#entries.get(key);
      if (known) known.places.push(number);
      else this.#addEntry({ key, places: [number] });
    }
  }

  #addEntry(entry: Entry): void {
    this.#entries.set(entry.key, entry);
    const words = entry.key.split(" ");
    const [first = "", second] = words;
    if (second === undefined) return;
    const bySecond = this.#phrases.get(first) ?? new Map<string, Phrase[]>();
    this.#phrases.set(first, bySecond);
    const alike = bySecond.get(second);
    if (alike) alike.push({ words, entry });
    else bySecond.set(second, [{ words, entry }]);
  }
}

let known: Meanings | undefined;

/** Those of the built-in thesaurus, which is read once. */
export function builtInMeanings(): Meanings {
  return (known ??= new Meanings());
}

/** @param phrases the longest first, of which the first two words stand there. */
function longestAt(phrases: readonly Phrase[] | undefined, tokens: readonly Token[], at: number): Phrase | undefined {
  if (phrases === undefined) return undefined;
  for (const phrase of phrases) if (standsAt(phrase.words, tokens, at)) return phrase;
  return undefined;
}

function standsAt(words: readonly string[], tokens: readonly Token[], at: number): boolean {
  for (let i = 2; i < words.length; i += 1) if (tokens[at + i]?.term !== words[i]) return false;
  return true;
}

const keyOf = (phrase: string): string =>
  tokensOf(phrase.replaceAll("_", " "))
    .map(({ term }) => term)
    .join(" ");
