import { ActionItem } from "../../domain/action-item.js";
import type { ActionItemFilter } from "../../ports/driven/action-item-repository.js";
import { countQuery, pageQuery, type Listed, type Place, type Query } from "./place.js";

/**
 * How many are few enough to be sorted for every page of them. More of them than this are found soon enough among all
 * others, in the order of the list.
 */
export const FEW = 1_000;

/** @param isFew whether no more than `FEW` were created when the filter says. */
export function pageOf(userId: string, filter: ActionItemFilter, place: Place, isFew: boolean): Query {
  const index = indexFor(filter, isFew ? "action_items_created" : "action_items_listed");
  return pageQuery("action_items", [listed(index, userId, filter, place.start)], place);
}

export function countOf(userId: string, filter: ActionItemFilter): Query {
  const index = indexFor(filter, isDated(filter) ? "action_items_created" : "action_items_listed");
  return countQuery(listed(index, userId, filter));
}

/** How many were created when the filter says, counted to one more than `FEW`; undefined for one that says no date. */
export function createdOf(userId: string, filter: ActionItemFilter): Query | undefined {
  const { from, to } = filter;
  if (!isDated(filter)) return undefined;
  const dates = `${from ? " AND created_at >= ?" : ""}${to ? " AND created_at <= ?" : ""}`;
  return {
    sql: `
      SELECT count(*) AS count
      FROM (SELECT 1 FROM action_items INDEXED BY action_items_created WHERE user_id = ?${dates} LIMIT ?) AS page`,
    values: [userId, ...[from, to].flatMap((date) => date?.getTime() ?? []), FEW + 1],
  };
}

const isDated = ({ from, to }: ActionItemFilter): boolean => from !== undefined || to !== undefined;

const indexFor = ({ conversationId }: ActionItemFilter, ofAll: string): string =>
  conversationId === undefined ? ofAll : "action_items_of_conversation";

function listed(index: string, userId: string, filter: ActionItemFilter, start = ""): Listed {
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
