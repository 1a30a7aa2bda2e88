import type { Sentence } from "../text/analysis.js";
import { withoutOpening } from "../text/disfluencies.js";
import type { Token } from "../text/tagger.js";
import { genericWords, stopWords } from "../text/words.js";

/** What people met for, as one of them put it. */
export interface Agenda {
  /** A noun phrase without its article: "new remote control for television". */
  readonly text: string;
  /** The same as it stands within a sentence: "a new remote control for television". */
  readonly named: string;
  readonly lemmas: readonly string[];
}

/** What announces the subject; the noun phrase right behind it is the subject. Stronger ones first. */
const CUES: readonly { readonly pattern: RegExp; readonly strength: number }[] = [
  {
    pattern: /\b(?:session|meeting|call|hearing|discussion|workshop) (?:with [^,]{3,30} )?(?:on|about) /i,
    strength: 3,
  },
  {
    pattern:
      /\b(?:we're|we are|I'm|I am) (?:creating|building|making|developing|planning|organising|organizing|designing|renovating|writing|preparing) /i,
    strength: 3,
  },
  {
    pattern: /\b(?:this|today|it|today's meeting|the meeting|the call)(?:'s| is) (?:mainly |all |really )?about /i,
    strength: 3,
  },
  {
    pattern: /\b(?:let's|want to|going to|here to) (?:plan|organise|organize|renovate|build|create|design) /i,
    strength: 2.5,
  },
  { pattern: /\bwant to build is (?:basically )?/i, strength: 3 },
  {
    pattern: /\b(?:let's|want to|wanted to|need to|here to) (?:talk about|discuss|speak about|go over) /i,
    strength: 2,
  },
  { pattern: /\b(?:aim|goal|purpose|subject|topic) (?:of (?:this|the|our) \p{L}+ )?is /iu, strength: 2 },
];

/** The part of a conversation in which its agenda may be announced. */
const OPENING = 0.4;
const MOST_OPENING = 150;
const FEW_SENTENCES = 30;

/**
 * What the conversation was said to be about, where that was said and came up again: by words that announce it, or
 * as a heading of its own ("Book festival."). Undefined where nobody said it.
 */
export function agendaOf(sentences: readonly Sentence[]): Agenda | undefined {
  const opening = sentences.slice(0, Math.min(MOST_OPENING, Math.max(4, OPENING * sentences.length)));
  const mentions = new Map<string, number>();
  for (const { terms } of sentences) {
    for (const term of new Set(terms)) mentions.set(term, (mentions.get(term) ?? 0) + 1);
  }
  let best: { agenda: Agenda; score: number } | undefined;
  for (const sentence of opening) {
    for (const { phrase, article, strength } of announced(sentence)) {
      const lemmas = phrase.filter(({ isTerm }) => isTerm).map(({ lemma }) => lemma);
      const again = lemmas.reduce((sum, lemma) => sum + Math.min(4, (mentions.get(lemma) ?? 0) - 1), 0);
      if (lemmas.length === 0 || (again === 0 && sentences.length > FEW_SENTENCES)) continue;
      const score = strength * (1 + again / lemmas.length / 2) * Math.min(1.5, 0.5 + lemmas.length / 4);
      if (!best || score > best.score * 1.001) {
        const text = written(phrase);
        best = { agenda: { text, named: `${article}${text}`, lemmas }, score };
      }
    }
  }
  return best?.agenda;
}

interface Announced {
  readonly phrase: readonly Token[];
  /** With its space: "a ", "the "; empty for none. */
  readonly article: string;
  readonly strength: number;
}

function announced(sentence: Sentence): Announced[] {
  // Who asks does not announce.
  if (sentence.text.endsWith("?")) return [];
  const heading = headingIn(sentence);
  if (heading) return [{ phrase: heading, article: "the ", strength: 1.5 }];
  return CUES.flatMap(({ pattern, strength }) => {
    const cue = pattern.exec(sentence.text);
    if (!cue) return [];
    const at = tokenAt(sentence, cue.index + cue[0].length);
    const phrase = nounPhrase(sentence.tokens, at);
    return phrase.length > 1 ? [{ phrase, article: articleAt(sentence.tokens, at), strength }] : [];
  });
}

/** "Book festival.", said as a sentence: what comes next is about it. */
function headingIn({ text, tokens, whole }: Sentence): readonly Token[] | undefined {
  if (!whole || !text.endsWith(".") || tokens.length > 6) return undefined;
  const bare = withoutOpening(text);
  const words = tokens.filter(({ lower, pos }) => pos !== "PUNCT" && bare.toLowerCase().includes(lower));
  const isName = words.every(({ pos }) => pos === "PROPN");
  // The model takes the "book" of a book festival for a verb.
  const isPhrase = words.length >= 2 && words.every(({ isTerm }) => isTerm) && words.at(-1)?.pos === "NOUN";
  return isPhrase && !isName ? words.map((word, i) => (i === 0 ? { ...word, pos: "NOUN" } : word)) : undefined;
}

/** The index of the token at a place of the text; tokens are counted by their letters, for spaces may differ. */
function tokenAt({ text, tokens }: Sentence, place: number): number {
  const letters = text.slice(0, place).replace(/\s/g, "").length;
  let seen = 0;
  for (const [i, token] of tokens.entries()) {
    if (seen >= letters) return i;
    seen += token.text.length;
  }
  return tokens.length;
}

const LONGEST = 12;
const DETERMINER = /^(?:the|a|an|our|my|your|their|his|her|this|that|some)$/;
const LINK = /^(?:of|for|on|in|about|to|at|with|from)$/;

/** Nobody knows whose "our" is, where a phrase stands without its speaker. */
function articleAt(tokens: readonly Token[], at: number): string {
  const first = tokens[at]?.lower ?? "";
  if (!DETERMINER.test(first)) return "";
  return first === "a" || first === "an" || first === "some" ? `${first} ` : "the ";
}

/** From its article on: adjectives, nouns and names, with what is tied to them by prepositions. */
function nounPhrase(tokens: readonly Token[], at: number): readonly Token[] {
  let from = at;
  while (DETERMINER.test(tokens[from]?.lower ?? "") || tokens[from]?.lower === "whole") from += 1;
  let to = from;
  let end = from;
  for (; to < tokens.length && to - from < LONGEST; to += 1) {
    const token = tokens[to];
    if (!token) break;
    if (isPart(token)) {
      if (token.pos !== "ADJ") end = to + 1;
    } else if (end === from || !(LINK.test(token.lower) || DETERMINER.test(token.lower))) break;
  }
  return tokens.slice(from, end);
}

function isPart({ pos, lower }: Token): boolean {
  if (lower === "'s" || lower === "new" || lower === "next") return true;
  return /^(?:NOUN|PROPN|ADJ|NUM)$/.test(pos) && !stopWords.has(lower) && !(genericWords.has(lower) && pos !== "ADJ");
}

const written = (phrase: readonly Token[]): string =>
  phrase
    .map(({ text, lower, pos, spaced }, i) => {
      const word = pos === "PROPN" || /\p{Lu}.*\p{Lu}/u.test(text) ? text : lower;
      return i > 0 && spaced && lower !== "'s" ? ` ${word}` : word;
    })
    .join("");
