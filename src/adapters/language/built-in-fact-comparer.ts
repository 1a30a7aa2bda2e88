import { normalizeText } from "../../domain/text/normalize-text.js";
import type { FactComparer } from "../../ports/driven/models/text-classifiers.js";
import { extractSubject, isLikelyEnglish, Relatedness } from "./relatedness.js";
import { kinWords } from "./talk/kin.js";
import { yieldToEventLoop } from "../runtime/cooperative-yield.js";
import { wordsOf } from "./text/words.js";

/** Facts that have less in common are about different things. Tuned on `test/support/fact-pairs.ts`. */
const MIN_RELATEDNESS = 0.2;
/** Of a fact about another person one of so many words at its beginning names them: "The user's sister lives in Rome". */
const SUBJECT_WORDS = 2;
/** "Has a daughter called Freya". */
const RELATION_WORDS = 4;
/** Of a fact with a cumulative predicate that word is among the first ones: "Is allergic to nuts". */
const PREDICATE_WORDS = 3;
/** Shorter words are articles, prepositions and the like, and one is longer. */
const MIN_OBJECT_LENGTH = 4;
const LONG_PREPOSITION = "gegen";
/** Shorter words are compared as they are, longer ones may have another ending. */
const MIN_STEM_LENGTH = 4;

const relatives: ReadonlySet<string> = new Set([
  ...kinWords.split("|").map((word) => word.replaceAll("_", " ")),
  ...`
    schwester bruder mutter vater mama papa eltern mann frau ehemann ehefrau partner partnerin freund freundin oma opa
    großmutter großvater sohn tochter kinder kind tante onkel cousin cousine chef chefin nachbar nachbarin hund katze
    soeur sœur frère mère père parents mari femme fils fille enfants ami amie copain copine oncle tante voisin voisine
    hermana hermano madre padre padres marido esposo esposa mujer hijo hija hijos abuela abuelo tía tío amigo amiga
    novio novia jefe jefa vecino vecina perro gato
    sorella fratello genitori marito moglie figlio figlia figli nonna nonno zia zio amico amica fidanzato fidanzata
    irmã irmão mãe pai pais filho filha avó avô tia tio namorado namorada
    zus broer moeder vader ouders man vrouw zoon dochter tante oom vriend vriendin
  `
    .trim()
    .split(/\s+/),
]);

/** Several facts with such a predicate hold side by side: who is allergic to nuts may be allergic to penicillin too. */
const cumulativePredicates: readonly ReadonlySet<string>[] = [
  "allergic allergisch allergique alérgico alérgica allergico allergica",
  "takes nimmt prend toma prende neemt",
  "speaks spricht parle habla parla fala spreekt",
  "likes loves enjoys mag liebt aime adore gusta ama gosta houdt",
  "hates dislikes hasst déteste odia haat",
  "plays spielt joue toca juega suona gioca joga speelt",
  "owns besitzt possède posee possiede possui bezit",
  "visited besuchte visité visitato visitou bezocht",
].map((words) => new Set(words.split(" ")));

/** Predicates about different matters, whatever place they name. */
const placePredicates: readonly ReadonlySet<string>[] = [
  "lives wohnt habite vive abita mora woont",
  "works arbeitet travaille trabaja lavora trabalha werkt",
].map((words) => new Set(words.split(" ")));

/** Compares facts by their words and what these mean, without a model. */
export class BuiltInFactComparer implements FactComparer {
  async isSameSubject(earlier: string, later: string): Promise<boolean> {
    const [before, after] = [wordsOf(normalizeText(earlier)), wordsOf(normalizeText(later))];
    if (!isAboutSamePerson(before, after) || areSideBySide(before, after)) return false;
    return isAboutSameThing(earlier, later);
  }
}

/** Whether both may hold at once by what their predicates mean. */
function areSideBySide(before: readonly string[], after: readonly string[]): boolean {
  const predicates = cumulativePredicates.find((words) => findPredicate(before, words) && findPredicate(after, words));
  if (predicates)
    return !namesObject(after, objectOf(before, predicates)) && !namesObject(before, objectOf(after, predicates));
  const [one, other] = [before, after].map((words) =>
    placePredicates.findIndex((verbs) => findPredicate(words, verbs)),
  );
  return one !== other && one !== -1 && other !== -1;
}

const findPredicate = (words: readonly string[], predicates: ReadonlySet<string>): string | undefined =>
  words.slice(0, PREDICATE_WORDS).find((word) => predicates.has(word));

/** The first word of weight after the predicate; empty when there is none. */
function objectOf(words: readonly string[], predicates: ReadonlySet<string>): string {
  const at = words.findIndex((word) => predicates.has(word));
  return words.slice(at + 1).find((word) => word.length >= MIN_OBJECT_LENGTH && word !== LONG_PREPOSITION) ?? "";
}

const namesObject = (words: readonly string[], object: string): boolean =>
  words.some((word) => isSameWord(word, object));

async function isAboutSameThing(earlier: string, later: string): Promise<boolean> {
  const english = isLikelyEnglish(`${earlier}\n${later}`, null);
  const before = extractSubject(earlier, english);
  await yieldToEventLoop();
  const after = extractSubject(later, english);
  await yieldToEventLoop();
  if (new Relatedness(before).compareWith(after) >= MIN_RELATEDNESS) return true;
  await yieldToEventLoop();
  return new Relatedness(after).compareWith(before) >= MIN_RELATEDNESS;
}

/** Whether the relatives that each is about are spoken of in the other too. */
function isAboutSamePerson(before: readonly string[], after: readonly string[]): boolean {
  const relations = [before, after].map((words) => findRelative(words, RELATION_WORDS));
  const [one, other] = relations;
  if (one !== undefined && other !== undefined && !isSameWord(one, other)) return false;
  return mentionsRelative(before, after) && mentionsRelative(after, before);
}

function mentionsRelative(words: readonly string[], others: readonly string[]): boolean {
  const relative = findRelative(words, SUBJECT_WORDS);
  return relative === undefined || others.some((word) => isSameWord(withoutPossessive(word), relative));
}

const findRelative = (words: readonly string[], count: number): string | undefined =>
  words
    .slice(0, count)
    .map(withoutPossessive)
    .find((word) => relatives.has(word));

const withoutPossessive = (word: string): string => word.replace(/['’]s$/, "");

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const length = Math.min(one.length, other.length);
  return length >= MIN_STEM_LENGTH && (one.startsWith(other) || other.startsWith(one));
}
