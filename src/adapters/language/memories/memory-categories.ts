import type { MemoryCategory } from "../../../domain/memory/memory-category.js";
import { kinWords } from "../talk/kin.js";

interface ContentPattern {
  test(content: string): boolean;
}

/** The first that fits counts, so the narrower ones come first. */
const RULES: readonly (readonly [MemoryCategory, ContentPattern])[] = [
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
  ["core", { test: isAboutFamily }],
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

/** To be compiled before the first use, see `compiled`. */
export const categoryPatterns: readonly RegExp[] = RULES.flatMap(([, pattern]) =>
  pattern instanceof RegExp ? [pattern] : [],
);

const KIN_WORDS = kinWords.split("|");
const BEGINNING = /^(?:older|younger|little|big|best|eldest|oldest|youngest|twin|late) /;
const NUMBER_OWNED = /\b(?:has|have) (?:no|an?|two|three|four|five|\d+) /g;
const NEXT_WORD = /\w+ /y;
/** How many other words may stand between the number and the relatives: "has two very small children". */
const MAX_WORDS_BETWEEN = 2;
const FAMILY_STATUS = /\b(?:married|divorced|engaged|widowed|expecting|having a baby)\b/;

/** Compares words one by one: a pattern of all of them takes V8 some 40 ms to compile. */
function isAboutFamily(content: string): boolean {
  const text = content.toLowerCase();
  const starts = [0, BEGINNING.exec(text)?.[0].length ?? 0];
  for (const { 0: number, index } of text.matchAll(NUMBER_OWNED))
    starts.push(...wordStarts(text, index + number.length));
  return starts.some((start) => hasKinWordAt(text, start)) || FAMILY_STATUS.test(text);
}

/** The place itself, and where the next words begin. */
function wordStarts(text: string, start: number): number[] {
  const starts = [start];
  NEXT_WORD.lastIndex = start;
  while (starts.length <= MAX_WORDS_BETWEEN && NEXT_WORD.test(text)) starts.push(NEXT_WORD.lastIndex);
  return starts;
}

const hasKinWordAt = (text: string, start: number): boolean =>
  KIN_WORDS.some((word) => text.startsWith(word, start) && isWordBoundary(text, start + word.length));

const WORD_CHARACTER = /\w/;

/** As `\b` in a pattern. */
const isWordBoundary = (text: string, at: number): boolean =>
  WORD_CHARACTER.test(text.charAt(at - 1)) !== WORD_CHARACTER.test(text.charAt(at));

/** The category of a memory, by the words of its content; `other` when none of them is known. */
export function memoryCategoryOf(content: string): MemoryCategory {
  const state = content.replace(/^is /i, "");
  return RULES.find(([, pattern]) => pattern.test(content) || pattern.test(state))?.[0] ?? "other";
}
