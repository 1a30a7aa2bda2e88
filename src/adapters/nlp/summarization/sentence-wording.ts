import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import { capitalize, type TextToken } from "../text/text-tokens.js";
import { getLexicon } from "./term-lexicon.js";

/** Sequences of so many words are a false start if they are repeated; the longest is found first. */
const REPEATED_WORDS = [3, 2, 1];
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
  readonly tokens: readonly TextToken[];
}

/** Words sentences for reading: without hesitations, false starts and what connects them to the sentence before. */
export class SentenceWording {
  private readonly names: ReadonlySet<string>;
  private readonly isSpeech: boolean;

  constructor(private readonly document: Document) {
    const names = new Set(document.utterances.flatMap(({ speaker, recipient }) => [speaker.name, recipient]));
    this.names = new Set([...names].flatMap((name = "") => name.toLowerCase().split(/[\s,]+/)));
    const { form, locale, sentences } = document;
    const isDictated = ({ tokens }: Sentence): boolean =>
      locale !== undefined && tokens.some(({ lower }) => isHesitation(lower, locale));
    this.isSpeech = form === "dialogue" || sentences.some(isDictated);
  }

  isParticipant({ text, lower }: TextToken): boolean {
    return this.names.has(lower) && text !== lower;
  }

  word({ text, tokens, locale = this.document.locale }: Sentence): Wording {
    const notes = text.includes("[") ? Array.from(text.matchAll(ANNOTATION)) : [];
    let kept = tokens.filter(
      ({ from }) => !notes.some(({ 0: note, index }) => from >= index && from < index + note.length),
    );
    if (locale && this.isSpeech) {
      kept = removeRepetitions(removeFillers(kept, locale), locale);
      kept = kept.slice(this.countOpening(kept, locale));
    }
    return { text: finish(joinTokens(text, kept)), tokens: kept };
  }

  /** The number of tokens before the first clause proper: "Yeah, so, Piotr, …". */
  private countOpening(tokens: readonly TextToken[], locale: Locale): number {
    const lexicon = getLexicon(locale);
    const start = tokens.findIndex((token, index) => {
      const isClosed = SEPARATOR.test(tokens[index + 1]?.text ?? "");
      const isOpener =
        locale.has("fillers", token.lower) ||
        lexicon.has("coordinators", token.lower) ||
        (isClosed && (openingClasses.some((name) => locale.has(name, token.lower)) || this.isParticipant(token)));
      return token.isWord ? !isOpener : QUOTE_OR_CURRENCY.test(token.text);
    });
    // What consists of openers alone stays as it is.
    return tokens.slice(start).filter(({ isWord }) => isWord).length < 2 ? 0 : Math.max(0, start);
  }
}

const isHesitation = (word: string, locale: Locale): boolean =>
  locale.has("fillers", word) &&
  !locale.has("connectives", word) &&
  (SOUND.test(word) || !locale.has("stopWords", word));

/** Removes hesitations anywhere, and fillers that are also words between commas (", like,"). */
function removeFillers(tokens: readonly TextToken[], locale: Locale): TextToken[] {
  const kept: TextToken[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as TextToken;
    const isBeforeComma = COMMA.test(tokens[index + 1]?.text ?? "");
    const isAside =
      isBeforeComma && SEPARATOR.test(tokens[index - 1]?.text ?? "") && locale.has("fillers", token.lower);
    if (isAside && COMMA.test(kept.at(-1)?.text ?? "")) kept.pop();
    if (!isAside && !isHesitation(token.lower, locale)) kept.push(token);
    else if (isBeforeComma && (isAside || kept.length === 0)) index += 1;
  }
  return kept.some(({ isWord }) => isWord) ? kept : [...tokens];
}

/** "I, I'll", "we could we could": removes the first of two equal sequences of words. */
function removeRepetitions(tokens: readonly TextToken[], locale: Locale): TextToken[] {
  const kept: TextToken[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const isRepeated = (size: number): boolean => {
      const first = tokens.slice(index, index + size);
      const next = index + size + Number(SEPARATOR.test(tokens[index + size]?.text ?? ""));
      return first.every(
        ({ lower, isWord }, offset) =>
          isWord && lower === tokens[next + offset]?.lower && !locale.has("negations", lower),
      );
    };
    const size = REPEATED_WORDS.find(isRepeated);
    if (size === undefined) kept.push(tokens[index] as TextToken);
    else index += size - 1 + Number(SEPARATOR.test(tokens[index + size]?.text ?? ""));
  }
  return kept;
}

/** Joins tokens with the white space that they have in the text. */
const joinTokens = (text: string, tokens: readonly TextToken[]): string =>
  tokens
    .map(({ from, to }, index) => (index > 0 && /\s/.test(text.charAt(from - 1)) ? " " : "") + text.slice(from, to))
    .join("");

const OPEN_END = /[\s\uFFFD,;:–—-]/u;
const ANY_MARK = /[\s.!?…。！？,;:–—-]/u;

/** Removes characters from the end: a loop, because an expression with `+$` takes quadratic time. */
function trimEndOf(text: string, removed: RegExp): string {
  let end = text.length;
  while (end > 0 && removed.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes marks and white space at the end. */
export const removeEndMarks = (text: string): string => trimEndOf(text, ANY_MARK);

const TERMINATED = /[.!?…。！？؟।]["'”’»)\]]*$|\p{Extended_Pictographic}️?$/u;

/** Capitalises a text and ends it with a full stop. */
export function finish(text: string): string {
  const trimmed = trimEndOf(text.replace(/^[\s,;:.!?…–—-]+(?=\S)/u, ""), OPEN_END);
  if (trimmed === "") return "";
  const result = /^(?:https?:|www\.)/.test(trimmed) ? trimmed : capitalize(trimmed);
  return TERMINATED.test(result) ? result : `${result}.`;
}

/** In UTF-16 code units; cuts between words where there are any, never within a surrogate pair. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const blank = text.lastIndexOf(" ", maxLength - 1);
  const end = blank > maxLength / 2 ? blank : maxLength - 1;
  return `${trimEndOf(text.slice(0, end).toWellFormed(), OPEN_END)}…`;
}
