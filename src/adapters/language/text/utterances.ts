import type { Segment } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import { divideText, type ProseLine } from "./lists.js";
import { endsSentence } from "./plain-text.js";
import { isPunctuated } from "./sentences.js";
import { labelledLine, speakersIn } from "./speaker-labels.js";
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
  /** A point of a list that is read as prose. */
  readonly isBulleted: boolean;
}

interface Line {
  readonly speaker: Speaker;
  readonly segmentId: string;
  readonly text: string;
  readonly isBulleted: boolean;
}

/** An utterance in the making. Its lines are joined at the end: a text that grows line by line is copied each time. */
interface JoinedLines extends Omit<Utterance, "text"> {
  readonly texts: string[];
  /** Of the text, joined. */
  length: number;
  readonly parts: { from: number; segmentId: string }[];
}

const NUMBERED = /^SPEAKER_\d+$/i;
/** The lines at the head of a mail; who sent it is who speaks. */
const MAIL_FROM = /^(?:From|Von|De|Da|Van): (\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,3})(?: *<[^>]*>)?$/u;
const MAIL_HEAD =
  /^(?:To|Cc|Bcc|Sent|Reply-To|Date|An|Gesendet|Datum|À|Envoyé|Para|Enviado|Fecha|A|Inviato|Data|Aan|Verzonden) ?: /;
const MAIL_SUBJECT = /^(?:Subject|Betreff|Objet|Asunto|Oggetto|Assunto|Onderwerp) ?: */;
/** Of so many lines the first may be a mail's head. */
const MAX_MAIL_HEAD = 8;

/** Puts together what was cut apart: one speaker's consecutive lines, also over another's "mm-hmm". */
export function utterancesOf(segments: readonly Segment[], context: SummaryContext): Utterance[] {
  const lines = joinedWords(linesOf(segments, context));
  const punctuated = isPunctuated(lines.filter(({ isBulleted }) => !isBulleted).map(({ text }) => text));
  const utterances: JoinedLines[] = [];
  let pending: JoinedLines | undefined;
  for (const line of lines) {
    const { speaker, text, segmentId, isBulleted } = line;
    const last = pending?.texts.at(-1) ?? "";
    if (pending && !isBulleted && punctuated && pending.speaker.key === speaker.key && continues(last, text)) {
      pending.parts.push({ from: pending.length + 1, segmentId });
      pending.texts.push(text);
      pending.length += 1 + text.length;
      continue;
    }
    const started = { speaker, texts: [text], length: text.length, parts: [{ from: 0, segmentId }], isBulleted };
    utterances.push(started);
    if (isBulleted) pending = undefined;
    else if (!isBackchannel(text) || !pending) pending = started;
  }
  return utterances.map(({ texts, ...utterance }) => ({ ...utterance, text: texts.join(" ") }));
}

/** Some transcribers set every part of a word apart, "it 's" and "on - line": then a lone hyphen is no dash. */
function joinedWords(lines: readonly Line[]): readonly Line[] {
  if (lines.filter(({ text }) => / '(?:s|ll|m|re|ve|d)\b/.test(text)).length < 3) return lines;
  return lines.map((line) => ({ ...line, text: line.text.replace(/(\p{L}) - (?=\p{L})/gu, "$1-") }));
}

function continues(before: string, after: string): boolean {
  return !endsSentence(before) && (/[,–—-]$/.test(before.slice(-1)) || /^(?:\p{Ll}|I\b|I')/u.test(after));
}

/** "Viele Grüße" and the name under it, at the end of a letter. */
const CLOSING =
  /^(?:(?:with )?(?:best|kind|warm|many|warmest)(?: (?:regards|wishes))|regards|(?:yours )?sincerely(?: yours)?|yours(?: truly| faithfully)?|all the best|best|love|cheers|(?:viele|liebe|beste|herzliche|schöne|mit freundlichen|mit besten) grüße?n?|lg|vg|mfg|(?:bien )?cordialement|(?:bien )?à (?:toi|vous)|amicalement|bises|bisous|(?:un )?saludos?|un abrazo|besos|atentamente|cordiali saluti|(?:distinti )?saluti|un abbraccio|baci|um abraço|abraços?|beijos?|atenciosamente|cumprimentos|(?:met )?(?:vriendelijke )?groet(?:en|jes)?|liefs)[,.!]?$/iu;
/** So many lines may stand under it, each of a few words. */
const MAX_SIGNATURE_LINES = 3;
const MAX_SIGNATURE_LENGTH = 40;

function withoutClosing(lines: readonly ProseLine[]): readonly ProseLine[] {
  for (let at = lines.length - 1; at > 0 && at >= lines.length - 1 - MAX_SIGNATURE_LINES; at -= 1) {
    const text = lines[at]?.text ?? "";
    if (CLOSING.test(text)) return lines.slice(0, at);
    if (text.length > MAX_SIGNATURE_LENGTH) break;
  }
  return lines;
}

function linesOf(segments: readonly Segment[], context: SummaryContext): Line[] {
  const divided = segments.map((segment) => ({
    segment,
    lines: withoutClosing(divideText(segment.text).lines).map(({ text, isBulleted }) => ({
      ...labelledLine(text),
      line: text,
      isBulleted,
    })),
  }));
  const known = [...segments.map(({ speaker }) => speaker), context.userName, "me", "I", "ich", "moi", "yo"].map(
    (name) => name.toLowerCase(),
  );
  const speakers = speakersIn(
    divided.flatMap(({ lines }) => lines),
    new Set(known),
  );
  return divided.flatMap(({ segment, lines }) => {
    let speaker: Speaker = {
      key: segment.isUser ? "user" : segment.speaker,
      name: segment.isUser
        ? nameOf(context.userName)
        : NUMBERED.test(segment.speaker)
          ? undefined
          : nameOf(segment.speaker),
      isUser: segment.isUser,
    };
    const isMail = lines.slice(0, MAX_MAIL_HEAD).some(({ line }) => MAIL_FROM.test(line));
    return lines.flatMap(({ line, label, text, isBulleted }, at) => {
      if (isMail && at < MAX_MAIL_HEAD) {
        const sender = MAIL_FROM.exec(line)?.[1];
        if (sender !== undefined) speaker = named(sender, context);
        if (sender !== undefined || MAIL_HEAD.test(line)) return [];
        const subject = line.replace(MAIL_SUBJECT, "");
        if (subject !== line)
          return subject === "" ? [] : [{ speaker, segmentId: segment.id, text: subject, isBulleted }];
      }
      const isLabelled = label !== undefined && speakers.has(label);
      if (isLabelled) speaker = named(label, context);
      const said = isLabelled ? text : line;
      return said === "" ? [] : [{ speaker, segmentId: segment.id, text: said, isBulleted }];
    });
  });
}

/** How people label what they said themselves, and what another did. */
const SELF = /^(?:me|I|user|ich|moi|je|yo|io|eu|ik)$/i;
const PRONOUN = /^(?:you|he|she|him|her|they|them|er|sie|du|lui|elle|il|tu|él|ella|ele|ela|hij|zij|jij)$/i;

function named(label: string, { userName }: SummaryContext): Speaker {
  const isUser = label.toLowerCase() === userName.toLowerCase() || SELF.test(label);
  return {
    key: isUser ? "user" : label,
    name: isUser ? nameOf(userName) : PRONOUN.test(label) ? undefined : label,
    isUser,
  };
}

function nameOf(label: string): string | undefined {
  const name = label.trim();
  return /^\p{L}/u.test(name) && name.length <= 60 ? name : undefined;
}
