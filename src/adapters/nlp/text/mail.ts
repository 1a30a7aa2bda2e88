import type { Locale } from "../locales/locale.js";
import type { LabelledLine } from "../dialogue/speakers.js";
import { tokenize } from "./text-tokens.js";

/** What a letter says about its writer and reader. */
export interface MailFrame {
  /** The lines without headers, greeting, closing and signature. */
  readonly body: readonly LabelledLine[];
  /** The name under the closing or in the header; undefined if there is none. */
  readonly sender: string | undefined;
  /** The name in the greeting. */
  readonly recipient: string | undefined;
  readonly hasGreeting: boolean;
  readonly hasClosing: boolean;
}

const SENDER_HEADER = /^(?:from|von|de|da|van)\s?: *(?<name>\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3})/iu;
const OTHER_HEADER =
  /^(?:to|cc|bcc|sent|date|reply-to|an|gesendet|datum|à|envoyé|para|enviado|fecha|a|inviato|data|aan|verzonden)\s?: /iu;
const SUBJECT_HEADER = /^(?:subject|re|fwd|betreff|objet|asunto|oggetto|assunto|onderwerp)\s?: */iu;
const MAX_HEADER_LINES = 8;
const MAX_GREETING_WORDS = 6;
const MAX_CLOSING_WORDS = 7;
/** Of the last lines of a text, those after a closing are the signature. */
const MAX_SIGNATURE_LINES = 6;
/** A signature without a closing: a short last line that is a name. */
const NAME_LINE = /^(?:[-–—] ?)?(?<name>\p{Lu}[\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,3})(?:,.*| ?\(.*)?!?$/u;
/** Forms of address before a name. */
const TITLES = new Set(
  "mr mrs ms miss dr prof doctor herr frau doktor monsieur madame mme docteur señor señora sr sra doctora signor signora dott dottor dottoressa senhor senhora dra meneer mevrouw".split(
    " ",
  ),
);
const NAME_IN_GREETING = /\p{Lu}[\p{L}\p{M}'’-]+/gu;

/** Separates the frame of a letter from its body. A text without greeting and closing is returned as it is. */
export function readMailFrame(lines: readonly LabelledLine[], locale: Locale | undefined): MailFrame {
  const { rest, sender: headerSender, subjectLines } = readHeaders(lines);
  const greeting = locale && findGreeting(rest.slice(subjectLines), locale);
  const afterGreeting = greeting ? [...rest.slice(0, subjectLines), ...greeting.rest] : rest;
  const closing = locale && findClosing(afterGreeting, locale, greeting !== undefined);
  return {
    body: closing ? afterGreeting.slice(0, closing.from) : afterGreeting,
    sender: headerSender ?? closing?.name,
    recipient: greeting?.name,
    hasGreeting: greeting !== undefined,
    hasClosing: closing !== undefined,
  };
}

/** @returns `subjectLines`: the number of lines of the subject above the greeting, 0 or 1. */
function readHeaders(lines: readonly LabelledLine[]): {
  readonly rest: readonly LabelledLine[];
  readonly sender: string | undefined;
  readonly subjectLines: number;
} {
  const head = lines.slice(0, MAX_HEADER_LINES);
  const senderLine = head.find(({ line }) => SENDER_HEADER.test(line.text));
  const hasSubject = head.some(({ line }) => SUBJECT_HEADER.test(line.text));
  if (!senderLine && !hasSubject) return { rest: lines, sender: undefined, subjectLines: 0 };
  const isHeader = ({ line }: LabelledLine): boolean => SENDER_HEADER.test(line.text) || OTHER_HEADER.test(line.text);
  const body = lines.filter((line, index) => index >= MAX_HEADER_LINES || !isHeader(line));
  const isSubject = SUBJECT_HEADER.test(body[0]?.line.text ?? "");
  const rest = body.map((line, index) =>
    index < MAX_HEADER_LINES ? { ...line, text: line.text.replace(SUBJECT_HEADER, "") } : line,
  );
  const sender = senderLine && SENDER_HEADER.exec(senderLine.line.text)?.groups?.["name"];
  return { rest, sender, subjectLines: isSubject ? 1 : 0 };
}

function findGreeting(
  lines: readonly LabelledLine[],
  locale: Locale,
): { readonly rest: readonly LabelledLine[]; readonly name: string | undefined } | undefined {
  const [first] = lines;
  if (!first || first.label !== undefined || !["prose", "heading"].includes(first.line.kind)) return undefined;
  const words = tokenize(first.text).filter(({ isWord }) => isWord);
  if (words.length === 0 || !locale.has("greetings", words[0]?.lower ?? "")) return undefined;
  // "Hi Tom, can you send me…" on one line: only the part before the comma is the greeting.
  const comma = first.text.search(/[,!:]/);
  const head = comma === -1 ? first.text : first.text.slice(0, comma);
  const headWords = tokenize(head).filter(({ isWord }) => isWord);
  const tail = comma === -1 ? "" : first.text.slice(comma + 1).trim();
  if (headWords.length > MAX_GREETING_WORDS || (comma === -1 && lines.length === 1)) return undefined;
  const names = [...head.matchAll(NAME_IN_GREETING)]
    .map(([name]) => name)
    .filter((name) => !locale.has("greetings", name.toLowerCase()) && !TITLES.has(name.toLowerCase()));
  const rest = tail === "" ? lines.slice(1) : [{ ...first, text: tail }, ...lines.slice(1)];
  return { rest, name: names.at(0) };
}

function findClosing(
  lines: readonly LabelledLine[],
  locale: Locale,
  hasGreeting: boolean,
): { readonly from: number; readonly name: string | undefined } | undefined {
  const earliest = Math.max(1, lines.length - MAX_SIGNATURE_LINES);
  for (let index = lines.length - 1; index >= earliest; index -= 1) {
    const { text = "", label } = lines[index] ?? {};
    if (label !== undefined) return undefined;
    const words = tokenize(text)
      .filter(({ isWord }) => isWord)
      .map(({ lower }) => lower);
    if (words.length > MAX_CLOSING_WORDS) continue;
    const length = locale.closings.matchLength(words, 0);
    if (length === 0) continue;
    const ownLine = lines[index + 1]?.text;
    const sameLine = /[,.!]\s*(\p{Lu}[\p{L}\p{M}'’-]+)/u.exec(text)?.[1];
    const name = (ownLine === undefined ? undefined : NAME_LINE.exec(ownLine)?.groups?.["name"]) ?? sameLine;
    return { from: index, name };
  }
  const last = lines.at(-1)?.text ?? "";
  const name = hasGreeting && lines.length > 1 ? NAME_LINE.exec(last)?.groups?.["name"] : undefined;
  return name === undefined || name.split(" ").length > 3 ? undefined : { from: lines.length - 1, name };
}
