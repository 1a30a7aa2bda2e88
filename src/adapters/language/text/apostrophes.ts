/** How they are said apart, for each word that is nothing else when its apostrophe is left out. */
const CONTRACTED = new Map(
  `I'm I've you're you've you'll you'd they're they've they'll they'd we've don't didn't doesn't can't couldn't wouldn't
   shouldn't isn't wasn't aren't weren't hasn't haven't hadn't won't that's what's who's where's there's here's he's
   she's it'll that'll didn't who'll`
    .split(/\s+/)
    .map((word) => [word.replace("'", "").toLowerCase(), word]),
);

const PLAIN = new RegExp(`\\b(?:${Array.from(CONTRACTED.keys()).join("|")})\\b`, "gi");
/** "Ill bring it", not "she was ill with it". */
const WILL =
  /(?<!\b(?:be|is|are|was|were|been|being|am|feel|feels|feeling|felt|fell|fall|falls|falling|taken|get|gets|getting|got|very|so|really|seriously|mentally|too|quite|look|looks|looked|looking|the|an?|critically|terminally|it|of|or|off|I'm|he's|she's|they're|you're|kept|not) )\bill (?!in\b|with\b|from\b|for\b|at\b|of\b|on\b|and\b|or\b|but\b|because\b|again\b|now\b|today\b|this\b|last\b|then\b|health\b|effects\b|people\b|child\b|will\b|fated\b|the\b)(?=\p{Ll})/giu;
/** "And so ill do it": here it is no state, for a verb of doing follows. */
const SO_WILL =
  /(?<=\b(?:so|and|or|but|then|it) )ill (?=(?:do|bring|get|take|send|ask|call|ring|make|give|tell|have|put|see|be|go|come|pick|let|buy|drop|check|try|pop|text|sort|book|fix)\b)/gi;
const WOULD = /\bid (?=(?:like|love|rather|better|have|say|be|appreciate|prefer|never|really|do|need)\b)/gi;
const LET_US = /^lets (?=\p{Ll})|(?<=\b(?:so|and|ok|okay|right|yeah|then) )lets (?=\p{Ll})/giu;

/** "ill ring, dont wait" with its apostrophes, as some recognisers leave out all of them. */
export function withApostrophes(text: string): string {
  if (/['’]/.test(text)) return text;
  return text
    .replace(PLAIN, (word) => {
      const whole = CONTRACTED.get(word.toLowerCase()) ?? word;
      return /^\p{Lu}/u.test(word) ? whole.slice(0, 1).toUpperCase() + whole.slice(1) : whole;
    })
    .replace(SO_WILL, "I'll ")
    .replace(WILL, "I'll ")
    .replace(WOULD, "I'd ")
    .replace(LET_US, "let's ");
}
