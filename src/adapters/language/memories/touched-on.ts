import { ailmentLike, medicineLike } from "./ailments.js";
import { alternatives } from "../text/alternatives.js";
import { isMeant } from "../talk/earnest.js";
import { kinWords, petWords } from "../talk/kin.js";

/** What somebody is, in one word. */
const BEING = alternatives(`
  Catholic Muslim Jewish Hindu Sikh Buddhist Quaker Jain Orthodox Mormon vegan vegetarian pescatarian diabetic
  dyslexic autistic teetotal epileptic asthmatic anaemic colour-blind retired widowed divorced pregnant
`);
/** What tells of somebody that they have it. */
const OWNED = alternatives(`
  allotment boat caravan campervan van motorbike piano violin cello guitar loom kiln garden greenhouse shed workshop studio
  shop stall café cafe pub farm orchard vineyard cottage flat house bungalow garage taxi lorry tractor bees hives hens chickens
  ducks geese goats sheep llamas alpacas pigs cows horses ponies koi dogs cats rabbits tarantula telescope darkroom wheelchair
  pacemaker hearing_aid inhaler EpiPen stoma prosthesis crutches tattoo tattoos stammer blog podcast column
`);

const COUNTED = /^(?:pacemaker|stent|hernia|tremor|ulcer|stammer|stutter|limp|heart condition|clot|squint|bad heart)$/i;
const NO_NAME =
  /^(?:The|And|But|For|With|Then|When|While|If|So|As|That|This|My|Our|Your|His|Her|Their|Its|It|He|She|They|We|You|Both|Always|Just|Only|Even|Or|To|From|Of|In|On|At|By|Not|No|Yes|Yeah|Oh|Well|Is|Was|Are|Has|Had|Have|What|Where|Who|How|Like|Because|Since|Until|After|Before|Mine|Dear|Poor|Mr|Mrs|Miss)$/;

const article = (noun: string): string => (/[^s]s$/.test(noun) ? "" : /^[aeiou]/i.test(noun) ? "an " : "a ");
const having = (noun: string): string => `I have ${article(noun)}${noun}.`;

/** As it stands within a sentence: "Eczema", but "Crohn's" and "MS". */
const common = (word: string): string =>
  /^(?:\p{Lu}{2}|(?:Parkinson|Alzheimer|Crohn|Raynaud|Tourette)'s|Ritalin)/u.test(word)
    ? word
    : word.charAt(0).toLowerCase() + word.slice(1);

interface Reading {
  readonly pattern: RegExp;
  readonly told: (found: Readonly<Record<string, string | undefined>>, isWithin: boolean) => string | undefined;
}

/** Words that tell of a person wherever they drop. */
const TOUCHES: readonly Reading[] = [
  {
    pattern: new RegExp(
      String.raw`\b(?<article>an? )?(?<what>${ailmentLike})(?![\p{L}'-])(?! (?:club|test|clinic))`,
      "giu",
    ),
    told: ({ article: one, what = "" }, isWithin) =>
      // "Tacoma" is none.
      isWithin && /^\p{Lu}\p{Ll}+$/u.test(what)
        ? undefined
        : `I have ${one !== undefined || COUNTED.test(what) ? article(what) : ""}${/^(?:coeliac|celiac)$/i.test(what) ? "coeliac disease" : common(what)}.`,
  },
  {
    pattern: new RegExp(String.raw`\b(?<what>${medicineLike})(?![\p{L}'-])`, "giu"),
    told: ({ what = "" }) => `I take ${common(what)}.`,
  },
  {
    pattern: new RegExp(String.raw`\b(?<what>${BEING})\b(?! [sS]treet)`, "gu"),
    told: ({ what = "" }) => `I'm ${what}.`,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:my|our|mine's an?|I've got an?|I've an?) (?:[\p{Ll}-]+ )?(?<what>${OWNED})\b`,
      "giu",
    ),
    told: ({ what = "" }) => having(what),
  },
  {
    pattern: new RegExp(
      String.raw`(?<!\b(?:in|at|to|from|near) )\b(?<name>\p{Lu}\p{Ll}+)(?:, |, that's | is | she's | he's )(?:my|our) (?<kin>${kinWords})(?![\p{L}'-])`,
      "gu",
    ),
    told: ({ name = "", kin = "" }) => (NO_NAME.test(name) ? undefined : `My ${kin} is called ${name}.`),
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:have|'ve|got|had|is|'s) (?:got )?an? (?:[\p{Ll}-]+ )?(?<kin>${kinWords}),? (?:called |named )?(?<name>\p{Lu}\p{Ll}+)(?!['\p{L}])`,
      "gu",
    ),
    told: ({ name = "", kin = "" }) => (NO_NAME.test(name) ? undefined : `My ${kin} is called ${name}.`),
  },
  {
    pattern: new RegExp(String.raw`\b(?:the|this|an?) (?<what>${petWords})\b`, "giu"),
    told: ({ what = "" }) => having(what),
  },
];

/** "It's not Parkinson's", "never had a stroke". */
const DENIED = /\b(?:not|no|never|without|\p{L}+n't)(?: (?:a|an|the|really|got|had|have|got a|had a|had an))? $/iu;

/** All that a sentence may be held against here. */
export const touchPatterns: readonly RegExp[] = TOUCHES.map(({ pattern }) => pattern);

/**
 * What a sentence of the user may tell by a word in it alone: "It's the gout", "Coeliac.", "my allotment".
 * @param mayBeOfAnother whether another was named right before it.
 * @returns sentences in the user's mouth.
 */
export function touchedOn(text: string, mayBeOfAnother: boolean): string[] {
  if (mayBeOfAnother) return [];
  const told = TOUCHES.flatMap(({ pattern, told: tells }) =>
    Array.from(text.matchAll(pattern)).flatMap(({ index, groups = {} }) =>
      DENIED.test(text.slice(0, index)) ? [] : (tells(groups, index > 0) ?? []),
    ),
  );
  return told.length > 0 && isMeant(text) ? [...new Set(told)] : [];
}
