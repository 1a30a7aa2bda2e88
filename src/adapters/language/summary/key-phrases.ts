import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";

export interface KeyPhrase {
  /** As it was mostly said; lower case but for names. */
  readonly text: string;
  readonly lemmas: readonly string[];
  readonly score: number;
  readonly count: number;
  /** In how many quarters of the conversation it came up. */
  readonly spread: number;
  /** The quarter in which it came up most, from 0. */
  readonly home: number;
  /** The share of its mentions that are in that quarter. */
  readonly homing: number;
  /** Whether it was mostly said with an article or the like before it. */
  readonly isDetermined: boolean;
  /** Whether it is a name that was mostly said as people's names are, with neither article nor preposition. */
  readonly isPerson: boolean;
}

interface Candidate {
  readonly lemmas: readonly string[];
  readonly surfaces: Map<string, number>;
  readonly speakers: Set<string>;
  readonly eighths: Set<number>;
  readonly quarters: number[];
  count: number;
  determined: number;
  anchored: number;
  names: number;
}

/** Words for any work and any talk, which tell no conversation from another. */
const TOO_GENERAL = new Set(
  `access approach background bunch call cent change class committee concern control conversation decision difference
  director discussion dollar euro evidence feature fella figure function goal god help home information instance list
  love member news officer opinion option percent plan pound program project reference relation requirement result
  return room sign state story structure stuff summer support task thinking tool touch type value version view winter`.split(
    /\s+/,
  ),
);

const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/i;

/** A name of somebody, or a word for nothing in particular. */
export function tellsLittle({ lemmas, isPerson }: KeyPhrase): boolean {
  return (
    isPerson ||
    (lemmas.length === 1 && lemmas.every((lemma) => TOO_GENERAL.has(lemma.toLowerCase()) || WEEKDAY.test(lemma)))
  );
}

const LONGEST = 3;
/** Phrases that come up for the first time later are left out. Ordinary conversations have a tenth as many. */
const MAX_PHRASES = 20_000;
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
    for (const { run, before, after } of nounRuns(sentence.tokens, addressed)) {
      for (const { phrase, at } of phrasesIn(run)) {
        const isOwner = (run[at + phrase.length] ?? after)?.lower === "'s";
        note(candidates, { phrase, before: at === 0 ? before : run[at - 1], isOwner }, sentence, sentences.length);
      }
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
  { lemmas, surfaces, speakers, eighths, quarters, count, determined, anchored, names }: Candidate,
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
    spread: quarters.filter((held) => held > 0).length,
    home: quarters.indexOf(Math.max(...quarters)),
    homing: Math.max(...quarters) / count,
    isDetermined: determined * 2 >= count,
    isPerson: names * 2 > count && anchored * 2 <= count,
    score: mean * length * Math.log2(1 + Math.min(count, MOST_COUNTED)) * reach(eighths.size, speakers.size),
  };
}

/** A phrase where it was said. */
interface Mention {
  readonly phrase: readonly Token[];
  readonly before: Token | undefined;
  /** "Eva's". */
  readonly isOwner: boolean;
}

function note(
  candidates: Map<string, Candidate>,
  { phrase, before, isOwner }: Mention,
  { index, speaker }: Sentence,
  total: number,
): void {
  const lemmas = phrase.map(({ lemma }) => lemma);
  const key = lemmas.join(" ");
  const known = candidates.get(key);
  if (known === undefined && candidates.size >= MAX_PHRASES) return;
  const candidate = known ?? {
    lemmas,
    surfaces: new Map<string, number>(),
    speakers: new Set<string>(),
    eighths: new Set<number>(),
    quarters: [0, 0, 0, 0],
    count: 0,
    determined: 0,
    anchored: 0,
    names: 0,
  };
  const surface = phrase.map(surfaceOf).join(" ");
  candidate.surfaces.set(surface, (candidate.surfaces.get(surface) ?? 0) + 1);
  candidate.speakers.add(speaker.key);
  candidate.eighths.add(Math.floor((index * 8) / total));
  const quarter = Math.floor((index * 4) / total);
  candidate.quarters[quarter] = (candidate.quarters[quarter] ?? 0) + 1;
  candidate.count += 1;
  if (before && DETERMINER.test(before.lower)) candidate.determined += 1;
  const isAnchored = before && (ANCHOR.test(before.pos) || DETERMINER.test(before.lower));
  if (isAnchored && !isOwner) candidate.anchored += 1;
  if (phrase.every(({ text }) => NAME.test(text))) candidate.names += 1;
  candidates.set(key, candidate);
}

const surfaceOf = ({ text, lower, pos }: Token): string =>
  (pos === "PROPN" || /\p{Lu}.*\p{Lu}/u.test(text) ? text : lower).replace(/'s$/, "");

const isNoun = ({ pos }: Token): boolean => pos === "NOUN" || pos === "PROPN";

/** A word a phrase may hold. */
const belongs = (token: Token): boolean => token.isTerm && (isNoun(token) || token.pos === "ADJ");

/** What stands before a place or a thing rather than before a person. */
const ANCHOR = /^(?:ADP|DET|ADJ|NOUN|NUM)$/;
const NAME = /^\p{Lu}\p{Ll}+$/u;
const DETERMINER = /^(?:the|an?|this|that|these|those|my|our|your|his|her|their|its|each|every|one|which)$/;

interface Run {
  readonly run: readonly Token[];
  /** The word said before it, but for adjectives too general to be of it: "your favourite animal". */
  readonly before: Token | undefined;
  readonly after: Token | undefined;
}

function nounRuns(tokens: readonly Token[], addressed: ReadonlySet<string>): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < tokens.length;) {
    let to = from;
    for (; to < tokens.length; to += 1) {
      const token = tokens[to];
      if (!token || !belongs(token) || addressed.has(token.lower)) break;
    }
    const run = tokens.slice(from, to);
    if (run.some(isNoun)) runs.push({ run, before: wordBefore(tokens, from), after: tokens[to] });
    from = to + 1;
  }
  return runs;
}

function wordBefore(tokens: readonly Token[], at: number): Token | undefined {
  let before = at - 1;
  while (tokens[before]?.pos === "ADJ") before -= 1;
  return tokens[before];
}

function* phrasesIn(run: readonly Token[]): Generator<{ readonly phrase: readonly Token[]; readonly at: number }> {
  for (let end = 1; end <= run.length; end += 1) {
    const last = run[end - 1];
    if (!last || !isNoun(last)) continue;
    for (let at = Math.max(0, end - LONGEST); at < end; at += 1) {
      const phrase = run.slice(at, end);
      if (new Set(phrase.map(({ lemma }) => lemma)).size === phrase.length) yield { phrase, at };
    }
  }
}

/** Names that mostly stand between commas or at a sentence's edge: "Thank you, Ana." */
export function addressedNames(sentences: readonly Sentence[]): ReadonlySet<string> {
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

const FULLY_SAID = 4;

/** "video recorder" rather than "recorder", where that is often how it was said. */
export function fullest(phrase: KeyPhrase, phrases: readonly KeyPhrase[]): KeyPhrase {
  const fuller = phrases.find(
    ({ lemmas, count }) =>
      lemmas.length > phrase.lemmas.length &&
      count * FULLY_SAID >= phrase.count &&
      phrase.lemmas.every((lemma) => lemmas.includes(lemma)),
  );
  return fuller ?? phrase;
}
