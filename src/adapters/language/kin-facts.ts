import type { Fact } from "./fact-forms.js";
import { kinWords } from "./kin.js";
import { statesWhat } from "./states.js";

const KIN = new RegExp(
  String.raw`^my (?<who>(?:(?:older|younger|elder|little|big|twin|best|late|middle|only|maternal|paternal|\p{Ll}+est) )?(?:${kinWords})(?:-in-law)?(?: \p{Lu}\p{L}+)?)(?: (?<does>\S.*)|(?<has>'s \S.*))$`,
  "u",
);

/** "A friend" may be anybody. */
const UNTOLD = /^friend$/;

/** What is said of them that lasts. */
const LASTING = [
  /^lives? (?:in|with|on|near|at|by|next to|alone|across|together)\b.*/u,
  /^works? (?:as|at|for|in|from|with|part-time|nights)\b.+/u,
  /^(?:stud(?:y|ies)|teach(?:es)?|plays?|speaks?|owns?|runs?|collects?|suffers? from|comes? from|breeds?) \S/u,
  /^(?:loves?|hates?|likes?|enjoys?) (?!it\b|that\b|this\b|the\b|to (?:say|think)\b)\S/u,
  /^go(?:es)? to (?:school|university|college|kindergarten|nursery|\p{Lu})/u,
  /^(?:has|have) (?:an?|two|three|four|five|no|type|dementia|diabetes|asthma|cancer|epilepsy|autism|Alzheimer's|Parkinson's|arthritis)\b(?! (?:\p{L}+ )?(?:point|idea|question|look|problem|meeting|cold|headache|lot|bit|day|minute|moment|chance|plan|party|appointment))/u,
  /^had (?:an? )?(?:heart attack|stroke|cancer|surgery|operation|bypass)\b/u,
  /^(?:was|were) born (?:in|on) /u,
  /^(?:died|passed away|retired|got (?:married|divorced|engaged)|is getting (?:married|divorced))\b/u,
  /^(?:moved|emigrated) (?:from [\p{L} ]+ )?to (?:the )?\p{Lu}/u,
  /^(?:doesn't|don't) (?:eat|drink|smoke|speak|drive) \S/u,
  /^can't (?:eat|drink|swim|drive|walk|hear|have) ?/u,
];

const NAMED = /^(?:(?:is |are )(?:called|named)|'s name is|is) (?<name>\p{Lu}\p{Ll}+(?:,? (?:and )?\p{Lu}\p{Ll}+)*)$/u;
const DAY = /day$/;
const BIRTHDAY = /^'s birthday is (?:on|in) \S/u;
const YEARS = String.raw`\d{1,3}|one|two|three|four|five|six|seven|eight|nine|\p{Ll}+teen|ten|eleven|twelve|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\p{Ll}+)?`;
const AGE = new RegExp(`^(?:is |are )(?:turning )?(?<years>${YEARS})(?: years old)?$`, "u");
const PAST = /^(?:had|was|were|died|passed|moved|emigrated|got|retired)\b/;

/**
 * What a clause that begins with "my" tells of one of the user's people.
 * @param month that of the conversation, "March 2026": an age is one of its day.
 */
export function kinFact(clause: string, month: string): Fact | undefined {
  const { who, does, has } = KIN.exec(clause)?.groups ?? {};
  const rest = does ?? has;
  if (who === undefined || rest === undefined || UNTOLD.test(who)) return undefined;
  const { name, years } = { ...NAMED.exec(rest)?.groups, ...AGE.exec(rest)?.groups };
  const be = rest.startsWith("are ") ? "are" : "is";
  const fact = { isPast: PAST.test(rest), tells: 2, ofAnother: true };
  if (name !== undefined && !DAY.test(name) && statesWhat(name) === undefined)
    return { ...fact, text: `${who} ${be} called ${name}`, tells: 3 };
  if (years !== undefined) {
    const unit = /^(?:one|1)$/.test(years) ? "year" : "years";
    return { ...fact, text: `${who} ${be === "are" ? "were" : "was"} ${years} ${unit} old in ${month}`, isPast: true };
  }
  if (BIRTHDAY.test(rest)) return { ...fact, text: who + rest, tells: 3 };
  if (LASTING.some((pattern) => pattern.test(rest))) return { ...fact, text: `${who} ${rest}` };
  const state = /^(?:is|are) (?<state>.+)$/u.exec(rest)?.groups?.["state"];
  return state !== undefined && statesWhat(state) !== undefined ? { ...fact, text: `${who} ${rest}` } : undefined;
}
