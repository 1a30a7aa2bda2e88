import { IdempotencyRecord, knownDeletedUntil, type IdempotencyRecordState } from "../../domain/idempotency-record.js";
import type { IdempotencyRepository } from "../../ports/driven/idempotency-repository.js";
import { Table } from "./table.js";

interface Deletion {
  readonly number: number;
  readonly knownUntil: Date;
}

export class InMemoryIdempotencyRepository implements IdempotencyRepository {
  readonly #calls = new Table((state: IdempotencyRecordState) => IdempotencyRecord.restore(state));
  /** By user and object. */
  readonly #deleted = new Map<string, Deletion>();
  /** By user and call: the number of the last deletion before it began. */
  readonly #begunAfter = new Map<string, number>();
  #deletions = 0;

  async put(
    userId: string,
    id: string,
    change: (before: IdempotencyRecord | undefined) => IdempotencyRecord,
  ): Promise<IdempotencyRecord> {
    const before = this.#calls.get(userId, id);
    const after = change(before);
    if (after === before) return after;
    this.#calls.put(userId, after);
    this.#begunAfter.set(nameOf(userId, id), this.#deletions);
    return after;
  }

  async update(
    userId: string,
    id: string,
    change: (before: IdempotencyRecord) => IdempotencyRecord,
  ): Promise<IdempotencyRecord | undefined> {
    return this.#calls.update(userId, id, (before) => this.#withoutDeleted(change(before)));
  }

  async forget(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    this.forgetNow(userId, objectIds, now);
  }

  /** As `forget`, synchronously. */
  forgetNow(userId: string, objectIds: readonly string[], now: Date): void {
    for (const objectId of objectIds) {
      this.#deletions += 1;
      this.#deleted.set(nameOf(userId, objectId), { number: this.#deletions, knownUntil: knownDeletedUntil(now) });
    }
    for (const call of this.#calls.of(userId)) this.#calls.put(userId, call.forget(objectIds));
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const calls = this.#calls
      .all()
      .filter((call) => call.hasExpired(now))
      .slice(0, limit);
    for (const { state } of calls) {
      this.#calls.remove(state.userId, state.id);
      this.#begunAfter.delete(nameOf(state.userId, state.id));
    }
    const deletions = [...this.#deleted]
      .filter(([, { knownUntil }]) => knownUntil <= now)
      .slice(0, limit - calls.length);
    for (const [name] of deletions) this.#deleted.delete(name);
    return calls.length + deletions.length;
  }

  #withoutDeleted(call: IdempotencyRecord): IdempotencyRecord {
    const { userId, id, shows } = call.state;
    const begunAfter = this.#begunAfter.get(nameOf(userId, id)) ?? 0;
    const numberOf = (objectId: string): number => this.#deleted.get(nameOf(userId, objectId))?.number ?? 0;
    return call.forget(shows.filter((objectId) => numberOf(objectId) > begunAfter));
  }
}

function nameOf(userId: string, id: string): string {
  return JSON.stringify([userId, id]);
}
