import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import { capitalize, foldAccents, type Token } from "../text/tokens.js";
import { getFunctionWords } from "./terms.js";

/** In words. A longer sentence of speech is cut before a clause that begins with a conjunction or a subject. */
const MAX_SENTENCE_WORDS = 30;
const MIN_CUT_WORDS = 12;
/** Repeated words up to this number are a false start. */
const MAX_REPEATED_WORDS = 3;
const COMMA = /^[,;]$/;
const SEPARATOR = /^[,;:–—…-]$/u;
const QUOTE_OR_CURRENCY = /^["“”«»„'’(€$£¿¡]$/u;
/** "[laughs]". */
const ANNOTATION = /\[[^\]\d]{1,24}\]/gu;
/** "um", "äh", "euh", "hmm": a sound, even where a list of function words includes it. */
const SOUND = /^(?=.*[hm])[aeiouyäöüãéó]{0,3}[hm]*$/u;
const openingClasses = ["agreements", "refusals", "greetings"] as const;

/** A sentence as it reads in an overview. */
export interface Wording {
  readonly text: string;
  /** The tokens that remain. */
  readonly tokens: readonly Token[];
}

/** Words sentences for reading: without hesitations, false starts and what only connects them to the sentence before. */
export class SentenceWording {
  private readonly names: ReadonlySet<string>;
  private readonly isSpeech: boolean;

  constructor(private readonly document: Document) {
    const names = document.utterances.flatMap(({ speaker, recipient }) => [speaker.name ?? "", recipient ?? ""]);
    this.names = new Set(names.flatMap((name) => foldAccents(name).split(/[\s,]+/)));
    const { form, locale, sentences } = document;
    const isDictated = locale && sentences.some(({ tokens }) => tokens.some(({ lower }) => isHesitation(lower, locale)));
    this.isSpeech = form === "dialogue" || isDictated === true;
  }

  isParticipant({ text }: Token): boolean {
    return /^\p{Lu}/u.test(text) && this.names.has(foldAccents(text));
  }

  word({ text, tokens, clauses, locale = this.document.locale }: Sentence): Wording {
    const annotations = Array.from(text.matchAll(ANNOTATION));
    let kept = tokens.filter(({ from }) => !annotations.some((match) => from >= match.index && from < match.index + match[0].length));
    if (locale && this.isSpeech) {
      kept = removeRepetitions(removeFillers(kept, locale), locale);
      kept = this.removeVocative(kept.slice(this.countOpening(kept, locale)));
      const starts = new Set(clauses.map(({ from }) => tokens[from]?.from ?? 0));
      if (this.document.form === "dialogue") kept = kept.slice(0, findCut(kept, starts, locale));
    }
    return { text: finish(joinTokens(text, kept)), tokens: kept };
  }

  /** The number of tokens before the first clause proper: "Yeah, so, Piotr, …". */
  private countOpening(tokens: readonly Token[], locale: Locale): number {
    const { coordinators } = getFunctionWords(locale);
    const start = tokens.findIndex((token, index) => {
      const isClosed = SEPARATOR.test(tokens[index + 1]?.text ?? "");
      const isOpener =
        locale.has("fillers", token.lower) || coordinators.has(token.lower) ||
        (isClosed && (openingClasses.some((name) => locale.has(name, token.lower)) || this.isParticipant(token)));
      return token.isWord ? !isOpener : QUOTE_OR_CURRENCY.test(token.text);
    });
    // What consists of openers alone stays as it is.
    return tokens.slice(start).filter(({ isWord }) => isWord).length < 2 ? 0 : Math.max(0, start);
  }

  /** Removes "…, Nora" from the end. */
  private removeVocative(tokens: Token[]): Token[] {
    const last = tokens.findLastIndex(({ isWord }) => isWord);
    const [token, comma] = [tokens[last], tokens[last - 1]];
    const isVocative = last > 2 && token && this.isParticipant(token) && COMMA.test(comma?.text ?? "");
    return isVocative ? tokens.toSpliced(last - 1, 2) : tokens;
  }
}

const isHesitation = (word: string, locale: Locale): boolean =>
  locale.has("fillers", word) && !locale.has("connectives", word) && (SOUND.test(word) || !locale.has("stopWords", word));

/** Removes hesitations anywhere, and fillers that are also words between commas (", like,"). */
function removeFillers(tokens: readonly Token[], locale: Locale): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const isBeforeComma = COMMA.test(tokens[index + 1]?.text ?? "");
    const isAside = isBeforeComma && SEPARATOR.test(tokens[index - 1]?.text ?? "") && locale.has("fillers", token.lower);
    if (!isAside && !isHesitation(token.lower, locale)) kept.push(token);
    else if (isBeforeComma && (isAside || kept.length === 0 || SEPARATOR.test(kept.at(-1)?.text ?? ""))) index += 1;
  }
  return kept.some(({ isWord }) => isWord) ? kept : [...tokens];
}

/** "I, I'll", "we could we could": removes the first of two equal sequences that contain a function word. */
function removeRepetitions(tokens: readonly Token[], locale: Locale): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    let skipped = 0;
    for (let size = MAX_REPEATED_WORDS; size > 0 && skipped === 0; size -= 1) {
      const next = index + size + (SEPARATOR.test(tokens[index + size]?.text ?? "") ? 1 : 0);
      const first = tokens.slice(index, index + size);
      const isRepeated = first.every(({ lower, isWord }, offset) => isWord && lower === tokens[next + offset]?.lower);
      const isFunctional = first.some(({ lower }) => locale.has("stopWords", lower) && !locale.has("negations", lower));
      if (isRepeated && isFunctional) skipped = next - index;
    }
    if (skipped === 0) kept.push(tokens[index] as Token);
    else index += skipped - 1;
  }
  return kept;
}

/** @param starts the offsets at which clauses begin. @returns the number of tokens to keep. */
function findCut(tokens: readonly Token[], starts: ReadonlySet<number>, locale: Locale): number {
  const positions = tokens.flatMap(({ isWord }, index) => (isWord ? [index] : []));
  if (positions.length <= MAX_SENTENCE_WORDS) return tokens.length;
  const { coordinators } = getFunctionWords(locale);
  const isCut = (index: number): boolean => {
    const { from, lower } = tokens[index] as Token;
    return starts.has(from) && (coordinators.has(lower) || locale.has("clauseSubjects", lower));
  };
  let end = positions.slice(MIN_CUT_WORDS, MAX_SENTENCE_WORDS + 1).findLast(isCut) ?? tokens.length;
  while (end > 0 && coordinators.has(tokens[end - 1]?.lower ?? "")) end -= 1;
  return end;
}

/** Joins tokens with the white space that they have in the text. */
function joinTokens(text: string, tokens: readonly Token[]): string {
  let result = "";
  for (const [index, { from, to }] of tokens.entries()) {
    const isSpaced = index > 0 && from > (tokens[index - 1]?.to ?? 0) && /\s/.test(text.charAt(from - 1));
    result += (isSpaced ? " " : "") + text.slice(from, to);
  }
  return result;
}

const TERMINATED = /[.!?…。！？؟।]["'”’»)\]]*$|\p{Extended_Pictographic}️?$/u;

/** Capitalises a text and ends it with a full stop. */
export function finish(text: string): string {
  const trimmed = text.replace(/^[\s,;:.!?…–—-]+(?=\S)/u, "").replace(/[\s,;:–—-]+$/u, "");
  if (trimmed === "") return "";
  const result = /^(?:https?:|www\.)/.test(trimmed) ? trimmed : capitalize(trimmed);
  return TERMINATED.test(result) ? result : `${result}.`;
}

/** In UTF-16 code units; cuts between words where there are any, never within a surrogate pair. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const blank = text.lastIndexOf(" ", maxLength - 1);
  const end = blank > maxLength / 2 ? blank : maxLength - 1;
  return `${text.slice(0, end).toWellFormed().replace(/[\s\uFFFD,;:]+$/u, "")}…`;
}
