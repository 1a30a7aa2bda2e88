/** Whose name it is that stands in a turn of a talk: "Ana: thanks, Bo!" is of Ana, to Bo. */
export type Role = "speaker" | "addressee";

/** "Ana:", "Ana Sol:" before anything else. A time has no space behind its colon, an address of the web neither. */
const LABEL = /^\s*[\[(]?(?:\p{Lu}[\p{L}\p{M}'’.-]*\s?){1,3}[\])]?:(?=\s)/u;

/** What is said before the name of whom it is said to. */
const GREETING =
  /(?:^|[^\p{L}])(?:hey|hi|hiya|hello|yo|dear|bye|goodbye|cheers|thanks|thank you|thx|congrats|congratulations|good (?:morning|evening|night|luck)|happy birthday|love you|miss you|see you|(?:here|there) you go|welcome back)(?: (?:again|so much|a lot|my dear|there))?[,!.]? +$/iu;
const COMMA = /, *$/;
const END = /^ *(?:[!?.…]|$)/;
/** Enough of what stands before for any greeting. */
const LOOK_BACK = 40;

/** @param name stands in the text, at `at`, with a capital. @returns undefined for one who is spoken about. */
export function roleOf(name: string, at: number, text: string): Role | undefined {
  const after = text.slice(at + name.length, at + name.length + 4);
  if (isInLabel(at, text)) return "speaker";
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  if (COMMA.test(before) ? END.test(after) || GREETING.test(before) : GREETING.test(before)) return "addressee";
  return undefined;
}

const FURTHEST_LABEL = 60;

function isInLabel(at: number, text: string): boolean {
  if (at > FURTHEST_LABEL) return false;
  const [label = ""] = LABEL.exec(text.slice(0, 2 * FURTHEST_LABEL)) ?? [];
  return at < label.length;
}
