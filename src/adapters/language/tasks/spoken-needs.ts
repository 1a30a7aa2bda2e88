import type { Sentence } from "../text/analysis.js";
import { Calendar } from "../dates/dates.js";
import { isDoing, substantial } from "./doings.js";
import { imperativeOf } from "../talk/speech-acts.js";
import { type Needs, order, plainly, type SpokenAct } from "./spoken-act.js";
import { idleVerb, taskVerbLength } from "../talk/task-verbs.js";

/** An imperative for each group that such a form names. */
const GIVEN = "(?:(?:the|a|an|your|those|these|some|that|another|any|two|three|four|\\d+) .+)";

const MINDING = /^(?:would|do) you mind (?<verb>\p{Ll}+ing) (?<rest>\S.*)$/iu;
/** "Who's picking up Sam?", "Can somebody ring the council?": whoever says they will. */
const WHO =
  /^(?:who(?:'s| is)(?: going to| gonna)? (?<ing>\p{Ll}+ing)|who (?:can|could|will|wants to|would|is able to|'ll|'s going to)|who(?:'s| is) going to|(?:can|could|will|would) (?:(?:any|some)(?:one|body)|(?:one|any|either) of you)|does (?:any|some)(?:one|body) want to|(?:any|some)(?:one|body) (?:needs|has|ought|should) to|(?:any|some)(?:one|body) should|(?:we|I)(?:'ll|'d| still)? (?:need|want)(?: some(?:one|body)| a volunteer) to|we(?:'re| are) looking for some(?:one|body) to) ?(?<rest>.+)$/iu;
/** "Can I have the figures by noon?" */
const HAVING = new RegExp(`^(?:can|could|may) (?:I|we) (?:please )?(?:have|get) (?<np>${GIVEN})$`, "iu");
/** "Could I borrow your drill?" */
const BORROWING = new RegExp(`^(?:can|could|may) (?:I|we) (?:please )?borrow (?<np>${GIVEN})$`, "iu");
/** "Have you told the school yet?": what was not done so far may be promised now. */
const ASKED_OF_PAST =
  /^(?:have|has|did|hasn't|haven't|didn't) (?:you|any(?:one|body)|some(?:one|body))(?: \p{Ll}+ly)?(?: (?:already|ever|actually|also|not))?(?: (?:got|gotten|get) (?:round|around) to)? (?<verb>(?!been\b|do\b|done\b|get\b|had\b|seen\b|see\b|hear\b|heard\b|know\b|like\b|enjoy\b|go\b|gone\b|ever\b|have\b|sleep\b|eat\b|eaten\b)\p{Ll}+) (?<rest>(?:(?:to|up|off|out|back|in|with|about) )?(?:the|a|an|your|my|our|his|her|those|these|that|some|any|\p{Lu}\p{Ll}+|it|them|him)\b.*)\?$/iu;
/** "You're bringing the salad, right?" */
const YOU_ARE =
  /^(?:and |so |but )?you(?:'re| are)(?: still)? (?<verb>\p{Ll}+ing) (?<rest>(?:[^,]+),? (?:right|yes|yeah|aren't you|okay|no)|(?:me|us) [^,?]+)\?$/iu;
const LEFT = new RegExp(`^(?:can|could|may|shall) I leave (?<np>${GIVEN}) (?:with|to) you\\?$`, "iu");
const FORGET = new RegExp(`^(?:please )?don't (?:you )?forget (?<np>${GIVEN})$`, "iu");
const BY_THEN = new RegExp(
  `^I(?:'d like|'ll need| want| need| would like)(?: to have)? (?<np>${GIVEN} (?:by|before|on) .+)$`,
  "iu",
);
const DELIVERED =
  /^you(?:'ll| will) (?:have|get) (?<np>(?:the|my|an?) (?!good|great|lovely|nice|idea|feeling|chance|point|picture|gist|hang)\p{Ll}.+)$/iu;
/** "You'll have it Sunday night." */
const DELIVERED_THEN =
  /^you(?:'ll| will) (?:have|get) (?<it>it|them|those|both) (?<when>(?:by |on |this |next |before |first thing )?[\p{L} -]{3,40})[.!]*$/iu;
/** "It'll be in review by Friday noon." */
const READY_BY =
  /^(?<it>it|they|those)(?:'ll| will) be (?<state>(?:ready|done|finished|live|merged|fixed|sent|out|in \p{Ll}+|in the \p{Ll}+|with (?:you|him|her|them|\p{Lu}\p{Ll}+)|on (?:your|the) \p{Ll}+) (?:by|before|on|this|next|tomorrow|tonight|today|first thing)\b.*)$/iu;
/** "Nobody's watered the tomatoes." */
const UNDONE =
  /^(?:nobody|no one|none of (?:us|you|them))(?:'s| has| have|'ve)(?: even| actually)? (?<verb>(?!been\b|got\b|had\b|seen\b|said\b|gone\b|come\b|noticed\b|told\b|asked\b)\p{Ll}+) (?<rest>(?:the|a|an|my|your|our|his|her|those|these|that|this|any|\p{Lu})\S* ?.*)$/iu;
/** "The bins haven't been emptied." */
const NOT_BEEN =
  /^(?<np>(?:the|my|your|our|his|her|those|these|that|this|\p{Lu}\p{Ll}+'s) [\p{L}' ]{2,40}?|\p{Lu}\p{Ll}+)(?:'s|'ve| is| has| have| are)? (?:still )?(?:hasn't|haven't|isn't|aren't|not|never)(?: even| still)? (?:been )?(?<verb>(?!been\b|got\b|gone\b|come\b|done\b|seen\b|meant\b)\p{Ll}+(?:ed|t|en))(?: yet| either| properly)?[.!]*$/iu;
const FROM_YOU = new RegExp(
  `^(?:all )?I(?: still| really| just| also| do)* need (?:from you is )?(?<np>${GIVEN}?)(?: from you\\b(?: is (?<what>.+))?|[.,]* from you)(?<tail>.*)$`,
  "iu",
);
const THE_NEED =
  /^(?:all|what|the (?:only|last|first) thing) (?:that )?I (?:still |really |just )*need from you is (?<np>.+)$/iu;
const BACK = /^I(?:'ll)? need (?<np>it|them|that|(?:the|that|those) [\p{L} ]+?) (?<how>back\b.*)$/iu;
const OWED = new RegExp(`^you(?: still)? owe me (?<np>${GIVEN})$`, "iu");
const I_OWE = new RegExp(
  `^I(?: still)? owe you(?: both| all)? (?<np>(?:the|that|those|your|a|an) (?!drink|apology|favou?r|one|beer|coffee|pint|lunch|dinner|explanation)\\p{Ll}.*)$`,
  "iu",
);
const PICK = /^I need you to /i;
const NEEDS_DOING =
  /^(?<np>.{2,80}?) (?:(?:still |really |also )*(?:needs?|wants?|could do with) (?<ing>\p{Ll}+ing)\b|(?:still )?(?:needs?|has|have|ought)(?: got)? to (?:be (?<ed>\p{Ll}+)\b|(?<go>go out|come down|go back|go up)\b))(?<rest>.*)$/iu;
const WANTED = new RegExp(
  `^(?<who>(?:[Tt]he|[Mm]y|[Oo]ur|[Yy]our) (?:\\p{Ll}+ ){0,2}\\p{Ll}+|(?!(?:I|We|You|He|She|It|This|That|These|Those)\\b)\\p{Lu}\\p{Ll}+) (?:wants?|needs?|(?:is|are) asking for|(?:would|'d) like) (?<np>${GIVEN})$`,
  "u",
);

/** How one tells oneself one thing after the other. */
export const LISTED =
  /^(?:and |also |then |oh |plus |first(?:ly)?(?: thing)? |second(?:ly)? |third(?:ly)? |next |last(?:ly)? |finally |don't forget to |got to |have to |need to |must |also need to |remember to )+/i;

/** "Mum wants us to bring the big pot." */
const WANTED_OF_US =
  /^(?:(?:the|my|our|your) (?:\p{Ll}+ ){0,2}\p{Ll}+|\p{Lu}\p{Ll}+|he|she|they) (?:wants?|needs?|(?:would|'d) like|asked) (?:us|me|you|some(?:one|body)) to (?<rest>.+)$/iu;

/** The clause in which a need is told, and what is known of it. */
interface Told {
  readonly clause: string;
  readonly before: string;
  readonly tokens: Sentence["tokens"];
  readonly isAlone: boolean;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A form in which a need is told, and the act that it is. */
interface Reading {
  readonly pattern: RegExp;
  readonly read: (groups: Groups, told: Told) => SpokenAct | undefined;
}

const reading = (pattern: Reading["pattern"], read: Reading["read"]): Reading => ({ pattern, read });

/** What was not done so far may be promised now. */
function undone(verb: string, rest: string, told: Told): SpokenAct | undefined {
  const stem = lemmaOf(verb, told.tokens);
  return stem === undefined || idleVerb(stem) ? undefined : made(told, `${stem} ${rest}`, "promise");
}

const made = ({ clause, before }: Told, imperative: string, needs: Needs): SpokenAct => ({
  ...plainly,
  ...order(imperativeOf(imperative)),
  isNeed: true,
  own: clause,
  needs,
  before,
});

/** Of what is asked. */
const QUESTIONS: readonly Reading[] = [
  reading(WHO, ({ ing, rest = "" }, told) => {
    const stem = ing === undefined ? "" : lemmaOf(ing, told.tokens);
    if (stem === undefined) return undefined;
    const bare = `${stem} ${rest}`.trim().replace(/[.?!]+$/, "");
    const imperative = imperativeOf(bare.includes(" ") ? bare : `${bare} it`);
    const isUsual = taskVerbLength(imperative, false) > 0 || isDoing(imperative);
    return isUsual ? made(told, imperative, "promise") : undefined;
  }),
  reading(MINDING, ({ verb = "", rest = "" }, told) => {
    const stem = lemmaOf(verb, told.tokens);
    return stem === undefined
      ? undefined
      : substantial({ ...made(told, `${stem} ${rest}`, "nothing"), asked: true }, false);
  }),
  reading(ASKED_OF_PAST, ({ verb = "", rest = "" }, told) => {
    const stem = lemmaOf(verb, told.tokens) ?? verb;
    const imperative = `${stem} ${rest.replace(/ (?:yet|already|in the end|by the way)(?=[.?!]*$)/, "")}`;
    const isUsual = taskVerbLength(imperative, true) > 0 || !idleVerb(imperative);
    return isUsual ? made(told, imperative, "promise") : undefined;
  }),
  reading(YOU_ARE, ({ verb = "", rest = "" }, told) => {
    const stem = lemmaOf(verb, told.tokens);
    return stem === undefined ? undefined : substantial(made(told, `${stem} ${rest}`, "agreement"), false);
  }),
  reading(LEFT, ({ np = "" }, told) => made(told, `take care of ${np}`, "agreement")),
  reading(BORROWING, ({ np = "" }, told) => made(told, `lend me ${np}`, "promise")),
  reading(HAVING, ({ np = "" }, told) =>
    made(told, `send me ${np}`, Calendar.mayNameTime(told.clause) ? "agreement" : "promise"),
  ),
];

/** Of what is said. */
const STATEMENTS: readonly Reading[] = [
  reading(FORGET, ({ np = "" }, told) => made(told, `remember ${np}`, "agreement")),
  reading(BY_THEN, ({ np = "" }, told) => {
    if (!Calendar.mayNameTime(told.clause)) return undefined;
    const isState = /\b(?:on my desk|ready|done|finished)\b/i.test(np);
    return made(told, isState ? `have ${np}` : `send me ${np}`, "agreement");
  }),
  reading(DELIVERED, ({ np = "" }, told) => ({
    ...made(told, `give you ${np}`, "time"),
    kind: "commitment",
    isNeed: false,
  })),
  reading(DELIVERED_THEN, ({ it = "", when = "" }, told) =>
    Calendar.mayNameTime(when)
      ? { ...made(told, `get ${it} to you ${when}`, "nothing"), kind: "commitment", isNeed: false, isProform: true }
      : undefined,
  ),
  reading(READY_BY, ({ it = "", state = "" }, told) => ({
    ...made(told, `have ${it === "it" || it === "It" ? "it" : "them"} ${state}`, "time"),
    kind: "commitment",
    isNeed: false,
  })),
  reading(UNDONE, ({ verb = "", rest = "" }, told) => undone(verb, rest, told)),
  reading(NOT_BEEN, ({ np = "", verb = "" }, told) =>
    undone(
      verb,
      np.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase()),
      told,
    ),
  ),
  reading(THE_NEED, ({ np = "" }, told) => made(told, `send me ${np}`, "agreement")),
  reading(FROM_YOU, ({ np = "", what, tail = "" }, told) => made(told, `send me ${what ?? np}${tail}`, "agreement")),
  reading(BACK, ({ np = "", how = "" }, told) =>
    made(told, `get ${np} ${how.replace(/^back/i, "back to me")}`, "agreement"),
  ),
  reading(I_OWE, ({ np = "" }, told) => ({
    ...made(told, `give you ${np}`, "time"),
    kind: "commitment",
    isNeed: false,
  })),
  reading(OWED, ({ np = "" }, told) => made(told, `give me ${np}`, "promise")),
  reading(NEEDS_DOING, ({ np = "", ing, ed, go, rest = "" }, told) => {
    const verb = ing ?? ed;
    const moved = go?.replace(/^go out$/, "send out").replace(/^(?:come|go)/, "take");
    const stem = verb === undefined ? moved : lemmaOf(verb, told.tokens);
    if (stem === undefined || /\b(?:I|you|we|he|she|they)\b/i.test(np) || idleVerb(stem)) return undefined;
    const thing = np
      .replace(LISTED, "")
      .replace(/^.*[,;] (?=\S)/u, "")
      .replace(/^(?:(?:and|but|so|or|then|because) )+/i, "")
      .replace(/ that$/, "");
    const imperative = `${stem} ${thing.slice(0, 1).toLowerCase()}${thing.slice(1)}${rest}`;
    return made(told, imperative, told.isAlone ? "nothing" : "promise");
  }),
  reading(WANTED_OF_US, ({ rest = "" }, told) => substantial(made(told, rest, "promise"), false)),
  reading(WANTED, ({ who = "", np = "" }, told) =>
    made(told, `give ${who.replace(/^(?:The|My|Our|Your)\b/, (first) => first.toLowerCase())} ${np}`, "promise"),
  ),
];

const READINGS: readonly Reading[] = [...QUESTIONS, ...STATEMENTS];

/** All that a clause may be held against here. */
export const needPatterns: readonly RegExp[] = READINGS.map(({ pattern }) => pattern);

/** What somebody needs of another, or what needs doing: it binds whoever takes it on. */
export function need(told: Told): SpokenAct | undefined {
  const isQuestion = told.clause.endsWith("?");
  for (const { pattern, read } of isQuestion || PICK.test(told.clause) ? QUESTIONS : READINGS) {
    const groups = pattern.exec(told.clause)?.groups;
    const act = groups && read(groups, told);
    if (act) return act;
  }
  return undefined;
}

const lemmaOf = (word: string, tokens: Sentence["tokens"]): string | undefined =>
  tokens.find(({ lower, lemma }) => lower === word && lemma !== word)?.lemma ?? stemOf(word);

/** "Clearing" in "the gutters want clearing", which the model takes for a noun. */
function stemOf(word: string): string | undefined {
  const [, base, doubled] = /^(\p{Ll}{2,}?)(?:(\p{Ll})\2)?ing$/u.exec(word) ?? [];
  if (base === undefined) return undefined;
  const stems = doubled === undefined ? [base, `${base}e`] : [`${base}${doubled}`, `${base}${doubled}${doubled}`];
  return stems.find((stem) => taskVerbLength(`${stem} the things`, true) > 0);
}
