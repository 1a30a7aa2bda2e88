import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";
import { accepts, asksWhen, attends, isMoved, isOfBoth, meetsUp, proposes, tellsStart } from "./arranging.js";
import { singular } from "./occasions.js";
import { TIME_WORD, tokensOf } from "./title-phrases.js";

/** What is known of the plan that a clause may speak of. */
export interface PlanContext {
  /** What the plan and its occasion are called. */
  readonly names: readonly string[];
  readonly previous: Sentence | undefined;
  /** Whether the clause names both a day and an hour, so that it takes no more than the occasion from elsewhere. */
  readonly isWhole: boolean;
}

const HOUR_WORD =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|forty-five|half|quarter|o'clock|a\.?m|p\.?m|hour|time|day|date|earlier|later|first|second|third|\S+th)\.?$/;

/** Tagged as nouns, but no subjects: "works for me", "yeah, seven". */
const NO_NOUN = /^(?:works?|suits?|yes|yeah|yep|yup|no|nope|ok|okay|oh|well|sure|please|thanks|sorry|let|half|maybe)$/;

/** Belongs to an occasion without being one: "the ceremony starts at two", "doors at seven". */
const PART_OF_OCCASION =
  /^(?:(?:the|our|your|my) )?(?:ceremony|reception|doors?|kick-?off|table|reservation|booking|buffet|food|guests|everyone|everybody|start|beginning|plan|place|house|flat)\b/i;

/** "It's at nine", "that would be at seven", "which starts at eight". */
const OF_IT =
  /\b(?:it|that|this|which)(?:'s| is|'ll be| will be|'d be| would be| was moved| goes on| takes place| works| suits)(?! \p{L}+ing\b)/iu;

/** "I can do seven", "we could say eight", "I have to be there at nine". */
const OFFERS =
  /\b(?:I|we|you|he|she|they)(?:'d|'ll| can| could| will| would| might| should)? (?:(?:rather|also|only|still|all) )?(?:do|make it|manage|say|prefer|suggest|propose|aim for|go for|be free|am free|are free|need you|be there|(?:have|need|ought) to be (?:there|here|at)|must be|should be|gather|have (?:a|the|our) (?:table|slot|room|seats?|reservation|booking|space)|(?:have|'ve) booked|booked|reserved)\b|\b(?:I'm|we're|you're|they're) (?:free|on|due)\b/iu;

/** "Come at seven", "meet at the station at nine". */
const INVITES = /^(?:come|meet|be|make|say|let|see|pick|join|arrive|drop|pop|bring|book|start|begin|put|how|what)$/;

/** "I come home at six" tells of somebody's own day. */
const OF_OWN_DAY =
  /\b(?:com(?:e|es|ing)|came|get(?:s|ting)?|got|go(?:es|ing)?|went) (?:home|back|from|up|to (?:bed|work|school))\b/i;

const ASKS_OF_PAST = /^(?:did|was|were|had|has|have)\b/i;

const isVerb = ({ pos }: Token): boolean => pos === "VERB" || pos === "AUX";

const isTime = ({ lower, pos }: Token): boolean => pos === "NUM" || TIME_WORD.test(lower) || HOUR_WORD.test(lower);

const isNoun = (token: Token): boolean =>
  /^(?:NOUN|PROPN)$/.test(token.pos) && !isTime(token) && !NO_NOUN.test(token.lower);

const isSubjectPronoun = ({ lower }: Token): boolean => /^(?:i|we|you|he|she|they|it|somebody|someone)$/.test(lower);

/**
 * Whether a clause that names only the day or only the hour tells it of a plan that another clause named: a fragment
 * ("at seven"), a proposal ("let's say eight"), or a clause about the plan or the people in it ("it starts at nine").
 * A clause with a subject of its own ("the train leaves at 8:15"), or about what somebody did or does otherwise ("I got
 * up at six"), does not.
 */
export function refersToPlan(clause: string, sentence: Sentence, context: PlanContext): boolean {
  if (isMoved(clause) || PART_OF_OCCASION.test(clause)) return true;
  const tokens = tokensOf(clause, sentence.tokens);
  const first = firstWord(tokens);
  if (first?.pos === "VERB" && INVITES.test(first.lower)) return true;
  const subject = nounSubject(tokens);
  if (subject !== undefined) {
    const isFragment = isVerbless(tokens) && (context.isWhole || sentence.text.endsWith("?"));
    return isFragment || isNamedIn(subject, context.names, clause, tokens);
  }
  if (tokens.some(isSubjectPronoun) || OF_IT.test(clause)) return isAboutThePeople(clause, context);
  return first?.pos !== "VERB";
}

/** Whether a clause only names what is at its time: "standup at ten thirty". */
export const isFragment = (clause: string, { tokens }: Sentence): boolean => isVerbless(tokensOf(clause, tokens));

const isVerbless = (tokens: readonly Token[]): boolean =>
  !tokens.some((token) => isVerb(token) || isSubjectPronoun(token));

const firstWord = (tokens: readonly Token[]): Token | undefined =>
  tokens.find(({ pos }) => !/^(?:PUNCT|INTJ|CCONJ|ADV)$/.test(pos));

/** The noun that a verb or a time is told of. */
function nounSubject(tokens: readonly Token[]): Token | undefined {
  const anchor = tokens.findIndex((token) => isVerb(token) || isTime(token) || isSubjectPronoun(token));
  const start = tokens.slice(0, Math.max(0, anchor));
  const isPlaceFirst = firstWord(start)?.pos === "ADP";
  const before = isPlaceFirst ? [] : start.filter((token, i) => isNoun(token) && tokens[i + 1]?.lower !== ",");
  const verb = tokens.findIndex((token, i) => {
    const noun = tokens[i - 1];
    return isVerb(token) && noun !== undefined && isNoun(noun);
  });
  return before.at(-1) ?? tokens[verb - 1];
}

const HAPPENS = /(?:'s|\b(?:is|are|will|starts?|begins?|kicks? off|goes on|takes place|runs|moves))\b/i;

/** "The meeting starts at nine", "dinner at eight": the plan itself; what a person of its name does is not. */
function isNamedIn(
  { lower, text }: Token,
  names: readonly string[],
  clause: string,
  tokens: readonly Token[],
): boolean {
  const isName = text !== lower && !clause.startsWith(text);
  if (isName || !(HAPPENS.test(clause) || isVerbless(tokens))) return false;
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u));
  return words.some((word) => singular(word) === singular(lower));
}

/** Whether what people do at the time is part of a plan, not of their day. */
function isAboutThePeople(clause: string, { previous, isWhole }: PlanContext): boolean {
  if (OF_OWN_DAY.test(clause) || ASKS_OF_PAST.test(clause)) return false;
  if (previous !== undefined && asksWhen(previous.text)) return true;
  if (isWhole && isOfBoth(clause)) return true;
  return (
    [attends, tellsStart, meetsUp, proposes, accepts].some((isSaid) => isSaid(clause)) ||
    OF_IT.test(clause) ||
    OFFERS.test(clause)
  );
}
