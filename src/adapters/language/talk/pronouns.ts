/** Who says "I" and who is meant by "you", as an item that the owner reads should call them. */
export interface Roles {
  /** Whether the one who speaks is the one who is to act. */
  readonly ownerSpeaks: boolean;
  readonly speaker: string | undefined;
  readonly addressee: string | undefined;
}

/** "Ana's", "Jonas'". */
export const possessiveOf = (name: string): string => (name.endsWith("s") ? `${name}'` : `${name}'s`);

/**
 * The imperative as its owner should read it: "send you my draft", said to Ana by the owner, is "send Ana your
 * draft". A recipient nobody can name is left out where the sentence stands without ("send you the budget").
 * @returns undefined when a person is meant who cannot be told.
 */
export function addressed(imperative: string, roles: Roles): string | undefined {
  const resolved = roles.ownerSpeaks
    ? spokenByOwner(imperative, roles.addressee)
    : askedOfOwner(imperative, roles.speaker);
  return resolved?.replace(/\s+/g, " ").trim();
}

function spokenByOwner(text: string, addressee: string | undefined): string | undefined {
  const group = text.replace(
    /\b(?:all of you|both of you|you all|you both|you two|you guys|each of you)\b/gi,
    "everyone",
  );
  const to = withRecipient(group, "you", addressee);
  if (to === undefined) return undefined;
  return to
    .replace(/\byour\b/gi, addressee === undefined ? "the" : possessiveOf(addressee))
    .replace(/\byou're\b/gi, addressee === undefined ? "they're" : `${addressee} is`)
    .replace(/\bmy\b/gi, "your")
    .replace(/\bmyself\b/gi, "yourself")
    .replace(/\b(?:I'm|I am)\b/g, "you're")
    .replace(/\bI\b/g, "you")
    .replace(/\bme\b/gi, "you");
}

function askedOfOwner(text: string, speaker: string | undefined): string | undefined {
  const to = withRecipient(text, "me", speaker);
  if (to === undefined) return undefined;
  return to
    .replace(/\bmy\b/gi, speaker === undefined ? "the" : possessiveOf(speaker))
    .replace(/\b(?:I'm|I am)\b/g, speaker === undefined ? "they are" : `${speaker} is`)
    .replace(/\bI\b/g, speaker ?? "they");
}

const places = (pronoun: string) => ({
  anywhere: new RegExp(`\\b${pronoun}\\b`, "i"),
  everywhere: new RegExp(`\\b${pronoun}\\b`, "gi"),
  afterPreposition: new RegExp(` (?:to|for|with) ${pronoun}\\b`, "gi"),
  beforeThing: new RegExp(
    // "Give a call" says nothing.
    `^((?!give\\b)\\S+(?: (?:over|out|up|across))?) ${pronoun} (?=(?:the|a|an|some|my|your|our|all|this|that|two|three|\\d))`,
    "i",
  ),
});

/** Where a recipient may stand. */
const PLACES = { you: places("you"), me: places("me") };

/** Puts a name for the pronoun, or leaves it out where a thing follows that is given, or "to" goes before. */
function withRecipient(text: string, pronoun: "you" | "me", name: string | undefined): string | undefined {
  const { anywhere, everywhere, afterPreposition, beforeThing } = PLACES[pronoun];
  if (!anywhere.test(text)) return text;
  if (name !== undefined) return text.replace(everywhere, name);
  const without = text.replace(afterPreposition, "").replace(beforeThing, "$1 ");
  return anywhere.test(without) ? undefined : without;
}
