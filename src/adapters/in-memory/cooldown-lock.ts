import type { CooldownKey, CooldownLock } from "../../ports/driven/cooldown-lock.js";

interface Hold {
  readonly holder: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

export class InMemoryCooldownLock implements CooldownLock {
  readonly #holds = new Map<string, Hold>();

  async tryAcquire({ userId, appId }: CooldownKey, holder: string, now: Date, ms: number): Promise<boolean> {
    const instant = now.getTime();
    for (const [name, { until }] of this.#holds) if (until <= instant) this.#holds.delete(name);
    const name = JSON.stringify([userId, appId]);
    const held = this.#holds.get(name);
    if (held && held.holder !== holder) return false;
    this.#holds.set(name, { holder, until: Math.max(held?.until ?? 0, instant + ms) });
    return true;
  }
}
