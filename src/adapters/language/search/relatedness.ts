import { fillers, backchannel, genericWords, stopWords } from "../text/words.js";
import { isLight } from "./light-words.js";
import { gramsIn, Likeness } from "./likeness.js";
import { BEGINNING_LENGTH, builtInMeanings } from "./meanings.js";
import { read } from "./reading.js";
import { stemOf } from "./stems.js";
import { NOT, tokensOf } from "./tokens.js";
import { inAnyTongue, isAmbiguous } from "./tongues.js";

/** What a term counts for beside an ordinary word, which has 1. */
const LIGHT_WORTH = 0.25;
const NAME_WORTH = 1.3;
/** What a match counts beside that of the same term, which has 1: at the greatest likeness, and at the greatest nearness. */
const RELATIVE_MATCH = 0.7;
const MEANING_MATCH = 0.7;
/** Terms that are less near to each other than this tell nothing of each other. */
const MIN_NEARNESS = 0.3;
/** Words that stand together in a long list, such as that of all professions, have less to do with each other. */
const NEARNESS_POWER = 2;
/** What it counts that two texts speak of the same topic, in words that have nothing to do with each other otherwise. */
const TOPIC_MATCH = 0.25;

/** Topics of the thesaurus that tell what a text is about. The others, such as time and quantity, are in every text. */
const SUBJECT_TOPICS: ReadonlySet<string> = new Set([
  "family",
  "home",
  "animals",
  "food",
  "health",
  "work",
  "learning",
  "leisure",
  "travel",
  "money",
]);
const GENERIC_TOPICS: ReadonlySet<string> = new Set(["time", "quantity"]);

/** A word that the thesaurus knows another form of, as alike as this, means what that means ("pharmacist", "pharmacy"). */
const MIN_FORM_LIKENESS = 0.85;

const WORD = /^\p{L}{4,}$/u;
const NUMBER = /^\d/;

const stemAll = (...lists: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => [...list].map(stemOf)));
const meaningless = stemAll(stopWords, fillers, backchannel);
const general = stemAll(genericWords);

/** What a text is about. */
export interface Subject {
  /** How much each term tells; phrases of the thesaurus are among them. */
  readonly terms: ReadonlyMap<string, number>;
  /** The topics that its words belong to, each with how sure that is: 0 to 1. */
  readonly topics: ReadonlyMap<string, number>;
}

/** @returns whether words that are grammar in another language may be names or nouns here ("Ben", "son"). */
export function isEnglish(text: string, language: string | null): boolean {
  if (language !== null && !/^en\b/.test(language)) return false;
  return tokensOf(text).every(({ term }) => inAnyTongue(term) === term);
}

/** @param english as of `isEnglish`, of this text together with those it is compared with: a short one does not tell. */
export function extractSubject(text: string, english: boolean): Subject {
  const { words, units } = read(text);
  const terms = new Map<string, number>();
  const topics = new Map<string, number>();
  for (const { term, isContent, spelling, tongues } of words) {
    const plain = inAnyTongue(term);
    const isGrammar = !isContent || (tongues !== undefined && !(english && isAmbiguous(tongues)));
    if (isGrammar || term === NOT || meaningless.has(plain)) continue;
    const worth = isGeneral(plain) ? LIGHT_WORTH : spelling === "name" ? NAME_WORTH : 1;
    terms.set(plain, Math.max(worth, terms.get(plain) ?? 0));
    if (plain === term && worth >= 1) for (const form of findWordForms(plain)) noteTopics(form, topics);
  }
  for (const { phrase } of units) {
    if (phrase === undefined) continue;
    terms.set(phrase, 1);
    noteTopics(phrase, topics);
  }
  return { terms, topics };
}

function noteTopics(key: string, topics: Map<string, number>): void {
  const all = builtInMeanings().topicsOf(key);
  for (const topic of all) {
    if (SUBJECT_TOPICS.has(topic)) topics.set(topic, 1 - (1 - (topics.get(topic) ?? 0)) * (1 - 1 / all.length));
  }
}

/** The word itself, and words of the thesaurus that are other forms of it. */
function findWordForms(term: string): string[] {
  if (!WORD.test(term)) return [term];
  const likeness = new Likeness(term);
  const forms = builtInMeanings()
    .wordsWith(term)
    .filter((word) => word !== term && likeness.to(word, gramsIn(word)) >= MIN_FORM_LIKENESS);
  return [term, ...forms];
}

/** Days and amounts are in texts about anything. */
const isGeneral = (term: string): boolean =>
  NUMBER.test(term) ||
  isLight(term) ||
  general.has(term) ||
  builtInMeanings()
    .topicsOf(term)
    .some((topic, _, all) => all.length === 1 && GENERIC_TOPICS.has(topic));

/** Compares texts with one: by their words, by words of the same root, and by what words mean. */
export class Relatedness {
  /** How well each term fits that is the same as one of the text's, or means something like it: 0 to 1. */
  readonly #fits = new Map<string, number>();
  readonly #byBeginning = new Map<string, { readonly likeness: Likeness; readonly worth: number }[]>();

  constructor(private readonly subject: Subject) {
    const meanings = builtInMeanings();
    for (const [term, worth] of subject.terms) {
      this.#note(term, worth);
      if (worth < 1) continue;
      for (const form of findWordForms(term)) {
        const match = worth * MEANING_MATCH * (form === term ? 1 : RELATIVE_MATCH);
        for (const { key, nearness } of meanings.nearTo(form)) {
          if (nearness >= MIN_NEARNESS) this.#note(key, match * nearness ** NEARNESS_POWER);
        }
      }
      if (!WORD.test(term)) continue;
      const beginning = term.slice(0, BEGINNING_LENGTH);
      const alike = this.#byBeginning.get(beginning) ?? [];
      this.#byBeginning.set(beginning, [...alike, { likeness: new Likeness(term), worth }]);
    }
  }

  /**
   * @returns how much another text is about the same: 0 for nothing in common, about 1 for a short one that shares its
   * most telling word.
   */
  compareWith({ terms, topics }: Subject): number {
    let sum = 0;
    for (const [term, worth] of terms) sum += worth * this.#fitOf(term);
    return sum / Math.sqrt(Math.max(1, terms.size)) + TOPIC_MATCH * this.#topicMatch(topics);
  }

  #topicMatch(topics: Subject["topics"]): number {
    let best = 0;
    for (const [topic, part] of topics) best = Math.max(best, part * (this.subject.topics.get(topic) ?? 0));
    return best;
  }

  #fitOf(term: string): number {
    const known = this.#fits.get(term) ?? 0;
    const alike = WORD.test(term) ? this.#byBeginning.get(term.slice(0, BEGINNING_LENGTH)) : undefined;
    if (!alike) return known;
    const grams = gramsIn(term);
    return alike.reduce(
      (best, { likeness, worth }) => Math.max(best, worth * RELATIVE_MATCH * likeness.to(term, grams)),
      known,
    );
  }

  #note(term: string, fit: number): void {
    if (fit > (this.#fits.get(term) ?? 0)) this.#fits.set(term, fit);
  }
}
