import { ailmentLike } from "./ailments.js";
import { alternatives } from "./alternatives.js";
import { isReported } from "./earnest.js";
import { instrumentLike } from "./instruments.js";
import { familiar, kinWords, petWords } from "./kin.js";
import { capitalised } from "./plain-text.js";

const AILMENT = alternatives(`
  asthma diabetes epilepsy arthritis migraines hay_fever eczema psoriasis insomnia tinnitus dyslexia ADHD autism coeliac celiac
  Crohn's anaemia MS endometriosis gout osteoporosis sciatica vertigo claustrophobia lupus glaucoma Parkinson's pacemaker
  hearing_aid hearing_aids wheelchair inhaler EpiPen insulin_pump stammer nut_allergy peanut_allergy
`);
const LIMB = alternatives(`back knee hip shoulder heart ankle wrist elbow neck leg hand ear eye foot eyesight`);
const BELONGING = alternatives(`
  allotment greenhouse orchard bees hives chickens hens goats sheep pony piano cello violin trumpet saxophone campervan
  motorbike motorcycle houseboat bakery restaurant café cafe bookshop workshop studio vineyard
`);
const CARS =
  "Ford|Volvo|Toyota|Honda|Tesla|Fiat|Peugeot|Renault|Citroën|Citroen|VW|Volkswagen|Golf|Polo|Skoda|BMW|Audi|Mercedes|Mini|Nissan|Mazda|Subaru|Kia|Hyundai|Vauxhall|Astra|Corsa|Fiesta|Corolla|Prius|Tacoma|Camry|Jeep|Land Rover|Defender|Vespa|Harley|Ducati|Dacia|Saab|Chevy|Dodge|Porsche|Jaguar|Lexus|Suzuki|Transit";
const GROUP = alternatives(
  `book_club choir band orchestra quartet reading_group running_club chess_club sailing_club theatre_group`,
);
const LESSON = String.raw`(?<subject>\p{L}+) (?<kind>class|lesson|lessons|classes|course)`;
const WHICH = String.raw`(?:(?:older|younger|elder|eldest|oldest|youngest|little|big|twin|best|late) )?`;
const NAME = String.raw`(?: \p{Lu}\p{Ll}+)?`;
const AT_HOME = String.raw`(?:who lives |living |over |down |up |out |back )?in (?<place>(?:the )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*)\b`;

type Reading = (groups: Record<string, string | undefined>) => string | undefined;

const SPORT = alternatives(`
  football tennis badminton squash hockey rugby cricket golf chess volleyball handball basketball netball rowing judo karate
  lacrosse padel athletics fencing boxing swimming gymnastics ballet
`);
const ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth";
const OPERATION = alternatives(
  `surgery operation op hip_replacement knee_replacement bypass transplant hysterectomy cataract_operation chemo`,
);

/** What is said in passing on the way to something else, and is so whatever that is: "my asthma" says that one has it. */
const PASSING: readonly (readonly [RegExp, Reading])[] = [
  [
    /\b(?:[Mm]y|[Oo]ur) wedding(?: is|'s) (?<when>(?:on|in) [^,.;?!]{3,30})/gu,
    ({ when }) => `I'm getting married ${when ?? ""}.`,
  ],
  [
    /\b(?:before|until|till|to|for|plan(?:ning)?) (?:my|our) wedding\b(?! (?:anniversary|photos|ring|video))/gu,
    () => "I'm getting married.",
  ],
  [
    /\b(?:[Mm]y|[Oo]ur) (?:students|pupils|year (?:sevens|eights|nines|tens|elevens)|sixth formers|first graders|kindergartners)\b/gu,
    () => "I'm a teacher.",
  ],
  [
    new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur) (?<grade>${ORDINAL}) graders\b`, "gu"),
    ({ grade }) => `I teach ${grade ?? ""} grade.`,
  ],
  [
    new RegExp(
      String.raw`\b[Mm]y (?<what>${instrumentLike}) (?:practice|practise|recital|teacher|exam|concert)\b`,
      "gu",
    ),
    ({ what }) => `I play the ${what ?? ""}.`,
  ],
  [
    /\b(?:I've got|I have|I've|I got|we have|we've got|my|after|before|for|from|at) choir(?: practice| rehearsal)?\b(?! (?:master|stall))/gu,
    () => "I sing in a choir.",
  ],
  [
    /\b(?:I've got|I have|I've|I got|we have|we've got|my|after|before) band (?:practice|rehearsal)\b|\b[Oo]ur (?:gig|set list|drummer|bassist|next gig)\b/gu,
    () => "I play in a band.",
  ],
  [
    new RegExp(
      String.raw`\b(?:I've got|I have|I've|I got|my|after|before) (?<sport>${SPORT}) (?:practice|training|match)\b`,
      "gu",
    ),
    ({ sport }) => `I have ${sport ?? ""} practice every week.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|the) (?<what>${OPERATION})(?:'s| is) (?<when>(?:in|on|next|this) [^,.;?!]{3,30}?)(?= so\b| and\b|[,.;?!]|$)`,
      "gu",
    ),
    ({ what = "", when }) => `I'm having ${/^(?:surgery|chemo)$/.test(what) ? "" : "an "}${what} ${when ?? ""}.`,
  ],
  [
    /\b(?:can't|don't|won't|couldn't) (?:do|have|touch|stroke|pet|go near|be near|be around|eat|drink|keep) (?:the |an? |any |your )?(?<what>\p{Ll}{3,}?)s?,? [^.?!]{0,20}?\bI'm (?:badly |very |really |so |quite )?allergic\b(?! to)/gu,
    ({ what = "" }) =>
      `I'm allergic to ${/(?:fish|milk|wheat|dairy|gluten|soy|sesame)$/.test(what) ? what : `${what}s`}.`,
  ],
  [
    /\b(?<what>vegetarian|vegan|gluten-free|halal|kosher) (?:meal|option|menu|one|dish|plate)\b[^.?!]*\b(?:for me|is mine|that's mine|me)\b/gu,
    ({ what }) => (what === "vegetarian" || what === "vegan" ? `I'm ${what}.` : undefined),
  ],
  [
    new RegExp(
      String.raw`\b(?:with|because of|thanks to|on account of|due to) (?:my|the) (?:\p{Ll}+ )?(?<what>${ailmentLike})(?=$|[,.;!]| (?:I|and|so|but)\b)`,
      "gu",
    ),
    ({ what = "" }) =>
      `I have ${/(?:s|itis|osis|algia|tension|ure|cancer|autism|epilepsy|vertigo|gout|asthma)$/.test(what) ? "" : "a "}${what}.`,
  ],
  [
    new RegExp(
      String.raw`\b[Mm]y (?<where>${LIMB}s?|hands|knees|eyes|feet|lungs|ears)(?:'s| is| are)?\b[^.?!]{0,25}, (?:it's |that's )?(?:the |my )?(?<what>${ailmentLike})\b`,
      "gu",
    ),
    ({ what, where }) => `I have ${what ?? ""} in my ${where ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b[Mm]y (?<limb>${LIMB}|eczema|asthma|sciatica)(?:'s| is| has)(?: been)? (?:gone|going|playing up|acting up|bad|hurting|giving me trouble|flared up|flaring up|swollen|out) again\b`,
      "gu",
    ),
    ({ limb }) => `I have a recurring ${limb ?? ""} problem.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:I've got|I have|this is|it's|bringing|bring|about) (?<name>\p{Lu}\p{Ll}+),? (?:the|our|my) (?:um,? |uh,? )?(?:the )?(?<pet>${petWords})\b`,
      "gu",
    ),
    ({ name, pet }) => `My ${pet ?? ""} is called ${name ?? ""}.`,
  ],
  [
    /\b(?:[Ii]t's|[Ii]t is|is|for|it'll be|have) my (?<nth>twentieth|thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth)(?: birthday)? (?<when>(?:next|on|in|this) [^,.;?!]{3,20})/gu,
    ({ nth = "", when }) => `I turn ${nth.replace(/ieth$/, "y")} ${when ?? ""}.`,
  ],
  [
    /\b[Mm]y (?<what>blood pressure|cholesterol|blood sugar)(?:'s| is)(?: still| always)?(?: a bit| too| quite| very| rather)? (?<how>high|low|up)\b/gu,
    ({ what, how }) => `I have ${how === "low" ? "low" : "high"} ${what ?? ""}.`,
  ],
  [
    /\b[Mm]y (?<limb>knees?|back|hips?|shoulders?|hands|eyes|feet|hearing|eyesight|heart|lungs)(?:'s| is| are)(?: a bit| pretty| really| so)? (?:bad|shot|knackered|wrecked|dodgy|weak|ruined|terrible|poor)\b/gu,
    ({ limb = "" }) => `I have ${/(?:s|hearing|eyesight)$/.test(limb) ? "" : "a "}bad ${limb}.`,
  ],
  [
    /\b(?:I've|I've got|I have|it's) (?:my|me) (?<what>(?:\p{Ll}+ )?(?:yoga|pilates|aerobics|bingo|bridge|book club|choir|swimming|zumba|tai chi|bowls|art class|dance class|darts|whist))\b[^.?!]{0,30}\b(?<when>every \p{Lu}\p{Ll}+day)\b/gu,
    ({ what, when }) => `I have ${what ?? ""} ${when ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b[Ss]ince (?<who>${familiar}) (?:died|passed away|passed)\b`, "gu"),
    ({ who = "" }) => `My ${who.toLowerCase()} died.`,
  ],
  [
    new RegExp(
      String.raw`(?:^|[\s,])(?<who>${familiar})'s (?<nth>thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth|hundredth)\b`,
      "gu",
    ),
    ({ who = "", nth = "" }) =>
      `My ${who.toLowerCase()} is turning ${nth.replace(/ieth$/, "y").replace("hundredth", "a hundred")}.`,
  ],
  [
    /\b(?:[Bb]eing|[Aa]s|[Ss]peaking as|I'm only) (?<what>an? \p{Ll}+(?:er|or|ist|ian|nurse|teacher|doctor|vet|chef|lawyer))\b(?= (?:has|is|does|myself|I)\b)/gu,
    ({ what }) => `I'm ${what ?? ""}.`,
  ],
  [/\b[Ss]ince I (?:retired|'ve retired)\b|\bnow (?:that )?I'm retired\b/gu, () => "I'm retired."],
  [
    /\b(?:I live|[Ww]e live|my (?:flat|house|place)(?: is|'s)) (?<rest>(?:just |right )?(?:on|off|near|behind|above|opposite|next to) [^,.;?!]{3,40})/gu,
    ({ rest }) => `I live ${rest ?? ""}.`,
  ],
  [/\b[Mm]y (?:patients|ward)\b/gu, () => "I work with patients."],
  [
    /\b(?:[Mm]y|[Oo]ur) (?<what>orchids|roses|dahlias|tulips|tomatoes|vegetables|chillies|runner beans|courgettes|pumpkins|bonsai)\b/gu,
    ({ what }) => `I grow ${what ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b[Mm]y (?:(?:old|new|little|own|second-hand) )?(?<car>${CARS})\b`, "gu"),
    ({ car }) => `I drive a ${car ?? ""}.`,
  ],
  [
    /\b(?:[Mm]y|[Oo]ur) (?<kind>civil partner|fiancée?) (?<name>\p{Lu}\p{Ll}+)/gu,
    ({ name }) => `I'm engaged to ${name ?? ""}.`,
  ],
  [
    /\b[Mm]y (?<kind>Canadian|British|American|German|Irish|French|Australian|Dutch|Italian|Spanish|EU|Swiss) (?<what>passport|citizenship)\b/gu,
    ({ kind, what }) => `I have ${what === "passport" ? "a " : ""}${kind ?? ""} ${what ?? ""}.`,
  ],
  [/\b[Mm]y (?<what>\p{Ll}+) allergy\b/gu, ({ what }) => `I'm allergic to ${what ?? ""}s.`],
  [
    /\b[Ww]hen (?:we|I) (?<past>moved (?:to|into|in with|from|here|out of) [^,.;?!]{3,30})/gu,
    ({ past }) => `I ${past ?? ""}.`,
  ],
  [
    /\b[Mm]y late (?<who>wife|husband|father|mother|dad|mum|mom|brother|sister|partner|son|daughter)\b/gu,
    ({ who }) => `My ${who ?? ""} died.`,
  ],
  [
    /\b[Ss]ince (?:my (?<who>wife|husband|father|mother|dad|mum|mom|brother|sister|partner) )?(?<name>\p{Lu}\p{Ll}+)?(?:'s)? ?(?:died|passed away|passed)\b/gu,
    ({ who }) => (who === undefined ? undefined : `My ${who} died.`),
  ],
  [
    /\b(?:[Mm]y|[Oo]ur) (?<what>thesis|dissertation|novel|memoir|PhD)\b(?! (?:supervisor|adviser|advisor))/gu,
    ({ what }) => `I'm writing a ${what === "PhD" ? "PhD thesis" : (what ?? "")}.`,
  ],
  [
    /\b(?:[Mm]y|[Oo]ur) (?<who>\p{L}+)'s (?<nth>thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth|hundredth)\b/gu,
    ({ who, nth = "" }) => `My ${who ?? ""} is turning ${nth.replace(/ieth$/, "y").replace("hundredth", "a hundred")}.`,
  ],
  [
    /\b(?:no|not|nothing with|without|anything with|any|not the|skip the|hold the) (?<what>\p{Ll}+)\b[^.?!]*\bmy allergy\b/gu,
    ({ what }) => `I'm allergic to ${what ?? ""}.`,
  ],
  [
    /\b(?:[Nn]o|[Nn]ot|[Nn]othing with|[Ww]ithout|[Nn]ot the|[Ss]kip the|[Hh]old the) (?<what>\p{Ll}+)\b[^.?!]*?,? (?:because |cause |please,? )?(?:it|they) (?:always )?(?:gives?|brings?) me (?:out in )?(?:a |an |terrible |awful |bad )*(?<ail>migraines?|headaches|hives|heartburn|hay fever|nightmares|eczema|a rash)\b/gu,
    ({ what, ail }) => `I get ${ail ?? ""} from ${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:with|have|having|got) my (?<who>${WHICH}(?:${kinWords})${NAME}) (?<what>(?:on the team|in the (?:team|choir|band|army|navy)|at (?:university|college|school|nursery)|in (?:hospital|prison|a wheelchair|care))\b[^.,;?!]*)`,
      "gu",
    ),
    ({ who, what }) => `My ${who ?? ""} is ${what ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b[Mm]y (?<what>${AILMENT})\b`, "gu"),
    ({ what }) =>
      `I have ${/^(?:pacemaker|hearing aid|wheelchair|inhaler|EpiPen|insulin pump|stammer|\p{Ll}+ allergy)$/u.test(what ?? "") ? "a " : ""}${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b[Mm]y (?<what>(?:bad|dodgy|artificial|new|gammy|deaf|blind|lame|broken) (?:${LIMB}))\b`,
      "gu",
    ),
    ({ what }) => `I have a ${what ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b[Mm]y (?<what>${BELONGING})\b(?!'s)`, "gu"),
    ({ what = "" }) => `I have ${/s$/.test(what) ? "several " : "a "}${what}.`,
  ],
  [new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur) (?<what>${GROUP})\b`, "gu"), ({ what }) => `I'm in a ${what ?? ""}.`],
  [
    new RegExp(
      String.raw`\b(?:[Ss]ince|[Aa]fter|[Bb]efore) my (?<what>divorce|stroke|heart attack|retirement|transplant|hip replacement|knee replacement|chemo)\b`,
      "gu",
    ),
    ({ what = "" }) => ({ divorce: "I'm divorced.", retirement: "I'm retired." })[what] ?? `I had a ${what}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})${NAME}),? ${AT_HOME}(?! (?:today|now|this|next|last|for|on|until|tomorrow|tonight))`,
      "gu",
    ),
    ({ who, place }) => `My ${who ?? ""} lives in ${place ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})${NAME}),? who(?:'s| is) (?<what>[^,.;?!]+)`,
      "gu",
    ),
    ({ who, what }) => `My ${who ?? ""} is ${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})${NAME}),? who (?<what>(?:lives|works|has|can't|doesn't|speaks|teaches|plays|loves|hates|runs|owns|moved|died|studies)\b[^,.;?!]+)`,
      "gu",
    ),
    ({ who, what }) => `My ${who ?? ""} ${what ?? ""}.`,
  ],
  [
    new RegExp(
      String.raw`\b(?:[Mm]y|[Oo]ur) (?<who>${WHICH}(?:${kinWords})),? (?<name>\p{Lu}\p{Ll}{2,})\b(?!'s (?:${kinWords}))`,
      "gu",
    ),
    ({ who, name }) => (DAY.test(name ?? "") ? undefined : `My ${who ?? ""} is called ${name ?? ""}.`),
  ],
  [
    /\b(?:[Tt]o|to) (?<place>\p{Lu}\p{L}+)\b[^.?!]*, that's where my (?<who>\p{L}+(?: \p{Lu}\p{Ll}+)?) (?:are|is|live|lives)\b/gu,
    ({ place, who }) => `My ${who ?? ""} live in ${place ?? ""}.`,
  ],
  [
    /\b[Tt]hat's where my (?<who>\p{L}+(?: \p{Lu}\p{Ll}+)?) (?:are|is|live|lives), in (?<place>\p{Lu}\p{L}+)/gu,
    ({ place, who }) => `My ${who ?? ""} live in ${place ?? ""}.`,
  ],
  [
    /(?:^|[,;.] )(?:[Aa]s|[Ss]peaking as|[Bb]eing) (?<what>an? [\p{L}' -]{3,30}?),? (?=I\b|my\b|you\b)/gu,
    ({ what }) => `I'm ${what ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b(?:[Mm]y|I've got|I have|got) (?:a |an |my )?${LESSON}\b`, "gu"),
    ({ subject = "", kind = "" }) => (TAUGHT.test(subject) ? taughtIn(subject, kind) : undefined),
  ],
  [
    /\b(?:[Ii]t's|[Tt]his is|I'm) \p{Lu}\p{Ll}+,? (?:here )?(?:from|in) (?<where>(?:unit|flat|apartment|number|house) (?:\p{L}+|\d+\p{L}?))\b/gu,
    ({ where }) => `I live in ${where ?? ""}.`,
  ],
  [
    /\b[Ww]hen I (?<past>(?:lived|worked|taught|studied|served) (?:in|at|for|as) [^,.;?!]{3,40})/gu,
    ({ past }) => `I ${past ?? ""}.`,
  ],
  [
    /\b[Ss]ince I (?<past>retired|quit (?:smoking|drinking)|stopped (?:smoking|drinking|working)|got (?:divorced|married|diagnosed)[^,.;?!]{0,20}|had (?:my|the) [^,.;?!]{3,30})/gu,
    ({ past }) => `I ${past ?? ""}.`,
  ],
  [
    /\b(?:[Tt]hat's|[Ww]hich is) (?:why|when|how) I (?<past>(?:moved|started|became|gave up|quit|stopped|left|retired) [^,.;?!]{3,50})/gu,
    ({ past }) => `I ${past ?? ""}.`,
  ],
];

const DAY =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)$/;
const TAUGHT =
  /^(?:Spanish|French|German|Italian|Portuguese|Japanese|Chinese|Mandarin|Arabic|Welsh|Dutch|Russian|Polish|Greek|Turkish|Korean|English|Swedish|Norwegian|Danish|Finnish|Hebrew|Latin|Irish|Hindi|Swahili|spanish|french|german|italian|portuguese|japanese|chinese|piano|violin|guitar|cello|singing|swimming|driving|riding|dance|dancing|ballet|tango|salsa|yoga|pilates|pottery|painting|drawing|cooking|sewing|judo|karate|flute|drum|sailing|diving|welding|woodwork|photography|writing)$/;

/** "My cello lesson" says that one learns the cello, "my Spanish class" that one takes it. */
function taughtIn(said: string, kind: string): string {
  const subject = /^(?:french|japanese|german|italian|spanish|chinese|portuguese)$/.test(said)
    ? capitalised(said)
    : said;
  if (/^(?:class|classes|course)$/.test(kind)) return `I'm taking ${kind === "classes" ? "" : "a "}${subject} ${kind}.`;
  if (/^(?:piano|violin|guitar|cello|flute)$/.test(subject)) return `I'm learning the ${subject}.`;
  return /^\p{Lu}/u.test(subject) ? `I'm learning ${subject}.` : `I'm taking ${subject} lessons.`;
}

/** "How's the baby?", "how's the Spanish going?": what others ask after, the user has or does. */
const ASKED_AFTER: readonly (readonly [RegExp, Reading])[] = [
  [
    /\bhow(?:'s| is| are) (?:the|your) (?<who>baby|kids|children|girls|boys|twins|puppy|kitten|bees|chickens|hens)\b/giu,
    ({ who = "" }) => `I have ${/^(?:baby|puppy|kitten)$/i.test(who) ? "a " : ""}${who}.`,
  ],
  [
    /\bhow(?:'s| is) (?:the|your) (?<what>\p{L}+) (?:going|coming (?:on|along))\b/giu,
    ({ what = "" }) =>
      /^(?:thesis|dissertation|novel|book|memoir)$/i.test(what)
        ? `I'm writing a ${what}.`
        : TAUGHT.test(what)
          ? `I'm learning ${what}.`
          : undefined,
  ],
  [/\bhow(?:'s| is) the new job\b/giu, () => "I started a new job."],
  [
    /\bI (?:came|moved|come) (?:out |over |down |up |here )*to (?<place>\p{Lu}\p{L}+)(?: (?:why|for|because)\b|\?)/gu,
    ({ place }) => `I live in ${place ?? ""}.`,
  ],
  [/\b(?:brought|brings) I to (?<place>\p{Lu}\p{L}+)\b/gu, ({ place }) => `I live in ${place ?? ""}.`],
];

/** @returns what another who asks takes for granted of the user, as sentences in the user's mouth. */
export const askedAfter = (text: string): string[] => readings(ASKED_AFTER, text);

const readings = (all: typeof PASSING, text: string): string[] =>
  all.flatMap(([pattern, read]) =>
    // A cheap look before the costly one, which makes another pattern of it each time.
    text.search(pattern) < 0
      ? []
      : Array.from(text.matchAll(pattern), ({ groups = {} }) => read(groups)).filter((said) => said !== undefined),
  );

/** @returns what the sentence takes for granted of who speaks, as sentences of their own; nothing where others speak in it. */
export function presupposed(text: string): string[] {
  if (isReported(text)) return [];
  return readings(PASSING, text);
}
