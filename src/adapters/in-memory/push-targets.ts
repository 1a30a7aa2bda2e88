import type { PushAddress } from "../../domain/notification.js";
import type { PushTargets } from "../../ports/driven/push-targets.js";

/** Nobody has any, but for those who are given some. */
export class InMemoryPushTargets implements PushTargets {
  readonly #targets = new Map<string, readonly PushAddress[]>();

  give(userId: string, targets: readonly PushAddress[]): void {
    this.#targets.set(userId, targets);
  }

  async targetsOf(userId: string): Promise<readonly PushAddress[]> {
    return this.#targets.get(userId) ?? [];
  }
}
