import type { Sentence } from "../text/analysis.js";
import type { Token } from "../text/tagger.js";
import { complement, DETERMINER, isComplement, isModifier, isTimeNext, joined, TIME_WORD } from "./title-phrases.js";
import { genericWords, stopWords } from "../text/words.js";

/** What tells that there is time, not for what. */
export const EMPTY_NOUN =
  /^(?:slot|slots|time|space|gap|opening|window|thing|spot|hour|hours|minutes|look|word|idea|choice|option|a lot|plan|plans)$/;

/** "The thirtieth." is a day, "the B2" a level. */
const ORDINAL =
  /\d|^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|\S+teenth|tenth|eleventh|twelfth|twent\S+|thirt\S+|one|ones)$/;

/** "Then the panel.": all that is said. */
export function nounAlone(tokens: readonly Token[]): string | undefined {
  const said = tokens.filter(
    ({ pos, lower }) => pos !== "PUNCT" && !/^(?:then|and|so|now|okay|next|about|for)$/.test(lower),
  );
  const [first, ...rest] = said;
  if (rest.some(({ lower }) => ORDINAL.test(lower))) return undefined;
  const isNoun =
    rest.length > 0 &&
    rest.length <= 3 &&
    rest.every(isModifier) &&
    !genericWords.has(rest.at(-1)?.lower ?? "") &&
    rest.at(-1)?.pos !== "ADJ";
  return first && /^(?:the|my|our)$/.test(first.lower) && isNoun ? joined(rest) : undefined;
}

/** "I've got the scan on Tuesday at eight", "it's my graduation": what somebody has then. */
export function hadTitle(tokens: readonly Token[]): string | undefined {
  const verb = tokens.findLastIndex(
    ({ lower }, i) =>
      /^(?:have|has|had|got|'ve|booked|there's|doing|holding)$/.test(lower) ||
      (lower === "'s" && /^(?:my|our)$/.test(tokens[i + 1]?.lower ?? "")),
  );
  if (verb < 0) return undefined;
  const from = DETERMINER.test(tokens[verb + 1]?.lower ?? "") ? verb + 2 : verb + 1;
  let to = from;
  while (to < tokens.length && (isModifier(tokens[to]) || isActivity(tokens, to, from))) to += 1;
  const noun = tokens[to - 1];
  if (to === from || !noun || tokens[to - 1]?.pos === "ADJ") return undefined;
  if (genericWords.has(noun.lower) || stopWords.has(noun.lower) || EMPTY_NOUN.test(noun.lower)) return undefined;
  const next = tokens[to]?.lower ?? "";
  const phrase = joined(tokens.slice(from, to));
  if (/^(?:coming|visiting)$/.test(next)) return `Visit from ${from === verb + 2 ? "the " : ""}${phrase}`;
  const ends = isTimeNext(tokens, to) || tokens[to]?.pos === "PUNCT" || /^(?:with|in|at)$/.test(next);
  return ends ? phrase + complement(tokens, to) : undefined;
}

/** "They have swimming on Saturday". */
function isActivity(tokens: readonly Token[], at: number, from: number): boolean {
  const token = tokens[at];
  return at === from && token?.pos === "VERB" && /^(?!coming|going|being)\p{Ll}+ing$/u.test(token.lower);
}

const HAPPENS = /^(?:is|are|'s|starts?|begins?|opens?|takes?|lands?|leaves|closes|ends)$/;

/** "The tasting at the caterer is on Thursday", "The parents' evening is on the 15th at seven". */
export function subjectTitle(tokens: readonly Token[]): string | undefined {
  const verb = tokens.findIndex(({ lower }) => HAPPENS.test(lower));
  if (verb < 1 || !isTimeNext(tokens, verb + 1)) return undefined;
  const from = DETERMINER.test(tokens[0]?.lower ?? "") ? 1 : 0;
  const subject = tokens.slice(from, verb);
  const head = subject.find(({ lower }) => /^(?:at|with|of|for|in|on|to|about)$/.test(lower));
  const last = subject[(head ? subject.indexOf(head) : subject.length) - 1];
  if (!last || subject.length > 7 || !/^(?:NOUN|PROPN)$/.test(last.pos)) return undefined;
  if (
    !subject.every(
      (token) =>
        isComplement(token) || /^(?:ADP|PART|NUM|DET)$/.test(token.pos) || token === last || /'$/.test(token.text),
    )
  )
    return undefined;
  const isThing = !TIME_WORD.test(last.lower) || subject.length > 1;
  return isThing && !(subject.length === 1 && genericWords.has(last.lower)) ? joined(subject) : undefined;
}

/** "Flying to Rome", "driving to my sister". */
export function journeyTitle(tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex(({ lower }) =>
    /^(?:fly|flying|travel|travell?ing|driving|drive|moving|visiting|hosting)$/.test(lower),
  );
  const verb = tokens[at];
  if (!verb) return undefined;
  const place = complement(tokens, at + 1);
  if (place !== "" && tokens[at + 1]?.lower === "to") return verb.lower + place;
  let to = at + 1;
  while (to < tokens.length && isComplement(tokens[to])) to += 1;
  return /^(?:visit|host)ing$/.test(verb.lower) && to > at + 1
    ? `${verb.lower} ${joined(tokens.slice(at + 1, to))}`
    : undefined;
}

/** How many sentences ago the occasion may have been named that a bare time answers. */
const BACK = 8;

/** "Next Thursday at six at the café, then.", some words after "let's meet again": a time and place without a verb. */
export function ellipticTitle(
  tokens: readonly Token[],
  { index }: Sentence,
  sentences: readonly Sentence[],
): string | undefined {
  if (tokens.some(({ pos }) => pos === "VERB" || pos === "AUX")) return undefined;
  const opens = tokens.find(({ lower }) => !/^(?:on|at|next|the|this|then|so)$/.test(lower));
  if (!opens || !(TIME_WORD.test(opens.lower) || opens.pos === "NUM")) return undefined;
  const earlier = sentences.slice(Math.max(0, index - BACK), index);
  if (!earlier.some(({ text }) => /\b(?:meet|meeting)\b/i.test(text))) return undefined;
  const at = tokens.findIndex(({ lower }, i) => lower === "at" && DETERMINER.test(tokens[i + 1]?.lower ?? ""));
  return `Meeting${at < 0 ? "" : complement(tokens, at)}`;
}

/** "I need a blood test": what somebody came for. */
export function neededThing({ text, tokens }: Sentence): string | undefined {
  const thing =
    /\b(?:I|we)(?:'d like to (?:book|make|arrange)| need(?: to (?:book|make|arrange))?| want to book)(?: an?| the| some)? (\p{Ll}+(?: \p{Ll}+)?)/u.exec(
      text,
    )?.[1];
  if (thing === undefined) return undefined;
  const words = thing.split(" ").map((word) => tokens.find(({ lower }) => lower === word));
  const nouns = words.filter((token) => token && /^(?:NOUN|ADJ)$/.test(token.pos) && !stopWords.has(token.lower));
  return words[0] && nouns[0] === words[0] && nouns.at(-1)?.pos === "NOUN"
    ? nouns.map((token) => token?.text).join(" ")
    : undefined;
}
