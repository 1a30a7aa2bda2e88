import type { IdempotencyRecord } from "../../../domain/idempotency/idempotency-record.js";

/**
 * Records of requests with an idempotency key. A call that resolves is durable; a call that rejects changes nothing. No
 * stored response contains a deleted object, whether the deletion comes before the response or after it: see
 * `removeResponsesContaining`.
 */
export interface IdempotencyRepository {
  /**
   * Atomically stores `change(current)`; `current` is undefined when there is no record. Concurrent calls are
   * serialized. When the record changes, its request starts.
   * @param change pure; may be called more than once. When it throws, nothing changes and the call rejects with the
   *   error.
   */
  put(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord | undefined) => IdempotencyRecord,
  ): Promise<IdempotencyRecord>;
  /** As `put`; undefined when the user has no such record. */
  update(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord) => IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined>;
  /**
   * Applies `IdempotencyRecord.removeResponseContaining` to every record of the user whose response contains one of the
   * deleted objects, now or when the response is stored later. Call it when readers cannot see the objects any more.
   * The store remembers the deletion for running requests (`getDeletionRetentionEnd`), but not for requests that start
   * later, because their responses cannot contain the objects. The cost does not depend on the number of running
   * requests.
   */
  removeResponsesContaining(userId: string, objectIds: readonly string[], now: Date): Promise<void>;
  /** Deletes expired records, then expired notes of deletions: at most `limit` over all users. @returns how many. */
  removeExpired(now: Date, limit: number): Promise<number>;
}
