import type { Duty } from "./duties.js";
import type { Setting } from "./found-items.js";

/** By what anybody is bound, or why nobody is, as far as the forms of what was said tell. */
export type Binding =
  | "given by what it is"
  | "given by time or consent"
  | "given by a promise"
  | "ignored"
  | "told to an audience"
  | "a matter of others"
  | "asked of nobody in company"
  | "light"
  | "small talk"
  | "not settled";

/** Whether by their forms somebody is bound. */
export const isBound = (binding: Binding): boolean => BINDING.has(binding);

const BINDING: ReadonlySet<Binding> = new Set([
  "given by what it is",
  "given by time or consent",
  "given by a promise",
]);

/** By forms alone; the classifier of tasks weighs it with the words. */
export function bindingOf(duty: Duty, { people }: Setting): Binding {
  const { act, due, agreed, promised, thanked, isFor } = duty;
  const others = isFor !== undefined && !isFor.isUser && people.userTakesPart;
  const isTaken = agreed || promised || due !== undefined;
  if (act.kind === "request" && duty.ignored && !isTaken) return "ignored";
  if (act.kind === "request" && people.count === 1 && !duty.by.isUser && !/\b(?:me|my)\b/i.test(act.imperative))
    return "told to an audience";
  // What "we" of whom the user is none must do is a matter of theirs.
  if (act.kind === "shared" && !duty.by.isUser && people.userTakesPart && !agreed && !due) return "a matter of others";
  const inCompany = isFor === undefined && duty.calledName === undefined && people.count > 2;
  if (act.kind === "request" && inCompany && !agreed) return "asked of nobody in company";
  if (act.kind === "shared" && LIGHT.test(act.imperative) && !(due && agreed)) return "light";
  // What others have to do is small talk, unless somebody here takes part in it.
  if (act.isObligation && others && !agreed) return "small talk";
  switch (duty.needs) {
    case "nothing":
      return "given by what it is";
    case "time":
      return due !== undefined || promised || thanked || (act.kind === "request" && agreed)
        ? "given by time or consent"
        : "not settled";
    case "agreement":
      return agreed || promised ? "given by time or consent" : "not settled";
    case "promise":
      return promised ? "given by a promise" : "not settled";
  }
}

/** What all do together in the same hour: "let's make a start", "we'll have dinner". */
const LIGHT =
  /^(?:get|make|take|have|put|leave|bring|start|begin|do|go|finish|find|move|ask|add|share|show|read|keep|meet|join|help|check|give|draw|talk|work|run|try|turn|use|set|present|let)\b/i;
