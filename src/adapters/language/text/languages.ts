import type { Utterance } from "./utterances.js";
import { stopWords, wordsOf } from "./words.js";

/** Words that are frequent in one of these languages and rare in the others. */
const FREQUENT: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    de: "ich und nicht ist das der die du wir es ja auch mit auf den dem ein eine zu noch dann aber für habe hast wenn sie schon doch nach bei oder kann mal am um dir mir bis bitte",
    fr: "je et est pas le les des une un que qui pour dans on il elle nous vous mais avec c'est j'ai d'accord oui du au ça sur tu moi ce se à très bien même aussi donc",
    es: "yo y es el los las una que por para con no en se lo me te pero como más muy está sí del al hay qué esta este bien vale cuando tengo su mi también ya usted",
    it: "io e è il gli una che per con non di si lo mi ti ma come più molto sono sì del al c'è ho hai allora questo questa bene anche della alle nel lei ci sei perché",
    pt: "eu e é o os as um uma que por para com não em se me te mas como mais muito está sim do da ao há no na isso este esta bem também já você tem são pela até então",
    nl: "ik en niet is het de een je we dat ook met op van voor nog dan maar zijn heb hebt als ze wel naar bij of kan er aan om te mijn jij goed dit wat hij ja moet",
  }).map(([language, words]) => [language, new Set(words.split(" "))]),
);

const SAMPLE = 2000;
/** In so short a text the commonest words may well be missing. */
const SHORT = 8;
/** A language whose commonest words are a smaller share of all words is not the one spoken. */
const LEAST_SHARE = 0.15;

/**
 * What the caller says; else the language of seven whose commonest words are common enough to be no accident.
 * @returns ISO 639-1, a region may follow; undefined when it is none of them.
 */
export function languageOf(utterances: readonly Utterance[], language: string | null): string | undefined {
  if (language !== null) return language;
  const sample: string[] = [];
  for (const { text } of utterances) {
    if (sample.length > SAMPLE) break;
    sample.push(...wordsOf(text.slice(0, 4000)));
  }
  const latin = sample.filter((word) => /^\p{Script=Latin}/u.test(word)).length;
  if (latin * 2 < sample.length) return undefined;
  const shareOf = (known: ReadonlySet<string>): number =>
    sample.filter((word) => known.has(word)).length / Math.max(1, sample.length);
  const english = shareOf(stopWords);
  const [other = "", share = 0] =
    Object.entries(FREQUENT)
      .map(([name, words]): [string, number] => [name, shareOf(words)])
      .sort(([, a], [, b]) => b - a)[0] ?? [];
  if (share > LEAST_SHARE && share > english) return other;
  return sample.length < SHORT || english >= 0.2 ? "en" : undefined;
}

export const isEnglish = (language: string | undefined): boolean => /^en\b/i.test(language ?? "");
