/** What ends a noun phrase in plain words: prepositions, particles, joints, times. */
const END =
  /^(?:in|on|at|by|to|for|from|with|without|into|onto|over|under|off|out|up|down|back|away|about|as|and|or|but|so|because|if|when|before|after|until|till|while|who|which|that|where|then|today|tonight|tomorrow|now|first|is|are|was|were|be|this|next|across|along|round|around|through|together|again|soon|later|online|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i;
const DETERMINER =
  /^(?:the|a|an|my|your|our|his|her|their|some|these|those|this|that|all|both|two|three|four|five|six|\d+|\p{Lu}[\p{L}.-]*'s?|\p{Lu}[\p{L}.-]*s')$/u;
const LONGEST = 6;

/** The thing that an imperative is about, as one says it again: "fetch four chairs from the shed" is about "the four chairs". */
export function objectOf(imperative: string): string | undefined {
  const words = imperative.split(" ");
  const from = words.findIndex((word, i) => i > 0 && DETERMINER.test(word));
  if (from < 0) return undefined;
  const phrase: string[] = [];
  for (const word of words.slice(from, from + LONGEST)) {
    const bare = word.replace(/[,.;:?!]+$/, "");
    if (phrase.length > 0 && END.test(bare)) break;
    phrase.push(bare);
    if (bare !== word) break;
  }
  if (phrase.length < 2) return undefined;
  const [determiner = "", ...rest] = phrase;
  const definite = /^(?:a|an|some|these|those|this|that)$/i.test(determiner) ? "the" : determiner;
  return [/^(?:\d+|two|three|four|five|six)$/.test(definite) ? `the ${definite}` : definite, ...rest].join(" ");
}
