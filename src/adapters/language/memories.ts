import type { DigestMemory } from "../../domain/digest.js";
import { folded } from "../../domain/folded-text.js";
import { memoryContent } from "../../domain/limits.js";
import { Refused } from "../../domain/rules.js";
import type { Transcript } from "../../domain/transcript.js";
import type { SummaryContext } from "../../ports/driven/summariser.js";
import type { Sentence } from "./analysis.js";
import { compiled } from "./compiled.js";
import { corrected } from "./corrections.js";
import { type Fact, factOf, factPatterns } from "./fact-forms.js";
import { giveWay, isHoldingUp } from "./give-way.js";
import { joined, type Noted } from "./joined-facts.js";
import { kinFact } from "./kin-facts.js";
import { memoryCategoryOf } from "./memory-categories.js";
import { ownClauses } from "./own-clauses.js";
import { ownSentences } from "./own-sentences.js";
import { capitalised } from "./plain-text.js";
import { SettledTimes } from "./settled-times.js";
import { tellingsOf, type Telling } from "./tellings.js";
import { inTheirWords } from "./third-person.js";
import { wordsOf } from "./words.js";

const MOST_MEMORIES = 12;
/** More than this is a story. */
const MOST_WORDS = 24;

interface Setting {
  readonly transcript: Transcript;
  readonly sentences: readonly Sentence[];
  readonly context: SummaryContext;
}

/**
 * Decision 5.8: what lasts of what is told of the user in earnest, each as a line of a list of memories: "Is allergic
 * to peanuts", "Sister Ana lives in Porto". The user is its subject and not named, for names change. When in doubt,
 * none: a false memory costs more trust than a missed one.
 */
export async function memoriesOf({ transcript, sentences, context }: Setting): Promise<DigestMemory[]> {
  await compiled(factPatterns);
  const times = new SettledTimes(context);
  const found: Noted[] = [];
  for (const telling of await tellingsOf(sentences, ownSentences(sentences, transcript, context))) {
    if (isHoldingUp()) await giveWay();
    if (!MAY_TELL.test(telling.text)) continue;
    const business = isBusiness(telling, sentences);
    found.push(...(await factsIn(telling, { times, business, userName: context.userName })));
  }
  const once = new Map<string, Noted>();
  for (const fact of joined(found)) {
    const key = folded(fact.content);
    const known = once.get(key);
    const segmentIds = [...new Set([...(known?.segmentIds ?? []), ...fact.segmentIds])];
    once.set(key, { ...(known ?? fact), segmentIds });
  }
  const best = Array.from(once.values()).sort((a, b) => b.tells - a.tells || a.index - b.index);
  return withoutNarrower(best.slice(0, MOST_MEMORIES * 8))
    .slice(0, MOST_MEMORIES)
    .map(({ content, segmentIds }) => ({ content, category: memoryCategoryOf(content), segmentIds }));
}

/** A cheap look before the costly one. */
const MAY_TELL = /\b(?:I|I'm|I've|we|we're|we've|my|our|s?he)\b/i;

const BEING = /^(?:is|are|has|have|was|works as) (?:an? )?/i;
const beginAlike = (a: string, b: string): boolean =>
  a.replace(BEING, "").slice(0, 3) === b.replace(BEING, "").slice(0, 3);

/** "By the way, I'm vegetarian". */
const PREAMBLE = new RegExp(
  [
    String.raw`^(?:(?:yes|no|nope|yeah|right|okay|ok)[.,!] |(?:and|but|so|well|oh),? )*`,
    String.raw`(?:(?:by the way|to be honest|honestly|as it happens|as a matter of fact|in fact|you see|you know|like I said|as I (?:just |already )?said|for me|for what it's worth|unfortunately|sadly|luckily|these days|nowadays|right now|at the moment|just so you know|for the record|remember|don't forget|truth is|to tell you the truth|guess what|funnily enough|believe it or not|I'll be honest|full disclosure)(?: that|,)* )?`,
    String.raw`(?:(?:(?:the|my) (?:thing|problem|trouble|truth|point|catch|reason|only thing|issue)(?:'s| is)|(?:it )?turns out|I (?:should|have to|must|ought to|forgot to|meant to|need to|can) (?:also )?(?:say|mention|tell you|add|warn you|admit)|(?:like )?I(?:'ve)? told you(?: before)?|(?:and |so )?(?:you (?:do |will |'ll )?|(?:please )?do )?remember|you (?:do )?know|remember|tell (?:them|him|her)|remind (?:them|him|her)|as you know|I've told you|did I say|that's because|it's because|because|since)(?: that|,)* (?=(?:I|we|my|our)\b))?`,
  ].join(""),
  "i",
);

async function factsIn(
  { text, index, from }: Telling,
  { times, business, userName }: { times: SettledTimes; business: boolean; userName: string },
): Promise<Noted[]> {
  const said = corrected(text.replace(PREAMBLE, ""));
  if (said === undefined) return [];
  const facts: Noted[] = [];
  const segmentIds = [...new Set(from.flatMap((sentence) => sentence.segmentIds))];
  for (const { text: clause, isShared } of ownClauses(said)) {
    if (isHoldingUp()) await giveWay();
    const kin = kinFact(clause, times.month);
    const fact =
      kin === undefined ? (isShared && business ? undefined : factOf(clause, isShared, times.month)) : kin.trait;
    const content = fact && contentOf(fact, times);
    if (kin?.of !== undefined && kin.trait === undefined)
      facts.push({ content: "", of: kin.of, tells: 3, index, segmentIds });
    else if (fact !== undefined && content !== undefined && content !== `Is called ${userName}`)
      facts.push({
        content: kin === undefined ? capitalised(content) : content,
        of: kin?.of,
        tells: fact.tells,
        index,
        segmentIds,
      });
  }
  // Where nothing joins two that begin alike, the second corrects the first: "I live in Bonn, I lived in Bonn".
  const isJoined = /\b(?:and|but|because|so)\b/i.test(said);
  return isJoined
    ? facts
    : facts.filter(
        ({ content, of }, i) =>
          content === "" ||
          !facts.slice(i + 1).some((next) => next.of?.kin === of?.kin && beginAlike(next.content, content)),
      );
}

const POINTS =
  /\b(?:I|I'm|me|us|it|its|it's|that|this(?! (?:year|month|spring|summer|autumn|fall|winter|January|February|March|April|May|June|July|August|September|October|November|December)\b)|these|those|here|there|they|you|your|yours|you're|(?<!-|\btype )one|ones|such|same|something|stuff|things?|whatever|everything|someone|somebody|so|and then|like that|etc)\b/i;
const POINTS_AT_PEOPLE = /\b(?:he|she|him|her|his|hers|them|their)\b/i;
/** "Her boss" is the boss of whom the memory is about; "her" alone is another. */
const POINTS_AT_OTHERS = /\b(?:he|she|him|hers|them)\b|\bher(?=$| (?:and|or|in|at|to|on|for|since)\b)/i;

const WITH_USER = /\b(lives?|living) with (?:me|us)\b/;

/** "Lives with me" and "a four-month-old", as they are told to others and later. */
const plainly = (text: string, times: SettledTimes): string =>
  text
    .replace(/\bkids\b/g, "children")
    .replace(
      /^(has an? (?:heart|back|knee|hip|lung|kidney|liver|thyroid|skin|blood|sleep|stomach|bowel|eye) )thing\b/,
      "$1condition",
    )
    .replace(/^(has (?:\p{Ll}+ )?(?:twin )?)girls$/u, "$1daughters")
    .replace(/^(has (?:\p{Ll}+ )?(?:twin )?)boys$/u, "$1sons")
    .replace(/\bhas (coeliac|celiac)$/, "has $1 disease")
    .replace(
      /^has an? (\S+)-(week|month)-old\b/,
      (_, count: string, unit: string) => `has a baby born ${count} ${unit}s ago`,
    )
    .replace(
      /\bborn (\S+ (?:weeks|months) ago)\b/,
      (_, ago: string) => `born around ${times.settled(ago, true)?.replace(/^in /, "") ?? ""}`,
    );

function contentOf({ text: said, isPast, ofAnother }: Fact, times: SettledTimes): string | undefined {
  const text = plainly(said.replace(WITH_USER, "$1 in the house"), times);
  if (POINTS.test(text) || (ofAnother ? POINTS_AT_OTHERS : POINTS_AT_PEOPLE).test(text)) return undefined;
  const words = wordsOf(text);
  if (words.length < 2 && !STANDS_ALONE.test(text)) return undefined;
  if (/^goes (?:every|each|once|twice|on \p{Lu}\p{Ll}+days?)\b(?: (?:other )?\p{L}+)?$/u.test(text)) return undefined;
  if (words.length > MOST_WORDS || words.length === 0 || LEFT_OPEN.test(text)) return undefined;
  const settled = times.settled(text, isPast);
  const worded = settled?.replace(/\b(lives?|living) in the house\b/, "$1 in the same household");
  const content =
    settled === undefined
      ? undefined
      : inTheirWords(worded ?? settled)
          .replace(/\s+/g, " ")
          .trim();
  return content === undefined || memoryContent.read(content) instanceof Refused ? undefined : content;
}

/** "Vegetarian". */
const STANDS_ALONE =
  /^(?:vegetarian|vegan|pescatarian|diabetic|coeliac|celiac|asthmatic|dyslexic|epileptic|left-handed|right-handed|(?:short|long|near)-sighted|colou?r-blind|deaf|pregnant|single|married|divorced|widowed|retired|self-employed|bilingual|autistic|teetotal|died|passed away|emigrated|asthmatic|adopted)$/i;
/** Where the speaker broke off. */
const LEFT_OPEN =
  /\b(?<!-)(?:in|at|for|with|to|of|the|a|an|my|their|and|or|as|on|from|by|near|than|about|is|are|called|two|three)$/i;

const BUSINESS =
  /\b(?:meetings?|team|customers?|clients?|servers?|databases?|deploy\w*|release\w*|product|projects?|users?|offices?|company|budget|quarter|department|vendors?|suppliers?|software|sprint|backlog|staff|committee|stakeholders?|market\w*|sales|code|app)\b/i;
/** How far around a "we" talk of business makes it a company's. */
const COMPANY_NEAR = 4;

function isBusiness({ index, text }: Telling, sentences: readonly Sentence[]): boolean {
  if (!/\b(?:we|our)\b|\b(?:we'|our)/i.test(text)) return false;
  return sentences
    .slice(Math.max(0, index - COMPANY_NEAR), index + COMPANY_NEAR + 1)
    .some((near) => BUSINESS.test(near.text));
}

/** What words share however they are bent: "nuts" and "nut". */
const stemOf = (word: string): string => word.slice(0, STEM).replace(/s$/, "");
const STEM = 5;
/** What only holds a memory together. */
const FRAME = /^(?:is|are|was|been|has|have|an?|the|named|called|of|their|who)$/;

/** "Lives in Porto" says nothing that "Lives in Porto with their sister" does not. */
function withoutNarrower(found: readonly Noted[]): Noted[] {
  const words = found.map(
    ({ content }) =>
      new Set(
        wordsOf(content)
          .filter((word) => !FRAME.test(word))
          .map(stemOf),
      ),
  );
  return found.filter((_, i) => {
    const own = words[i] ?? new Set();
    return !words.some(
      (other, j) => j !== i && other.size > own.size && Array.from(own).every((word) => other.has(word)),
    );
  });
}
