import type { ItsFunction, WinkMethods } from "wink-nlp";
import { yieldToEventLoop } from "../../runtime/cooperative-yield.js";
import { type LanguageModel, languageModel } from "./language-model.js";
import { carriesMeaning, genericWords, stopWords } from "./words.js";

export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly lemma: string;
  /** Part of speech, Universal Dependencies' names. */
  readonly pos: string;
  /** Whether white space stood before it. */
  readonly spaced: boolean;
  /** Whether it is a word of content that is not too general to say what a text is about. */
  readonly isTerm: boolean;
}

/**
 * wink keeps every word it has ever seen, so a process that runs for months would grow with its users' vocabulary: when
 * it has added more words than these (some 30 MB), the model is read afresh.
 */
const MAX_ADDED_WORDS = 250_000;

/** Parts of speech and lemmas of English, by wink-nlp's lite model; loaded on first use. */
export class Tagger {
  private model: Promise<LanguageModel> | undefined;

  async warm(): Promise<void> {
    await this.loaded();
  }

  /**
   * One list of tokens a line; `lines` must hold no line breaks. Between slices others get their turn, so that a long
   * transcript does not hold up the process.
   */
  async tagged(lines: readonly string[]): Promise<Token[][]> {
    const { nlp } = await this.loaded();
    const tagged: Token[][] = [];
    for (const slice of slices(lines)) {
      await yieldToEventLoop();
      tagged.push(...taggedSlice(nlp, slice));
    }
    return tagged;
  }

  /** @returns whether a lower-case word is in the lexicon of English, which has many names too. */
  async loadLexicon(): Promise<(word: string) => boolean> {
    return (await this.loaded()).hasWord;
  }

  private async loaded(): Promise<LanguageModel> {
    const model = await (this.model ??= languageModel());
    if (model.countAddedWords() <= MAX_ADDED_WORDS) return model;
    return (this.model = languageModel());
  }
}

/** Some 1,000 words: a few milliseconds. */
const SLICE = 6_000;

/** Cut by their length alone, so that the same lines are always read in the same company. */
function* slices(lines: readonly string[]): Generator<readonly string[]> {
  let [from, length] = [0, 0];
  for (const [i, line] of lines.entries()) {
    length += line.length;
    if (length < SLICE) continue;
    yield lines.slice(from, i + 1);
    [from, length] = [i + 1, 0];
  }
  if (from < lines.length) yield lines.slice(from);
}

function taggedSlice(nlp: WinkMethods, lines: readonly string[]): Token[][] {
  // The model has no "I'm" and takes it for a name; "Ana's," it takes for one word, and from then on each "Ana's".
  const text = lines
    .join("\n")
    .replace(/\bI'm\b/g, "I 'm")
    .replace(/(\p{L}'s)(?=[,.;:!?])/gu, "$1 ");
  const tokens = nlp.readDoc(text).tokens();
  /* eslint-disable @typescript-eslint/unbound-method -- the library's selectors are plain functions */
  const texts = tokens.out();
  const tags = tokens.out(nlp.its.pos) as string[];
  // Its typings know one kind of these functions only.
  const lemmas = tokens.out(nlp.its.lemma as ItsFunction<string>);
  const spaces = tokens.out(nlp.its.precedingSpaces);
  /* eslint-enable @typescript-eslint/unbound-method */
  const tagged: Token[][] = [[]];
  texts.forEach((text, i) => {
    if (tags[i] === "SPACE" && text.includes("\n")) tagged.push([]);
    else {
      const [pos = "X", lemma = text, space = ""] = [tags[i], lemmas[i], spaces[i]];
      const lower = text.toLowerCase();
      tagged.at(-1)?.push({ text, lower, lemma, pos, spaced: space !== "", isTerm: isTerm(lower, lemma, pos) });
    }
  });
  return lines.map((_, i) => tagged[i] ?? []);
}

const CONTENT = new Set(["NOUN", "PROPN", "ADJ", "VERB"]);

/** Nouns, names, adjectives and verbs, as in TextRank (Mihalcea & Tarau 2004). */
function isTerm(lower: string, lemma: string, pos: string): boolean {
  return (
    CONTENT.has(pos) &&
    carriesMeaning(lower) &&
    !genericWords.has(lower) &&
    !genericWords.has(lemma) &&
    !stopWords.has(lemma) &&
    /^\p{L}[\p{L}\p{N}'-]+$/u.test(lower)
  );
}
