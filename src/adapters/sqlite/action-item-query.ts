import { ActionItem } from "../../domain/action-item.js";
import type { ActionItemFilter } from "../../ports/driven/action-item-repository.js";
import { countQuery, pageQuery, type Listed, type Place, type Query } from "./place.js";

export function pageOf(userId: string, filter: ActionItemFilter, place: Place): Query {
  return pageQuery("action_items", listed(userId, filter, place.start), place);
}

export function countOf(userId: string, filter: ActionItemFilter): Query {
  return countQuery(listed(userId, filter));
}

function listed(userId: string, filter: ActionItemFilter, start = ""): Listed {
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
