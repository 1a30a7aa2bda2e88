import type { Sentence } from "../text/analysis.js";
import { objectOf } from "./objects.js";
import { isGlad } from "../talk/replies.js";
import { type Needs, type SpokenAct, SURE, type WeighedAct } from "./spoken-act.js";
import type { Speaker } from "../text/utterances.js";

/** One way in which a duty was put. */
export interface Version {
  readonly act: WeighedAct;
  readonly sentence: Sentence;
  /** Who is spoken to. */
  readonly addressee: Speaker | undefined;
}

/** Something to be done, as it stands after all that was said of it. */
export interface Duty {
  readonly act: SpokenAct;
  readonly by: Speaker;
  readonly versions: [Version, ...Version[]];
  readonly places: Set<string>;
  needs: Needs;
  /** Who is to do it, as far as is known. */
  isFor: Speaker | undefined;
  /** The name of who is to do it, where it is called to somebody who may not take part. */
  readonly calledName: string | undefined;
  due: Date | undefined;
  /** Another than who put it has consented. */
  agreed: boolean;
  /** Who is to do it has said that they will. */
  promised: boolean;
  dropped: boolean;
  /** Another day was named after the first. */
  isPutOff: boolean;
  /** It was put otherwise in the same breath: only what was said last holds. */
  isReplaced: boolean;
  /** "About the heating": what one is to speak of. */
  topic: string | undefined;
  /** And was glad of it. */
  thanked: boolean;
  /** Who is asked has spoken since, and not of it. */
  ignored: boolean;
  lastTurn: number;
  lastIndex: number;
}

const SEVERAL = /^\S+(?: (?:in|out|up|down|off|over|back|on|by))? (?:them|those|these|both)\b/i;
const ONE = /^\S+(?: (?:in|out|up|down|off|over|back|on|by))? (?:it|that)\b/i;

/** "Nobody's watered the tomatoes." – "I'll do them tonight.": what to do was not said as such, but what with. */
export const mayStandAlone = ({ kind, imperative, likelihood }: WeighedAct): boolean =>
  kind === "commitment" && likelihood >= SURE && /^(?:do|sort|handle|get) (?:it|them|that|those)\b/i.test(imperative);

/** Whether an answer by no, or by what has been done already, may put an end to what was asked or offered. */
export function mayDecline(duty: Duty, uptake: "completion" | "refusal", { speaker, turn }: Sentence): boolean {
  const { act, isFor, needs, promised, agreed, lastTurn } = duty;
  if (isFor === undefined || promised || agreed || turn === lastTurn) return false;
  if (uptake === "refusal" && act.isNeed) return false;
  if (act.kind === "commitment") return uptake === "refusal" && needs === "agreement";
  return act.kind !== "request" || isFor.key === speaker.key;
}

export function agree(duty: Duty, sentence: Sentence): void {
  const { act, by } = duty;
  if (by.key === sentence.speaker.key) return;
  if (act.kind === "request" && duty.isFor && duty.isFor.key !== sentence.speaker.key) return;
  duty.agreed = true;
  if (isGlad(sentence.text)) duty.thanked = true;
  const decides = duty.needs !== "nothing" || duty.isFor === undefined;
  if (act.kind === "request" && duty.calledName === undefined && duty.needs !== "promise")
    duty.isFor ??= sentence.speaker;
  if (decides && act.kind !== "shared" && act.kind !== "note") touch(duty, sentence);
  else duty.lastTurn = sentence.turn;
}

export function touch(duty: Duty, { segmentIds, turn, index }: Sentence): void {
  for (const id of segmentIds) duty.places.add(id);
  duty.lastTurn = turn;
  duty.lastIndex = index;
}

/** Somebody ought to, or could: not yet that they will. */
export const isOpen = ({ act, needs, agreed }: Duty): boolean =>
  act.kind === "commitment" ? act.isObligation || (needs === "agreement" && !agreed) : needs === "promise";

/** "I'll do the cake." – "Order it this week." */
export const takesUpObject = (act: SpokenAct, duty: Duty): boolean =>
  objectOf(duty.act.imperative) !== undefined && mayMean(act, duty.act);

/** Whether "it" or "them" may mean what an act is about. */
export function mayMean(pronoun: SpokenAct, { imperative }: SpokenAct): boolean {
  const object = objectOf(imperative);
  if (object === undefined) return true;
  const isPlural = /[^s]s$/.test(object);
  return isPlural ? !ONE.test(pronoun.imperative) : !SEVERAL.test(pronoun.imperative);
}

/** Whether a thing that is named is what a duty is about; without a name it is. */
export function isAbout(thing: string | undefined, { versions }: Duty): boolean {
  const noun = thing?.split(" ").at(-1)?.toLowerCase();
  return noun === undefined || versions.some(({ act }) => act.imperative.toLowerCase().includes(noun));
}

export const sameVerb = (one: SpokenAct, other: SpokenAct): boolean =>
  one.imperative.split(" ", 1)[0]?.toLowerCase() === other.imperative.split(" ", 1)[0]?.toLowerCase();
