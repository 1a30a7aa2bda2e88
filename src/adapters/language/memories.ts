import type { DigestMemory } from "../../domain/digest.js";
import { folded } from "../../domain/folded-text.js";
import { memoryContent } from "../../domain/limits.js";
import { Refused } from "../../domain/rules.js";
import type { Transcript } from "../../domain/transcript.js";
import type { SummaryContext } from "../../ports/driven/summariser.js";
import type { Sentence } from "./analysis.js";
import { corrected } from "./corrections.js";
import { isEarnest } from "./earnest.js";
import { type Fact, factOf } from "./fact-forms.js";
import { giveWay, isHoldingUp } from "./give-way.js";
import { kinFact } from "./kin-facts.js";
import { memoryCategoryOf } from "./memory-categories.js";
import { ownClauses } from "./own-clauses.js";
import { ownSentences } from "./own-sentences.js";
import { SettledTimes } from "./settled-times.js";
import { noted } from "./third-person.js";
import { wordsOf } from "./words.js";

const MOST_MEMORIES = 12;
/** More than this is a story. */
const MOST_WORDS = 24;

interface Setting {
  readonly transcript: Transcript;
  readonly sentences: readonly Sentence[];
  readonly context: SummaryContext;
}

interface Found {
  readonly content: string;
  readonly tells: number;
  readonly index: number;
  readonly segmentIds: readonly string[];
}

/**
 * Decision 5.8: what lasts of what the user tells of themselves in earnest, each as a line of a list of memories:
 * "Allergic to peanuts", "Sister Ana lives in Porto". The user is its subject and not named, for names change. When in
 * doubt, none: a false memory costs more trust than a missed one.
 */
export async function memoriesOf({ transcript, sentences, context }: Setting): Promise<DigestMemory[]> {
  const times = new SettledTimes(context);
  const found = new Map<string, Found>();
  for (const sentence of ownSentences(sentences, transcript, context)) {
    if (isHoldingUp()) await giveWay();
    if (!MAY_TELL.test(sentence.text) || !isEarnest(sentence, sentences)) continue;
    const business = isBusiness(sentence, sentences);
    for (const memory of factsIn(sentence, sentences, { times, business, userName: context.userName })) {
      const key = folded(memory.content);
      const known = found.get(key);
      const segmentIds = [...new Set([...(known?.segmentIds ?? []), ...memory.segmentIds])];
      found.set(key, { ...(known ?? memory), segmentIds });
    }
  }
  const best = Array.from(found.values()).sort((a, b) => b.tells - a.tells || a.index - b.index);
  return withoutNarrower(best.slice(0, MOST_MEMORIES * 8))
    .slice(0, MOST_MEMORIES)
    .map(({ content, segmentIds }) => ({ content, category: memoryCategoryOf(content), segmentIds }));
}

/** A cheap look before the costly one. */
const MAY_TELL = /\b(?:I|I'm|I've|we|we're|we've|my|our|s?he)\b/i;

const beginAlike = (a: string, b: string): boolean => a.slice(0, 3) === b.slice(0, 3);

/** "By the way, I'm vegetarian". */
const PREAMBLE =
  /^(?:(?:yes|no|nope|yeah|right|okay|ok)[.,!] |(?:and|but|so|well|oh),? )*(?:(?:by the way|to be honest|honestly|as it happens|as a matter of fact|in fact|you see|you know|like I said|as I (?:just |already )?said|for me|for what it's worth|unfortunately|sadly|luckily|these days|nowadays|right now|at the moment),? )?/i;

function factsIn(
  sentence: Sentence,
  sentences: readonly Sentence[],
  { times, business, userName }: { times: SettledTimes; business: boolean; userName: string },
): Found[] {
  const said = corrected(withKin(sentence, sentences).replace(PREAMBLE, ""));
  if (said === undefined) return [];
  const facts: Found[] = [];
  for (const { text, isShared } of ownClauses(said)) {
    const ofSelf = isShared && business ? undefined : factOf(text, isShared, times.month);
    const fact = kinFact(text, times.month) ?? ofSelf;
    const content = fact && contentOf(fact, times);
    if (fact === undefined || content === undefined || content === `Is called ${userName}`) continue;
    const { index, segmentIds } = sentence;
    facts.push({ content, tells: fact.tells, index, segmentIds });
  }
  // Where nothing joins two that begin alike, the second corrects the first: "I live in Bonn, I lived in Bonn".
  const isJoined = /\b(?:and|but|because|so)\b/i.test(said);
  return isJoined
    ? facts
    : facts.filter(({ content }, i) => !facts.slice(i + 1).some((next) => beginAlike(next.content, content)));
}

const POINTS =
  /\b(?:I|I'm|me|us|it|its|it's|that|this|these|those|here|there|they|you|your|yours|you're|one|ones|such|same|something|stuff|things?|whatever|everything|someone|somebody|so|and then|like that|etc)\b/i;
const POINTS_AT_PEOPLE = /\b(?:he|she|him|her|his|hers|them|their)\b/i;
/** "Her boss" is the boss of whom the memory is about; "her" alone is another. */
const POINTS_AT_OTHERS = /\b(?:he|she|him|hers|them)\b|\bher(?=$| (?:and|or|in|at|to|on|for|since)\b)/i;

function contentOf({ text, isPast, ofAnother }: Fact, times: SettledTimes): string | undefined {
  if (POINTS.test(text) || (ofAnother ? POINTS_AT_OTHERS : POINTS_AT_PEOPLE).test(text)) return undefined;
  const words = wordsOf(text);
  if (words.length < 2 && !STANDS_ALONE.test(text)) return undefined;
  if (words.length > MOST_WORDS || words.length === 0 || LEFT_OPEN.test(text)) return undefined;
  const settled = times.settled(text, isPast);
  const content = settled === undefined ? undefined : noted(settled);
  return content === undefined || memoryContent.read(content) instanceof Refused ? undefined : content;
}

/** "Vegetarian". */
const STANDS_ALONE =
  /^(?:vegetarian|vegan|pescatarian|diabetic|coeliac|celiac|asthmatic|dyslexic|epileptic|left-handed|right-handed|(?:short|long|near)-sighted|colou?r-blind|deaf|pregnant|single|married|divorced|widowed|retired|self-employed|bilingual|autistic|teetotal)$/i;
/** Where the speaker broke off. */
const LEFT_OPEN =
  /\b(?:in|at|for|with|to|of|the|a|an|my|their|and|or|as|on|from|by|near|than|about|is|are|called|two|three)$/i;

/** "She lives in Porto", right after "my sister": whom it means is said. */
function withKin(sentence: Sentence, sentences: readonly Sentence[]): string {
  const { text, index, speaker } = sentence;
  const [, opening = "", pronoun] = PRONOUN.exec(text) ?? [];
  const before = sentences[index - 1];
  if (pronoun === undefined || before?.speaker.key !== speaker.key || !isEarnest(before, sentences)) return text;
  const named = Array.from(before.text.matchAll(KIN_NAMED));
  const [only] = named;
  const { kin = "", name } = only?.groups ?? {};
  if (
    named.length !== 1 ||
    (FEMALE.test(kin) && /^h(?:e|is)$/i.test(pronoun)) ||
    (MALE.test(kin) && /^(?:she|her)$/i.test(pronoun))
  )
    return text;
  const whose = /^(?:his|her)$/i.test(pronoun) ? "'s" : "";
  return `My ${kin}${name === undefined ? "" : ` ${name}`}${whose}${text.slice(opening.length + pronoun.length)}`;
}

const PRONOUN = /^((?:and |but )?)(s?he(?= )|(?:his|her)(?= (?:name|birthday) is ))/i;

const PEOPLE =
  "sister|brother|mother|father|mum|mom|dad|wife|husband|partner|girlfriend|boyfriend|son|daughter|grandmother|grandfather|grandma|grandpa|aunt|uncle|cousin|niece|nephew|dog|cat";
const KIN_NAMED = new RegExp(
  String.raw`\b(?:[Mm]y|[Oo]ur|have an?)(?: (?:older|younger|little|big|twin))? (?<kin>(?:${PEOPLE})(?:-in-law)?)\b(?:(?:,? (?:is )?(?:called|named))?,? (?<name>\p{Lu}\p{Ll}+))?`,
  "gu",
);
const FEMALE = /^(?:sister|mother|mum|mom|wife|girlfriend|daughter|grandmother|grandma|aunt|niece)/;
const MALE = /^(?:brother|father|dad|husband|boyfriend|son|grandfather|grandpa|uncle|nephew)/;

const BUSINESS =
  /\b(?:meetings?|team|customers?|clients?|servers?|databases?|deploy\w*|release\w*|product|projects?|users?|offices?|company|budget|quarter|department|vendors?|suppliers?|software|sprint|backlog|staff|committee|stakeholders?|market\w*|sales|code|app)\b/i;
/** How far around a "we" talk of business makes it a company's. */
const COMPANY_NEAR = 4;

function isBusiness({ index, text }: Sentence, sentences: readonly Sentence[]): boolean {
  if (!/\b(?:we|our)\b|\b(?:we'|our)/i.test(text)) return false;
  return sentences
    .slice(Math.max(0, index - COMPANY_NEAR), index + COMPANY_NEAR + 1)
    .some((near) => BUSINESS.test(near.text));
}

/** "Lives in Porto" says nothing that "Lives in Porto with their sister" does not. */
function withoutNarrower(found: readonly Found[]): Found[] {
  const words = found.map(({ content }) => new Set(wordsOf(content)));
  return found.filter((_, i) => {
    const own = words[i] ?? new Set();
    return !words.some(
      (other, j) => j !== i && other.size > own.size && Array.from(own).every((word) => other.has(word)),
    );
  });
}
