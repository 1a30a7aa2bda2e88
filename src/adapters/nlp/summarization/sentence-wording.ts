import type { Locale } from "../locales/locale.js";
import type { Document, Sentence } from "../text/document.js";
import { capitalize, foldAccents, type Token } from "../text/tokens.js";
import { getFunctionWords } from "./terms.js";

/** In words. A longer sentence is cut before a clause that begins with a conjunction or a subject. */
const MAX_SENTENCE_WORDS = 30;
const MIN_CUT_WORDS = 12;
/** Repeated words up to this number are a false start. */
const MAX_REPEATED_WORDS = 3;
/** "[laughs]", "(inaudible)". */
const ANNOTATION = /\[[^\]\d]{1,24}\]|\((?:inaudible|laughs|laughter|unclear|crosstalk)\)/giu;
const COMMA = /^[,;]$/;
const STOPS = /^(?:[,;:–—…-]|\.\.\.)$/u;

/** A sentence as it reads in an overview. */
export interface Wording {
  readonly text: string;
  /** The tokens that remain. */
  readonly tokens: readonly Token[];
}

/** Words sentences for reading: without hesitation, false starts and what only connects them to what was said before. */
export class SentenceWording {
  private readonly names: ReadonlySet<string>;

  constructor(private readonly document: Document) {
    const names = document.utterances.flatMap(({ speaker, recipient }) => [speaker.name, recipient]);
    this.names = new Set(names.flatMap((name) => foldAccents(name ?? "").split(/[\s,]+/)).filter((name) => name !== ""));
  }

  /** Whether the token is a name of a participant. */
  isParticipant({ text }: Token): boolean {
    return /^\p{Lu}/u.test(text) && this.names.has(foldAccents(text));
  }

  word(sentence: Sentence): Wording {
    const locale = sentence.locale ?? this.document.locale;
    const annotations = Array.from(sentence.text.matchAll(ANNOTATION), ({ 0: text, index }) => [index, index + text.length] as const);
    let tokens = sentence.tokens.filter(({ from }) => !annotations.some(([start, end]) => from >= start && from < end));
    const isSpeech = this.document.form === "dialogue";
    if (locale) {
      tokens = removeHesitations(tokens, locale, isSpeech);
      tokens = removeRepetitions(tokens, locale);
      if (isSpeech) tokens = this.removeVocatives(tokens.slice(this.countOpening(tokens, locale)));
      tokens = isSpeech ? cutLong(tokens, sentence, locale) : tokens;
    }
    return { text: finish(joinTokens(sentence.text, tokens)), tokens };
  }

  /** The number of tokens before the first clause proper: "Yeah, so, Piotr, …". */
  private countOpening(tokens: readonly Token[], locale: Locale): number {
    const { coordinators } = getFunctionWords(locale);
    let start = 0;
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index] as Token;
      const next = tokens[index + 1];
      const isClosed = next !== undefined && STOPS.test(next.text);
      const isOpener =
        !token.isWord || locale.has("fillers", token.lower) || coordinators.has(token.lower) ||
        (isClosed && ["agreements", "refusals", "greetings"].some((name) => locale.has(name as "agreements", token.lower))) ||
        (isClosed && this.isParticipant(token));
      if (!isOpener) break;
      if (!isQuoteOrCurrency(token)) start = index + 1;
    }
    // What consists of openers alone stays as it is.
    return tokens.slice(start).filter(({ isWord }) => isWord).length < 2 ? 0 : start;
  }

  /** Removes "…, Nora." at the end. */
  private removeVocatives(tokens: readonly Token[]): readonly Token[] {
    const last = tokens.findLastIndex(({ isWord }) => isWord);
    const [token, comma] = [tokens[last], tokens[last - 1]];
    if (last < 3 || !token || !comma || !COMMA.test(comma.text) || !this.isParticipant(token)) return tokens;
    return [...tokens.slice(0, last - 1), ...tokens.slice(last + 1)];
  }
}

const isQuoteOrCurrency = ({ text }: Token): boolean => /^["“”«»„'’(€$£¿¡]$/u.test(text);

/** Hesitations anywhere ("um"); fillers that are also words only between commas (", like,"). */
function removeHesitations(tokens: readonly Token[], locale: Locale, isSpeech: boolean): readonly Token[] {
  const isEdge = (token: Token | undefined): boolean => token === undefined || STOPS.test(token.text);
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const [before, after] = [tokens[index - 1], tokens[index + 1]];
    const isFiller = locale.has("fillers", token.lower);
    const isAside = isEdge(before) && after !== undefined && COMMA.test(after.text) && before !== undefined;
    const isHesitation = isFiller && !locale.has("stopWords", token.lower) && !locale.has("connectives", token.lower);
    if (!isFiller || !(isHesitation || (isSpeech && isAside))) {
      kept.push(token);
      continue;
    }
    // One comma of two remains only where the clause had one before the hesitation.
    if (after !== undefined && COMMA.test(after.text)) index += 1;
    const last = kept.at(-1);
    if (last && COMMA.test(last.text) && isHesitation && !isEdge(tokens[index + 1])) kept.pop();
  }
  return kept.some(({ isWord }) => isWord) ? kept : tokens;
}

/** "I, I'll", "we could we could": the first of two equal sequences of function words. */
function removeRepetitions(tokens: readonly Token[], locale: Locale): readonly Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const length = [MAX_REPEATED_WORDS, 2, 1].find((size) => {
      const first = tokens.slice(index, index + size);
      const gap = STOPS.test(tokens[index + size]?.text ?? "") ? 1 : 0;
      const second = tokens.slice(index + size + gap, index + size * 2 + gap);
      return (
        first.length === size && second.length === size && first.every(({ isWord }) => isWord) &&
        first.some(({ lower }) => locale.has("stopWords", lower)) && !first.some(({ lower }) => locale.has("negations", lower)) &&
        first.every(({ lower }, offset) => lower === second[offset]?.lower)
      );
    });
    if (length === undefined) kept.push(tokens[index] as Token);
    else index += length - 1 + (STOPS.test(tokens[index + length]?.text ?? "") ? 1 : 0);
  }
  return kept;
}

function cutLong(tokens: readonly Token[], { tokens: all, clauses }: Sentence, locale: Locale): readonly Token[] {
  const positions = tokens.flatMap(({ isWord }, index) => (isWord ? [index] : []));
  if (positions.length <= MAX_SENTENCE_WORDS) return tokens;
  const { coordinators } = getFunctionWords(locale);
  const starts = new Map(clauses.map(({ from }) => [all[from]?.from, all[from]?.lower ?? ""]));
  const cuts = positions.slice(MIN_CUT_WORDS, MAX_SENTENCE_WORDS + 1).filter((index) => {
    const word = starts.get(tokens[index]?.from);
    if (word === undefined) return false;
    return coordinators.has(word) || locale.has("clauseSubjects", word) || /^[;:–—]$/u.test(tokens[index - 1]?.text ?? "");
  });
  let end = cuts.at(-1) ?? tokens.length;
  while (end > 0 && isLoose(tokens[end - 1], locale)) end -= 1;
  return tokens.slice(0, end);
}

/** A conjunction or comma that the end of a clause does not keep. */
const isLoose = (token: Token | undefined, locale: Locale): boolean =>
  token !== undefined && (STOPS.test(token.text) || getFunctionWords(locale).coordinators.has(token.lower));

/** Joins tokens with the white space that they have in the text. */
function joinTokens(text: string, tokens: readonly Token[]): string {
  let result = "";
  let end: number | undefined;
  for (const token of tokens) {
    if (end !== undefined) {
      const isBlankBefore = /\s/.test(text.charAt(token.from - 1));
      result += token.from === end ? "" : isBlankBefore && !/^[,.;:!?…]$/u.test(token.text) ? " " : text.slice(end, token.from).trim() === "" ? text.slice(end, token.from) : "";
    }
    result += text.slice(token.from, token.to);
    end = token.to;
  }
  return result.replaceAll(/\s+/g, " ");
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
