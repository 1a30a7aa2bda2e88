import { FeatureSet, hashText } from "../classification/features.js";
import type { Document, Utterance } from "../text/document.js";
import { BOUNDARY_SCHEMA, type Statement } from "./statements.js";
import type { TokenFeatureReader, TokenFeatures } from "./token-features.js";

const schema: string[] = [];
/** Registers a kind of feature. Models are bound to the list of all kinds. */
function namespace(name: string): number {
  schema.push(name);
  return hashText(name);
}

const WORD = namespace("word");
const LANGUAGE_WORD = namespace("language word");
const PREFIX = namespace("prefix");
const SUFFIX = namespace("suffix");
const START = namespace("start");
const END = namespace("end");
const CLASS = namespace("class");
const CLASS_START = namespace("class start");
const CLASS_BIGRAM = namespace("class bigram");
const CLASS_WORD = namespace("class word");
const CLASS_ABSENT = namespace("first person absent");
const TIME = namespace("time");
const MARK = namespace("mark");
const LINE = namespace("line");
const HEADING = namespace("heading");
const SPEAKER = namespace("speaker");
const POSITION = namespace("position");
const LENGTH = namespace("length");
const PREVIOUS_CLASS = namespace("previous class");
const NEXT_CLASS = namespace("next class");
const TURN_BEFORE = namespace("turn before");
const TURN_AFTER = namespace("turn after");
const DOCUMENT = namespace("document");

/** Identifies the features; a model that was trained with others is refused. */
export const SCHEMA_HASH = hashText(`${schema.join("|")} ${BOUNDARY_SCHEMA} 7`);

const MAX_TOKENS = 40;
const REPLY_TOKENS = 4;
/** In UTF-16 code units of an utterance. */
const MAX_LAUGHTER_LENGTH = 500;
const MARKS: readonly (readonly [number, RegExp])[] = [
  ["question", /\?/],
  ["exclamation", /!/],
  ["ellipsis", /…|\.\.\./],
  ["quotation", /["“”„«»]/],
  ["money", /[€$£]|\b(?:eur|usd|chf)\b/i],
  ["address", /https?:|www\.|@/i],
  ["percent", /%/],
  ["quantity", /\d ?(?:g|kg|ml|cl|l|el|tl|tbsp|tsp|cups?|oz|lb|min|cm|mm|km)\b/i],
  ["emoji", /\p{Extended_Pictographic}/u],
  ["parenthesis", /[()]/],
  ["slash", /\//],
].map(([name, pattern]) => [hashText(name as string), pattern as RegExp] as const);
const LAUGHTER = /(?:ha){2,}|(?:he){2,}|(?:ja){3,}|\b(?:lol|mdr|kkk+|rs(?:rs)+|xd+|lmao)\b/i;

const HAS_MARK = /[^\p{L}\s,.;:'’]/u;
const SENTENCE_END = /[?!]/;

const hashSpeaker = ({ speaker }: Utterance): number =>
  hashText(speaker.isUser ? "user" : speaker.name === undefined ? "unknown" : "other");

interface UtteranceContext {
  readonly before: readonly TokenFeatures[];
  readonly after: readonly TokenFeatures[];
  readonly isSameSpeakerBefore: boolean;
  readonly endsWithQuestionBefore: boolean;
}

/** Computes the features of the statements of one document; what they share is computed once. */
export class StatementFeatureReader {
  private readonly tokens: readonly (readonly TokenFeatures[])[];
  private readonly documentHashes: readonly number[];
  private readonly form: number;
  private readonly cache = new Map<number, Int32Array>();
  private readonly contexts: readonly UtteranceContext[];
  private readonly languages: readonly number[];

  constructor(
    private readonly document: Document,
    private readonly statements: readonly Statement[],
    reader: TokenFeatureReader,
  ) {
    this.tokens = statements.map(({ tokens, sentence }) =>
      tokens.slice(0, MAX_TOKENS).map((token) => reader.read(token, sentence.locale)),
    );
    this.languages = statements.map(({ sentence }) => hashText(sentence.locale?.code ?? ""));
    this.form = hashText(document.form);
    this.documentHashes = this.readDocument();
    this.contexts = this.readContexts(reader);
  }

  /** @returns the slots of the features of a statement. */
  compute(index: number): Int32Array {
    const cached = this.cache.get(index);
    if (cached) return cached;
    const features = new FeatureSet();
    const statement = this.statements[index];
    const tokens = this.tokens[index];
    if (!statement || !tokens) throw new RangeError(`There is no statement ${index}`);
    this.addWords(features, tokens, this.languages[index] ?? 0);
    this.addStructure(features, statement);
    this.addNeighbours(features, index);
    for (const hash of this.documentHashes) features.add(DOCUMENT, hash);
    const slots = features.toSlots();
    this.cache.set(index, slots);
    return slots;
  }

  private addWords(features: FeatureSet, tokens: readonly TokenFeatures[], language: number): void {
    const words = tokens.filter(({ isWord }) => isWord);
    for (const [position, token] of words.entries()) {
      features.add(WORD, token.word);
      features.add(LANGUAGE_WORD, language, token.word);
      features.add(PREFIX, token.prefix);
      features.add(SUFFIX, token.suffix, language);
      const next = words[position + 1];
      for (const one of token.classes) {
        features.add(CLASS, one);
        if (next) {
          features.add(CLASS_WORD, one, next.word);
          for (const two of next.classes) features.add(CLASS_BIGRAM, one, two);
        }
      }
      if (position < 3) {
        features.add(START, position, token.word);
        for (const one of token.classes) features.add(CLASS_START, position, one);
      }
    }
    const [first, second, third] = words;
    if (first && second) features.add(START, first.word, second.word);
    if (first && second && third) features.add(START, first.word, second.word, third.word);
    const [last, beforeLast] = [words.at(-1), words.at(-2)];
    if (first) features.add(START, first.suffix, language);
    if (last) features.add(END, last.word);
    if (last) features.add(END, last.suffix, language);
    if (last && beforeLast) features.add(END, beforeLast.word, last.word);
    features.add(LENGTH, Math.min(12, words.length));
    if (words.every(({ classes }) => classes.length === 0)) features.add(CLASS_ABSENT);
  }

  private addStructure(features: FeatureSet, statement: Statement): void {
    const { sentence, times, text, isFirstOfSentence } = statement;
    const { utterance } = sentence;
    const { form } = this;
    const kind = hashText(utterance.kind);
    const speaker = hashSpeaker(utterance);
    features.add(LINE, kind);
    features.add(LINE, kind, form);
    features.add(SPEAKER, form, speaker);
    features.add(LINE, kind, 1, Number(isFirstOfSentence));
    for (const one of this.tokens[statement.index]?.[0]?.classes ?? []) features.add(SPEAKER, form, speaker, one);
    if (utterance.heading !== undefined) {
      for (const word of utterance.heading.toLowerCase().split(/\s+/)) features.add(HEADING, hashText(word));
      features.add(HEADING, kind);
    }
    if (HAS_MARK.test(text)) for (const [mark, pattern] of MARKS) if (pattern.test(text)) features.add(MARK, mark);
    const end = SENTENCE_END.exec(sentence.text.slice(-3))?.[0];
    if (end !== undefined) features.add(MARK, end === "?" ? 1 : 2, speaker);
    if (LAUGHTER.test(text)) features.add(MARK, hashText("laughter"));
    features.add(TIME, Math.min(2, times.length));
    for (const { hasDay, hasTime, isPast, isVague } of times) {
      const precision = 1 + Number(hasDay) + 2 * Number(hasTime);
      features.add(TIME, precision, Number(isPast), 1);
      features.add(TIME, Number(isVague), 2);
      features.add(TIME, precision, form, kind);
    }
    const last = this.document.sentences.length - 1;
    features.add(POSITION, sentence.index === 0 ? 0 : sentence.index === last ? 2 : 1, form);
  }

  private addNeighbours(features: FeatureSet, index: number): void {
    for (const [offset, kind] of [
      [-1, PREVIOUS_CLASS],
      [1, NEXT_CLASS],
    ] as const) {
      const other = this.tokens[index + offset];
      if (!other) features.add(kind);
      const isSameUtterance =
        this.statements[index + offset]?.sentence.utterance === this.statements[index]?.sentence.utterance;
      for (const token of other ?? []) {
        for (const one of token.classes) features.add(kind, one, Number(isSameUtterance));
      }
    }
    const context = this.contexts[this.statements[index]?.sentence.utterance.index ?? -1];
    if (!context) return;
    features.add(TURN_BEFORE, Number(context.isSameSpeakerBefore), Number(context.endsWithQuestionBefore));
    for (const token of context.before) {
      features.add(TURN_BEFORE, token.word);
      for (const one of token.classes) features.add(TURN_BEFORE, 1, one);
    }
    for (const token of context.after) {
      features.add(TURN_AFTER, token.word);
      for (const one of token.classes) features.add(TURN_AFTER, 1, one);
    }
  }

  /** What the statements of a document have in common. */
  private readDocument(): number[] {
    const { form, utterances } = this.document;
    const kinds = new Set(utterances.map(({ kind }) => kind));
    const size = Math.min(6, Math.ceil(Math.log2(1 + this.statements.length)));
    const questions = this.statements.filter(({ text }) => text.endsWith("?")).length;
    const hasLaughter = utterances.some(({ text }) => LAUGHTER.test(text.slice(0, MAX_LAUGHTER_LENGTH)));
    return [
      ...Array.from(kinds, (kind) => hashText(`${form} has ${kind}`)),
      hashText(`${form} of size ${size}`),
      hashText(`${form} with ${Math.min(3, questions)} questions`),
      hashText(`laughter ${hasLaughter}`),
    ];
  }

  private readContexts(reader: TokenFeatureReader): UtteranceContext[] {
    const { utterances, sentences } = this.document;
    const starts = new Map<Utterance, readonly TokenFeatures[]>();
    for (const { utterance, tokens, locale } of sentences) {
      if (starts.has(utterance)) continue;
      starts.set(
        utterance,
        tokens
          .filter(({ isWord }) => isWord)
          .slice(0, REPLY_TOKENS)
          .map((token) => reader.read(token, locale)),
      );
    }
    return utterances.map((utterance, index) => {
      const [before, after] = [utterances[index - 1], utterances[index + 1]];
      return {
        before: (before && starts.get(before)) ?? [],
        after: (after && starts.get(after)) ?? [],
        isSameSpeakerBefore: before?.speaker.key === utterance.speaker.key,
        endsWithQuestionBefore: before?.text.endsWith("?") ?? false,
      };
    });
  }
}
