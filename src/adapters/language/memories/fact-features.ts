import type { Sentence } from "../text/analysis.js";
import { ailmentLike, medicineLike } from "./ailments.js";
import { foodLike } from "./foods.js";
import { goesFar, isMeant } from "../talk/earnest.js";
import { instrumentLike } from "./instruments.js";
import { kinWords } from "../talk/kin.js";
import { slotOf, slotsNamed } from "../text/logistic-classifier.js";
import { occupationLike } from "./occupations.js";
import type { ToldFact } from "./told-facts.js";

/** A power of two: how many weights there are. */
export const FACT_SLOTS = 2 ** 15;

/** In words. */
const LEAD = 2;

const TOKEN = /\p{L}+(?:'\p{L}+)*|\d[\d.,:/-]*|[?!,:"]/gu;

/** What a clause is about, in words that it need not have been learnt with. */
const TOPICS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["work", new RegExp(String.raw`\b(?:an?|as|the) (?:[\p{L}-]+ ){0,2}?(?:${occupationLike})\b`, "u")],
  ["ill", new RegExp(String.raw`\b(?:${ailmentLike})\b`, "u")],
  ["cure", new RegExp(String.raw`\b(?:${medicineLike})\b`, "u")],
  ["food", new RegExp(String.raw`\b(?:${foodLike})\b`, "u")],
  ["plays", new RegExp(String.raw`\b(?:${instrumentLike})\b`, "u")],
  ["kin", new RegExp(String.raw`\b(?:${kinWords})\b`, "u")],
  ["years", /\b(?:since|years?|months|decades?|(?:19|20)\d\d|childhood|age|school|born)\b/u],
  [
    "again",
    /\b(?:every|each|always|never|usually|mornings|evenings|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|weekends|twice|once a)\b/u,
  ],
  [
    "now",
    /\b(?:today|tonight|tomorrow|yesterday|now|just|minutes?|moment|yet|already|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|o'clock|later|soon|hours?|late|coming|waiting|outside|busy|tired|ready|leaving)\b/u,
  ],
  [
    "office",
    /\b(?:slides?|report|project|deck|meetings?|client|customers?|deadline|budget|draft|email|invoice|contract|team|figures|spreadsheet|minutes|proposal|tickets?|order|delivery|bill)\b/u,
  ],
  ["place", /\b(?:in|from|to|near|at|outside) (?:the )?\p{Lu}\p{Ll}/u],
  ["name", / \p{Lu}\p{Ll}/u],
  [
    "body",
    /\b(?:back|knees?|hips?|eyes?|ears?|heart|hands?|shoulder|foot|feet|leg|legs|arm|arms|head|hair|skin|teeth|stomach|blood|lungs?|liver|wrist|ankle|neck)\b/u,
  ],
];

/** All that a clause may be held against here. */
export const topicPatterns: readonly RegExp[] = TOPICS.map(([, pattern]) => pattern);

/**
 * What the classifier of facts sees: the words of the clause, each with the one before, its first ones with what it is
 * about, what the rules made of it, how it came to be told, and a little of what was said around it.
 * @returns slots from 0 to `FACT_SLOTS`, each once.
 */
export function factFeatures({
  clause,
  isKnown,
  isShared,
  isBesideKnown,
  noted,
  telling,
  sentences,
}: ToldFact): readonly number[] {
  const slots = new Set<number>();
  const add = (feature: string): void => {
    slots.add(slotOf(feature, FACT_SLOTS));
  };
  const tokens = tokensOf(clause);
  const [first = "", second = "", third = ""] = tokens;
  let before = "^";
  for (const token of tokens) {
    add(token);
    add(`${before} ${token}`);
    before = token;
  }
  add(`${before} $`);
  add(`^ ${first} ${second} ${third}`);
  const rule = isKnown ? `rule ${noted.tells}` : "open";
  add(rule);
  add(isKnown ? "rule" : `${rule} ${first} ${second}`);
  add(`how ${telling.manner}`);
  add(`${isKnown ? "rule" : "open"} ${telling.manner}`);
  if (telling.manner === "touched on") add(`touched ${first} ${second} ${third}`);
  if (telling.around !== undefined) {
    const { before, after } = telling.around;
    const lead = tokensOf(before).slice(-LEAD);
    for (const token of lead) add(`lead ${token}`);
    add(`leads ${lead.join(" ")}`);
    add(`ends ${/^[.!]*\?/.test(after) ? "?" : /^[.!]*$/.test(after) ? "last" : "goes on"}`);
    add(`follows ${tokensOf(after).slice(0, LEAD).join(" ")}`);
    if (goesFar(before)) add("unmeant before");
    if (!isMeant(before + telling.text + after)) add("unmeant sentence");
  }
  add(`length ${Math.min(8, Math.floor(tokens.length / 2))}`);
  if (isShared) add("shared");
  if (isBesideKnown) add(`beside ${rule}`);
  add(noted.of === undefined ? "own" : "of kin");
  const topics = TOPICS.filter(([, pattern]) => pattern.test(clause)).map(([name]) => name);
  for (const topic of topics.length === 0 ? ["none"] : topics) {
    add(`about ${topic}`);
    add(`about ${topic} ${first} ${second}`);
    add(`about ${topic} ${first} ${isKnown ? "rule" : "open"}`);
  }
  const sentence = sentences[telling.index];
  if (sentence === undefined) return Array.from(slots);
  const inClause = new Set(tokens);
  for (const token of tokensIn(sentence)) if (!inClause.has(token)) slots.add(BESIDE(token));
  const previous = sentences[telling.index - 1];
  if (previous === undefined) add("first");
  else {
    const who = previous.speaker.key === sentence.speaker.key ? "own" : "other";
    add(`after ${who}${previous.text.endsWith("?") ? "?" : "."}`);
    for (const token of tokensIn(previous)) slots.add(BEFORE[who](token));
  }
  const next = sentences[telling.index + 1];
  if (next !== undefined && next.speaker.key !== sentence.speaker.key)
    for (const token of tokensIn(next)) slots.add(NEXT(token));
  return Array.from(slots);
}

const [BESIDE, NEXT] = [slotsNamed("beside", FACT_SLOTS), slotsNamed("next", FACT_SLOTS)];
const BEFORE = { own: slotsNamed("own before", FACT_SLOTS), other: slotsNamed("other before", FACT_SLOTS) };

const tokensOf = (text: string): string[] =>
  (text.replace(/[’‘]/g, "'").match(TOKEN) ?? []).map((token) => (/^\d/.test(token) ? "#" : token.toLowerCase()));

const known = new WeakMap<Sentence, readonly string[]>();

/** Every clause of a sentence, and those of the sentences beside it, ask for them. */
function tokensIn(sentence: Sentence): readonly string[] {
  const tokens = known.get(sentence) ?? tokensOf(sentence.text);
  known.set(sentence, tokens);
  return tokens;
}
