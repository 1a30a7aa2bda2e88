import type { StatementSync } from "node:sqlite";
import type { CooldownKey, CooldownLock } from "../../ports/driven/cooldown-lock.js";
import type { Database } from "./database.js";
import { nobody } from "./data-versions.js";

/** A row for each guard that is held. */
export class SqliteCooldownLock implements CooldownLock {
  readonly #heldByAnother: StatementSync;
  readonly #forgetExpired: StatementSync;
  readonly #take: StatementSync;

  constructor(private readonly database: Database) {
    this.#heldByAnother = database.prepare(
      "SELECT 1 FROM once_guards WHERE user_id = ? AND app_id = ? AND holder <> ? AND held_until > ?",
    );
    this.#forgetExpired = database.prepare("DELETE FROM once_guards WHERE held_until <= ?");
    this.#take = database.prepare(`
      INSERT INTO once_guards (user_id, app_id, holder, held_until) VALUES (?, ?, ?, ?)
      ON CONFLICT (user_id, app_id) DO UPDATE SET held_until = max(held_until, excluded.held_until)
      WHERE holder = excluded.holder`);
  }

  async tryAcquire({ userId, appId }: CooldownKey, holder: string, now: Date, ms: number): Promise<boolean> {
    const instant = now.getTime();
    // Who is not let through must not stand in the way of those who write.
    const isRefused = await this.database.read(() => this.#heldByAnother.get(userId, appId, holder, instant));
    if (isRefused) return false;
    return this.database.write(nobody, () => {
      this.#forgetExpired.run(instant);
      return Number(this.#take.run(userId, appId, holder, instant + ms).changes) > 0;
    });
  }
}
