import type { MemoryCategory } from "../../../domain/memory-category.js";
import { kinWords } from "../talk/kin.js";

/** The first that fits counts, so the narrower ones come first. */
const RULES: readonly (readonly [MemoryCategory, RegExp])[] = [
  [
    "core",
    /\b(?:allerg\w+|intoleran\w+|diabet\w+|asthma\w*|epilep\w+|migraines?|coeliac|celiac|surgery|operation|diagnosed|insulin|medication|metformin|pregnant|suffers? from|blood (?:type|group|pressure)|stroke|heart attack|born|tablets|pills|appendix|tonsils|(?:broke|tore|fractured) their|turned \w+|cancer|diabetes|dementia|birthday|is called|years old|anniversary|mother tongue|native language|first language|maiden name|middle name|citizenship|nationality|(?:mum|dad|parent|father|mother|twin) of)\b|^(?:is |originally )?from\b|^grew up|^lost their (?:father|mother|dad|mum|mom|wife|husband|son|daughter|brother|sister)|bad (?:back|knee)|of (?:two|three|four|five|six) (?:children|siblings)$|the (?:youngest|oldest|eldest) of|^can't (?:eat|have|drink|tolerate|digest)|adopted/i,
  ],
  [
    "learnings",
    /\b(?:(?:is |been )?(?:learning|studying)|learn(?:ed|t)|stud(?:y|ies|ied)|graduated|degree|PhD|doctorate|course|class|lessons|learn|taught themselves)\b/i,
  ],
  [
    "skills",
    /^(?:speaks|can(?:'t)? (?:swim|drive|ride|cook|sing|dance|juggle|read music|sew|knit|type|play|speak)|knows how|(?:very |quite |pretty )?(?:good|bad|terrible|hopeless|great|excellent|fluent) (?:at|in)|bilingual|qualified)\b/i,
  ],
  [
    "interests",
    /^(?:loves?|likes?|hates?|enjoys?|prefers?|adores?|detests?|loathes?|dislikes?|doesn't (?:like|enjoy|care)|can't (?:stand|bear)|favou?rite|(?:is )?(?:a (?:\w+ )?fan|into)|interested|keen|obsessed|passionate|fond|scared|afraid|terrified)\b/i,
  ],
  [
    "core",
    new RegExp(
      `^(?:(?:older|younger|little|big|best|eldest|oldest|youngest|twin|late) )?(?:${kinWords})\\b|\\b(?:has|have) (?:no|an?|two|three|four|five|\\d+) (?:\\w+ ){0,2}?(?:${kinWords})\\b|\\b(?:married|divorced|engaged|widowed|expecting|having a baby)\\b`,
      "i",
    ),
  ],
  [
    "habits",
    /^(?:(?:usually|always|often|normally|mostly|generally|regularly|rarely|never|hardly|sometimes)\b|stopped|quit (?!my job|their job)|gave up|doesn't (?:drink|smoke|eat|watch|wear|vote|use))|\b(?:every|each) (?:other |single )?(?:day|morning|evening|night|week|weekend|\w+day)|\b(?:once|twice|times) (?:a|per) (?:day|week|month)|\bon \w+days\b|\b(?:at|on) weekends|\b(?:before|after) (?:work|breakfast|bed)/i,
  ],
  [
    "work",
    /\b(?<!to )(?:works?|worked|working|job|retired|promoted|colleagues?|boss|manages?|leads?|runs? (?:a|the|two)|company|business|freelance\w*|teaches|(?:is|as) (?:a|an|the) (?:[\w-]+ ){0,2}(?:\w+(?:er|or|ist|ian|man|woman)|nurse|judge|chef|cook|vet|pilot|head|midwife|student|apprentice|intern))\b/i,
  ],
  [
    "hobbies",
    /\b(?:plays?|collects?|sings?|dances?|knits?|paints?|breeds?|grows?|restores?|keeps?|hobb(?:y|ies)|volunteers?|coaches|marathon|choir|band|orchestra|climb\w*|training for|free time|spare time|beekeeper|birdwatcher|hiker|sailor|runner|cyclist)\b/i,
  ],
  [
    "lifestyle",
    /\b(?:lives?|living|moved|moving|house|flat|apartment|garden|car|bike|vegan|vegetarian|pescatarian|drives?|owns?|bought|boat|cottage|wears?|eats?|drinks?|smoker|teetotal\w*|owl|riser|person)\b/i,
  ],
];

/** The category of a memory, by the words of its content; `other` when none of them is known. */
export function memoryCategoryOf(content: string): MemoryCategory {
  const state = content.replace(/^is /i, "");
  return RULES.find(([, pattern]) => pattern.test(content) || pattern.test(state))?.[0] ?? "other";
}
