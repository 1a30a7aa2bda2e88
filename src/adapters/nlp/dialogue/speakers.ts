import type { Line } from "../text/lines.js";
import { foldAccents } from "../text/text-tokens.js";

/** A participant of a conversation, or the writer of a text. */
export interface Speaker {
  /** Equal for all lines of one speaker. */
  readonly key: string;
  /** Undefined when only a number is known. */
  readonly name: string | undefined;
  /** What a transcript calls the speaker: the name, or a label such as `SPEAKER_01`. */
  readonly label: string;
  readonly isUser: boolean;
}

export interface LabelledLine {
  readonly line: Line;
  /** The name before the colon, if the line belongs to a chat. */
  readonly label: string | undefined;
  /** Without label and time stamp. */
  readonly text: string;
}

/** Whether a label numbers a speaker whose name is not known. */
export const isNumberedLabel = (label: string): boolean => /^(?:SPEAKER|SPK|S)[ _]?\d+$/i.test(label);

const SPEAKER_LINE = /^(?<label>[\p{L}][\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3})\s?: +(?<text>\S.*)$/u;
/** Prefixes of exported chats: "[10:02] Name: …", "12/03/2024, 10:02 - Name: …", "10:02 Name: …". */
const CHAT_TIMESTAMP =
  /^\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? )?\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\]?(?: ?[-–])? (?=\S[^:]{0,40}: )/iu;
const MAX_LABEL_LENGTH = 60;
/** Words for the author of a text in the languages with a locale. */
const SELF_LABELS = new Set(["me", "i", "user", "ich", "moi", "je", "yo", "io", "eu", "ik", "myself"]);
const MIN_CHAT_LINES = 2;
/** Of the lines of a chat, at least this share has a label; the others continue a message. */
const MIN_LABELLED_SHARE = 0.6;

/** @returns the speaker of a transcript segment or a chat label. */
export function createSpeaker(label: string, isUser: boolean, userName: string): Speaker {
  const isSelf = isUser || isSameName(label, userName) || SELF_LABELS.has(label.toLowerCase());
  if (isSelf) return { key: "user", name: userName, label: userName, isUser: true };
  return { key: foldAccents(label), name: isNumberedLabel(label) ? undefined : label, label, isUser: false };
}

/** Whether two names have the same first name, in whatever spelling. */
export function isSameName(one: string, other: string): boolean {
  const [first = "", second = ""] = [one, other].map((name) => foldAccents(name).split(/[\s,]+/)[0] ?? "");
  return first !== "" && first === second;
}

/**
 * Finds the speakers of a chat: most lines begin with "Name: ", and one name occurs twice, is the user's, or answers
 * another. Elsewhere the word before a colon is a heading.
 * @returns the lines with their labels; without labels if the text is not a chat.
 */
export function readLabels(lines: readonly Line[], userName: string): LabelledLine[] {
  const candidates = lines.map((line): LabelledLine => {
    const text = line.text.replace(CHAT_TIMESTAMP, "");
    const groups = line.kind === "prose" ? SPEAKER_LINE.exec(text.slice(0, MAX_LABEL_LENGTH + 200))?.groups : undefined;
    const label = groups?.["label"];
    if (label === undefined || label.length > MAX_LABEL_LENGTH) return { line, label: undefined, text: line.text };
    return { line, label, text: text.slice(text.indexOf(":") + 1).trim() };
  });
  return isChat(candidates, userName) ? candidates : lines.map((line) => ({ line, label: undefined, text: line.text }));
}

function isChat(lines: readonly LabelledLine[], userName: string): boolean {
  const labels = lines.flatMap(({ label }) => label ?? []);
  if (labels.length < MIN_CHAT_LINES || labels.length < MIN_LABELLED_SHARE * lines.length) return false;
  const distinct = new Set(labels);
  const isKnown = labels.some((label) => isSameName(label, userName) || SELF_LABELS.has(label.toLowerCase()));
  const isRepeated = distinct.size < labels.length;
  const isAnswered =
    distinct.size > 1 && lines.slice(0, -1).some(({ label, text }) => label !== undefined && text.endsWith("?"));
  return isKnown || isRepeated || isAnswered;
}
