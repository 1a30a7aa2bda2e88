import type { Sentence } from "../text/analysis.js";
import { withoutOpening } from "../text/disfluencies.js";
import { capitalised } from "../text/plain-text.js";
import { imperativeOf, type SpeechAct } from "../talk/speech-acts.js";

/** What somebody who does not write has promised. */
export interface OthersPromise {
  readonly act: SpeechAct;
  /** How who promised is called in an action item. */
  readonly label: string;
}

const NOUN = "(?!(?:has|also|already|just|now)\\b)\\p{Ll}+";
const WHO = `(?:The|My|Our|Your) (?:${NOUN} ){0,2}${NOUN}|(?:(?:Mr|Mrs|Ms|Dr)\\.? )?\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?`;
const TO_WHOM = "(?: (?:me|us|him|her|them|\\p{Lu}\\p{Ll}+))?";
const OF_THEMSELVES = "(?:he|she|they|it)(?:'ll|'d| will| would)";
const PROMISED = new RegExp(
  `^(?<who>He|She|They|${WHO})(?: has| have|'s|'ve)?(?: also| already| just| now)? (?:(?:promised|agreed|volunteered|undertook|pledged)${TO_WHOM} (?:to|(?:that )?${OF_THEMSELVES})|(?:said|confirmed|told (?:me|us)|assured (?:me|us))(?: that)? ${OF_THEMSELVES}) (?<rest>(?!be\\b|have\\b|not\\b|never\\b|like\\b)\\p{Ll}.*)$`,
  "u",
);

/** So far back is who "he" and "she" are. */
const BACK = 2;

/**
 * "He promised to send a plumber on Thursday", after "The landlord called": what the landlord is to do.
 * @returns undefined where nobody else has promised anything, or it cannot be told who.
 */
export function promisedByAnother(sentence: Sentence, sentences: readonly Sentence[]): OthersPromise | undefined {
  const { who, rest } = PROMISED.exec(withoutOpening(sentence.text))?.groups ?? {};
  if (who === undefined || rest === undefined) return undefined;
  const label = /^(?:He|She|They)$/.test(who) ? subjectBefore(sentence, sentences) : labelOf(who);
  if (label === undefined) return undefined;
  const act = {
    kind: "request" as const,
    imperative: imperativeOf(rest)
      .replace(/\bme\b/g, "you")
      .replace(/\bmy\b/g, "your"),
    name: undefined,
    promisedTo: undefined,
    before: "",
    asked: false,
  };
  return { act, label };
}

/** Whom the sentences before speak of. */
function subjectBefore({ index }: Sentence, sentences: readonly Sentence[]): string | undefined {
  for (const { tokens } of sentences.slice(Math.max(0, index - BACK), index).toReversed()) {
    const end = tokens.findIndex(({ pos }) => pos === "VERB" || pos === "AUX");
    const subject = tokens.slice(0, Math.max(0, end)).filter(({ pos }) => pos !== "ADV");
    if (/^(?:he|she|they)$/.test(subject.map(({ lower }) => lower).join(" "))) continue;
    const who = subject.map(({ text }) => text).join(" ");
    return new RegExp(`^(?:${WHO})$`, "u").test(who) ? labelOf(who) : undefined;
  }
  return undefined;
}

const labelOf = (who: string): string => capitalised(who.replace(/^The /, "").replace(/^(?:My|Our) /, "Your "));
