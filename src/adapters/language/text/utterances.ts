import type { Segment } from "../../../domain/transcript.js";
import type { SummaryContext } from "../../../ports/driven/summariser.js";
import { endsSentence, plain } from "./plain-text.js";
import { isPunctuated } from "./sentences.js";
import { isBackchannel } from "./words.js";

/** Who speaks. */
export interface Speaker {
  readonly key: string;
  /** As others would call them; undefined while only a number is known. */
  readonly name: string | undefined;
  readonly isUser: boolean;
}

/** What one speaker says in one go, and where each part of it was said. */
export interface Utterance {
  readonly speaker: Speaker;
  readonly text: string;
  readonly parts: readonly { readonly from: number; readonly segmentId: string }[];
}

interface Line {
  readonly speaker: Speaker;
  readonly segmentId: string;
  readonly text: string;
}

const NUMBERED = /^SPEAKER_\d+$/i;
const SPEAKER_LINE = /^(\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,3})\s?: +(\S.*)$/u;
/** Headings of notes that look like speakers. */
const HEADINGS =
  /^(?:Note|Notes|Todo|To Do|Action|Actions|Action Item|Re|Subject|Date|Time|Agenda|Summary|Update|Reminder|Important|Question|Warning|Ps|From|To|Where|When|Who|Why|What)$/i;
/** The lines at the head of a mail; who sent it is who speaks. */
const MAIL_FROM = /^From: (\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,3})(?: *<[^>]*>)?$/u;
const MAIL_HEAD = /^(?:To|Cc|Bcc|Sent|Reply-To): /;
const BULLET = /^(?:[-*•–]|\d{1,2}[.)]|\[[ x]?\])\s+/;

/** Puts together what was cut apart: one speaker's consecutive lines, also over another's "mm-hmm". */
export function utterancesOf(segments: readonly Segment[], context: SummaryContext): Utterance[] {
  const lines = joinedWords(segments.flatMap((segment) => linesOf(segment, context)));
  const punctuated = isPunctuated(lines.map(({ text }) => text));
  const utterances: { speaker: Speaker; text: string; parts: { from: number; segmentId: string }[] }[] = [];
  let pending: (typeof utterances)[number] | undefined;
  for (const line of lines) {
    if (pending && punctuated && pending.speaker.key === line.speaker.key && continues(pending.text, line.text)) {
      pending.parts.push({ from: pending.text.length + 1, segmentId: line.segmentId });
      pending.text += ` ${line.text}`;
      continue;
    }
    const started = { speaker: line.speaker, text: line.text, parts: [{ from: 0, segmentId: line.segmentId }] };
    utterances.push(started);
    if (!isBackchannel(line.text) || !pending) pending = started;
  }
  return utterances;
}

/** Some transcribers set every part of a word apart, "it 's" and "on - line": then a lone hyphen is no dash. */
function joinedWords(lines: readonly Line[]): readonly Line[] {
  if (lines.filter(({ text }) => / '(?:s|ll|m|re|ve|d)\b/.test(text)).length < 3) return lines;
  return lines.map((line) => ({ ...line, text: line.text.replace(/(\p{L}) - (?=\p{L})/gu, "$1-") }));
}

function continues(before: string, after: string): boolean {
  return !endsSentence(before) && (/[,–—-]$/.test(before.slice(-1)) || /^(?:\p{Ll}|I\b|I')/u.test(after));
}

function linesOf(segment: Segment, context: SummaryContext): Line[] {
  let speaker: Speaker = {
    key: segment.isUser ? "user" : segment.speaker,
    name: segment.isUser
      ? nameOf(context.userName)
      : NUMBERED.test(segment.speaker)
        ? undefined
        : nameOf(segment.speaker),
    isUser: segment.isUser,
  };
  return segment.text.split(/[\r\n\u2028\u2029]+/).flatMap((raw) => {
    const line = plain(raw).replace(BULLET, "");
    const sender = MAIL_FROM.exec(line)?.[1];
    if (sender !== undefined) {
      speaker = named(sender, context);
      return [];
    }
    if (MAIL_HEAD.test(line)) return [];
    const [, label = "", said = ""] = SPEAKER_LINE.exec(line.slice(0, 100)) ?? [];
    const labelled = said !== "" && !HEADINGS.test(label);
    if (labelled) speaker = named(label, context);
    const text = labelled ? line.slice(line.indexOf(":") + 1).trim() : line;
    return text === "" ? [] : [{ speaker, segmentId: segment.id, text }];
  });
}

function named(label: string, { userName }: SummaryContext): Speaker {
  const isUser = label.toLowerCase() === userName.toLowerCase() || /^(?:me|user)$/i.test(label);
  return { key: isUser ? "user" : label, name: isUser ? nameOf(userName) : label, isUser };
}

function nameOf(label: string): string | undefined {
  const name = label.trim();
  return /^\p{L}/u.test(name) && name.length <= 60 ? name : undefined;
}
