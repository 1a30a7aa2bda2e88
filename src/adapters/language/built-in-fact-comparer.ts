import { folded } from "../../domain/folded-text.js";
import type { FactComparer } from "../../ports/driven/fact-comparer.js";
import { extractSubject, isEnglish, Relatedness } from "./search/relatedness.js";
import { kinWords } from "./talk/kin.js";
import { giveWay } from "./text/give-way.js";
import { wordsOf } from "./text/words.js";

/** Facts that have less in common are about different things. Tuned on `test/support/fact-pairs.ts`. */
const MIN_RELATEDNESS = 0.2;
/** Of a fact about somebody else one of so many words at its beginning names them: "The user's sister lives in Rome". */
const SUBJECT_WORDS = 2;
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

/** Compares facts by their words and what these mean, without a model. */
export class BuiltInFactComparer implements FactComparer {
  async isSameSubject(earlier: string, later: string): Promise<boolean> {
    return isAboutSamePerson(earlier, later) && (await isAboutSameThing(earlier, later));
  }
}

async function isAboutSameThing(earlier: string, later: string): Promise<boolean> {
  const english = isEnglish(`${earlier}\n${later}`, null);
  const before = extractSubject(earlier, english);
  await giveWay();
  const after = extractSubject(later, english);
  await giveWay();
  if (new Relatedness(before).compareWith(after) >= MIN_RELATEDNESS) return true;
  await giveWay();
  return new Relatedness(after).compareWith(before) >= MIN_RELATEDNESS;
}

/** Whether whom one of them begins with is spoken of in the other too. */
function isAboutSamePerson(earlier: string, later: string): boolean {
  const [before, after] = [wordsOf(folded(earlier)), wordsOf(folded(later))];
  return mentionsRelative(before, after) && mentionsRelative(after, before);
}

function mentionsRelative(words: readonly string[], others: readonly string[]): boolean {
  const relative = words
    .filter((word) => !/['’]s$/.test(word))
    .slice(0, SUBJECT_WORDS)
    .find((word) => relatives.has(word));
  return relative === undefined || others.some((word) => isSameWord(word, relative));
}

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const length = Math.min(one.length, other.length);
  return length >= MIN_STEM_LENGTH && (one.startsWith(other) || other.startsWith(one));
}
