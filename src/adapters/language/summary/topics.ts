import type { Sentence } from "../text/analysis.js";
import { judgements, neverInTopics, noTopicsAlone } from "./no-topics.js";
import type { Token } from "../text/tagger.js";

/** A noun phrase where it was said, without its article. */
export interface TopicMention {
  readonly sentence: Sentence;
  /** As a title would have it: lower case but for names. */
  readonly text: string;
  /** Of its nouns and adjectives, in order. */
  readonly lemmas: readonly string[];
  /** The lemma of the noun that the others say more of. */
  readonly head: string;
  /** Whether the article before it says that people know which one. */
  readonly isKnown: boolean;
  /** Whether it is brought up: "it's about the boiler", "there is the vegetarian meal". */
  readonly isRaised: boolean;
  /** Whether it is a name said as people's are, with no article nor preposition before it. */
  readonly isPerson: boolean;
}

const LONGEST = 3;

/** All noun phrases that a short conversation could be about: "boiler", "guest list", "move to Milwaukee". */
export function topicMentions(sentences: readonly Sentence[], names: ReadonlySet<string>): TopicMention[] {
  const lower = lowerCased(sentences);
  return sentences.flatMap((sentence) => {
    const isNoun = (at: number): boolean => isTopicNoun(sentence.tokens, at, names);
    const mentions = movesIn(sentence);
    for (let from = 0; from < sentence.tokens.length; from += 1) {
      if (!isNoun(from)) continue;
      let to = from + 1;
      while (to - from < LONGEST && isNoun(to) && isJoined(sentence.tokens, to)) to += 1;
      if (!isAside(sentence.tokens, from)) mentions.push(...phrasesOf(sentence, { from, to }, { isNoun, lower }));
      from = to - 1;
    }
    return mentions;
  });
}

const MOVING = /^(?:move|moves|moved|moving|relocate|relocating|relocated|emigrate|emigrating|emigrated)$/;

/** "We're moving to Porto": a move to Porto. */
function movesIn(sentence: Sentence): TopicMention[] {
  const { tokens } = sentence;
  return tokens.flatMap(({ lower }, at): TopicMention[] => {
    if (!MOVING.test(lower)) return [];
    const to = /^(?:back|out|over|away)$/.test(tokens[at + 1]?.lower ?? "") ? at + 2 : at + 1;
    const place = tokens[to + 1];
    if (tokens[to]?.lower !== "to" || place?.pos !== "PROPN") return [];
    const text = `move to ${place.text}`;
    const lemmas = ["move", place.lemma.toLowerCase()];
    return [{ sentence, text, lemmas, head: "move", isKnown: false, isRaised: true, isPerson: false }];
  });
}

interface Reading {
  readonly isNoun: (at: number) => boolean;
  /** Words said in lower case too: no names. */
  readonly lower: ReadonlySet<string>;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function phrasesOf(sentence: Sentence, { from: first, to }: Span, { isNoun, lower }: Reading): TopicMention[] {
  const { tokens } = sentence;
  const head = tokens[to - 1];
  if (!head) return [];
  const from = isOfHead(tokens[first - 1]) && isJoined(tokens, first) ? first - 1 : first;
  const start = isFitting(tokens[from - 1]) && isJoined(tokens, from) ? from - 1 : from;
  const isKnown = /^(?:the|this|that|your|our|my)$/.test(tokens[start - 1]?.lower ?? "");
  const before = tokens.slice(Math.max(0, start - 2), start).map(({ lower }) => lower);
  const isRaised = RAISES.test(before.join(" "));
  const made = (span: Span): TopicMention => {
    const words = tokens.slice(span.from, span.to);
    const told = words.filter((word) => word.isTerm || word === head);
    return {
      sentence,
      text: words.map((word, i) => (i > 0 && word.spaced ? " " : "") + written(tokens, span.from + i, lower)).join(""),
      lemmas: told.map(({ lemma }) => lemma.toLowerCase()),
      head: head.lemma.toLowerCase(),
      isKnown,
      isRaised,
      isPerson: words.every(({ pos }) => pos === "PROPN") && !/^(?:ADP|DET)$/.test(tokens[start - 1]?.pos ?? ""),
    };
  };
  const mentions = [made({ from, to })];
  if (start < from) mentions.push(made({ from: start, to }));
  const end = complementEnd(tokens, to, isNoun);
  if (end > to) mentions.push(made({ from, to: end }));
  return mentions.filter(
    ({ lemmas }) => lemmas.length > 1 || (!noTopicsAlone.has(head.lower) && !noTopicsAlone.has(lemmas[0] ?? "")),
  );
}

const RAISES = /(?:^|\s)(?:(?:'s|is|was|are) (?:the|my|your|our|this|that)|about(?: (?:the|my|your|our|this|that))?)$/;

/** "Move to Milwaukee", "trip to Bali", "proof of income": the complement belongs to the noun. */
function complementEnd(tokens: readonly Token[], at: number, isNoun: (at: number) => boolean): number {
  const link = tokens[at]?.lower;
  const isOf = link === "of" || link === "for";
  if (!isOf && link !== "to") return at;
  let end = at + 1;
  if (!isNoun(end) || (!isOf && tokens[end]?.pos !== "PROPN")) return at;
  while (end - at < LONGEST && isNoun(end)) end += 1;
  return end;
}

const SUBJECT =
  /^(?:i|you|we|they|he|she|it|who|'ll|'d|will|would|can|could|should|must|may|might|shall|do|does|did|don't|n't|not|never|please|let's|gonna|wanna|gotta|be|been|is|are|was|were|just|always)$/;
const OBJECT = /^(?:the|a|an|my|your|our|his|her|their|it|me|you|him|us|them|this|that|these|those|up|out|off|back)$/;

/** A noun, and not a verb or an exclamation taken for one. */
function isTopicNoun(tokens: readonly Token[], at: number, names: ReadonlySet<string>): boolean {
  const token = tokens[at];
  if (!token || !/^(?:NOUN|PROPN)$/.test(token.pos)) return false;
  if (!token.isTerm || neverInTopics.has(token.lower) || neverInTopics.has(token.lemma)) return false;
  if (judgements.has(token.lower) || (/days?$/.test(token.lower) && neverInTopics.has(token.lower.replace(/s$/, ""))))
    return false;
  if (names.has(token.lower) || /(?:'|n't$)/.test(token.lower)) return false;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const opens = !before || before.pos === "PUNCT";
  const isApart = opens && (!after || after.pos === "PUNCT");
  if (token.pos === "PROPN" && isApart) return false;
  // "Hibernating, yes.", "Played two girls short."
  if (opens && /(?:ing|ed)$/.test(token.lower) && !isCompound(after)) return false;
  if (before && SUBJECT.test(before.lower) && token.pos === "NOUN") return false;
  // "Book me in", "to book a flight": a bare form with an object.
  const isBare = opens || /^(?:to|and|then|or)$/.test(before.lower);
  return !(isBare && after && OBJECT.test(after.lower) && token.lower === token.lemma.toLowerCase());
}

const isCompound = (token: Token | undefined): boolean => token?.pos === "NOUN";

const isJoined = (tokens: readonly Token[], at: number): boolean => tokens[at]?.spaced === true;

/** An adjective that tells which, and not what somebody thinks of it. */
const isFitting = (token: Token | undefined): boolean =>
  token?.pos === "ADJ" && token.isTerm && !judgements.has(token.lower) && !/(?:er|est)$/.test(token.lower);

const OF_TIME =
  /^(?:(?:to)?day|tonight|tomorrow|yesterday|time|week|weekend|month|year|hour|minute|second|moment|morning|afternoon|evening|night|kind|sort|bit|lot|couple|half|one|thing)$/;

/** Too general a noun by itself, but not before another: the "eye" of an eye test. */
const isOfHead = (token: Token | undefined): boolean =>
  token?.pos === "NOUN" &&
  !token.isTerm &&
  token.lower === token.lemma &&
  /^\p{L}{3,}$/u.test(token.lower) &&
  !OF_TIME.test(token.lower) &&
  !neverInTopics.has(token.lower);

const BEFORE = 4;

/** Likened to, or nothing but a figure: "like a llama", "as a post", "for ages", "no idea". */
function isAside(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - BEFORE), at).map(({ lower }) => lower);
  return /(?:\b(?:like|as) (?:an? |the |some )?(?:\w+ )?$)|\b(?:no|such an?|what an?|for) $|\bas if\b/.test(
    `${before.join(" ")} `,
  )
    ? !/\b(?:look|sound|feel|is|was) for $|\b(?:the|a) \w+ for $/.test(`${before.join(" ")} `)
    : false;
}

/** Words that stand in lower case somewhere: "Bread" at a sentence's beginning is no name. */
function lowerCased(sentences: readonly Sentence[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { tokens } of sentences) for (const { text, lower } of tokens) if (text === lower) found.add(lower);
  return found;
}

/** The model takes some names for nouns; within a sentence their capitals tell. */
function written(tokens: readonly Token[], at: number, lowerCase: ReadonlySet<string>): string {
  const token = tokens[at];
  if (!token) return "";
  const { text, lower, pos } = token;
  if (/\p{Lu}.*\p{Lu}/u.test(text)) return text;
  const opens = at === 0 || /^["“‘]$/.test(tokens[at - 1]?.lower ?? "");
  return !lowerCase.has(lower) && (pos === "PROPN" || !opens) ? text : lower;
}
