import type { Agenda } from "./agenda.js";
import type { Sentence } from "../text/analysis.js";
import { fullest, type KeyPhrase, tellsLittle } from "./key-phrases.js";

/** A conversation of fewer words is told by its sentences alone; of what comes up thrice in it some is in passing. */
const LONG = 1500;
/** So many of the conversation as a whole, and so many that belong to each quarter of it. */
const OF_ALL = 2;
const OF_QUARTER = 2;
const QUARTERS = [0, 1, 2, 3];
/** What belongs to a quarter has at least this share of its mentions there. */
const AT_HOME = 0.6;
const FEWEST = 4;
/** Where the quarters have little of their own the conversation as a whole is told by more. */
const ENOUGH = 6;
const MOST_WORDS = 26;

/**
 * One sentence that names what a long conversation is about, in the order in which it came up: what was announced,
 * what comes up all through it, and what each quarter of it speaks of. Nothing stands in it but what was said.
 * @returns undefined where the conversation is short or hardly anything came up again.
 */
export function subjectsOf(
  phrases: readonly KeyPhrase[],
  sentences: readonly Sentence[],
  agenda: Agenda | undefined,
): string | undefined {
  if (sentences.reduce((sum, { words }) => sum + words.length, 0) < LONG) return undefined;
  const fit = phrases.filter(isSubject);
  const chosen: KeyPhrase[] = [];
  const used = new Set(agenda?.lemmas);
  const take = (pool: readonly KeyPhrase[], most: number): void => {
    let left = most;
    for (const phrase of pool) {
      if (left <= 0) return;
      if (phrase.lemmas.some((lemma) => used.has(lemma))) continue;
      const full = fullest(phrase, fit);
      for (const lemma of full.lemmas) used.add(lemma);
      chosen.push(full);
      left -= 1;
    }
  };
  take(fit, OF_ALL);
  for (const quarter of QUARTERS) {
    take(
      fit.filter(({ home, homing }) => home === quarter && homing >= AT_HOME).sort((a, b) => presence(b) - presence(a)),
      OF_QUARTER,
    );
  }
  take(fit, ENOUGH - chosen.length);
  if (chosen.length < FEWEST) return undefined;
  return `The conversation is about ${listed([...(agenda ? [agenda.named] : []), ...inOrder(chosen, sentences)])}.`;
}

/** How much of its quarter it fills; more words say more. */
const presence = ({ count, lemmas }: KeyPhrase): number => (lemmas.length > 1 ? 2 * count : count);

/** Came up again, and says something by itself. */
const isSubject = (phrase: KeyPhrase): boolean =>
  phrase.count >= (phrase.lemmas.length > 1 ? 2 : 3) && !tellsLittle(phrase);

function inOrder(phrases: readonly KeyPhrase[], sentences: readonly Sentence[]): string[] {
  const placeOf = ({ lemmas }: KeyPhrase): number =>
    sentences.findIndex(({ terms }) => lemmas.every((lemma) => terms.includes(lemma)));
  return phrases
    .map((phrase) => ({ phrase, place: placeOf(phrase) }))
    .sort((a, b) => a.place - b.place)
    .map(({ phrase: { text, isDetermined } }) => (isDetermined ? `the ${text}` : text));
}

/** "The budget, tiles and the plumber", as many as there is room for. */
function listed(items: readonly string[]): string {
  const kept: string[] = [];
  let words = 0;
  for (const item of items) {
    words += item.split(" ").length;
    if (kept.length >= FEWEST && words > MOST_WORDS) break;
    kept.push(item);
  }
  return `${kept.slice(0, -1).join(", ")} and ${kept.at(-1) ?? ""}`;
}
