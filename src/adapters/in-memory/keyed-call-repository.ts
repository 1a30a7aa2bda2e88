import { KeyedCall, knownDeletedUntil, type KeyedCallState } from "../../domain/keyed-call.js";
import type { KeyedCallRepository } from "../../ports/driven/keyed-call-repository.js";
import { Table } from "./table.js";

export class InMemoryKeyedCallRepository implements KeyedCallRepository {
  readonly #calls = new Table((state: KeyedCallState) => KeyedCall.restore(state));
  /** Until when it is remembered, by user and object. */
  readonly #deleted = new Map<string, Date>();

  async put(userId: string, id: string, change: (before: KeyedCall | undefined) => KeyedCall): Promise<KeyedCall> {
    const after = this.#withoutDeleted(change(this.#calls.get(userId, id)));
    this.#calls.put(userId, after);
    return after;
  }

  async update(userId: string, id: string, change: (before: KeyedCall) => KeyedCall): Promise<KeyedCall | undefined> {
    return this.#calls.update(userId, id, (before) => this.#withoutDeleted(change(before)));
  }

  async forget(userId: string, objectIds: readonly string[], now: Date): Promise<void> {
    for (const objectId of objectIds) {
      this.#deleted.set(nameOf(userId, objectId), knownDeletedUntil(now));
    }
    for (const call of this.#calls.of(userId)) this.#calls.put(userId, call.forget(objectIds));
  }

  async removeExpired(now: Date, limit: number): Promise<number> {
    const calls = this.#calls
      .all()
      .filter((call) => call.hasExpired(now))
      .slice(0, limit);
    for (const { state } of calls) this.#calls.remove(state.userId, state.id);
    const deletions = [...this.#deleted].filter(([, knownUntil]) => knownUntil <= now).slice(0, limit - calls.length);
    for (const [name] of deletions) this.#deleted.delete(name);
    return calls.length + deletions.length;
  }

  #withoutDeleted(call: KeyedCall): KeyedCall {
    const { userId, shows } = call.state;
    return call.forget(shows.filter((id) => this.#deleted.has(nameOf(userId, id))));
  }
}

function nameOf(userId: string, objectId: string): string {
  return JSON.stringify([userId, objectId]);
}
