import type { Sentence } from "../text/analysis.js";
import { possessiveOf } from "../talk/pronouns.js";
import { TIME_WORD } from "./title-phrases.js";
import { stopWords } from "../text/words.js";

const VISITOR = String.raw`(?:(?:the |a |some)?(?:man|woman|guy|lady|people|body|one) from the \p{Ll}+|(?:the|a|an|my|our|your) \p{Ll}+(?: (?!can|could|will|may|might|should|would)\p{Ll}+)??|\p{Lu}\p{Ll}+)`;

const VISIT = new RegExp(
  `^(?<who>${VISITOR})(?:'s coming|'ll be (?:here|there|round|with (?:you|us))| (?:comes?|can come|could come|is coming|are coming|will come|(?:will|is going to) be (?:here|there|round|with (?:you|us))|will visit|visits?|is visiting))(?: over| by| round| to visit)?\\b`,
  "iu",
);

const CONSULTATION = new RegExp(
  `(?<who>${VISITOR})[^,]{0,40}? wants? to see (?:you|me|us|him|her|them|\\p{Lu}\\p{Ll}+)\\b`,
  "iu",
);

/** What comes without visiting anybody. */
const THING =
  / (?:parcels?|packages?|post|mail|orders?|box(?:es)?|couch|sofa|bed|fridge|washer|delivery|furniture|letters?)$/i;

/** A cheap look before the costly one. */
const WANTS = / wants? to see /i;

/** "The electrician comes on Thursday", "the vet wants to see him on Friday". */
export function visitTitle(clause: string): string | undefined {
  const visitor = VISIT.exec(clause)?.groups?.["who"];
  if (visitor !== undefined && !isPronoun(visitor))
    return THING.test(visitor)
      ? `Delivery of ${visitor.replace(/^(?:an?|the) /i, "the ")}`
      : `Visit from ${visitor
          .replace(/^(?:an? )?(man|woman|guy|lady)\b/i, (_, who: string) => `the ${who.toLowerCase()}`)
          .replace(/^an? /i, "the ")
          .replace(/^The /, "the ")}`;
  const host = WANTS.test(clause) ? CONSULTATION.exec(clause)?.groups?.["who"] : undefined;
  return host === undefined || isPronoun(host) ? undefined : `Appointment with ${host.replace(/^The /, "the ")}`;
}

/** "I can come on Thursday", said by another than the user. */
export function ownVisitTitle(clause: string, label: string | undefined): string | undefined {
  const comes = /^I(?:'ll| will| can|'m going to)? (?:come|stop by|drop by|visit you)\b(?! back)/i.test(clause);
  return comes && label !== undefined ? `Visit from ${label}` : undefined;
}

const isPronoun = (word: string): boolean => stopWords.has(word.toLowerCase());

/** "He'd be here about eight": somebody comes, and nobody said who. */
export function visitOf(plan: readonly Sentence[]): string | undefined {
  const comes = /\b(?:he|she|they)(?:'d|'ll|'s|'re| will| would| is| are)? (?:be (?:here|round)|comes?|coming)\b/i;
  return plan.some(({ text, speaker }) => speaker.isUser && comes.test(text)) ? "Visit" : undefined;
}

const ARRIVES =
  /\b(?<who>he|she|they|I|we|(?:(?:my|your|our|the) )?\p{L}+(?: \p{Lu}\p{Ll}+)?)(?:'s|'re| is| are|'ll| will)? (?<how>lands?|landing|arrives?|arriving|gets? in|getting in|comes? in|flies|fly) (?:(?:in|to|at|into) (?<place>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*))?/u;

/** "He lands on Friday": whose arrival, by the name that stands before. */
export function arrivalTitle(
  clause: string,
  { index, text }: Sentence,
  sentences: readonly Sentence[],
): string | undefined {
  const found = ARRIVES.exec(`${clause} `)?.groups;
  if (!found) return undefined;
  const place = found["place"] === undefined ? "" : ` at ${found["place"]}`;
  const who = (found["who"] ?? "").replace(/^the /i, "the ");
  if (/^(?:you|it|that|this|there|who|what)$/i.test(who)) return undefined;
  if (/^(?:he|she|they)$/i.test(who)) {
    const before = [
      text.slice(0, Math.max(0, text.indexOf(clause))),
      ...sentences
        .slice(Math.max(0, index - 3), index)
        .reverse()
        .map((sentence) => sentence.text),
    ];
    const name = before.map(lastName).find((one) => one !== undefined);
    return `${name === undefined ? "Arrival" : `${possessiveOf(name)} arrival`}${place}`;
  }
  return /^(?:I|we)$/i.test(who) ? `Arrival${place}` : `${possessiveOf(who)} arrival${place}`;
}

function lastName(text: string): string | undefined {
  const names = [...text.matchAll(/(?<![.?!] |^)\b\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*|^\p{Lu}\p{Ll}+(?=\?)/gu)].map(
    ([name]) => name,
  );
  return names
    .filter((name) => !stopWords.has(name.toLowerCase()) && !TIME_WORD.test(name.toLowerCase().split(" ")[0] ?? ""))
    .at(-1);
}
