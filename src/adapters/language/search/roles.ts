/** Whose name it is that stands in a turn of a talk: "Ana: thanks, Bo!" is of Ana, to Bo. */
export type Role = "speaker" | "addressee";

/** "Ana:", "Ana Sol:" before anything else. A time has no space behind its colon, an address of the web neither. */
const LABEL = /^\s*[[(]?\p{Lu}[\p{L}\p{M}'’.-]*(?:\s\p{Lu}[\p{L}\p{M}'’.-]*){0,2}\s?[\])]?:(?=\s)/u;

/** What is said before the name of whom it is said to. */
const GREETING =
  /(?:^|[^\p{L}])(?:hey|hi|hiya|hello|yo|dear|bye|goodbye|cheers|thanks|thank you|thx|congrats|congratulations|good (?:morning|evening|night|luck)|happy birthday|love you|miss you|see you|(?:here|there) you go|welcome back)(?: (?:again|so much|a lot|my dear|there))?[,!.]? +$/iu;
const COMMA = /, *$/;
const END = /^ *(?:[!?.…]|$)/;
/** "Ana! So good to see you." */
const BEGINS_SENTENCE = /(?:^|[.!?…:]) *$/;
const ALONE = /^[!?]+ +\S/;
/** "Ana, I am home", other than "Ana, who is home". */
const TALKED_TO =
  /^, +(?:i|we|you|your|it|that|this|there|what|how|when|where|why|are|am|is|do|does|did|have|has|can|could|will|would|guess|listen|please|thanks|thank|let|look|congratulations|sorry|don)\b/i;
/** Enough of what stands before for any greeting, and of what stands behind. */
const LOOK_BACK = 40;
const LOOK_AHEAD = 20;

/** @param name stands in the text, at `at`, with a capital. @returns undefined for one who is spoken about. */
export function roleOf(name: string, at: number, text: string): Role | undefined {
  if (isInLabel(at, text)) return "speaker";
  const end = at + name.length;
  // Most names stand between plain words, where no more has to be asked.
  if (!mayEndGreeting(text, at) && !",!?".includes(text.charAt(end))) return undefined;
  const after = text.slice(end, end + LOOK_AHEAD);
  const before = text.slice(Math.max(0, at - LOOK_BACK), at);
  const isAddressed = GREETING.test(before) || (END.test(after) && COMMA.test(before));
  const isCalled = (ALONE.test(after) || TALKED_TO.test(after)) && BEGINS_SENTENCE.test(before);
  return isAddressed || isCalled ? "addressee" : undefined;
}

/** Whether a comma or the like stands before it, or a word with which a greeting may end. */
function mayEndGreeting(text: string, at: number): boolean {
  let end = at;
  while (text.charCodeAt(end - 1) === SPACE) end -= 1;
  if (end === 0) return false;
  if (",!.".includes(text.charAt(end - 1))) return true;
  return lastOfGreetings.has(text.slice(text.lastIndexOf(" ", end - 1) + 1, end));
}

const SPACE = 32;

const lastOfGreetings: ReadonlySet<string> = new Set(
  `hey hi hiya hello yo dear bye goodbye cheers thanks you thx congrats congratulations morning evening night luck
  birthday go back again much lot there`
    .split(/\s+/)
    .flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]),
);

const FURTHEST_LABEL = 60;

function isInLabel(at: number, text: string): boolean {
  if (at > FURTHEST_LABEL || !text.includes(":")) return false;
  const [label = ""] = LABEL.exec(text.slice(0, 2 * FURTHEST_LABEL)) ?? [];
  return at < label.length;
}
