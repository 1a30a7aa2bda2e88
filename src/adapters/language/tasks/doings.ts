import { POINTING } from "../talk/speech-acts.js";
import type { SpokenAct } from "./spoken-act.js";
import { idleVerb, isBodily, isIdle, isOfTheMoment, taskVerbLength } from "../talk/task-verbs.js";

const LONGEST = 32;

/** The act, if what it names can be done; a verb that is no usual doing wants more than the words. */
export function substantial(act: SpokenAct, dated: boolean): SpokenAct | undefined {
  const { imperative, kind, needs } = act;
  const length = imperative.split(" ").length;
  if (length > LONGEST || length < 2) return undefined;
  if (kind === "request" && !dated && POINTING.test(imperative)) return undefined;
  if (isBodily(imperative) || (!dated && PASSED.test(imperative))) return undefined;
  if (kind === "note" || /^keep (?:\w+ing|an?)\b/i.test(imperative)) return act;
  if (kind !== "shared" && taskVerbLength(imperative, dated) === 0 && endsInTask(imperative, dated)) return act;
  if (taskVerbLength(imperative, dated) > 0) {
    return needs === "nothing" && isOfTheMoment(imperative) && !SET_UP.test(imperative) && !LATER.test(act.own)
      ? { ...act, needs: "time" }
      : act;
  }
  if (LET_KNOW.test(imperative) || GET_DONE.test(imperative)) return act;
  if (kind !== "shared" && LOOKING.test(imperative)) {
    const wanting = kind === "request" ? "agreement" : "time";
    return { ...act, needs: needs === "nothing" ? wanting : needs };
  }
  if (kind !== "shared" && DIVIDED.test(imperative))
    return { ...act, needs: needs === "nothing" ? "agreement" : needs };
  const errand = ERRAND.exec(imperative)?.groups?.["rest"];
  if (errand !== undefined && (taskVerbLength(errand, true) > 0 || isDoing(errand))) return act;
  if (kind === "shared" || !isDoing(imperative)) return undefined;
  return needs === "nothing" ? { ...act, needs: "time" } : act;
}

/** "Pass me the salt": done at once. */
const PASSED = /^(?:pass|hand) (?:me|us)\b/i;

/** "Read the meter and text me the number": one of the two tells what kind of doing it is. */
export function endsInTask(imperative: string, dated: boolean): boolean {
  const second = / and (?<rest>\p{Ll}+ \S.*)$/u.exec(imperative)?.groups?.["rest"];
  return second !== undefined && taskVerbLength(second, dated) > 0 && !isOfTheMoment(second);
}

/** A usual doing; of an offer also another, if it says when. */
export function isUsual({ imperative, kind }: SpokenAct, dated: boolean): boolean {
  if (taskVerbLength(imperative, false) > 0 || SET_UP.test(imperative) || DIVIDED.test(imperative)) return true;
  return dated && kind === "commitment" && isDoing(imperative);
}

/** "When you come", "on the way home": not here and now. */
const LATER =
  /\b(?:when|next time|once|before|after|as soon as|while) (?:I|you|we|they|he|she|it|the|your|my)\b|\bon (?:your|my|the) way\b/i;
/** "Put the referral in", "set up the account", "get it over to you": sent or made, not moved. */
const SET_UP =
  /^(?:put|set|get|add|give|take|bring|move|turn|hand|write|print) (?:up|together|in|out|back|down|(?:\S+ ){1,5}?(?:up|together|in|out|over|back|through|into|across|to))\b|^(?:test|measure|check|print|copy|share|run|clean|change|start|help|show) (?!a\b|it\b|that\b|this\b|them\b|me\b|us\b|you\b|your\b)/i;
const OBJECT =
  /^[\p{L}-]+(?: (?:in|out|up|down|off|over|back|on|by|round|around|away|through|along|together|onto|to|into|for|with|at))? (?:the|a|an|my|your|our|his|her|their|some|this|that|these|those|it|them|him|you|me|us|somebody|someone|\d+|two|three|four|five|\p{Lu}\p{L}+|\p{Ll}+'s|\p{Ll}+s)\b/u;

const LET_KNOW =
  /^let (?:you|him|her|them|me|us|(?:the|my|your) \p{Ll}+|\p{Lu}\p{Ll}+) know (?:about|if|whether|when|what|how|which|who|that|by|on|as soon)\b/u;
/** "Get it mended". */
const GET_DONE =
  /^(?:get|have) (?:him|her|them|(?:the|my|your) \p{Ll}+|\p{Lu}\p{Ll}+) to \p{Ll}+ \S|^(?:get|have) (?:it|them|that|(?:the|a|my|your|our|his|her|those|these) (?:\p{Ll}+ ){1,3}?)\s?(?:\p{Ll}+ed|done|sent|paid|made|cut|built|written|ready|mended)\b/u;

/** "Get it corrected." */
export const getsDone = (imperative: string): boolean => GET_DONE.test(imperative);

const LOOKING =
  /^(?:(?:have|take) a (?:\p{Ll}+ )?look (?:at|over|through|into)|look (?:at|over|through|after)|go (?:over|through)|read (?:through|over)) \S/u;
/** "I'll do the cake": one's part of a shared work. */
const DIVIDED =
  /^(?:handle|look after|deal with|see to|take care of|take on) (?:the|my|your|our|his|her|their) \p{Ll}+|^do the (?!(?:mon|tues|wednes|thurs|fri|satur|sun)day|same|right|math|maths|trick|opposite|talking|thing|job)\p{Ll}+\b/u;
/** "Go to the chemist and get the drops". */
const ERRAND =
  /^(?:go|come|pop|nip|run|drive|head) (?:over |round |down |up |out |in )?(?:to|into|by|past) .{3,50}? (?:and|to) (?<rest>\p{Ll}+ \S.*)$/iu;

/** A verb of any doing with an object. */
export function isDoing(imperative: string): boolean {
  return OBJECT.test(imperative) && !isIdle(imperative) && !idleVerb(imperative);
}
