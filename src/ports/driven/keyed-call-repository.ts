import type { KeyedCall } from "../../domain/keyed-call.js";

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface KeyedCallRepository {
  /**
   * Puts `change(call)` in the place of the call, which is undefined where there is none, atomically: of two that begin
   * at once the second sees the first. `change` must be pure, for it may run more than once; what it throws is thrown.
   */
  put(userId: string, id: string, change: (before: KeyedCall | undefined) => KeyedCall): Promise<KeyedCall>;
  /** As `put`; undefined when the user has no such call. */
  update(userId: string, id: string, change: (before: KeyedCall) => KeyedCall): Promise<KeyedCall | undefined>;
  /**
   * `KeyedCall.forget` for every call of the user that is running or shows one of the objects. To be called when they
   * can be seen no more: a call that begins afterwards is not told.
   */
  forget(userId: string, objectIds: readonly string[], now: Date): Promise<void>;
  /** Removes what has expired, at most `limit` of all users. @returns how many. */
  removeExpired(now: Date, limit: number): Promise<number>;
}
