import type { Sentence } from "../text/analysis.js";
import { familiar } from "../talk/kin.js";

const END = String.raw`(?=[.,!?]|$)`;
const START = String.raw`(?:^|[,.!?] )(?:(?:yes|yeah|no|okay|oh|hi|hey|hello|thanks|please|sorry|bye),? )?`;
/** "Hey, sis.", "brother dear". */
const SIBLING = new RegExp(
  String.raw`${START}(?:(?<sister>sis|sister dear|(?:big|little|baby) sis|sissy)|(?<brother>bro|brother dear|(?:big|little|baby) bro))${END}`,
  "iu",
);
const GRANDPARENT = new RegExp(
  String.raw`${START}(?:Grandma|Grandpa|Granny|Gran|Nan|Nana|Nanna|Grandad|Granddad|Oma|Opa|Abuela|Abuelo|Nonna|Nonno)${END}`,
  "u",
);
const PARENT = new RegExp(
  String.raw`${START}(?:Mum|Mom|Mam|Mummy|Mommy|Mama|Ma|Amma|Dad|Daddy|Papa|Pa|Appa|Baba|Mamá|Papá|Maman)${END}`,
  "u",
);
/** "Does Mum know?", "Mum would've liked it": somebody else's is not called so. */
const SHARED = new RegExp(
  String.raw`(?<!\b(?:my|your|his|her|their|our|the|hi|hey|hello|thanks),? )\b(?<who>${familiar})(?:'s\b| (?:is|was|would|will|has|had|does|did|doesn't|didn't|isn't|hasn't|wasn't|wouldn't|needs|wants|said|says|thinks|can|can't|won't|know|knows|left|died)\b)`,
  "gu",
);
/** A name that is one: neither a number nor what a parent is called. */
const NAME = /^\p{Lu}\p{Ll}+$/u;
const IS_FAMILIAR = new RegExp(`^(?:${familiar}|Amma|Appa|Baba)$`, "u");

/** What two people who talk call each other and theirs. */
interface Telling {
  readonly text: string;
  readonly sentence: Sentence;
}

/**
 * Whom the user talks with, where two talk and address each other as families do: who calls the user "Grandma" is a
 * grandchild, and with whom the user shares a "Mum" is a sibling.
 * @returns at most one sentence in the user's mouth.
 */
export function addressedKin(sentences: readonly Sentence[]): Telling | undefined {
  const others = new Map(
    sentences.filter(({ speaker }) => !speaker.isUser).map((one) => [one.speaker.key, one.speaker]),
  );
  const [other] = others.values();
  const name = other?.name;
  if (others.size !== 1 || name === undefined || !NAME.test(name) || IS_FAMILIAR.test(name)) return undefined;
  const shared = new Map<string, Set<boolean>>();
  for (const sentence of sentences) {
    const { text, speaker } = sentence;
    const sibling = SIBLING.exec(text)?.groups;
    const isSister = sibling?.["sister"] !== undefined;
    if (sibling !== undefined)
      return {
        text: `My ${speaker.isUser ? (isSister ? "sister" : "brother") : "sibling"} is called ${name}.`,
        sentence,
      };
    if (!speaker.isUser && GRANDPARENT.test(text)) return { text: `My grandchild is called ${name}.`, sentence };
    if (!speaker.isUser && PARENT.test(text)) return { text: `My child is called ${name}.`, sentence };
    for (const { groups } of text.matchAll(SHARED)) {
      const who = groups?.["who"] ?? "";
      const by = shared.get(who) ?? new Set();
      shared.set(who, by.add(speaker.isUser));
      if (by.size > 1) return { text: `My sibling is called ${name}.`, sentence };
    }
  }
  return undefined;
}
