import {
  IdempotencyRecord,
  getDeletionRetentionEnd,
  type IdempotencyRecordState,
} from "../../domain/idempotency/idempotency-record.js";
import type { IdempotencyRepository } from "../../ports/driven/store/idempotency-repository.js";
import { AggregateTable } from "./tables.js";

interface ObjectDeletion {
  readonly sequence: number;
  readonly knownUntil: Date;
}

export class InMemoryIdempotencyRepository implements IdempotencyRepository {
  readonly #recordTable = new AggregateTable((state: IdempotencyRecordState) => IdempotencyRecord.restore(state));
  /** By user and object. */
  readonly #deletionsByObject = new Map<string, ObjectDeletion>();
  /** By user and record: the number of the last deletion before the request began. */
  readonly #deletionCountAtStart = new Map<string, number>();
  #deletionCount = 0;

  async put(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord | undefined) => IdempotencyRecord,
  ): Promise<IdempotencyRecord> {
    const current = this.#recordTable.get(userId, id);
    const next = change(current);
    if (next === current) return next;
    this.#recordTable.put(userId, next);
    this.#deletionCountAtStart.set(buildKey(userId, id), this.#deletionCount);
    return next;
  }

  async update(
    userId: string,
    id: string,
    change: (current: IdempotencyRecord) => IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined> {
    return this.#recordTable.update(userId, id, (current) => this.#forgetDeletedObjects(change(current)));
  }

  async removeResponsesContaining(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    this.forgetSync(userId, objectIds, now);
  }

  /** As `removeResponsesContaining`, synchronously. */
  forgetSync(userId: string, objectIds: readonly string[], now: Date): void {
    for (const objectId of objectIds) {
      this.#deletionCount += 1;
      this.#deletionsByObject.set(buildKey(userId, objectId), {
        sequence: this.#deletionCount,
        knownUntil: getDeletionRetentionEnd(now),
      });
    }
    for (const record of this.#recordTable.listByUser(userId))
      this.#recordTable.put(userId, record.removeResponseContaining(objectIds));
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const expiredRecords = this.#recordTable
      .all()
      .filter((record) => record.hasExpired(now))
      .slice(0, limit);
    for (const { state } of expiredRecords) {
      this.#recordTable.remove(state.userId, state.id);
      this.#deletionCountAtStart.delete(buildKey(state.userId, state.id));
    }
    const expiredDeletions = [...this.#deletionsByObject]
      .filter(([, { knownUntil }]) => knownUntil <= now)
      .slice(0, limit - expiredRecords.length);
    for (const [deletionKey] of expiredDeletions) this.#deletionsByObject.delete(deletionKey);
    return expiredRecords.length + expiredDeletions.length;
  }

  #forgetDeletedObjects(record: IdempotencyRecord): IdempotencyRecord {
    const { userId, id, shows } = record.state;
    const deletionCountAtStart = this.#deletionCountAtStart.get(buildKey(userId, id)) ?? 0;
    const getDeletionSequence = (objectId: string): number =>
      this.#deletionsByObject.get(buildKey(userId, objectId))?.sequence ?? 0;
    return record.removeResponseContaining(
      shows.filter((objectId) => getDeletionSequence(objectId) > deletionCountAtStart),
    );
  }
}

function buildKey(userId: string, id: string): string {
  return JSON.stringify([userId, id]);
}
