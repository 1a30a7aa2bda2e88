const COUNT = String.raw`(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|(?:twenty|thirty|forty|fifty)(?:-\p{L}+)?|\d+)`;

/** What goes on with the sentence before: "since 2019", "twelve years now", "every morning", "at Coogee", "as a nurse". */
const ADVERBIAL = new RegExp(
  String.raw`^(?:(?:and|just|but|mostly|only) )?(?:(?:since|for|in|at|on|with|near|from|over in|down in|up in|out in|up at|every|each|twice|once|till|until|as an?|most)\b|(?:almost |nearly |about |around |going on |over )?${COUNT} (?:and a half )?(?:years?|months?|(?:days|nights) a week|times a (?:week|month|year))\b|${COUNT} o'clock$)[^?]{0,70}$`,
  "iu",
);
const CLAUSE =
  /\b(?:I|I'm|we|he|she|it|it's|they|you|you're|that's|there's|is|are|was|were|don't|do|did|will|can|let's|please)\b/;
const OPEN = /\b(?:in|on|at|with|to|of|the|an?|for|from|up|out|off|by|my|and|or)$/i;
const FIRST_OF_ALL =
  /^(?:in (?:fact|that case|general|short|winter|summer)|for (?:sure|example|instance|now|real|god's sake|good)|at (?:least|all|last|the moment)|on (?:it|the other hand|second thoughts)|once (?:again|more)|with pleasure|as a (?:matter|joke|rule)|at best|for what|every time|each time|since when|from (?:the top|now on)|in a (?:sec|minute|bit|moment))\b/i;

/** Whether words without a clause of their own go on with the sentence said before them. */
export const isAdverbial = (said: string): boolean =>
  ADVERBIAL.test(said) &&
  !OPEN.test(said) &&
  !CLAUSE.test(said) &&
  !FIRST_OF_ALL.test(said) &&
  said.split(" ").length <= 10;

/** As they follow in the middle of a sentence: "Twelve years now." is "for twelve years". */
export function adverbial(said: string): string {
  const text = said.replace(/[\s.,!;]+$/u, "").replace(/ now$/, "");
  return (text.charAt(0).toLowerCase() + text.slice(1))
    .replace(/^(?:and|just|but|mostly|only) /, "")
    .replace(
      new RegExp(
        String.raw`^((?:almost |nearly |about |around |going on |over )?${COUNT} (?:and a half )?(?:years?|months?)\b)`,
        "iu",
      ),
      "for $1",
    )
    .replace(/^for going on /, "for almost ");
}
