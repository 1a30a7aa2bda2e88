import { computeProbability, type LogisticModel } from "../classification/logistic-regression.js";
import { FeatureSet, hashText } from "../classification/features.js";
import type { TimeExpression, TimeReader } from "../temporal/time-expression.js";
import type { Document, Sentence } from "../text/document.js";
import type { Clause } from "../text/clauses.js";
import type { TextToken } from "../text/text-tokens.js";
import type { TokenFeatureReader, TokenFeatures } from "./token-features.js";

/** One or more clauses of a sentence that state one thing: the unit that is classified. */
export interface Statement {
  /** Position in the document, from 0. */
  readonly index: number;
  readonly sentence: Sentence;
  readonly tokens: readonly TextToken[];
  readonly text: string;
  /** UTF-16 offset of the text in the sentence. */
  readonly from: number;
  /** Times in the text; their offsets are those of the text. */
  readonly times: readonly TimeExpression[];
  readonly isFirstOfSentence: boolean;
}

/** A longer statement is several. */
const MAX_CLAUSES = 6;
const MAX_TOKENS = 24;

/** Joins the clauses of each sentence to statements. */
export function findStatements(
  { sentences }: Document,
  model: LogisticModel,
  {
    timeReader,
    tokenReader,
  }: { readonly timeReader: (sentence: Sentence) => TimeReader | undefined; readonly tokenReader: TokenFeatureReader },
): Statement[] {
  const statements: Statement[] = [];
  for (const sentence of sentences) {
    const times = timeReader(sentence)?.find(sentence.text) ?? [];
    for (const { from, to } of joinClauses(sentence, model, times, tokenReader)) {
      const tokens = sentence.tokens.slice(from, to);
      const [first, last] = [tokens[0], tokens.at(-1)];
      if (!first || !last) continue;
      statements.push({
        index: statements.length,
        sentence,
        tokens,
        text: sentence.text.slice(first.from, last.to),
        from: first.from,
        times: times
          .filter((time) => time.from >= first.from && time.from < last.to)
          .map((time) => ({ ...time, from: time.from - first.from, to: time.to - first.from })),
        isFirstOfSentence: from === 0,
      });
    }
  }
  return statements;
}

function joinClauses(
  sentence: Sentence,
  model: LogisticModel,
  times: readonly TimeExpression[],
  tokenReader: TokenFeatureReader,
): Clause[] {
  const joined: { from: number; to: number; count: number }[] = [];
  for (const clause of sentence.clauses) {
    const last = joined.at(-1);
    const isJoined =
      last !== undefined &&
      last.count < MAX_CLAUSES &&
      clause.to - last.from <= MAX_TOKENS &&
      (isWithinTime(sentence, clause, times) ||
        computeProbability(model, computeBoundaryFeatures(sentence, last, clause, tokenReader)) >= model.threshold);
    if (last && isJoined) {
      last.to = clause.to;
      last.count += 1;
    } else {
      joined.push({ ...clause, count: 1 });
    }
  }
  return joined;
}

/** "On Friday, 3 March": punctuation within a time ends no statement. */
function isWithinTime({ tokens }: Sentence, { from }: Clause, times: readonly TimeExpression[]): boolean {
  const offset = tokens[from]?.from ?? 0;
  return times.some((time) => time.from < offset && offset < time.to);
}

const schema: string[] = [];
function namespace(name: string): number {
  schema.push(name);
  return hashText(`boundary ${name}`);
}

const SEPARATOR = namespace("separator");
const NEXT_WORD = namespace("next word");
const NEXT_WORDS = namespace("next words");
const NEXT_CLASS = namespace("next class");
const NEXT_CLASSES = namespace("next classes");
const NEXT_HAS = namespace("next has");
const NEXT_LENGTH = namespace("next length");
const LAST_WORD = namespace("last word");
const LAST_CLASS = namespace("last class");
const FIRST_CLASS = namespace("first class");
const FIRST_WORD = namespace("first word");
const ACROSS = namespace("across");
const LENGTH = namespace("length");
const HAS = namespace("has");
const KIND = namespace("kind");
const CLASS_PAIR = namespace("class pair");
const MAX_LENGTH_BUCKET = 8;

/** Identifies the features of boundaries. */
export const BOUNDARY_SCHEMA = schema.join("|");

/** Features of the boundary between a statement so far and the next clause. */
export function computeBoundaryFeatures(
  { tokens, locale, utterance }: Sentence,
  current: Clause,
  next: Clause,
  reader: TokenFeatureReader,
): Int32Array {
  const features = new FeatureSet();
  const read = (clause: Clause): TokenFeatures[] =>
    tokens.slice(clause.from, clause.to).map((token) => reader.read(token, locale));
  const [before, after] = [read(current), read(next)];
  const separator = before.at(-1);
  const isMark = separator !== undefined && !separator.isWord;
  const wordsBefore = before.filter(({ isWord }) => isWord);
  const wordsAfter = after.filter(({ isWord }) => isWord);
  const [first, second] = wordsAfter;
  const last = wordsBefore.at(-1);
  const mark = isMark ? separator.word : 0;
  features.add(SEPARATOR, mark);
  features.add(KIND, hashText(utterance.kind), mark);
  features.add(LENGTH, Math.min(MAX_LENGTH_BUCKET, wordsBefore.length));
  features.add(NEXT_LENGTH, Math.min(MAX_LENGTH_BUCKET, wordsAfter.length), mark);
  if (first) {
    features.add(NEXT_WORD, first.word);
    features.add(NEXT_WORD, first.word, mark);
    if (second) features.add(NEXT_WORDS, first.word, second.word);
    for (const one of first.classes) {
      features.add(NEXT_CLASS, one, mark);
      for (const two of second?.classes ?? []) features.add(NEXT_CLASSES, one, two);
    }
    if (last) features.add(ACROSS, last.word, first.word);
  }
  for (const hash of new Set(wordsAfter.flatMap(({ classes }) => classes))) features.add(NEXT_HAS, hash, mark);
  for (const hash of new Set(wordsBefore.flatMap(({ classes }) => classes))) features.add(HAS, hash, mark);
  if (last) {
    features.add(LAST_WORD, last.word);
    for (const hash of last.classes) features.add(LAST_CLASS, hash);
  }
  const [start] = wordsBefore;
  if (start) {
    features.add(FIRST_WORD, start.word);
    for (const one of start.classes) {
      features.add(FIRST_CLASS, one);
      for (const two of first?.classes ?? []) features.add(CLASS_PAIR, one, two);
    }
  }
  return features.toSlots();
}
