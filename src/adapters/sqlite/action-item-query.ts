import { ActionItem } from "../../domain/action-item.js";
import type { ActionItemFilter } from "../../ports/driven/action-item-repository.js";
import type { Place, Query } from "./place.js";

/**
 * The order is that of an index, which holds all that a list is filtered by as well: nothing is sorted, and only the
 * page's own rows are fetched.
 */
export function pageOf(userId: string, filter: ActionItemFilter, { limit, offset, start }: Place): Query {
  const { from, values } = listed(userId, filter, start);
  return {
    sql: `
      SELECT action_items.key, action_items.state
      FROM (SELECT key ${from} ORDER BY sort_key LIMIT ? OFFSET ?) AS page
      CROSS JOIN action_items ON action_items.key = page.key`,
    values: [...values, limit, offset],
  };
}

export function countOf(userId: string, filter: ActionItemFilter): Query {
  const { from, values } = listed(userId, filter);
  return { sql: `SELECT count(*) AS count ${from}`, values };
}

function listed(userId: string, filter: ActionItemFilter, start = ""): Pick<Query, "values"> & { from: string } {
  const { conversationId, from, to } = filter;
  const { lower, upper } = bounds(filter, start);
  const conditions = ["user_id = ?", "sort_key >= ?", "sort_key < ?"];
  const values: (string | number)[] = [userId, lower, upper];
  if (conversationId !== undefined) {
    conditions.push("conversation_id = ?");
    values.push(conversationId);
  }
  if (from !== undefined) {
    conditions.push("created_at >= ?");
    values.push(from.getTime());
  }
  if (to !== undefined) {
    conditions.push("created_at <= ?");
    values.push(to.getTime());
  }
  const index = conversationId === undefined ? "action_items_listed" : "action_items_of_conversation";
  return { from: `FROM action_items INDEXED BY ${index} WHERE ${conditions.join(" AND ")}`, values };
}

/** Behind every key that there is: keys begin with a digit. */
const END = "~";

/** Open ones come first, so that each of the two kinds is a stretch of the order. */
function bounds({ completed }: ActionItemFilter, start: string): { lower: string; upper: string } {
  const lower = completed ? ActionItem.sortKey(true) : "";
  const upper = completed === false ? ActionItem.sortKey(true) : END;
  return { lower: lower > start ? lower : start, upper };
}
