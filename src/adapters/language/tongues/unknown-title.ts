import type { Sentence } from "../text/analysis.js";
import { capitalised, clip } from "../text/plain-text.js";

const TITLE_LENGTH = 80;
const MOST_TERMS = 3;
const SHORTEST = 2;
/** Less than this is a greeting or a name. */
const FEWEST_WORDS = 2;
const FEWEST_LETTERS = 8;

/** In a language of which nothing is known: what came up most, or how it began. */
export function unknownTitle(sentences: readonly Sentence[], weights: ReadonlyMap<string, number>): string {
  const counts = new Map<string, number>();
  for (const { terms } of sentences) for (const term of new Set(terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const speakers = new Set(sentences.flatMap(({ speaker }) => speaker.name?.toLowerCase().split(/\s+/) ?? []));
  const salient = [...counts]
    .filter(([term, count]) => count > 1 && isWord(term) && !speakers.has(term))
    .map(([term, count]) => ({ term, score: count * (weights.get(term) ?? 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_TERMS)
    .map(({ term }) => asSaid(term, sentences));
  if (salient.length > 1 || salient.some((term) => !SPACED.test(term)))
    return clip(capitalised(salient.join(separator(salient[0] ?? ""))), TITLE_LENGTH);
  return beginning(sentences);
}

/** No number, and no particle or ending of Japanese. */
const isWord = (term: string): boolean =>
  term.length >= SHORTEST && /^\p{L}/u.test(term) && !/^\p{sc=Hiragana}+$/u.test(term);

/** As it was written, for capitals may matter. */
function asSaid(term: string, sentences: readonly Sentence[]): string {
  for (const { text } of sentences) {
    const at = text.toLowerCase().indexOf(term);
    if (at >= 0 && text.slice(at, at + term.length).toLowerCase() === term) return text.slice(at, at + term.length);
  }
  return term;
}

const separator = (text: string): string =>
  /[\p{scx=Han}\p{scx=Kana}]/u.test(text) ? "、" : /\p{sc=Arabic}/u.test(text) ? "، " : ", ";

/** Written with capitals, and with greetings and names that look like other words. */
const SPACED = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u;
const PAUSE = /[,;:.!?…](?=\s|$)|[。、，！？؟؛،।]/u;
const MOST_READ = 10;

function beginning(sentences: readonly Sentence[]): string {
  const pieces = sentences.slice(0, MOST_READ).flatMap(({ text }) => text.split(PAUSE).map((piece) => piece.trim()));
  const telling = pieces.find((piece) => piece.split(" ").length >= FEWEST_WORDS || piece.length >= FEWEST_LETTERS);
  const title = capitalised(telling ?? sentences[0]?.text.replace(/(?<![\s.!?…])[\s.!?…]+$/u, "") ?? "");
  const clipped = clip(title, TITLE_LENGTH);
  return clipped === title ? title : `${clip(title, TITLE_LENGTH - 1)}…`;
}
