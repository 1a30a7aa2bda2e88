import { KeyedCall, type KeyedCallState } from "../../domain/keyed-call.js";
import type { KeyedCallRepository } from "../../ports/driven/keyed-call-repository.js";
import { Table } from "./table.js";

export class InMemoryKeyedCallRepository implements KeyedCallRepository {
  readonly #calls = new Table((state: KeyedCallState) => KeyedCall.restore(state));

  async put(userId: string, id: string, change: (before: KeyedCall | undefined) => KeyedCall): Promise<KeyedCall> {
    const after = change(this.#calls.get(userId, id));
    this.#calls.put(userId, after);
    return after;
  }

  async update(userId: string, id: string, change: (before: KeyedCall) => KeyedCall): Promise<KeyedCall | undefined> {
    return this.#calls.update(userId, id, change);
  }

  async forget(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    for (const call of this.#calls.of(userId)) this.#calls.put(userId, call.forget(objectIds, now));
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = this.#calls.all().filter((call) => call.hasExpired(now));
    const removed = expired.slice(0, limit);
    for (const { state } of removed) this.#calls.remove(state.userId, state.id);
    return removed.length;
  }
}
