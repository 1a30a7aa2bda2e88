import type { Sentence } from "../text/analysis.js";
import { Calendar } from "../dates/dates.js";
import { jointAct } from "./doing-titles.js";
import { occasionTitle } from "./occasion-titles.js";
import { OCCASIONS } from "./occasions.js";
import { inOthersWords } from "./others-words.js";
import { capitalised } from "../text/plain-text.js";
import type { Setting } from "./setting.js";
import { speechAct } from "../talk/speech-acts.js";
import { withoutOpening } from "../text/disfluencies.js";
import { EMPTY_NOUN, neededThing, nounAlone } from "./thing-titles.js";
import { beforeReason, TIME_WORD, TIMES } from "./title-phrases.js";
import { stopWords } from "../text/words.js";

/** How far around a plan what it is for may be named. */
const SUBJECT_BACK = 7;

const SUBJECT_AHEAD = 1;

/** "I've a class until nine": what keeps somebody from coming is not what they come for. */
const BUSY = /\b(?:I|we)(?:'ve| have|'m| am)\b[^.]*\b(?:until|till)\b/i;

const MOST_AROUND = 60;

/** "I'll book the train": what is done for a plan is not what it is. */
const isPromise = ({ text }: Sentence): boolean =>
  !Calendar.mayNameTime(text) && speechAct(withoutOpening(text))?.kind === "commitment";

/** What a time that stands alone is for, as named before it: "Then the panel.", "It's Mothering Sunday". */
export function subjectOf(plan: readonly Sentence[], { sentences, people }: Setting): string | undefined {
  const first = plan[0]?.index ?? 0;
  const last = plan.at(-1)?.index ?? first;
  const around = sentences.slice(
    Math.max(0, first - SUBJECT_BACK),
    Math.min(last + 1 + SUBJECT_AHEAD, first + MOST_AROUND),
  );
  const isOfPlan = ({ index, text }: Sentence): boolean => index < last || !Calendar.mayNameTime(text);
  const others = around.filter((sentence) => !plan.includes(sentence) && isOfPlan(sentence));
  const near = [
    ...plan.filter((sentence) => !BUSY.test(sentence.text) && !isPromise(sentence)),
    ...others.filter(({ index }) => index < last).reverse(),
    ...others.filter((sentence) => sentence.index > last && !isPromise(sentence)),
  ];
  for (const sentence of near) {
    const label = sentence.speaker.isUser ? undefined : people.labelOf(sentence.speaker);
    const title =
      occasionTitle(beforeReason(sentence.tokens)) ??
      nounAlone(sentence.tokens) ??
      subjectOfTalk(sentence.text) ??
      jointAct(sentence.text) ??
      toldTitle(sentence.text) ??
      neededThing(sentence);
    if (title !== undefined) return inOthersWords(title, label);
  }
  const reason = plan.map(({ tokens }) => occasionTitle(tokens)).find((title) => title !== undefined);
  return reason === undefined ? undefined : capitalised(reason);
}

/** "Can we talk about the gig?" opens the talk; what is arranged is the gig. */
function subjectOfTalk(text: string): string | undefined {
  const named = /\b(?:talk|speak|chat) about (?:the|my|our|your) (\p{Ll}+)\b/iu.exec(text)?.[1];
  return named !== undefined && OCCASIONS.has(named) ? named : undefined;
}

/** What is told in passing of what a time is for. */
const TOLD: readonly (readonly [pattern: RegExp, title: (told: string) => string])[] = [
  // "It's Mothering Sunday", "It's Mum's birthday"
  [/\b[Ii]t's (?<told>(?:\p{Lu}[\p{L}']+ ){1,2}(?:Sunday|Monday|Friday|Day|Eve))\b/u, (day) => day],
  // "I'll send the plumber"
  [
    /\b(?:send|sending|get) (?:the|a|an|my|our) (?<told>\p{Ll}+(?:er|or|ian|ist|man|guy|people))\b/u,
    (who) => `Visit from the ${who}`,
  ],
  // "Friday, eight twenty with Dr. Brandt"
  [
    /\b(?:with|you(?:'ll| will) (?:be )?see(?:ing)?) (?<told>(?:Dr|Mr|Mrs|Ms|Prof)\.? \p{Lu}\p{Ll}+|the \p{Ll}+(?:ian|ist|or|er))\b/u,
    (who) => `Appointment with ${who}`,
  ],
  // "An hour with the auditors"
  [
    /\b(?:hour|time|slot|word|chat|minutes|meeting|call) with (?<told>(?:the|my|our|your) \p{Ll}+|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)\b/u,
    (who) => `Meeting with ${who}`,
  ],
  // "We can deliver it on Monday"
  [/\bdeliver(?:ed|ing)?\b/i, () => "Delivery"],
];

function toldTitle(text: string): string | undefined {
  for (const [pattern, title] of TOLD) {
    const match = pattern.exec(text);
    if (match) return title(match.groups?.["told"] ?? "");
  }
  return undefined;
}

/** What is left of such a sentence without its times: "Book club is at Ana's", "We've got a rehearsal". */
const IS_THEN =
  /^(?:[Tt]he |[Mm]y |[Oo]ur )?(?<about>[\p{L}'-]+(?: [\p{L}'-]+){0,2}?)(?: is| are|'s) ?(?:(?:on|from|at|to|in)\b.*)?$/u;
const HAVE_THEN =
  /^(?:and |then )?(?:I|[Ww]e|[Tt]here)(?:'ve got| have|'s| is) (?:an? |the |my |our )?(?<about>[\p{L}'-]+(?: [\p{L}'-]+){0,2})$/u;

/** "Book club" of "Book club is at Ana's on Tuesday at eight": what the sentence is about. */
export function aboutOf(plan: readonly Sentence[]): string | undefined {
  const first = plan.find(({ text }) => !text.endsWith("?"));
  if (first?.speaker.isUser !== true) return undefined;
  const said = first.text.replace(TIMES, "").replace(/[.!?]+$/, "");
  const about = IS_THEN.exec(said)?.groups?.["about"] ?? HAVE_THEN.exec(said.trim())?.groups?.["about"];
  const words = about?.toLowerCase().split(" ") ?? [];
  const isNamed =
    words.length > 0 && !words.some((word) => stopWords.has(word) || EMPTY_NOUN.test(word) || TIME_WORD.test(word));
  return isNamed && about !== undefined ? capitalised(about) : undefined;
}
