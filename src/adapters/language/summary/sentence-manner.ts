import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";
import { stopWords } from "../text/words.js";

const BEST_FROM = 9;
const BEST_TO = 28;

/** Subjects that only the sentence before explains. */
const POINTING = /^(?:he|she|it|they|this|that|these|those|him|her|them|his|its|their|there|here|which|such|one|some)$/;
/** What opens a clause that hangs on another. */
const SUBORDINATE =
  /^(?:who|whom|which|than|rather|whether|because|instead|depending|either|neither|nor|like|with|cos)$/;
/** What stands for something said elsewhere, or for nothing in particular. */
const VAGUE =
  /^(?:it|that|this|these|those|they|them|there|here|stuff|things?|something|whatever|he|she|him|his|her|their|its|maybe|guess|really|bit|kind|sort|like|just|also|everything|anything)$/;
/** "Jonas, it is late": said to somebody. */
const ADDRESSING = /^\p{Lu}\p{Ll}+, (?:it|that|he|she|I|you|this)\b/u;
const DETERMINER = /^(?:the|a|an|my|our|your|every)$/;
const PERSONAL = /^(?:i|we|he|she|they|you)$/;
const LINKING = /^(?:the|a|an|and|or|but|of|to|with|from|for|is|are|was)$/;

/** More function words in a row than this are somebody looking for words. */
const LONGEST_RUN = 5;

/**
 * How well a sentence stands by itself, from 0 to 1: it has the length of a statement, begins with a subject of its
 * own, leans on no sentence before, and does not stumble. Judged by parts of speech, as extractive summarisers judge
 * linguistic quality (Pitler, Louis & Nenkova 2010).
 * @param tokens the sentence's tokens from the first of the text that is kept.
 */
export function wellFormedness(text: string, tokens: readonly Token[]): number {
  const spoken = tokens.filter(({ pos }) => pos !== "PUNCT");
  return lengthOf(spoken.length) * opening(text, spoken) * independence(spoken) * fluency(text, tokens);
}

function lengthOf(words: number): number {
  if (words < BEST_FROM) return (words / BEST_FROM) ** 1.5;
  return words > BEST_TO ? (BEST_TO / words) ** 1.3 : 1;
}

function opening(text: string, spoken: readonly Token[]): number {
  const [first, second, third] = spoken;
  if (!first) return 0;
  if (first.lower === "let" && second?.lower === "'s") return 1;
  if (first.lower === "there" && second && third && third.pos !== "PRON") return 0.6;
  if (POINTING.test(first.lower)) return isDetermined(first, second) ? 0.6 : 0.3;
  if (SUBORDINATE.test(first.lower) || (first.lower === "only" && second?.lower === "that")) return 0.12;
  if (first.pos === "AUX" || first.lower === "not" || /^(?:do|does|did|what|why|how|where)$/.test(first.lower))
    return 0.35;
  if (first.pos === "VERB") return 0.3;
  if (first.pos === "ADP" || first.pos === "SCONJ" || /^(?:if|when|while|once|as)$/.test(first.lower))
    return hasSubjectAfterComma(text) ? 0.75 : 0.4;
  // "Enormous problem in California" has lost its beginning; "Local authorities" has not.
  if (first.pos === "ADJ" && second?.pos === "NOUN" && second.lemma === second.lower) return 0.3;
  if (first.pos === "CCONJ" || ADDRESSING.test(text)) return 0.35;
  return begins(spoken) ? 1 : 0.3;
}

/** A subject comes before the verb: "Very excited to see it" has none. */
function begins(tokens: readonly Token[]): boolean {
  const subject = tokens.findIndex(({ pos }) => /^(?:NOUN|PROPN|PRON|NUM)$/.test(pos));
  const verb = tokens.findIndex(({ pos }) => pos === "VERB" || pos === "AUX");
  return subject >= 0 && (verb < 0 || subject < verb);
}

/** "This summer's exams" says what "this" is, nearly. */
const isDetermined = (first: Token, second: Token | undefined): boolean =>
  !/^(?:he|she|it|they|there|here)$/.test(first.lower) && (second?.pos === "NOUN" || second?.pos === "ADJ");

const hasSubjectAfterComma = (text: string): boolean =>
  /, (?:then )?(?:I|we|you|they|he|she|it|there|the|a|an|this|that|our|my|people|\p{Lu})/u.test(text);

function independence(tokens: readonly Token[]): number {
  const vague = tokens.slice(1).filter(({ lower }) => VAGUE.test(lower)).length;
  return 1 - Math.min(0.75, (2.5 * vague) / tokens.length);
}

function fluency(text: string, tokens: readonly Token[]): number {
  let factor = 1;
  if (/["“]|…|\.\.\.|—/.test(text) || /[—–-][.?!]?$/.test(text)) factor *= 0.6;
  // "... going on, animal.": a word put after the end.
  if (/, \p{L}+[.!]$/u.test(text) && !/\b(?:and|or) |, \p{L}+, /u.test(text.slice(-40))) factor *= 0.6;
  if (isRemnant(tokens)) factor *= 0.3;
  const run = longestRun(tokens);
  if (run > LONGEST_RUN) factor *= LONGEST_RUN / run;
  return factor * 0.45 ** Math.min(3, stumbles(tokens));
}

/** "A hundred and forty, if you count the choir": a clause hangs on what has no verb. */
function isRemnant(tokens: readonly Token[]): boolean {
  const comma = tokens.findIndex(({ lower }) => lower === ",");
  const hangs = /^(?:if|when|because|which|who|since|unless)$/.test(tokens[comma + 1]?.lower ?? "");
  return comma > 0 && hangs && !tokens.slice(0, comma).some(({ pos }) => pos === "VERB" || pos === "AUX");
}

function longestRun(tokens: readonly Token[]): number {
  let longest = 0;
  let run = 0;
  for (const { pos, lower } of tokens) {
    run = pos !== "PUNCT" && pos !== "NUM" && stopWords.has(lower) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Where grammar breaks: "the I", "a we", "we it", "and, has", and most of a sentence set between commas. */
function stumbles(tokens: readonly Token[]): number {
  let count = 0;
  tokens.forEach(({ lower }, i) => {
    const next = tokens[i + 1];
    if (!next) return;
    if (DETERMINER.test(lower) && (PERSONAL.test(next.lower) || /^(?:AUX|CCONJ|SCONJ)$/.test(next.pos))) count += 1;
    if (/^(?:i|we|he|she)$/.test(lower) && /^(?:it|the|a|an|we|he|she|they|and|or)$/.test(next.lower)) count += 1;
    if (LINKING.test(lower) && next.lower === ",") count += 1;
  });
  const commas = tokens.filter(({ lower }) => lower === ",").length;
  return count + (commas * 5 > tokens.length ? 1 : 0);
}

/** A subject with a verb of its own near behind it: else it is a fragment. */
export function hasClause({ tokens }: Sentence): boolean {
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
