import type { Sentence } from "./analysis.js";
import { Calendar } from "./dates.js";
import {
  type ActKind,
  AGENDA,
  clauses,
  CONDITION,
  type Form,
  FORMS,
  form,
  imperativeOf,
  named,
  ordersIn,
  POINTING,
  type SpeechAct,
  UNDER_CONDITION,
} from "./speech-acts.js";
import { idleVerb, isBodily, isIdle, isOfTheMoment, taskVerbLength } from "./task-verbs.js";
import { vocativesIn } from "./vocatives.js";

/**
 * How much it takes before an act binds anybody: nothing; a day, or somebody's agreement; the agreement of another; or
 * that who is to act says so.
 */
export type Needs = "nothing" | "time" | "agreement" | "promise";

/** What one speaker does in a dialogue by one clause. */
export interface SpokenAct extends SpeechAct {
  readonly needs: Needs;
  /** "I'll do that", "will do": what is to be done was said before. */
  readonly isProform: boolean;
  /** Its own words, as far as the next act in the same sentence. */
  readonly own: string;
  /** "It needs mending": what there is to do, not in the words in which it is told. */
  readonly isNeed: boolean;
  /** "I must": what one has to do, not what one says one will. */
  readonly isObligation: boolean;
}

interface SpokenForm extends Form {
  readonly needs: Needs;
  /** So common a form that only a usual doing counts. */
  readonly isPlain?: true;
  readonly isObligation?: true;
}

const spoken = (needs: Needs, { kind, pattern }: Form): SpokenForm => ({ kind, pattern, needs });

/** An imperative for each group that such a form names. */
const GIVEN = "(?:(?:the|a|an|your|those|these|some|that|another|any|two|three|four|\\d+) .+)";

const OFFERS = form(
  "commitment",
  "(?:shall|should|can|could|may) I|(?:do )?you want me to|would you like me to|(?:how about|why don't) I|I (?:can|could)(?! (?:always|never|not|only|hear|see|imagine|barely|hardly)\\b)|I(?:'m| am| would be|'d be) (?:more than )?happy to|I(?:'d| would) (?:have|need) to|let me(?! (?:know|see|think|look|check|just|say|tell|ask you|explain|show|put it|start|begin|finish|get this|be|try)\\b)",
);
const ADVICE = form(
  "request",
  "I(?:'d| would)(?= (?!(?:have|need|be|like|love|rather|say|think|never|not|prefer|hate|want|guess|do|go|know|give anything)\\b))|you(?:'ll| will)?(?: really| probably| maybe)* (?:should|could|might want to|may want to|ought to)|you(?:'d| had) better|(?:why don't|how about) you",
);
const ASKED = form(
  "request",
  "(?:any|is there any) chance (?:that )?you could|(?:could|can|may) I (?:ask|get) you to|I was (?:hoping|wondering if) you could|mind (?:that )?you|be sure (?:to|you)|see (?:to it )?that you|I(?:'d| would) be (?:very |so |really )?(?:grateful|glad|happy) if you(?: could| would)|(?:it|that)(?:'d| would) be (?:a great help|great|good|lovely|nice|helpful|wonderful|brilliant|a help) if you(?: could| would)?|would it be possible for you to|would you be (?:able|willing|happy|so kind as) to|are you able to|I(?:'d| would) appreciate it if you(?: could| would)?|you couldn't|would you(?: mind)?",
);
const SUBJECT = form(
  "request",
  "you(?= (?:just |then |also )*(?!(?:can|could|will|would|should|must|may|might|have|had|are|were|do|did|need|know|see|said|say|get|got|want|like|think|always|never|usually|often|still|really|only)\\b)\\p{Ll})",
);
const SHOULD = form("commitment", "I(?: really| probably)* (?:should|ought to)");
const MUST = form(
  "commitment",
  "I(?:(?: still| also| really| just)* (?:must|need to|have to|got to)|(?:'ve| have)(?: still| also)? got to|(?:'m| am) (?:supposed|meant) to|(?:'d| had) better|'ll have to|'ll need to| will have to| will need to)(?= (?!be\\b))",
);
const WILL = form("commitment", "I(?:'ll| will| shall|'m going to| am going to)(?: (?:go|come(?: over| round| by)?|pop over|pop round|pop in) and)?");
const TAGGED = form(
  "request",
  "(?:and |so |but )?you(?:'ll| will)(?= (?!(?:be|have|see|get|find|know|like|love|need|never|feel|want|hear|notice|think|remember|not)\\b)[^,]+,? (?:won't you|will you|right|yes|okay|yeah|please)\\?)",
);
const IF_YOU = form("request", "if you (?:could|would|can)(?: just| please| also)?|can I (?:leave|trust) (?:it to |with )?you to");
const MINDING = /^(?:would|do) you mind (?<verb>\p{Ll}+ing) (?<rest>\S.*)$/iu;
const EXCLUSIVE = form(
  "commitment",
  "we(?:'ll| will| shall|'re going to| are going to)(?= (?:[^,.;]* )?(?:you|your)\\b)",
);
const CALLED = named("request", "(?:[Tt]hen |[Aa]nd )?(?<name>\\p{Lu}\\p{Ll}[\\p{L}'-]*), (?:would you|you)");

/** In the order in which they are tried, before those that writing has too. */
const SPOKEN: readonly SpokenForm[] = [
  { ...spoken("nothing", CALLED), isPlain: true },
  { ...spoken("agreement", OFFERS), isPlain: true },
  { ...spoken("time", SHOULD), isObligation: true },
  { ...spoken("nothing", MUST), isObligation: true },
  spoken("promise", ADVICE),
  spoken("nothing", ASKED),
  spoken("nothing", EXCLUSIVE),
  spoken("nothing", TAGGED),
  { ...spoken("nothing", IF_YOU), isPlain: true },
  spoken("nothing", WILL),
  ...FORMS.map((each) => spoken("nothing", each)),
  { ...spoken("agreement", SUBJECT), isPlain: true },
  { ...spoken("promise", form("request", "just|then just|and just")), isPlain: true },
];

const STARTS =
  /^(?:I\b|I'|we\b|we'|you\b|you'|please\b|could\b|can\b|would\b|will\b|shall\b|should\b|any chance\b|mind\b|be sure\b|have you\b|has any|did you\b|did any|it'd be\b|it would be\b|let's\b|let me\b|why don't\b|how about\b|do you want me\b|who\b|if you (?:could|would)\b|just\b|does any|any(?:one|body)\b|some(?:one|body)\b|don't forget\b|make sure\b|just make\b|remember\b|remind me\b|\p{Lu}\p{Ll}+(?:,| will | is going to |'s going to | needs to |'ll | has to | can ))/iu;

/** What cannot be meant: conditions, doubts, the past, what was only asked. */
const HYPOTHETICAL =
  /\b(?:if I were|if we were|if I had|would have|wouldn't|could have|should have|should've|might have|suppose|imagine|hypothetically|what if|whether (?:we|I) should|how (?:do|can|will|would|should) |what (?:do|can|will|would|should|are)|when (?:do|can|will|would|should)|used to|next time|one day|some ?day|one of these days|usually|normally|always|typically|generally|every (?:day|week|year|month|time|morning|night|single)|sometimes|whenever|on (?:my|your|the) (?:next )?(?:turn|go|move)|each time)\b/i;
/** After these words somebody else speaks. */
const REPORTED =
  /\b(?:said|says|say|goes|go|went|was like|were like|is like|'s like|asks?|asked|shouts?|shouted|wrote|writes|reads?|thinks?|thought)(?: to (?:\p{L}+|my \p{L}+|the \p{L}+))?[,:]? ?(?:"|')?$|\b(?:told|tells?|telling|asked|asks|asking)(?: (?!you\b)[\p{L}']+){1,3}[,:]? ?$/iu;
/** "You must help me, he told the fox." */
const REPORTED_AFTER =
  /, (?:(?:he|she|they|it|the \p{Ll}+|my \p{Ll}+|\p{Lu}\p{Ll}+) (?:said|says|told|tells|asked|asks|goes|shouted|cried|thought)|(?:said|says|asked|cried|shouted) (?:the|he|she|they|my|his|her|\p{Lu})\S*)(?: (?:to )?(?:me|him|her|them|us|(?:the|my) \p{Ll}+|\p{Lu}\p{Ll}+)){0,2}[.!,]*$/u;
/** "I said no", "as I said": one's own words, which still hold. */
const MOST_ACTS = 4;

/** "I'll do it", "you do that", "I'll handle them both": what was spoken of before. */
const PROFORM =
  /^(?:do|handle|manage|see to|take care of|deal with|sort(?: out)?|get on) (?:it|that|this|them|those|so|both|both of them|the same)\b|^(?:do|get on to|take care of|see to) (?:it|that)$/i;
/** "Will do", "I will", "doing that tonight", "on it", "leave it to me". */
const TAG = /,? (?:would|will|could|can|won't|couldn't) you(?: please)?\?$/i;
const BARE =
  /^(?:I am(?=[.!]|$)|me(?=[.!]|$)|that'd be me|(?:I )?will do|I (?:will|shall|can|could)|I'm on it|on it|leave (?:it|that) (?:to|with) me|(?:I'm )?doing (?:that|it|this|so)|consider it done|I'll (?:do|try)|I promise)(?=[.,!]|$| (?:now|today|tonight|tomorrow|this|right|first|straight|on|by|before|after|as|when|then|later|next)\b)/i;

/** Whether a sentence ends, or goes on, in the words of somebody else. */
export function quotes(text: string): boolean {
  for (const { before } of clauses(text, STARTS)) if (REPORTED.test(before)) return true;
  return /\b(?:said|says|goes|(?:was|were|is) like|told \p{L}+)[,:]?$/u.test(text.replace(/[.!?]+$/, ""));
}

/** @param isAlone whether nobody else takes part: a memo, in which one tells oneself what to do. */
export function spokenActs(sentence: Sentence, said: string, isAlone: boolean): readonly SpokenAct[] {
  const whole = withoutVocatives(said, sentence);
  const text = whole.replace(TAG, ".");
  const dated = Calendar.mayNameTime(text);
  if (BARE.test(text)) return [proform("commitment", text)];
  if (CONDITION.test(text)) return [];
  const acts: SpokenAct[] = [];
  for (const { clause, before } of clauses(text, STARTS)) {
    if (REPORTED.test(before)) break;
    if (REPORTED_AFTER.test(clause)) continue;
    if (HYPOTHETICAL.test(`${before.slice(-LEAD)} ${clause}`)) continue;
    const act = actIn(clause, before, { dated, sentence }) ?? futurate(clause, before, sentence) ?? need(clause, before, sentence, isAlone);
    const last = acts.at(-1);
    if (!act || (last && !isApart(last, act, clause))) continue;
    if (last) acts.splice(-1, 1, upTo(last, clause));
    acts.push(act);
    if (acts.length === MOST_ACTS) break;
  }
  if (acts.length > 0 || (HYPOTHETICAL.test(text) && regimenIn(text) === undefined)) return acts;
  return orders(text, dated, { isAlone, isTagged: text !== whole });
}

/** In characters: how far before a clause what makes it hypothetical is looked for. */
const LEAD = 30;

/** Whether an act is another than the one within whose words it stands. */
function isApart(last: SpokenAct, act: SpokenAct, clause: string): boolean {
  if (!last.own.includes(act.imperative)) return true;
  return upTo(last, clause).imperative.split(" ").length >= 2;
}

/** "Do that on Monday no I'll do it today": what belongs to the second is none of the first. */
function upTo(act: SpokenAct, next: string): SpokenAct {
  const start = next.slice(0, 12);
  const cut = (text: string): string => {
    const at = text.indexOf(start);
    return at > 0 ? text.slice(0, at).replace(/[\s,;]+(?:and|but|so|then)?\s*$/, "") : text;
  };
  return { ...act, own: cut(act.own), imperative: cut(act.imperative) };
}

const bound: Pick<SpokenAct, "needs" | "isProform" | "isObligation" | "isNeed"> = {
  needs: "nothing",
  isProform: false,
  isNeed: false,
  isObligation: false,
};

const proform = (kind: ActKind, text: string): SpokenAct => ({
  ...bound,
  kind,
  imperative: text,
  own: text,
  name: undefined,
  promisedTo: undefined,
  before: "",
  asked: false,
  isProform: true,
});

/** Names and endearments by which somebody is called add nothing to what is said. */
function withoutVocatives(text: string, sentence: Sentence): string {
  let bare = text.replace(SEARCHING, " ").replace(ENDEARMENT, "").replace(/\b(by|on|for|at|to|the) the(?= the\b)/g, "$1");
  for (const name of vocativesIn(sentence)) {
    const end = new RegExp(`,? ${name.replace(/\./g, "\\.")}(?=[.?!]*$)`, "u");
    bare = bare.replace(end, "");
  }
  return bare;
}

/** What one says while one looks for a word. */
const SEARCHING =
  /,? (?:let me (?:think|see|look)|what's (?:his|her|its|their|the) name|what's it called|how do you say(?: (?:it|that))?|what was it|what is it|what do you call (?:it|them))\b,?(?= \S)/gi;
const ENDEARMENT =
  /, (?:(?:my )?(?:love|dear|darling|mate|man|babe|honey|sweetie|sweetheart|pal|buddy|bro|guys|folks|sir|madam|kid|son)|(?:brother|sister) dear|I swear|I promise|yeah|yep|yes|thanks|thank you|as well|too|actually|honestly)(?=[.,?!]|$)/gi;

function actIn(
  clause: string,
  before: string,
  { dated, sentence }: { dated: boolean; sentence: Sentence },
): SpokenAct | undefined {
  if (AGENDA.test(clause) && !dated) return undefined;
  for (const { kind, pattern, needs, isObligation = false, isPlain = false } of SPOKEN) {
    const groups = pattern.exec(clause)?.groups;
    const said = groups?.["rest"];
    if (!groups || said === undefined || NO_NAME.test(groups["name"] ?? "")) continue;
    if (kind === "commitment" && UNDER_CONDITION.test(said)) return undefined;
    const act = {
      kind,
      imperative: imperativeOf(said).replace(/^and (\p{Lu}\p{Ll}+) (.+)$/u, "$2 with $1"),
      own: said,
      name: groups["name"],
      promisedTo: groups["to"] ?? groups["told"],
      before,
      asked: said.trim().endsWith("?"),
      needs,
      isProform: PROFORM.test(said),
      isNeed: false,
      isObligation,
    };
    if (act.isProform) return act;
    if (isPlain && (!isUsual(act, dated) || isPast(act.imperative, sentence))) return undefined;
    return substantial(act, dated);
  }
  return undefined;
}

const NO_NAME = /^(?:I|You|We|They|He|She|It|That|This|There|Who|What|Some(?:one|body)|Any(?:one|body)|Every(?:one|body))$/;

/** A usual doing; of an offer also another, if it says when. */
function isUsual({ imperative, kind }: SpokenAct, dated: boolean): boolean {
  if (taskVerbLength(imperative, false) > 0 || SET_UP.test(imperative) || DIVIDED.test(imperative)) return true;
  return dated && kind === "commitment" && isDoing(imperative);
}

/** The act, if what it names can be done; a verb that is no usual doing wants more than the words. */
function substantial(act: SpokenAct, dated: boolean): SpokenAct | undefined {
  const { imperative, kind, needs } = act;
  const length = imperative.split(" ").length;
  if (length > 32 || length < 2) return undefined;
  if (kind === "request" && !dated && POINTING.test(imperative)) return undefined;
  if (isBodily(imperative)) return undefined;
  if (kind === "note" || /^keep (?:\w+ing|an?)\b/i.test(imperative)) return act;
  if (taskVerbLength(imperative, dated) > 0) {
    return needs === "nothing" && isOfTheMoment(imperative) && !SET_UP.test(imperative) && !LATER.test(act.own) ? { ...act, needs: "time" } : act;
  }
  if (LET_KNOW.test(imperative) || GET_DONE.test(imperative)) return act;
  if (kind !== "shared" && LOOKING.test(imperative)) return { ...act, needs: needs === "nothing" ? "time" : needs };
  if (kind !== "shared" && DIVIDED.test(imperative)) return { ...act, needs: needs === "nothing" ? "agreement" : needs };
  const errand = ERRAND.exec(imperative)?.groups?.["rest"];
  if (errand !== undefined && (taskVerbLength(errand, true) > 0 || isDoing(errand))) return act;
  if (kind === "shared" || !isDoing(imperative)) return undefined;
  return needs === "nothing" ? { ...act, needs: "time" } : act;
}

/** "You sent it": told, not asked. */
function isPast(imperative: string, { tokens }: Sentence): boolean {
  const [verb = ""] = imperative.toLowerCase().split(" ", 1);
  return tokens.some(({ lower, lemma }) => lower === verb && lemma !== lower);
}

/** "When you come", "on the way home": not here and now. */
const LATER =
  /\b(?:when|next time|once|before|after|as soon as|while) (?:I|you|we|they|he|she|it|the|your|my)\b|\bon (?:your|my|the) way\b/i;
/** "Put the referral in", "set up the account", "get it over to you": sent or made, not moved. */
const SET_UP =
  /^(?:put|set|get|add|give|take|bring|move|turn|hand|write|print) (?:up|together|in|out|back|down|(?:\S+ ){1,5}?(?:up|together|in|out|over|back|through|into|across|to))\b|^(?:test|measure|check|print|copy|share|run|clean|change|start|help|show) (?!a\b|it\b|that\b|this\b|them\b|me\b|us\b|you\b|your\b)/i;
const OBJECT =
  /^[\p{L}-]+(?: (?:in|out|up|down|off|over|back|on|by|round|around|away|through|along|together|onto|to|into|for|with|at))? (?:the|a|an|my|your|our|his|her|their|some|this|that|these|those|it|them|him|you|me|us|\d+|two|three|four|five|\p{Lu}\p{L}+|\p{Ll}+'s|\p{Ll}+s)\b/u;

const LET_KNOW = /^let (?:you|him|her|them|me|us|(?:the|my|your) \p{Ll}+|\p{Lu}\p{Ll}+) know (?:about|if|whether|when|what|how|which|who|that|by|on|as soon)\b/u;
/** "Get it mended". */
const GET_DONE =
  /^(?:get|have) (?:it|them|that|(?:the|a|my|your|our|his|her|those|these) (?:\p{Ll}+ ){1,3}?)\s?(?:\p{Ll}+ed|done|sent|paid|made|cut|built|written|ready|mended)\b/u;
const LOOKING =
  /^(?:(?:have|take) a (?:\p{Ll}+ )?look (?:at|over|through|into)|look (?:at|over|through|after)|go (?:over|through)|read (?:through|over)) \S/u;
/** "I'll do the cake": one's part of a shared work. */
const DIVIDED = /^do the (?!same|right|math|maths|trick|opposite|talking|thing|job)\p{Ll}+\b/u;
/** "Go to the chemist and get the drops". */
const ERRAND = /^(?:go|come|pop|nip|run|drive|head) (?:over |round |down |up |out |in )?(?:to|into|by|past) .{3,50}? (?:and|to) (?<rest>\p{Ll}+ \S.*)$/iu;

/** A verb of any doing with an object. */
function isDoing(imperative: string): boolean {
  return OBJECT.test(imperative) && !isIdle(imperative) && !idleVerb(imperative);
}

const PROGRESSIVE =
  /^I(?:'m| am)(?: just| also| probably)? (?<verb>(?!going|looking|thinking|trying|having|getting|coming|leaving|working|staying|doing|saying|telling|joking|kidding|feeling|wondering|hoping|planning|seeing|meeting|being|asking|talking|not)\p{Ll}+ing) (?<rest>\S.*)$/u;
const OF_MANY_USES =
  /^(?:have|take|get|do|leave|start|begin|make|drive|run|study|read|present|keep|put|return|show|finish|handle|use|add)\b/i;
/** What comes again and again. */
const OFTEN = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bevery\b|\beach\b|\bweekends\b/i;
const PRESENT = /^I (?<verb>\p{Ll}+) (?<rest>\S.*)$/u;

/** "I'm taking it to the menders tomorrow", "I mail you the papers on Monday": the present for what is to come. */
function futurate(clause: string, before: string, { tokens }: Sentence): SpokenAct | undefined {
  const progressive = PROGRESSIVE.exec(clause)?.groups;
  const present = progressive ? undefined : PRESENT.exec(clause)?.groups;
  const { verb = "", rest = "" } = progressive ?? present ?? {};
  if (verb === "") return undefined;
  const stem = progressive ? tokens.find(({ lower }) => lower === verb)?.lemma : verb;
  if (stem === undefined || stem.endsWith("ing")) return undefined;
  const imperative = imperativeOf(`${stem} ${rest}`);
  const dated = Calendar.mayNameTime(clause) && !OFTEN.test(clause);
  const isUsual = taskVerbLength(imperative, dated && !OF_MANY_USES.test(imperative)) > 0;
  if (!isUsual && !(progressive && isDoing(imperative))) return undefined;
  if (imperative.split(" ").length < 2) return undefined;
  const act = { kind: "commitment", imperative, before, name: undefined, promisedTo: undefined, asked: false } as const;
  const needs = progressive ? (/\byou\b/i.test(rest) ? "agreement" : "time") : dated ? "time" : "promise";
  return { ...bound, ...act, own: rest, needs };
}

/** "Who's picking up Sam?", "Can somebody ring the council?": whoever says they will. */
const WHO =
  /^(?:who(?:'s| is)(?: going to| gonna)? (?<ing>\p{Ll}+ing)|who (?:can|could|will|wants to|would|is able to|'ll|'s going to)|who(?:'s| is) going to|(?:can|could|will|would) (?:any|some)(?:one|body)|does (?:any|some)(?:one|body) want to|(?:any|some)(?:one|body) (?:needs|has|ought|should) to|(?:any|some)(?:one|body) should|we(?:'ll| still)? (?:need|want)(?: some(?:one|body)| a volunteer) to|we(?:'re| are) looking for some(?:one|body) to) ?(?<rest>.+)$/iu;
/** "Can I have the figures by noon?" */
const HAVING = new RegExp(`^(?:can|could|may) (?:I|we) (?:please )?(?:have|get) (?<np>${GIVEN})$`, "iu");
/** "Have you told the school yet?": what was not done so far may be promised now. */
const ASKED_OF_PAST =
  /^(?:have|has|did|hasn't|haven't|didn't) (?:you|any(?:one|body)|some(?:one|body))(?: \p{Ll}+ly)?(?: (?:already|ever|actually|also|not))? (?<verb>(?!been\b|do\b|done\b|get\b|had\b|seen\b|see\b|hear\b|heard\b|know\b|like\b|enjoy\b|go\b|gone\b|ever\b|have\b|sleep\b|eat\b|eaten\b)\p{Ll}+) (?<rest>(?:the|a|an|your|my|our|his|her|those|these|that|some|any|\p{Lu}\p{Ll}+|it|them|him)\b.*)\?$/iu;
/** "You're bringing the salad, right?" */
const YOU_ARE =
  /^(?:and |so |but )?you(?:'re| are)(?: still)? (?<verb>\p{Ll}+ing) (?<rest>[^,]+),? (?:right|yes|yeah|aren't you|okay|no)\?$/iu;
const LEFT = new RegExp(`^(?:can|could|may|shall) I leave (?<np>${GIVEN}) (?:with|to) you\\?$`, "iu");
const FORGET = new RegExp(`^(?:please )?don't (?:you )?forget (?<np>${GIVEN})$`, "iu");
const BY_THEN = new RegExp(`^I(?:'d like|'ll need| want| need| would like)(?: to have)? (?<np>${GIVEN} (?:by|before|on) .+)$`, "iu");
const DELIVERED = /^you(?:'ll| will) (?:have|get) (?<np>(?:the|my|an?) (?!good|great|lovely|nice|idea|feeling|chance|point|picture|gist|hang)\p{Ll}.+)$/iu;
const FROM_YOU = new RegExp(
  `^(?:all )?I(?: still| really| just| also| do)* need (?:from you is )?(?<np>${GIVEN}?)(?: from you\\b(?: is (?<what>.+))?|[.,]* from you)(?<tail>.*)$`,
  "iu",
);
const THE_NEED = /^(?:all|what|the (?:only|last|first) thing) (?:that )?I (?:still |really |just )*need from you is (?<np>.+)$/iu;
const BACK = /^I(?:'ll)? need (?<np>it|them|that|(?:the|that|those) [\p{L} ]+?) (?<how>back\b.*)$/iu;
const OWED = new RegExp(`^you(?: still)? owe me (?<np>${GIVEN})$`, "iu");
const PICK = /^I need you to /i;
const NEEDS_DOING = /^(?<np>.{2,80}?) (?:(?:still |really |also )*(?:needs?|wants?|could do with) (?<ing>\p{Ll}+ing)\b|(?:still )?(?:needs?|has|have|ought)(?: got)? to (?:be (?<ed>\p{Ll}+)\b|(?<go>go out|come down|go back|go up)\b))(?<rest>.*)$/iu;
const WANTED = new RegExp(
  `^(?<who>(?:[Tt]he|[Mm]y|[Oo]ur|[Yy]our) (?:\\p{Ll}+ ){0,2}\\p{Ll}+|\\p{Lu}\\p{Ll}+|[Tt]hey) (?:wants?|needs?|(?:is|are) asking for|(?:would|'d) like) (?<np>${GIVEN})$`,
  "u",
);

/** What somebody needs of another, or what needs doing: it binds whoever takes it on. */
function need(clause: string, before: string, { tokens }: Sentence, isAlone: boolean): SpokenAct | undefined {
  const made = (imperative: string, needs: Needs): SpokenAct => ({
    ...bound,
    isNeed: true,
    kind: "request",
    imperative: imperativeOf(imperative),
    own: clause,
    needs,
    name: undefined,
    promisedTo: undefined,
    before,
    asked: false,
  });
  const who = WHO.exec(clause)?.groups;
  if (who) {
    const { ing, rest = "" } = who;
    const stem = ing === undefined ? "" : lemmaOf(ing, tokens);
    if (stem === undefined || idleVerb(`${stem} ${rest}`.trim())) return undefined;
    const imperative = imperativeOf(`${stem} ${rest}`.trim());
    return taskVerbLength(imperative, false) > 0 || isDoing(imperative) ? made(imperative, "promise") : undefined;
  }
  const minding = MINDING.exec(clause)?.groups;
  if (minding) {
    const { verb = "", rest = "" } = minding;
    const stem = lemmaOf(verb, tokens);
    const asked = stem && substantial({ ...made(`${stem} ${rest}`, "nothing"), asked: true }, false);
    return asked || undefined;
  }
  const asked = ASKED_OF_PAST.exec(clause)?.groups;
  if (asked) {
    const { verb = "", rest = "" } = asked;
    const stem = lemmaOf(verb, tokens) ?? verb;
    const imperative = imperativeOf(`${stem} ${rest.replace(/ (?:yet|already|in the end|by the way)(?=[.?!]*$)/, "")}`);
    const isUsualDoing = taskVerbLength(imperative, true) > 0 || !idleVerb(imperative);
    return isUsualDoing ? made(imperative, "promise") : undefined;
  }
  const yours = YOU_ARE.exec(clause)?.groups;
  if (yours) {
    const { verb = "", rest = "" } = yours;
    const stem = lemmaOf(verb, tokens);
    return stem === undefined ? undefined : substantial(made(`${stem} ${rest}`, "agreement"), false);
  }
  const left = LEFT.exec(clause)?.groups;
  if (left) return made(`take care of ${left["np"] ?? ""}`, "agreement");
  const having = HAVING.exec(clause)?.groups;
  if (having && Calendar.mayNameTime(clause)) return made(`send me ${having["np"] ?? ""}`, "agreement");
  if (clause.endsWith("?") || PICK.test(clause)) return undefined;
  const remembered = FORGET.exec(clause)?.groups;
  if (remembered) return made(`remember ${remembered["np"] ?? ""}`, "agreement");
  const due = BY_THEN.exec(clause)?.groups;
  if (due && Calendar.mayNameTime(clause)) {
    const { np = "" } = due;
    return made(/\b(?:on my desk|ready|done|finished)\b/i.test(np) ? `have ${np}` : `send me ${np}`, "agreement");
  }
  const delivered = DELIVERED.exec(clause)?.groups;
  if (delivered) return { ...made(`give you ${delivered["np"] ?? ""}`, "time"), kind: "commitment", isNeed: false };
  const of = (THE_NEED.exec(clause) ?? FROM_YOU.exec(clause))?.groups;
  if (of) return made(`send me ${of["what"] ?? of["np"] ?? ""}${of["tail"] ?? ""}`, "agreement");
  const back = BACK.exec(clause)?.groups;
  if (back) return made(`get ${back["np"] ?? ""} ${(back["how"] ?? "").replace(/^back/i, "back to me")}`, "agreement");
  const owed = OWED.exec(clause)?.groups;
  if (owed) return made(`give me ${owed["np"] ?? ""}`, "agreement");
  const doing = NEEDS_DOING.exec(clause)?.groups;
  if (doing) {
    const { np = "", ing, ed, go, rest = "" } = doing;
    const verb = ing ?? ed;
    const stem = verb === undefined ? go?.replace(/^go out$/, "send out").replace(/^(?:come|go)/, "take") : lemmaOf(verb, tokens);
    if (stem === undefined || /\b(?:I|you|we|he|she|they)\b/i.test(np) || idleVerb(stem)) return undefined;
    const thing = np.replace(LISTED, "").replace(/^.*[,;] (?=\S)/u, "").replace(/ that$/, "");
    return made(`${stem} ${thing.slice(0, 1).toLowerCase()}${thing.slice(1)}${rest}`, isAlone ? "nothing" : "promise");
  }
  const wanted = WANTED.exec(clause)?.groups;
  if (wanted) return made(`give ${wanted["who"] ?? ""} ${wanted["np"] ?? ""}`, "promise");
  return undefined;
}

const lemmaOf = (word: string, tokens: Sentence["tokens"]): string | undefined =>
  tokens.find(({ lower, lemma }) => lower === word && lemma !== word)?.lemma;

const TO_ME = /^(?:send|leave|bring|lend|text|email|call|ring) me\b(?: \S|[.?!]*$)/i;
/** A sentence with a subject is no order. */
const SUBJECT_FIRST =
  /^(?:I|you|he|she|it|we|they|there|that|this|the|a|an|my|your|our|his|her|their|who|what|when|where|how|why|if|is|are|was|were|do|does|did|have|has)\b(?! (?:\p{Ll}+ ){1,4}(?:once|twice|\p{Ll}+ times) a\b)/iu;
const LET_KNOW_ME = /^let me know\b/i;
const HOW_OFTEN =
  "(?:once|twice|(?:two|three|four|five|\\d) times) (?:a|per|every) (?:day|week|night)|every (?:day|morning|evening|night|other day|(?:two|three|four|six|eight|\\d) hours)|daily|(?:morning|night) and (?:night|evening|morning)";
/** "Rub it in twice a day", "do the stretches every morning". */
const REGIMEN = new RegExp(
  `^(?:just |please )?(?:take|use|apply|put|rub|do|give|drink|repeat|spray|swallow|inhale|wear|keep|change|clean|wash) .*\\b(?:${HOW_OFTEN})\\b`,
  "i",
);
/** "These drops, twice a day". */
const DOSE = new RegExp(`^(?:these|this|those|the) (?:\\p{L}+ ){0,3}\\p{L}+, (?:.*\\b)?(?:${HOW_OFTEN})\\b`, "iu");

/** What a doctor or trainer tells one to do for some time. */
function regimenIn(text: string): string | undefined {
  const plain = text.replace(/[\s.!]+$/, "");
  if (text.endsWith("?")) return undefined;
  if (REGIMEN.test(plain)) return plain.replace(/^(?:just|please) /i, "");
  return DOSE.test(plain) ? `use ${plain.replace(/^(?:these|this|those)\b/i, "the")}` : undefined;
}

/** "I told the man, come on Friday and bring the cash." */
const TELLING = /\b(?:said|says|told|tells|telling|saying|goes|asked|shouted|wrote)\b/i;
const LISTED = /^(?:and |also |then |oh |plus |first(?:ly)?(?: thing)? |second(?:ly)? |third(?:ly)? |next |last(?:ly)? |finally |don't forget to |got to |have to |need to |must |also need to |remember to )+/i;

/** Plain orders: of others with a time or a recipient, of oneself in a memo without. */
function orders(
  text: string,
  dated: boolean,
  { isAlone, isTagged }: { isAlone: boolean; isTagged: boolean },
): SpokenAct[] {
  if (TELLING.test(text) || SUBJECT_FIRST.test(text)) return [];
  const regimen = regimenIn(text);
  if (regimen !== undefined) return [{ ...bound, ...order(regimen), own: text, needs: /\b(?:for|until|till)\b/i.test(text) ? "time" : "agreement" }];
  const told = LET_KNOW_ME.exec(text);
  if (told && dated) return [{ ...bound, ...order(text.replace(/[\s.!]+$/, "")), own: text }];
  const strict = ordersIn(text.replace(/^(?:just|also|maybe|now|please just) /i, ""), dated).map((act) => ({ ...bound, ...act, own: act.imperative }));
  if (strict.length > 0) return strict;
  const [first = ""] = text.split(/(?<=\p{L}{3}[.!?]) /u);
  if (TO_ME.test(first)) {
    const imperative = imperativeOf(first);
    const asked = text.endsWith("?");
    if (imperative.split(" ").length >= 2) {
      return [{ ...bound, ...order(imperative), own: first, asked, needs: "agreement" }];
    }
  }
  if (text.endsWith("?")) return [];
  const imperative = imperativeOf(text.replace(LISTED, ""));
  const lower = imperative.slice(0, 1).toLowerCase() + imperative.slice(1);
  if (taskVerbLength(lower, isAlone) === 0 || lower.split(" ").length < 2 || isBodily(lower)) return [];
  return [{ ...bound, ...order(lower), own: text, needs: isAlone || isTagged ? "nothing" : "promise" }];
}

const order = (imperative: string): SpeechAct => ({
  kind: "request",
  imperative: imperative.slice(0, 1).toLowerCase() + imperative.slice(1),
  name: undefined,
  promisedTo: undefined,
  before: "",
  asked: false,
});
