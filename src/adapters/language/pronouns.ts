/** Who says "I" and who is meant by "you", as an item that the owner reads should call them. */
export interface Roles {
  /** Whether the one who speaks is the one who is to act. */
  readonly ownerSpeaks: boolean;
  readonly speaker: string | undefined;
  readonly addressee: string | undefined;
}

const possessive = (name: string): string => (name.endsWith("s") ? `${name}'` : `${name}'s`);

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
  const group = text.replace(/\b(?:all of you|you all|you guys|each of you)\b/gi, "everyone");
  const to = withRecipient(group, "you", addressee);
  if (to === undefined) return undefined;
  return to
    .replace(/\byour\b/gi, addressee === undefined ? "the" : possessive(addressee))
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
    .replace(/\bmy\b/gi, speaker === undefined ? "the" : possessive(speaker))
    .replace(/\b(?:I'm|I am)\b/g, speaker === undefined ? "they are" : `${speaker} is`)
    .replace(/\bI\b/g, speaker ?? "they");
}

/** Puts a name for the pronoun, or leaves it out where a thing follows that is given, or "to" goes before. */
function withRecipient(text: string, pronoun: "you" | "me", name: string | undefined): string | undefined {
  const anywhere = new RegExp(`\\b${pronoun}\\b`, "i");
  if (!anywhere.test(text)) return text;
  if (name !== undefined) return text.replace(new RegExp(`\\b${pronoun}\\b`, "gi"), name);
  const without = text
    .replace(new RegExp(` (?:to|for|with) ${pronoun}\\b`, "gi"), "")
    .replace(
      new RegExp(
        `^(\\S+(?: (?:over|out|up|across))?) ${pronoun} (?=(?:the|a|an|some|my|your|our|all|this|that|two|three|\\d))`,
        "i",
      ),
      "$1 ",
    );
  return anywhere.test(without) ? undefined : without;
}

const THING =
  /\b(?:it|that|this|them|those|these|one)\b(?! (?!together|up|down|out|off|over|back)\p{L})|\b(?:it|them)\b/iu;
const PERSON =
  /\bhim\b|\bher\b(?=$| (?:an?|the|some|that|this|up|to|back|about|on|at|by|with|for|tomorrow|today|tonight|know)\b)/iu;
const NAMES_A_THING = /\b(?:the|a|an|your|my|our|some|\p{Lu}\p{L}+)\b \p{L}+/u;

/** What "it" and "her" may stand for, nearest first. */
export interface Antecedents {
  readonly things: readonly string[];
  readonly people: readonly string[];
}

/** Puts the thing for "it" and the name for "her" where the text itself has none before; undefined for want of one. */
export function withAntecedent(imperative: string, { things, people }: Antecedents): string | undefined {
  const named = replaced(imperative, PERSON, () => people[0]);
  return (
    named &&
    replaced(named, THING, (pronoun) => {
      const several = /^(?:them|those|these)$/i.test(pronoun);
      return several ? things.find((thing) => thing.endsWith("s")) : things[0];
    })
  );
}

function replaced(text: string, pattern: RegExp, by: (pronoun: string) => string | undefined): string | undefined {
  const found = pattern.exec(text);
  if (!found) return text;
  const before = text.slice(0, found.index);
  if (NAMES_A_THING.test(before.replace(/^\S+/, "")) || before.split(" ").length > 6) return text;
  const stated = by(found[0]);
  return stated === undefined ? undefined : before + stated + text.slice(found.index + found[0].length);
}
