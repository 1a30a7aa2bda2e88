import type { StatementSync } from "node:sqlite";
import type { Database } from "./database.js";

/** The statements of one list: what its places are chosen by is bound first, then where it begins, its length and its offset. */
export interface Listing {
  readonly page: StatementSync;
  readonly count: StatementSync;
}

interface Order {
  /** Of the rows that are read; `key` and `state` when absent. */
  readonly columns?: readonly string[];
  /** The column that they are ordered by; null in a row that is not in the list. */
  readonly by?: string;
}

/**
 * A list of one table's rows, whose places are found in an index: only the page's own rows are fetched.
 * @param index that holds all that they are chosen and ordered by.
 * @param chosen the condition, as it stands after `WHERE`.
 */
export function listing(
  database: Database,
  table: string,
  { index, chosen }: { readonly index: string; readonly chosen: string },
  { columns = ["key", "state"], by = "sort_key" }: Order = {},
): Listing {
  const from = `FROM ${table} INDEXED BY ${index} WHERE ${chosen} AND ${by} >= ?`;
  return {
    page: database.prepare(`
      SELECT ${columns.map((column) => `${table}.${column}`).join(", ")}
      FROM (SELECT key ${from} ORDER BY ${by} LIMIT ? OFFSET ?) AS page
      CROSS JOIN ${table} ON ${table}.key = page.key`),
    count: database.prepare(
      `SELECT count(*) AS count FROM ${table} INDEXED BY ${index} WHERE ${chosen} AND ${by} IS NOT NULL`,
    ),
  };
}
