import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";
import { backchannel, genericWords, stopWords } from "../text/words.js";
import { isCapital, type Whose } from "./people-named.js";
import { isPerson } from "./person-words.js";

/** A thing that was spoken of, in one place. */
export interface Mention {
  /** "the agenda", "Meera's camera". */
  readonly name: string;
  /** Its last word, lower-cased. */
  readonly head: string;
  /** The word before it, lower-cased; empty for none. */
  readonly determiner: string;
  /** Behind a preposition: "in the staircase". */
  readonly isPlaced: boolean;
  /** The word after it, lower-cased, where it is the subject of it: "is", "needs"; empty where it is none. */
  readonly doing: string;
  /** How many things its sentence mentions. */
  readonly among: number;
  /** Not of those that people keep in mind by a pronoun, only named. */
  readonly isOnlyNamed: boolean;
  readonly sentence: Sentence;
  /** How many sentences ago; 0 for the same. */
  readonly back: number;
}

const ARTICLE = /^(?:the|a|an|my|your|our|his|her|their)$/;

/** What nobody sends or fetches. */
// prettier-ignore
const DULL = new Set(["thing", "stuff", "lot", "bit", "way", "kind", "sort", "time", "day", "week", "weekend", "month", "year", "hour", "minute", "second", "moment", "today", "tonight", "tomorrow", "yesterday", "morning", "afternoon", "evening", "night", "end", "start", "beginning", "fact", "idea", "problem", "reason", "question", "answer", "point", "case", "part", "place", "side", "something", "anything", "nothing", "everything", "name", "word", "matter", "sense", "course", "cause", "help", "luck", "fun", "joke", "need", "rush", "hurry", "trouble", "pressure", "news", "pity", "shame", "pleasure", "wonder", "bother", "chance", "worry", "deal", "mind", "hand", "head", "sorry", "while", "couple", "rest", "poke", "go", "look", "left", "right", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]);

/** How many sentences back a thing is still in mind, for people keep it there by its pronoun over many short ones. */
const KEPT_IN_MIND = 10;
/** How far back whatever was named may be meant. */
const NAMED_BACK = 3;

/**
 * What "it" and "them" may mean in a dialogue: what was named in the words before, then in the sentences before, the
 * nearest first.
 * @param before the words of the sentence before the pronoun's clause.
 */
export function mentionsBefore(
  sentence: Sentence,
  before: string,
  sentences: readonly Sentence[],
  whose: Whose,
): Mention[] {
  const own = sentence.tokens.slice(0, before === "" ? 0 : before.split(" ").length + 1);
  const stretches = [
    { ...sentence, tokens: own },
    ...sentences.slice(Math.max(0, sentence.index - KEPT_IN_MIND), sentence.index).reverse(),
  ];
  return stretches.flatMap((stretch) => {
    const back = sentence.index - stretch.index;
    const kept = inMind(stretch, back, whose);
    const heads = new Set(kept.map(({ head }) => head));
    const named = back > NAMED_BACK ? [] : onlyNamed(stretch, back).filter(({ head }) => !heads.has(head));
    const all = [...kept, ...named];
    return all.map((mention) => ({ ...mention, among: all.length }));
  });
}

/** "the agenda" and "Meera's camera", last one first. */
function inMind(sentence: Sentence, back: number, whose: Whose): Mention[] {
  const { tokens } = sentence;
  const found: Mention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const to = nounsEnd(tokens, at);
    const run = tokens.slice(at, to);
    const head = run.at(-1);
    if (!head) continue;
    const determiner = tokens[at - 1];
    const isPlaced = leadOf(tokens, at) === "ADP";
    at = to - 1;
    const isCalled = run.length === 1 && isCapital(head) && !ARTICLE.test(determiner?.lower ?? "");
    const isBareName =
      run.every(({ pos }) => pos === "PROPN") && determiner?.pos !== "DET" && !ARTICLE.test(determiner?.lower ?? "");
    const isNoThing =
      isCalled ||
      isBareName ||
      head.pos === "ADJ" ||
      isPerson(head.lower) ||
      isPerson(head.lemma) ||
      DULL.has(head.lemma);
    // "The oldest" is one of something else.
    if (isNoThing || (/[^n]est$/.test(head.lower) && determiner?.lower === "the")) continue;
    const owner = (determiner && whose(determiner.lower, sentence)) ?? "the";
    const whole = run.concat(belonging(tokens, to));
    at = to + whole.length - run.length - 1;
    found.push({
      name: `${owner} ${whole.map(({ text }) => text).join(" ")}`,
      head: head.lower,
      determiner: determiner?.lower ?? "",
      isPlaced,
      doing: /^(?:AUX|VERB|PART)$/.test(tokens[to]?.pos ?? "") ? (tokens[to]?.lower ?? "") : "",
      among: 0,
      isOnlyNamed: false,
      sentence,
      back,
    });
  }
  return found.reverse();
}

/** For want of better: what is no name, no person and no mere word. */
function onlyNamed(sentence: Sentence, back: number): Mention[] {
  return thingsIn(sentence.tokens).flatMap(({ name, isPlaced }) => {
    const head = name.split(" ").at(-1)?.toLowerCase() ?? "";
    const isTangible = !/\p{Lu}/u.test(name) && !DULL.has(head) && !DULL.has(head.replace(/s$/, "")) && !isPerson(head);
    return isTangible
      ? [{ name, head, determiner: "", isPlaced, doing: "", among: 0, isOnlyNamed: true, sentence, back }]
      : [];
  });
}

/** "the agenda", last one first. */
export function thingsIn(tokens: readonly Token[]): { name: string; isPlaced: boolean }[] {
  const found: { name: string; isPlaced: boolean }[] = [];
  let run: string[] = [];
  let lead = "";
  tokens.concat(END).forEach((token, i) => {
    // "The hosting company": the model takes it for a verb.
    const modifies = token.lower.endsWith("ing") && tokens[i - 1]?.pos === "DET";
    const fits = (modifies || /^(?:NOUN|PROPN|ADJ)$/.test(token.pos)) && !stopWords.has(token.lower);
    if (fits && !(token.pos === "ADJ" && run.length === 0 && genericWords.has(token.lower))) {
      if (run.length === 0) lead = leadOf(tokens, i);
      run.push(token.text);
      return;
    }
    if (run.length > 1 || (run[0] !== undefined && !genericWords.has(run[0].toLowerCase()))) {
      found.push({ name: `the ${run.join(" ")}`, isPlaced: lead === "ADP" });
    }
    run = [];
  });
  return found.reverse();
}

/** "of the flat", "for the hall": what a thing belongs to, right behind it. */
function belonging(tokens: readonly Token[], from: number): readonly Token[] {
  if (!/^(?:of|for)$/.test(tokens[from]?.lower ?? "")) return [];
  const hasArticle = tokens[from + 1]?.pos === "DET";
  const begin = from + (hasArticle ? 2 : 1);
  const to = nounsEnd(tokens, begin);
  const isTime = tokens.slice(begin, to).some(({ lemma }) => DULL.has(lemma));
  return to > begin && !isTime && (hasArticle || tokens[begin]?.pos === "PROPN") ? tokens.slice(from, to) : [];
}

/** Where the nouns and adjectives that begin at a token end; there itself when none do. */
function nounsEnd(tokens: readonly Token[], from: number): number {
  let to = from;
  for (let token = tokens[to]; token; token = tokens[to]) {
    const afterArticle = ARTICLE.test(tokens[from - 1]?.lower ?? "");
    const next = tokens[to + 1];
    const isSubject = afterArticle && token.pos === "VERB" && /^(?:'s|is|was|has)$/.test(next?.lower ?? "");
    const modifies = token.lower.endsWith("ing") && tokens[to - 1]?.pos === "DET";
    if (!isSubject && !modifies && !/^(?:NOUN|PROPN|ADJ)$/.test(token.pos)) break;
    if (stopWords.has(token.lower) || backchannel.has(token.lower) || /^(?:ha|okay|hi|hey|dear|law)$/.test(token.lower))
      break;
    // "The poetry evening Gwen": who is called is no part of it.
    if (to > from && (DULL.has(token.lemma) || (isCapital(token) && !isCapital(tokens[to - 1])))) break;
    to += 1;
  }
  return to;
}

const END: Token = { text: "", lower: "", lemma: "", pos: "PUNCT", spaced: false, isTerm: false };

/** The part of speech before a phrase and its article. */
function leadOf(tokens: readonly Token[], at: number): string {
  const before = tokens[at - 1];
  return (before && /^(?:DET|PRON|ADJ)$/.test(before.pos) ? tokens[at - 2] : before)?.pos ?? "";
}
