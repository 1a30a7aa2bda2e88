import { withApostrophes } from "./apostrophes.js";
import { withoutGreeting } from "./courtesies.js";
import { capitalised } from "./plain-text.js";
import { discourseMarkers, fillers, openingsBeforeComma, shortWords } from "./words.js";

/** A text that must occur for the pattern to, which is cheap to look for; the pattern; what it stands for. */
type Spelling = readonly [hint: string, pattern: RegExp, meant: string];

/** Casual spellings and marks, in speech and writing. */
const SPELLINGS: readonly Spelling[] = [
  ["ote to self", /^note to (?:my)?self\b[,:]? */i, ""],
  ["arvo", /\barvo\b/gi, "afternoon"],
  ["w/", /\bw\/ ?(?=\p{L})/gu, "with "],
  ["St. ", /\bSt\. (?=\p{Lu})/gu, "St "],
  ["@ ", /(?<=[\p{L}\d]) @ (?=\p{Lu}|\d)/gu, " at "],
  ["@", /(^|\s)@(?=\s|$)/g, " "],
  ["*", /\*/g, " "],
  ["_", /(\p{L})_(?=\p{L}_|[\s\p{P}]|s\b|$)/gu, "$1"],
  [" '", / '(s|ll|m|re|ve|d)\b/g, "'$1"],
  ["'em", /(?<=\p{L} )'em\b/gu, "them"],
  ["onna", /\bgonna\b/gi, "going to"],
  ["anna", /\bwanna\b/gi, "want to"],
  ["otta", /\bgotta\b/gi, "have to"],
  ["uz", /\bcuz\b/gi, "because"],
  ["oz", /\bcoz\b/gi, "because"],
  ["'cause", /'cause\b/gi, "because"],
  ["unno", /\bdunno\b/gi, "don't know"],
  ["i", /\bi(?=$|\s|'(?:m|ll|ve|d)\b)/g, "I"],
];

/** Ways in which transcribers write what should be one word, remarks of theirs, and phrases that only fill. */
const SPOKEN_SPELLINGS: readonly Spelling[] = [
  ["[", /\[[^\]]{0,40}\]/g, " "],
  ["<", /<[^>]{0,40}>/g, " "],
  ["m - h", /\b(mm) - (hmm?)\b/gi, "$1-$2"],
  ["h - h", /\b(uh) - (huh)\b/gi, "$1-$2"],
  ["O K", /\bO K\b/g, "OK"],
  [" A ", /\b([B-HJ-Z]) A (?=[A-Z]s?\b)/g, "$1A"],
  [" ", /\b([B-HJ-Z]A?) (?=[A-Z]s?\b)/g, "$1"],
  [" like,", /(\p{L}) like,/gu, "$1"],
  [
    " like ",
    /\b(have|has|had|get|just|maybe|use|need|about) like (?=(?:an?|the|one|two|three|four|five|ten)\b)/gi,
    "$1 ",
  ],
  ["ou know", /(^|[,.] )(?:as )?you know(?:,|(?= (?:I|we|he|she|they|it|there|the|um|uh|if|like)\b))/gi, "$1"],
  ["ou know,", /\b(and|but|so|or|the|a|like|with|of|is|to|in|have|has|just|also) you know,/gi, "$1"],
  [" mean", /(^|[,.] )I mean(?:,|(?= (?:I|we|he|she|they|it|there|the|um|uh|if|like)\b))/gi, "$1"],
  [", ", /, (?:you know|I mean|like|I guess|I suppose|I think|I believe|or whatever|or something)(?=[,.?!]|$)/gi, ""],
];

const spaced = (text: string): string =>
  text
    .replace(/\s+([,.;:?!])/g, "$1")
    .replace(/([,;:])(?:\s*[,;:])+/g, "$1")
    .replace(/[,;:]+([.?!])/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:.–—-]+/, "")
    .trim();

const bare = (word: string): string =>
  /^[a-z]+$/.test(word) ? word : word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/** A word as written, and without its marks and capitals. */
interface Said {
  readonly word: string;
  readonly key: string;
}

const said = (word: string): Said => ({ word, key: bare(word) });

/** "300 ml milk", "8 m": what follows a number is its unit. */
const isUnit = (before: Said | undefined): boolean => /\d$/.test(before?.key ?? "");

/** A word broken off and said again, whole: "mi minutes", "I I'll", "w which". */
function isFalseStart({ word, key }: Said, next: Said | undefined, before: Said | undefined): boolean {
  if (isUnit(before)) return false;
  if (!next || key === "" || key[0] !== next.key[0] || key === next.key || /[.?!]$/.test(word)) return false;
  if (next.key.startsWith(`${key}'`)) return !(key === "it" && word.endsWith(","));
  if (shortWords.has(key) || !/^\p{Ll}{1,3}$/u.test(key) || word[0] !== key[0]) return false;
  return next.key.startsWith(key) || (key.length === 2 && !/\d/.test(next.key));
}

/** "Three for you, you'll have them on Friday": what belongs to a preposition is no start. */
const endsPhrase = ({ word }: Said, before: Said | undefined): boolean =>
  /^(?:you|it),?$/i.test(word) && /^(?:for|to|with|from|of|about)$/.test(before?.key ?? "");

/** A sound of hesitation; written with a capital within a sentence it is a name, after a number a unit. */
const isFiller = ({ word, key }: Said, before: Said | undefined): boolean =>
  fillers.has(key) && !isUnit(before) && !(/^\p{Lu}\p{Ll}/u.test(word) && /[\p{L}\d]$/u.test(before?.word ?? ""));

const LONGEST_REPEAT = 4;

/** Leaves the last of immediately repeated runs of one to four words: "in a in a smaller group". */
function withoutRepeats(words: readonly Said[]): Said[] {
  const kept: Said[] = [];
  for (const next of words) {
    kept.push(next);
    const begun = restarted(kept);
    if (begun > 0) kept.splice(-2 - begun, begun);
    for (let n = LONGEST_REPEAT; n >= 1; n -= 1) {
      // Digits said twice are numbers and names are names ("New York New York"), not stutter.
      if (!repeats(kept, n) || (n === 1 && /\d/.test(next.key)) || kept.slice(-2 * n).every(isName)) continue;
      kept.splice(-2 * n, n);
      break;
    }
  }
  return kept;
}

const isName = ({ word }: Said): boolean => /^\p{Lu}\p{L}/u.test(word);

function repeats(kept: readonly Said[], n: number): boolean {
  const from = kept.length - 2 * n;
  if (from < 0) return false;
  // From the end, where most differ already.
  for (let i = from + n - 1; i >= from; i -= 1) {
    if (kept[i]?.key === "" || kept[i]?.key !== kept[i + n]?.key) return false;
  }
  return true;
}

/** "Its legis its legally": how many words before the last two were a start that is made again. */
function restarted(kept: readonly Said[]): number {
  if (kept.at(-4)?.key !== kept.at(-2)?.key) return 0;
  const [first, broken, again, whole] = kept.slice(-4);
  if (!first || !broken || !again || !whole || first.key !== again.key || first.key === "") return 0;
  return broken.key !== whole.key && broken.key !== "" && whole.key.startsWith(broken.key.slice(0, 3)) ? 2 : 0;
}

/** One sentence of plain text without casual spellings, with a capital. No word of it is left out. */
export const respelled = (written: string): string => {
  const text = withSpellings(withApostrophes(written), SPELLINGS);
  return capitalised(text === written ? written : spaced(text));
};

function withSpellings(sentence: string, spellings: readonly Spelling[]): string {
  let text = sentence;
  for (const [hint, pattern, meant] of spellings) if (text.includes(hint)) text = text.replace(pattern, meant);
  return text;
}

/** One sentence of speech without fillers, false starts, stutter and casual spellings, with a capital. */
export function cleaned(sentence: string): string {
  let text = withSpellings(withSpellings(withApostrophes(sentence), SPELLINGS), SPOKEN_SPELLINGS);
  if (text.includes("ort of") || text.includes("ind of"))
    text = text.replace(VAGUELY, (phrase, before: string) => (isOfKind(before) ? phrase : before));
  const spoken = text
    .split(" ")
    .map(said)
    .filter((word, i, all) => !isFiller(word, all[i - 1]) || /[.?!]$/.test(word.word));
  const whole = spoken.filter(
    (word, i) => !isFalseStart(word, spoken[i + 1], spoken[i - 1]) || endsPhrase(word, spoken[i - 1]),
  );
  const kept = withoutRepeats(whole);
  const ended = kept.map((word, i) => (isFiller(word, kept[i - 1]) ? word.word.slice(-1) : word.word));
  const result = ended.join(" ");
  return capitalised(result === sentence ? sentence : spaced(result));
}

/** "Sort of" softens what follows; after an article or "what" it means a kind. */
const VAGUELY = /\b((?:[\p{L}']+ )?)(?:sort|kind) of (?:like )?/giu;

function isOfKind(before: string): boolean {
  return /^(?:an?|this|that|what|any|some|the|one|same|these|those|all|of|every|each|another|other|new|different|right|best) $/i.test(
    before,
  );
}

const OPENINGS = [
  /^(?:as|like) (?:you|I|we) [^,]{0,25}(?:say|said|mentioned|know|see)[^,]{0,12}, /i,
  /^(?:I (?:think|guess|believe|suppose|mean)|you know|of course|first of all|as I said|as you know|in fact|at least|I'm sure|I know)(?:,| that\b)?\s+(?=\S+ \S+)/i,
];

/** A word after which a marker is part of what is said: "so that", "now that", "no one". */
const BOUND = /^(?:that|far|many|much|long|one|more|than|as|well)\b/i;

/** The sentence without the words that only open it. Each pass takes one away, a few are enough. */
export function withoutOpening(sentence: string): string {
  let text = sentence;
  for (let pass = 0; pass < 6; pass += 1) {
    const before = text;
    const [, first = "", rest = ""] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
    const opens = discourseMarkers.has(bare(first)) || (first.endsWith(",") && openingsBeforeComma.has(bare(first)));
    if (opens && !BOUND.test(rest)) text = rest;
    text = withoutGreeting(text);
    for (const opening of OPENINGS) text = text.replace(opening, "");
    if (text === before) break;
  }
  return capitalised(text.replace(/^[\s,;:.–—-]+/, ""));
}

const TRAILING =
  /[\s,;–—-]+(?:and|but|so|or|because|the|a|an|to|of|with|like|then|that|which|is|if|for|in|I|we|as|than|supposedly|basically|actually|also|from|by|at)(?=[.?!]*$)/i;

/** "I can do that.", "when I'm in.": an object or an adverb, with which one does not break off. */
const COMPLETE =
  /\b(?:do|doing|done|did|does|about|with|for|like|after|before|to|is|was|see|want|need|get|take|mean|read|have|try|handle|manage|fix|check|leave|send|bring|sign|use|change) that[.?!]+$|(?:'m|'re|\b(?:them|it|me|him|her|you|home|come|go|all|hand|pay|fill|drop|pop|let|is|are|be)) in[.?!]+$|\p{L}{3,} in[.?!]+$|\b(?:it|that|she|he|there|this|mine|yours|one) is[.!?]+$|^(?:\p{L}+,? )?(?:have|am|did|do|can|could|shall|should|will|would|had|must|may|was|were|are) (?:I|we)\?$/iu;

/** Only so many characters from the end are looked at. */
const END_LENGTH = 40;

/** A question within a sentence may well end in such a word: "what the content is", "what we're aiming at". */
const ENDS_QUESTION =
  /\b(?:what|where|who|which|how|whatever|wherever)\b.* (?:is|at|for|to|of|with|in|from|by|like|that|about)[.?!]$/i;

/** The sentence without the words in which it broke off. */
export function withoutTrailing(sentence: string): string {
  if (ENDS_QUESTION.test(sentence) || COMPLETE.test(sentence.slice(-END_LENGTH))) return sentence;
  const at = Math.max(0, sentence.length - END_LENGTH);
  let end = sentence.slice(at);
  for (let pass = 0; pass < 4; pass += 1) end = end.replace(TRAILING, "");
  return sentence.slice(0, at) + end;
}
