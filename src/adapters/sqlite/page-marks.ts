import type { StatementSync } from "node:sqlite";
import type { Database } from "./database.js";

interface Mark {
  /** How many of the list come before it. */
  readonly offset: number;
  readonly sortKey: string;
}

/** How many marks are kept of one list, and of how many users any. */
const MARKS = 32;
const USERS = 256;

/**
 * Where the pages that were read lately began and ended: a page deep in a list is then found beside one of them, and
 * need not be counted off from the start. A change of the user's list makes them void, whoever makes it.
 */
export class PageMarks {
  readonly #users = new Map<string, Map<string, Mark[]>>();
  readonly #dataVersion: StatementSync;
  #version: unknown;

  constructor(database: Database) {
    // Changes whenever another connection has committed.
    this.#dataVersion = database.prepare("PRAGMA data_version");
  }

  /** The last mark at or before the offset. To be used in one snapshot with what is then read. */
  nearest(userId: string, list: string, offset: number): Mark | undefined {
    const version = this.#dataVersion.get()?.data_version;
    if (version !== this.#version) this.#users.clear();
    this.#version = version;
    const marks = this.#users.get(userId)?.get(list) ?? [];
    const before = marks.filter((mark) => mark.offset <= offset);
    return before.reduce<Mark | undefined>(
      (best, mark) => (best && best.offset > mark.offset ? best : mark),
      undefined,
    );
  }

  note(userId: string, list: string, marks: readonly Mark[]): void {
    const lists = this.#users.get(userId) ?? new Map<string, Mark[]>();
    const known = (lists.get(list) ?? []).filter(({ offset }) => marks.every((mark) => mark.offset !== offset));
    lists.delete(list);
    lists.set(list, [...known, ...marks].slice(-MARKS));
    this.#users.delete(userId);
    this.#users.set(userId, lists);
    dropOldest(lists, MARKS);
    dropOldest(this.#users, USERS);
  }

  /** To be called in every write of what may change a list of the user. */
  forget(userId: string): void {
    this.#users.delete(userId);
  }
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size > most) map.delete(oldest);
}
