import type { Speech } from "./speech.js";

/** Who speaks to whom, as seen by the user whose list a task stands in. */
export interface Parties {
  /** How they are called, where that is known. */
  readonly me: string | undefined;
  readonly you: string | undefined;
  readonly user: "me" | "you" | undefined;
}

/** The same, as the other speaks. */
export const swapped = ({ me, you, user }: Parties): Parties => ({
  me: you,
  you: me,
  user: user === "me" ? "you" : user === "you" ? "me" : undefined,
});

/** Who a pronoun means; undefined for one that is left out. */
export function personOf(pronoun: string, speech: Speech, { me, you }: Parties): string | undefined {
  if (speech.us.has(pronoun)) return undefined;
  return speech.me.has(pronoun) ? me : speech.toYou.has(pronoun) ? you : undefined;
}

/** "Your bill", said to the user, is "my bill" in their list; what is another's is "theirs". */
export function withPossessives(text: string, speech: Speech, { user }: Parties): string {
  const { lexicon } = speech;
  const mine = lexicon.mine.split(" ");
  const yours = lexicon.yours.split(" ");
  const theirs = lexicon.theirs.split(" ");
  return text.replace(/[\p{L}']+/gu, (word) => {
    const lower = word.toLowerCase();
    const own = mine.indexOf(lower);
    if (own >= 0) return user === "me" ? word : (theirs[own] ?? word);
    const others = yours.indexOf(lower);
    if (others < 0) return word;
    return (user === "you" ? mine[others] : theirs[others]) ?? word;
  });
}
