import type { SpeechAct } from "../talk/speech-acts.js";

/**
 * How much it takes before an act binds anybody: nothing; a day, or somebody's agreement; the agreement of another; or
 * that who is to act says so.
 */
export type Needs = "nothing" | "time" | "agreement" | "promise";

/** What one speaker does in a dialogue by one clause. */
export interface SpokenAct extends SpeechAct {
  readonly needs: Needs;
  /** "I'll do that", "will do": what is to be done was said before. */
  readonly isProform: boolean;
  /** Its own words, as far as the next act in the same sentence. */
  readonly own: string;
  /** "It needs mending": what there is to do, not in the words in which it is told. */
  readonly isNeed: boolean;
  /** "I must": what one has to do, not what one says one will. */
  readonly isObligation: boolean;
  /** By a verb that is none of the usual doings: whether anything is to be done is told by the words around it only. */
  readonly isUnusual: boolean;
}

/** An act, and how likely it leaves somebody with something to do, from 0 to 1, as far as words tell. */
export interface WeighedAct extends SpokenAct {
  readonly likelihood: number;
}

/** From this likelihood on what points back to what was said before may stand alone. */
export const SURE = 0.9;
/** From this on an act by an unusual verb is one at all. */
export const UNUSUAL_LIKELY = 0.3;

/** What an act of speech is unless its form says otherwise. */
export const plainly: Pick<SpokenAct, "needs" | "isProform" | "isObligation" | "isNeed" | "isUnusual"> = {
  needs: "nothing",
  isProform: false,
  isNeed: false,
  isUnusual: false,
  isObligation: false,
};

/** What somebody else is to do, in the words of an order. */
export const order = (imperative: string): SpeechAct => ({
  kind: "request",
  imperative: imperative.slice(0, 1).toLowerCase() + imperative.slice(1),
  name: undefined,
  promisedTo: undefined,
  before: "",
  asked: false,
});
