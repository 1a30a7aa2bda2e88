import { best, type Scored } from "./best.js";
import { cluesOf, wordsOf, type Clues } from "./clues.js";
import { ONCE, type InvertedIndex } from "./inverted-index.js";
import type { ReadText } from "./reading.js";
import type { Searched } from "./scratch.js";
import type { Term } from "./term.js";
import { NOT } from "./tokens.js";

/** How many of the first texts are looked at for the words of the query, and for what else comes with them. */
const FIRST_TEXTS = 3;
/**
 * What means the same counts less where the words themselves are found: by this part where one text has them all.
 */
const LESS_MEANING = 0.4;
/**
 * Pseudo-relevance feedback, RM3 (Abdul-Jaleel et al. 2004): how many terms of the first texts are searched for too,
 * and what part of the weight goes to those where the first texts have all words of the query; less as they have
 * fewer, for then they may not be good at all.
 */
const FEEDBACK_TERMS = 10;
const FEEDBACK = 0.2;
/** A term that stands in a greater part of all texts tells none from the others. */
const COMMON = 0.1;
/** What is added to a text's score, as a part of it, for each further clue of the query that it has. */
const FURTHER_CLUE = 0.15;

export interface LexicalFindings {
  /** Best first. A score of 1 is that of a text of the usual length with all words of the query. */
  readonly found: readonly Scored[];
  /** What part of all that the query's words tell stands in one of the best texts, word by word: 0 to 1. */
  readonly coverage: number;
}

/**
 * The texts that have words of the query, or words that come with those in the best of them.
 * @param withMeanings or that mean the same.
 */
export function lexicalSearch(
  index: InvertedIndex,
  query: ReadText,
  most: number,
  searched: Searched,
  withMeanings: boolean,
): LexicalFindings {
  const asked = wordsOf(index, query);
  const words = cluesOf(index, query, asked, 0);
  score(index, words, searched);
  const coverage = Math.max(0, ...firstOf(searched).map(({ slot }) => coveredIn(index, words, slot)));
  const clues = withMeanings ? cluesOf(index, query, asked, 1 - LESS_MEANING * coverage) : words;
  if (withMeanings) score(index, clues, searched);
  if (clues.all.length === 0) return { found: [], coverage };
  feedBack(index, clues, firstOf(searched), FEEDBACK * coverage, searched);
  const { room, end, idOf } = searched;
  const { scores } = room;
  for (let slot = 0; slot < end; slot += 1) scores[slot] = (scores[slot] ?? 0) * index.telling(slot);
  const full = ONCE * worthOf(clues);
  const found = best(scores, end, most, idOf).map(({ slot, score }) => ({ slot, score: score / full }));
  return { found, coverage };
}

/** Each text by the clues that it has, and nothing else. */
function score(index: InvertedIndex, { all, answer }: Clues, { room, end }: Searched): void {
  const { scores, clues } = room;
  scores.fill(0, 0, end);
  clues.fill(0, 0, end);
  for (const clue of all) index.score(clue, room);
  if (answer) index.support(answer.term, answer.gain, room);
  for (let slot = 0; slot < end; slot += 1) {
    const further = Math.max(0, (clues[slot] ?? 0) - 1);
    scores[slot] = (scores[slot] ?? 0) * (1 + FURTHER_CLUE * further);
  }
}

const firstOf = ({ room, end, idOf }: Searched): Scored[] => best(room.scores, end, FIRST_TEXTS, idOf);

function coveredIn(index: InvertedIndex, { words }: Clues, slot: number): number {
  const keys = index.keysIn(slot);
  let [covered, all] = [0, 0];
  for (const { terms, worth } of words) {
    all += worth;
    if (terms.some(({ key }) => keys.has(key))) covered += worth;
  }
  return all === 0 ? 0 : covered / all;
}

/** Searches also for the terms that tell the best texts from others. @param part of the score that they give. */
function feedBack(
  index: InvertedIndex,
  clues: Clues,
  texts: readonly Scored[],
  part: number,
  { room, end }: Searched,
): void {
  if (part === 0) return;
  const model = new Map<Term, number>();
  for (const { slot, score } of texts) {
    for (const [term, share] of index.sharesIn(slot)) {
      if (term.text === NOT || (term.texts > 1 && term.texts > COMMON * index.size)) continue;
      model.set(term, (model.get(term) ?? 0) + score * share);
    }
  }
  const strongest = [...model]
    .map(([term, weight]) => [term, weight * index.idf(term.texts)] as const)
    .sort(([a, x], [b, y]) => y - x || (a.text < b.text ? -1 : 1))
    .slice(0, FEEDBACK_TERMS);
  const total = strongest.reduce((sum, [, weight]) => sum + weight, 0);
  const worth = worthOf(clues);
  const { scores } = room;
  for (let slot = 0; slot < end; slot += 1) scores[slot] = (scores[slot] ?? 0) * (1 - part);
  for (const [term, weight] of strongest) index.score(new Map([[term, (part * worth * weight) / total]]), room);
}

/** What all words of the query tell. */
const worthOf = ({ words }: Clues): number => words.reduce((sum, { worth }) => sum + worth, 0);
