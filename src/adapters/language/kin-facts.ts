import type { Fact } from "./fact-forms.js";
import { kinWords } from "./kin.js";
import { statesWhat } from "./states.js";

const KIN = new RegExp(
  String.raw`^my (?<who>(?:(?:older|younger|elder|eldest|oldest|youngest|little|big|twin|best|late|middle|only|maternal|paternal|[\p{Ll}]+est) )?(?:${kinWords})(?:-in-law)?(?: \p{Lu}\p{L}+)?)(?: (?<does>\S.*)|(?<is>'s \S.*))$`,
  "u",
);

/** What is said of them that lasts. */
const LASTING = new RegExp(
  [
    String.raw`lives? (?:in|with|on|near|at|by|next to|alone|across|together) ?.*`,
    String.raw`works? (?:as|at|for|in|from|with|part-time|nights) ?.+`,
    String.raw`(?:stud(?:y|ies)|teach(?:es)?|plays?|speaks?|owns?|runs?|collects?|suffers? from|comes? from|breeds?) \S.*`,
    String.raw`(?:loves?|hates?|likes?|enjoys?) (?!it\b|that\b|this\b|the\b|to (?:say|think)\b)\S.*`,
    String.raw`go(?:es)? to (?:school|university|college|kindergarten|nursery|\p{Lu}).*`,
    String.raw`(?:has|have) (?:a|an|two|three|four|five|no|type|dementia|diabetes|asthma|cancer|epilepsy|autism|alzheimer's|parkinson's|multiple sclerosis|coeliac|celiac|arthritis|osteoporosis)\b(?! (?:point|idea|question|look|problem|meeting|cold|headache|lot|bit|day|minute|moment|chance|plan|party)).*`,
    String.raw`(?:was|were) born (?:in|on) .+`,
    String.raw`(?:died|passed away)(?: (?:in|of|from|last|when|two|three|a|\d).*)?`,
    String.raw`(?:moved|emigrated) (?:from [\p{L} ]+ )?to (?:\p{Lu}|the \p{Lu}).*`,
    String.raw`(?:got|is getting|are getting) (?:married|divorced).*`,
    String.raw`retired(?: .*)?`,
    String.raw`(?:doesn't|don't) (?:eat|drink|smoke|speak|drive|like|live) .*`,
    String.raw`can't (?:eat|drink|swim|drive|walk|hear|see|have) .*`,
    String.raw`birthday is (?:on|in) .+`,
  ]
    .map((form) => `(?:${form})`)
    .join("|")
    .replace(/^/, "^(?:")
    .replace(/$/, ")$"),
  "u",
);

const NAMED = /^(?:is |are )?(?:called|named) (?<name>\p{Lu}\p{L}+(?:,? (?:and )?\p{Lu}\p{L}+)*)$/u;
const NAME_IS = /^'s name is (?<name>\p{Lu}\p{L}+)$/u;
const IS_NAME = /^(?:is|'s) (?<name>\p{Lu}\p{Ll}+)$/u;
const BIRTHDAY = /^'s birthday is (?:on|in) \S.*$/u;
const AGE =
  /^(?:is|are|'s) (?:turning |now |already )?(?<age>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?(?: years old)?$/;

/** @param month "March 2026", the month of what is told: an age is one of its day. */
export function kinFact(clause: string, month: string): Fact | undefined {
  const { who, does, is } = KIN.exec(clause)?.groups ?? {};
  if (who === undefined) return undefined;
  const rest = is ?? does ?? "";
  const fact = (text: string, tells = 2): Fact => ({ text, isPast: /^\S.*? (?:was|were|died|passed|moved|got|retired)\b/.test(text), tells, ofAnother: true });
  const name = (NAMED.exec(rest) ?? NAME_IS.exec(rest) ?? IS_NAME.exec(rest))?.groups?.["name"];
  if (name !== undefined) return fact(`${who} is called ${name}`, 3).text.match(/ (?:Monday|Tuesday|God)$/) ? undefined : fact(`${who} ${/s$/.test(who) && /s (?:are|is)?/.test(rest) && / and /.test(name) ? "are" : "is"} called ${name}`, 3);
  if (BIRTHDAY.test(rest)) return fact(`${who}${rest}`, 3);
  const age = AGE.exec(rest);
  if (age) {
    const years = rest.replace(/^(?:is|are|'s) (?:turning |now |already )?/, "").replace(/ years old$/, "");
    return fact(`${who} ${/^are/.test(rest) ? "were" : "was"} ${years}${years === "one" || years === "1" ? " year" : " years"} old in ${month}`);
  }
  if (LASTING.test(rest)) return fact(`${who} ${rest}`);
  const be = /^(?:is|are|'s) (?<state>.+)$/u.exec(rest)?.groups?.["state"];
  const state = be === undefined ? undefined : statesWhat(be);
  return state ? fact(`${who} ${/^are/.test(rest) ? "are" : "is"} ${be ?? ""}`) : undefined;
}
