import { answerTypeOf } from "./answer-types.js";
import type { Clue, InvertedIndex } from "./inverted-index.js";
import { isLight } from "./light-words.js";
import { builtInMeanings } from "./meanings.js";
import type { ReadText } from "./reading.js";
import { inRole, type Term } from "./term.js";
import type { Token } from "./tokens.js";
import { inAnyTongue, inForeign } from "./tongues.js";

/** Beside a word, which has 1. All were tuned on the tune parts of `bench/retrieval`. */
const LIGHT = 0.5;
const NAME = 1.3;
/** A turn of whom the question names; one that is said to them tells little of them. */
const SPEAKER = 2.5;
const ADDRESSEE = 0.1;
/** A word of the same root, at the greatest likeness. */
const RELATIVE = 0.5;
/** What means the same, at the greatest nearness: for words that the memories do not use, and for those they do. */
const SYNONYM_OF_UNUSED = 1;
const SYNONYM_OF_USED = 0.75;
/** That a phrase stands there as such, beside its words. */
const PHRASE = 0.5;
/** Something of the type that the question asks for. */
const ANSWER = 1;

/**
 * A longer query is searched for by its first words, and by what is like or means the same as the first of those: a
 * search holds up everybody else, and a question has fewer. What tells memories apart is said by then.
 */
const MOST_WORDS = 60;
const MOST_WORDS_WITH_RELATIVES = 20;
const MOST_WORDS_WITH_SYNONYMS = 20;

/** What the words of a query give to look for. */
export interface Clues {
  readonly all: readonly Clue[];
  /** What speaks for a text that has a clue, but says nothing by itself. */
  readonly answer: { readonly term: Term; readonly gain: number } | undefined;
  /** Each word as it stands, with what it tells. */
  readonly words: readonly { readonly terms: readonly Term[]; readonly worth: number }[];
}

/** The words of a query that are searched for, with all that they are found by which no meaning has to tell. */
export const wordsOf = (index: InvertedIndex, { words }: ReadText): readonly Word[] =>
  searchedTokens(words).map((token, at) => wordOf(index, token, at < MOST_WORDS_WITH_RELATIVES));

/**
 * @param found as of `wordsOf`, for this query.
 * @param meanings how much that counts which may be said for the words: 0 to 1.
 */
export function cluesOf(index: InvertedIndex, query: ReadText, found: readonly Word[], meanings: number): Clues {
  const words = found.map((word) => ({ ...word, clue: new Map(word.clue) }));
  const all: Clue[] = words.map(({ clue }) => clue);
  if (meanings > 0) {
    for (const word of words.slice(0, MOST_WORDS_WITH_SYNONYMS)) {
      const weight = word.isUsed ? SYNONYM_OF_USED : SYNONYM_OF_UNUSED;
      addSynonyms(index, word.key, word.idf, meanings * weight * word.weight, word.clue);
    }
    all.push(...phraseClues(index, query, meanings));
  }
  return {
    all: all.filter(({ size }) => size > 0),
    answer: meanings > 0 ? answerTo(index, query.words) : undefined,
    words: words.map(({ terms, idf, weight }) => ({ terms, worth: idf * weight })),
  };
}

/** Words of grammar count where there are no others; each word counts once. */
function searchedTokens(query: readonly Token[]): readonly Token[] {
  const content = query.filter(({ isContent }) => isContent);
  const once = new Map((content.length > 0 ? content : query).map((token) => [token.term, token]));
  return [...once.values()].slice(0, MOST_WORDS);
}

export interface Word {
  readonly key: string;
  readonly clue: Clue;
  readonly terms: readonly Term[];
  readonly idf: number;
  readonly weight: number;
  /** It stands in some memory, as it is. */
  readonly isUsed: boolean;
}

function wordOf(index: InvertedIndex, { term: key, isContent, spelling }: Token, withRelatives: boolean): Word {
  const text = inAnyTongue(key);
  const [plain, speaker, addressee] = [text, inRole("speaker", text), inRole("addressee", text)].map((each) =>
    present(index, each),
  );
  const foreign = present(index, isContent ? inForeign(text) : key);
  const isName = isContent && isNameOf(spelling, plain ?? foreign, speaker ?? addressee);
  const weight = isName ? NAME : isLight(text) ? LIGHT : 1;
  // A name is known from all its roles: of one that is in every greeting, another mention tells no more.
  const terms = [...new Set([plain, speaker, addressee, foreign])].filter((term) => term !== undefined);
  const texts = terms.reduce((sum, term) => sum + term.texts, 0);
  const idf = index.idf(Math.min(texts, index.size));
  const clue = new Map<Term, number>();
  if (plain) clue.set(plain, idf * weight);
  if (foreign) clue.set(foreign, idf * weight);
  if (speaker) clue.set(speaker, idf * weight * SPEAKER);
  if (addressee) clue.set(addressee, idf * weight * (isName ? ADDRESSEE : 1));
  if (withRelatives && !isName) {
    for (const { term, likeness } of index.relativesOf(key)) {
      if (clue.has(term)) continue;
      clue.set(term, RELATIVE * likeness * weight * Math.min(idf, index.idf(term.texts)));
    }
  }
  return { key, clue, terms, idf, weight, isUsed: plain !== undefined };
}

/** @param inSomeRole undefined where nobody is called so. */
function isNameOf(spelling: Token["spelling"], plain: Term | undefined, inSomeRole: Term | undefined): boolean {
  if (plain?.isName) return true;
  const isNeverPlain = (plain?.asPlain ?? 0) === 0;
  return isNeverPlain && (inSomeRole !== undefined || (plain !== undefined && spelling === "name"));
}

function addSynonyms(index: InvertedIndex, key: string, idf: number, weight: number, clue: Map<Term, number>): void {
  for (const { key: other, nearness } of builtInMeanings().nearTo(key)) {
    for (const text of [other, inRole("addressee", other)]) {
      const term = present(index, text);
      if (!term) continue;
      const gain = weight * nearness * Math.min(idf, index.idf(term.texts));
      if (gain > (clue.get(term) ?? 0)) clue.set(term, gain);
    }
  }
}

function phraseClues(index: InvertedIndex, { units }: ReadText, meanings: number): Clue[] {
  const phrases = units.flatMap(({ phrase }) => phrase ?? []).slice(0, MOST_WORDS_WITH_SYNONYMS);
  return phrases.map((key) => {
    const clue = new Map<Term, number>();
    const term = present(index, key);
    const idf = index.idf(term?.texts ?? 0);
    if (term) clue.set(term, PHRASE * idf);
    addSynonyms(index, key, idf, meanings * SYNONYM_OF_UNUSED, clue);
    return clue;
  });
}

function answerTo(index: InvertedIndex, query: readonly Token[]): Clues["answer"] {
  const type = answerTypeOf(query);
  const term = type && present(index, type);
  return term && { term, gain: ANSWER * index.idf(term.texts) };
}

function present(index: InvertedIndex, text: string): Term | undefined {
  const term = index.find(text);
  return term && term.texts > 0 ? term : undefined;
}
