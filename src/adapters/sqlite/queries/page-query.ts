import type { StatementSync } from "node:sqlite";
import type { PageRequest } from "../../../ports/paging.js";
import type { SqliteDatabase } from "../database/database.js";

/** A statement and its bound values. */
export interface SqlQuery {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A page that starts `offset` items after the first item whose sort key is at least `start`. */
export interface PagePosition {
  readonly limit: number;
  readonly offset: number;
  readonly start: string;
}

export function toPagePosition({ limit, offset = 0, after }: PageRequest): PagePosition {
  // The smallest string after `after`, whose item the client has.
  return { limit, offset, start: after === undefined ? "" : `${after}\u0000` };
}

/** Rows that an index selects and orders: the part of a statement from `FROM` on, with its bound values. */
export interface ListSource {
  readonly from: string;
  readonly values: readonly (string | number)[];
}

/**
 * Builds the query of a page. The page is located in indexes that have the order of the list: nothing is sorted, and
 * only the rows of the page are read from the table. The cost does not depend on the size of the store.
 * @param sources disjoint parts of the list, which SQLite merges while it reads them.
 */
export function buildPageQuery(
  table: "action_items" | "conversations" | "memories",
  sources: readonly ListSource[],
  { limit, offset }: Pick<PagePosition, "limit" | "offset">,
): SqlQuery {
  const keyQuery = sources.map(({ from }) => `SELECT key, sort_key ${from}`).join(" UNION ALL ");
  return {
    sql: `
      SELECT ${table}.key, ${table}.state
      FROM (${keyQuery} ORDER BY sort_key LIMIT ? OFFSET ?) AS page
      CROSS JOIN ${table} ON ${table}.key = page.key`,
    values: [...sources.flatMap(({ values }) => values), limit, offset],
  };
}

export function buildCountQuery({ from, values }: ListSource): SqlQuery {
  return { sql: `SELECT count(*) AS count ${from}`, values };
}

/** The statements of one list. Bind the values of the condition, the first sort key, the limit and the offset. */
export interface ListStatements {
  readonly page: StatementSync;
  readonly count: StatementSync;
}

interface ListOrder {
  /** The columns that are read; `key` and `state` by default. */
  readonly columns?: readonly string[];
  /** The column that orders the list; null in a row that is not in the list. */
  readonly sortColumn?: string;
}

/**
 * Prepares a list of one table's rows. The page is located in an index, so only its own rows are read from the table.
 * @param index contains all columns that select and order the rows.
 * @param condition the condition after `WHERE`.
 */
export function prepareListStatements(
  database: SqliteDatabase,
  table: string,
  { index, condition }: { readonly index: string; readonly condition: string },
  { columns = ["key", "state"], sortColumn = "sort_key" }: ListOrder = {},
): ListStatements {
  const fromClause = `FROM ${table} INDEXED BY ${index} WHERE ${condition} AND ${sortColumn} >= ?`;
  return {
    page: database.prepare(`
      SELECT ${columns.map((column) => `${table}.${column}`).join(", ")}
      FROM (SELECT key ${fromClause} ORDER BY ${sortColumn} LIMIT ? OFFSET ?) AS page
      CROSS JOIN ${table} ON ${table}.key = page.key`),
    count: database.prepare(
      `SELECT count(*) AS count FROM ${table} INDEXED BY ${index} WHERE ${condition} AND ${sortColumn} IS NOT NULL`,
    ),
  };
}
