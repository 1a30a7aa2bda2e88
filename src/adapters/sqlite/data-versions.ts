import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { DataVersions } from "../../ports/driven/data-versions.js";
import type { WalIndex } from "./wal-index.js";

/** Whose data a write changes: a user's, by id, or what is named here. */
export const everybody = Symbol("everybody");
export const nobody = Symbol("nobody");
export type Whose = string | typeof everybody | typeof nobody;

/** Of how many users it is known when they changed last; the others are taken for changed with the last one forgotten. */
const USERS = 10_000;

/**
 * Numbers the changes: each of ours by its user, and those of other connections, as `PRAGMA data_version` tells of
 * them, for everybody. Whether there are any is looked for each time, for a request must see all that was acknowledged
 * before it came.
 */
export class SqliteDataVersions implements DataVersions {
  /** From the user who changed first to the one who changed last. */
  readonly #latest = new Map<string, number>();
  readonly #pragma: StatementSync;
  #index: WalIndex | undefined;
  #others: unknown;
  #changes = 0;
  /** The number of those who are not among the latest. */
  #floor = 0;

  constructor(db: DatabaseSync) {
    this.#pragma = db.prepare("PRAGMA data_version");
  }

  current(userId: string): number {
    this.#askForOthers();
    return this.#versionOf(userId);
  }

  /** The versions of several users, for the cost of one. */
  currentOfAll(userIds: readonly string[]): number[] {
    this.#askForOthers();
    return userIds.map((userId) => this.#versionOf(userId));
  }

  /** To be called when a write has been committed. */
  note(whose: Whose): void {
    if (whose === nobody) return;
    this.#changes += 1;
    if (whose === everybody) {
      this.#latest.clear();
      this.#floor = this.#changes;
      return;
    }
    this.#latest.delete(whose);
    this.#latest.set(whose, this.#changes);
    if (this.#latest.size > USERS) this.#forgetOldest();
  }

  /** From here on others are asked about only where somebody has committed. */
  watch(index: WalIndex): void {
    this.#index = index;
  }

  /** To be called when the connection has been closed. */
  close(): void {
    this.#index?.close();
    this.#index = undefined;
  }

  #versionOf(userId: string): number {
    return this.#latest.get(userId) ?? this.#floor;
  }

  #forgetOldest(): void {
    const [oldest] = this.#latest;
    if (!oldest) return;
    this.#latest.delete(oldest[0]);
    this.#floor = oldest[1];
  }

  #askForOthers(): void {
    if (this.#index?.hasChanged() === false) return;
    const others = this.#pragma.get()?.data_version;
    if (others !== this.#others) this.note(everybody);
    this.#others = others;
    // What was committed since it was looked at is asked about the next time.
    this.#index?.accept();
  }
}
