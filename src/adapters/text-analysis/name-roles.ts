/** The role of a name in an utterance: in "Ana: thanks, Bo!" Ana is the speaker and Bo the addressee. */
export type NameRole = "speaker" | "addressee";

/** A label such as "Ana:" or "Ana Sol:" at the start of a text. White space after the colon excludes times and URLs. */
const SPEAKER_LABEL = /^\s*[[(]?\p{Lu}[\p{L}\p{M}'’.-]*(?:\s\p{Lu}[\p{L}\p{M}'’.-]*){0,2}\s?[\])]?:(?=\s)/u;

/** A phrase that precedes the name of an addressee. */
const GREETING =
  /(?:^|[^\p{L}])(?:hey|hi|hiya|hello|yo|dear|bye|goodbye|cheers|thanks|thank you|thx|congrats|congratulations|good (?:morning|evening|night|luck)|happy birthday|love you|miss you|see you|(?:here|there) you go|welcome back)(?: (?:again|so much|a lot|my dear|there))?[,!.]? +$/iu;
const COMMA = /, *$/;
const SENTENCE_END = /^ *(?:[!?.…]|$)/;
/** "Ana! So good to see you." */
const SENTENCE_START = /(?:^|[.!?…:]) *$/;
const EXCLAMATION = /^[!?]+ +\S/;
/** "Ana, I am home", other than "Ana, who is home". */
const ADDRESSED_CLAUSE =
  /^, +(?:i|we|you|your|it|that|this|there|what|how|when|where|why|are|am|is|do|does|did|have|has|can|could|will|would|guess|listen|please|thanks|thank|let|look|congratulations|sorry|don)\b/i;
/** Long enough for every pattern above. */
const MAX_LOOKBEHIND_LENGTH = 40;
const MAX_LOOKAHEAD_LENGTH = 20;

/** @param name begins at `offset`. @returns undefined for a person who is only mentioned. */
export function detectNameRole(name: string, offset: number, text: string): NameRole | undefined {
  if (isInSpeakerLabel(offset, text)) return "speaker";
  const end = offset + name.length;
  const textAfter = text.slice(end, end + MAX_LOOKAHEAD_LENGTH);
  const textBefore = text.slice(Math.max(0, offset - MAX_LOOKBEHIND_LENGTH), offset);
  const isGreeted = GREETING.test(textBefore) || (SENTENCE_END.test(textAfter) && COMMA.test(textBefore));
  const isCalled = (EXCLAMATION.test(textAfter) || ADDRESSED_CLAUSE.test(textAfter)) && SENTENCE_START.test(textBefore);
  return isGreeted || isCalled ? "addressee" : undefined;
}

const MAX_LABEL_OFFSET = 60;

function isInSpeakerLabel(offset: number, text: string): boolean {
  if (offset > MAX_LABEL_OFFSET || !text.includes(":")) return false;
  const [label = ""] = SPEAKER_LABEL.exec(text.slice(0, 2 * MAX_LABEL_OFFSET)) ?? [];
  return offset < label.length;
}
