import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import type { Memory } from "../src/domain/memory.js";
import { aMemory } from "../src/testing/index.js";
import { median, ratios, type Figure } from "./support/measure.js";

const ROUNDS = 9;
/** As many as a request may bring. */
const BATCH = 25;
const BATCHES = 40;
const USER = "bench";

/**
 * Batches of 25 new memories at the repository, one after the other, each durable before the next begins, beside the
 * bare inserts of rows that were made ready before: the same table and indexes, a file of the same settings, a commit
 * a batch.
 */
export async function batches(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const [ours, bare] = [join(directory, "ours"), join(directory, "bare")];
  const store = await openSqliteStore({ directory: ours });
  await (await openSqliteStore({ directory: bare })).close();
  const inserts = new BareInserts(join(bare, "mneme.db"));
  const rates: number[] = [];
  const repository = async (): Promise<number> => {
    const rate = await rowsPerSecond(madeUp(), async (batch) => {
      const added = await store.memories.addOrGet(USER, batch, (existing) => existing);
      if (added.some(({ outcome }) => outcome !== "added")) throw new Error("A memory was there before");
    });
    rates.push(rate);
    return rate;
  };
  const sql = (): Promise<number> =>
    rowsPerSecond(
      madeUp().map((batch) => batch.map(rowOf)),
      (rows) => inserts.add(rows),
    );
  try {
    await ratios(1, repository, sql);
    rates.length = 0;
    const found = await ratios(ROUNDS, repository, sql);
    return [
      { name: "Memories stored in batches of 25", value: median(rates), unit: "/s" },
      {
        name: "Beside bare inserts of the same rows, a commit a batch",
        value: 100 * median(found),
        unit: "%",
        goal: { atLeast: 50 },
      },
    ];
  } finally {
    inserts.close();
    await store.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function rowsPerSecond<T>(given: readonly T[], add: (batch: T) => Promise<void> | void): Promise<number> {
  const begun = performance.now();
  for (const batch of given) await add(batch);
  return (1000 * BATCH * BATCHES) / (performance.now() - begun);
}

let made = 0;

function madeUp(): Memory[][] {
  const one = (): Memory => {
    made += 1;
    return aMemory({ userId: USER, content: `Memory ${made}: Ada told her sister about the garden behind the house.` });
  };
  return Array.from({ length: BATCHES }, () => Array.from({ length: BATCH }, one));
}

type Row = readonly (string | number | Uint8Array)[];

function rowOf({ state, sortKey, contentKey }: Memory): Row {
  const digest = createHash("sha256").update(contentKey).digest();
  return [USER, state.id, digest, made, sortKey, 1, state.category, JSON.stringify(state)];
}

/** What no service could be without: the rows and their commits. */
class BareInserts {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    // Those of the service.
    this.#db.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cache_size = -16384");
    this.#insert = this.#db.prepare(`
      INSERT INTO memories (user_id, id, content_digest, revision, sort_key, listed, category, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  }

  add(rows: readonly Row[]): void {
    this.#db.exec("BEGIN IMMEDIATE");
    for (const row of rows) this.#insert.run(...row);
    this.#db.exec("COMMIT");
  }

  close(): void {
    this.#db.close();
  }
}
