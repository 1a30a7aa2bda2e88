import { memoryContent } from "../../../domain/limits.js";
import { ValidationFailure } from "../../../domain/rules.js";
import type { Fact } from "./fact-forms.js";
import type { SettledTimes } from "./settled-times.js";
import { inTheirWords } from "../text/third-person.js";
import { wordsOf } from "../text/words.js";

/** More than this is a story. */
const MOST_WORDS = 24;

const POINTS =
  /\b(?:I|I'm|me|us|it|its|it's|that|this(?! (?:year|month|spring|summer|autumn|fall|winter|January|February|March|April|May|June|July|August|September|October|November|December)\b)|these|those|here|there|they|you|your|yours|you're|(?<!-|\btype )one|ones|such|same|something|stuff|things?|whatever|everything|someone|somebody|so|and then|like that|etc)\b/i;
const POINTS_AT_PEOPLE = /\b(?:he|she|him|her|his|hers|them|their)\b/i;
/** "Her boss" is the boss of whom the memory is about; "her" alone is another. */
const POINTS_AT_OTHERS = /\b(?:he|she|him|hers|them)\b|\bher(?=$| (?:and|or|in|at|to|on|for|since)\b)/i;

const WITH_USER = /\b(lives?|living) with (?:me|us)\b/;

/** "Lives with me" and "a four-month-old", as they are told to others and later. */
const plainly = (text: string, times: SettledTimes): string =>
  text
    .replace(/\bkids\b/g, "children")
    .replace(
      /^(has an? (?:heart|back|knee|hip|lung|kidney|liver|thyroid|skin|blood|sleep|stomach|bowel|eye) )thing\b/,
      "$1condition",
    )
    .replace(/^(has (?:\p{Ll}+ )?(?:twin )?)girls$/u, "$1daughters")
    .replace(/^(has (?:\p{Ll}+ )?(?:twin )?)boys$/u, "$1sons")
    .replace(/\bhas (coeliac|celiac)$/, "has $1 disease")
    .replace(
      /^has an? (\S+)-(week|month)-old\b/,
      (_, count: string, unit: string) => `has a baby born ${count} ${unit}s ago`,
    )
    .replace(
      /\bborn (\S+ (?:weeks|months) ago)\b/,
      (_, ago: string) => `born around ${times.settled(ago, true)?.replace(/^in /, "") ?? ""}`,
    );

/** @returns the fact as others read it later, its times settled; undefined where it points at what it does not name. */
export function worded({ text: said, isPast, ofAnother }: Fact, times: SettledTimes): string | undefined {
  const text = plainly(said.replace(WITH_USER, "$1 in the house"), times);
  if (POINTS.test(text) || (ofAnother ? POINTS_AT_OTHERS : POINTS_AT_PEOPLE).test(text)) return undefined;
  const words = wordsOf(text);
  if (words.length < 2 && !STANDS_ALONE.test(text)) return undefined;
  if (/^goes (?:every|each|once|twice|on \p{Lu}\p{Ll}+days?)\b(?: (?:other )?\p{L}+)?$/u.test(text)) return undefined;
  if (words.length > MOST_WORDS || words.length === 0 || LEFT_OPEN.test(text)) return undefined;
  const settled = times.settled(text, isPast);
  const worded = settled?.replace(/\b(lives?|living) in the house\b/, "$1 in the same household");
  const content =
    settled === undefined
      ? undefined
      : inTheirWords(worded ?? settled)
          .replace(/\s+/g, " ")
          .trim();
  return content === undefined || memoryContent.read(content) instanceof ValidationFailure ? undefined : content;
}

/** "Vegetarian". */
const STANDS_ALONE =
  /^(?:vegetarian|vegan|pescatarian|diabetic|coeliac|celiac|asthmatic|dyslexic|epileptic|left-handed|right-handed|(?:short|long|near)-sighted|colou?r-blind|deaf|pregnant|single|married|divorced|widowed|retired|self-employed|bilingual|autistic|teetotal|died|passed away|emigrated|asthmatic|adopted)$/i;
/** Where the speaker broke off. */
const LEFT_OPEN =
  /\b(?<!-)(?:in|at|for|with|to|of|the|a|an|my|their|and|or|as|on|from|by|near|than|about|is|are|called|two|three)$/i;
