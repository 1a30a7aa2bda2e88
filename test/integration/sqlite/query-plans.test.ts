import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { storeContract } from "../../../src/testing/index.js";
import { openNewSqliteStore } from "../../support/stores.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

describe("SQLite: query plans", () => {
  const statements = new Set<string>();

  before(async () => {
    // What the contracts make the repositories do is all that they do.
    const { prototype } = DatabaseSync;
    const prepare = Object.getOwnPropertyDescriptor(prototype, "prepare") as PropertyDescriptor;
    const original = prepare.value as (this: DatabaseSync, sql: string) => StatementSync;
    Object.defineProperty(prototype, "prepare", {
      ...prepare,
      value(this: DatabaseSync, sql: string) {
        statements.add(sql);
        return original.call(this, sql);
      },
    });
    const tests: (() => Promise<void>)[] = [];
    const framework = {
      // An archive contains whole tables.
      describe: (title: string, suite: () => void): void => {
        if (title !== "archive") suite();
      },
      it: (_: string, test: () => Promise<void>) => tests.push(test),
    };
    storeContract(framework, openNewSqliteStore);
    for (const test of tests) await test();
    Object.defineProperty(prototype, "prepare", prepare);
  });

  it("use an index for every search and for sorting, with known exceptions", async () => {
    const folder = await createTemporaryDirectory();
    await (await openSqliteStore({ directory: folder.path })).close();
    const db = new DatabaseSync(join(folder.path, "mneme.db"));
    // Opening reads the first row of each table: that is no search.
    const examined = [...statements].filter(
      (sql) => /^\s*(SELECT|UPDATE|DELETE)/.test(sql) && !/ sqlite_schema | NOT INDEXED LIMIT 1$/.test(sql),
    );
    for (const sql of examined) {
      const plan = db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail));
      const bad = plan.filter(
        (step) =>
          (/TEMP B-TREE|AUTOMATIC/.test(step) && !isOfFew(sql)) || (step.startsWith("SCAN") && !isHarmless(step, sql)),
      );
      expect(bad, sql).to.deep.equal([]);
    }
    expect(examined.filter((sql) => sql.includes("LIMIT ? OFFSET ?"))).to.have.length.above(15);
    expect(examined.filter((sql) => sql.includes("count(*)"))).to.have.length.above(15);
    for (const index of [
      "action_items_listed",
      "action_items_of_conversation",
      "action_items_created",
      "memories_listed",
      "memories_of_category",
    ]) {
      const pages = examined.filter((sql) => sql.includes(index) && sql.includes("LIMIT ? OFFSET ?"));
      expect(pages, index).to.have.length.above(index.startsWith("memories") ? 0 : 2);
    }
    expect(examined).to.have.length.above(50);
    db.close();
    await folder.remove();
  });

  it("use a covering index for every page and count", async () => {
    const folder = await createTemporaryDirectory();
    await (await openSqliteStore({ directory: folder.path })).close();
    const db = new DatabaseSync(join(folder.path, "mneme.db"));
    for (const sql of [...statements].filter(
      (text) => /LIMIT \? OFFSET \?|count\(\*\)/.test(text) && !isOfSemaphore(text),
    )) {
      const plan = db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail));
      expect(
        plan.some((step) => step.includes("USING COVERING INDEX")),
        sql,
      ).to.equal(true);
    }
    db.close();
    await folder.remove();
  });
});

/** Those made in a time are sorted when they have been counted and are few: the index by time knows no other order. */
function isOfFew(sql: string): boolean {
  return sql.includes("action_items_created") && sql.includes("ORDER BY sort_key LIMIT ? OFFSET ?");
}

/** There are no more of them than calls under way. */
const isOfSemaphore = (sql: string): boolean => sql.includes("FROM slots");

/**
 * The page that was found before its rows are fetched, the ids that are asked for, all users, listed on purpose, and
 * what a census counts, of all users, in an index alone.
 */
function isHarmless(step: string, sql: string): boolean {
  if (sql.includes("AS count") && !sql.includes("user_id")) return step.includes("USING COVERING INDEX");
  return step === "SCAN page" || step.startsWith("SCAN json_each") || step.startsWith("SCAN users USING INDEX");
}
