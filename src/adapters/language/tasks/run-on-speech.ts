import type { Sentence } from "../text/analysis.js";
import { capitalised, endsSentence } from "../text/plain-text.js";
import { isPunctuated } from "../text/sentences.js";
import type { Token } from "../text/tagger.js";
import { stopWords } from "../text/words.js";

/** After these a subject opens no sentence: it belongs to a clause that hangs on what was said before. */
const BOUND =
  /^(?:that|which|who|whom|whose|what|whatever|when|whenever|if|unless|because|cause|where|wherever|how|why|before|after|until|till|while|as|than|whether|once|since|although|though|think|thought|know|knew|hope|guess|suppose|say|says|said|saying|tell|told|tells|believe|mean|means|sure|sorry|afraid|glad|like|wish|bet|feel|see|reckon|swear|promise|promised|the|a|an|my|your|with|for|of|to|about|from|at|by|in|on|let|make|everything|anything|something|things?|all|way|time|day|am|is|are|was|were|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|must|don't|doesn't|didn't|won't|can't|isn't|aren't|haven't|not|just|only|i|you|he|she|it|we|they)$/;
const JOINT = /^(?:and|but|so|or|then|okay|ok|anyway|plus|yeah|yes|no|well|oh|right|also)$/;
/** Of those, what joins two clauses. */
const LINK = /^(?:and|but|so|or|then)$/;
/** "I'll", "you're", "there's": a subject with its verb. */
const CONTRACTED = /^(?:(?:i|you|he|she|it|we|they|that|there|who|what|here|where)'(?:ll|m|re|s|ve|d)|let's)$/;
const SUBJECT = /^(?:i|you|he|she|it|we|they)$/;
const AUXILIARY =
  /^(?:am|is|are|was|were|will|can|could|would|should|shall|must|may|might|have|has|had|need|needs|want|wants|don't|doesn't|didn't|won't|can't|couldn't|isn't|aren't|haven't|do|does|did)$/;
const INVERTED =
  /^(?:am|is|are|was|were|will|can|could|would|should|shall|have|has|had|do|does|did|don't|didn't|won't|can't)$/;
/** What is said between two sentences, and belongs to neither. */
const INTERJECTED =
  /^(?:okay|ok|yeah|yes|yep|no|nope|alright|sure|thanks|great|perfect|brilliant|lovely|anyway|wait|sorry|please|listen|oh|well|cool|fine|deal)$/;
/** Those that are nothing else. */
const APART = /^(?:okay|ok|yeah|yep|thanks|anyway|alright|meantime|oh|wait)$/;
const ASKING =
  /^(?:and |but |so |okay |then |hey |oh |right |well )*(?:am|is|are|was|were|will|can|could|would|should|shall|have|has|do|does|did|who|what|when|where|why|how|which|any chance)\b/i;

/** Shorter ones are left as they are. */
const FEWEST_WORDS = 6;
const SHORTEST_PIECE = 2;

/**
 * Speech written without full stops, as some recognisers do, divided where a clause with its own subject begins, with
 * the names of who takes part in capitals. Speech with full stops is given back as it is.
 * @param names of those who take part.
 */
export function withoutRunOns(sentences: readonly Sentence[], names: readonly string[]): readonly Sentence[] {
  if (isPunctuated(sentences.map(({ text }) => text))) return sentences;
  const called = new Map(
    names
      .flatMap((name) => name.split(" "))
      .filter((name) => /^\p{L}[\p{L}'-]+$/u.test(name) && !isWord(name.toLowerCase()))
      .map((name) => [name.toLowerCase(), capitalised(name)]),
  );
  const pieces: Sentence[] = [];
  for (const sentence of sentences) {
    for (const tokens of dividedTokens(sentence)) {
      const text = written(tokens, called);
      pieces.push({
        ...sentence,
        index: pieces.length,
        text,
        tokens: tokens.map((token) => ({ ...token, text: called.get(token.lower) ?? token.text })),
        words: tokens.filter(({ pos }) => pos !== "PUNCT").map(({ lower }) => lower),
      });
    }
  }
  return pieces;
}

/** Names that are words too are left as they were said. */
const isWord = (name: string): boolean => stopWords.has(name) || /^(?:may|mark|bill|april|june|sunny)$/.test(name);

/** A word as one says it, of one token or two: "I" and "'ll". */
interface Word {
  readonly lower: string;
  readonly from: number;
}

function dividedTokens({ text, tokens }: Sentence): (readonly Token[])[] {
  const words = wordsIn(tokens);
  if (endsSentence(text) || words.length < FEWEST_WORDS) return [tokens];
  const cuts: number[] = [];
  let last = 0;
  words.forEach((word, i) => {
    if (i - last < SHORTEST_PIECE && !INTERJECTED.test(words[last]?.lower ?? "")) return;
    if (i === last || !begins(words, i, tokens)) return;
    cuts.push(word.from);
    last = i;
  });
  return [0, ...cuts].map((from, i) => tokens.slice(from, cuts[i]));
}

function begins(words: readonly Word[], at: number, tokens: readonly Token[]): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (!before || !word) return false;
  if (APART.test(word.lower) && !BOUND.test(before.lower)) return true;
  if (word.lower === "don't") return !SUBJECT.test(before.lower) && !BOUND.test(before.lower);
  if (JOINT.test(word.lower))
    return (
      next !== undefined && opens(word, next, words[at + 2]) && (LINK.test(word.lower) || !BOUND.test(before.lower))
    );
  if (LINK.test(before.lower)) return false;
  if (/^(?:just|please)$/.test(word.lower)) {
    return (
      next !== undefined &&
      tokens[next.from]?.pos === "VERB" &&
      !BOUND.test(before.lower) &&
      !CONTRACTED.test(before.lower)
    );
  }
  // "I can do that I walk past it": here "that" stands for itself.
  const isDone =
    before.lower === "that" && /^(?:do|did|done|doing|like|about|with|of|for)$/.test(words[at - 2]?.lower ?? "");
  if (BOUND.test(before.lower) && !isDone) return false;
  if (word.lower === "let" && /^(?:me|us)$/.test(next?.lower ?? "")) return true;
  if (CONTRACTED.test(word.lower)) return true;
  if (INVERTED.test(word.lower) && next && SUBJECT.test(next.lower)) {
    // "I'll do it" asks nothing.
    const isOrder = /^(?:do|have)$/.test(word.lower) && next.lower === "it";
    return !isOrder && !SUBJECT.test(before.lower) && !CONTRACTED.test(before.lower);
  }
  if (!SUBJECT.test(word.lower) || !next) return false;
  if (AUXILIARY.test(next.lower)) return true;
  // "The forms you sent" is one phrase, "call him I forgot" are two.
  const isAfterNoun = /^(?:NOUN|PROPN)$/.test(tokens[word.from - 1]?.pos ?? "");
  return !isAfterNoun && word.lower !== "it" && tokens[next.from]?.pos === "VERB";
}

/** Whether a clause begins behind a joint: "and I'll", "but can you". */
function opens(joint: Word, next: Word, then: Word | undefined): boolean {
  if (INTERJECTED.test(joint.lower))
    return CONTRACTED.test(next.lower) || SUBJECT.test(next.lower) || JOINT.test(next.lower);
  if (CONTRACTED.test(next.lower)) return true;
  if (INVERTED.test(next.lower)) return then !== undefined && SUBJECT.test(then.lower);
  if (next.lower === "if") return true;
  if (then && /^(?:could|can|will|would|should)$/.test(then.lower)) return true;
  return SUBJECT.test(next.lower) && then !== undefined && !BOUND.test(joint.lower);
}

function wordsIn(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  tokens.forEach(({ lower, spaced }, from) => {
    const last = words.at(-1);
    if (last && (!spaced || lower.startsWith("'") || lower === "n't"))
      words.splice(-1, 1, { ...last, lower: last.lower + lower });
    else words.push({ lower, from });
  });
  return words;
}

function written(tokens: readonly Token[], called: ReadonlyMap<string, string>): string {
  const spoken = tokens
    .map(
      ({ text, lower, spaced }, i) =>
        `${i > 0 && spaced && !lower.startsWith("'") && lower !== "n't" ? " " : ""}${called.get(lower) ?? text}`,
    )
    .join("")
    .trim();
  const titled = spoken.replace(
    /\b(mr|mrs|ms|dr) (\p{Ll})/giu,
    (_, title: string, first: string) => `${capitalised(title)} ${first.toUpperCase()}`,
  );
  const text = withCommas(titled, [...called.values()]);
  return endsSentence(text) ? capitalised(text) : `${capitalised(text)}${ASKING.test(text) ? "?" : "."}`;
}

/** "Piotr can you" as "Piotr, can you", "a budget from you Nora" as "a budget from you, Nora". */
function withCommas(text: string, names: readonly string[]): string {
  for (const name of names) {
    if (!text.includes(name)) continue;
    const before = new RegExp(
      `^((?:and |so |but |okay |hey |hi )*${name}) (?=(?:can|could|will|would|you|please|I|did|do|have|are)\\b)`,
      "iu",
    );
    const behind = new RegExp(
      `(?<!\\b(?:to|for|with|from|of|by|and|or|at|call|ask|tell|see|ring|email|meet|is|was|the|like|than|about)) ${name}$`,
      "u",
    );
    return text.replace(before, "$1, ").replace(behind, `, ${name}`);
  }
  return text;
}
