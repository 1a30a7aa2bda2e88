import type { Transcript } from "../../../domain/transcript.js";
import type { SummaryContext } from "../../../ports/driven/summariser.js";
import { cleaned, withoutTrailing } from "./disfluencies.js";
import { giveWay, isHoldingUp } from "./give-way.js";
import { endsSentence } from "./plain-text.js";
import { sentenceSpans } from "./sentences.js";
import { isEnglish, languageOf } from "./languages.js";
import type { Tagger, Token } from "./tagger.js";
import { tongueOf } from "../tongues/index.js";
import type { Tongue } from "../tongues/tongue.js";
import { type Speaker, type Utterance, utterancesOf } from "./utterances.js";

/** A sentence made readable, and what the methods need to know of it. */
export interface Sentence {
  /** Its place in the conversation, from 0. */
  readonly index: number;
  readonly text: string;
  readonly speaker: Speaker;
  /** The utterance it belongs to, from 0. */
  readonly turn: number;
  readonly segmentIds: readonly string[];
  /** Lower-cased words, in order. */
  readonly words: readonly string[];
  /** Lemmas that carry meaning, in order. */
  readonly terms: readonly string[];
  /** Empty where the language is not English. */
  readonly tokens: readonly Token[];
  /** False where the speaker broke off. */
  readonly whole: boolean;
}

export interface Analysis {
  /** ISO 639-1, a region may follow; undefined when it is not known. */
  readonly language: string | undefined;
  readonly english: boolean;
  /** What is known of another language; undefined for English and where nothing is. */
  readonly tongue?: Tongue | undefined;
  readonly sentences: readonly Sentence[];
}

type Raw = Omit<Sentence, "terms" | "tokens" | "words">;

/** Made once, for making one takes longer than a short sentence. */
const ENGLISH = new Intl.Segmenter("en", { granularity: "sentence" });

/** From what was said to sentences: put together, divided, cleaned, and for English tagged. */
export async function analyse(transcript: Transcript, context: SummaryContext, tagger: Tagger): Promise<Analysis> {
  const utterances = utterancesOf(transcript.segments, context);
  await giveWay();
  const language = languageOf(utterances, context.language);
  await giveWay();
  const english = isEnglish(language);
  const locale = english ? "en" : (language ?? "und");
  const tongue = language === undefined ? undefined : await tongueOf(language);
  const segmenter = english ? ENGLISH : new Intl.Segmenter(locale, { granularity: "sentence" });
  const raw: Raw[] = [];
  for (const [turn, utterance] of utterances.entries()) {
    for (const sentence of rawSentences(utterance, turn, { segmenter, english })) {
      raw.push({ ...sentence, index: raw.length });
      if (isHoldingUp()) await giveWay();
    }
  }
  return {
    language,
    english,
    tongue,
    sentences: english ? await englishSentences(raw, tagger) : otherSentences(raw, locale, tongue),
  };
}

function* rawSentences(
  { speaker, text, parts }: Utterance,
  turn: number,
  { segmenter, english }: { segmenter: Intl.Segmenter; english: boolean },
): Generator<Omit<Raw, "index">> {
  for (const { from, to } of sentenceSpans(text, segmenter)) {
    const said = text.slice(from, to).trim();
    const readable = english ? withoutTrailing(cleaned(said)) : said;
    if (!/[\p{L}\p{N}]/u.test(readable)) continue;
    const segmentIds = parts
      .filter((part, i) => part.from < to && (parts[i + 1]?.from ?? Infinity) > from)
      .map(({ segmentId }) => segmentId);
    yield { text: readable, speaker, turn, segmentIds: [...new Set(segmentIds)], whole: endsSentence(said) };
  }
}

async function englishSentences(raw: readonly Raw[], tagger: Tagger): Promise<Sentence[]> {
  const tagged = await tagger.tagged(raw.map(({ text }) => text));
  return raw.map((sentence, i) => {
    const tokens = tagged[i] ?? [];
    return {
      ...sentence,
      tokens,
      words: tokens.filter(({ pos }) => pos !== "PUNCT").map(({ lower }) => lower),
      terms: tokens.filter(({ isTerm }) => isTerm).map(({ lemma }) => lemma),
    };
  });
}

/** Words in more than this share of a conversation's sentences are taken for function words. */
const COMMON = 0.12;
/** But not for standing in so few, which is all that a short conversation has. */
const FEW = 3;

/** Without a list of the language's function words: what is neither short nor in too many sentences carries meaning. */
function otherSentences(raw: readonly Raw[], locale: string, tongue: Tongue | undefined): Sentence[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const divided = raw.map(({ text }) =>
    Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) =>
      isWordLike ? [segment.toLowerCase()] : [],
    ),
  );
  if (tongue) {
    const isTermOf = (word: string): boolean => word.length > 2 && /^\p{L}/u.test(word) && !tongue.isFunctionWord(word);
    return raw.map((sentence, i) => {
      const words = divided[i] ?? [];
      const terms = words.filter(isTermOf).map((word) => tongue.stem(word));
      return { ...sentence, tokens: [], words, terms };
    });
  }
  const holding = new Map<string, number>();
  for (const words of divided) for (const word of new Set(words)) holding.set(word, (holding.get(word) ?? 0) + 1);
  const most = Math.max(FEW, COMMON * raw.length);
  const isTermHere = (word: string): boolean =>
    (holding.get(word) ?? 0) <= most && (word.length > 3 || /\p{scx=Han}|\p{scx=Kana}|\p{scx=Hang}/u.test(word));
  return raw.map((sentence, i) => {
    const words = divided[i] ?? [];
    return { ...sentence, tokens: [], words, terms: words.filter(isTermHere) };
  });
}
