import { alternatives } from "../text/alternatives.js";
import { activityForm } from "./activities.js";
import { again, form, type Form } from "./form.js";
import { kinWords } from "../talk/kin.js";
import { occupationLike } from "./occupations.js";

/** What came and went, whenever it was. */
const PASSING_AILMENT = String.raw`(?:got|had) (?:(?:an?|the|my) )?(?:\p{Ll}+ )?(?:rash|fever|cold|flu|cough|nosebleed|bruise|blister|hiccups|fright|scare|shock|surprise)\b`;
const HOME = alternatives(`
  house flat apartment cottage farm boat bungalow houseboat cabin place_in place_near condo townhouse studio
`);
const BODY = alternatives(`
  back knee hip shoulder heart leg arm foot ankle wrist elbow neck hand hearing eyes eyesight lungs stomach kidney liver
  thyroid Achilles collarbone rib ribs nose jaw toe hamstring meniscus cruciate ligament tendon achilles
`);
const FOOD = alternatives(`
  dairy gluten wheat nuts peanuts shellfish prawns shrimp seafood fish eggs milk cheese lactose soy sugar caffeine coffee
  alcohol meat red_meat pork beef spicy aspirin penicillin ibuprofen chilli chili bread yeast tomatoes mushrooms onions
  garlic crab lobster mussels oysters cashews almonds walnuts hazelnuts sesame booze wine beer
`);
const PRACTICE = alternatives(`
  yoga pilates judo karate aikido taekwondo jiu-jitsu ballet boxing kickboxing crossfit triathlons triathlon crosswords
  sudoku pottery ceramics gymnastics athletics parkrun tai_chi zumba salsa tango meditation archery fencing improv
  stand-up amateur_dramatics origami calligraphy CrossFit
`);
const LESSON = alternatives(`
  class classes lesson lessons practice choir training therapy rehearsal rehearsals yoga pilates church dialysis physio
  physiotherapy night_school book_club karate judo football swimming ballet dance orchestra band_practice Pilates
`);
const GROUP = alternatives(`
  club choir band orchestra quartet team league troupe ensemble group society cooperative co-op chorus
`);
const DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?";
const YEARS = String.raw`(?:over |almost |nearly |about |around |more than )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twenty|thirty|forty|fifty)(?:-\p{L}+)?|\d{1,2}) (?:and a half )?(?:years|decades)`;
const DATED = String.raw`\b(?:in|on|from|by|since|until|next|this|last|when)\b .+`;
/** What anybody collects or makes for the day. */
const NO_CRAFT = "(?!things|notes|tabs|options|mistakes|slides|features|ones|questions|points|errors|issues)";

/** After "I": where and with whom one lives, what one does and did, what ails one. */
export const lifeForms: readonly Form[] = [
  form(2, /^(?<verb>grind) my teeth\b.*$/u),
  form(3, new RegExp(String.raw`^(?:'ve |have )?torn my (?:\p{Ll}+ )?(?:${BODY})\b.*$`, "u")),
  form(3, /^(?<verb>have) (?:a bad |an )?(?:reaction|allergic reaction) to (?!this|that|it\b)\S.*$/u),
  form(3, /^(?<verb>have) (?:an? )?(?:metal )?(?:plate|pins|screws|rod|stent|shunt|implant|graft) in my \p{Ll}+.*$/u),
  form(
    3,
    /^(?<verb>swell up|come out in (?:hives|a rash)|faint|pass out|go into shock)\b.*\b(?:if|when) I (?:eat|see|drink|touch|have) .+$/u,
  ),
  form(3, /^don't sleep without \S.*$/u),
  form(2, /^(?<verb>commute|travel in) from \S.*$/u),
  form(
    2,
    /^(?<verb>work) (?:compressed hours|a four-day week|(?:four|three|two) days|flexitime|shifts|zero hours|on a zero-hours contract|on commission)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>write) for (?:an?|the) (?:[\p{L}-]+ ){0,2}(?:magazine|paper|newspaper|blog|website|journal|television|radio)\b.*$/u,
  ),
  form(
    2,
    /^did (?:my|an?) (?:\p{Ll}+ ){0,2}(?:nursing|training|degree|PhD|doctorate|master's|apprenticeship|A levels|national service|military service|medicine|law)\b.*$/u,
  ),
  form(2, /^did (?:one|two|three|four|five|six|\d+) (?:tours?|years?|seasons?) in (?:the )?\S.*$/u),
  form(2, /^turned (?:vegan|vegetarian|pro|Buddhist|Catholic|teetotal|freelance)\b.*$/u),
  form(
    2,
    /^became (?:an? )?(?:uncle|aunt|father|mother|dad|mum|mom|grandfather|grandmother|grandparent|godmother|godfather|parent|citizen|vegan|vegetarian|Canadian|British|American|\p{Lu}\p{L}+ citizen)\b.*$/u,
  ),
  form(2, /^grew up speaking \p{Lu}\S*.*$/u, true),
  form(2, /^(?<verb>go) by (?:my (?:middle|second|maiden) name\b.*|\p{Lu}\p{L}+)$/u),
  form(
    2,
    /^(?<verb>look) after (?:my|our) \p{Ll}+(?:-in-law)?\b(?! (?:things|stuff|bag|coat)).*\b(?:full[ -]time|every|during the week|at weekends|since|for)\b.*$/u,
  ),
  form(2, /^(?<verb>take|wear|am|'m) (?:a )?(?:size|shoe size) \S.*$/u),
  form(
    1.5,
    /^(?:can't be doing with|can't bear|can't abide|could live on|can't resist|can't get enough of|'ve never liked|have never liked|never liked|'ve always (?:loved|hated|liked)) (?!it\b|that\b|this\b|the (?:idea|way|thought)|you\b|being\b)\S.*$/u,
  ),
  form(
    2,
    /^don't (?:own|have) (?:a car|a phone|a smartphone|a TV|a television|a licence|a license|kids|children|pets|siblings|a middle name|any (?:kids|children|pets|siblings))\b.*$/u,
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>have) (?:the|my) (?:kids|children|boys|girls|son|daughter|twins|grandchildren|grandkids)\b.*(?:${again}).*$`,
      "u",
    ),
  ),
  form(2, /^(?<verb>work) (?:on )?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|weekends)\b.*$/u),
  form(
    2,
    /^(?<verb>foster|keep|grow|breed|raise|camp|sail|rent|home-school|homeschool) (?:dogs|cats|greyhounds|puppies|kittens|children|kids|bees|chickens|hens|goats|sheep|pigs|horses|ponies|rabbits|ducks|alpacas|llamas|vegetables|tomatoes|our own|my own)\b.*$/u,
    true,
  ),
  form(
    3,
    /^can't (?:lift|carry|kneel|bend|run|jog|climb|stand|sit|walk|squat|raise|hear|see|smell|taste|sleep)(?: (?:without|for long|far|well|properly|on|anything|heavy|stairs|ladders|more than|much|my|down|up|over|in|out of|with)\b.*)$/u,
  ),
  form(
    3,
    /^(?:hurt|injured|wrecked|ruined|slipped|put out|did in) (?:my|a) (?:\p{Ll}+ )?(?:back|knee|hip|shoulder|disc|neck|ankle|wrist|foot|leg|hand|elbow)\b.*$/u,
  ),
  form(
    2,
    /^(?:moved|switched|changed|went) (?:on ?)?to (?:the )?(?:nights|days|(?:night|day|late|early|evening) shifts?|part[ -]time|full[ -]time|freelance|four days|three days)\b.*$/u,
  ),
  form(
    2,
    /^played (?:for|in) (?:the )?(?:\p{Lu}|an? |county|national|youth|professional|semi-pro|college|university|second|third|first)\S*.*$/u,
  ),
  form(2, new RegExp(String.raw`^(?:am|'m) (?:the )?(?:\p{Ll}+ )?coach of .+$`, "u")),
  form(
    2,
    /^(?<verb>do) (?:nights|shifts|the books|the accounts|home visits|night shifts|childcare|tree surgery|odd jobs|weddings|commissions|freelance|translations?|hair|nails|\p{L}+ for a living)\b.*$/u,
  ),
  form(2, /^started (?:out )?as an? .+$/u),
  form(
    2,
    /^(?<verb>run|manage) the (?:kitchen|bar|shop|farm|office|lab|laboratory|library|ward|kennels|nursery|gallery|bakery|post office|garage|warehouse|department|choir|youth club)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>chair|captain|edit|head|host|lead) (?:the|an?|my) (?:[\p{L}'-]+ ){0,3}?(?:association|club|society|choir|band|magazine|newsletter|podcast|department|council|board|union|charity|group|orchestra|troop|faculty)\b.*$/u,
  ),
  form(
    2,
    /^(?:'ve )?joined (?:an?|the|my) (?:[\p{L}-]+ ){0,3}?(?:club|choir|band|orchestra|team|society|gym|league|group|church|union|class)\b.*$/u,
  ),
  form(2, /^passed (?:my|the) (?:[\p{L}-]+ ){0,3}?(?:test|exam|exams|bar|finals|theory|driving test)\b.*$/u),
  form(2, /^got into (?:\p{Lu}\p{L}+|medical school|law school|art school|university|college|uni|drama school)\b.*$/u),
  form(2, /^(?<verb>have) a place at (?!the table)\S.*$/u),
  form(2, /^moved in with (?:my|a|the) \p{Ll}+.*$/u),
  form(2, /^(?<verb>live) (?:just |right )?(?:round|around) the corner(?: from .+)?$/u, true),
  form(2, /^(?<verb>split) my time between \p{Lu}.*$/u, true),
  form(
    2,
    /^(?<verb>believe) in (?:God|reincarnation|ghosts|fate|astrology|karma|free will|miracles|the afterlife|angels|aliens)\b.*$/u,
  ),
  form(
    1.5,
    /^(?<verb>take|have|drink|like) (?:my|(?:one|two|three) sugars?) ?(?:(?:coffee|tea|steak|eggs) )?(?:black|white|with milk|with sugar|rare|medium|well done|strong|sweet|without \p{Ll}+|in my (?:tea|coffee)|)$/u,
  ),
  form(2, /^(?<verb>sleep) (?:badly|poorly|terribly|lightly|very little|in the afternoons)\b.*$/u),
  form(2, /^(?<verb>snore|stammer|sleepwalk|stutter)\b.*$/u),
  form(3, /^(?<verb>faint|pass out|come out in hives|swell up|get a rash) (?:when|if|at|from) .+$/u),
  form(
    2,
    /^(?<verb>need) (?:reading glasses|glasses|contact lenses|an? (?:hearing aid|walking stick|wheelchair|cane|kidney|new (?:hip|knee)|hip replacement|transplant|interpreter))\b.*$/u,
  ),
  form(
    3,
    /^(?:only )?(?<verb>have) (?:only )?(?:got )?(?:one|only one|no) (?:kidney|lung|eye|leg|arm|thyroid|spleen|gallbladder|sense of smell|hearing)\b.*$/u,
  ),
  form(
    2,
    /^(?<verb>have) (?:(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|a hundred|hundreds of|dozens of|\d+|loads of) )(?:(?:old|vintage|antique|pet|racing|fruit|apple) )*(?:cameras|records|guitars|books on|stamps|coins|watches|clocks|bikes|motorbikes|horses|hens|chickens|sheep|cows|goats|ducks|pigs|bees|orchids|cacti|plants|trees|employees|staff|rabbits|guinea pigs|grandchildren|nieces|nephews|siblings|tattoos|houseplants|acres|bedrooms|pairs of shoes|typewriters|violins|pianos|cars)\b.*$/u,
    true,
  ),
  form(1.5, /^(?<verb>have) a (?:thing|weakness|soft spot|passion) for (?!this|that|it\b|the\b|you)\S.*$/u),
  form(2, /^(?<verb>have) an? (?:phobia|fear|horror) of \S.*$/u),
  form(1.5, activityForm),
  form(2, /^(?:was raised|was brought up) (?:an? )?(?:\p{Lu}\p{L}+|vegetarian|religious|bilingual|bilingually)\b.*$/u),
  form(2, /^was born (?:deaf|blind|with|without|premature|two|three)\b.*$/u),
  form(
    2,
    /^(?:got|was) (?:laid off|fired|made redundant|sacked|promoted|orphaned|fostered|deployed|evacuated|bullied)\b.*$/u,
  ),
  form(
    2,
    /^(?:dropped out of|left|finished|flunked out of) (?:school|college|uni|university|high school|art school|medical school|law school)\b.*$/u,
  ),
  form(
    2,
    /^never (?:learned|learnt|had (?:kids|children|siblings|a|any)|got (?:a|my|married)|went to|drank|smoked|married|finished (?:school|college|university)|knew my)\b.*$/u,
  ),
  form(2, /^(?<verb>get up|wake up|go to bed|go to sleep) (?:at|around|before|by) (?!the\b)\S.*$/u),
  form(
    2,
    /^haven't (?:eaten|drunk|smoked|touched|driven|flown|had (?:a drink|a cigarette|meat|sugar|alcohol|dairy|gluten)|owned)\b.*\b(?:since|for|in (?:\p{L}+|\d+) years)\b.*$/u,
  ),
  form(
    2,
    /^(?:climbed|visited|published|wrote|won|crossed|sailed|cycled|walked|ran|hiked|swam|lived|worked|taught|studied|toured|opened|founded|started|set up|bought|built|survived|had|adopted|became|converted) .*\bin (?:19|20)\d\d$/u,
    true,
  ),
  form(
    3,
    new RegExp(
      String.raw`^(?<verb>have) to (?:avoid (?:${FOOD})|take (?:insulin|tablets|pills|medication|warfarin|\p{Ll}+ tablets|\p{Ll}+ medication)|inject|wear (?:glasses|contacts|a brace|a hearing aid|a \p{Ll}+ brace)|eat gluten-free|carry an? )\b.*$`,
      "u",
    ),
  ),
  form(
    2,
    /^(?<verb>have) an? (?:(?:old|new|little|second-hand|vintage|battered|classic|big|red|blue|black|white|green|silver|grey|gray) )*(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Zoom|Teams|Slack|Google|Jira|GitHub|Christmas|Easter|PowerPoint|Excel|Word\b|PDF|CV|IT)\p{Lu}[\p{L}\d]+(?: \p{Lu}[\p{L}\d]+| \d+)?$/u,
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>work) (?:late|early|nights|shifts|weekends|evenings|days|offshore|underground|abroad|full[ -]time|part[ -]time|freelance|outdoors|alone)\b.*$`,
      "u",
    ),
  ),
  form(2, new RegExp(String.raw`^was (?:an?|the) (?:[\p{L}-]+ ){0,4}?(?:${occupationLike})\b.*$`, "u")),
  form(
    2,
    new RegExp(
      String.raw`^(?:became|made|(?:got|was) promoted to|qualified as|trained as) (?:an? )?(?:[\p{L}-]+ ){0,2}?(?:${occupationLike}|partner|head of|captain|sergeant|director)\b.*$`,
      "u",
    ),
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>start) (?:at|as|with|work|school|university|uni|college|a new job|my new job|my|training as)\b.*${DATED}$`,
      "u",
    ),
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>retire|graduate|emigrate|move (?:to|into|in|in with|out of|back)|get married|marry|turn (?:\d\d|\p{L}+ty))\b.*${DATED}$`,
      "u",
    ),
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>build|design|sell|repair|restore|breed|import|translate|train|grow|collect|keep|paint|carve|brew|make|bake|sew|knit|write|edit|publish|raise|race|ride) ${NO_CRAFT}(?:(?:old|vintage|rare|antique|my own|model|racing|classic|wooden|electric|custom|\p{Ll}+) )?${NO_CRAFT}\p{Ll}{3,}s\b(?<!(?:his|this|sales|progress|sense|notes|things|points|slides|changes|decisions|plans|promises|excuses|friends|jokes|calls|arrangements|adjustments|updates))(?: (?:for a living|now|for \p{L}+|in \p{L}+|at \p{L}+|with my \p{L}+|instead)\b.*)?$`,
      "u",
    ),
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>have) (?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|several|my own) (?:[\p{L}\d'-]+ ){0,3}?(?:trucks?|vans?|hives?|beehives?|workshop|orchard|vineyard|pool|holiday home|second home|hot tub|orchids|motorcycle|scooter|canoe|kayak|sailboat|drum kit|collection|sailing boat|kiln|loom|record collection|vegetable patch|polytunnel|stables?|horsebox|stall|market stall|newsagent's|salon|café|cafe|pub|bookshop|pacemaker|insulin pump|hearing aids?|prosthetic|stoma|guide dog|twin|shop|studio)\b(?! (?:of|to|that|outside)\b).*$`,
      "u",
    ),
    true,
  ),
  form(
    3,
    new RegExp(
      String.raw`^(?<verb>have) (?:an? |my )?(?:(?:bad|dodgy|weak|trick|frozen|artificial|dicky|gammy|broken|slipped|torn|damaged|poor|one) )+(?:${BODY}|disc|heart valve)\b.*$`,
      "u",
    ),
  ),
  form(3, /^(?<verb>have) (?:the|an) insulin pump\b.*$/u),
  form(3, new RegExp(String.raw`^(?<verb>have) an? (?:\p{L}+|\d+)-(?:week|month|year)-old\b.*$`, "u"), true),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>have) (?:an? |my )?(?:[\p{L}-]+ ){0,2}?(?:${LESSON})\b.*\b(?:${again}|(?:on )?${DAY}$)`,
      "u",
    ),
  ),
  form(2, new RegExp(String.raw`^(?<verb>do) (?:a bit of |some |a lot of )?(?:${PRACTICE})\b.*$`, "u")),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>sing|play|dance|row|act|drum|perform) (?:\p{Ll}+ )?(?:in|for|with) (?:an?|the|my) (?:[\p{L}-]+ ){0,3}?(?:${GROUP})\b.*$`,
      "u",
    ),
  ),
  form(2, /^(?<verb>sing) (?:alto|soprano|tenor|bass|baritone|mezzo)\b.*$/u),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>drive) (?:an?|my) (?:[\p{L}\d-]+ ){0,4}?(?:car|van|lorry|truck|bus|taxi|cab|tram|train|tractor|forklift|ambulance|motorbike|hybrid|pickup|\p{Lu}[\p{L}\d]+)(?! (?:to|over|back|home|today)\b).*$`,
      "u",
    ),
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>rent|share|own) (?:an?|my|half of an?) (?:[\p{L}-]+ ){0,3}?(?:${HOME}|room|shop|bakery|car|boat|studio|workshop|allotment|business)\b.*$`,
      "u",
    ),
    true,
  ),
  form(
    2,
    /^(?:moved|came|went) (?:over |back |down |up )?(?:here|(?:to|from) (?:the |a )?\p{L}+(?: \p{Lu}\p{L}+)*) (?:(?:in|when|for|to|with|after|because|from|at|as|aged|since)\b.*)$/u,
    true,
  ),
  form(
    2,
    /^(?:left|fled) (?!it|the|my|that|this|a |an |you|him|her|them|work|home|early|late|some|things?)(?:the )?\p{Lu}\p{L}+(?: (?:in|when|after|at|because|to|as|for)\b.*)?$/u,
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?:\p{Ll}{3,}ed|drove|taught|ran|sang|flew|built|wrote|sold|led|kept|was \p{Ll}+ing|had|rode|did|made) (?!up\b|it\b|that\b|this\b)(?:[^,]* )?for ${YEARS}\b.*$`,
      "u",
    ),
    true,
  ),
  form(2, new RegExp(String.raw`^spent ${YEARS} (?:in|at|as|\p{Ll}+ing)\b.*$`, "u"), true),
  form(
    2,
    /^(?:joined|served in|left) the (?:army|navy|Army|Navy|air force|Air Force|Marines|marines|police|fire brigade|fire department|merchant navy|Foreign Legion|Royal \p{Lu}\p{L}+)\b.*$/u,
  ),
  form(
    2,
    /^used to (?!it\b|that\b|this\b|think\b|say\b|know\b|get\b|see\b|call\b|tell\b|do (?:it|that)|laugh|wonder|love (?:it|that)|hate (?:it|that)|like (?:it|that)|be (?:so|like|such|really|very|fine|good|better|able)\b)\p{Ll}+ \S.*$/u,
    true,
  ),
  form(
    2,
    /^(?:gave up|quit|stopped|gave) (?!it\b|that\b|this\b|on\b|the\b|you\b|him\b|her\b|them\b|by\b|at\b|in\b|there\b|talking|listening|worrying|asking|looking|trying|saying|answering|caring)\p{Ll}+(?:ing)? ?(?:(?:\p{L}+ )*(?:in|when|after|since|two|three|four|five|six|ten|last|for|because|years|at|on)\b.*)$/u,
  ),
  form(
    3,
    new RegExp(
      String.raw`^(?:broke|tore|fractured|snapped|ruptured|dislocated|shattered|did|injured|smashed) (?:my|both|two) (?:\p{Ll}+ )?(?:${BODY})\b.*$`,
      "u",
    ),
  ),
  form(
    3,
    new RegExp(
      String.raw`^(?:had|'ve had) (?:my|an?) (?:\p{Ll}+ )?(?:${BODY}|appendix|tonsils|gallbladder|wisdom teeth|cataracts?|spleen|womb|prostate) (?:done|out|removed|replaced|operated on|replacement|transplant|fixed|pinned)\b.*$`,
      "u",
    ),
  ),
  form(3, /^(?:got|was|were) (?:diagnosed with|told I have|treated for) \S.*$/u),
  form(
    3,
    new RegExp(
      String.raw`^(?<verb>get) (?:really |very |terribly |awfully )?(?:bad |terrible |awful )?(?:migraines?|hay fever|seasick|carsick|car-?sick|travel ?sick|airsick|cold sores|panic attacks|nosebleeds|vertigo|eczema|hives|claustrophobic|altitude sickness)\b.*$`,
      "u",
    ),
  ),
  form(
    3,
    new RegExp(
      String.raw`^(?:can't|don't) (?:eat|have|do|take|touch|tolerate|handle|digest|drink) (?:any |the |much |very |raw |cow's )?(?:${FOOD})\b.*$`,
      "u",
    ),
  ),
  form(3, new RegExp(String.raw`^(?<verb>avoid) (?:${FOOD})\b.*$`, "u")),
  form(
    3,
    /^(?<verb>take) (?:the |a |my )?(?:blood thinners?|insulin|statins?|antidepressants?|antihistamines?|beta blockers?|thyroid \p{L}+|epilepsy \p{L}+|anticoagulants?|warfarin|lithium|steroids|methotrexate|an inhaler|inhaler)\b.*$/u,
  ),
  form(
    3,
    /^(?<verb>use|carry|need) an? (?:inhaler|EpiPen|epipen|Epipen|wheelchair|walking stick|cane|hearing aid|CPAP|stoma bag|insulin pump|walking frame)\b.*$/u,
  ),
  form(2, /^(?<verb>go) by (?<name>\p{Lu}\p{L}+)$/u),
  form(
    2,
    new RegExp(
      String.raw`^(?:(?:really|only|always|still|just) )*(?<verb>want|plan|hope|intend|aim) to (?:be an?|become|lead|learn|move|open|start|retire|write|travel|run|climb|buy|study|have (?:kids|children|another|a (?:baby|family|dog|cat))|train|go back to|apply|work (?:as|in|for|abroad|part)|live|build|get (?:married|an? \p{L}+|citizenship|my \p{L}+|into)|visit \p{Lu}|see \p{Lu}|quit|set up|adopt|emigrate|sail|finish my|swim|cycle|walk|teach|foster|compete|qualify|set up|do (?:a|my) (?:PhD|degree|master's|course|marathon|triathlon)|switch|specialise|specialize|volunteer|save)\b(?! (?:the|this|that|it|these|those|there|here|on|with|from|by|sure|able|honest|clear|fair|quick|careful|back to you|in touch|over|through|to|into|at|late|off)\b)(?! an? (?:call|meeting|word|note|list|document|report|mail|email|ticket|file|look|bit|copy|version|draft|idea|quick|minute|page|section|sentence|summary|proposal|question|coffee|drink|new one|round)\b)\S*.*$`,
      "u",
    ),
    true,
  ),
  form(2, /^(?:'ve )?always wanted to \p{Ll}+ .+$/u),
  form(
    2,
    new RegExp(
      String.raw`^(?:(?:only|always|usually|still|mostly|just) )?(?!(?:have|has|'ve|think|need|mean|know|say|see|guess|hope|want|feel|hear|forget|remember|thought|told|tell|was|were|am|did|can|can't|will|could|would|should|get (?:it|that|this|them)|like|love|use the|run (?:out|into|over)|report|present|update|send|check|sync|review|deploy)\b)(?<verb>\p{Ll}+)(?! (?:it|that|this|them|these|those|there|you|tests|the (?:same|meeting|report|call|numbers|tests|build))\b)(?<!ed) (?:.* )?(?:${again}).*$`,
      "u",
    ),
    true,
  ),
  form(
    2,
    new RegExp(
      String.raw`^(?<verb>have) (?:an? )?(?:older|younger|elder|big|little|twin|half|step|baby|new|teenage|grown-up|grown|adult|small) (?:${kinWords})\b.*$`,
      "u",
    ),
    true,
  ),
  form(
    2,
    /^(?:split up|separated|broke up|got (?:together|engaged|back together))\b(?: (?:in|from|last|with|when|after|two|three|four|five|six|a|over)\b.*)?$/u,
    true,
  ),
  form(
    1.5,
    /^(?:don't|can't) (?:eat|drink|like|do|wear|own|watch|fly|cook|use|believe in) (?:much |any )?(?!it\b|that\b|this\b|them\b|these\b|those\b|you\b|the\b|any\b|much\b|anything|an?\b|my\b|your\b|to\b|being\b|how\b|what\b|when\b|here\b|there\b|now\b|like\b|well\b|more\b|one\b|ones\b|on\b|in\b|with\b|by\b)\p{L}+(?: (?:and|or) \p{L}+)?(?: (?:any ?more|at all|since .*|either))?$/u,
  ),
  form(
    1.5,
    new RegExp(
      String.raw`^(?!${PASSING_AILMENT})(?!(?:said|told|asked|thought|mentioned|sent|called|rang|emailed|mailed|texted|needed|wanted|decided|tried|noticed|realised|realized|checked|looked|talked|discussed|used|agreed|ordered|booked|paid|signed|ate|drank|forgot|saw|heard|knew|felt|liked|loved|hated|could|would|should|did(?!n't)|was (?:thinking|wondering|talking|going|looking|trying))\b)(?:\p{Ll}+ed|didn't \p{Ll}+|won|lost|met|left|came|went|got|had|made|built|wrote|ran|swam|flew|drove|taught|grew|became|began|broke|fell|was \p{Ll}+ed|was (?:an?|in|at) \p{L}+|did|kept|led|sang|sold|bought|spent|quit) (?!it\b|that\b|this\b|them\b|you\b)\S.*\b(?:in (?:19|20)\d\d(?=$| (?:when|because|after|with|at|for|to)\b)|(?:\p{L}+|\d+) years ago|as a (?:child|kid|teenager|student|boy|girl|baby)|at (?:age )?(?:\p{Ll}+teen|twenty|thirty|forty|fifty|sixty|(?:twenty|thirty|forty|fifty|sixty)-\p{Ll}+|\d\d)(?! (?:past|o'clock|minutes|per)))\b.*$`,
      "u",
    ),
    true,
  ),
];
