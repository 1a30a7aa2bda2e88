import type { Transcript } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import type { Sentence } from "../text/analysis.js";
import { isWithoutCapitals, withCapitals } from "./capitals.js";
import { clausesAlone } from "./clauses-alone.js";
import { compiled } from "../text/compiled.js";
import { corrected } from "./corrections.js";
import { type Fact, factOf, factPatterns } from "./fact-forms.js";
import { worded } from "./fact-wording.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import type { Noted } from "./joined-facts.js";
import { kinFact, plainKinFact, type Relative } from "./kin-facts.js";
import { isMeant, isStanding } from "../talk/earnest.js";
import { ownClauses } from "./own-clauses.js";
import { ownSentences } from "../talk/own-sentences.js";
import { capitalised } from "../text/plain-text.js";
import { isPassing, plainFact } from "./plain-facts.js";
import { SettledTimes } from "./settled-times.js";
import { tellingsOf, type Telling } from "./tellings.js";
import { carriesMeaning, wordsOf } from "../text/words.js";
import { touchPatterns } from "./touched-on.js";

export interface Setting {
  readonly transcript: Transcript;
  readonly sentences: readonly Sentence[];
  readonly context: SummaryContext;
}

/** What is said of the user and may be worth keeping, and how it was said. */
export interface ToldFact {
  readonly noted: Noted;
  /** The clause that says it, in the first person. */
  readonly clause: string;
  readonly isShared: boolean;
  /** Whether its form is known to tell what lasts. */
  readonly isKnown: boolean;
  /** Whether the same sentence tells something else whose form is known. */
  readonly isBesideKnown: boolean;
  readonly telling: Telling;
  /** The sentences of the conversation. */
  readonly sentences: readonly Sentence[];
}

/** Those that are told later are left out. A working day of ordinary talk has half as many. */
const MAX_FACTS = 3_000;

/** All that is told of the user in earnest, whether it lasts or passes. */
export async function toldFacts({ transcript, sentences, context }: Setting): Promise<ToldFact[]> {
  await compiled([...factPatterns, ...touchPatterns]);
  const times = new SettledTimes(context);
  const found: Omit<ToldFact, "isBesideKnown">[] = [];
  const own = ownSentences(sentences, transcript, context);
  const written = isWithoutCapitals(sentences) ? withCapitals : (text: string): string => text;
  const reading = { times, sentences, userName: context.userName };
  for (const telling of await tellingsOf(sentences, own)) {
    if (found.length >= MAX_FACTS) break;
    if (isYieldDue()) await yieldToEventLoop();
    if (!MAY_TELL.test(telling.text)) continue;
    found.push(...(await factsIn(telling, reading)));
  }
  const told = Map.groupBy(found, ({ noted }) => noted.index);
  for (const sentence of own) {
    if (found.length >= MAX_FACTS) break;
    if (isYieldDue()) await yieldToEventLoop();
    if (!isStanding(sentence, sentences)) continue;
    const known = told.get(sentence.index) ?? [];
    const stems = new Set(known.flatMap(stemsOf));
    for (const telling of aloneIn({ ...sentence, text: written(sentence.text) }))
      for (const fact of await factsIn(telling, reading)) {
        const isNew = stemsOf(fact).some((stem) => !stems.has(stem));
        if (isNew && !known.some(({ noted }) => beginAlike(noted.content, fact.noted.content))) found.push(fact);
      }
  }
  const known = Map.groupBy(
    found.filter(({ isKnown }) => isKnown),
    ({ noted }) => noted.index,
  );
  return found.map((fact) => ({
    ...fact,
    isBesideKnown: known.get(fact.noted.index)?.some((other) => other !== fact) === true,
  }));
}

/** What words share however they are bent. */
const STEM = 5;

const stemsOf = ({ clause, noted }: Pick<ToldFact, "clause" | "noted">): string[] =>
  wordsOf(`${clause} ${noted.content}`)
    .filter(carriesMeaning)
    .map((word) => word.slice(0, STEM));

/** What of a sentence was not told outright, clause by clause: "After four if you can, I drive the school bus". */
const aloneIn = (sentence: Sentence): Telling[] =>
  clausesAlone(sentence.text)
    .filter(
      ({ text, before, after }) =>
        isMeant(before.slice(-NEAR) + text) && !UNMEANT_BEFORE.test(before) && !UNMEANT_AFTER.test(after),
    )
    .map(({ text, before, after }) => ({
      text,
      index: sentence.index,
      from: [sentence],
      manner: "in a clause",
      around: { before: before.slice(-NEAR), after: after.slice(0, NEAR) },
    }));

/** In characters: how much of what stands around a clause may change what it means. */
const NEAR = 200;
/** "And she was, I hate meetings": another's words. */
const UNMEANT_BEFORE = /\b(?:he|she|they|it|who|\p{Lu}\p{Ll}+)(?:'s| was| were| is| are| goes| went)[,: ]*$/u;
/** A question, and what is taken back at once. */
const UNMEANT_AFTER =
  /^[^.!;]*\?|^[.,;:–— -]*(?:no|sorry|wait|I mean|or rather|or (?:he|she|they|it|do|did|am|was)|actually|not)\b/i;

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

interface Reading {
  readonly times: SettledTimes;
  readonly sentences: readonly Sentence[];
  readonly userName: string;
}

async function factsIn(
  telling: Telling,
  { times, sentences, userName }: Reading,
): Promise<Omit<ToldFact, "isBesideKnown">[]> {
  const { text, index, from } = telling;
  const said = corrected(text.replace(PREAMBLE, ""));
  if (said === undefined) return [];
  const business = isBusiness(telling, sentences);
  const facts: Omit<ToldFact, "isBesideKnown">[] = [];
  const segmentIds = [...new Set(from.flatMap((sentence) => sentence.segmentIds))];
  for (const { text: clause, isShared } of ownClauses(said)) {
    if (isYieldDue()) await yieldToEventLoop();
    const known = knownFact(clause, isShared, times);
    const { of, fact } = known ?? (isOfTheirs(clause, sentences[index]) ? NOTHING : openFact(clause));
    if (isShared && business && of === undefined) continue;
    if (known === undefined && fact !== undefined && isPassing(fact.text)) continue;
    const content = of !== undefined && fact === undefined ? "" : fact && worded(fact, times);
    if (content === undefined || content === `is called ${userName}`) continue;
    facts.push({
      noted: {
        content: of === undefined ? capitalised(content) : content,
        of,
        tells: fact?.tells ?? 3,
        index,
        segmentIds,
      },
      clause,
      isShared,
      isKnown: known !== undefined && telling.manner !== "touched on",
      telling,
      sentences,
    });
  }
  // Where nothing joins two that begin alike, the second corrects the first: "I live in Bonn, I lived in Bonn".
  const isJoined = /\b(?:and|but|because|so)\b/i.test(said);
  return isJoined
    ? facts
    : facts.filter(
        ({ noted: { content, of } }, i) =>
          content === "" ||
          !facts.slice(i + 1).some(({ noted: next }) => next.of?.kin === of?.kin && beginAlike(next.content, content)),
      );
}

interface Read {
  readonly of?: Relative | undefined;
  readonly fact: Fact | undefined;
}

function knownFact(clause: string, isShared: boolean, { month }: SettledTimes): Read | undefined {
  const kin = kinFact(clause, month);
  if (kin !== undefined) return { of: kin.of, fact: kin.trait };
  const fact = factOf(clause, isShared, month);
  return fact && { fact };
}

const NOTHING: Read = { fact: undefined };

/** "My husband's prescription": what is said of it is not said of him. */
function isOfTheirs(clause: string, sentence: Sentence | undefined): boolean {
  const noun = /^my [\p{L} -]+'s (?<noun>\p{Ll}+)$/u.exec(clause)?.groups?.["noun"];
  return noun !== undefined && sentence?.tokens.find(({ lower }) => lower === noun)?.pos === "NOUN";
}

function openFact(clause: string): Read {
  const kin = plainKinFact(clause);
  return kin === undefined ? { fact: plainFact(clause) } : { of: kin.of, fact: kin.trait };
}

const BUSINESS =
  /\b(?:meetings?|team|customers?|clients?|servers?|databases?|deploy\w*|release\w*|product|projects?|users?|offices?|company|budget|quarter|department|vendors?|suppliers?|software|sprint|backlog|staff|committee|stakeholders?|market\w*|sales|code|app|slides?|Slack|Jira|GitHub|GitLab|Kubernetes|AWS|Azure|Notion|Excel)\b/i;
/** How far around a "we" talk of business makes it a company's. */
const COMPANY_NEAR = 4;

function isBusiness({ index, text }: Telling, sentences: readonly Sentence[]): boolean {
  if (!/\b(?:we|our)\b|\b(?:we'|our)/i.test(text)) return false;
  return sentences
    .slice(Math.max(0, index - COMPANY_NEAR), index + COMPANY_NEAR + 1)
    .some((near) => BUSINESS.test(near.text));
}
