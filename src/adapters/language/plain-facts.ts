import { alternatives } from "./alternatives.js";
import type { Fact } from "./fact-forms.js";
import { thirdPersonOf } from "./third-person.js";

/** Pasts that do not end in "-ed". */
const PAST = alternatives(`
  was were had did went got came grew left took made met lost bought sold built began became broke brought caught chose drove
  drank ate fell fought found flew forgot gave held kept knew led lay learnt lent paid ran rode rose said sang sank sat saw sent
  shot slept spent spoke spelt stood stole stuck swam swore swept taught thought threw told tore understood woke won wore wrote
  dreamt felt hid hung heard kneeled meant sewed shook shrank struck wound withdrew bred bled burnt dealt dug drew froze
`);
/** Verbs that bend nowhere, and words that stand before one. */
const UNBENT = alternatives(`
  can can't cannot could couldn't will won't must mustn't should shouldn't may might used never always usually often rarely
  hardly only mostly normally generally regularly sometimes nearly almost just once still also both all even seldom
  occasionally mainly
`);
const ADVERB =
  /^(?:never|always|usually|often|rarely|hardly(?: ever)?|only|mostly|normally|generally|regularly|sometimes|nearly|almost|just|once|still|also|both|all|even|seldom|occasionally|mainly|\p{Ll}+ly)$/u;
const IS_PAST = new RegExp(String.raw`^(?:${PAST}|\p{Ll}{2,}ed)$`, "u");
const IS_UNBENT = new RegExp(String.raw`^(?:${UNBENT}|didn't|hadn't|wasn't|shan't|need(?:n't)?|dare)$`, "u");

/**
 * What a clause that begins with "I" or "my" says of the user, whatever it is, in the third person and without its
 * subject: whether it lasts is for others to tell.
 */
export function plainFact(clause: string): Fact | undefined {
  const told = (text: string, isPast = false): Fact => ({ text, isPast, tells: 1, ofAnother: false });
  const own = /^my (?<what>\p{L}.*)$/u.exec(clause)?.groups?.["what"];
  if (own !== undefined) return told(own.replace(/^(\p{L}+(?: \p{L}+)?)'s /u, "$1 is "));
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

function predicate(rest: string, told: (text: string, isPast?: boolean) => Fact): Fact {
  const words = rest.split(" ");
  const at = words.findIndex((word) => !ADVERB.test(word));
  const verb = words[at];
  if (verb === undefined || IS_UNBENT.test(verb)) return told(rest);
  if (IS_PAST.test(verb) && !/^(?:need|feed|breed|bleed)$/.test(verb))
    return told(rest.replace(/^were\b/, "was"), true);
  const bent = verb === "haven't" ? "hasn't" : verb === "don't" ? "doesn't" : thirdPersonOf(verb);
  return told([...words.slice(0, at), bent, ...words.slice(at + 1)].join(" "));
}
