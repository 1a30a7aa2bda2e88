import type { PageRequest } from "../../ports/driven/page-request.js";

/** A statement and what is bound to it. */
export interface Query {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

/** A stretch that begins so many behind a sort key, itself included. */
export interface Place {
  readonly limit: number;
  readonly offset: number;
  readonly start: string;
}

export function placeOf({ limit, offset = 0, after }: PageRequest): Place {
  // The next string that there can be: `after` itself has been seen.
  return { limit, offset, start: after === undefined ? "" : `${after}\u0000` };
}

/** Rows of a table, by an index that holds all that they are chosen by: a statement from its `FROM` on. */
export interface Listed {
  readonly from: string;
  readonly values: readonly (string | number)[];
}

/**
 * The page's places are found in the index, whose order is that of the list: nothing is sorted, and only the page's own
 * rows are fetched. So a page costs the same in a store of any size.
 * @param parts that the list consists of, none of which has a row of another; they are merged as they are read.
 */
export function pageQuery(
  table: "action_items" | "conversations" | "memories",
  parts: readonly Listed[],
  { limit, offset }: Pick<Place, "limit" | "offset">,
): Query {
  const places = parts.map(({ from }) => `SELECT key, sort_key ${from}`).join(" UNION ALL ");
  return {
    sql: `
      SELECT ${table}.key, ${table}.state
      FROM (${places} ORDER BY sort_key LIMIT ? OFFSET ?) AS page
      CROSS JOIN ${table} ON ${table}.key = page.key`,
    values: [...parts.flatMap(({ values }) => values), limit, offset],
  };
}

export function countQuery({ from, values }: Listed): Query {
  return { sql: `SELECT count(*) AS count ${from}`, values };
}
