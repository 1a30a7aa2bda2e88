import { isReported } from "../talk/earnest.js";
import { isTaught } from "./lessons.js";
import { HEALTH } from "./presupposed-health.js";
import { KIN } from "./presupposed-kin.js";
import { LIFE } from "./presupposed-life.js";
import type { Presupposition } from "./presupposition.js";

/** What is said in passing on the way to something else, and is so whatever that is: "my asthma" says that one has it. */
const PASSING: readonly Presupposition[] = [...KIN, ...LIFE, ...HEALTH];

/** "How's the baby?", "how's the Spanish going?": what others ask after, the user has or does. */
const ASKED_AFTER: readonly Presupposition[] = [
  [
    /\bhow(?:'s| is| are) (?:the|your) (?<who>baby|kids|children|girls|boys|twins|puppy|kitten|bees|chickens|hens)\b/giu,
    ({ who = "" }) => `I have ${/^(?:baby|puppy|kitten)$/i.test(who) ? "a " : ""}${who}.`,
  ],
  [
    /\bhow(?:'s| is) (?:the|your) (?<what>\p{L}+) (?:going|coming (?:on|along))\b/giu,
    ({ what = "" }) =>
      /^(?:thesis|dissertation|novel|book|memoir)$/i.test(what)
        ? `I'm writing a ${what}.`
        : isTaught(what)
          ? `I'm learning ${what}.`
          : undefined,
  ],
  [/\bhow(?:'s| is) the new job\b/giu, () => "I started a new job."],
  [
    /\bI (?:came|moved|come) (?:out |over |down |up |here )*to (?<place>\p{Lu}\p{L}+)(?: (?:why|for|because)\b|\?)/gu,
    ({ place }) => `I live in ${place ?? ""}.`,
  ],
  [/\b(?:brought|brings) I to (?<place>\p{Lu}\p{L}+)\b/gu, ({ place }) => `I live in ${place ?? ""}.`],
];

/** @returns what another who asks takes for granted of the user, as sentences in the user's mouth. */
export const askedAfter = (text: string): string[] => readings(ASKED_AFTER, text);

/** How a pattern begins that is of one's own things, and what such a thing begins with. */
const OF_OWN = /^\\b(?:\(\?:\[Mm\]y\|\[Oo\]ur\)|\[Mm\]y) /;
const OWN = /\b(?:[Mm]y|[Oo]ur) /;

/** Those that are of no thing of one's own: most sentences name none, and are held against these alone. */
const PASSING_OF_NONE = PASSING.filter(([pattern]) => !OF_OWN.test(pattern.source));

const readings = (all: readonly Presupposition[], text: string): string[] =>
  all.flatMap(([pattern, read]) =>
    // A cheap look before the costly one, which makes another pattern of it each time.
    text.search(pattern) < 0
      ? []
      : Array.from(text.matchAll(pattern), ({ groups = {} }) => read(groups)).filter((said) => said !== undefined),
  );

/** @returns what the sentence takes for granted of who speaks, as sentences of their own; nothing where others speak in it. */
export function presupposed(text: string): string[] {
  if (isReported(text)) return [];
  return readings(OWN.test(text) ? PASSING : PASSING_OF_NONE, text);
}
