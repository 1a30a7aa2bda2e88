import type { GuardKey, OnceGuard } from "../../ports/driven/once-guard.js";

interface Hold {
  readonly holder: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

export class InMemoryOnceGuard implements OnceGuard {
  readonly #holds = new Map<string, Hold>();

  async take({ userId, appId }: GuardKey, holder: string, now: Date, ms: number): Promise<boolean> {
    const instant = now.getTime();
    for (const [name, { until }] of this.#holds) if (until <= instant) this.#holds.delete(name);
    const name = JSON.stringify([userId, appId]);
    const held = this.#holds.get(name);
    if (held && held.holder !== holder) return false;
    this.#holds.set(name, { holder, until: Math.max(held?.until ?? 0, instant + ms) });
    return true;
  }
}
