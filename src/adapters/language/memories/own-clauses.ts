import { adverbial, isAdverbial } from "../talk/adverbials.js";
import { withoutOpening } from "../text/disfluencies.js";
import { goesFar, isMeant } from "../talk/earnest.js";
import { medicineLike } from "./ailments.js";
import { kinWords } from "../talk/kin.js";

/** A clause about the one who speaks or one of theirs; "we" is told apart, for it may be a company. */
export interface OwnClause {
  /** Begins with "I" or "my". */
  readonly text: string;
  readonly isShared: boolean;
}

const SUBJECT = String.raw`(?:I|we|my|our)(?:'m|'ve|'re|'d|'ll)?\b`;
/** "In 2019 I moved": what is told first is told last. */
const LEAD = new RegExp(
  String.raw`^(?<lead>(?:(?:back )?in (?:\d{4}|\p{Lu}\p{L}+)|since [^,]{3,20}?|for [^,]{3,25}?(?: now)?|every [^,]{3,20}?|(?:on )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|before that|after that|(?:last|this|next) (?:year|month|week|spring|summer|autumn|winter|fall|\p{Lu}\p{L}+)|(?:a|an|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:years?|months?|weeks?) ago|in my (?:free|spare) time|twice a week|once a (?:week|month|year)|most (?:days|mornings|evenings)|at weekends|on weekends|at home|(?:usually|normally|mostly|generally|sometimes))),? (?<clause>${SUBJECT} .+)$`,
  "iu",
);
/** "Since the accident I don't drive at night". */
const PLACED_LEAD = new RegExp(
  String.raw`^(?<lead>(?:since|after|before|with|because of|during|at|from) (?!(?:that|this|the (?:moment|end|start|beginning|same)|least|first|last|all|now|respect|me|you|regard)\b)(?:(?!(?:I|you|we|he|she|it|they|is|are|was|were|if|when|that|what|who)\b)[\p{L}\d'-]+(?: |(?![\p{L}\d'-]))){1,5}?),? (?<clause>(?:I|we)(?:'m|'ve|'re)?\b .+)$`,
  "iu",
);
const LINK = String.raw`(?:and|but|because|cause|so|though|although|since|as|while|whereas|plus|even though|now that|given that|except|only|especially since|that's why|which is why|and that's why|it's just that|you know(?: that)?|remember(?: that)?)`;
const JOINT = new RegExp(
  String.raw`(?:[;:,–—-]+ |(?<=\w)\. )(?:(?:${LINK}|no|actually|also|then) ,?)*(?=${SUBJECT} )| ${LINK}(?: also| actually| now| then| since then| before that| after that)? (?=${SUBJECT} )|, (?:and |so |but )?(?!(?:don't|do|didn't|did|can|can't|am|aren't|isn't|is|have|haven't|will|won't)(?: (?:I|we|it))?\?)(?=(?:could|can|would|will|do|did|don't|shall|is|are|should|may|what|how|where|when|who|why)\b[^,]*\?)`,
  "giu",
);
/** "I live in Berlin and work as a nurse" says two things of one. */
const SAME_SUBJECT =
  / (?:and|but)(?: also| now| then)? (?=(?:works?|lives?|plays?|speaks?|ha(?:ve|s)|loves?|hates?|likes?|stud(?:y|ies)|teach(?:es)?|runs?|owns?|don't|can't|moved|started|bought|collects?|prefers?|enjoys?|am|is|was born|grew up|got married)\b )/i;
/** Where a clause goes on to other matters. */
const TAIL =
  /(?:,| -| –| —)? (?:that (?=\p{Ll})|because|since (?=(?:I|we|he|she|it|they|my|the|there)\b(?! \p{Ll}+(?:$|[.,!]| in\b| of\b)))|so (?!much|far)|but|although|though|which|who(?:'s)?|when|where|while|whereas|except|unless|(?:before|after) (?=(?:I|we|he|she|it|they)\b)|until (?=I\b|we\b)|and (?=(?:I|we|he|she|it|they|that|this|there|my|our|you|the|so|then|now)\b)|as (?=(?:I|we|you|he|she|it|they)\b)|that's|okay|right(?! (?:hand|arm|leg|foot|knee|hip|shoulder|eye|ear|wrist|ankle|elbow|side|lung|kidney|thumb|across|by|in|on|next|behind|beside|after|before)\b)|please|thanks?|you know|you see|can you believe|actually|too|as well|one day|some day|someday|before this|before that|for my sins|remember|same as always|though|by the way|to be honest|of course|in fact|unfortunately|sadly|luckily|honestly|after all|ish|myself|anyway|mind you|believe it or not)\b.*$/iu;
const LIST =
  /^(?:, [\p{L}'-]+(?: [\p{L}'-]+){0,2})*,? (?:and|or),? (?!(?:nobody|everybody|everyone|it|he|she|they|you|not|then|that)\b)[\p{L}' -]+$/u;
const PLACE = /^, \p{Lu}\p{L}+$/u;
const ADVERBS =
  /^((?:I|we)(?:'m|'ve|'re)?(?: (?:am|are|have|was|do))?) (?:(?:also|just|actually|still|currently|now|absolutely|totally|completely|definitely|honestly|basically|personally|really|truly|simply|do(?= (?:like|love|hate|live|have|speak|play|work|enjoy)\b)|finally|already|only|both|all|even|in fact|of course|unfortunately|sadly|so|very much) )+/i;

/** @returns the clauses of a sentence that tell of its speaker, in order, each as short as it stands by itself. */
export function ownClauses(sentence: string): OwnClause[] {
  const opened = withoutOpening(punctuated(aged(mended(sentence))));
  const dropped = sentence.slice(0, Math.max(0, sentence.length - opened.length)).replace(/[^\p{L}]+$/u, "");
  if (!isMeant(dropped)) return [];
  const { lead, clause = opened } = (LEAD.exec(opened) ?? PLACED_LEAD.exec(opened))?.groups ?? {};
  if (lead !== undefined && goesFar(lead)) return [];
  const clauses: OwnClause[] = [];
  for (const [i, part] of meantParts(clause).entries()) {
    const [first = "", ...more] = part.split(SAME_SUBJECT);
    const subject = subjectOf(first);
    const goesOn = subject !== undefined && !/\b(?:to(?! (?:\p{Lu}|the\b|an?\b|my\b))|can|can't|let's)\b/u.test(first);
    const parts = goesOn ? [first, ...more.map((rest) => `${subject} ${rest}`)] : [part];
    for (const [j, text] of parts.entries()) {
      const dated = lead !== undefined && i === 0 && j === 0 ? `${ended(text)} ${timed(lead)}` : ended(text);
      clauses.push({ text: normal(dated.trim()), isShared: /^(?:we|our)\b/i.test(text) });
    }
  }
  return clauses;
}

/** The parts of a sentence that begin with its speaker or theirs and are meant as facts. */
function meantParts(sentence: string): string[] {
  const joints = Array.from(sentence.matchAll(JOINT));
  const parts: string[] = [];
  let from = 0;
  for (const joint of [...joints, undefined]) {
    const part = sentence.slice(from, joint?.index);
    const isOwn = STARTS_OWN.test(part);
    const meant = isMeant(part.replace(UNLESS, ""));
    if (isOwn && meant) parts.push(part);
    // What hangs on another's clause is not told by itself: "Tom denies that I live here and I work there".
    if (joint === undefined) break;
    const [by] = joint;
    const isApart = /[,;:–—-]/.test(by) && !/\band\b/.test(by) && !goesFar(part);
    if (!meant && !isApart && !/\b(?:but|because|cause|since|though|although)\b/.test(by)) break;
    if (
      !isOwn &&
      (/\b(?:that|whether|how|why|not)\b/.test(part) ? !/\bbut\b/.test(by) && !BY_ITSELF.test(part) : / and /.test(by))
    )
      break;
    from = joint.index + by.length;
  }
  return parts;
}

/** An exception leaves the rule. */
const UNLESS = /,? unless .*$/i;

/** "Monday I can't, I take my father to dialysis". */
const BY_ITSELF = /\b(?:can't|don't|won't|doesn't work)$|^(?:no|not)\b.{0,12}$|^that's\b/i;

/** "On the, on the railways", "for, oh, since 2014": what is begun again is said once. */
const mended = (sentence: string): string =>
  sentence
    .replace(/\b((?:\p{L}+ )?\p{L}{1,5}),(?: (?:uh|um|er|oh|erm|like|ah),)* \1\b(?= \S)/giu, "$1")
    .replace(/,? (?:actually|basically|honestly|mind you),?(?= (?:since|for|in|at|on|with|from|until|as)\b)/gi, "")
    .replace(
      /, (?:how do you say(?: it| that)?|what's it called|what do you call it|what's the word|what is it),(?= )/gi,
      "",
    )
    .replace(/\bfor,(?: oh| uh| um)?,? (?=since\b)/g, "")
    .replace(/\bme (?=own\b)/g, "my ")
    .replace(
      /\b(nine|ten|two|three|four|five|six|seven|eight|\p{L}+teen|twenty|thirty|forty|fifty) year(?=$|[.,])/gu,
      "$1 years",
    )
    .replace(DIALECT, "$1my ");

/** "With me partner". */
const DIALECT = new RegExp(
  String.raw`\b((?:and|with|of|for|on|at|to|in|I've|have|got) )me (?=(?:${kinWords})\b)`,
  "giu",
);

/** "Wednesdays" as it follows: "on Wednesdays". */
const timed = (lead: string): string =>
  lowered(lead)
    .replace(/^(?=(?:mon|tues|wednes|thurs|fri|satur|sun)days)/i, "on ")
    .replace(/\b(mon|tues|wednes|thurs|fri|satur|sun)(?=days)/, (day) => day.charAt(0).toUpperCase() + day.slice(1))
    .replace(/^(?:before|after) that$/, "");

/** What was written down without marks is divided where a new clause must begin: "i can't come i've got choir". */
function punctuated(sentence: string): string {
  return /[,;:–—]|[.!?] /.test(sentence) ? sentence : sentence.replace(NEW_CLAUSE, ", ");
}

const NEW_CLAUSE =
  /(?<!\b(?:that|if|when|whenever|while|what|how|because|cause|and|but|or|than|as|where|who|whom|why|say|says|said|know|hope|guess|wish|sure|so|since|which|before|after|until|till|once|though|although|think|thought|thing|things|way|time|day|place|one|ones|all|everything|everyone|reason|like|do|did|does|can|could|should|would|will|shall|am|are|was|were|have|has|had|may|might|must|of|for|with|to|at|in|on|from|by|about|is|unless|whether|told|tell|feel|believe|mean|only|whatever|every|first|last|next)) (?=(?:I|I'm|I've|I'd|I'll|we|we've|we're|he|she|he's|she's|it's|that's|there's|they're|my \p{Ll}+(?:'s| is| has| lives| works?| turns| was| are| have)) \S)/gu;

const STARTS_OWN = new RegExp(`^${SUBJECT} `, "i");

const lowered = (lead: string): string => lead.charAt(0).toLowerCase() + lead.slice(1);

function subjectOf(clause: string): string | undefined {
  if (/^(?:I|we)\b/i.test(clause)) return /^we/i.test(clause) ? "We" : "I";
  return KIN_SUBJECT.exec(clause)?.[0];
}

const KIN_SUBJECT = new RegExp(
  String.raw`^(?:my|our) (?:\p{Ll}+ )?(?:${kinWords})(?:-in-law)?(?: \p{Lu}\p{Ll}+)?`,
  "iu",
);

function ended(clause: string): string {
  const whole = clause.replace(APPOSED, "$1 $2 ").replace(/\b(in|at|to|from|with|near|as|on), (?=\S)/g, "$1 ");
  const comma = whole.search(/[,;–—(]|:(?!\d)|\. | - /);
  const rest = comma < 0 ? "" : whole.slice(comma).replace(/[.!]+$/, "");
  const kept = comma < 0 || LIST.test(rest) || PLACE.test(rest) ? whole : withAdverbials(whole.slice(0, comma), rest);
  return kept.replace(TAIL, "").replace(/[\s.,;:!–—-]+$/u, "");
}

/** "When I was ten" is "at ten", and what was since then. */
const aged = (clause: string): string =>
  clause
    .replace(
      /,? (?:since|ever since) I was (?:about )?(a |an )?(\p{L}+)(?: years old)?\b/iu,
      (_, article: string | undefined, what: string) =>
        article === undefined ? ` since age ${what}` : ` since being ${article}${what}`,
    )
    .replace(/,? (?:till|until) I was (?:about )?(\p{L}+|\d+)(?: years old)?\b/iu, " until age $1")
    .replace(
      /,? when I was (?:about |around )?(an? )?(\p{L}+|\d+)(?: years old)?\b/iu,
      (_, article: string | undefined, what: string) =>
        article === undefined
          ? /^(?:young|little|small|younger)$/i.test(what)
            ? " as a child"
            : ` at ${what}`
          : ` as ${article}${what}`,
    );

/** "I'm at the bank, as an analyst, going on five years": what is set apart by commas belongs to it. */
function withAdverbials(clause: string, rest: string): string {
  let whole = clause.replace(/ (?:right now|at the moment|now|these days)$/, "");
  for (const [i, piece] of rest
    .split(/, |; | [–—-] /)
    .slice(1)
    .entries()) {
    const isPlace = i === 0 && /^\p{Lu}\p{L}+$/u.test(piece) && /\p{Lu}\p{L}+$/u.test(clause);
    if (!isPlace && !isAdverbial(piece)) break;
    whole += isPlace ? `, ${piece}` : ` ${adverbial(piece)}`;
  }
  return whole;
}

/** "My sister, Ana, lives in Porto". */
const APPOSED = new RegExp(
  String.raw`^((?:my|our) (?:\p{Ll}+ )?(?:${kinWords})(?:-in-law)?),? (\p{Lu}\p{Ll}+), `,
  "iu",
);

const GIVEN_UP: Readonly<Record<string, string>> = {
  drink: "drunk",
  eat: "eaten",
  smoke: "smoked",
  fly: "flown",
};

/** "I'm still at the bakery", "I'm at the hospice now". */
const WORKING_THERE =
  /^I'm (?:still (?=.*$)|(?=.* (?:now|these days|full[ -]time|part[ -]time)$))((?:at|with) the (?:hospital|hospice|clinic|surgery|bakery|school|college|university|library|museum|bank|council|nursery|garage|factory|brewery|pharmacy|post office|supermarket|salon|zoo|depot|warehouse|shipyard|port|airport|theatre|law firm|firm|agency|charity|prison|police|fire station|fire department|co-op|market|vet's|florist's|butcher's|chemist's)\b.*)$/u;

/** "I'm taking the metformin". */
const TAKING = new RegExp(
  String.raw`^I(?:'m taking|'m on|'m still on| take) (?:the |my )?((?:\p{L}+ )?(?:${medicineLike})\b)`,
  "u",
);

/** One spelling for what is said in many, in the singular. */
function normal(clause: string): string {
  return clause
    .replace(/^i\b/, "I")
    .replace(
      /^(?:I'm|we're) (?:(?:over|out|up|down|back|based|living) )*in ((?:the )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*) (?:now|these days|nowadays)$/iu,
      "I live in $1",
    )
    .replace(/^I'm (?:at|with) (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*) (?:now|these days|nowadays)$/u, "I work at $1")
    .replace(WORKING_THERE, "I work $1")
    .replace(/^I'm veggie\b/, "I'm vegetarian")
    .replace(ADVERBS, "$1 ")
    .replace(/^(?:I am|we are|we're)\b/i, "I'm")
    .replace(/^(?:I have|we have|we've|I've) got (?=an?\b|two\b|three\b|no\b|\w+)/i, "I have ")
    .replace(
      /^(?:I have|we have|we've) (?=been\b|never\b|always\b|worked\b|lived\b|had\b|played\b|owned\b|known\b|run\b)/i,
      "I've ",
    )
    .replace(/^we\b/i, "I")
    .replace(
      /^(I've (?:been|lived|worked|played|had|taught) .*?)(?<!\b(?:for|over|almost|nearly|about|around|than|of|in|every|last|past|next|first|and|a|the|age) |-)\b((?!(?:for|over|of|many|the|in)\b)(?:\p{L}+(?:-\p{L}+)?|\d+) years)\b/u,
      "$1for $2",
    )
    .replace(/^I've (?:only )?(?=(?:an?|one|two|three|four|five|six|no|the|my|our)\b)/, "I have ")
    .replace(/^our\b/i, "my")
    .replace(/^My\b/, "my")
    .replace(
      /^my ((?:\p{Ll}+ )?(?:birthday|name|surname|maiden name|middle name|job|hobby|anniversary|first language|mother tongue|favou?rite \p{Ll}+))'s /u,
      "my $1 is ",
    )
    .replace(/ now(?= (?:every|at|in|on|with|for|as)\b)/, "")
    .replace(/\bthe (\p{Ll}+) ones?$/u, "$1")
    .replace(/\bdo not\b/, "don't")
    .replace(/^I no longer (\p{Ll}.*)$/u, "I don't $1 any more")
    .replace(/\bcan ?not\b/, "can't")
    .replace(ADVERBS, "$1 ")
    .replace(/ (?:now|these days|nowadays|at present|for now|at the minute|again)$/i, "")
    .replace(/^(I used to \S+ .*\S) there$/, "$1")
    .replace(
      /^I have (?:only )?(?:the|a|my) (?:late|early|night|day|morning|evening) shift at (?=\S)/,
      "I work shifts at ",
    )
    .replace(/^I have my last day at ((?:the )?\p{L}+) (?:on|in) (?=\S)/u, "I work at $1 until ")
    .replace(/^I've (?:just )?gone out on my own$/, "I'm self-employed")
    .replace(/^I carry (?:an?|the|my) (?:epi-?pen|adrenaline pen|pen)\b.*$/i, "I carry an adrenaline pen")
    .replace(/^(I'm saving(?: up)? for|I want|I'm looking for) a place of my own\b/, "$1 a home of my own")
    .replace(/^I have no licen[cs]e$/, "I have no driving licence")
    .replace(
      /^I do (?:all )?the (payroll|accounts|bookkeeping|catering|marketing|logistics|purchasing|PR|HR|IT)$/,
      "I work in $1",
    )
    .replace(/^I (wed|married) (?=in\b)/, "I got married ")
    .replace(/^I have the one (?=\p{Ll})/u, "I have one ")
    .replace(/\b(moved) (?:over |up |down |out )?here (?=from\b)/, "$1 ")
    .replace(/^I have the (van|truck|lorry|car)$/, "I have a $1")
    .replace(
      /^I don't (drink|eat|smoke|fly)\b((?: (?!since\b)\S+){0,3}?) (?=since\b)/,
      (_, verb: string, what: string) =>
        `I haven't ${GIVEN_UP[verb] ?? verb}${what.replace(" at all", "") || (verb === "drink" ? " alcohol" : "")} `,
    )
    .replace(/^I (don't|never) drink(?: at all| any ?more)?$/, "I $1 drink alcohol")
    .replace(TAKING, "I take $1")
    .replace(/\bdeaf in (?:this|that|the one) ear\b/, "deaf in one ear")
    .replace(/^(my (?:\p{Ll}+ )?\p{Ll}+)(?:'s|s') name is (?=\p{Lu}\p{Ll}+$)/u, "$1 is called ")
    .replace(
      /(?<!\bon|and|or|\b(?:love|like|hate|enjoy|prefer|adore|detest|loathe|dislike|stand|bear))(?:,)? (?=(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days\b)/g,
      " on ",
    )
    .replace(/  +/g, " ");
}
