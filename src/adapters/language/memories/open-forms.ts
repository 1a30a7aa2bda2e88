import { ailmentLike, medicineLike } from "./ailments.js";
import { alternatives } from "../text/alternatives.js";
import { foodLike } from "./foods.js";
import { form, type Form } from "./form.js";
import { instrumentLike } from "./instruments.js";
import { kinWords } from "../talk/kin.js";
import { occupationLike } from "./occupations.js";

const BODY = alternatives(`
  back knee knees hip shoulder shoulders heart leg arm foot ankle ankles wrist wrists elbow neck hand hands hearing eye eyes ear
  lungs stomach kidney liver thyroid achilles Achilles collarbone rib ribs nose jaw toe hamstring meniscus ligament tendon
  tendons disc discs pelvis spine calf thumb finger cartilage
`);
const LARGE_GOODS = alternatives(`
  van lorry truck pickup minivan camper campervan motorhome caravan trailer tractor combine motorbike motorcycle scooter
  moped car boat canoe kayak sailboat yacht narrowboat plane glider horsebox tandem e-bike bicycle bike house flat apartment
  cottage cabin bungalow condo farm barn allotment plot workshop studio shop stall garage greenhouse orchard vineyard
  piano harpsichord drum_kit cello harp accordion organ telescope kiln loom lathe forge printing_press sewing_machine
  beehives hives smallholding paddock pond pool sauna hot_tub
`);
const TRADE = alternatives(`
  mill mills mines mine pit navy army marines air_force merchant_navy police fire_service civil_service foundry steelworks
  shipyard docks circus theatre trade foreign_service coast_guard coastguard Forces forces RAF Army Navy Marines reserves
  territorials diplomatic_service shipyards factory
`);
const EXAMS = alternatives(`
  finals exams exam A-levels GCSEs boards bar viva theory_test driving_test citizenship_test thesis dissertation orals
  apprenticeship residency internship traineeship master's doctorate PhD degree diploma licence license
`);
const LONG = String.raw`(?:since (?:(?:about |around |early |late )?(?:19|20)\d\d|age \S+|being an?|\p{Lu}\p{L}+|(?:last|the) \p{L}+|birth|childhood|college|university|school|the accident|high school)|for (?:over |almost |nearly |about |around |more than |the (?:last|past) )?(?:an? |\p{L}+ |\d+ |twenty-\p{L}+ |thirty-\p{L}+ )?(?:and a half )?(?:years|decades|year)|all my life|from birth|(?:my|our) whole (?:life|lives|childhood)|since (?:we|I) (?:were|was) \p{L}+)\b`;
/** What is done for long without telling anything of a person. */
const PASSING_DEED =
  "(?:been (?:thinking|trying|wondering|meaning|looking|waiting|told|asked|saying|talking|hoping|asking|on (?:hold|the phone)|busy|ill|sick|fine|good|there|in touch)|seen|heard|spoken|talked|met|finished|decided|said|told|thought|forgotten|noticed|checked|got back|sent|received|updated|changed|agreed|discussed)";

/** Verbs of the day and of the mind: with these a bare plural is no trade. */
const NO_TRADE = alternatives(`
  need want have see get know think mean hope guess suppose send say tell ask give owe bring make take find feel look seem keep
  leave lose miss hear hit put set let turn try forget remember expect plan prefer understand wonder wish mind show call text email
  check fix change add move cancel book order pay buy bought brought got had was were did went came saw said sent made took gave
  told left lost found felt kept knew thought meant heard met paid read wrote used usually always never often don't can't won't
  didn't couldn't wasn't haven't hasn't isn't could would should might must will can may shall just also only even still really
  live lives like love hate enjoy appreciate accept agree promise count owe start stop run write prepare review test close open
  post print sign update use follow support play
`);
/** What anybody has to do with in the course of a day. */
const NO_WARES = alternatives(`
  things notes tabs options mistakes slides features ones questions points errors issues emails mails messages calls tests bugs
  reports tickets meetings people days weeks months years minutes hours times pictures photos tasks changes results numbers figures
  dates details names files documents papers invoices orders yes this his its hers yours ours theirs always sometimes perhaps
  besides towards afterwards nowadays others thanks guys lots loads tons kinds sorts bits parts ideas plans reasons words
  upstairs downstairs indoors outdoors class business news progress access address process happens needs means looks sounds
`);
const NO_ADJECTIVE =
  "(?:the|that|this|these|those|all|some|any|many|more|most|both|two|three|four|five|six|ten|your|his|her|their|our|its|about|for|with|from|into|over|what|how|you|him|them|out|off|back|down)";

/** Clauses, after "I", that tell what lasts by their kind: illnesses, what is owned, learned or done for years. */
export const openForms: readonly Form[] = [
  form(
    3,
    new RegExp(
      String.raw`^(?<verb>have) (?:(?!on\b|about\b|for\b|with\b|of\b|to\b|from\b|in\b|at\b)[\p{L}-]+ ){0,3}?(?:${ailmentLike})\b(?! (?:\p{L}+ )?(?:appointment|paper|talk|meeting|charity|patient|ward|scan|test|clinic|nurse)).*$`,
      "u",
    ),
  ),
  form(
    3,
    new RegExp(
      String.raw`^(?:take|am taking|'m taking|'m on|am on) (?:the |my |an? )?(?:[\p{L}-]+ ){0,3}?(?:${medicineLike})\b.*$`.replace(
        "(?:take|",
        "(?:(?<verb>take)|",
      ),
      "u",
    ),
  ),
  form(3, /^(?<verb>carry) an? (?:adrenaline pen|inhaler|EpiPen)\b.*$/u),
  form(
    3,
    new RegExp(
      String.raw`^(?:herniated|slipped|ruptured|dislocated|sprained|fractured|snapped|shattered|crushed|twisted|tore|broke|injured) (?:my|an?|both|two|three) (?:\p{Ll}+ ){0,2}?(?:${BODY})\b.*$`,
      "u",
    ),
  ),
  form(
    3,
    new RegExp(
      String.raw`^(?:can't|don't|mustn't|shouldn't) (?:do|eat|have|touch|drink|tolerate|digest) (?:the |any |much )?(?:\p{Ll}+ )?(?:${foodLike})\b(?! (?:for|with|this|today|tonight|now)\b).*$`,
      "u",
    ),
  ),
  form(
    3,
    /^(?:always )?(?:(?<verb>faint|pass out|swell up|throw up)) (?:with|at the sight of|at) (?:the )?(?:needles?|blood|heights)\b.*$/u,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?:bought|built|inherited|rented|restored|taken over|took over) (?:an?|my|the|two|three) (?:(?!new customers)[\p{L}-]+ ){0,2}?(?:${LARGE_GOODS})(?=$|,| (?:in|on|at|from|for|with|near|last|this|next|two|three|a|called|and|of|by|off|up|down)\b).*$`,
      "u",
    ),
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>have|own|keep|run) (?:an?|my own|two|three|four|five|six|several|the) (?:(?:old|new|wee|little|small|big|tiny|nice|lovely|own|electric|vintage|family) ){0,2}(?:\p{Ll}+ )?(?:${LARGE_GOODS})(?=$|,| (?:in|out|up|down|on (?:the|\p{Lu})|at (?:the|home)|near|by|behind|called|with|for|instead|too|now|outside)\b)(?! (?:for (?:the day|tomorrow|today|you)|at (?:the (?:door|office|station|moment))|in (?:the (?:shop|drive))|with)).*$`,
      "u",
    ),
    true,
  ),
  form(
    2,
    /^(?:took|taken|taking) up (?!residence|too|space|arms|the (?:offer|point|issue|matter|slack|challenge)|an? (?:offer|point|lot)|more|less)(?:the )?\p{Ll}{3,}.*$/u,
  ),
  form(2, new RegExp(String.raw`^was (?:in|with|down) the (?:${TRADE})\b.*$`, "u")),
  form(2, /^(?:was|were) (?:in|at) school (?:together )?(?:in|at) \p{Lu}.*$/u, true),
  form(
    2,
    /^went to (?:school|college|university|uni|art school|law school|medical school) (?:in|at|with) \S.*$/u,
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^met (?:my|our) (?:[\p{L}-]+ )?(?:${kinWords})\b (?:in|at|on|through|when|over|while) .+$`,
      "u",
    ),
  ),
  form(
    2,
    new RegExp(
      String.raw`^haven't (?!${PASSING_DEED}\b)\p{Ll}+ .*\b(?:since|in (?:\p{L}+|\d+) years|for (?:\p{L}+|\d+) years|for years|in years)\b.*$`,
      "u",
    ),
  ),
  form(
    3,
    /^(?<verb>have) (?:bad (?:knees|hips|hands|eyes|feet|lungs|shoulders|hearing|eyesight)|a recurring \p{Ll}+ problem)$/u,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>have|play|wear|drive|keep) (?:my|our) (?:${kinWords})'s (?:old )?(?:${LARGE_GOODS}|${instrumentLike}|watch|ring|medals|records|letters|tools|books|clock)\b.*$`,
      "u",
    ),
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>have|own) an? (?:[\p{L}-]+ ){0,2}?(?:${instrumentLike})(?=$|,| (?:in|at|from|too)\b).*$`,
      "u",
    ),
  ),
  form(
    2,
    /^(?<verb>have) (?:my|a) (?:citizenship|residency|visa|naturali[sz]ation|asylum|custody) (?:interview|test|ceremony|hearing)\b.*$/u,
  ),
  form(2, /^(?:moved) (?:in|house|home)(?: together)?\b.*\b(?:last|this|in|on|ago|since|at|together)\b.*$/u, true),
  form(
    2,
    /^(?<verb>see) (?:an?|my) (?:therapist|physio|physiotherapist|counsellor|counselor|psychologist|psychiatrist|shrink|chiropractor|osteopath|speech therapist)\b(?! (?:today|tomorrow|on)\b).*$/u,
  ),
  form(2, /^(?<verb>sleep) with an? (?:CPAP|mask|machine|mouthguard|splint|night guard)\b.*$/u),
  form(
    2,
    /^(?<verb>write) (?:\p{Ll}+ ){0,2}?(?:novels|poems|poetry|songs|plays|stories|books|columns|reviews|scripts|screenplays|music|fiction|comics|haiku)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>make|sell|restore|paint|design|carve|build|upholster|repair|fix) (?:\p{Ll}+ )?(?:furniture|jewellery|jewelry|pottery|ceramics|clothes|shoes|hats|violins|guitars|knives|cheese|cider|wine|candles|soap|toys|icons|portraits|landscapes|watercolours|murals|quilts|boats|clocks|watches|bikes|cars|computers|phones)(?=$| (?:for|in|at|as|with|and|on)\b).*$/u,
  ),
  form(
    1.5,
    /^don't do (?:well with |well in )?(?:heat|cold|crowds|mornings|heights|boats|planes|spiders|needles|blood|late nights|early mornings|rollercoasters|lifts|social media|email|Facebook)\b.*$/u,
  ),
  form(
    2,
    /^(?:got|passed) my (?:\p{L}+ )?(?:citizenship|licence|license|degree|PhD|master's|diploma|green card|residency|visa|passport|GED|black belt|wings)\b(?! (?:back|photo|renewed)).*$/u,
  ),
  form(
    2,
    /^gave up (?:my|the) (?:car|job|career|studies|allotment|piano|drink|fags|cigarettes|football|dancing|flat|house)\b.*$/u,
  ),
  form(2, /^started (?:as an? \S|(?:at|with) (?:the )?(?:council|university|hospital|school|bank|\p{Lu}\p{L}+)).*$/u),
  form(
    2,
    /^(?<verb>have) (?:an?|the|two|three|my|some) (?:[\p{L}-]+ ){1,4}(?:in|out in) the (?:garage|shed|attic|barn|basement|garden|cellar|yard|back garden|loft|backyard)(?! (?:today|tomorrow|for you))\b.*$/u,
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?:finally )?(?:finished|completed|passed|failed|started) (?:my|an?) (?:[\p{L}-]+ ){0,2}?(?:${EXAMS})\b.*$`,
      "u",
    ),
  ),
  form(
    2,
    /^(?:signed up for|entered|enrolled (?:in|on|at)|registered for) (?:an?|the|my first) (?:[\p{L}-]+ ){0,2}?(?:marathon|half-marathon|triathlon|course|class|race|degree|master's|evening class|boot ?camp|academy|programme|program)\b.*$/u,
  ),
  form(2, /^(?:have|got|was offered) (?:a|my) place (?:at|on|in) (?:\p{Lu}|the (?:course|programme|program))\S*.*$/u),
  form(
    2,
    /^(?:gone|went|turned) (?:vegan|vegetarian|gluten-free|dairy-free|freelance|part[ -]time|teetotal|plant-based)\b.*$/u,
  ),
  form(
    3,
    /^had (?:an?|one|two|three|four|five|several) (?:\p{Ll}+ )?(?:miscarriages?|strokes?|heart attacks?|operations?|seizures?|caesareans?|C-sections?|breakdown|children|concussions?|stents?)\b.*$/u,
  ),
  form(
    3,
    /^(?<verb>live) (?:just |right )?(?:out |up |over |down )?(?:past|beyond|off|by|behind|above|below|under|round the back of|two doors from|near) \S.*$/u,
    true,
  ),
  form(2, /^(?<verb>work) (?:two|three) jobs\b.*$/u),
  form(
    3,
    /^(?<verb>use|walk with) (?:an?|my) (?:\p{Ll}+ )?(?:stick|cane|wheelchair|walker|walking frame|frame|crutches|screen reader|hearing aid|inhaler|prosthesis|mobility scooter)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>have) (?:perfect pitch|a photographic memory|green fingers|a green thumb|no sense of (?:direction|smell|taste)|a sweet tooth|a twin)\b.*$/u,
  ),
  form(2, new RegExp(String.raw`^became an? (?:\p{Ll}+ )?(?:${kinWords})\b.*$`, "u")),
  form(
    2,
    /^lost my (?:licence|license|sight|hearing|leg|arm|foot|hand|sense of (?:smell|taste)|job|house|home)\b(?! (?:keys|bag)).*$/u,
  ),
  form(
    2,
    /^(?<verb>want|hope|plan) to (?:get|do|finish|take) (?:my|an?) (?:[\p{L}'-]+ ){0,2}?(?:licence|license|degree|PhD|master's|diploma|citizenship|dog|cat|puppy|apprenticeship|qualification)\b.*$/u,
  ),
  form(
    1.5,
    new RegExp(
      String.raw`^(?!(?:${NO_TRADE})\b)(?<verb>\p{Ll}{3,}) (?!(?:${NO_WARES})\b)(?:(?!${NO_ADJECTIVE}\b)\p{Ll}{3,} )?(?!(?:${NO_WARES})\b)\p{Ll}{3,}(?<![su]s|[^s]is)s(?: (?:for a living|at night|at weekends|for (?:the|an?) \p{Ll}+|in \p{Lu}\p{L}+|at (?:the|\p{Lu})\S*(?: \p{L}+)?))?$`,
      "u",
    ),
  ),
  form(2, /^(?<verb>work) shifts at (?:the |an? )?\S.*$/u),
  form(
    2,
    /^(?<verb>lip-read|sign|sew|knit|spin|weave|crochet|embroider|whittle|busk|juggle)(?=$| (?:at|in|for|with|my own|a bit|wool)\b).*$/u,
  ),
  form(
    2,
    /^(?:left|quit|handed in my notice at) (?:my job|work|teaching|nursing|banking|the (?:\p{Lu}\p{L}+|army|navy|police|church|bank|firm|civil service|company|force))\b(?! (?:early|late|at (?:five|six|noon)|this|today|yesterday)).*$/u,
  ),
  form(
    2,
    /^(?<verb>start) (?:a|my) new (?:job|course|role|post|position)\b(?: (?:in|on|at|next|this|with|tomorrow|Mon|Tues|Wednes|Thurs|Fri)).*$/u,
  ),
  form(
    2,
    /^used to (?!think|believe|say|know|get|see|call|use\b|it\b|that\b|you\b|them\b)(?:be (?:an?|in|the|with|really|very) .+|\p{Ll}+(?: .+)?)$/u,
  ),
  form(
    2,
    /^never (?:learned|learnt|finished|married|smoked|went|had|drove|knew) (?!it\b|that\b|this\b|you\b|about\b|anything\b|the (?:report|book))\S.*$/u,
  ),
  form(
    2,
    /^(?:didn't|did not) (?:finish|complete|go to|graduate|marry) (?:my |a |an |any |from )?(?:degree|school|college|university|uni|PhD|training|apprenticeship|A-levels|thesis|high school)\b.*$/u,
  ),
];

/** States, after "I'm", of the same kinds. */
export const openStates: readonly (readonly [tells: number, pattern: RegExp])[] = [
  [3, new RegExp(String.raw`^(?:still )?on (?:the |an? |my )?(?:\p{L}+ )?(?:${medicineLike})\b`, "u")],
  [3, new RegExp(String.raw`^taking (?:the |my |an? )?(?:[\p{L}-]+ ){0,3}?(?:${medicineLike})\b`, "u")],
  [
    2,
    /^(?:waiting on (?:an?|my) (?:new )?(?:hip|knee|kidney|transplant|visa|operation)|trying for (?:an?|another|our) \p{Ll}+|from a family of \S|off (?:work|sick) (?:with|since) \S|working (?:nights|days|shifts|weekends|part[ -]time|full[ -]time|from home|earlies|lates)\b|with the (?:fire|police|council|ambulance|coast|post|health|city|county|railway)\b|my \p{Ll}+'s (?:full-time )?(?:carer|caregiver|guardian|executor))/u,
  ],
  [
    3,
    /^having (?:an? |my |the )?(?:\p{Ll}+ )?(?:surgery|operation|op|hip replacement|knee replacement|bypass|transplant|hysterectomy|chemo|radiotherapy|cataracts? done)\b/u,
  ],
  [
    2,
    new RegExp(
      String.raw`^(?:the )(?:[\p{L}-]+ ){0,2}?(?:${occupationLike}) (?:of|at|for) (?!this\b|that\b|it\b|the (?:meeting|day|week|session|project|call))\S`,
      "u",
    ),
  ],
  [
    2,
    /^(?:seeing (?:someone|somebody)|dating (?:someone|an?)|an only child|in recovery|\p{L}+ years sober|recently (?:bereaved|widowed))\b/u,
  ],
  [3, /^(?:rhesus|Rhesus|RH|Rh) (?:negative|positive)\b/u],
  [3, /^(?:expecting|(?:\p{L}+|\d+) (?:weeks|months) (?:pregnant|along|gone))\b/u],
  [
    2,
    /^(?:adopting|fostering|raising|bringing up) (?:an?|another|our|my|two|three) (?:[\p{L}-]+ ){0,2}?(?:girl|boy|child|baby|toddler|teenager|kids|children|dog|puppy|cat|kitten)\b/u,
  ],
  [
    2,
    new RegExp(
      String.raw`^(?:doing|sitting|taking|studying for|preparing for|revising for|finishing|starting) (?:my|the|an?) (?:[\p{L}-]+ ){0,2}?(?:${EXAMS})\b`,
      "u",
    ),
  ],
  [
    2,
    /^(?:waiting|applying) for (?:my|our|the|an?) (?:[\p{L}-]+ ){0,2}?(?:residency|visa|citizenship|passport|green card|transplant|hip|knee|operation|surgery|work permit|papers|divorce)\b/u,
  ],
  [
    2,
    /^(?:back )?(?:at|with|in|on) the (?:hospital|university|bank|clinic|railways?|docks|post office|library|museum|council|police|buses|council|checkouts|tills|wards?) (?:full[ -]time|part[ -]time|as an?|now|for|since)\b/u,
  ],
  [
    2,
    /^an? (?:[\p{L}-]+ ){0,3}?(?:tech|rep|hygienist|technologist|treasurer|bookkeeper|welder|roofer|plasterer|joiner|sparky|brickie|crofter|shepherd|weaver|spinner|potter|tuner|luthier|cobbler|carer|foster parent|trustee|governor|councillor|magistrate|warden|steward|deacon|verger|sexton|godparent|notary|barrister|actuary|underwriter|broker|trader|quant|copywriter|stagehand|roadie|stuntman|croupier|florist|florist's|hand|hairdresser|barber|beautician|masseuse|masseur|osteopath|chiropractor|podiatrist|orderly|porter|phlebotomist|paralegal|bailiff|courier|docker|stevedore|fisherman|trawlerman|ranger|gamekeeper|groom|jockey|farrier|saddler|thatcher|stonemason|mason|glazier|tiler|fitter|machinist|foreman|labourer|laborer)(?=$|,| (?:at|for|on|with|in|by|from|now|since|here)\b)/u,
  ],
  [2, /^(?:the )?(?:treasurer|secretary|chair|chairman|chairwoman|president|captain|conductor|caretaker) of \S/u],
];

/** What, after "I've", has lasted or was done for years. */
export const LASTED = new RegExp(
  String.raw`^(?:(?!${PASSING_DEED}\b)\p{Ll}+ (?:.+ )?${LONG}|been (?:made|promoted to|appointed|elected) (?!to feel|aware)\S|been off (?:work|sick) (?:with|since|for) \S)`,
  "u",
);
