import { ailmentLike } from "./ailments.js";
import { type Fact, factOf } from "./fact-forms.js";
import { isSeveral, kinName, kinWords } from "../talk/kin.js";
import { statesWhat } from "./states.js";

/** One of the user's people or animals. */
export interface Relative {
  /** "twin", "older"; empty where nothing more is said. */
  readonly which: string;
  readonly kin: string;
  readonly name: string | undefined;
}

/** What is told of one of them; without a trait where the clause only tells that there is one, or how they are called. */
export interface KinFact {
  readonly of: Relative;
  readonly trait: Fact | undefined;
}

const WHICH = String.raw`(?:older|younger|elder|little|big|twin|best|late|middle|only|maternal|paternal|\p{Ll}+est)`;
const KIN = new RegExp(
  String.raw`^my (?:(?<which>${WHICH}) )?(?<kin>(?:${kinWords})(?:-in-law)?)(?: (?<name>\p{Lu}\p{L}+))?(?: (?<does>\S.*)|(?<has>'s \S.*)|'re (?<are>\S.*))$`,
  "u",
);
const HAVING = new RegExp(
  String.raw`^I (?:have|got|adopted|rescued|kept) (?:an?|one|the) (?:(?<which>${WHICH}) )?(?<kin>(?:${kinWords})(?:-in-law)?)(?:(?:,? called|,? named|,) (?<name>\p{Lu}\p{Ll}+))?$`,
  "u",
);

/** "A friend" may be anybody. */
const UNTOLD = /^(?:friend|boys|girls|baby)$/;

/** What is said of them that lasts. */
const LASTING = [
  /^(?:is|are) (?:on (?:his|her|their) own|on the spectrum|autistic|on (?:insulin|dialysis|a diet|medication)|adopted|half \p{Lu}|getting out|in care|six foot)\b/u,
  /^(?:runs|owns|keeps) an? \S/u,
  /^(?:is|are) turning (?:\d+|\p{Ll}+ty|a hundred)\b/u,
  /^lives? (?:next door|round the corner|around the corner|upstairs|downstairs|opposite|nearby|close by|down the road|across the (?:road|street))\b/u,
  /^lives? (?:in|with|on|near|at|by|next to|alone|across|together|abroad|far|around|here)\b.*/u,
  /^works? (?:as|at|for|in|from|with|on|part-time|nights)\b.+/u,
  /^(?:stud(?:y|ies)|teach(?:es)?|plays?|speaks?|owns?|runs?|collects?|suffers? from|comes? from|breeds?|sells?|drives?|farms?|paints?) (?!it\b|that\b|this\b|the (?:same|meeting)|you\b|up\b|down\b|to\b|on\b|out\b|off\b|home\b|back\b|over\b)\S/u,
  /^(?:loves?|hates?|likes?|enjoys?) (?!it\b|that\b|this\b|the\b|you\b|me\b|us\b|them\b|to (?:say|think)\b)\S/u,
  /^go(?:es)? to (?:school|university|college|kindergarten|nursery|\p{Lu})/u,
  /^(?:starts?|finishes|is starting|is finishing|started) (?:school|university|uni|college|kindergarten|nursery|secondary|primary|high school)\b/u,
  /^(?:has|have) (?:an?|two|three|four|five|no|type|dementia|diabetes|asthma|cancer|epilepsy|autism|ADHD|coeliac|celiac|Alzheimer's|Parkinson's|arthritis)\b(?! (?:\p{L}+ )?(?:point|idea|question|look|problem|meeting|cold|headache|lot|bit|day|minute|moment|chance|plan|party|appointment|go|thing|word|way|fit|fever|temperature))/u,
  /^(?:raised|brought up) (?:me|us)\b/u,
  /^had an? (?:[\p{L}-]+ ){0,2}?(?:farm|shop|band|business|company|bakery|restaurant|pub|hotel|garage|practice|boat|orchard|vineyard|ranch)\b/u,
  /^is (?:mad|crazy|nuts) (?:for|about|on) (?!it\b|that\b|this\b|me\b|you\b)\S/u,
  /^(?:goes|go) to (?:a |the |an )?(?:[\p{L}-]+ )?(?:nursery|school|day ?care|kindergarten|crèche|college|university|playgroup)\b/u,
  new RegExp(String.raw`^(?:has|have) (?:(?:an?|the|bad|severe) )*(?:${ailmentLike})\b`, "u"),
  /^(?:has )?had (?:an? )?(?:\p{Ll}+ )?(?:heart attack|stroke|cancer|surgery|operation|bypass|baby|twins)\b/u,
  /^(?:has )?had (?:her|his|their|a) (?:new )?(?:hip|knee|back|heart|appendix|tonsils|gallbladder|cataracts?|eyes?|shoulder|hips|knees|hysterectomy)(?: (?:done|out|removed|replaced|operation|replacement|operated on))?\b/u,
  /^(?:was|were) born (?:in|on) /u,
  /^(?:died|passed away|passed|retired|emigrated|got (?:married|divorced|engaged)|is getting (?:married|divorced))\b/u,
  /^(?:has|have) (?:died|passed away|retired|moved to|emigrated|dementia)\b/u,
  /^(?:is|are) (?:dead|long dead|retired|away at (?:university|college|school))\b/u,
  /^(?:moved|emigrated) (?:from [\p{L} ]+ )?to (?:the )?\p{Lu}/u,
  /^(?:doesn't|don't) (?:eat|drink|smoke|speak|drive|like|live|work) (?!it\b|that\b|this\b|the\b|you\b)\S/u,
  /^can't (?:eat|drink|swim|drive|walk|hear|have|see|read) ?/u,
  /^(?:was|were) an? (?:[\p{L}-]+ ){0,3}?(?:miner|farmer|nurse|teacher|baker|soldier|doctor|tailor|sailor|priest|\p{Ll}+(?:er|or|ist|ian|man|smith|wright))\b(?! (?:of|than)\b)/u,
  /^(?:drove|ran|owned|built|sold|kept|made|flew|played|sang|fished|sailed|wrote|designed) (?:an? |the )?(?:\p{Ll}+ )*(?:bus|buses|trucks?|taxi|trains?|shop|farm|pub|hotel|bakery|restaurant|boats?|planes?|piano|violin|organ|houses|ships|bees|sheep|shoes|clothes|furniture|business|company|cafe|café|school)\b/u,
  /^(?:has just |just |has )?(?:divorced|separated|split up|remarried)\b/u,
  /^has (?:just )?(?:started|finished) (?:at|school|university|uni|college|nursery)\b/u,
  /^(?:has|have) (?:Down's|Down|Tourette's|MS|ALS|a stammer|eczema|allergies|hay fever|scoliosis|anorexia|depression|anxiety|Crohn's|lupus|arthritis|hearing aids)\b/u,
  /^(?:taught|farmed|worked (?:as|at|for|in|on)|(?:was|is) with the \p{Lu})\b ?\S/u,
  /^(?:is|are) (?:in|at) (?:(?:the )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*|school|university|uni|college|kindergarten|nursery|high school|primary school|secondary school|year \p{L}+|the navy|the army|prison|a care home|a nursing home|hospice|the police|the air force|(?:first|second|third|fourth|fifth|sixth|seventh|eighth) grade)(?! (?:Street|Road|Station))\b/u,
  /^(?:is|are) (?:due in|expecting|from (?:the )?\p{Lu}|with the (?:\p{Lu}\p{L}+)|pregnant|deaf|blind|in nappies|at home with|in (?:a|her|his) (?:wheelchair|eighties|nineties|seventies|sixties|fifties|forties))\b/u,
];

const NAMED = /^(?:(?:is |are )(?:called|named)|name is|is) (?<name>\p{Lu}\p{Ll}+(?:,? (?:and )?\p{Lu}\p{Ll}+)*)$/u;
const DAY = /day$/;
const BIRTHDAY = /^birthday is (?:on|in) \S/u;
const YEARS = String.raw`\d{1,3}|one|two|three|four|five|six|seven|eight|nine|\p{Ll}+teen|ten|eleven|twelve|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{Ll}+)?`;
const AGE = new RegExp(
  `^(?:(?:is|are|has|have)(?: just| only| already| nearly| almost)? (?:turning |turned )?|(?:just )?turned |turns )(?<years>${YEARS})(?: (?<unit>years|months|weeks) old| (?<short>months|weeks))?$`,
  "u",
);
/** "Are eight and five". */
const AGES = new RegExp(`^are (?:${YEARS})(?:, (?:${YEARS}))*,? and (?:${YEARS})$`, "u");
/** "Is ninety in November", "turns six on Saturday". */
const TURNING = new RegExp(
  String.raw`^(?:(?:is|are|will be|is going to be|'ll be) (?:turning )?|turns? )(?<years>${YEARS}) (?<when>(?:in|on|this|next) .+)$`,
  "u",
);
const PAST = /^(?:had|was|were|died|passed|moved|emigrated|got|retired|taught|worked|farmed|turned|\p{Ll}+ed)\b/u;
const PARTICIPLE =
  /^(?!scared\b|terrified|married|divorced|retired|engaged|separated|widowed|colou?r|obsessed|addicted|interested|dedicated|adopted|bored|tired|worried|called|named|based|gifted|disabled)(?:been|had|got|gone|lived|worked|taken|moved|done|lost|left|died|passed|broken|grown|turned|\p{Ll}+ed)\b/u;

/**
 * What a clause that begins with "my" tells of one of the user's people, or one that tells that the user has them.
 * @param month that of the conversation, "March 2026": an age is one of its day.
 */
export function kinFact(clause: string, month: string): KinFact | undefined {
  const having = HAVING.exec(clause)?.groups;
  if (having !== undefined) return { of: relativeOf(having), trait: undefined };
  const found = kinIn(clause);
  const { does, has, are } = found ?? {};
  const rest = plainly(does ?? (are === undefined ? has?.slice(1) : `are ${are}`));
  if (found === undefined || rest === undefined || (found["which"] === undefined && UNTOLD.test(found["kin"] ?? "")))
    return undefined;
  const of = relativeOf(found);
  const name = NAMED.exec(rest)?.groups?.["name"];
  if (name !== undefined && !DAY.test(name) && statesWhat(name) === undefined)
    return { of: { ...of, name }, trait: undefined };
  const trait = traitOf(rest, of, month);
  return trait && { of, trait };
}

/** What a clause that begins with "my" and one of the user's people says of them, whatever it is. */
export function plainKinFact(clause: string): KinFact | undefined {
  const found = kinIn(clause);
  const { does, has, are } = found ?? {};
  const text = plainly(does ?? (are === undefined ? has?.slice(1) : `are ${are}`));
  if (found === undefined || text === undefined || !BENT.test(text)) return undefined;
  if (found["which"] === undefined && UNTOLD.test(found["kin"] ?? "")) return undefined;
  if (POSSESSED.test(has ?? "")) return undefined;
  return { of: relativeOf(found), trait: { text, isPast: PAST.test(text), tells: 1, ofAnother: true } };
}

/** One of the user's people and what is said of them, by its parts. */
function kinIn(clause: string): Record<string, string | undefined> | undefined {
  const found = KIN.exec(clause)?.groups;
  return OF_THEIRS.test(found?.["has"] ?? "") ? undefined : found;
}

/** "My wife's dog is ill": what is said is said of the dog. */
const OF_THEIRS =
  /^'s (?!(?:what|who|where|how|why|that|there|it|he|she|the one)\b)\p{Ll}+ (?:is|was|has|had|are|were|isn't|wasn't|hasn't|can't|won't|will)\b/u;
/** "My brother's keys". */
const POSSESSED = /^'s (?:\p{Ll}+ )?\p{Ll}+s$/u;
/** A verb follows, and no name or noun. */
const BENT = /^(?:(?:never|always|usually|often) )?\p{Ll}+(?:n't|ed|s)?\b/u;

function relativeOf(groups: Record<string, string | undefined>): Relative {
  const { which = "", kin = "", name } = groups;
  return { which, kin: kinName(kin), name };
}

/** "s six" to "is six", "s had her hip done" to "has had her hip done", "still lives" to "lives". */
function plainly(rest: string | undefined): string | undefined {
  return rest
    ?.replace(/^s (?=(?:name|birthday)\b)/, "")
    .replace(/^s (?:got )(?=an?\b|two\b|three\b|\p{Ll}+)/u, "has ")
    .replace(/^s (?:(?:just|already|never|only|also|always) )*(?=(\S+))/, (_, next: string) =>
      PARTICIPLE.test(next) ? "has " : "is ",
    )
    .replace(
      /^((?:is|are|has|have|was|were|can't) )?(?:still|also|just|now|really|actually|only|currently|always|originally) (?!turned)/,
      "$1",
    )
    .replace(/^(lives?|works?) (?:out|over|up|down|back|away|all the way over) (?=in\b)/, "$1 ")
    .replace(/^(is|are) (?:down|up|over|visiting|here) from (?=\p{Lu})/u, (_, be: string) =>
      be === "are" ? "live in " : "lives in ",
    );
}

function traitOf(rest: string, { kin }: Relative, month: string): Fact | undefined {
  const told = (text: string, isPast = PAST.test(rest)): Fact => ({ text, isPast, tells: 2, ofAnother: true });
  const { years, unit, short = unit } = AGE.exec(rest)?.groups ?? {};
  const be = isSeveral(kin) ? "are" : "is";
  if (years !== undefined && short !== undefined && short !== "years")
    return told(`was born ${years} ${short} ago`, true);
  if (years !== undefined) return told(`${be} ${years} (${month})`, true);
  if (AGES.test(rest)) return told(`${rest} (${month})`, true);
  const turning = TURNING.exec(rest)?.groups;
  if (turning !== undefined) return told(`turns ${turning["years"] ?? ""} ${turning["when"] ?? ""}`);
  if (BIRTHDAY.test(rest)) return told(rest.replace(/^birthday is/, "has their birthday"));
  if (LASTING.some((pattern) => pattern.test(rest))) return told(rest);
  const state = /^(?:is|are) (?<state>.+)$/u.exec(rest)?.groups?.["state"];
  if (state !== undefined) return statesWhat(state) === undefined ? undefined : told(rest);
  const own = factOf(inFirstPerson(rest), false, month);
  return own && { ...told(rest), isPast: own.isPast };
}

/** "has two cats" as the one who has them says it, so that the same forms tell what lasts. */
function inFirstPerson(rest: string): string {
  return `I ${rest
    .replace(/^has\b/, "have")
    .replace(/^doesn't\b/, "don't")
    .replace(/^(\p{Ll}+?)(?:(?<=(?:ch|sh|ss|x|o))es|(?<=[^aeious])ies|(?<=[^s])s)\b/u, (verb, stem: string) =>
      verb.endsWith("ies") ? `${stem}y` : stem,
    )}`.replace(/^I have been\b/, "I've been");
}
