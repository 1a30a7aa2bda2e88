import { endsInTask, getsDone } from "./doings.js";
import { BARE_NAME, imperativeOf, NAMING, ordersIn, UNDER_CONDITION } from "../talk/speech-acts.js";
import { order, plainly, type SpokenAct } from "./spoken-act.js";
import { LISTED } from "./spoken-needs.js";
import { isBodily, isOfTheMoment, taskVerbLength } from "../talk/task-verbs.js";

const TO_ME = /^(?:send|leave|bring|lend|text|email|call|ring) me\b(?: \S|[.?!]*$)/i;
/** A sentence with a subject is no order. */
const SUBJECT_FIRST =
  /^(?:I|you|he|she|it|we|they|there|that|this|the|a|an|my|your|our|his|her|their|who|what|when|where|how|why|if|is|are|was|were|do|does|did|have|has)\b(?! (?:\p{Ll}+ ){1,4}(?:once|twice|\p{Ll}+ times) a\b)/iu;
/** "Lou, record the bass line". */
const CALLED = /^(?:and |then |so )?(\p{Lu}\p{Ll}+), (\p{Ll}.+)$/u;
const LET_KNOW_ME = /^let me know\b/i;
const HOW_OFTEN =
  "(?:once|twice|(?:two|three|four|five|\\d) times) (?:a|per|every) (?:day|week|night)|(?:two|three|four|one) [^,.]{0,20}(?:a|per) day|every (?:two|three|four|five|six|second|third) (?:days|hours|weeks)|every (?:day|morning|evening|night|other day|(?:two|three|four|six|eight|\\d) hours)|daily|(?:morning|night) and (?:night|evening|morning)";
/** "Rub it in twice a day", "do the stretches every morning". */
const REGIMEN = new RegExp(
  `^(?:just |please )?(?:take|use|apply|put|rub|do|give|drink|repeat|practise|practice|rehearse|massage|measure|weigh|check|log|record|write|note|spray|swallow|inhale|wear|keep|change|clean|wash) .*\\b(?:${HOW_OFTEN})\\b`,
  "i",
);
/** "These drops, twice a day". */
const DOSE = new RegExp(`^(?:these|this|those|the) (?:\\p{L}+ ){0,3}\\p{L}+, (?:.*\\b)?(?:${HOW_OFTEN})\\b`, "iu");

/** What a doctor or trainer tells one to do for some time. */
export function regimenIn(text: string): string | undefined {
  const plain = text.replace(/[\s.!]+$/, "");
  if (text.endsWith("?")) return undefined;
  if (REGIMEN.test(plain)) return plain.replace(/^(?:just|please) /i, "");
  return DOSE.test(plain) ? `use ${plain.replace(/^(?:these|this|those)\b/i, "the")}` : undefined;
}

/** "I told the man, come on Friday and bring the cash." */
const TELLING = /\b(?:said|says|told|tells|telling|saying|goes|asked|shouted|wrote)\b/i;

/** Plain orders: of others with a time or a recipient, of oneself in a memo without. */
export function orders(
  text: string,
  dated: boolean,
  { isAlone, isTagged }: { isAlone: boolean; isTagged: boolean },
): SpokenAct[] {
  const told = LET_KNOW_ME.exec(text);
  if (told && (dated || /^let me know (?:what|when|how|if|whether|about|who|which)\b/i.test(text)))
    return [{ ...plainly, ...order(text.replace(/[\s.!]+$/, "")), own: text, needs: dated ? "nothing" : "promise" }];
  if (TELLING.test(text) || SUBJECT_FIRST.test(text)) return [];
  // "Call us if it gets red": nothing to do as yet.
  if (UNDER_CONDITION.test(text)) return [];
  const [, name, ordered = ""] = CALLED.exec(text) ?? [];
  if (name !== undefined && !SUBJECT_FIRST.test(ordered))
    return orders(ordered, dated, { isAlone, isTagged }).map((act) => ({ ...act, name }));
  const regimen = regimenIn(text);
  if (regimen !== undefined)
    return [
      {
        ...plainly,
        ...order(regimen),
        own: text,
        needs: /\b(?:for|until|till|every)\b/i.test(text) ? "nothing" : "agreement",
      },
    ];
  const strict = ordersIn(text.replace(/^(?:just|also|maybe|now|please just) /i, ""), dated).map((act) => ({
    ...plainly,
    ...act,
    own: act.imperative,
  }));
  if (strict.length > 0) return strict;
  const [first = ""] = text.split(/(?<=\p{L}{3}[.!?]) /u);
  if (TO_ME.test(first)) {
    const imperative = imperativeOf(first);
    const asked = text.endsWith("?");
    if (imperative.split(" ").length >= 2) {
      return [{ ...plainly, ...order(imperative), own: first, asked, needs: "agreement" }];
    }
  }
  if (text.endsWith("?")) return [];
  if (NAMING.test(text) || (!isAlone && BARE_NAME.test(text))) return [];
  const imperative = imperativeOf(text.replace(LISTED, ""));
  const lower = imperative.slice(0, 1).toLowerCase() + imperative.slice(1);
  const isDone = getsDone(lower);
  const isUsual = taskVerbLength(lower, isAlone) > 0 || isDone || endsInTask(lower, isAlone);
  if (!isUsual || lower.split(" ").length < 2 || isBodily(lower)) return [];
  return [
    {
      ...plainly,
      ...order(lower),
      own: text,
      needs: isAlone || isTagged || (isDone && dated) ? "nothing" : isOfTheMoment(lower) ? "promise" : "agreement",
    },
  ];
}
