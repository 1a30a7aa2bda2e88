import { kinWords } from "../talk/kin.js";

const STATE_ALONE =
  /^(?:(?:happily|recently|newly|still|originally|severely) )?(?:married|divorced|single|widowed|retired|self-employed|vegetarian|vegan|pregnant|engaged|separated|allergic to|terrified of|scared of|afraid of|addicted to|fluent in|left-handed|diabetic|dyslexic|colou?r-blind)\b/i;
const COUNT_ALONE = new RegExp(
  String.raw`^(?<count>no|one|two|three|four|five|six|seven|a couple of|just the one) (?<what>(?:[\p{Ll}-]+ )?(?:${kinWords}))\b(?! (?:is|are|was|were|has|have|came|will|can|\p{Ll}+ed)\b)`,
  "iu",
);
const NOT_HAD = /^(?:kids|children|siblings|pets|brothers|sisters|grandchildren)$/i;
const DEED_ALONE =
  /^(?:made (?:captain|partner|sergeant|manager)|became|joined the|moved|grew up|studied|quit|gave up|retired|graduated|lost my|used to|worked|trained|broke my|tore my|had my|met my|got married|got divorced|inherited|can't (?:eat|swim|drive|cook|stand)|handed in|passed|never (?:learned|learnt|been|married|smoked))\b/i;

const ADVERB_ALONE = String.raw`(?:(?:still|just|also|always|never|usually|mostly|currently|now|finally|actually|even|only|recently|sadly|anyway|okay|yeah|well|so|and|but),? )*`;
/** Verbs with which nobody is told to do something. */
const VERB_ALONE = new RegExp(
  String.raw`^${ADVERB_ALONE}(?:love|hate|live (?:in|with|on|near|alone|by)|work (?:as|at|for|nights|from home|part)|own|teach|speak|prefer|come from|started|began|joined|lived|taught|ran|bought|sold|built|married|met|lost|became|learned|learnt|won|drove|served|turned|snapped|tore|broke|sprained|had|did|gave|left|went|came|emigrated|adopted|got (?:married|divorced|engaged|into|promoted|diagnosed|laid|my)|went (?:vegan|vegetarian|freelance|part)|used to|can't|haven't)\b`,
  "i",
);
const BEEN_ALONE = new RegExp(String.raw`^(?<lead>${ADVERB_ALONE})been `, "i");
const DOING_ALONE = new RegExp(
  String.raw`^(?<lead>${ADVERB_ALONE})(?=(?:working|living|learning|studying|training|expecting|moving|getting (?:married|divorced|a (?:dog|cat|puppy))|retiring|graduating|saving|writing a|doing (?:a|my)|taking|teaching|raising|renting|building a|retraining|applying for|going (?:part|full|freelance)|waiting for (?:my|a)|turning|starting (?:at|as|a|my)|allergic|vegetarian|vegan|from \p{Lu}\p{L}+ originally|originally from|in (?:my|the) (?:first|second|third|final) year|on (?:insulin|statins|blood thinners|maternity leave|the waiting list))\b)`,
  "iu",
);
const GOT_ALONE = new RegExp(String.raw`^${ADVERB_ALONE}(?:got|have) (?=(?:an?|two|three|four|five|six|no|my)\b)`, "i");

/** "Been vegan since college", "working at the zoo now": telegrams, notes and quick answers leave "I" out. */
function withSubject(text: string): string | undefined {
  const lowered = text.charAt(0).toLowerCase() + text.slice(1);
  if (BEEN_ALONE.test(text)) return text.replace(BEEN_ALONE, "I've been ");
  if (GOT_ALONE.test(text)) return text.replace(GOT_ALONE, "I have ");
  if (DOING_ALONE.test(text))
    return text
      .replace(DOING_ALONE, "I'm ")
      .replace(
        /^(I'm )(\p{Lu})(?=\p{Ll}+ing\b|llergic|egetarian|egan)/u,
        (_, im: string, first: string) => im + first.toLowerCase(),
      );
  return VERB_ALONE.test(text) ? `I ${lowered}` : undefined;
}

/** What is said without "I", with it; and what others do to one, as one's own. */
export function whole(said: string): string {
  const text = OF_USER.reduce((told, [pattern, meant]) => told.replace(pattern, meant), said);
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  if (STATE_ALONE.test(text)) return `I'm ${lower}`;
  if (/^born (?:in|on|and raised)\b/i.test(text)) return `I was ${lower}`;
  if (DEED_ALONE.test(text)) return `I ${lower}`;
  const subjected = withSubject(text);
  if (subjected !== undefined) return subjected;
  const counted = COUNT_ALONE.exec(text)?.groups;
  const isHousehold = counted?.["count"]?.toLowerCase() !== "no" || NOT_HAD.test(counted["what"] ?? "");
  if (counted !== undefined && isHousehold && text.split(" ").length <= 8) return `I have ${lower}`;
  if (BABY_DUE.test(text)) return text.replace(BABY_DUE, "I'm expecting a baby");
  const causes = CAUSING.exec(text)?.groups;
  if (causes === undefined) return text;
  const what = (causes["what"] ?? "").toLowerCase();
  return causes["ail"] === undefined ? `I can't tolerate ${what}.` : `I get ${causes["ail"]} from ${what}.`;
}

/** What others do to one, as one's own; "my company is sending me to Rome". */
const SENT =
  /^(?:(?:because|cause|and|so) )?(?:my|our) (?:company|firm|boss|employer|office|department|unit|bank|church) (?:is|'s) (?:sending|posting|moving|transferring) (?:me|us) /i;
const DOCTOR = String.raw`(?:they|my (?:doctor|GP|gp|consultant|surgeon|specialist|dentist|physio|therapist|psychiatrist)|the (?:doctor|doctors|hospital|surgeon|consultant|specialist))(?:'ve| has| have|'s)?`;
const OF_USER: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:and |so |but |well,? )?the (?=(?:wife|missus|hubby|kids|twins|other half|grandkids|in-laws|girlfriend|boyfriend|mother-in-law)(?:'s| is| are| has| have| lives?| works?| goes| go| loves?| hates?| can't| won't)\b)/i,
    "my ",
  ],
  [/^(?:and |so |but )?(?:the|my) boys (?=are (?:\p{Ll}+|\d+) and \p{Ll}+)/iu, "my sons "],
  [/^(?:and |so |but )?(?:the|my) girls (?=are (?:\p{Ll}+|\d+) and \p{Ll}+)/iu, "my daughters "],
  [/^(?:and |so |but )?the (?=(?:dog|cat|baby|horse|puppy|kitten|rabbit)(?:'s| is) (?:called|named)\b)/i, "my "],
  [/^(?:(?:bad|severe|a bad|a severe) )?(\p{L}+) allergy(?=[,.!]|$)/iu, "I have a $1 allergy"],
  [
    /^I'd (?:really )?(?:love|like) to (?=(?:retire|move (?:back )?to|learn|open (?:a|my)|write a|emigrate|become|study|adopt|sail|run a|start my own|buy a)\b)/i,
    "I want to ",
  ],
  [
    /^(?:I'm|we're) (?:hoping|planning) to (?=(?:retire|move (?:back )?to|learn|open (?:a|my)|write a|emigrate|become|study|adopt|sail|run (?:a|the)|start (?:a|my own)|buy a|have (?:kids|children))\b)/i,
    "I plan to ",
  ],
  [/(?<= )'em\b/g, "them"],
  [SENT, "I'm being sent "],
  [/^(?:everyone|everybody|people|they all|my friends|most people) calls? me (?=\p{Lu})/iu, "I go by "],
  [
    /^(?:my|the) (?:plan|dream|goal|idea) is to (?=retire|move|open|become|buy|build|write|learn|travel|study|start a|run a|sail|live)/i,
    "I plan to ",
  ],
  [
    /^my (?:physio|doctor|GP|dentist|nutritionist|cardiologist|consultant) says no (?=running|salt|sugar|alcohol|coffee|dairy|gluten|meat|sport|driving|lifting)/i,
    "I'm not allowed ",
  ],
  [/^anything but (\p{Ll}+)\b/iu, "I don't like $1"],
  [
    /(^|, )they gave me (?=beta blockers|statins|insulin|an inhaler|a pacemaker|hearing aids|antidepressants|blood thinners|steroids)/iu,
    "$1I take ",
  ],
  [/^(?:not for me,? |no thanks,? )(?=I )/i, ""],
  [new RegExp(String.raw`^(?:and |so |but )?${DOCTOR} (?:just )?(?:put|got|started) me on `, "i"), "I'm on "],
  [new RegExp(String.raw`^(?:and |so |but )?${DOCTOR} diagnosed me with `, "i"), "I was diagnosed with "],
  [new RegExp(String.raw`^(?:and |so |but )?${DOCTOR} (?:took|taken) out my (\p{L}+)`, "iu"), "I had my $1 removed"],
  [
    /^(?:(?:and|so|but),? )?(?:(?:my \p{Ll}+(?: \p{Lu}\p{Ll}+)?|\p{Lu}\p{Ll}+) and (?:I|me)|(?:me|I) and (?:my \p{Ll}+(?: \p{Lu}\p{Ll}+)?|\p{Lu}\p{Ll}+))(?: both)? (?=(?:are|were|have|had|live|moved|got|met|run|own|go|bought|married|split|adopted|play|sing|share|'ve|'re)\b)/iu,
    "We ",
  ],
  [/^no (?!not\b|thanks?\b|more\b|way\b|one\b|need\b)(\p{Ll}+) for (?:me|us)\b/iu, "I don't eat $1"],
  [
    /^(?:and )?(?:on )?(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?:'s| it's| is| I've got| I have| are) (?:my )?(church|choir|football|yoga|band practice|training|swimming|church|dance|judo|karate|tennis|pilates|ballet|piano|night school|book club|bingo|bowling|darts)\b(?: night| day| practice)?/i,
    "I have $2 on $1days",
  ],
];

const BABY_DUE = /^(?:and |so )?(?:the|our|my) baby(?:'s| is) due(?= (?:in|on|any)\b)/i;

/** "Chocolate gives me migraines". */
const CAUSING =
  /^(?<what>(?!(?:it|that|this|he|she|they|you|what|which|who|there|these|those|the)\b)\p{L}+(?: \p{Ll}+)?) (?:always |really )?(?:(?:gives?|brings?) me (?:out in )?(?:a |an |terrible |awful |bad )*(?<ail>migraines?|headaches|hives|heartburn|hay fever|nightmares|eczema)|makes? me (?:ill|sick|swell(?: up)?|sneeze|itch|nauseous|bloated|wheeze)|doesn't agree with me|don't agree with me|(?:will|would|could) kill me|sets? off my \p{Ll}+)\b/iu;
