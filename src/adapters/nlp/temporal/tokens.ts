import { foldAccents } from "../text/tokens.js";

/** A word, number or mark of a text, as fine as times are written: "14h30" is three tokens, "9.20" is one. */
export interface TimeToken {
  /** Lower case, straight apostrophes. */
  readonly lower: string;
  /** Lower case without accents. */
  readonly folded: string;
  /** UTF-16 offsets in the text. */
  readonly from: number;
  readonly to: number;
  readonly isNumber: boolean;
  readonly isWord: boolean;
  /** Whether no blank lies between this token and the one before it. */
  readonly isAttached: boolean;
  /** Whether a sentence or line ends with it. */
  readonly isBreak: boolean;
}

const TOKEN = /\d{1,12}(?:[.:/]\d{1,4}){0,2}(?!\d)|\d+|[ap]\. ?m\.|\p{L}[\p{L}\p{M}]*|\n|[^\s\p{L}\d]/gu;
const ASCII = /^[ -~]*$/;
const SENTENCE_END = /^[.!?…;\n]$/;

export function tokenizeTimes(text: string): TimeToken[] {
  const tokens: TimeToken[] = [];
  let end = -1;
  for (const { 0: match, index } of text.matchAll(TOKEN)) {
    const lower = /^[ap]\./i.test(match) ? `${match.charAt(0).toLowerCase()}m` : match.toLowerCase().replace("’", "'");
    const to = index + match.length;
    tokens.push({
      lower,
      folded: ASCII.test(lower) ? lower : foldAccents(lower),
      from: index,
      to,
      isNumber: /^\d/.test(match),
      isWord: /^\p{L}/u.test(match),
      isAttached: index === end,
      isBreak: SENTENCE_END.test(match) && (to >= text.length || /\s/.test(text.charAt(to)) || match === "\n"),
    });
    end = to;
  }
  return tokens;
}
