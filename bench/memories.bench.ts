import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import type { Memory } from "../src/domain/memory/memory.js";
import { aMemory } from "../src/testing/index.js";
import { median, measureRatios, type Figure } from "./support/measurement.js";

const ROUNDS = 9;
/** The maximum of one request. */
const BATCH = 25;
const BATCHES = 40;
const USER = "bench";

/**
 * Sequential durable batches of 25 new memories through the repository, relative to plain inserts of prepared rows into
 * the same table, with the same indexes, settings and one commit per batch.
 */
export async function batchInserts(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  const [measured, baseline] = [join(directory, "measured"), join(directory, "baseline")];
  const store = await openSqliteStore({ directory: measured });
  await (await openSqliteStore({ directory: baseline })).close();
  const inserts = new BareInserts(join(baseline, "mneme.db"));
  const rates: number[] = [];
  const repository = async (): Promise<number> => {
    const rate = await measureRowsPerSecond(generateBatches(), async (batch) => {
      const added = await store.memories.addOrGet(USER, batch, (existing) => existing);
      if (added.some(({ outcome }) => outcome !== "added")) throw new Error("A memory already existed");
    });
    rates.push(rate);
    return rate;
  };
  const sql = (): Promise<number> =>
    measureRowsPerSecond(
      generateBatches().map((batch) => batch.map(toRow)),
      (rows) => inserts.add(rows),
    );
  try {
    await measureRatios(1, repository, sql);
    rates.length = 0;
    const ratios = await measureRatios(ROUNDS, repository, sql);
    return [
      { name: "Memories stored per second by the SQLite repository, batches of 25", value: median(rates), unit: "/s" },
      {
        name: "Memories stored in batches of 25, relative to plain SQL inserts with one commit per batch",
        value: 100 * median(ratios),
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

async function measureRowsPerSecond<T>(
  batches: readonly T[],
  add: (batch: T) => Promise<void> | void,
): Promise<number> {
  const startedAtMs = performance.now();
  for (const batch of batches) await add(batch);
  return (1000 * BATCH * BATCHES) / (performance.now() - startedAtMs);
}

let generatedCount = 0;

function generateBatches(): Memory[][] {
  const generateMemory = (): Memory => {
    generatedCount += 1;
    return aMemory({
      userId: USER,
      content: `Memory ${generatedCount}: Ada told her sister about the garden behind the house.`,
    });
  };
  return Array.from({ length: BATCHES }, () => Array.from({ length: BATCH }, generateMemory));
}

type Row = readonly (string | number | Uint8Array)[];

function toRow({ state, sortKey, contentKey }: Memory): Row {
  const digest = createHash("sha256").update(contentKey).digest();
  return [USER, state.id, digest, generatedCount, sortKey, 1, state.category, JSON.stringify(state)];
}

/** Baseline: inserts of prepared rows without any service code. */
class BareInserts {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    // The same settings as the SQLite adapter.
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
