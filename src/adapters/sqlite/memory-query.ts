import type { MemoryFilter } from "../../ports/driven/memory-repository.js";
import { countQuery, pageQuery, type Listed, type Place, type Query } from "./place.js";

export function pageOf(userId: string, filter: MemoryFilter, place: Place): Query {
  return pageQuery("memories", listed(userId, filter, place.start), place);
}

export function countOf(userId: string, filter: MemoryFilter): Query {
  return countQuery(listed(userId, filter));
}

function listed(userId: string, filter: MemoryFilter, start = ""): Listed {
  const categories = [...new Set(filter.categories)];
  const among = categories.length > 0 ? ` AND category IN (${categories.map(() => "?").join(", ")})` : "";
  return {
    from: `FROM memories INDEXED BY memories_listed WHERE user_id = ? AND listed = 1 AND sort_key >= ?${among}`,
    values: [userId, start, ...categories],
  };
}

/**
 * The row without an id says up to which revision removals are forgotten: in one statement, for both must be of one
 * moment. Bound to the user and the revision that removals were told of up to.
 */
export const removalsSince = `
  SELECT id, revision FROM memory_removals INDEXED BY memory_removals_changed WHERE user_id = ? AND revision > ?
  UNION ALL
  SELECT NULL, revision FROM forgotten_removals WHERE user_id = ?`;

/**
 * The `content` of what search is to find no more is null. It comes as JSON, which alone writes every text so that
 * nothing of it is lost on the way. The rest of a state, which is most of it, is not read for this. Bound to the user,
 * the revision and the key that memories were told of up to, and how many there may be.
 */
export const changesSince = `
  SELECT key, id, revision, CASE WHEN listed THEN state -> '$.state.content' END AS content
  FROM memories INDEXED BY memories_changed WHERE user_id = ? AND (revision, key) > (?, ?)
  ORDER BY revision, key LIMIT ?`;
