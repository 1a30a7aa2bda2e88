import { alternatives } from "../text/alternatives.js";
import { instrumentLike } from "./instruments.js";
import { isTaught, taughtIn } from "./lessons.js";
import type { Presupposition } from "./presupposition.js";

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
const SPORT = alternatives(`
  football tennis badminton squash hockey rugby cricket golf chess volleyball handball basketball netball rowing judo karate
  lacrosse padel athletics fencing boxing swimming gymnastics ballet
`);
const ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth";

/** What is said in passing of one's work, home and pastimes: "my students", "my cello", "after band practice". */
export const LIFE: readonly Presupposition[] = [
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
    /\b(?:[Ii]t's|[Ii]t is|is|for|it'll be|have) my (?<nth>twentieth|thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth)(?: birthday)? (?<when>(?:next|on|in|this) [^,.;?!]{3,20})/gu,
    ({ nth = "", when }) => `I turn ${nth.replace(/ieth$/, "y")} ${when ?? ""}.`,
  ],
  [
    /\b(?:I've|I've got|I have|it's) (?:my|me) (?<what>(?:\p{Ll}+ )?(?:yoga|pilates|aerobics|bingo|bridge|book club|choir|swimming|zumba|tai chi|bowls|art class|dance class|darts|whist))\b[^.?!]{0,30}\b(?<when>every \p{Lu}\p{Ll}+day)\b/gu,
    ({ what, when }) => `I have ${what ?? ""} ${when ?? ""}.`,
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
    /\b[Mm]y (?<kind>Canadian|British|American|German|Irish|French|Australian|Dutch|Italian|Spanish|EU|Swiss) (?<what>passport|citizenship)\b/gu,
    ({ kind, what }) => `I have ${what === "passport" ? "a " : ""}${kind ?? ""} ${what ?? ""}.`,
  ],
  [
    /\b[Ww]hen (?:we|I) (?<past>moved (?:to|into|in with|from|here|out of) [^,.;?!]{3,30})/gu,
    ({ past }) => `I ${past ?? ""}.`,
  ],
  [
    /\b(?:[Mm]y|[Oo]ur) (?<what>thesis|dissertation|novel|memoir|PhD)\b(?! (?:supervisor|adviser|advisor))/gu,
    ({ what }) => `I'm writing a ${what === "PhD" ? "PhD thesis" : (what ?? "")}.`,
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
    /(?:^|[,;.] )(?:[Aa]s|[Ss]peaking as|[Bb]eing) (?<what>an? [\p{L}' -]{3,30}?),? (?=I\b|my\b|you\b)/gu,
    ({ what }) => `I'm ${what ?? ""}.`,
  ],
  [
    new RegExp(String.raw`\b(?:[Mm]y|I've got|I have|got) (?:a |an |my )?${LESSON}\b`, "gu"),
    ({ subject = "", kind = "" }) => (isTaught(subject) ? taughtIn(subject, kind) : undefined),
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
