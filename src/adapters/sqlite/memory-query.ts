import type { MemoryFilter } from "../../ports/driven/memory-repository.js";
import type { Place, Query } from "./place.js";

/** As for conversations: the places in an index, and then only the page's own rows. */
export function pageOf(userId: string, filter: MemoryFilter, { limit, offset, start }: Place): Query {
  const { from, values } = listed(userId, filter, start);
  return {
    sql: `
      SELECT memories.state
      FROM (SELECT key ${from} ORDER BY sort_key LIMIT ? OFFSET ?) AS page
      CROSS JOIN memories ON memories.key = page.key`,
    values: [...values, limit, offset],
  };
}

export function countOf(userId: string, filter: MemoryFilter): Query {
  const { from, values } = listed(userId, filter);
  return { sql: `SELECT count(*) AS count ${from}`, values };
}

function listed(
  userId: string,
  filter: MemoryFilter,
  start = "",
): { readonly from: string; readonly values: readonly (string | number)[] } {
  const categories = [...new Set(filter.categories)];
  const among = categories.length > 0 ? ` AND category IN (${categories.map(() => "?").join(", ")})` : "";
  return {
    from: `FROM memories INDEXED BY memories_listed WHERE user_id = ? AND listed = 1 AND sort_key >= ?${among}`,
    values: [userId, start, ...categories],
  };
}

/**
 * In one statement, for all of it must be of one moment, whatever others write meanwhile: the `content` of what search
 * is to find no more is null. It comes as JSON, which alone writes every text so that nothing of it is lost on the way.
 * The rest of a state, which is most of it, is not read for this. Bound to the user and
 * the revision that is known, of what is there and of what is gone.
 */
export const changesSince = `
  SELECT id, revision, CASE WHEN listed THEN state -> '$.state.content' END AS content
  FROM memories INDEXED BY memories_changed WHERE user_id = ? AND revision > ?
  UNION ALL
  SELECT id, revision, NULL FROM memory_removals INDEXED BY memory_removals_changed WHERE user_id = ? AND revision > ?`;
