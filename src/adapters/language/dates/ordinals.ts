const ONES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
// prettier-ignore
const TENS = ["tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"];
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...[...ONES, ...TENS].map((word, i): [string, number] => [word, i + 1]),
  ...ONES.map((word, i): [string, number] => [`twenty ${word}`, 21 + i]),
  ["thirtieth", 30],
  ["thirty first", 31],
]);

/** "May", for one may second a motion. */
const MONTH =
  "(?:[Jj]anuary|[Ff]ebruary|[Mm]arch|[Aa]pril|May|[Jj]une|[Jj]uly|[Aa]ugust|[Ss]eptember|[Oo]ctober|[Nn]ovember|[Dd]ecember)";
const ORDINAL = `(?:twenty[ -](?:${ONES.join("|")})|thirty[ -]first|thirtieth|${[...ONES, ...TENS].join("|")})`;
/** As the day of a month: "the sixth of June", "June the sixth", "on the sixth", "Monday the sixth". */
const DAY = new RegExp(
  String.raw`(?<=\b${MONTH},? (?:the )?)${ORDINAL}\b|\b${ORDINAL}(?= (?:of )?${MONTH}\b)|(?<=\b(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day,? )${ORDINAL}(?=[.,;:!?]|$| (?:at|if|and|or|then|works)\b)|(?<=\b(?:on|by|before|until|till|from|day|(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)day|or|to|no|sorry|mean|rather|actually|that),? the )${ORDINAL}(?=[.,;:!?]|$| (?:at|if|and|or|when|because|so|then|please|for|in|with|instead|works|I|we|of (?:the|this|next) month)\b)`,
  "g",
);
const HINT = /first|second|third|f(?:if|our)th|[nxv]?inth|sixth|seventh|eighth|t(?:enth|welfth)|teenth|tieth|eleventh/i;

/** "The twenty-third of May" as "the 23rd of May"; other ordinals stay. */
export function ordinalsWritten(text: string): string {
  if (!HINT.test(text)) return text;
  return text.replace(DAY, (word) => {
    const number = NUMBERS.get(word.toLowerCase().replace("-", " "));
    return number === undefined ? word : `${number}${suffixOf(number)}`;
  });
}

function suffixOf(number: number): string {
  if (number > 10 && number < 20) return "th";
  return ["th", "st", "nd", "rd"][number % 10] ?? "th";
}
