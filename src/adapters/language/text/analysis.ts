import type { Transcript } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import { sampleSentences } from "./analysis-limits.js";
import { cleaned, respelled, withoutTrailing } from "./disfluencies.js";
import { yieldToEventLoop, isYieldDue } from "../../runtime/cooperative-yield.js";
import { endsSentence } from "./plain-text.js";
import { sentenceSpans } from "./sentences.js";
import { isLikelyEnglish, isSurelyEnglish, needsWordCheck } from "./english-words.js";
import { detectLanguage } from "./language-detection.js";
import { isEnglish } from "./languages.js";
import { languagesOfSentences } from "./sentence-languages.js";
import { listsIn } from "./lists.js";
import { stopWords } from "./words.js";
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
  /** In a point of a list that is read as prose. */
  readonly isBulleted: boolean;
}

/** What is said in one language. */
export interface Analysis {
  /** ISO 639-1, a region may follow. */
  readonly language: string;
  readonly english: boolean;
  /** What is known of another language; undefined for English and where nothing is. */
  readonly tongue?: Tongue | undefined;
  readonly sentences: readonly Sentence[];
}

/** What is said in the main language of a conversation. */
export interface MainAnalysis extends Analysis {
  /** What is said in other languages. Its sentences are numbered on their own. */
  readonly others: readonly Analysis[];
  /** Its sentences that may be English, where the language is uncertain: read for facts and tasks, never reworded. */
  readonly readings: readonly Analysis[];
  /** The items of lists, which are no sentences that anybody said: they only tell what the text is about. */
  readonly listed: readonly Sentence[];
}

interface SaidSentence extends Omit<Raw, "index" | "text"> {
  /** As it was said. */
  readonly said: string;
}

type Raw = Omit<Sentence, "terms" | "tokens" | "words">;

/** Whose list it is, it does not say. */
const NOBODY: Speaker = { key: "", name: undefined, isUser: false };

/** Made once, for making one takes longer than a short sentence. */
const ENGLISH = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * From what was said to sentences: put together, divided, told apart by language, cleaned, and for English tagged.
 * Without a language in `context` it is detected; where that is not certain, a long text is taken for English, a short
 * one as far as its words are English.
 */
export async function analyse(transcript: Transcript, context: SummaryContext, tagger: Tagger): Promise<MainAnalysis> {
  const texts = transcript.segments.map(({ text }) => text);
  const known = context.language ?? (await detectLanguage(texts));
  const language = known ?? "en";
  const utterances = utterancesOf(transcript.segments, context);
  const isWritten = isWrittenText(utterances, context);
  await yieldToEventLoop();
  const segmenter = isEnglish(language) ? ENGLISH : new Intl.Segmenter(language, { granularity: "sentence" });
  const divided: SaidSentence[] = [];
  for (const [turn, utterance] of utterances.entries()) {
    for (const sentence of saidSentences(utterance, turn, segmenter)) {
      divided.push(sentence);
      if (isYieldDue()) await yieldToEventLoop();
    }
  }
  const sentences = sampleSentences(divided);
  const tongue = await tongueOf(language);
  const languages = await languagesOfSentences(
    sentences.map(({ said, turn }) => ({ text: said, turn })),
    { code: language, isFunctionWord: functionWordsOf(language, tongue) },
  );
  const listed = listItems(transcript);
  const uncertain =
    known === undefined ? await analyseUncertain(texts, { sentences, listed, isWritten }, tagger) : undefined;
  if (uncertain) return uncertain;
  // The client named a language that nothing is in: its rules would make nonsense of the text.
  if (!languages) {
    const rules = { language, english: false, isWritten };
    return {
      ...(await analyseSentences(sentences, rules, tagger)),
      others: [],
      readings: [],
      listed: (await analyseSentences(listed, rules, tagger)).sentences,
    };
  }
  const inLanguage = (code: string): readonly SaidSentence[] => sentences.filter((_, i) => languages[i] === code);
  const others: Analysis[] = [];
  for (const code of new Set(languages)) {
    if (code === language) continue;
    const rules = { language: code, english: isEnglish(code), tongue: await tongueOf(code), isWritten };
    others.push(await analyseSentences(inLanguage(code), rules, tagger));
  }
  const rules = { language, english: isEnglish(language), tongue, isWritten };
  return {
    ...(await analyseSentences(inLanguage(language), rules, tagger)),
    others,
    readings: [],
    listed: (await analyseSentences(listed, rules, tagger)).sentences,
  };
}

/**
 * A short text in a language that was not detected, as it was written, with its sentences that may be English.
 * @returns undefined where the text is surely English, or so long that it is taken for it.
 */
async function analyseUncertain(
  texts: readonly string[],
  {
    sentences,
    listed,
    isWritten,
  }: {
    readonly sentences: readonly SaidSentence[];
    readonly listed: readonly SaidSentence[];
    readonly isWritten: boolean;
  },
  tagger: Tagger,
): Promise<MainAnalysis | undefined> {
  const text = texts.join("\n");
  if (!needsWordCheck(text)) return undefined;
  const hasWord = await tagger.loadLexicon();
  if (await isSurelyEnglish(text, hasWord)) return undefined;
  const english: SaidSentence[] = [];
  for (const sentence of sentences) if (await isLikelyEnglish(sentence.said, hasWord)) english.push(sentence);
  const asWritten = { language: "en", english: false, isWritten };
  const isRead = english.length > 0 || (await isLikelyEnglish(text, hasWord));
  return {
    ...(await analyseSentences(sentences, asWritten, tagger)),
    others: [],
    readings: isRead ? [await analyseSentences(english, { language: "en", english: true, isWritten }, tagger)] : [],
    listed: (await analyseSentences(listed, asWritten, tagger)).sentences,
  };
}

/** By one hand: a text in which several speak is the transcript of their speech. */
function isWrittenText(utterances: readonly Utterance[], { textSource }: SummaryContext): boolean {
  const [first] = utterances;
  const isText = textSource !== null && textSource !== "audio_transcript";
  return isText && utterances.every(({ speaker }) => speaker.key === first?.speaker.key);
}

function listItems({ segments }: Transcript): SaidSentence[] {
  return listsIn(segments).flatMap(({ heading, items, segmentId }) =>
    [...(heading === undefined ? [] : [heading]), ...items.map(({ text }) => text)].map((said) => ({
      said,
      speaker: NOBODY,
      turn: -1,
      segmentIds: [segmentId],
      whole: true,
      isBulleted: true,
    })),
  );
}

function functionWordsOf(language: string, tongue: Tongue | undefined): ((word: string) => boolean) | undefined {
  if (isEnglish(language)) return (word) => stopWords.has(word);
  return tongue && ((word) => tongue.isFunctionWord(word));
}

async function analyseSentences(
  said: readonly SaidSentence[],
  { language, english, tongue, isWritten }: Omit<Analysis, "sentences"> & { readonly isWritten: boolean },
  tagger: Tagger,
): Promise<Analysis> {
  const raw: Raw[] = [];
  for (const { said: text, ...sentence } of said) {
    if (isYieldDue()) await yieldToEventLoop();
    const readable = !english ? text : isWritten ? respelled(text) : withoutTrailing(cleaned(text));
    if (/[\p{L}\p{N}]/u.test(readable)) raw.push({ ...sentence, text: readable, index: raw.length });
  }
  const sentences = english ? await englishSentences(raw, tagger) : otherSentences(raw, language, tongue);
  return { language, english, tongue, sentences };
}

function* saidSentences(
  { speaker, text, parts, isBulleted }: Utterance,
  turn: number,
  segmenter: Intl.Segmenter,
): Generator<SaidSentence> {
  let first = 0;
  for (const { from, to } of sentenceSpans(text, segmenter)) {
    const said = text.slice(from, to).trim();
    while ((parts[first + 1]?.from ?? Infinity) <= from) first += 1;
    const segmentIds = new Set<string>();
    for (let at = first; (parts[at]?.from ?? Infinity) < to; at += 1) segmentIds.add(parts[at]?.segmentId ?? "");
    yield { said, speaker, turn, segmentIds: [...segmentIds], whole: endsSentence(said), isBulleted };
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
