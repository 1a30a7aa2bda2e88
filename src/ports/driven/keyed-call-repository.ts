import type { KeyedCall } from "../../domain/keyed-call.js";

/**
 * Every call is durable when its promise resolves, and changes nothing when it rejects. No answer is kept that shows
 * what was deleted, whether it comes before that or after: see `forget`.
 */
export interface KeyedCallRepository {
  /**
   * Puts `change(call)` in the place of the call, which is undefined where there is none, atomically: of two that begin
   * at once the second sees the first. `change` must be pure, for it may run more than once; what it throws is thrown.
   * A call that it changes begins by that.
   */
  put(userId: string, id: string, change: (before: KeyedCall | undefined) => KeyedCall): Promise<KeyedCall>;
  /** As `put`; undefined when the user has no such call. */
  update(userId: string, id: string, change: (before: KeyedCall) => KeyedCall): Promise<KeyedCall | undefined>;
  /**
   * The objects are deleted: `KeyedCall.forget` for every call of the user that shows one of them, now or when it is
   * updated later. To be called when they can be seen no more: for the calls that are running by then it is remembered
   * (`knownDeletedUntil`), one that begins afterwards is not told, for it can only say that they are deleted. What it
   * costs does not depend on how many are running.
   */
  forget(userId: string, objectIds: readonly string[], now: Date): Promise<void>;
  /**
   * Removes the calls that have expired, then what need not be remembered any more of deletions: of all users together
   * at most `limit`. @returns how many.
   */
  removeExpired(now: Date, limit: number): Promise<number>;
}
