const IRREGULAR: Readonly<Record<string, string>> = {
  "I'm": "is",
  "I've": "has",
  have: "has",
  do: "does",
  go: "goes",
  am: "is",
  are: "is",
  were: "was",
  "don't": "doesn't",
};

/** "play" to "plays", "teach" to "teaches", "study" to "studies". */
export function thirdPersonOf(verb: string): string {
  const known = IRREGULAR[verb];
  if (known !== undefined) return known;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** What somebody says is theirs, as others read it. */
export function inTheirWords(text: string): string {
  return text
    .replace(/\b(?:my|our) own\b/gi, "their own")
    .replace(/\b(?:my|our)\b/gi, "their")
    .replace(/\b(?:myself|ourselves)\b/gi, "themselves")
    .replace(/\bme\b|\bus\b/g, "them");
}
