import type { PushAddress } from "../../domain/notification.js";
import { PushTarget, type PushTargetState } from "../../domain/push-target.js";
import type { PushTargetRepository } from "../../ports/driven/push-target-repository.js";
import { by, Table } from "./table.js";

export class InMemoryPushTargetRepository implements PushTargetRepository {
  readonly #table = new Table<PushTargetState, PushTarget>((state) => PushTarget.restore(state));

  /** What is stored, for the archive. */
  get table(): Table<PushTargetState, PushTarget> {
    return this.#table;
  }

  async put(userId: string, id: string, change: (before: PushTarget | undefined) => PushTarget): Promise<PushTarget> {
    const after = change(this.#table.get(userId, id));
    this.#table.put(userId, after);
    return after;
  }

  async get(userId: string, id: string): Promise<PushTarget | undefined> {
    return this.#table.get(userId, id);
  }

  async update(
    userId: string,
    id: string,
    change: (before: PushTarget) => PushTarget,
  ): Promise<PushTarget | undefined> {
    return this.#table.update(userId, id, change);
  }

  async list(userId: string): Promise<PushTarget[]> {
    return this.#table.of(userId).sort(by(({ sortKey }) => sortKey));
  }

  async targetsOf(userId: string): Promise<readonly PushAddress[]> {
    const targets = await this.list(userId);
    return targets.filter(({ isGone }) => !isGone).map(({ state: { id, channel } }) => ({ id, channel }));
  }

  async remove(userId: string, id: string): Promise<boolean> {
    return this.#table.remove(userId, id);
  }
}
