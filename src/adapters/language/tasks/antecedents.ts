import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";
import { backchannel, genericWords, stopWords } from "../text/words.js";

/** What "it" and "her" may stand for, nearest first. */
export interface Antecedents {
  readonly things: () => readonly string[];
  readonly people: () => readonly Person[];
}

interface Person {
  readonly name: string;
  /** False where the sentence that names them speaks of the other. */
  readonly mayBe: Readonly<Record<"him" | "her", boolean>>;
}

export interface Company {
  /** Names of those who speak or are spoken to, whom no third person means. */
  readonly notThem: ReadonlySet<string | undefined>;
  /** Whether people talk, who keep a thing in mind by its pronoun over many short sentences. */
  readonly inSpeech?: boolean;
  /** Whose "my dad" or "your dad" of a sentence is, as the one who is to act should read it. */
  readonly whose: (possessive: string, sentence: Sentence) => string | undefined;
}

/** How many sentences back a thing, and a person, is still in mind. */
const THINGS_BACK = 1;
const PEOPLE_BACK = 8;
const THINGS_BACK_IN_SPEECH = 10;
/** For want of those that are kept in mind, whatever was named just now. */
const NAMED_BACK_IN_SPEECH = 3;
/** Of more things in one sentence nobody can tell which was meant. */
const MOST_THINGS = 3;

/**
 * Those of the words before the act in its own sentence, then of the sentences said before.
 */
export function antecedentsOf(
  sentence: Sentence,
  before: string,
  sentences: readonly Sentence[],
  { notThem, whose, inSpeech = false }: Company,
): Antecedents {
  const { index, tokens } = sentence;
  const stretches = (back: number): readonly Sentence[] => {
    const own = tokens.slice(0, before === "" ? 0 : before.split(" ").length + 1);
    return [{ ...sentence, tokens: own }, ...sentences.slice(Math.max(0, index - back), index).reverse()];
  };
  return {
    things: () =>
      inSpeech
        ? [
            ...stretches(THINGS_BACK_IN_SPEECH).flatMap((stretch) => thingsInMind(stretch, whose)),
            ...stretches(NAMED_BACK_IN_SPEECH).flatMap(({ tokens }) => things(tokens).filter(isTangible)),
          ]
        : stretches(THINGS_BACK).flatMap(({ tokens }) => things(tokens)),
    people: () =>
      stretches(PEOPLE_BACK)
        .flatMap((stretch) => people(stretch, whose))
        .filter(({ name }) => !notThem.has(name)),
  };
}

// prettier-ignore
const MEN = new Set(["man", "guy", "boy", "brother", "father", "dad", "uncle", "husband", "son", "grandfather", "grandpa", "boyfriend", "nephew", "grandson", "stepson", "grandad", "granddad", "bloke", "fellow", "chap", "lad"]);
// prettier-ignore
const WOMEN = new Set(["woman", "lady", "girl", "sister", "mother", "mum", "mom", "aunt", "wife", "daughter", "grandmother", "grandma", "girlfriend", "niece", "granddaughter", "stepdaughter", "auntie", "nan", "gran", "granny", "missus"]);

// prettier-ignore
const EITHER = new Set(["cousin", "friend", "doctor", "neighbour", "neighbor", "boss", "teacher", "colleague", "landlord", "dentist", "lawyer", "vet", "manager", "nurse", "engineer", "plumber", "electrician", "builder", "coach", "agent", "accountant", "solicitor", "surgeon", "therapist", "tutor", "client", "customer", "receptionist", "secretary", "caretaker", "florist", "baker", "tailor", "driver", "instructor", "inspector", "midwife", "priest", "vicar", "chef", "cleaner", "gardener", "mechanic", "photographer", "supplier", "contractor", "tenant", "librarian", "pharmacist", "adviser", "advisor", "estate agent", "babysitter", "nanny", "partner", "flatmate", "roommate"]);

/** Names that are not of places or days, as far as the word before tells, and "the mushroom man"; last one first. */
function people(sentence: Sentence, whose: Company["whose"]): Person[] {
  const { tokens } = sentence;
  const has = (pattern: RegExp): boolean => tokens.some(({ lower }) => pattern.test(lower));
  const [male, female] = [has(/^(?:he|him|his)$/), has(/^(?:she|her|hers)$/)];
  const found: Person[] = [];
  tokens.forEach((token, i) => {
    const before = tokens[i - 1];
    const either = EITHER.has(token.lower);
    // "I know a guy who sells them": he is not spoken of again.
    if (/^an?$/.test(before?.lower ?? "") && /^(?:man|guy|woman|lady|bloke|chap|fellow)$/.test(token.lower)) return;
    const [man, woman] = [either || MEN.has(token.lower), either || WOMEN.has(token.lower)];
    if ((man || woman) && isNameBehind(token, tokens[i + 1])) {
      found.push({ name: `${token.text} ${tokens[i + 1]?.text ?? ""}`, mayBe: { him: man, her: woman } });
    } else if (man || woman) {
      const modifier = before?.pos === "NOUN" ? `${before.lower} ` : "";
      const owner = (before && whose(before.lower, sentence)) ?? "the";
      found.push({ name: `${owner} ${modifier}${token.lower}`, mayBe: { him: man, her: woman } });
    } else if (
      isName(token) &&
      !NO_PERSON.test(token.lower) &&
      !isName(tokens[i + 1]) &&
      !PLACING.test(nameStart(tokens, i)?.lower ?? "")
    ) {
      const title = nameStart(tokens, i)?.lower ?? "";
      const mayBe = /^mrs?\.?$|^ms\.?$/.test(title)
        ? { him: /^mr\b/.test(title), her: !/^mr\b/.test(title) }
        : { him: male || !female, her: female || !male };
      found.push({ name: fullName(tokens, i), mayBe });
    }
  });
  return found.reverse();
}

/** Feasts and doings that a capital makes look like people. */
const NO_PERSON =
  /ing$|^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^(?:january|february|march|april|june|july|august|september|october|november|december)$|^(?:easter|christmas|xmas|diwali|ramadan|thanksgiving|halloween|internet|zoom|google|god|ha|oh)$/;
const PLACING = /^(?:in|to|at|from|of|on|by|next)$/;

/** "Aunt Rose", and "uncle kojo" where nothing is written with a capital. */
function isNameBehind(token: Token, next: Token | undefined): boolean {
  if (isCapital(token)) return isCapital(next);
  return /^(?:uncle|aunt|auntie)$/.test(token.lower) && /^(?:NOUN|PROPN)$/.test(next?.pos ?? "");
}

const isCapital = (token: Token | undefined): boolean => /^\p{Lu}\p{Ll}+$/u.test(token?.text ?? "");

function isName(token: Token | undefined): boolean {
  return token?.pos === "PROPN" && /^\p{Lu}\p{Ll}+$/u.test(token.text) && !isCommon(token.lower);
}

const isCommon = (word: string): boolean => stopWords.has(word) || backchannel.has(word) || genericWords.has(word);

/** The word before a name's first part. */
function nameStart(tokens: readonly Token[], last: number): Token | undefined {
  let first = last;
  while (isName(tokens[first - 1])) first -= 1;
  return tokens[first - 1];
}

function fullName(tokens: readonly Token[], last: number): string {
  let first = last;
  while (isName(tokens[first - 1])) first -= 1;
  return tokens
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(" ");
}

/** "the agenda", last one first; those behind a preposition, "in the staircase", after the others. */
function things(tokens: readonly Token[]): string[] {
  const [direct, placed]: [string[], string[]] = [[], []];
  let run: string[] = [];
  let lead = "";
  tokens.concat(END).forEach((token, i) => {
    // "The hosting company": the model takes it for a verb.
    const modifies = token.lower.endsWith("ing") && tokens[i - 1]?.pos === "DET";
    const fits = (modifies || /^(?:NOUN|PROPN|ADJ)$/.test(token.pos)) && !stopWords.has(token.lower);
    if (fits && !(token.pos === "ADJ" && run.length === 0 && genericWords.has(token.lower))) {
      if (run.length === 0) lead = leadOf(tokens, i);
      run.push(token.text);
      return;
    }
    if (run.length > 1 || (run[0] !== undefined && !genericWords.has(run[0].toLowerCase()))) {
      (lead === "ADP" ? placed : direct).push(`the ${run.join(" ")}`);
    }
    run = [];
  });
  return direct.length > MOST_THINGS ? [] : [...direct.reverse(), ...placed.reverse()];
}

const ARTICLE = /^(?:the|a|an|my|your|our|his|her|their)$/;

/** Words for people, whom "it" does not mean. */
const isPerson = (word: string): boolean =>
  MEN.has(word) ||
  WOMEN.has(word) ||
  EITHER.has(word) ||
  /^(?:people|kids?|child|children|baby|aunties?|guests?|papa|mama|ma|pa|mummy|mommy|daddy|gran|granny|nan|nana|grandad|granddad|mister|mrs|sister|brother)$/.test(
    word,
  );

/** What nobody sends or fetches. */
// prettier-ignore
const DULL = new Set(["thing", "stuff", "lot", "bit", "way", "kind", "sort", "time", "day", "week", "weekend", "month", "year", "hour", "minute", "second", "moment", "today", "tonight", "tomorrow", "yesterday", "morning", "afternoon", "evening", "night", "end", "start", "beginning", "fact", "idea", "problem", "reason", "question", "answer", "point", "case", "part", "place", "side", "something", "anything", "nothing", "everything", "name", "word", "matter", "sense", "course", "cause", "help", "luck", "fun", "joke", "need", "rush", "hurry", "trouble", "pressure", "news", "pity", "shame", "pleasure", "wonder", "bother", "chance", "worry", "deal", "mind", "hand", "head", "sorry", "while", "couple", "rest", "poke", "go", "look", "left", "right", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]);

/** For want of better: what is no name, no person and no mere word. */
function isTangible(thing: string): boolean {
  const head = thing.split(" ").at(-1) ?? "";
  return !/\p{Lu}/u.test(thing) && !DULL.has(head) && !DULL.has(head.replace(/s$/, "")) && !isPerson(head);
}

/**
 * "the agenda" and "Meera's camera", last one first. Where a sentence itself says "it", what it only places it in, "in
 * the bag", is not meant later either.
 */
function thingsInMind(sentence: Sentence, whose: Company["whose"]): string[] {
  const { tokens } = sentence;
  const pointsBack =
    !/^it's about\b/i.test(sentence.text) && tokens.some(({ lower }) => /^(?:it|them|they)$/.test(lower));
  const [direct, placed]: [string[], string[]] = [[], []];
  for (let at = 0; at < tokens.length; at += 1) {
    const to = nounsEnd(tokens, at);
    const run = tokens.slice(at, to);
    const head = run.at(-1);
    if (!head) continue;
    const determiner = tokens[at - 1];
    const lead = leadOf(tokens, at);
    at = to - 1;
    const isCalled = run.length === 1 && /^\p{Lu}\p{Ll}/u.test(head.text) && !ARTICLE.test(determiner?.lower ?? "");
    const isBareName =
      run.every(({ pos }) => pos === "PROPN") && determiner?.pos !== "DET" && !ARTICLE.test(determiner?.lower ?? "");
    // "The passport's coming, the office is doing it": who does it is not what is meant.
    const isDoer = pointsBack && /^(?:AUX|VERB|PART)$/.test(tokens[to]?.pos ?? "");
    if (
      isCalled ||
      isBareName ||
      isDoer ||
      head.pos === "ADJ" ||
      isPerson(head.lower) ||
      isPerson(head.lemma) ||
      DULL.has(head.lemma)
    )
      continue;
    if (/[^n]est$/.test(head.lower) && determiner?.lower === "the") continue;
    const owner = (determiner && whose(determiner.lower, sentence)) ?? "the";
    const whole = run.concat(belonging(tokens, to));
    at = to + whole.length - run.length - 1;
    (lead === "ADP" ? placed : direct).push(`${owner} ${whole.map(({ text }) => text).join(" ")}`);
  }
  if (direct.length > MOST_THINGS) return [];
  return pointsBack ? direct.reverse() : [...direct.reverse(), ...placed.reverse()];
}

/** "of the flat", "for the hall": what a thing belongs to, right behind it. */
function belonging(tokens: readonly Token[], from: number): readonly Token[] {
  if (!/^(?:of|for)$/.test(tokens[from]?.lower ?? "")) return [];
  const hasArticle = tokens[from + 1]?.pos === "DET";
  const begin = from + (hasArticle ? 2 : 1);
  const to = nounsEnd(tokens, begin);
  const isTime = tokens.slice(begin, to).some(({ lemma }) => DULL.has(lemma));
  return to > begin && !isTime && (hasArticle || tokens[begin]?.pos === "PROPN") ? tokens.slice(from, to) : [];
}

/** Where the nouns and adjectives that begin at a token end; there itself when none do. */
function nounsEnd(tokens: readonly Token[], from: number): number {
  let to = from;
  for (let token = tokens[to]; token; token = tokens[to]) {
    const afterArticle = ARTICLE.test(tokens[from - 1]?.lower ?? "");
    const next = tokens[to + 1];
    const isSubject = afterArticle && token.pos === "VERB" && /^(?:'s|is|was|has)$/.test(next?.lower ?? "");
    const modifies = token.lower.endsWith("ing") && tokens[to - 1]?.pos === "DET";
    if (!isSubject && !modifies && !/^(?:NOUN|PROPN|ADJ)$/.test(token.pos)) break;
    if (stopWords.has(token.lower) || backchannel.has(token.lower) || /^(?:ha|okay|hi|hey|dear|law)$/.test(token.lower))
      break;
    // "The poetry evening Gwen": who is called is no part of it.
    if (to > from && (DULL.has(token.lemma) || (isCapital(token) && !isCapital(tokens[to - 1])))) break;
    to += 1;
  }
  return to;
}

const END: Token = { text: "", lower: "", lemma: "", pos: "PUNCT", spaced: false, isTerm: false };

/** The part of speech before a phrase and its article. */
function leadOf(tokens: readonly Token[], at: number): string {
  const before = tokens[at - 1];
  return (before && /^(?:DET|PRON|ADJ)$/.test(before.pos) ? tokens[at - 2] : before)?.pos ?? "";
}

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
