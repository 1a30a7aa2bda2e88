export type LineKind = "prose" | "bullet" | "open-item" | "done-item" | "heading";

/** A line of a written text, or the text of a transcript segment without line breaks. */
export interface Line {
  /** Without the marker of its kind and without formatting. */
  readonly text: string;
  readonly kind: LineKind;
  /** The heading above it, without its colon. */
  readonly heading: string | undefined;
  /** A blank line stands before it. */
  readonly startsParagraph: boolean;
}

const LINE_BREAK = /\r\n|[\r\n\u2028\u2029]/;
const BULLET = /^(?:[-*+•◦‣·–—▪→]|\(?\d{1,2}[.)])\s+/u;
const CHECKBOX = /^(?:\[(?<mark>[ xX✓✔]?)\]|(?<open>[☐□○⬜])|(?<done>[☑☒✅✓✔]️?))\s*/u;
/** Markdown: heading marks, emphasis, quotation marks of mail. */
const HEADING_MARK = /^#{1,6}\s+/;
const EMPHASIS = /\*\*|__|~~/g;
const QUOTE_MARK = /^(?:>\s?)+/;
const STRUCK_THROUGH = /^~~.*~~$/s;
const INDENT = /^(?:\t| {2,})/;
/** "To do: - pay the bill - book flights": a list on one line. */
const INLINE_LIST = /^(?<heading>[^:]{1,40}:)\s+(?=(?:[-*•–]|\d{1,2}[.)])\s)/u;
const INLINE_BULLET = /\s(?=(?:[-*•–]|\d{1,2}[.)])\s)/u;
const MAX_HEADING_WORDS = 8;

/** Splits a text into lines and tells list items and headings from prose. Blank and quoted lines are left out. */
export function splitLines(text: string): Line[] {
  const rawLines = text.split(LINE_BREAK).flatMap(splitInlineList);
  const lines: Line[] = [];
  let heading: string | undefined;
  let startsParagraph = false;
  for (const [index, raw] of rawLines.entries()) {
    const trimmed = raw.trim();
    if (trimmed === "") {
      startsParagraph = true;
      continue;
    }
    if (QUOTE_MARK.test(trimmed)) continue;
    const line = readMarker(trimmed);
    if (line.text === "") continue;
    const last = lines.at(-1);
    const isContinued = line.kind === "prose" && INDENT.test(raw) && !startsParagraph;
    if (isContinued && last && last.kind !== "prose" && last.kind !== "heading") {
      lines[lines.length - 1] = { ...last, text: `${last.text} ${line.text}` };
      continue;
    }
    let following = index + 1;
    while (rawLines[following]?.trim() === "") following += 1;
    const next = rawLines[following];
    if (line.kind === "prose" && isHeading(trimmed, line.text, next)) {
      heading = removeColon(line.text);
      lines.push({ text: heading, kind: "heading", heading: undefined, startsParagraph });
    } else {
      if (line.kind === "prose" && startsParagraph) heading = undefined;
      lines.push({ ...line, heading, startsParagraph });
    }
    startsParagraph = false;
  }
  return lines;
}

const removeColon = (text: string): string => (text.endsWith(":") ? text.slice(0, -1).trimEnd() : text);

function splitInlineList(line: string): string[] {
  const heading = INLINE_LIST.exec(line)?.groups?.["heading"];
  return heading === undefined ? [line] : [heading, ...line.slice(heading.length).trim().split(INLINE_BULLET)];
}

function readMarker(line: string): Pick<Line, "text" | "kind"> {
  const bullet = BULLET.exec(line);
  const afterBullet = bullet ? line.slice(bullet[0].length) : line;
  const box = CHECKBOX.exec(afterBullet);
  const text = (box ? afterBullet.slice(box[0].length) : afterBullet).trim();
  const plainText = text.replace(HEADING_MARK, "").replaceAll(EMPHASIS, "").trim();
  if (box) {
    const { mark, done } = box.groups ?? {};
    const isDone = done !== undefined || (mark !== undefined && mark.trim() !== "");
    return { text: plainText, kind: isDone || STRUCK_THROUGH.test(text) ? "done-item" : "open-item" };
  }
  if (STRUCK_THROUGH.test(text)) return { text: plainText, kind: "done-item" };
  return { text: plainText, kind: bullet ? "bullet" : "prose" };
}

/** A short line that ends with a colon, is marked as a heading, or stands above a list. */
function isHeading(line: string, text: string, next: string | undefined): boolean {
  if (text.split(/\s+/).length > MAX_HEADING_WORDS) return false;
  if (HEADING_MARK.test(line) || /:$/.test(text)) return true;
  if (next === undefined || /[.!?…]$/u.test(text)) return false;
  return readMarker(next.trim()).kind !== "prose";
}
