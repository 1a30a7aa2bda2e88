import { adverbial, isAdverbial } from "../talk/adverbials.js";
import { instrumentLike } from "./instruments.js";
import { capitalised } from "../text/plain-text.js";
import { thirdPersonOf } from "../text/third-person.js";

/** A question and what the user answered to it. */
interface Pair {
  readonly question: string;
  readonly answer: string;
  /** Who is in mind, "daughter Mila". */
  readonly kin: string | undefined;
}

const YES =
  /^(?:(?:oh|um|well|uh|ha),? )*(?:yes|yeah|yep|yup|sure|I do|I am|I have|I can(?!'t)|we do|we are|we have|right|correct|indeed|of course|absolutely|definitely|that's (?:right|it|me)|guilty|always|still|daily|aye|every (?:day|morning|night)|religiously|afraid so|I'm afraid so)\b[,.!]?(?: (?:I (?:still )?(?:do|am|have|can)|we (?:do|are|have)|s?he (?:is|does|has)|they (?:are|do)|it is|still|indeed|actually)(?=[,.!]|$)[,.!]?)?\s*/i;
const NO =
  /^(?:(?:oh|um|well|uh|ha),? )*(?:no|nope|nah|never|not (?:really|at all|any ?more)|not (?:one|a single one)|none|(?:I|we) (?:don't|do not|can't|haven't|never have|never do)(?=[,.!]|$))\b[,.!]?(?: (?:no\b|I (?:don't|do not|can't|haven't|'m not)|I'm not|we don't|not any ?more)(?=[,.!]|$)[,.!]?)?\s*/i;
/** What may open an answer. */
const OPENING =
  /^(?:(?:oh|um|well|uh|er|so|okay|yeah|yes|ha|honestly|actually|just|I think|let me think|the),? )+(?=\S)/i;
/** A clause of its own is read as it stands. */
const CLAUSE =
  /^(?:I|we|he|she|it|they|that|that's|this|there|there's|you|who|what|why|how|because|if|it's|he's|she's|they're|I'm|I've|we're|we've|my|our|his|her|depends|don't|not|no|maybe|probably)\b(?!-)/i;
/** "It's a beagle", "he's six": what is asked for, in a clause. */
const PRESENTED = /^(?:it's|it is|that's|they're|he's|she's|he is|she is|we're)(?: called| named)? (?=\S)/i;

const ofYears = (said: string): string => (isAdverbial(said) ? adverbial(said) : said);

const bare = (said: string): string => said.replace(/[\s.,!;]+$/u, "");

/** The first thing an answer names: "A nurse, at the Charité" has two parts that belong together. */
function fragmentOf(answer: string): string | undefined {
  const said = bare(answer.replace(OPENING, "").replace(PRESENTED, "")).replace(
    /,? (?:yeah|yes|actually|originally|please|mostly|now|I'm afraid|at the moment)$/i,
    "",
  );
  return said === "" || CLAUSE.test(said) || said.split(" ").length > 14 ? undefined : said;
}

/** What is no name, though it opens an answer: "Penicillin.", "Architecture." */
const common = (said: string): string =>
  /^(?:I\b|\p{Lu}{2}|\p{Lu}\p{L}*(?:ish|ese|rench|erman|reek|atin|rabic|urkish|ebrew)\b)/u.test(said)
    ? said
    : said.charAt(0).toLowerCase() + said.slice(1);

const uncapitalised = (said: string): string =>
  /^(?:I\b|\p{Lu}\p{L}+(?: \p{Lu}|$))|^\p{Lu}{2}/u.test(said) ? said : said.charAt(0).toLowerCase() + said.slice(1);
const NUMBER = /^(?:just |only )?(?:the )?(one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2})\b/i;
const withoutPlace = (said: string): string => said.replace(/^(?:in|at|from|near|over in|down in|to|on)\b /i, "");
const placed = (by: string, said: string): string =>
  /^(?:in|at|near|on|over|down|with|from|between|just|outside)\b/i.test(said)
    ? said.charAt(0).toLowerCase() + said.slice(1)
    : `${by} ${said}`;

type Builder = (fragment: string, asked: RegExpExecArray, kin: string | undefined) => string | undefined;
const PRONOUN = String.raw`(?:he|she|they|it|your \p{L}+(?: \p{L}+)?|\p{Lu}\p{Ll}+)`;

/** Questions for a part of a fact, and the fact with the part in its place. */
const ASKED: readonly (readonly [RegExp, Builder])[] = [
  [
    /\bwhat do you do\b(?! (?:about|if|when|with|on|in the|there|to))|\bwhat(?:'s| is) your (?:job|profession|occupation)\b|\bwhat (?:line of work|field|industry|business) are you in\b|\bwhat do you work (?:as|in)\b/iu,
    (said) =>
      /^(?:in|at|for|with|as|from)\b/i.test(said)
        ? `I work ${said.charAt(0).toLowerCase() + said.slice(1)}`
        : /^(?:an? |the )|(?:er|or|ist|ian|nurse|chef|cook|vet|student|pilot)\b/i.test(said)
          ? `I'm ${/^(?:an?|the) /i.test(said) ? uncapitalised(said) : `a ${uncapitalised(said)}`}`
          : /^\p{L}+(?: \p{L}+)?$/u.test(said)
            ? `I work in ${common(said)}`
            : undefined,
  ],
  [
    /\bbefore (?:that|this)\b[^?]*\byou (?:were|did|worked)\b|\bwhat (?:did you do|were you doing|were you) before\b|\bwhat did you (?:do|work as) (?:for a living|for work|as a job)\b|\bwhat (?:were|was) your (?:old )?(?:job|profession)\b/iu,
    (said) => (/^an? /i.test(said) ? `I was ${uncapitalised(said)}` : undefined),
  ],
  [
    /\bwhat (?:did|do) you (?:study|major in|read)\b|\bwhat(?:'s| was| is) your (?:degree|major)\b/iu,
    (said) => `I studied ${common(said)}`,
  ],
  [/\bwhat (?:are|were) you (?:studying|reading(?= at| in))\b/iu, (said) => `I'm studying ${common(said)}`],
  [
    /\bwhere (?:do|are) you (?:live|living|based|staying at home)\b|\bwhereabouts do you live\b|\bwhere(?:'s| is) home\b/iu,
    (said) => `I live ${placed("in", said)}`,
  ],
  [
    /\bwhere (?:are you|do you come) (?:originally )?from\b|\bwhere(?:'s| is) (?:your|that|the) accent from\b|\bwhere(?:'s| is) your family from\b|\byou(?:'re| are)(?:n't| not)? (?:originally )?from\b|\bwhere you from\b/iu,
    (said) => `I'm from ${withoutPlace(said)}`,
  ],
  [/\bwhere (?:do you work|are you working)\b|\bwho do you work for\b/iu, (said) => `I work ${placed("at", said)}`],
  [/\bwhere (?:did you grow up|were you raised)\b/iu, (said) => `I grew up ${placed("in", said)}`],
  [
    /\b(?:did you grow up|you grew up|were you born|you were born) (?:(?:around|near|in|round) )?here\b/iu,
    (said) =>
      /^(?:in |near )?\p{Lu}\p{L}+(?:, \p{Lu}\p{L}+)?$/u.test(said) ? `I grew up ${placed("in", said)}` : undefined,
  ],
  [
    /\b(?:what do you play|you play|do you play|which instrument)(?: (?:anything|something|an instrument))?(?:,|\?|$)/iu,
    (said) => (PLAYED.test(said) ? `I play the ${uncapitalised(said).replace(/^the /, "")}` : undefined),
  ],
  [/\b(?:where|when) were you born\b/iu, (said) => `I was born ${placed("in", said)}`],
  [/\bwho do you live with\b/iu, (said) => `I live with ${withoutPlace(said).replace(/^with /i, "")}`],
  [
    /\bhow long have you (?:two |both |guys )?(?:been (?<doing>\p{Ll}+ing\b[^?]*|(?:at|with|in|a|an|married|together|there|here)\b[^?]*)|(?<done>lived|worked|played|had|owned|taught|known)\b(?<rest>[^?]*))/iu,
    (said, { groups = {} }) => {
      const long = /\b(?:year|month|since|decade)/i.test(said) ? ofYears(uncapitalised(said)) : undefined;
      const what =
        groups["doing"] === undefined ? `${groups["done"] ?? ""}${groups["rest"] ?? ""}` : `been ${groups["doing"]}`;
      return long === undefined
        ? undefined
        : `I've ${mine(bare(what.replace(/ now$/, "").replace(/^been together$/, "been with my partner")))} ${long}`;
    },
  ],
  [
    /\b(?:anything|something|foods?) (?:that )?you (?:don't|can't|won't|do not|cannot) (?<does>eat|drink)\b|\bwhat (?:don't|can't) you eat\b/iu,
    (said, { groups = {} }) => `I don't ${groups["does"] ?? "eat"} ${common(said)}`,
  ],
  [/\bwhat (?:car )?do you drive\b/iu, (said) => `I drive ${uncapitalised(said)}`],
  [/\b(?:what|which|how many) languages? do you speak\b/iu, (said) => `I speak ${said}`],
  [/\bwhat (?:instruments? )?do you play\b/iu, (said) => `I play ${uncapitalised(said)}`],
  [/\bwhen(?:'s| is) your birthday\b/iu, (said) => `my birthday is ${placed("on", uncapitalised(said))}`],
  [
    /\bwhat(?:'s| is) your favou?rite (?<what>\p{L}+(?: \p{L}+)?)/iu,
    (said, { groups = {} }) => `my favourite ${groups["what"] ?? ""} is ${uncapitalised(said)}`,
  ],
  [
    /\bwhen did you (?<what>move|retire|graduate|qualify|emigrate|stop|quit|start|get married)\b(?<rest>[^?]*)/iu,
    (said, { groups = {} }) => {
      const past = PASTS[groups["what"]?.toLowerCase() ?? ""];
      return past === undefined
        ? undefined
        : `I ${past}${mine(bare(groups["rest"] ?? ""))} ${uncapitalised(placed("in", said))}`;
    },
  ],
  [
    /\b(?:any|have|what) (?:\p{Ll}+ )?allerg(?:y|ies)\b|\ballergic to (?:anything|something|what)|\bwhat are you allergic to\b/iu,
    (said) => `I'm allergic to ${common(said.replace(/^to /i, ""))}`,
  ],
  [
    /\b(?:do|are) you (?:take|taking|on) (?:any )?(?:\p{Ll}+ )?(?:medication|medicines?|tablets|pills|drugs|meds)\b|\bany (?:\p{Ll}+ )?(?:medication|medicines?|tablets|pills)\b/iu,
    (said) => `I take ${common(said)}`,
  ],
  [
    /\b(?:any|what) (?:\p{Ll}+ )?(?:conditions?|illness(?:es)?|health (?:problems|issues)|medical history)\b/iu,
    (said) => `I have ${common(said)}`,
  ],
  [
    /\b(?:how many|any|have|got|with) (?:other )?(?<what>kids|children|siblings|brothers (?:or|and) sisters|sisters|brothers|grandchildren|grandkids|pets|cats|dogs|animals)\b/iu,
    (said, { groups = {} }) => {
      const count = NUMBER.exec(said);
      const what = groups["what"]?.toLowerCase() ?? "";
      if (count === null) return /^an? \p{L}/iu.test(said) ? `I have ${uncapitalised(said)}` : undefined;
      const next =
        /^,? (?:of them|already|now|so far)?\s*$/u.test(said.slice(count[0].length)) ||
        !/^ \p{Ll}+/u.test(said.slice(count[0].length));
      const number = count[1]?.toLowerCase() ?? "";
      if (!next) return `I have ${uncapitalised(said.replace(/^(?:just|only) (?:the )?/i, ""))}`;
      return /\bor\b|\band\b/.test(what) ? undefined : `I have ${number} ${number === "one" ? singular(what) : what}`;
    },
  ],
  [
    new RegExp(String.raw`\bhow old(?: is|'s| are| was)? (?:${PRONOUN})`, "iu"),
    (said, [asked], kin) =>
      /\byou$/.test(asked) ? `I'm ${aged(said)}` : kin === undefined ? undefined : `my ${kin} is ${aged(said)}`,
  ],
  [/\bhow old are you\b/iu, (said) => `I'm ${aged(said)}`],
  [
    new RegExp(
      String.raw`\bwhat(?:'s| is| are) (?:his|her|its|their|(?:the|your) [\p{L} ]{2,20}?)(?:'s)? names?\b|\bwhat(?:'s| is) (?:${PRONOUN}|the \p{L}+) called\b|\bwho(?:'s| is) (?:that|the \p{L}+)\b`,
      "iu",
    ),
    (said, _, kin) => (kin === undefined || !/^\p{Lu}\p{Ll}+$/u.test(said) ? undefined : `my ${kin} is called ${said}`),
  ],
  [
    new RegExp(
      String.raw`\bwhere (?:does|do|is|are|'s)? ?(?:${PRONOUN}) (?:live|living|based|these days|now)|\bwhere(?:'s| is| are) (?:${PRONOUN})$`,
      "iu",
    ),
    (said, _, kin) =>
      kin === undefined || !/\p{Lu}/u.test(said) ? undefined : `my ${kin} lives ${placed("in", said)}`,
  ],
  [
    new RegExp(String.raw`\bwhat does (?:${PRONOUN}) do\b`, "iu"),
    (said, _, kin) => (kin === undefined || !/^an? /i.test(said) ? undefined : `my ${kin} is ${uncapitalised(said)}`),
  ],
];

const PLAYED = new RegExp(String.raw`^(?:the )?(?:${instrumentLike})(?:,? .*)?$`, "iu");

const PASTS: Readonly<Record<string, string>> = {
  move: "moved",
  retire: "retired",
  graduate: "graduated",
  qualify: "qualified",
  emigrate: "emigrated",
  stop: "stopped",
  quit: "quit",
  start: "started",
  "get married": "got married",
};

const singular = (plural: string): string =>
  ({ kids: "child", children: "child", grandchildren: "grandchild" })[plural] ?? plural.replace(/s$/, "");
const aged = (said: string): string => common(said).replace(/^(?:only|just|already|almost|nearly) /, "");

/** What the one who asks says to the user, as the user would say it of themselves. */
export function mine(said: string): string {
  return said
    .replace(/\byours\b/gi, "mine")
    .replace(/\byour\b/gi, "my")
    .replace(/\byourself\b/gi, "myself")
    .replace(/\byou(?:'re| are)\b/gi, "I'm")
    .replace(/\byou(?:'ve| have)\b/gi, "I've")
    .replace(/\byou\b/gi, "me");
}

const LEAD = /^(?:(?:and|so|but|oh|okay|well|wait|hey|right|then|now|sorry|remind me|tell me)[,.]? )+/i;
const TAG =
  /,? (?:right|yeah|no|eh|then|isn't it|aren't you|don't you|haven't you|didn't you|do you|are you|too|or not|or what|these days|by any chance)(?=$)/i;

/** "Vegetarian?" */
const STATE_ASKED =
  /^(?:still |are you |you )?(?<state>vegetarian|vegan|married|single|divorced|retired|diabetic|pregnant|asthmatic|left-handed|self-employed|religious|allergic to .+)$/i;

/** "Do you still play tennis?" as the one who says yes to it would say it: "I still play tennis". */
function statement(question: string, kin: string | undefined): string | undefined {
  const asked = bare(question.replace(/\?+$/, "").replace(LEAD, "")).replace(TAG, "");
  const alone = STATE_ASKED.exec(asked)?.groups?.["state"];
  if (alone !== undefined) return `I'm ${alone.charAt(0).toLowerCase()}${alone.slice(1)}`;
  const [, own] =
    /^(?:do you|don't you|d'you|d'ya|do ya) (?:guys )?(?!mind|want|think|know|remember|mean|need|see|hear|like the|agree|understand|fancy|feel)(.+)$/i.exec(
      asked,
    ) ?? [];
  if (own !== undefined)
    return `I ${mine(own.replace(/^(?:have|got) any\b/i, "have").replace(/^(?:happen to|ever) /i, ""))}`;
  const [, are] =
    /^(?:are|aren't) you (?!sure|okay|all right|alright|ready|coming|there|free|joking|kidding|serious|done|here|going to|in the|at the (?:door|station))(.+)$/i.exec(
      asked,
    ) ?? [];
  if (are !== undefined) return `I'm ${mine(are)}`;
  const [, have] =
    /^(?:have|haven't) you (?!got (?:a )?(?:minute|moment|second|time)|ever|seen|heard|done|tried|been|read|met|eaten|had)(.+)$/i.exec(
      asked,
    ) ?? [];
  if (have !== undefined) return `I've ${mine(have.replace(/^got any\b/i, "got"))}`;
  const [, can] =
    /^(?:can|can't) you (swim|drive|cook|sing|dance|ride|speak|play|sew|knit|read|ski|sail|dive)\b(.*)$/i.exec(asked) ??
    [];
  if (can !== undefined) return `I can ${mine(asked.slice(asked.search(can)))}`;
  const [, still] = /^(?:(?:are )?you(?:'re)? )?still ((?:at|in|with|on|a|an)\b.+|\p{Ll}+ing\b.*)$/iu.exec(asked) ?? [];
  if (still !== undefined)
    return /^(?:at|with|in) (?:the|that)\b/i.test(still) ? `I work ${mine(still)}` : `I'm ${mine(still)}`;
  const [, stillDo] = /^you still (?!coming|there|here|up\b|awake)(\p{Ll}+.*)$/iu.exec(asked) ?? [];
  if (stillDo !== undefined) return `I ${mine(stillDo.replace(/^got\b/, "have"))}`;
  const [, told] = /^you(?:'re| are) (.+)$/i.exec(asked) ?? [];
  if (told !== undefined) return `I'm ${mine(told)}`;
  const [, does] = /^you (live|work|play|speak|have|smoke|drink|drive|own|teach|run|study)\b/i.exec(asked) ?? [];
  if (does !== undefined) return mine(asked).replace(/^me /i, "I ");
  return statementOfKin(asked, kin);
}

/** "Is your sister still in Porto?", "does she speak English?" */
function statementOfKin(asked: string, kin: string | undefined): string | undefined {
  const [, be, whose, state] =
    /^(is|are|was|has) (your \p{L}+(?: \p{Lu}\p{Ll}+)?|he|she|they) (?:still )?(\S.*)$/iu.exec(asked) ?? [];
  const who = (said: string | undefined): string | undefined =>
    said === undefined ? undefined : /^your/i.test(said) ? mine(said) : kin === undefined ? undefined : `my ${kin}`;
  const subject = who(whose);
  if (subject !== undefined && be !== undefined && state !== undefined)
    return `${subject} ${be.toLowerCase()} ${mine(state)}`;
  const [, aux = "", whom, verb = "", rest = ""] =
    /^(does|do) (your \p{L}+(?: \p{Lu}\p{Ll}+)?|he|she|they) (?:still )?(\p{Ll}+)(.*)$/iu.exec(asked) ?? [];
  const doer = who(whom);
  return doer === undefined ? undefined : `${doer} ${/^does$/i.test(aux) ? thirdPersonOf(verb) : verb}${mine(rest)}`;
}

/** What a preposition places, said anew: "from Berlin?" – "No, from Graz." */
function replacedPlace(stated: string, said: string): string | undefined {
  const [by = ""] = said.split(" ");
  if (!/^(?:from|in|at|with|near|for)$/i.test(by)) return undefined;
  const at = stated.search(new RegExp(String.raw`\b${by.toLowerCase()}\b`));
  return at < 0 ? undefined : stated.slice(0, at) + uncapitalised(said);
}

/**
 * What the answer tells, as whole sentences in the user's mouth: "Where do you live?" – "In Leeds." is "I live in
 * Leeds".
 * @returns undefined where the answer stands by itself.
 */
export function answered({ question, answer, kin }: Pair): string[] | undefined {
  const part = fragmentOf(answer.replace(NO, (none) => (none.length < answer.length - 4 ? "" : none)));
  for (const [pattern, build] of ASKED) {
    const asked = part === undefined ? null : pattern.exec(question);
    if (part === undefined || asked === null) continue;
    const none = /^(?:none|nothing|no one|nobody|neither|nowhere)\b/i.test(part) || NO.test(part);
    const built = none || YES.test(part) ? undefined : build(part, asked, kin);
    if (built !== undefined) return [`${capitalised(built)}.`];
    break;
  }
  const stated = statement(question, kin);
  if (stated === undefined) return undefined;
  const yes = YES.exec(answer);
  if (yes) return affirmed(stated, answer.slice(yes[0].length));
  const no = NO.exec(answer);
  if (no) return denied(stated, answer.slice(no[0].length));
  const alone = /^I live (?:alone|on my own|by myself)\b/i.test(stated) && part !== undefined && /^with /i.test(part);
  if (alone) return [`I live ${uncapitalised(part)}.`];
  return /^I(?:'ve(?: got)?| have| got) (?:kids|children|pets|siblings|a (?:dog|cat|pet))/i.test(stated) &&
    part !== undefined &&
    /^an? \p{L}/iu.test(part)
    ? [`I have ${uncapitalised(part)}.`]
    : isAdverbial(bare(answer))
      ? affirmed(stated, answer)
      : undefined;
}

function affirmed(stated: string, more: string): string[] {
  const rest = bare(more);
  if (rest === "") return [`${stated}.`];
  if (!isAdverbial(rest)) return [`${stated}.`, capitalised(more)];
  const replaced = replacedPlace(stated, rest);
  const lasting = adverbial(rest);
  if (/^for .*\byears?$/.test(lasting) && /^I'm \p{Ll}+ing\b/u.test(stated))
    return [`${stated.replace(/^I'm /, "I've been ")} ${lasting}.`];
  return [`${replaced ?? `${stated} ${adverbial(rest)}`}.`];
}

const DENIED = /^I (smoke|drink|drive|eat (?:meat|fish|pork|dairy)|cook|swim|speak \p{L}+|vote)\b/iu;
const HAVING = /^I(?:'ve got|'ve| have) (?:any )?(kids|children|siblings|pets|allergies)\b/i;

function denied(stated: string, more: string): string[] | undefined {
  const rest = bare(more);
  const instead = replacedPlace(stated, rest);
  if (instead !== undefined) return [`${instead}.`];
  const [, verb] = DENIED.exec(stated) ?? [];
  const [, had] = HAVING.exec(stated) ?? [];
  const none =
    verb === undefined
      ? had === undefined
        ? undefined
        : `I have no ${had.toLowerCase()}.`
      : `I don't ${verb.toLowerCase()}.`;
  if (none === undefined) return rest === "" ? undefined : [capitalised(more)];
  return rest === "" ? [none] : [none, capitalised(more)];
}
