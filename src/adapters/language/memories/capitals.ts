import { alternatives } from "../text/alternatives.js";
import type { Sentence } from "../text/analysis.js";
import { kinWords } from "../talk/kin.js";
import { capitalised } from "../text/plain-text.js";
import { carriesMeaning, genericWords } from "../text/words.js";

/** What is written with a capital wherever it stands. */
const ALWAYS = alternatives(`
  english french german italian spanish portuguese dutch danish swedish norwegian finnish polish czech hungarian greek turkish
  russian ukrainian romanian bulgarian croatian serbian arabic hebrew farsi persian hindi urdu bengali punjabi tamil tagalog
  chinese mandarin cantonese japanese korean vietnamese thai swahili yoruba igbo zulu xhosa afrikaans welsh irish gaelic
  scottish british american canadian mexican brazilian chilean peruvian colombian argentinian cuban jamaican nigerian kenyan
  ghanaian ethiopian egyptian moroccan indian pakistani australian swiss austrian belgian catalan basque latin
  catholic protestant jewish muslim hindu buddhist christian quaker mormon anglican orthodox
  england scotland wales ireland france germany italy spain portugal belgium holland denmark sweden norway finland poland
  greece turkey russia ukraine china japan korea india pakistan australia canada mexico brazil chile peru cuba jamaica nigeria
  kenya ghana egypt morocco africa europe asia america
  monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays
  january february april june july august september october november december
  parkinson's alzheimer's down's crohn's adhd jehovah's
`);
const KNOWN = new RegExp(String.raw`(?<![\p{L}'])(?:${ALWAYS})(?![\p{L}])`, "gu");
const AFTER_KIN = new RegExp(
  String.raw`(?<=\b(?:my|our) (?:\p{Ll}+ )?(?:${kinWords}) )(?<name>\p{Ll}{3,})(?='s\b| (?:is|has|lives|works|was|had|who)\b)`,
  "gu",
);
const CALLED = /(?<=\b(?:called|named|calls me|call me|name's|name is) )(?<name>\p{Ll}{3,})/gu;
const PLACED =
  /(?<=\b(?:live in|lived in|lives in|living in|moved to|moving to|move to|born in|based in|grew up in|am from|i'm from|'s from|is from|are from|comes? from|emigrated to|came from|back to|got into|between|sending me to|posted to) )(?<name>\p{Ll}{4,})(?= |$|[.,])/giu;

/** Whether who wrote it down knew no capitals. */
export const isWithoutCapitals = (sentences: readonly Sentence[]): boolean =>
  sentences.length > 0 && sentences.every(({ text }) => !/\p{Lu}/u.test(text.slice(1).replace(/\bI\b/g, "")));

/** The text with capitals where a language, a land, a name that is introduced, or a place one lives in must have one. */
export function withCapitals(text: string): string {
  const named = (word: string): string =>
    carriesMeaning(word) && !genericWords.has(word) && !COMMON.test(word) ? capitalised(word) : word;
  return text
    .replace(KNOWN, (word) => (word === "adhd" ? "ADHD" : capitalised(word)))
    .replace(AFTER_KIN, named)
    .replace(CALLED, named)
    .replace(PLACED, named);
}

const COMMON =
  /^(?:town|school|college|university|hospital|church|work|home|care|bed|prison|london's|jobs|friends|family|parents|here|there|nights|days|houses|flats|spring|summer|autumn|winter|peace|hope|fear|trouble|another|different|small|tiny|large|beautiful|lovely|pretty|strange|unusual|common|rare|cute|cool|popular|foreign|secret|misspelled)$/;
