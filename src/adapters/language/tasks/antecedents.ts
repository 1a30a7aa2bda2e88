import type { Sentence } from "../text/analysis.js";
import type { SpeechAct } from "../talk/speech-acts.js";
import type { MentionClassifier } from "./mention-classifier.js";
import { mentionsBefore, thingsIn } from "./mentions.js";
import { type NamedPerson, peopleIn, type Whose } from "./people-named.js";
import { EITHER } from "./person-words.js";

/** What "it" and "her" may stand for, the likeliest first. */
export interface Antecedents {
  readonly things: () => readonly string[];
  readonly people: () => readonly NamedPerson[];
}

export interface Company {
  /** Names of those who speak or are spoken to, whom no third person means. */
  readonly notThem: ReadonlySet<string | undefined>;
  /** Where people talk: tells what of all that they mentioned is meant. Undefined in writing, where the nearest is. */
  readonly mentioned: MentionClassifier | undefined;
  readonly whose: Whose;
}

/** How many sentences back a thing in writing, and a person, is still in mind. */
const THINGS_BACK = 1;
const PEOPLE_BACK = 8;
/** Of more things in one sentence nobody can tell which was meant. */
const MOST_THINGS = 3;

/** Those of the words before the act in its own sentence, and of the sentences said before. */
export function antecedentsOf(
  act: Pick<SpeechAct, "kind" | "imperative" | "before">,
  sentence: Sentence,
  sentences: readonly Sentence[],
  { notThem, whose, mentioned }: Company,
): Antecedents {
  const { index, tokens } = sentence;
  const { before } = act;
  const stretches = (back: number): readonly Sentence[] => {
    const own = tokens.slice(0, before === "" ? 0 : before.split(" ").length + 1);
    return [{ ...sentence, tokens: own }, ...sentences.slice(Math.max(0, index - back), index).reverse()];
  };
  const pronoun = pronounIn(act.imperative) ?? "it";
  let things: readonly string[] | undefined;
  return {
    things: () =>
      (things ??=
        mentioned === undefined
          ? stretches(THINGS_BACK).flatMap(nearest)
          : mentioned
              .ranked(mentionsBefore(sentence, before, sentences, whose), { act, pronoun, sentence, sentences })
              .map(({ name }) => name)),
    people: () =>
      stretches(PEOPLE_BACK)
        .flatMap((stretch) => peopleIn(stretch, whose))
        .filter(({ name }) => !notThem.has(name)),
  };
}

/** Those behind a preposition, "in the staircase", after the others. */
function nearest({ tokens }: Sentence): string[] {
  const things = thingsIn(tokens);
  const direct = things.filter(({ isPlaced }) => !isPlaced);
  if (direct.length > MOST_THINGS) return [];
  return [...direct, ...things.filter(({ isPlaced }) => isPlaced)].map(({ name }) => name);
}

/** The first word of an imperative that points at a thing: "it", "them". */
export const pronounIn = (imperative: string): string | undefined => THING.exec(imperative)?.[0];

const THING =
  /(?<!\b(?:what|how|when|where|why|if|whether|until|once|before|after|because|much|long) )\b(?:it|them|(?:those|these)(?! (?:two|three|four|five|six|\d+|(?:[\p{L}-]+ )?[\p{L}-]+s)\b))\b(?! \p{L}+s? (?:is|are)\b)|\b(?:that|this|one|some|all of (?:it|that|this))\b(?=$| (?:together|up|down|out|off|over|back|to|in|into|by|on|for|with)\b)/iu;
const PERSON =
  /\bhim\b|\bhis (?=\p{Ll}{2,})|\bher\b(?=$| (?:an?|the|some|that|this|up|to|back|about|on|at|by|with|for|before|after|until|when|over|next|tomorrow|today|tonight|know)\b|[,.])|\bher (?=\p{Ll}{2,})/iu;
const NAMES_A_THING = /\b\p{Ll}{4,}s and\b|\b(?:the|a|an|your|my|our|some|\p{Lu}\p{L}+)\b \p{L}+/u;
/** "The date on it": what the pronoun belongs to is not the date. */
const BELONGS = /\b(?:the|a|an|some)\b (?:\p{L}+ )?\p{L}+ (?:on|of|in|from|for|about|inside) $/iu;

/** "Get your niece to do it": what is named before is who, not what. */
const NAMES_SOMEBODY =
  /^(?:get|ask|tell|remind|have|let|help) (?:(?:the|your|my) \p{Ll}+|(?:\p{Lu}[\p{L}'-]+ ?){1,3}) (?:to )?\p{Ll}+ $/u;

/**
 * Puts the thing for "it" and the name for "her" where the text itself has none before.
 * @returns undefined for want of one, and where "that" points at more than a thing.
 */
export function withAntecedent(imperative: string, { things, people }: Antecedents): string | undefined {
  const named = replaced(imperative, PERSON, (pronoun) => {
    const kind = /^hi/i.test(pronoun) ? "him" : "her";
    const name = people().find(({ mayBe }) => mayBe[kind])?.name;
    return pronoun.endsWith(" ") || /^his/i.test(pronoun) ? name && `${name}'s ` : name;
  });
  if (named === undefined) return undefined;
  const thingFor = (pronoun: string): string | undefined => {
    if (/^some$/i.test(pronoun)) return things()[0]?.replace(/^the /, "some ") ?? pronoun;
    if (/^one$/i.test(pronoun)) {
      const kind = things().find((thing) => !/[^s]s$/.test(thing));
      return kind && GIVEN_ONE.test(named)
        ? kind.replace(/^the (?=[aeiou])/i, "an ").replace(/^the /, "a ")
        : undefined;
    }
    if (CARED_FOR.test(named)) return things().find((thing) => BODY_PART.test(thing));
    if (/^that$/i.test(pronoun) && SETTLED_THING.test(named)) return things()[0];
    if (/^all of|^(?:that|this|one)$/i.test(pronoun) && !PARTICLE.test(named.toLowerCase())) return undefined;
    const several = /^(?:them|those|these)$/i.test(pronoun);
    // One rings the vet and asks the bank, not the tiles.
    if (several && TALKING.test(named))
      return [...people().map(({ name }) => name), ...things()].find(
        (name) =>
          BODY_OF_PEOPLE.test(name) || (/^(?:the|your) \p{Ll}/u.test(name) && EITHER.has(name.split(" ").at(-1) ?? "")),
      );
    return things().find((thing) => (several ? SEVERAL.test(thing) : !/[^s]s$/.test(thing)));
  };
  const whole = replaced(named, THING, thingFor);
  const pointless = whole === undefined ? withoutPointing(named) : named;
  return pointless === named ? whole : replaced(pointless, THING, thingFor);
}

/** "Give you one", "bring one over": another of what was spoken of. */
const GIVEN_ONE = /^(?!do\b|be\b|see\b)\S+(?: \S+){0,3} one\b/i;
/** "Pay that on Friday": what is paid is a thing that was named. */
const SETTLED_THING =
  /^(?:pay|book|order|post|e-?mail|sign|print|cancel|renew|transfer|return|download|buy|collect|fetch|cut|send|bring) that(?=$| (?:on|by|before|when|once|over|back|to|round|tomorrow|today|tonight|next|this)\b)/i;

/** "Ice it twice a day": nothing but a part of the body. */
const CARED_FOR = /^(?:ice|elevate|massage|bandage|strap|stretch|rest|bathe) (?:it|them)\b/i;
const BODY_PART =
  /\b(?:head|neck|shoulders?|arms?|elbows?|wrists?|hands?|fingers?|thumbs?|back|chest|hips?|legs?|thighs?|knees?|calf|calves|ankles?|foot|feet|toes?|heels?|tendons?|muscles?|wounds?|eyes?|ears?|hamstrings?)$/i;

/** "Put that together" speaks of a thing, "send me that in writing" of what was said. */
const PARTICLE = /\b(?:that|this|one) (?:together|up|down|out|off|over|back)\b/;
const TALKING = /^(?:call|phone|ring|text|email|message|ask|tell|remind|chase|contact|let) (?:them|those|these)\b/i;
/** "A photo of that": left out where nobody can tell what is meant. */
const POINTED =
  /^(\S+ (?:\S+ )*?(?:the|a|an|your|some) \p{L}+) (?:of|about|from) (?:that|this|it|them|those|one)(?=$| )/iu;
const withoutPointing = (text: string): string => text.replace(POINTED, "$1");
const BODY_OF_PEOPLE =
  /\b(?:people|lads|boys|girls|company|team|bank|agency|shop|office|police|family|council|bakery|orchestra|hotel|school|lab|laboratory|hospital|surgery|garage|gym|club|temple|church|mosque|library|museum|restaurant|bar|pub|café|cafe|printers?|insurers?|university|college|pharmacy|chemist|clinic|practice|venue|airline|caterers?|builders?|neighbours?|neighbors?|suppliers?|organisers?|organizers?|landlords?|parents|warehouse|depot|factory|committee|embassy|consulate|department)$/i;
/** More than one, or a body of people. */
const SEVERAL = /s$|\b(?:people|children|company|team|bank|agency|shop|office|police|family|council|bakery|orchestra)$/;

function replaced(text: string, pattern: RegExp, by: (pronoun: string) => string | undefined): string | undefined {
  const found = pattern.exec(text);
  if (!found) return text;
  const before = text.slice(0, found.index);
  const named = NAMES_A_THING.test(before.replace(/^\S+/, "")) && !BELONGS.test(before) && !NAMES_SOMEBODY.test(before);
  if (named || before.split(" ").length > 8) return text;
  const isOthers = NAMES_SOMEBODY.test(before);
  // "Do it" is said of what was spoken of, which seldom is the thing named last.
  const stated = (isOthers && before.endsWith(" do ") ? undefined : by(found[0])) ?? (isOthers ? found[0] : undefined);
  return stated === undefined ? undefined : before + stated + text.slice(found.index + found[0].length);
}
