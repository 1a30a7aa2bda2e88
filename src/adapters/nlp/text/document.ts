import type { Segment } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import {
  createSpeaker,
  isNumberedLabel,
  isSameName,
  readLabels,
  type LabelledLine,
  type Speaker,
} from "../dialogue/speakers.js";
import type { Locale } from "../locales/locale.js";
import { splitClauses, type Clause } from "./clauses.js";
import { selectAnalysedSentences } from "./excerpts.js";
import { splitLines, type LineKind } from "./lines.js";
import { readMailFrame } from "./mail.js";
import { splitSentences } from "./sentences.js";
import { tokenize, type TextToken } from "./text-tokens.js";

/** `note`: by the user for themselves; `mail`: from one to another; `dialogue`: several turns. */
export type DocumentForm = "note" | "mail" | "dialogue";

/** What one speaker says without interruption, or one line of a text. */
export interface Utterance {
  /** Position in the document, from 0. */
  readonly index: number;
  readonly speaker: Speaker;
  /** To whom a letter is written; undefined in other forms. */
  readonly recipient: string | undefined;
  readonly kind: LineKind;
  readonly heading: string | undefined;
  readonly text: string;
  /** Where the text of each segment begins, in order. */
  readonly parts: readonly { readonly from: number; readonly segmentId: string }[];
}

export interface Sentence {
  /** Position in the document, from 0. */
  readonly index: number;
  readonly utterance: Utterance;
  readonly text: string;
  /** UTF-16 offset in the utterance. */
  readonly from: number;
  readonly segmentIds: readonly string[];
  /** Undefined when nothing is known of its language. */
  readonly locale: Locale | undefined;
  readonly tokens: readonly TextToken[];
  readonly clauses: readonly Clause[];
}

export interface Document {
  readonly form: DocumentForm;
  /** The main language; undefined when nothing is known of it. */
  readonly locale: Locale | undefined;
  /** ISO 639-1 code for word segmentation. */
  readonly language: string;
  readonly utterances: readonly Utterance[];
  readonly sentences: readonly Sentence[];
}

export interface DocumentLanguage {
  readonly language: string;
  readonly locale: Locale | undefined;
  /** @returns the locale of a sentence, which may differ from the main one. */
  readonly findLocale: (tokens: readonly TextToken[]) => Locale | undefined;
}

/** Builds the document of a transcript: speakers, utterances, sentences, tokens, clauses. */
export function buildDocument(
  segments: readonly Segment[],
  context: Pick<SummaryContext, "textSource" | "userName">,
  { language, locale, findLocale }: DocumentLanguage,
): Document {
  const isText = context.textSource !== null;
  const { form, utterances } = isText
    ? readText(segments, context.userName, locale)
    : readSpeech(segments, context.userName);
  const spans = utterances.flatMap((utterance) =>
    splitSentences(utterance.text, language).map(({ from, to }) => ({ utterance, from, to })),
  );
  const sentences: Sentence[] = [];
  for (const { utterance, from, to } of selectAnalysedSentences(spans)) {
    const text = utterance.text.slice(from, to);
    const tokens = tokenize(text);
    if (tokens.length === 0) continue;
    const sentenceLocale = findLocale(tokens);
    sentences.push({
      index: sentences.length,
      utterance,
      text,
      from,
      segmentIds: findSegmentIds(utterance, from, to),
      locale: sentenceLocale,
      tokens,
      clauses: splitClauses(tokens, sentenceLocale),
    });
  }
  return { form, locale, language, utterances, sentences };
}

function findSegmentIds({ parts }: Utterance, from: number, to: number): string[] {
  const ids = parts.filter((part, index) => part.from < to && (parts[index + 1]?.from ?? Infinity) > from);
  return [...new Set(ids.map(({ segmentId }) => segmentId))];
}

interface ReadUtterances {
  readonly form: DocumentForm;
  readonly utterances: Utterance[];
}

interface LocatedLine extends LabelledLine {
  readonly segmentId: string;
}

function readText(segments: readonly Segment[], userName: string, locale: Locale | undefined): ReadUtterances {
  const located = segments.flatMap((segment) =>
    splitLines(segment.text).map((line) => ({ line, segmentId: segment.id })),
  );
  const labelled = readLabels(
    located.map(({ line }) => line),
    userName,
  ).map((line, index): LocatedLine => ({ ...line, segmentId: located[index]?.segmentId ?? "" }));
  const isChat = labelled.some(({ label }) => label !== undefined);
  const user = createSpeaker(userName, true, userName);
  if (isChat) return { form: "dialogue", utterances: createUtterances(labelled, user, userName) };
  const frame = readMailFrame(labelled, locale);
  const isMail = frame.hasGreeting || frame.hasClosing || frame.sender !== undefined;
  const isFromOther = frame.sender !== undefined && !isSameName(frame.sender, userName);
  const isToUser = frame.sender === undefined && frame.recipient !== undefined && isSameName(frame.recipient, userName);
  const sender = isFromOther
    ? createSpeaker(frame.sender, false, userName)
    : isToUser
      ? { key: "sender", name: undefined, label: "sender", isUser: false }
      : user;
  const recipient = sender.isUser ? frame.recipient : userName;
  const utterances = createUtterances(frame.body as readonly LocatedLine[], sender, userName);
  return isMail
    ? { form: "mail", utterances: utterances.map((utterance) => ({ ...utterance, recipient })) }
    : { form: "note", utterances };
}

function createUtterances(lines: readonly LocatedLine[], writer: Speaker, userName: string): Utterance[] {
  let speaker = writer;
  return lines.map(({ line, label, text, segmentId }, index) => {
    if (label !== undefined) speaker = createSpeaker(label, false, userName);
    const parts = [{ from: 0, segmentId }];
    return { index, speaker, recipient: undefined, kind: line.kind, heading: line.heading, text, parts };
  });
}

/** In UTF-16 code units. A longer utterance is continued as a new one. */
const MAX_JOINED_LENGTH = 2_000;
/** A segment continues the one before it if the same speaker had not finished the sentence. */
const CONTINUES = /^\p{Ll}/u;
const ENDS_SENTENCE = /[.!?…:;]["'”’)]*$/u;

/** The user alone dictates a note. */
function readSpeech(segments: readonly Segment[], userName: string): ReadUtterances {
  const utterances = readTranscript(segments, userName);
  return { form: utterances.every(({ speaker }) => speaker.isUser) ? "note" : "dialogue", utterances };
}

function readTranscript(segments: readonly Segment[], userName: string): Utterance[] {
  const utterances: (Utterance & { parts: { from: number; segmentId: string }[] })[] = [];
  const push = (
    speaker: Speaker,
    line: { kind: LineKind; heading: string | undefined; text: string },
    segmentId: string,
  ): void => {
    const last = utterances.at(-1);
    const isContinuation =
      last?.speaker.key === speaker.key &&
      last.kind === "prose" &&
      line.kind === "prose" &&
      last.text.length < MAX_JOINED_LENGTH &&
      !ENDS_SENTENCE.test(last.text) &&
      CONTINUES.test(line.text);
    if (isContinuation) {
      const from = last.text.length + 1;
      utterances[utterances.length - 1] = {
        ...last,
        text: `${last.text} ${line.text}`,
        parts: [...last.parts, { from, segmentId }],
      };
    } else {
      utterances.push({
        index: utterances.length,
        speaker,
        recipient: undefined,
        ...line,
        parts: [{ from: 0, segmentId }],
      });
    }
  };
  const [first] = segments;
  // A single speaker without a name is the owner of the device.
  const isMonologue =
    first !== undefined && isNumberedLabel(first.speaker) && segments.every(({ speaker }) => speaker === first.speaker);
  for (const segment of segments) {
    const speaker = createSpeaker(segment.speaker, segment.isUser || isMonologue, userName);
    for (const { text, kind, heading } of splitLines(segment.text)) push(speaker, { text, kind, heading }, segment.id);
  }
  return utterances;
}
