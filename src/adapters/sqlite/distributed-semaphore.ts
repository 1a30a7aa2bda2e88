import type { StatementSync } from "node:sqlite";
import type { AcquireOptions, DistributedSemaphore } from "../../ports/driven/distributed-semaphore.js";
import type { Database } from "./database.js";
import { nobody } from "./data-versions.js";

/** A row for each who is in line, numbered in the order in which they came. */
export class SqliteDistributedSemaphore implements DistributedSemaphore {
  readonly #forgetDead: StatementSync;
  readonly #claim: StatementSync;
  readonly #place: StatementSync;
  readonly #before: StatementSync;
  readonly #leave: StatementSync;

  constructor(private readonly database: Database) {
    this.#forgetDead = database.prepare("DELETE FROM slots WHERE line = ? AND held_until <= ?");
    this.#claim = database.prepare(`
      INSERT INTO slots (line, holder, held_until) VALUES (?, ?, ?)
      ON CONFLICT (line, holder) DO UPDATE SET held_until = excluded.held_until`);
    this.#place = database.prepare("SELECT place FROM slots WHERE line = ? AND holder = ? AND held_until > ?");
    this.#before = database.prepare(
      "SELECT count(*) AS others FROM slots WHERE line = ? AND held_until > ? AND place < ?",
    );
    this.#leave = database.prepare("DELETE FROM slots WHERE line = ? AND holder = ?");
  }

  acquire(line: string, holder: string, { limit, now, leaseMs }: AcquireOptions): Promise<boolean> {
    const instant = now.getTime();
    return this.database.write(nobody, () => {
      this.#forgetDead.run(line, instant);
      this.#claim.run(line, holder, instant + leaseMs);
      return this.#isAmong(limit, line, holder, instant);
    });
  }

  isHeld(line: string, holder: string, { limit, now }: Pick<AcquireOptions, "limit" | "now">): Promise<boolean> {
    return this.database.read(() => this.#isAmong(limit, line, holder, now.getTime()));
  }

  async release(line: string, holder: string): Promise<void> {
    await this.database.write(nobody, () => this.#leave.run(line, holder));
  }

  #isAmong(limit: number, line: string, holder: string, instant: number): boolean {
    const row = this.#place.get(line, holder, instant);
    return row !== undefined && Number(this.#before.get(line, instant, Number(row.place))?.others) < limit;
  }
}
