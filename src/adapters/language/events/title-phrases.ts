import type { Token } from "../text/tagger.js";

export const DETERMINER = /^(?:the|my|our|a|an|your|his|her|their)$/;

export const TIME_WORD =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|tonight|morning|afternoon|evening|night|week|weekend|month|year|january|february|march|april|may|june|july|august|september|october|november|december|noon|midday|midnight|\d.*)\.?$/;

const HOURS_NAMED =
  /^(?:noon|midday|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\S+teenth|twentieth|thirtieth|twenty-\S+|thirty-first)\.?$/;

export const TIMES =
  /\s*\b(?:for (?:about )?(?:an?|half an|one|two|three|\d+) (?:hours?|minutes?)|(?:at )?(?:half|a? ?quarter) (?:past|to) \w+|(?:on|at|by) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty| fifteen| o'clock)?)\b|\s*\b(?:(?:on|at|by|in|from|until|this|next|for|the) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight|(?:two|three|four|a|\d+) (?:weeks?|days?|months?|hours?|minutes?)|\d{1,2}(?::\d\d)?(?: ?[ap]\.?m\.?)?|noon|the \d{1,2}(?:st|nd|rd|th)(?: of \p{Lu}\p{Ll}+)?|the \p{Ll}+ of \p{Lu}\p{Ll}+|(?:this |the )?(?:morning|afternoon|evening))\b/giu;

/** The tokens of a part of a sentence; all where it cannot be found. */
export function tokensOf(clause: string, tokens: readonly Token[]): readonly Token[] {
  const starts: number[] = [];
  let text = "";
  for (const token of tokens) {
    if (token.spaced && text !== "" && !token.lower.startsWith("'")) text += " ";
    starts.push(text.length);
    text += token.lower;
  }
  const from = text.indexOf(clause.toLowerCase());
  if (from < 0) return beforeReason(tokens);
  return tokens.filter((_, i) => (starts[i] ?? 0) >= from && (starts[i] ?? 0) < from + clause.length);
}

/** Without what only tells why: "because Jean needs her train". */
export function beforeReason(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ lower }) => /^(?:because|since|unless|if|after|before)$/.test(lower));
  return at < 0 ? tokens : tokens.slice(0, at);
}

export function joined(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, spaced }, i) => (i > 0 && spaced && !text.startsWith("'") ? ` ${text}` : text))
    .join("")
    .trim();
}

export function isModifier(token: Token | undefined): boolean {
  if (!token || TIME_WORD.test(token.lower) || token.lower === "o'clock") return false;
  if (/^(?:next|last|first|new|this|that|whole|other|same)$/.test(token.lower)) return false;
  return /^(?:NOUN|PROPN|ADJ)$/.test(token.pos) || token.lower === "'s";
}

export function isComplement(token: Token | undefined): boolean {
  return token !== undefined && (isModifier(token) || token.lower === "and" || DETERMINER.test(token.lower));
}

/** " with Sam and Ana", " to Berlin": what follows and names people or places, not times. */
export function complement(tokens: readonly Token[], from: number): string {
  const start = placeAfter(tokens, from);
  const first = tokens[start];
  if (!first || !/^(?:with|to|at|for|about|of|on|in)$/.test(first.lower)) return "";
  let to = start + 1;
  while (to < tokens.length && to - start < 7 && isComplement(tokens[to]) && !HOURS_NAMED.test(tokens[to]?.lower ?? ""))
    to += 1;
  while (to > start && /^(?:and|the|my|our|a|your|to|'s)$/.test(tokens[to - 1]?.lower ?? "")) to -= 1;
  if (
    to - start < 2 ||
    (start > from && !/^(?:place|house|flat|caf.|restaurant|office|home|garden)$/.test(tokens[to - 1]?.lower ?? ""))
  )
    return "";
  return ` ${joined(tokens.slice(start, to))}`;
}

/** "Dinner on Saturday at seven, at my place": the place may come behind the time. */
function placeAfter(tokens: readonly Token[], from: number): number {
  if (!/^(?:on|at)$/.test(tokens[from]?.lower ?? "")) return from;
  for (let i = from + 2; i < tokens.length - 1; i += 1) {
    if (tokens[i]?.lower === "at" && DETERMINER.test(tokens[i + 1]?.lower ?? "")) return i;
    if (/^(?:VERB|AUX)$/.test(tokens[i]?.pos ?? "")) return from;
  }
  return from;
}

/** Whether a time is what is said of the subject: "is on Thursday", "is confirmed for 12 January". */
export function isTimeNext(tokens: readonly Token[], at: number): boolean {
  const next = tokens
    .slice(at, at + 5)
    .filter(
      ({ lower }) =>
        !/^(?:on|at|in|for|the|a|place|confirmed|booked|scheduled|planned|set|due|next|this|again|now|by)$/.test(lower),
    );
  return (
    next[0] !== undefined &&
    (TIME_WORD.test(next[0].lower) || /^(?:NUM)$/.test(next[0].pos) || next[0].lower === "half")
  );
}
