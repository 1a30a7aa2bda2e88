import type { Sentence } from "./analysis.js";
import type { Token } from "./tagger.js";

export interface KeyPhrase {
  /** As it was mostly said; lower case but for names. */
  readonly text: string;
  readonly lemmas: readonly string[];
  readonly score: number;
  readonly count: number;
  /** In how many quarters of the conversation it came up. */
  readonly spread: number;
}

interface Candidate {
  readonly lemmas: readonly string[];
  readonly surfaces: Map<string, number>;
  readonly speakers: Set<string>;
  readonly eighths: Set<number>;
  readonly quarters: Set<number>;
  count: number;
}

const LONGEST = 3;
/** In so short a conversation a phrase need not come twice. */
const FEW_SENTENCES = 10;

/**
 * What the conversation is about, best first: runs of adjectives and nouns that end in a noun, weighed by their
 * words (TextRank), by how many parts of it they came up in, and by how many people. Names of people who are only addressed
 * are none. Phrases of a single sentence count once, so a short note has key phrases too.
 */
export function keyPhrases(sentences: readonly Sentence[], weights: ReadonlyMap<string, number>): KeyPhrase[] {
  const addressed = addressedNames(sentences);
  const candidates = new Map<string, Candidate>();
  for (const sentence of sentences) {
    for (const run of nounRuns(sentence.tokens, addressed)) {
      for (const phrase of phrasesIn(run)) note(candidates, phrase, sentence, sentences.length);
    }
  }
  return Array.from(candidates.values(), (candidate) =>
    scored(candidate, weights, sentences.length < FEW_SENTENCES),
  ).sort((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1));
}

/** Often said in one place is a digression; beyond this the count tells nothing more. */
const MOST_COUNTED = 6;

/** What several people speak of at several times is a subject of the conversation. */
const reach = (eighths: number, speakers: number): number =>
  Math.sqrt(eighths) * (1 + Math.log2(Math.min(4, speakers)) / 2);

function scored(
  { lemmas, surfaces, speakers, eighths, quarters, count }: Candidate,
  weights: ReadonlyMap<string, number>,
  few: boolean,
): KeyPhrase {
  const mean = lemmas.reduce((sum, lemma) => sum + (weights.get(lemma) ?? 0), 0) / lemmas.length;
  const [text = ""] = Array.from(surfaces).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? [];
  const length = lemmas.length > 1 ? (count > 3 ? 2 : count > 1 || few ? 1.5 : 1) : 1;
  return {
    text,
    lemmas,
    count,
    spread: quarters.size,
    score: mean * length * Math.log2(1 + Math.min(count, MOST_COUNTED)) * reach(eighths.size, speakers.size),
  };
}

function note(
  candidates: Map<string, Candidate>,
  phrase: readonly Token[],
  { index, speaker }: Sentence,
  total: number,
): void {
  const lemmas = phrase.map(({ lemma }) => lemma);
  const key = lemmas.join(" ");
  const candidate = candidates.get(key) ?? {
    lemmas,
    surfaces: new Map<string, number>(),
    speakers: new Set<string>(),
    eighths: new Set<number>(),
    quarters: new Set(),
    count: 0,
  };
  const surface = phrase.map(surfaceOf).join(" ");
  candidate.surfaces.set(surface, (candidate.surfaces.get(surface) ?? 0) + 1);
  candidate.speakers.add(speaker.key);
  candidate.eighths.add(Math.floor((index * 8) / total));
  candidate.quarters.add(Math.floor((index * 4) / total));
  candidate.count += 1;
  candidates.set(key, candidate);
}

const surfaceOf = ({ text, lower, pos }: Token): string =>
  (pos === "PROPN" || /\p{Lu}.*\p{Lu}/u.test(text) ? text : lower).replace(/'s$/, "");

const isNoun = ({ pos }: Token): boolean => pos === "NOUN" || pos === "PROPN";

/** A word a phrase may hold. */
const belongs = (token: Token): boolean => token.isTerm && (isNoun(token) || token.pos === "ADJ");

function nounRuns(tokens: readonly Token[], addressed: ReadonlySet<string>): Token[][] {
  const runs: Token[][] = [[]];
  for (const token of tokens) {
    if (belongs(token) && !addressed.has(token.lower)) runs.at(-1)?.push(token);
    else runs.push([]);
  }
  return runs.filter((run) => run.some(isNoun));
}

function* phrasesIn(run: readonly Token[]): Generator<readonly Token[]> {
  for (let end = 1; end <= run.length; end += 1) {
    const last = run[end - 1];
    if (!last || !isNoun(last)) continue;
    for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
      const phrase = run.slice(start, end);
      if (new Set(phrase.map(({ lemma }) => lemma)).size === phrase.length) yield phrase;
    }
  }
}

/** Names that mostly stand between commas or at a sentence's edge: "Thank you, Ana." */
function addressedNames(sentences: readonly Sentence[]): ReadonlySet<string> {
  const seen = new Map<string, { all: number; apart: number }>();
  for (const { tokens } of sentences) {
    tokens.forEach((token, i) => {
      if (token.pos !== "PROPN" && !/^\p{Lu}/u.test(token.text)) return;
      const count = seen.get(token.lower) ?? { all: 0, apart: 0 };
      count.all += 1;
      const [before, after] = [tokens[i - 1], tokens[i + 1]];
      if ((!before || before.pos === "PUNCT") && (!after || after.pos === "PUNCT")) count.apart += 1;
      seen.set(token.lower, count);
    });
  }
  const addressed = Array.from(seen).filter(([, { all, apart }]) => apart * 3 >= all && apart > 0);
  return new Set(addressed.map(([name]) => name));
}
