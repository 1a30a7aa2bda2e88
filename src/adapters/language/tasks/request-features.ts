import { slotOf as slotAmong } from "../text/logistic-classifier.js";

/** A power of two: how many weights there are. */
export const REQUEST_SLOTS = 2 ** 16;

const LINK = /https?:\S+|www\.\S+|\$?\bLINK\b/gi;
/** Bounded, so that an endless word takes no endless time. */
const ADDRESS = /\S{1,64}@\S{1,64}/g;
const TOKEN = /\p{L}+(?:'\p{L}+)*|\d[\d.,:/-]*|[?!:$,.;"()]/gu;

/** What one asks with, and those who ask and are asked: what comes soon after them tells most. */
const TELLING = new Set(["please", "i", "me", "we", "us", "you"]);
const SOON = 3;
/** Long sentences report, short ones ask; beyond so many steps of so many words it makes no difference. */
const LENGTH_STEP = 3;
const LONGEST_STEPS = 10;

/**
 * What the classifier of requests sees of a sentence: its words, each with the one before, and those soon after a
 * telling one, in lower case, how it begins, how long it is and whether it is a question; of numbers, links and
 * addresses only that they are there.
 * @returns slots from 0 to `REQUEST_SLOTS`, each once.
 */
export function requestFeatures(text: string): readonly number[] {
  const tokens = tokensOf(text);
  const slots = new Set<number>();
  let before = "^";
  for (const [i, token] of tokens.entries()) {
    slots.add(slotOf(token));
    slots.add(slotOf(`${before} ${token}`));
    if (TELLING.has(token)) for (const soon of tokens.slice(i + 1, i + 1 + SOON)) slots.add(slotOf(`${token}~${soon}`));
    before = token;
  }
  slots.add(slotOf(`${before} $`));
  slots.add(slotOf(`^^ ${tokens[0] ?? ""}`));
  slots.add(slotOf(`^# ${Math.min(LONGEST_STEPS, Math.floor(tokens.length / LENGTH_STEP))}`));
  slots.add(slotOf(before === "?" ? "^?" : "^."));
  return Array.from(slots);
}

function tokensOf(text: string): string[] {
  const plain = text.replace(/[’‘]/g, "'").replace(LINK, " Xlink ").replace(ADDRESS, " Xmail ");
  return (plain.match(TOKEN) ?? []).map((token) => (/^\d/.test(token) ? "#" : token.toLowerCase()));
}

const slotOf = (feature: string): number => slotAmong(feature, REQUEST_SLOTS);
