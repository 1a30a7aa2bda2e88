import { alternatives } from "../text/alternatives.js";
import { again, form, type Form } from "./form.js";
import { instrumentLike } from "./instruments.js";
import { kinWords } from "../talk/kin.js";
import { occupationLike } from "./occupations.js";
import { lifeForms } from "./life-forms.js";
import { LASTED, openForms } from "./open-forms.js";
import { statePatterns, statesWhat, workplaces } from "./states.js";
import { thirdPersonOf } from "../text/third-person.js";

/** What a clause tells, without its subject where that is the user; its times as they were said. */
export interface Fact {
  readonly text: string;
  readonly isPast: boolean;
  /** How much it tells of a person, from 1 to 3. */
  readonly tells: number;
  /** Whether its subject is one of the user's people, so that "he" and "her" may be understood. */
  readonly ofAnother: boolean;
}

const COUNT = "(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}|no|several|our own|my own)";
/** For a pattern, after "have". */
export const ILLNESS = alternatives(`
  asthma diabetes epilepsy arthritis migraines hay_fever eczema psoriasis insomnia tinnitus anxiety depression dyslexia ADHD
  autism coeliac celiac Crohn's anaemia high_blood_pressure low_blood_pressure high_cholesterol back_problems allergies
  glaucoma sleep_apnoea sleep_apnea endometriosis gout osteoporosis type_1 type_2 a_pacemaker a_heart_condition
  a_bad_back a_bad_knee chronic celiac_disease coeliac_disease multiple_sclerosis
`);
const POSSESSION = alternatives(`
  car bike bicycle motorbike boat house flat apartment cottage allotment garden greenhouse piano guitar violin telescope
  campervan caravan motorhome hamster rabbit rabbits goldfish chickens hens bees goats sheep horses parrot snake aquarium
  degree PhD doctorate master's driving_licence blog podcast stammer tattoo tattoos allergy intolerance scar
  passport citizenship nationality garage sauna summer_house holiday_home mortgage workshop studio shop bakery restaurant
  company business farm black_belt season_ticket
`);
const SPORT = alternatives(`
  tennis football soccer basketball badminton squash hockey rugby cricket golf chess poker volleyball handball table_tennis
  bridge darts baseball padel pool snooker netball lacrosse
`);
/** What one does again and again. */
const DOING = alternatives(`
  get_up wake_up go eat drink cook run swim cycle walk read take have sleep work train meditate pray watch play listen buy
  shop travel fly drive skip wear write bake smoke exercise practise practice visit call meet do spend stay study use ride
  leave carry sing paint knit volunteer teach jog stretch row dance lift garden sketch donate journal
`);
/** Here a possession ends: "a house meeting" is none. */
const STANDS = String.raw`(?=$|,| (?:in|on|at|from|with|near|by|of|for|and|or|called|that|which|behind|outside|up|down|over|next|opposite|here)\b(?! meeting))`;

const LIKED = String.raw`(?!(?:it|that|this|these|those|them|him|her|you|your|yours|his|their|its|how|what|when|where|who|why|all|everything|anything|something|nothing|one|some|any|each|both|option|plan|version|being (?:here|able|part|asked|told)|doing (?:this|that|it)|working with (?:you|them)|seeing|hearing|having|talking|(?:to (?:say|think|see|know|hear|point|add|be|ask|start|thank|move|talk|call|have|make|look|keep|believe|wait|interrupt|disturb|bother|admit|break|leave|rush|stop|complain|sit|stay|get|propose|remind|welcome|go (?:back|on|through))))\b|the (?!sea\b|beach|mountains|cold|heat|smell|rain|sound|taste|theatre|opera|cinema|countryside|outdoors|ocean|forest|snow|city|winter|summer|dark|water\b|violin|Beatles|\p{Lu})|an? (?:good|nice|bit|lot|new|\p{Ll}+er)\b|(?:\p{Ll}+ ){0,3}(?:idea|ideas|proposal|approach|design|slide|slides|draft|title|logo|option|plan|suggestion|version|colour scheme|question|point|button|buttons|meeting|prototype|feature|features|demo|one|ones)\b)\S`;

/** After "I". Case counts: names of places and days are told by it. */
const FORMS: readonly Form[] = [
  form(
    3,
    /^(?<verb>live) (?:in|with|on|near|at|by|next to|outside|alone|together with|above|opposite|between|across)\b(?! (?:hope|fear|peace|the (?:moment|consequences|decision|result|hope|fact))).*$/u,
    true,
  ),
  form(3, new RegExp(`^(?<verb>have) (?:(?:severe|mild|bad|chronic|terrible|really bad) )?(?:${ILLNESS})\\b.*$`, "u")),
  form(
    3,
    new RegExp(
      `^(?<verb>have) ${COUNT} (?:[\\p{L}-]+ ){0,2}?(?:${kinWords}|allerg(?:y|ies)|intolerance)(?:-in-law)?(?<!friend)\\b(?!'s| (?:to \\p{Ll}|waiting|outside|coming)).*$`,
      "u",
    ),
    true,
  ),
  form(2, new RegExp(`^(?<verb>have) ${COUNT} (?:[\\p{L}'-]+ ){0,3}?(?:${POSSESSION})${STANDS}.*$`, "u"), true),
  form(3, /^(?<verb>suffer) from \S.*$/u),
  form(
    3,
    /^(?<verb>take) (?:\d+ ?m[gl]|metformin|insulin|statins|antidepressants|blood thinners|antihistamines|medication|tablets|pills|aspirin|ibuprofen|warfarin|levothyroxine|vitamin|iron|beta blockers|blood pressure)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>wear) (?:glasses|contact lenses|contacts|a hearing aid|hearing aids|braces|dentures|reading glasses|size|a size|shoes in size)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>work) (?:as (?:an?|the)(?! team player)|at|for|in|from home|part-time|full-time|nights|shifts|freelance|remotely|with (?:children|animals|people|refugees|patients|wood|leather|glass))\b(?! (?:the (?:same|background|moment|next|past|first)|(?!(?:market|engineer|nurs|publish|bank|farm|teach|advertis|account|consult|hous|cater)ing\b)\p{Ll}+ing\b|parallel|progress|practice|groups?|pairs)).*$/u,
  ),
  form(2, /^(?<verb>work) (?:three|four|five|two|\d+) (?:days|hours) (?:a|per) (?:week|day).*$/u),
  form(
    2,
    /^(?<verb>run|own|manage|lead|co-own) (?:an?|the|my own|two|three) (?:[\p{L}'-]+ ){0,3}?(?:company|business|bakery|shop|bookshop|restaurant|café|cafe|farm|team|department|studio|blog|podcast|agency|clinic|practice|choir|school|start-?up|firm|charity|club|guesthouse|hotel|gallery|band|nursery|house|flat|apartment|car|boat|bike|bicycle|piano|guitar|telescope|motorbike|cottage|allotment|horse|dog|cat)\b.*$/u,
    true,
  ),
  form(2, /^(?<verb>teach) (?!you\b|him\b|her\b|them\b|it\b|that\b)\S.*$/u),
  form(2, /^(?<verb>study) (?!it\b|this\b|that\b|these\b|those\b|the\b|how\b|them\b)\S.*$/u),
  form(
    2,
    /^(?<verb>speak) (?:(?:fluent|good|some|a little|a bit of|passable|basic|only|rusty) )*\p{Lu}\p{L}+.*$/u,
    true,
  ),
  form(2, new RegExp(`^(?<verb>play) (?:the |lead |rhythm )?(?:${instrumentLike}|${SPORT})\\b.*$`, "u")),
  form(2, /^(?<verb>play) in an? (?:[\p{L}-]+ )?(?:band|orchestra|quartet|team|league)\b.*$/u),
  form(
    2,
    /^(?<verb>sing|dance|act|row|perform) in an? (?:[\p{L}-]+ )?(?:choir|group|club|theatre|band|troupe|ensemble)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>collect|breed|grow|restore|keep|build) (?:old |vintage |rare |antique |my own |model |honey ?)?(?:stamps|coins|records|vinyl|books|postcards|clocks|watches|maps|cameras|comics|typewriters|minerals|shells|bees|chickens|hens|goats|rabbits|tomatoes|vegetables|roses|orchids|herbs|potatoes|chillies|furniture|cars|bikes|motorbikes|guitars|radios|trains|ships|aeroplanes|teapots)\b.*$/u,
  ),
  form(2, /^(?<verb>volunteer|coach) (?:at|for|in|with|as|a|an|the|my) ?\S.*$/u),
  form(2, /^(?<verb>belong) to (?:an?|the) \S.*$/u),
  form(2, /^(?<verb>come) from (?:a |the )?(?:\p{Lu}|family|small|big|large|tiny|little|village|town|farm|long).*$/u),
  form(2, /^(?<verb>drive) an? (?:\p{L}+ ){0,2}(?:car|van|lorry|truck|bus|taxi|\p{Lu}\p{L}+).*$/u),
  form(1.5, new RegExp(`^(?:don't|can't) (?:like|enjoy|stand|bear|care for|believe in) ${LIKED}.*$`, "u")),
  form(
    1.5,
    new RegExp(
      `^(?<verb>love|like|hate|enjoy|prefer|adore|detest|loathe|dislike) (?!\\p{Lu}\\p{Ll}+$(?<=^(?:hate|detest|loathe|dislike) \\S+$))${LIKED}.*$`,
      "u",
    ),
  ),
  form(2, /^don't (?:live|work) .+ any ?more$/u),
  form(
    2,
    /^don't (?:drink|eat|smoke|drive|wear (?=\p{L})|own (?!the\b)(?=\p{L})|fly|swim|cook|speak|dance|celebrate|vote|watch (?=\p{L})|play (?=\p{L})|use social|use Facebook|use Twitter|use WhatsApp|have (?:a (?:car|television|TV|phone|smartphone|driving licence|driver's licence|sweet tooth)|any (?:children|kids|siblings|pets|brothers|sisters|allergies|hobbies)|children|kids|siblings|pets|allergies)|take (?:sugar|milk|any medication)|work (?:on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|weekends|at weekends))\b.*$/u,
  ),
  form(
    2,
    new RegExp(
      `^can(?:'t)? (?:swim|drive|ride (?:a|horses)|cook|sing|dance|juggle|read music|sew|knit|type|play (?:the )?(?:${instrumentLike}|${SPORT})|speak \\p{Lu}|eat|drink|have (?:dairy|gluten|nuts|alcohol|milk|sugar|caffeine)|tolerate|digest|whistle)(?! (?:you|it|that|this|the|any more)\\b).*$`,
      "u",
    ),
  ),
  form(
    2,
    new RegExp(
      `^(?:(?:usually|always|often|normally|mostly|generally|regularly|rarely|never|hardly ever|sometimes) )(?<verb>${DOING})(?<!(?:always|usually|often|normally|mostly|generally|regularly|sometimes) \\p{L}+$)(?! (?:the|a|an) (?:second|first|minutes|agenda|menu|slides?|report)\\b)(?: .*)?$`,
      "u",
    ),
  ),
  form(
    1.5,
    new RegExp(
      `^(?!(?:run (?:out|an?|the|into|over|through|tests|builds|scripts|reports|checks)|(?:use|read|write|make|have) the)\\b)(?<verb>${DOING})\\b .*?(?:${again}).*$`,
      "u",
    ),
  ),
  form(
    2,
    /^(?:moved|emigrated|relocated) (?:from [\p{L} ]+ )?(?:to|from) (?:the )?(?!(?:Slack|Jira|Postgres\p{L}*|Kubernetes|GitHub|GitLab|Linux|Windows|Mac|AWS|Azure|Python|TypeScript|React|Docker|Teams|Zoom|Notion|Excel|Google|Microsoft|Android|Amend)\b)\p{Lu}.*$/u,
    true,
  ),
  form(3, /^was born (?:in|on|and raised)\b.*$/u),
  form(3, /^(?:grew up|was raised|was brought up) (?:in|on|with|by|near|between)\b.*$/u, true),
  form(3, /^(?:got|was) (?:married|divorced|engaged|widowed|adopted|diagnosed)\b(?! to (?:the|an?)\b).*$/u, true),
  form(
    2,
    /^(?:bought|built|sold|inherited|adopted|rescued|got) (?:an?|my|my first|two|three) (?:[\p{L}-]+ ){0,3}?(?:house|flat|apartment|cottage|car|boat|piano|dog|cat|puppy|kitten|rabbit|horse|farm|campervan|caravan|motorbike|bike|allotment|child|girl|boy|baby)(?=$| (?:in|on|at|from|with|near|last|this|two|three|a|called|and|of)\b).*$/u,
    true,
  ),
  form(2, /^(?:bought|sold) (?:the|our|my) (?:house|flat|apartment|cottage|farm|boat)\b.*$/u, true),
  form(2, /^(?:retired|graduated|emigrated)\b.*$/u),
  form(
    2,
    /^(?:studied|trained as|majored in|qualified as|did (?:a|my) (?:PhD|degree|master's|apprenticeship|doctorate)) ?(?!it\b|this|that|the\b|how\b).*$/u,
  ),
  form(
    2,
    /^(?:worked|lived|taught|served) (?:as|at|for|in|abroad)\b(?! (?:the (?:same|background|past|first)|\p{Ll}+ing\b|parallel)).*$/u,
  ),
  form(
    2,
    /^(?:started|began) (?:a new job|(?:an?|the|my) (?:[\p{L}-]+ )?(?:class|course|training|therapy|diet)|my own|working (?:as|at|for|in|from)|learning (?!from|about|that|how much)|playing|running|studying|university|school|taking (?:lessons|classes|medication|vitamins|tablets|pills|antidepressants)|going to|painting|climbing|a (?:company|business|blog|podcast|degree|PhD|course))\b(?! (?:to think|day|talk|presentation|sentence|question)).*$/u,
  ),
  form(
    2,
    /^(?:stopped|quit|gave up) (?:smoking|drinking|eating (?=\p{L})|playing|working (?:at|as|for|in)|running|driving|meat|alcohol|sugar|coffee|cigarettes|caffeine|dairy|gluten|my job|the job|Facebook|social media|cycling|flying|teaching)\b.*$/u,
  ),
  form(
    3,
    /^had (?:(?:an?|my|knee|hip|back|heart|eye|two|three) )?(?:[\p{Ll}]+ )?(?:surgery|operation|stroke|heart attack|miscarriage|appendix (?:out|removed)|tonsils (?:out|removed)|gallbladder (?:out|removed)|cataract|transplant|bypass|caesarean|twins|cancer)\b.*$/u,
  ),
  form(
    2,
    /^(?:broke|tore|fractured) my (?!own\b|rules?\b|promises?\b|word\b|record\b|phone|laptop|silence|streak|habit|glasses|mug|cup|umbrella|heart\b|bike|key)\S.*$/u,
  ),
  form(
    3,
    /^(?:lost my) (?:father|mother|dad|mum|mom|wife|husband|son|daughter|brother|sister|job)\b(?!'s| (?:at|in) the).*$/u,
  ),
  form(2, /^(?:learned|learnt|taught myself) (?!that\b|a lot|about|from|how (?:much|many)|today|it\b|the\b)\S.*$/u),
  form(2, /^ran (?:the|a|my first) (?:[\p{L}]+ )?(?:marathon|half-marathon|half marathon|ultramarathon)\b.*$/u),
  form(2, /^turned (?:\d{2}|twenty|thirty|forty|fifty|sixty|seventy|eighty)\b.*$/u),
  form(
    2,
    /^used to (?:live|work|play|smoke|be an?|drink|teach|run|own|have|sing|dance|swim|study|row|ride|speak|hate|love)\b (?!it\b|that\b|this\b).*$/u,
  ),
  form(
    2,
    /^(?:want|plan|hope|intend|dream) (?:to|of) (?:become (?:an?|the)|becoming an?|learn (?:to|how|\p{Lu}\p{L}+)|(?:move|moving) (?:back )?to (?:the )?\p{Lu}\p{L}+|retire|run (?:a|the) \p{L}*\s?marathon|write a (?:book|novel|memoir)|climb (?:\p{Lu}|a mountain|mountains)|open(?:ing)? (?:a|my)|start(?:ing)? (?:a (?:family|business|company)|my own)|emigrate|adopt an?|study (?!the|this|that|it|these)|buy a (?:house|flat|boat|farm)|have (?:children|kids)|lose weight|quit smoking|stop smoking|sail|walk the)\b.*$/u,
    true,
  ),
];

/** When one teaches says that one does. */
const TEACHING = /^teach (?:till|until|from|all day|every|full[ -]time|part[ -]time)\b/;

const ALL_FORMS = [...FORMS, ...lifeForms, ...openForms];

/** All that a clause may be held against here. */
export const factPatterns: readonly RegExp[] = [...ALL_FORMS.map(({ pattern }) => pattern), ...statePatterns];

const WANTS = /^(?<verb>want|plan|hope|intend|dream)\b/;
const PERFECT =
  /^(?:been (?:\p{Ll}+ing|married|vegetarian|vegan|divorced|retired|sober|diabetic|an? \p{L}+|with my \p{L}+|in \p{Lu}\p{L}+)|worked (?:as|at|for|in|with)|lived|played|owned|had (?:a dog|a cat)|been (?:at|with) (?:the )?\p{L}+|taught|studied|smoked)\b(?! (?:thinking|trying|wondering|meaning|looking|waiting|told|asked|saying|talking|hoping|to think)).*\b(?:since|for|all my life)\b(?! (?:now|long|a (?:bit|while|second|moment|minute)|(?:\S+ )?(?:minutes|hours|days?)|the (?:same|whole|first))\b).*$/u;
const ILL = new RegExp(`^had (?:${ILLNESS})\\b.*$`, "u");
const LONG_HAD =
  /^(?:worked nights|been on my own|been doing (?:this|the same) job|been a widow(?:er)?)\b.*\b(?:for|since)\b.*$/u;
const PRACTISED =
  /^(?:been (?:learning|studying|training|teaching|writing|saving|sober|vegan|vegetarian|married|divorced|single)|(?:run|climbed|written|published|won|visited|been to|done|broken|lived in|worked in) (?:two|three|four|five|six|seven|eight|nine|ten|a dozen|twelve|twenty|several|a few|most|all|\d+|every)|always (?:lived|worked|wanted|loved|hated|been|had|drunk|driven))\b(?! (?:\S+ )?(?:times|minutes|hours|days)\b).*$/u;
const NEVER =
  /^never (?:been to \p{Lu}\p{L}+|eaten|smoked|driven|learn(?:ed|t) to|been (?:abroad|married)|owned|broken a|had (?:children|a (?:driving|pet|dog|cat|car))|drunk alcohol|flown|lived (?:alone|abroad))\b.*$/u;
const TENS =
  "(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?";
const AGE = new RegExp(String.raw`^(?:(?<years>\d{1,3}|${TENS}) years old|(?<alone>\d{2}|${TENS}))$`, "u");

const MINE =
  /^my (?:(?:all-time )?favou?rite (?!(?:part|bit|thing|moment|option|slide|idea|version|so)\b)(?:\p{L}+ ){1,3}|birthday|wedding anniversary|anniversary|first language|mother tongue|native language|blood type|blood group|job|hobby|hobbies|main hobby|star sign|dream (?:job|house)|middle name|maiden name|surname|nickname|shoe size|dream|biggest fear|greatest fear|job title)\s?(?:is|are) (?!it\b|that\b|this\b|the (?:one|second|first|last|third)\b|to (?:take|make|keep|do|be)\b|not\b|a (?:mess|nightmare|joke|problem)\b|\p{L}+ing (?:me|up)\b|just\b|safe\b|over\b|so\b|very\b|done\b|too\b|good\b|hard\b|on (?:the )?(?:line|fire)\b)\S.*$/u;
const NAME = /^my (?:full |real )?name(?: is|'s) (?<name>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+){0,2})$/u;

/** What a clause that begins with "I" or "my" tells of the user, when it is something that lasts. */
export function factOf(clause: string, isShared: boolean, month: string): Fact | undefined {
  const told = (text: string, tells: number, isPast = false): Fact => ({ text, tells, isPast, ofAnother: false });
  if (MINE.test(clause)) return told(clause.replace(/^my /, ""), clause.startsWith("my f") ? 1.5 : 2);
  const name = NAME.exec(clause)?.groups?.["name"];
  if (name !== undefined) return told(`is called ${name}`, 3);
  const [, auxiliary = "", rest = ""] = /^I('m|'ve)? (.+)$/u.exec(clause) ?? [];
  if (auxiliary === "'m") return stateFact(rest, isShared, month);
  if (auxiliary === "'ve")
    return [PERFECT, LONG_HAD, PRACTISED, ILL, NEVER, LASTED].some((pattern) => pattern.test(rest))
      ? told(`has ${rest}`, 2, true)
      : factOf(`I ${rest}`, isShared, month);
  for (const { pattern, tells, ofHousehold } of ALL_FORMS) {
    if (isShared && !ofHousehold) continue;
    const verb = (pattern.exec(rest) ?? undefined) && verbOf(pattern, rest);
    if (verb === undefined) continue;
    if (TEACHING.test(rest)) return told("works as a teacher", tells);
    return told(conjugated(rest, verb), tells, isPast(rest));
  }
  return undefined;
}

function verbOf(pattern: RegExp, rest: string): string {
  return pattern.exec(rest)?.groups?.["verb"] ?? WANTS.exec(rest)?.groups?.["verb"] ?? "";
}

function conjugated(rest: string, verb: string): string {
  if (rest.startsWith("don't ")) return `doesn't ${rest.slice(6)}`;
  if (verb === "") return rest.replace(/^haven't /, "hasn't ").replace(/^were /, "was ");
  const [first = ""] = verb.split(" ");
  return rest.replace(new RegExp(`(?<![\\p{L}'])${first}\\b`, "u"), thirdPersonOf(first));
}

const isPast = (rest: string): boolean =>
  /^(?:\p{Ll}+ed|was|had|got|grew|bought|built|sold|began|quit|gave|did|taught|broke|tore|lost|learnt|ran)\b/u.test(
    rest,
  ) && !rest.startsWith("need");

function stateFact(state: string, isShared: boolean, month: string): Fact | undefined {
  if (
    isShared &&
    !/^(?:expecting|having|getting|moving|married|engaged|from|saving|vegetarian|vegan|fostering|adopting|raising)\b/.test(
      state,
    )
  )
    return undefined;
  const { years, alone = years } = AGE.exec(state)?.groups ?? {};
  if (alone !== undefined) return { text: `is ${alone} (${month})`, tells: 2, isPast: true, ofAnother: false };
  const tells = statesWhat(state);
  return tells === undefined ? undefined : { text: statedOf(state), tells, isPast: false, ofAnother: false };
}

const LIVELIHOOD = new RegExp(
  String.raw`^(?:an? (?:[\p{L}-]+ ){0,3}?(?:${occupationLike})\b|(?:at|with|in|for) (?:the )?(?:.* as an? |\p{Lu}|(?:${workplaces})\b))`,
  "u",
);
const NO_LIVELIHOOD =
  /^an? (?:[\p{L}-]+ )*(?:student|pupil|pensioner|runner|swimmer|diver|climber|sailor|hiker|drinker|smoker|sleeper|riser|owl|twin|widower|beekeeper|birdwatcher|stay-at-home)\b|^in (?:a|an)\b/u;

/** "Works as a nurse", "works at the bank": being one, and being there, is one's work. */
function statedOf(state: string): string {
  const dioptres = /^minus (?<number>\S+)$/.exec(state)?.groups?.["number"];
  if (dioptres !== undefined) return `is short-sighted (minus ${dioptres})`;
  if (!LIVELIHOOD.test(state) || NO_LIVELIHOOD.test(state)) return `is ${state}`;
  return /^an? /.test(state) ? `works as ${state}` : `works ${state.replace(/^with /, "for ")}`;
}
