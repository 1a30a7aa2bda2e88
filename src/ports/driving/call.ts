import type { Ids } from "../driven/ids.js";

/** One of the tries of a call that its caller may repeat under a key (decision 10.1). */
export interface KeyedTry {
  /** What the call is known by: the same in every try, and in no other call. */
  readonly callId: string;
  /** Whether there was an earlier try whose end nobody knows: it may have done what this one is to do. */
  readonly repeats: boolean;
}

/**
 * Who calls, when, and where new ids come from: with a repeated call the same ids (design 2). What is to be created
 * under one of them may therefore be there already, or have been deleted since: it is inserted or found, never doubled.
 */
export interface Call {
  readonly userId: string;
  readonly now: Date;
  readonly ids: Ids;
  /** Absent for a call without a key. */
  readonly keyed?: KeyedTry;
}
