import { alternatives } from "../text/alternatives.js";
import type { Fact } from "./fact-forms.js";
import { kinWords } from "../talk/kin.js";
import { thirdPersonOf } from "../text/third-person.js";

/** Pasts that do not end in "-ed". */
const PAST = alternatives(`
  was were had did went got came grew left took made met lost bought sold built began became broke brought caught chose drove
  drank ate fell fought found flew forgot gave held kept knew led lay learnt lent paid ran rode rose said sang sank sat saw sent
  shot slept spent spoke spelt stood stole stuck swam swore swept taught thought threw told tore understood woke won wore wrote
  dreamt felt hid hung heard kneeled meant sewed shook shrank struck wound withdrew bred bled burnt dealt dug drew froze
`);
const ADVERB =
  /^(?:never|always|usually|often|rarely|ever|only|mostly|just|once|still|also|both|all|even|seldom|sometimes|almost|(?!(?:f|re|rep|app|supp|bul|comp|mult)ly$)\p{Ll}+ly)$/u;
const IS_PAST = new RegExp(String.raw`^(?:${PAST}|(?!(?:need|feed|breed|bleed|indeed)$)\p{Ll}{2,}ed)$`, "u");
/** Verbs that bend nowhere. */
const IS_UNBENT =
  /^(?:can|can't|cannot|could|couldn't|will|won't|must|mustn't|should|shouldn't|may|might|used|didn't|hadn't|wasn't|shan't|needn't)$/;

/** "My knees are both titanium". */
const THEIRS = new RegExp(
  String.raw`^my (?<what>(?!(?:${kinWords})\b)\p{Ll}+(?: \p{Ll}+)?)(?<is>(?:'s (?!\p{Ll}+s?$)| (?:is|are|was|were|has|have|had|won't|can't|doesn't|don't|needs?|comes?|came|went|got|\p{Ll}+ed) )\S.*)$`,
  "u",
);
/** "Mondays I can't". */
const BROKEN_OFF =
  /^(?:can|can't|could|couldn't|will|won't|must|don't|do|am|have|haven't)(?:$| (?:on|with|in|at|for|by|until|before|after|because)\b)/;

/**
 * What a clause that begins with "I" or "my" says of the user, whatever it is, in the third person and without its
 * subject: whether it lasts is for others to tell.
 */
export function plainFact(clause: string): Fact | undefined {
  const told = (text: string, isPast = false): Fact => ({ text, isPast, tells: 1, ofAnother: false });
  const theirs = THEIRS.exec(clause)?.groups;
  if (theirs !== undefined) return told(`${theirs["what"] ?? ""}${(theirs["is"] ?? "").replace(/^'s /, " is ")}`);
  const { auxiliary, rest } = /^I(?<auxiliary>'\p{Ll}+)? (?<rest>\S.*)$/u.exec(clause)?.groups ?? {};
  if (rest === undefined) return undefined;
  switch (auxiliary) {
    case "'m":
      return told(`is ${rest}`);
    case "'ve":
      return told(`has ${rest}`, true);
    case "'ll":
      return told(`will ${rest}`);
    case undefined:
      return predicate(rest, told);
    default:
      return undefined;
  }
}

const HOUR = String.raw`(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|half|quarter|\d{1,2})`;
/** What is of the day, whoever does it. */
const PASSING = new RegExp(
  [
    String.raw`^(?:is|are) (?:late|here|there|home|back|in|out|ready|coming|going to be|flying|driving|heading|leaving|meeting|picking|dropping|bringing|on (?:his|her|their|my) way)(?=$| (?!with\b|from a\b|for good\b))`,
    String.raw`^(?:can't|can|won't|will|couldn't) (?:come|make|go|stay|talk|hear|answer|find|see|do the|remember|wait|believe|tell|think|get|fly|be|have|take|bring|send|call|ring|let|try|do (?:it|that|${HOUR}))\b`,
    String.raw`^(?:has|have) to\b`,
    String.raw`^(?:has|have) (?:a|an|one|two|three|some|any|no|a few|a couple of|several|more|other|another) (?:\p{Ll}+ )?(?:questions?|points?|comments?|items?|apolog\p{Ll}+)\b`,
    String.raw`^(?:is|are) going to (?:go to|go back|ask|say|take|move on|start|begin|come|hand|bring in|turn|call|try|leave it|stop)\b`,
    String.raw`^(?:talked|spoke|chatted|discussed|mentioned|said|asked|rang|texted|emailed)\b`,
    String.raw`\b(?:at|by|until|till) (?:about |around )?${HOUR}(?: (?:past|to|thirty|o'clock)\b.*)?$`,
    String.raw`\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening)|right now|in a (?:minute|sec|bit))\b`,
  ].join("|"),
  "u",
);
const AGAIN =
  /\b(?:every|each|always|usually|never|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|mornings|nights|weekends)\b/u;

/** Whether what is told, though its form is not known, is plainly of the day. */
export const isPassing = (text: string): boolean => PASSING.test(text) && !AGAIN.test(text);

function predicate(rest: string, told: (text: string, isPast?: boolean) => Fact): Fact | undefined {
  const words = rest.split(" ");
  const at = words.findIndex((word) => !ADVERB.test(word));
  const verb = words[at];
  if (verb === undefined || !/^\p{Ll}[\p{Ll}'-]*$/u.test(verb)) return undefined;
  if (BROKEN_OFF.test(words.slice(at).join(" "))) return undefined;
  if (IS_UNBENT.test(verb)) return told(rest);
  if (IS_PAST.test(verb)) return told(rest.replace(/^were\b/, "was"), true);
  const bent = verb === "haven't" ? "hasn't" : verb === "don't" ? "doesn't" : thirdPersonOf(verb);
  return told([...words.slice(0, at), bent, ...words.slice(at + 1)].join(" "));
}
