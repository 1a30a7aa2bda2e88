import type { StatementSync } from "node:sqlite";
import type { SlotClaim, Slots } from "../../ports/driven/slots.js";
import type { Database } from "./database.js";
import { nobody } from "./user-changes.js";

/** A row for each who is in line, numbered in the order in which they came. */
export class SqliteSlots implements Slots {
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

  claim(line: string, holder: string, { limit, now, leaseMs }: SlotClaim): Promise<boolean> {
    const instant = now.getTime();
    return this.database.write(nobody, () => {
      this.#forgetDead.run(line, instant);
      this.#claim.run(line, holder, instant + leaseMs);
      return this.#isAmong(limit, line, holder, instant);
    });
  }

  holds(line: string, holder: string, { limit, now }: Pick<SlotClaim, "limit" | "now">): Promise<boolean> {
    return this.database.read(() => this.#isAmong(limit, line, holder, now.getTime()));
  }

  async leave(line: string, holder: string): Promise<void> {
    await this.database.write(nobody, () => this.#leave.run(line, holder));
  }

  #isAmong(limit: number, line: string, holder: string, instant: number): boolean {
    const row = this.#place.get(line, holder, instant);
    return row !== undefined && Number(this.#before.get(line, instant, Number(row.place))?.others) < limit;
  }
}
