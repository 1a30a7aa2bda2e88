import type { Analysis, Sentence } from "../text/analysis.js";
import { withoutOpening } from "../text/disfluencies.js";
import { opened } from "../text/openings.js";
import { capitalised, clip, finished } from "../text/plain-text.js";
import { type Candidate, candidate, FEWEST_TERMS, isStatement, type Setting } from "./sentence-ranking.js";
import { inParts, isShort, isShortTalk, PARTS, placesOf } from "../text/parts.js";
import { bestTogether } from "./sentence-choice.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import { carriesMeaning, wordsOf } from "../text/words.js";

/** A sentence longer than this is cut at a joint, where what stands before is whole. */
const LONGEST = 30;
/** Of each part only so many are judged, and the best of those compared with each other. */
const WORTH_A_LOOK = 40;
/** How much more a term weighs in a part that has it more often than others, as a power of how much more often. */
const LOCALITY = 0.5;
const OVERVIEW_LENGTH = 2000;

/**
 * The sentences that stand for the conversation, in the order in which they were said: from each part the best first,
 * then whichever says most that is new. Fewer words when little was said, and never one that was not said.
 * @param items the action items and events of the digest, which are told there and need not be told twice.
 * @param subjects a sentence that goes before.
 */
export async function overviewOf(
  analysis: Analysis,
  weights: ReadonlyMap<string, number>,
  items: readonly Told[] = [],
  subjects?: string,
): Promise<string> {
  const { sentences } = analysis;
  const places = placesOf(sentences);
  const isBrief = analysis.english && isShortTalk(sentences);
  const weightOf = weightsIn(sentences, places, weights);
  const candidates = await candidatesOf(analysis, places, {
    ...analysis,
    weightOf,
    isBrief,
    newsOf: isBrief ? settledBeside(items) : newsBeside(items),
    rootsOf: rootsIn(sentences, places),
  });
  const wordsBefore = subjects === undefined ? 0 : wordsOf(subjects).length;
  const chosen = bestTogether(candidates, places, { weightOf, wordsBefore, isBrief });
  const told = chosen.sort((a, b) => a.sentence.index - b.sentence.index).map(({ text }) => finished(text));
  if (told.length === 0) return asSaid(sentences);
  return clip([...(subjects === undefined ? [] : [subjects]), ...told].join(" "), OVERVIEW_LENGTH);
}

/** What the digest tells beside the overview, and where it was said. */
export interface Told {
  readonly description: string;
  /** What is to be done is told by its item alone; what is to come, by when it is. */
  readonly isTask: boolean;
  readonly segmentIds: readonly string[];
}

/** The sentences that could stand in the overview, a bounded number of each part. */
async function candidatesOf(
  { sentences, english, tongue }: Analysis,
  places: readonly number[],
  setting: Setting,
): Promise<Candidate[]> {
  const promising = inParts(
    sentences,
    (sentence) => places[sentence.index] ?? 0,
    (sentence) => promise(sentence, setting.weightOf),
    WORTH_A_LOOK,
  );
  const candidates: Candidate[] = [];
  for (const part of promising) {
    for (const sentence of part) {
      if (isYieldDue()) await yieldToEventLoop();
      const text = english ? standing(sentence) : (tongue?.withoutOpening(sentence.text) ?? sentence.text);
      if (isStatement(sentence, text)) candidates.push(candidate(sentence, text, setting));
    }
  }
  return candidates;
}

/** What a term weighs in each part: more where it is at home, so that every part is told by what it is about. */
function weightsIn(
  sentences: readonly Sentence[],
  places: readonly number[],
  weights: ReadonlyMap<string, number>,
): Setting["weightOf"] {
  const counts = new Map<string, number[]>();
  for (const { index, terms } of sentences) {
    const place = places[index] ?? 0;
    for (const term of terms) {
      const held = counts.get(term) ?? Array.from({ length: PARTS }, () => 0);
      held[place] = (held[place] ?? 0) + 1;
      counts.set(term, held);
    }
  }
  const local = new Map<string, number[]>();
  for (const [term, held] of counts) {
    const all = held.reduce((sum, count) => sum + count, 0);
    const weight = weights.get(term) ?? 0;
    local.set(
      term,
      held.map((count) => weight * ((count * PARTS) / all) ** LOCALITY),
    );
  }
  return (term, { index }) => local.get(term)?.[places[index] ?? 0] ?? 0;
}

/** In a conversation of so many sentences a subject comes up in most parts, in a shorter one at least twice. */
const MANY = 200;

/**
 * The share of a sentence's terms that come up in other parts of the conversation as well: what a digression speaks
 * of is not spoken of before or after.
 */
function rootsIn(sentences: readonly Sentence[], places: readonly number[]): Setting["rootsOf"] {
  const parts = new Map<string, Set<number>>();
  for (const { index, terms } of sentences) {
    for (const term of terms) {
      const seen = parts.get(term) ?? new Set<number>();
      parts.set(term, seen.add(places[index] ?? 0));
    }
  }
  const enough = isShort(sentences) ? 1 : sentences.length < MANY ? 2 : 3;
  return ({ terms }) => {
    const different = [...new Set(terms)];
    const rooted = different.filter((term) => (parts.get(term)?.size ?? 0) >= enough);
    return rooted.length / Math.max(1, different.length);
  };
}

/** A sentence of which an item has this share of the words is that item, whoever promises it of whom. */
const ALL_BUT = 2 / 3;
/** So little that it is left out where anything else is said. */
const IS_ITEM = 0.03;

/** Less for a sentence that says little but what an item of the digest says. */
function newsBeside(items: readonly Told[]): Setting["newsOf"] {
  const asked = items.map((item) => ({ ...item, words: meaningful(item.description) }));
  return ({ segmentIds }, text) => {
    const beside = asked.filter((item) => item.segmentIds.some((id) => segmentIds.includes(id)));
    if (beside.length === 0) return 1;
    const words = [...meaningful(text)];
    const shareIn = (item: (typeof beside)[number]): number =>
      words.filter((word) => item.words.has(word)).length / Math.max(1, words.length);
    if (beside.some((item) => item.isTask && shareIn(item) >= ALL_BUT)) return IS_ITEM;
    return beside.some((item) => shareIn(item) >= 0.5) ? 0.3 : 1;
  };
}

/** How much more it tells of a short conversation what was agreed in it. */
const SETTLED = 1.6;

/** A short conversation is mostly about what is to be done and to be, and reads best with that in it. */
function settledBeside(items: readonly Told[]): Setting["newsOf"] {
  const settled = new Set(items.flatMap(({ segmentIds }) => segmentIds));
  return ({ segmentIds }) => (segmentIds.some((id) => settled.has(id)) ? SETTLED : 1);
}

const meaningful = (text: string): ReadonlySet<string> => new Set(wordsOf(text).filter(carriesMeaning));

/** What a sentence's terms weigh: a cheap look before its manner is judged. */
function promise(sentence: Sentence, weightOf: Setting["weightOf"]): number {
  const { terms } = sentence;
  if (terms.length < FEWEST_TERMS) return 0;
  const different = new Set(terms);
  let sum = 0;
  for (const term of different) sum += weightOf(term, sentence);
  return sum / Math.sqrt(different.size);
}

/** When nobody made a statement: the first sentences as they are. */
function asSaid(sentences: readonly Sentence[]): string {
  const telling = sentences.filter(({ terms }) => terms.length > 0);
  const said = (telling.length > 0 ? telling : sentences).slice(0, 3).map(({ text }) => finished(capitalised(text)));
  return clip(said.join(" "), OVERVIEW_LENGTH);
}

const JOINT =
  /(?:[;—–]|, (?:and|but|so|because|although|whereas|while|which|where|who|then|as|if)\b|(?: and)? because\b|(?:,| and| but| so)(?= (?:I|we|they|he|she|there|you)\b))/g;

/** Ends in a clause that waits for another: "so if we can't find one". */
const OPEN_END =
  /\b(?:if|when|where|as|once|because|whether|should we|although|while|until|before|unless|that|what)\b[^,;—]{0,60}$|\b(?:to|the|of|and|both)$/i;

/** What leads to a statement that stands without it. */
const LEAD =
  /^(?:(?:all right|one (?:more|last) thing|the thing is|to be honest|honestly|as far as I know|I'd say|I would say|I mean|I'm afraid|you see|by the way|yes|yeah|no)(?:, | (?=we|the|it)))+(?=\S+ \S+ \S+)/i;

/** "The first thing to say is that ...": the statement comes after it. */
const ANNOUNCING =
  /^(?:the (?:first|second|next|last|other|only) (?:thing|point|issue)(?: to (?:say|note|mention))? is(?: that|,)?|(?:I|we) (?:think|believe|guess|suppose|feel|would say|have to say|must say)(?: that)?|you're right,? (?:\p{Lu}\p{Ll}+[,:] )?|effectively,|as (?:you know|I said|we said|always),) (?=(?:we|it|there|the|they|a|our|all|this|these|those|some|people|that's)\b)/iu;
/** What softens or swears, said in the middle of a sentence: it tells nothing. */
const SOFTENING =
  /,? (?:I (?:think|guess|suppose|believe|mean|must say)|you know|as it were|so to speak|if you (?:like|will)|of course)(?:,|(?= (?:it|we|they|there|that|should|will|would|is|are|can|could)\b))|(?<!\bnot),? (?:basically|actually|obviously|essentially|literally)(?= \p{Ll})|,? (?:basically|actually|obviously|essentially|literally|of course),(?= )/giu;

/** "The foil is, it's forty pence more". */
const BEGUN_AGAIN = /\b(is|are|was), (?:it|that|they|there)(?:'s|'re| is| are| was)(?= )/gi;

const withoutLead = (sentence: Sentence): string => {
  const led = withoutOpening(opened(sentence).replace(LEAD, ""));
  return capitalised(led.replace(ANNOUNCING, "").replace(SOFTENING, "").replace(BEGUN_AGAIN, "$1"));
};

/** The sentence as it can stand alone: without its opening, and cut at a joint when it goes on and on. */
function standing(sentence: Sentence): string {
  const text = withoutLead(sentence);
  const words = text.split(" ");
  if (words.length <= LONGEST) return text;
  let best: string | undefined;
  for (const { index } of text.matchAll(JOINT)) {
    const head = text.slice(0, index);
    const length = head.split(" ").length;
    if (length > LONGEST) break;
    if (length >= 12 && !OPEN_END.test(head)) best = head;
  }
  return best === undefined ? text : finished(best);
}
