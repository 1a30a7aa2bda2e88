import type { Sentence } from "./analysis.js";
import type { Token } from "./tagger.js";
import { wordsOf } from "./words.js";

/** A sentence as it could stand in an overview, with how well it would. */
export interface Candidate {
  readonly sentence: Sentence;
  readonly text: string;
  readonly length: number;
  readonly score: number;
}

/** A sentence with fewer terms says nothing by itself. */
export const FEWEST_TERMS = 2;
const SHORTEST = 6;
const BEST_FROM = 10;
const BEST_TO = 28;

/** Words that announce what matters (cue phrases, Edmundson 1969). */
const CUES =
  /\b(?:decided|we agreed|so we'll|let's go with|let's say|just for|no discussion|agreed|agree to|plan(?:ned)? (?:is|to)|goals?|aims?|agenda|conclusion|summary|main|important|priority|purpose|finished|completed|launch(?:ed)?|announc\w+|principles?|result(?:s|ed)?|propos\w+|suggest\w*|problem is|solution|we are (?:creating|building|making|designing|planning|working)|we have (?:to|seen|decided|made)|need(?:s)? to be|should be)\b/i;

/** Points to something outside the sentence. */
const DANGLING =
  /^(?:he|she|it|they|this|that|these|those|it's|that's|he's|she's|they're|they've|him|her|them|his|its|their|there|here|which|who|such|one|some|(?:do|does|did|is|are|was|were|has|have|had|can|could|would|will|shall|should) (?:i|you|we|he|she|it|they|there|this|that)|let|let's|not|what|why|how|when|where|if|than|rather|too|either|neither|same|another|other|both|please|just|well|try|trying|to|giving|having|because|instead|is|where|also|as|depending|something|and|am|very|could|sounds|being|first|getting|doing|making|using|with regard)\b/i;

/** Talk about the talk itself, or courtesies. */
const COURTESY =
  /\b(?:thank|thanks|welcome|good (?:morning|afternoon|evening|question)|can you hear|can't hear|microphone|move on|move into|we'll move|come back to|my name|next question|final question|last question|question from|questions? (?:on|for)|supplementar\w+|sorry|excuse me|happy to answer|grateful|let me|i'll (?:tell|say|explain|just)|you'll be aware|as you know|as i said|blah|oh my|i don't know|i'm not sure|have a look|by the way|(?:some|few|more|few more|the) questions (?:now|on|from)|questions now|go on now|hard time|trying to (?:see|figure)|like you said|as you (?:quite rightly )?(?:say|said)|keen to|we'll move|going to talk|talk (?:a little )?(?:bit )?about|pleased to (?:say|see)|item \d)\b/i;

/** What may come before a sentence and is none by itself. */
const ADVERBIAL = /^(?:for|in|with|on|at|by|from|of|under|after|before|when|while|once|as|without|through) /i;

// prettier-ignore
const FIRST_PERSON = new Set([
  "i", "i'm", "i've", "i'd", "i'll", "me", "my", "myself", "you", "you're", "you'd", "your",
]);
// prettier-ignore
const VAGUE = new Set([
  "it", "that", "this", "these", "those", "they", "them", "there", "here", "stuff", "thing", "things", "something",
  "whatever", "like", "just", "he", "she", "him", "maybe", "guess", "really", "bit", "kind", "sort", "its", "it's",
  "that's", "they're", "he's", "she's", "their",
]);

const share = (words: readonly string[], set: ReadonlySet<string>): number =>
  words.filter((word) => set.has(word)).length / Math.max(1, words.length);

/**
 * How well a sentence stands for the conversation: the weights of its different terms (TextRank), whether it has the
 * length of a statement, says it without pointing elsewhere, and where it was said.
 */
export function candidate(
  sentence: Sentence,
  text: string,
  { weights, total, english }: { weights: ReadonlyMap<string, number>; total: number; english: boolean },
): Candidate {
  const words = english ? wordsOf(text) : sentence.words;
  const length = words.length;
  const terms = new Set(sentence.terms.filter((term) => !english || mentions(text, term)));
  let weight = 0;
  for (const term of terms) weight += weights.get(term) ?? 0;
  let score = weight / Math.sqrt(Math.max(terms.size, 4));
  if (length < BEST_FROM) score *= (length / BEST_FROM) ** 2;
  if (length > BEST_TO) score *= (BEST_TO / length) ** 1.3;
  if (!sentence.whole) score *= 0.6;
  const place = sentence.index / Math.max(1, total);
  score *= place < 0.08 || place > 0.92 ? 1.15 : 1;
  return {
    sentence,
    text,
    length,
    score: english ? score * englishManner(text, words) * openingOf(sentence, words) : score,
  };
}

/** Lemmas are not always what was said; the first letters tell well enough whether a clipped text still has it. */
function mentions(text: string, term: string): boolean {
  return text.toLowerCase().includes(term.slice(0, Math.max(4, term.length - 3)).toLowerCase());
}

/** "A couple we'd like to sell it", "the industrial design, Alima will do", "the rest and another rote remote". */
const BROKEN =
  /\b(?:a (?:couple|few|lot|bit)) (?:we|I|you|they)(?:'|\b)|^(?:the|a|an|my|our) [^,]{1,30}, \p{Lu}\p{Ll}+ (?:will|is|has|was)\b|\b(\p{L}{3})\p{L}* \1\p{L}*\b(?=.*\band another\b)|^(?:have|has|had|get|put|take|say|go|come|see) |\b(?:I it|we it|the I|a we|what I |and,|also,|so,) ?(?:turns|thought|and|has)\b/iu;

/** Stories about oneself stand for no conversation. */
const ASIDE =
  /\b(?:I guess|I have an? \p{L}+ appointment|I moved|I'm taking|I'm away|I'm at home|I was born|I remember|when I was|I (?:once|always) |I've been (?:learning|trying)|my (?:birthday|favou?rite))\b/iu;

function englishManner(text: string, words: readonly string[]): number {
  let factor = 1;
  if (text.endsWith("?")) factor *= 0.25;
  if (DANGLING.test(text)) factor *= 0.3;
  if (COURTESY.test(text)) factor *= 0.3;
  if (CUES.test(text)) factor *= 1.35;
  if (/["“]|…|\.\.\.|—/.test(text)) factor *= 0.7;
  if (
    /\b(?:for instance|for example|you know|I mean|if we|if I|in (?:this|that) regard|very aware|that answer)\b/i.test(
      text,
    )
  )
    factor *= 0.6;
  if (/\d|[a-z,] \p{Lu}\p{Ll}/u.test(text)) factor *= 1.2;
  if (
    /\b(?:million|thousand|hundred|percent|per cent|euros?|dollars?|pounds|twelve|twenty|thirty|fifty)\b|[%€$£]/i.test(
      text,
    )
  )
    factor *= 1.4;
  if (
    ADVERBIAL.test(text) &&
    !/, (?:then )?(?:I|we|you|they|he|she|it|there|the|a|an|this|that|our|people|\p{Lu})/u.test(text)
  )
    factor *= 0.4;
  if (ADVERBIAL.test(text)) factor *= 0.75;
  if (
    /^(?:the |my |our )?(?:other|first|second|third|next|last|only) (?:issue|thing|question|point|one|reason|part)\b/i.test(
      text,
    )
  )
    factor *= 0.5;
  // "... going on, animal.": a word put after the end.
  if (/, \p{L}+[.!]$/u.test(text) && !/\b(?:and|or) /.test(text.slice(-30))) factor *= 0.5;
  if (/[—–-][.?!]?$/.test(text)) factor *= 0.3;
  if (BROKEN.test(text)) factor *= 0.25;
  if (ASIDE.test(text)) factor *= 0.4;
  // Promises stand among the action items.
  if (/^I(?:'ll| will)\b/.test(text)) factor *= 0.6;
  if (/\b[Ww]e(?:'ve|'re|'ll)?\b/.test(text)) factor *= 1.2;
  factor *= 1 - Math.min(0.7, 2.5 * share(words, FIRST_PERSON));
  factor *= 1 - Math.min(0.8, 3 * share(words, VAGUE));
  return factor;
}

/** "Enormous problem in California" has lost its beginning; "Local authorities" has not. */
function openingOf({ tokens }: Sentence, words: readonly string[]): number {
  const at = tokens.findIndex(({ lower }) => lower === words[0]);
  const [first, second] = [tokens[at], tokens[at + 1]];
  return first?.pos === "ADJ" && second?.pos === "NOUN" && second.lemma === second.lower ? 0.4 : 1;
}

/** Whether a text can be a sentence of an overview at all. */
export function isStatement(sentence: Sentence, text: string): boolean {
  if (sentence.tokens.length === 0) return sentence.words.length >= 3;
  return wordsOf(text).length >= SHORTEST && hasClause(sentence.tokens);
}

/** A subject with a verb of its own near behind it: else it is a fragment. */
function hasClause(tokens: readonly Token[]): boolean {
  const subject = tokens.findIndex(({ pos }) => pos === "NOUN" || pos === "PROPN" || pos === "PRON");
  if (subject < 0) return false;
  const verb = tokens.findIndex(
    ({ pos, lower }, i) =>
      i > subject &&
      (pos === "AUX" || (pos === "VERB" && !lower.endsWith("ing"))) &&
      !(/^(?:who|which|that)$/.test(tokens[i - 1]?.lower ?? "") && i - 1 > 0 && isNominal(tokens[i - 2])),
  );
  return verb > subject && verb - subject <= 12;
}

/** A relative clause hangs on one, "the man who writes", and is no clause of its own. */
const isNominal = (token: Token | undefined): boolean => token?.pos === "NOUN" || token?.pos === "PROPN";
