import { capitalised, plain } from "./plain-text.js";
import { discourseMarkers, fillers, openingsBeforeComma } from "./words.js";

/** Ways in which transcribers write what should be one word, and casual spellings, with what they stand for. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\[[^\]]{0,40}\]|<[^>]{0,40}>|@|\*/g, " "],
  [/\b(\p{L})_(?=[\s\p{P}]|\p{L}_|s\b|$)/gu, "$1"],
  [/ '(s|ll|m|re|ve|d)\b/g, "'$1"],
  [/\bgonna\b/gi, "going to"],
  [/\bwanna\b/gi, "want to"],
  [/\bgotta\b/gi, "have to"],
  [/\b(?:cuz|coz)\b|'cause\b/gi, "because"],
  [/\bdunno\b/gi, "don't know"],
  [/\b(mm|uh) - (hmm?|huh)\b/gi, "$1-$2"],
  [/\bO K\b/g, "OK"],
  [/\b([B-HJ-Z]) (?=[A-Z]s?\b)/g, "$1"],
  [/\b(have|has|had|get|just|maybe|use|need|about) like (?=(?:a|an|the|one|two|three|four|five|ten)\b)/gi, "$1 "],
  [/(?<!\b(?:do|did|if|as|let|don't|when|because|that) )\byou know,/gi, ""],
  [/(^|[,.] )(?:you know|I mean|as you know)(?:,|(?= (?:I|we|he|she|they|it|there|the|um|uh|if|like)\b))/gi, "$1"],
  [/, (?:you know|I mean|like|I guess|I suppose|I think|I believe|or whatever|or something)(?=[,.?!]|$)/gi, ""],
  [
    /(?<!\b(?:a|an|this|that|what|any|some|the|one|same|these|those|all|of|every|each|another|other)\s)\b(?:sort|kind) of (?:like )?/gi,
    "",
  ],
];

const spaced = (text: string): string =>
  text
    .replace(/\s+([,.;:?!])/g, "$1")
    .replace(/([,;:])(?:\s*[,;:])+/g, "$1")
    .replace(/[,;:]+([.?!])/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:.–—-]+/, "")
    .trim();

const bare = (word: string): string => word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

/** A word broken off and said again, whole: "mi minutes", "I I'll", "w which". */
function isFalseStart(word: string, next: string): boolean {
  const broken = bare(word);
  const whole = bare(next);
  if (broken === "" || broken === whole || !whole.startsWith(broken) || /[.?!]$/.test(word)) return false;
  if (whole.startsWith(`${broken}'`)) return !(broken === "it" && word.endsWith(","));
  if (
    ["a", "i", "an", "as", "at", "be", "do", "go", "he", "in", "is", "it", "me", "no", "on", "or", "so"].includes(
      broken,
    )
  )
    return false;
  const known = [
    "the",
    "to",
    "we",
    "up",
    "us",
    "my",
    "by",
    "if",
    "of",
    "for",
    "not",
    "was",
    "one",
    "some",
    "any",
    "am",
  ];
  return broken.length <= 3 && !known.includes(broken) && /^\p{Ll}+$/u.test(broken) && word === word.toLowerCase();
}

/** A lone letter that is no word is the start of one that never came. */
const isStray = (word: string): boolean => /^[b-hj-np-z]$/.test(word);

const LONGEST_REPEAT = 4;

/** Leaves the last of immediately repeated runs of one to four words: "in a in a smaller group". */
function withoutRepeats(words: readonly string[]): string[] {
  const kept: string[] = [];
  const keys: string[] = [];
  for (const word of words) {
    kept.push(word);
    keys.push(bare(word));
    for (let n = LONGEST_REPEAT; n >= 1; n -= 1) {
      const from = keys.length - 2 * n;
      if (from < 0 || !repeats(keys, from, n)) continue;
      // Digits said twice are numbers, not stutter.
      if (n === 1 && /\d/.test(word)) continue;
      kept.splice(from, n);
      keys.splice(from, n);
      break;
    }
  }
  return kept;
}

function repeats(keys: readonly string[], from: number, n: number): boolean {
  for (let i = 0; i < n; i += 1) {
    if (keys[from + i] === "" || keys[from + i] !== keys[from + n + i]) return false;
  }
  return true;
}

/** One sentence without fillers, false starts, stutter and casual spellings; its first letter a capital. */
export function cleaned(sentence: string): string {
  let text = plain(sentence);
  for (const [pattern, replacement] of SPELLINGS) text = text.replace(pattern, replacement);
  const spoken = text.split(" ").filter((word) => !fillers.has(bare(word)) || /[.?!]$/.test(word));
  const whole = spoken.filter((word, i) => !isStray(word) && !isFalseStart(word, spoken[i + 1] ?? ""));
  const ended = withoutRepeats(whole).map((word) => (fillers.has(bare(word)) ? word.slice(-1) : word));
  return capitalised(spaced(ended.join(" ")));
}

const OPENINGS = [
  /^(?:I (?:think|guess|believe|suppose|mean)|you know|of course|first of all|as I said|as you know|in fact|at least|I'm sure|I know)(?:,| that\b)?\s+(?=\S+ \S+)/i,
  /^(?:(?:thank you|thanks)(?: very much| so much| again)?|good (?:morning|afternoon|evening)|hello|hi)(?:, [\p{Lu}][\p{L}'-]+| everyone| everybody| all)*[,.] /iu,
];

/** A word after which a marker is part of what is said: "so that", "now that", "no one". */
const BOUND = /^(?:that|far|many|much|long|one|more|than|as|well|the only|there)\b/i;

/** The sentence without the words that only open it. Each pass takes one away, a few are enough. */
export function withoutOpening(sentence: string): string {
  let text = sentence;
  for (let pass = 0; pass < 6; pass += 1) {
    const before = text;
    const [, first = "", rest = ""] = /^(\S+)\s+(.+)$/s.exec(text) ?? [];
    const opens = discourseMarkers.has(bare(first)) || (first.endsWith(",") && openingsBeforeComma.has(bare(first)));
    if (opens && !BOUND.test(rest)) text = rest;
    for (const opening of OPENINGS) text = text.replace(opening, "");
    if (text === before) break;
  }
  return capitalised(text.replace(/^[\s,;:.–—-]+/, ""));
}

const TRAILING =
  /[\s,;–—-]+(?:and|but|so|or|because|the|a|an|to|of|with|like|then|that|which|is|if|for|in|I|we|as|than)(?=[.?!]*$)/i;

/** The sentence without the words in which it broke off. */
export function withoutTrailing(sentence: string): string {
  let text = sentence;
  for (let pass = 0; pass < 4; pass += 1) text = text.replace(TRAILING, "");
  return text;
}
