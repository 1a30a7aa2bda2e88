import type { Sentence } from "../text/analysis.js";
import { Calendar } from "../dates/dates.js";
import { isDoing, isUsual, substantial } from "./doings.js";
import { announcesWords, isReported } from "../talk/reported-speech.js";
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
  type SpeechAct,
  UNDER_CONDITION,
} from "../talk/speech-acts.js";
import { type Needs, plainly, type SpokenAct } from "./spoken-act.js";
import { unusual, unusualOrder } from "./unusual-acts.js";
import { need, needPatterns } from "./spoken-needs.js";
import { orders, regimenIn } from "./spoken-orders.js";
import { taskVerbLength } from "../talk/task-verbs.js";
import { vocativesIn } from "../talk/vocatives.js";

interface SpokenForm extends Form {
  readonly needs: Needs;
  /** So common a form that only a usual doing counts. */
  readonly isPlain?: true;
  readonly isObligation?: true;
}

const spoken = (needs: Needs, { kind, pattern }: Form): SpokenForm => ({ kind, pattern, needs });

const OFFERS = form(
  "commitment",
  "(?:shall|should|can|could|may) I(?! (?:get|have|borrow|ask|see|leave)\\b)|(?:do )?you want me to|would you like me to|(?:how about|why don't) I|I (?:can|could)(?! (?:always|never|not|only|hear|see|imagine|barely|hardly)\\b)|I(?:'m| am| would be|'d be) (?:more than )?happy to|I(?:'d| would) (?:have|need) to|let me(?! (?:know|see|think|look|check|just|say|tell|ask you|explain|show|put it|start|begin|finish|get this|be|try)\\b)",
);
const ADVICE = form(
  "request",
  "I(?:'d| would)(?= (?!(?:have|need|be|appreciate|like|love|rather|say|think|never|not|prefer|hate|want|guess|do|go|know|give anything)\\b))|you(?:'ll| will)?(?: really| probably| maybe)* (?:should|could|might want to|may want to|ought to)|you(?:'d| had) better|you(?:'ll| will)? want to|(?:why don't|how about) you",
);
const ASKED = form(
  "request",
  "(?:any|is there any) chance (?:that )?you could|(?:could|can|may) I (?:ask|get) you to|I was (?:hoping|wondering (?:if|whether)) you(?: could|'d| would| might)|I (?:was going|wanted|meant|'d like|have) to ask (?:you to|(?:if|whether) you(?: could|'d| would))|are you (?:all right|alright|okay|ok|good|happy|fine) to|mind (?:that )?you|be sure (?:to|you)|see (?:to it )?that you|I(?:'d| would) be (?:very |so |really )?(?:grateful|glad|happy) if you(?: could| would|'d)|(?:it|that)(?:'d| would) be (?:a great help|great|good|lovely|nice|helpful|wonderful|brilliant|a help) if you(?: could| would|'d)?|would it be possible for you to|would you be (?:able|willing|happy|so kind as) to|are you able to|I(?:'d| would) appreciate it if you(?: could| would|'d)?|you couldn't|would you(?: mind)?",
);
const SUBJECT = form(
  "request",
  "you(?= (?:just |then |also )*(?!(?:can|could|will|would|should|must|may|might|have|had|are|were|do|did|need|know|see|said|say|get|got|want|like|think|always|never|usually|often|still|really|only)\\b)\\p{Ll})",
);
const SHOULD = form("commitment", "I(?: really| probably)* (?:should|ought to)");
const MUST = form(
  "commitment",
  "I(?:(?: still| also| really| just)* (?:must|need to|have to|got to)|(?:'ve| have)(?: still| also)? got to|'ve(?: still| also)? to|(?:'m| am) (?:supposed|meant) to|(?:'d| had) better|'ll have to|'ll need to|(?:'m| am) going to (?:have|need) to| will have to| will need to)(?= (?!be\\b))",
);
const WILL = form(
  "commitment",
  "(?:I(?:'ve)? said (?:that )?I(?:'d| would|'ll)|I(?:'ll| will| shall|'m going to| am going to))(?: (?:go|come(?: over| round| by)?|pop over|pop round|pop in) and)?",
);
const TAGGED = form(
  "request",
  "(?:and |so |but )?you(?:'ll| will)(?= (?!(?:be|have|see|get|find|know|like|love|need|never|feel|want|hear|notice|think|remember|not)\\b)[^,]+,? (?:won't you|will you|right|yes|okay|yeah|please)\\?)",
);
const IF_YOU = form(
  "request",
  "if you (?:could|would|can)(?: just| please| also)?|can I (?:leave|trust) (?:it to |with )?you to",
);
const MY_TURN = form(
  "commitment",
  "(?:don't let me forget|it(?:'s| is) (?:my (?:turn|job)|up to me|on me|down to me)) to",
);
const YOUR_TURN = form(
  "request",
  "(?:your|the) (?:homework|task|job|assignment|next step)(?: for \\S+)? is to|(?:it(?:'s| is) |isn't it )?(?:your (?:turn|job)) to|it(?:'s| is) (?:up to you|down to you) to",
);
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
  spoken("nothing", MY_TURN),
  spoken("agreement", YOUR_TURN),
  spoken("nothing", EXCLUSIVE),
  spoken("nothing", TAGGED),
  { ...spoken("nothing", IF_YOU), isPlain: true },
  spoken("nothing", WILL),
  ...FORMS.map((each) => spoken("nothing", each)),
  { ...spoken("promise", SUBJECT), isPlain: true },
  { ...spoken("promise", form("request", "just|then just|and just")), isPlain: true },
];

/** All that a clause may be held against for what its speaker does by it. */
export const actPatterns: readonly RegExp[] = [...SPOKEN.map(({ pattern }) => pattern), ...needPatterns];

/** How a clause begins that may be an act. */
export const STARTS =
  /^(?:I\b|I'|we\b|we'|you\b|you'|please\b|could\b|can\b|would\b|will\b|shall\b|should\b|any chance\b|mind\b|be sure\b|have you\b|has any|did you\b|did any|it'd be\b|it would be\b|your turn\b|isn't it your\b|it's (?:my|your|up to|down to|on me)\b|are you\b|don't let me\b|let's\b|let me\b|why don't\b|how about\b|do you want me\b|who\b|if you (?:could|would)\b|just\b|does any|any(?:one|body)\b|some(?:one|body)\b|(?:it|they)'ll be\b|(?:and )?nobody\b|(?:and )?no one\b|don't forget\b|make sure\b|just make\b|remember\b|remind me\b|\p{Lu}\p{Ll}+(?:,| will | is going to |'s going to | needs to |'ll | has to | can ))/iu;

/** What cannot be meant: conditions, doubts, the past, what was only asked. */
const HYPOTHETICAL =
  /\b(?:if I were|if we were|if I had|would have|wouldn't|could have|should have|should've|might have|suppose|imagine|hypothetically|what if|whether (?:we|I) should|how (?:do|can|will|would|should) |what (?:do|can|will|would|should|are)|when (?:do|can|will|would|should)|used to|hell freezes|pigs (?:fly|might)|dead body|million years|next time|one day|some ?day|one of these days|usually|normally|always|typically|generally|every (?:day|week|year|month|time|morning|night|single)|sometimes|whenever|on (?:my|your|the) (?:next )?(?:turn|go|move)|each time)\b/i;
const MOST_ACTS = 4;

/** "I'll do it", "you do that", "I'll handle them both": what was spoken of before. */
const PROFORM =
  /^(?:do|handle|manage|see to|take care of|deal with|sort(?: out)?|get on) (?:it|that|this|them|those|so|both|both of them|the same)\b|^(?:do|get on to|take care of|see to) (?:it|that)$|^make (?:it|them)[.!]*$|^take (?:it|that|them|those) on\b/i;
/** "Ring them, would you?" */
const TAG = /,? (?:would|will|could|can|won't|couldn't) you(?: please)?\?$/i;
/** "When you get a minute". */
const AT_LEISURE =
  /^(?:when|once|if|whenever) you(?:'ve)? (?:get|have|find|got) (?:a|the|some|two) (?:spare )?(?:minutes?|chance|moment|second|sec|time)(?: (?:today|later))?,? (?=\S)/i;
/** "Could you, if it's no trouble, send me the form?" */
const INSERTED =
  /(?<=\b(?:can|could|would|will) you), (?:when|once|if|whenever|at some point|maybe|please)\b[^,]{0,40},(?= )/i;
/** "Will do", "I will", "doing that tonight", "on it", "leave it to me". */
const BARE =
  /^(?:(?:yeah|yes|okay|fine|sure|right|alright|oh|well),? )*(?:I am(?=[.!]|$)|me(?=[.!]|$)|that'd be me|that's me(?=[.!]|$)|(?:I )?will do|I (?:will|shall|can|could)(?!,? but\b)|I(?:'ll| can| could) (?:go|come)(?= (?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|[.,!]|$)|I'm on it|on it|leave (?:it|that) (?:to|with) me|(?:I'm )?doing (?:that|it|this|so)|consider it done|I'll (?:do|try)|I promise)(?=[.,!]|$| (?:now|today|tonight|tomorrow|this|right|first|straight|on|by|before|after|as|when|then|later|next)\b)/i;

/** @param isAlone whether nobody else takes part: a memo, in which one tells oneself what to do. */
export function spokenActs(sentence: Sentence, said: string, isAlone: boolean): readonly SpokenAct[] {
  const whole = withoutVocatives(said, sentence);
  const text = whole.replace(TAG, ".").replace(AT_LEISURE, "").replace(INSERTED, "");
  const dated = Calendar.mayNameTime(text);
  if (BARE.test(text)) {
    // "Leave it with me, I'll find out about the parking."
    const [, more = ""] = /^[^,.]+[,.] (?=I\b|I')(.+)$/u.exec(text) ?? [];
    const goesOn = more === "" || BARE.test(more) ? [] : spokenActs(sentence, more, isAlone);
    return goesOn.some(({ isProform }) => !isProform) ? goesOn : [proform("commitment", text)];
  }
  if (CONDITION.test(text)) return [];
  const acts: SpokenAct[] = [];
  for (const { clause, before } of clauses(text, STARTS)) {
    if (announcesWords(before)) break;
    if (isReported(clause)) continue;
    if (HYPOTHETICAL.test(`${before.slice(-LEAD)} ${clause}`)) continue;
    const act =
      actIn(clause, before, { dated, sentence }) ??
      futurate(clause, before, sentence) ??
      need({ clause, before, tokens: sentence.tokens, isAlone });
    // A usual doing within the words of an unusual one is what was meant.
    if (act && !act.isUnusual && acts.at(-1)?.isUnusual && !isApart(acts.at(-1) ?? act, act, clause)) acts.pop();
    const last = acts.at(-1);
    if (!act || (last && (last.imperative === act.imperative || !isApart(last, act, clause)))) continue;
    if (last) acts.splice(-1, 1, upTo(last, clause));
    acts.push(act);
    if (acts.length === MOST_ACTS) break;
  }
  if (acts.length > 0 || (HYPOTHETICAL.test(text) && regimenIn(text) === undefined)) return acts;
  const ordered = orders(text, dated, { isAlone, isTagged: text !== whole });
  const other = ordered.length > 0 ? undefined : unusualOrder(text, sentence);
  return other ? [other] : ordered;
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

const proform = (kind: ActKind, text: string): SpokenAct => ({
  ...plainly,
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
  let bare = text
    .replace(SEARCHING, " ")
    .replace(ENDEARMENT, "")
    .replace(/\b(by|on|for|at|to|the) the\s+(?=the\b)/g, "$1 ");
  for (const name of vocativesIn(sentence)) {
    const end = new RegExp(`,? ${name.replace(/\./g, "\\.")}(?=[.?!]*$)`, "u");
    bare = bare.replace(end, "");
  }
  return bare;
}

/** What one says while one looks for a word. */
const SEARCHING =
  /,? (?:let me (?:think|see|look)|what's (?:his|her|its|their|the) name|what's it called|how do you say(?: (?:it|that))?|what was it|what is it|what do you call (?:it|them)|say(?=,))\b,?(?= \S)/gi;
const ENDEARMENT =
  /, (?:(?:my )?(?:lady|lord|ladies|gentlemen|poppet|hon|petal|duck|chick|dude|girl|boss|doctor|sister|chef|captain|miss|mum|mom|dad|love|dear|darling|mate|man|babe|honey|sweetie|sweetheart|pal|buddy|bro|guys|folks|sir|madam|kid|son)|(?:brother|sister) dear|I swear|I promise|yeah|yep|yes|thanks|thank you|as well|too|actually|honestly|na|eh|huh|innit)(?=[.,?!]|$)/gi;

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
      imperative: imperativeOf(
        kind === "shared" ? said : said.replace(/^see (?=(?:if|whether) )/i, "find out "),
      ).replace(/^and (\p{Lu}\p{Ll}+) (.+)$/u, "$2 with $1"),
      own: said,
      name: groups["name"],
      promisedTo: groups["to"] ?? groups["told"],
      before,
      asked: said.trim().endsWith("?"),
      needs,
      isProform: PROFORM.test(said),
      isNeed: false,
      isObligation,
      isUnusual: false,
    };
    if (act.isProform) return act;
    if (isObligation && sentence.turn <= OPENING && AT_THE_COUNTER.test(act.imperative)) return undefined;
    if (isPlain && isPast(act.imperative, sentence)) return undefined;
    if (isPlain && !isUsual(act, dated)) return unusual(act);
    return substantial(act, dated) ?? unusual(act);
  }
  return undefined;
}

/** "I need to move my appointment": what one calls for is done by calling. */
const AT_THE_COUNTER =
  /^(?:book|make|move|change|cancel|reschedule|arrange|check|order|report|confirm) .*\b(?:appointment|booking|reservation|table|order|slot|visit|delivery|subscription|flight|room)\b/i;
/** In turns. */
const OPENING = 2;

const NO_NAME =
  /^(?:I|You|We|They|He|She|It|That|This|There|Who|What|Some(?:one|body)|Any(?:one|body)|Every(?:one|body))$/;

/** "You sent it": told, not asked. */
function isPast(imperative: string, { tokens }: Sentence): boolean {
  const [verb = ""] = imperative.toLowerCase().split(" ", 1);
  return tokens.some(({ lower, lemma }) => lower === verb && lemma !== lower);
}

const PROGRESSIVE =
  /^I(?:'m| am)(?: just| also| probably)? (?<verb>(?!going|looking|thinking|trying|having|getting|coming|leaving|working|staying|doing|saying|telling|joking|kidding|feeling|wondering|hoping|planning|seeing|meeting|being|asking|talking|not)\p{Ll}+ing) (?<rest>\S.*)$/u;
/** "Lou's picking up the projector on Saturday." */
const OTHERS_PROGRESSIVE =
  /^(?<name>\p{Lu}\p{Ll}+)(?:'s| is) (?<verb>(?!going|looking|thinking|trying|having|getting|coming|leaving|working|staying|doing|saying|telling|feeling|being|asking|talking)\p{Ll}+ing) (?<rest>\S.*)$/u;
const OF_MANY_USES =
  /^(?:have|take|get|do|leave|start|begin|make|drive|run|study|read|present|keep|put|return|show|finish|handle|use|add)\b/i;
/** What comes again and again. */
const OFTEN = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bevery\b|\beach\b|\bweekends\b/i;
const PRESENT = /^I (?<verb>\p{Ll}+) (?<rest>\S.*)$/u;

/** "I'm taking it to the menders tomorrow", "I mail you the papers on Monday": the present for what is to come. */
function futurate(clause: string, before: string, { tokens }: Sentence): SpokenAct | undefined {
  const progressive = PROGRESSIVE.exec(clause)?.groups ?? OTHERS_PROGRESSIVE.exec(clause)?.groups;
  const present = progressive ? undefined : PRESENT.exec(clause)?.groups;
  const { verb = "", rest = "" } = progressive ?? present ?? {};
  if (verb === "") return undefined;
  const stem = progressive ? tokens.find(({ lower }) => lower === verb)?.lemma : verb;
  if (stem === undefined || stem.endsWith("ing")) return undefined;
  const imperative = imperativeOf(`${stem} ${rest}`);
  const dated = Calendar.mayNameTime(clause) && !OFTEN.test(clause);
  const isUsual = taskVerbLength(imperative, dated && !OF_MANY_USES.test(imperative)) > 0;
  const name = progressive?.["name"];
  if (name !== undefined && NO_NAME.test(name)) return undefined;
  const kind = name === undefined ? "commitment" : "request";
  const act: SpeechAct = { kind, imperative, before, name, promisedTo: undefined, asked: false };
  const other = progressive ? unusual({ ...plainly, ...act, own: rest }) : undefined;
  if (!isUsual && !(progressive && isDoing(imperative))) return other;
  if (imperative.split(" ").length < 2) return undefined;
  // "I'm saving for a place of my own": what goes on anyhow.
  if (progressive && !dated && name === undefined && !/\byou\b/i.test(rest)) return other;
  if (name !== undefined && !dated) return other;
  const needs = progressive
    ? /\byou\b/i.test(rest)
      ? "agreement"
      : "time"
    : dated || /^you\b/i.test(rest)
      ? "time"
      : "promise";
  return { ...plainly, ...act, own: rest, needs };
}
