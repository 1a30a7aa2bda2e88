import { alternatives } from "../text/alternatives.js";
import { occupationLike } from "./occupations.js";
import { openStates } from "./open-forms.js";

const OCCUPATION = alternatives(`
  nurse doctor teacher engineer developer programmer designer architect lawyer solicitor accountant journalist writer author
  editor translator interpreter chef cook baker butcher farmer gardener carpenter plumber electrician mechanic driver pilot
  musician composer singer painter sculptor photographer actor actress dancer director producer scientist physicist chemist
  biologist mathematician economist psychologist therapist psychiatrist dentist pharmacist surgeon vet midwife paramedic
  physiotherapist firefighter policeman policewoman police_officer soldier student pupil professor lecturer researcher
  librarian consultant manager salesperson secretary receptionist cashier waiter waitress barista bartender hairdresser
  tailor builder surveyor planner analyst statistician data_scientist product_manager project_manager civil_servant judge
  politician priest pastor social_worker carer childminder stay-at-home_mum stay-at-home_dad freelancer apprentice trainee
  intern pensioner firewoman historian geologist astronomer technician optician radiologist cardiologist anaesthetist
  paediatrician pediatrician GP estate_agent tour_guide flight_attendant tester recruiter illustrator novelist poet cellist
  violinist pianist guitarist drummer organist conductor coach tutor instructor lifeguard locksmith welder postman bookseller
`);
const BEING = alternatives(`
  vegetarian vegan pescatarian diabetic coeliac celiac asthmatic smoker non-smoker teetotaller twin widow widower
  mother father parent mum dad grandmother grandfather grandparent single_mother single_father single_parent only_child
  morning_person night_owl early_riser early_bird night_person cat_person dog_person Catholic Muslim Christian Buddhist Hindu
  Jew atheist Quaker blood_donor beekeeper birdwatcher runner cyclist swimmer climber sailor diver hiker
  heavy_sleeper light_sleeper coffee_drinker tea_drinker meat_eater citizen vegetarian
`);
const ADJECTIVE = alternatives(`
  vegetarian vegan pescatarian diabetic coeliac celiac asthmatic dyslexic epileptic colour-blind colour_blind color-blind
  color_blind left-handed right-handed short-sighted long-sighted near-sighted deaf blind pregnant married divorced engaged
  widowed retired single unemployed self-taught self-employed bilingual autistic lactose_intolerant gluten_intolerant lactose-intolerant
  gluten-intolerant anaemic religious adopted teetotal hard_of_hearing dairy-free gluten-free
  Catholic Protestant Jewish Muslim Hindu Buddhist Christian British English Scottish Irish Welsh French German Spanish
  Portuguese Italian Dutch Belgian Danish Swedish Norwegian Finnish Polish Czech Hungarian Austrian Swiss Greek Turkish
  Russian Ukrainian Romanian American Canadian Mexican Brazilian Chinese Japanese Korean Indian Australian Nigerian
`);
/** Where people work, rather than call. */
export const workplaces = String.raw`hospital|university|school|museum|council|ministry|post office|fire department|fire brigade|police|library|bank|clinic|brewery|bakery|factory|zoo|newspaper|city|county|province|government|(?:\p{Lu}[\p{L}&]+ )+(?:Office|Bank|University|Hospital|Museum|Ministry|School|Institute|Group|Logistics|Company|Council|Authority|Agency|Clinic|College|Department)`;
const END = String.raw`(?=$|,| (?:any ?more|over|up|down|out|here|until|near|again|all|because|through|by|this|in|to|with|since|from|on|and|but|at|by|of|for|or|who)\b)`;

/** What somebody is for long, after "is": "a nurse at the clinic", "allergic to nuts"; how much that tells of them. */
const STATES: readonly (readonly [tells: number, pattern: RegExp])[] = [
  [3, /^(?:severely |mildly |very |quite |highly |slightly |badly |deathly )?(?:allergic|intolerant) to \S/u],
  [3, new RegExp(`^(?!engaged in\\b)(?:happily |recently |newly |semi-)?(?:${ADJECTIVE})${END}`, "u")],
  [
    3,
    /^(?:originally )?from (?:(?:an? |the )?(?:\p{Ll}+ ){0,2}(?:village|town|farm|city|island|suburb|place|corner|part|north|south|east|west) (?:near|in|outside|on|of|called) |around |near |the )*(?:the )?\p{Lu}/u,
  ],
  [2, new RegExp(String.raw`^an? (?:[\p{L}-]+ ){0,3}?(?:${OCCUPATION})${END}`, "u")],
  [
    2,
    new RegExp(
      String.raw`^an? (?:(?!bit\b|little\b|better\b|good\b|bad\b|terrible\b|great\b)[\p{L}-]+ ){0,3}?(?:${occupationLike})${END}`,
      "u",
    ),
  ],
  [2, new RegExp(String.raw`^(?!good\b)(?:${OCCUPATION})s${END}`, "u")],
  [
    2,
    new RegExp(
      String.raw`^(?:at|with|in|for) (?:the )?\p{Lu}.* as an? (?:[\p{L}-]+ ){0,3}?(?:${occupationLike})\b`,
      "u",
    ),
  ],
  [
    2,
    new RegExp(
      String.raw`^(?:at|with) (?:the |a |an )?(?:[\p{Ll}-]+ )?(?:${workplaces})\b.*\b(?:since|for|as|full[ -]time|part[ -]time)\b`,
      "u",
    ),
  ],
  [2, /^with the (?:\p{Lu}\p{L}+ )*\p{Lu}\p{L}+$/u],
  [
    2,
    /^in (?:IT|insurance|finance|banking|advertising|publishing|construction|education|mining|logistics|sales|marketing|real estate|HR|fashion|catering|hospitality|retail|telecoms|pharma|nursing|farming|shipping|politics)\b/u,
  ],
  [
    2,
    new RegExp(
      String.raw`^in an? (?:[\p{L}-]+ ){0,3}?(?:book club|choir|band|orchestra|quartet|league|running club|chess club|theatre group|reading group|wheelchair|relationship|support group)\b`,
      "u",
    ),
  ],
  [3, /^(?:the |an? )?(?:youngest|oldest|eldest|middle child|only child)(?=$| (?:of|in|and|with)\b)/u],
  [3, /^(?:type (?:one|two|1|2) )?diabetic\b/u],
  [2, /^(?:on|at the top of) (?:a|the) waiting list for \S|^on the pill\b/u],
  [
    2,
    /^in (?:my|the|her|his|their) (?:first|second|third|fourth|fifth|final|last) (?:year|semester|term) (?:of|at|studying|doing)\b/u,
  ],
  [
    2,
    /^raising (?:two|three|four|five|my|our|a|his|her|the) (?:boys|girls|kids|children|sons|daughters|son|daughter|twins|family|grandson|granddaughter|grandchildren)\b/u,
  ],
  [2, /^(?:half|part|quarter|a quarter|three quarters)[ -]\p{Lu}\p{L}+/u],
  [
    1.5,
    /^an? (?!bit\b)(?:[\p{L}-]+ ){0,4}(?:fan|supporter|fanatic|geek|enthusiast|collector|lover|believer|hoarder|foodie|bookworm|introvert|extrovert|perfectionist|insomniac|pacifist|feminist|anarchist|socialist|environmentalist|minimalist|technophobe|hypochondriac|diabetic|coeliac|celiac|vegan|vegetarian|asthmatic|Catholic|Muslim|Buddhist|Quaker|Jehovah's Witness|Mormon|recovering alcoholic|alcoholic|ex-smoker)(?=$|,| (?:of|at|since|and|by|in)\b)(?! of (?:this|that|the|it|your|how))/u,
  ],
  [
    2,
    /^(?:getting|adopting|fostering|rescuing) (?:an?|another|our first|my first) (?:[\p{L}-]+ )?(?:puppy|dog|cat|kitten|horse|rabbit|child|baby|divorce)\b/u,
  ],
  [
    3,
    new RegExp(
      `^off (?:the )?(?:dairy|gluten|sugar|alcohol|caffeine|meat|booze|cigarettes|carbs|wheat|coffee|salt)\\b`,
      "u",
    ),
  ],
  [
    1.5,
    /^(?:not (?:much of |really |a big |such )?an?|more of an?|(?:very )?much an?|definitely an?) (?:big |great |huge )?(?:[\p{L}]+ ){0,2}?(?:drinker|cook|reader|eater|sleeper|swimmer|driver|dancer|singer|gardener|person|fan|traveller|flyer|flier|baker|sportsman|talker|drinker|smoker)\b/u,
  ],
  [
    2,
    /^from an? (?:big|large|small|tiny|huge|Catholic|Jewish|Muslim|farming|military|musical|\p{Ll}+|\p{Lu}\p{L}+) family\b/u,
  ],
  [
    2,
    /^with an? (?:[\p{L}-]+ ){1,3}(?:firm|company|agency|practice|bank|start-?up|studio|charity|publisher|brokerage|consultancy)\b/u,
  ],
  [2, /^head of (?!this|that|the (?:table|line|queue))\S/u],
  [
    2,
    /^on (?:the )?(?:parish council|school board|board of \S+|city council|town council|committee of \S+|night shift|a (?:low-\p{Ll}+|gluten-free|\p{Ll}+-free|strict|keto|vegan|\p{Ll}+) diet|a pension|disability|nights|the pill|dialysis|oxygen)\b/u,
  ],
  [
    2,
    /^(?:a |the )?(?:(?:life |founding |board )?member|trustee|governor|patron|chair|treasurer|secretary|captain) (?:of|at) (?:an?|the|my|our) (?!\p{L}*team\b|project|meeting|committee$)\S/u,
  ],
  [3, /^(?:partially |completely |slightly )?(?:deaf|blind) in (?:one|my|the|her|his)\b/u],
  [
    3,
    /^not allowed (?:any |to (?:eat|drink|drive|fly) ?)?(?:salt|sugar|alcohol|caffeine|dairy|gluten|meat|nuts|coffee|wine|)\b/u,
  ],
  [2, /^based in (?:the )?\p{Lu}/u],
  [2, /^(?:turning|nearly|almost) (?:\d\d|\p{Ll}+ty(?:-\p{Ll}+)?)\b/u],
  [
    2,
    /^(?:an? )?(?:(?!(?:Br|V|Viv|Gill|Lill|Lil|Adr|Jul|Fab|Dam|Sebast|Dor|Mar|Just|Cass|Vincent)ian\b)\p{Lu}\p{Ll}{2,}(?:ian|ese|ish)|American|African|German|Mexican|Korean|Moroccan|Tibetan|Cuban|Chilean|Texan|Afghan|Kurd|Israeli|Pakistani|Iraqi|Bengali|Somali|Bangladeshi|Punjabi|Yemeni|Thai|Nepali|Frenchman|Dutchman|Englishman|Welshman|Scot|Swede|Dane|Pole|Turk|Greek|Swiss|Spaniard|Finn|Kiwi|Aussie|Londoner|New Yorker|Berliner|Parisian|Glaswegian|Texan|Californian)\b/u,
  ],
  [
    2,
    /^(?:freelance|self-employed|home-schooled|adopted|in recovery|between jobs|in the middle of (?:a|my) divorce|on (?:my|a) (?:second|third|gap) (?:marriage|year)|halfway through (?:an?|my) (?:master's|Master's|degree|PhD|course|MBA|training))\b/u,
  ],
  [2, /^(?:named after|related to|descended from) (?:my |an? |the )?\S/u],
  [2, /^(?:going|working) (?:part[ -]time|full[ -]time|freelance|four days|three days)\b/u],
  [2, /^taking (?:a year|six months|three months|time|early) (?:off|out|retirement)\b/u],
  [
    2,
    /^applying (?:for|to) (?!this|that|it\b|the same)\S.*(?:citizenship|residency|visa|asylum|school|university|college|adoption|job)/u,
  ],
  [2, /^(?:six|five|four) foot(?: \p{L}+)?\b|^(?:one|two|\d) met(?:re|er)s? \S+ tall\b/u],
  [1.5, /^(?:hopeless|useless|no good|grumpy|a bear) (?:before|without) (?!that|this|it\b|you)\S/u],
  [
    2,
    /^with the (?:fire service|fire brigade|police|coastguard|ambulance service|army|navy|RAF|council|Foreign Office|post office|ministry|railway|railways|forestry service|NHS|BBC|UN)\b/u,
  ],
  [3, /^(?:ADHD|OCD|HIV positive|autistic|on the spectrum|bipolar|dyspraxic|anaemic)(?=$|,| )/u],
  [
    2,
    /^at (?:[A-Z]{3,}|\p{Lu}[\p{L}]+(?: \p{Lu}\p{L}+)*(?: (?:Bank|University|Hospital|School|Airlines|Motors|Energy|Logistics)))$/u,
  ],
  [2, /^renting (?:in|with) \S/u],
  [
    1.5,
    /^an? (?:tea|coffee|wine|beer|dog|cat|people|morning|evening|night|beach|mountain|city|country|outdoor|indoor|summer|winter|list|horse) person\b/u,
  ],
  [2, /^being (?:sent|posted|moved|transferred|relocated|made redundant|deployed)\b/u],
  [3, /^minus (?:\p{L}+|\d+(?:\.\d)?)$/u],
  [3, /^(?:\p{L}+ )?(?:months?|weeks) pregnant\b|^due in (?:\p{Lu}\p{L}+|the \p{L}+)/u],
  [
    2,
    /^(?:(?:three|two|four|five|six|seven|eight|nine|ten|\d+) years|years|a year) (?:sober|clean|married)\b|^sober\b/u,
  ],
  [1.5, /^(?:mad|crazy|nuts|bonkers) (?:about|on) (?!that|this|it\b|the\b|you|what)\S/u],
  [
    1.5,
    /^(?:hooked on|addicted to|big on|a sucker for|allergic|hopeless at|good with|not a fan of|not (?:really )?into) (?!that|this|it\b|the\b|you|work\b)\S/u,
  ],
  [
    2,
    /^(?:moving|retiring|graduating|emigrating|marrying|opening|starting|going back to|buying|adopting|fostering|applying for|switching to|converting|having)\b (?!to\b|it\b|that\b|this\b|with (?:that|this|the)\b|the\b|on (?:to)?\b|over\b|up\b|from scratch|now|an? (?:look|word|meeting|bit|quick|good|great|hard|bad|problem|issue|coffee|drink|party|moment|think|nice|rough|tough|laugh)\b|lunch|dinner|breakfast|trouble|problems|people|friends|fun|doubts|second|issues|difficult\p{L}*).*\b(?:in|on|from|next|this|to|of|at|as|after|of) \S/u,
  ],
  [
    2,
    /^(?:taking|doing|having) (?:\p{L}+ ){0,3}(?:lessons|class|lesson|course|classes|driving lessons|evening classes|night classes|therapy|chemo|chemotherapy|dialysis|physio|physiotherapy|a course|an apprenticeship|a PhD|a degree|my training|an internship)\b/u,
  ],
  [
    2,
    /^(?:renting|building|buying|selling|renovating|doing up|restoring|writing) (?:an?|my|our) (?:[\p{L}-]+ ){0,3}?(?:house|flat|apartment|cottage|boat|farm|home|place|room|novel|book|thesis|memoir|van|campervan)\b/u,
  ],
  [
    2,
    /^(?:looking|hunting) for (?:a |an )?(?:new )?(?:[\p{L}-]+ ){0,2}?(?:flat|house|apartment|job|place|home|roommate|flatmate)\b/u,
  ],
  [2, /^(?:engaged|separated|divorced|married|single|widowed)\b/u],
  [
    2,
    new RegExp(
      String.raw`^(?:not )?(?:in|at|on|up|out|off|away|home|back|(?!going\b|coming\b|heading\b|leaving\b|doing (?:it|that|this)\b|having\b|meeting\b|seeing\b)\p{Ll}+ing)\b .*(?:every|each|twice a|on \p{Lu}\p{Ll}+days)\b`,
      "u",
    ),
  ],
  [
    2,
    /^(?:self-employed|unemployed|between jobs|semi-retired|on benefits|on disability|on a pension|on probation|on a diet|on a visa|on sabbatical|on parental leave)\b/u,
  ],
  [2, new RegExp(String.raw`^(?:an?|the) (?:(?!bit\b)[\p{L}-]+ )?(?:${BEING})${END}`, "u")],
  [
    2,
    /^the (?:head|director|founder|co-founder|owner|chair|president|secretary|treasurer|captain|coach|youngest|oldest|eldest|middle) (?:of|at) \S/u,
  ],
  [
    2,
    /^(?:learning|studying|training (?:for|to)|retraining|saving(?: up)? for|expecting (?:a baby|twins|our|my)|writing (?:an?|my) (?:\p{Ll}+ )?(?:novel|book|thesis|dissertation|PhD|cookbook|memoir|script|screenplay|album|blog|play)|seeing a (?:therapist|physiotherapist|psychologist|counsellor|counselor)|doing (?:a|my) (?:course|PhD|degree|master|apprenticeship|evening)|trying to (?:lose (?:weight|\S+ (?:kilos|pounds|stone))|quit|stop|give up|cut down|get pregnant|get fit|eat (?:less|more)|learn)|having (?:a baby|twins)|getting (?:married|divorced)|moving to (?:the )?\p{Lu}\p{L}+|planning to (?:retire|emigrate|move to \p{Lu}\p{L}+)|going to be (?:a|an) (?:father|mother|grandfather|grandmother|aunt|uncle|dad|mum))\b/u,
  ],
  [
    2,
    /^(?:working (?:as|at|for|part-time|full-time|towards)|living (?:in|with|on|near)|teaching(?! (?:you|him|her|them|it|that|this|the)\b)) \S/u,
  ],
  [
    3,
    /^on (?:insulin|statins|antidepressants|blood thinners|beta blockers|medication for|maternity leave|paternity leave|parental leave|dialysis)\b/u,
  ],
  [
    1.5,
    /^(?:very |quite |pretty |not |really )?(?:good|bad|terrible|hopeless|great|excellent|useless|awful|rubbish|brilliant) (?:at|with) (?!that|this|it\b|the\b|being\b)\S/u,
  ],
  [2, /^(?:fluent in|colour-blind|passionate about) \S/u],
  [
    1.5,
    /^(?:scared|afraid|terrified|frightened|fond|a (?:big |huge |massive |lifelong )?fan) of (?!that|this|it\b|the (?!dark|sea|cold|\p{Lu})|you|what|losing|missing|being late|making|your)\S/u,
  ],
  [
    1.5,
    /^(?:interested in|keen on|into|obsessed with) (?!that|this|it\b|the\b|how|what|your|seeing|hearing|knowing|finding|getting|talking|making|having)\S/u,
  ],
];

const ALL_STATES = [...STATES, ...openStates];

export const statePatterns: readonly RegExp[] = ALL_STATES.map(([, pattern]) => pattern);

const AN_OCCUPATION = new RegExp(`^an? (?:${OCCUPATION})`, "u");

/** @returns how much a state tells of a person, from 1 to 3; undefined where it may pass or tells nothing. */
export function statesWhat(state: string): number | undefined {
  const affirmed = state.replace(/^not (?=(?:a |an |religious|married|vegetarian|good at|fond of|interested in))/, "");
  if (/^an? (?:idiot|bit|little|kind)\b/.test(affirmed)) return undefined;
  if (affirmed !== state && AN_OCCUPATION.test(affirmed)) return undefined;
  return ALL_STATES.find(([, pattern]) => pattern.test(affirmed))?.[0];
}
