import { Conversation } from "../../domain/conversation.js";
import type { ConversationFilter } from "../../ports/driven/conversation-repository.js";
import { countQuery, pageQuery, type Listed, type Place, type Query } from "./place.js";

export function pageOf(userId: string, filter: ConversationFilter, place: Place): Query {
  return pageQuery("conversations", [listed(userId, filter, place.start)], place);
}

export function countOf(userId: string, filter: ConversationFilter): Query {
  return countQuery(listed(userId, filter));
}

export const countByFolder = `
  SELECT folder_id, count(*) AS count
  FROM conversations INDEXED BY conversations_in_folder
  WHERE user_id = ? AND listed = 1 AND folder_id IS NOT NULL
  GROUP BY folder_id`;

function listed(userId: string, filter: ConversationFilter, start = ""): Listed {
  const { status, folderId, starred } = filter;
  const categories = [...new Set(filter.categories)];
  const { lower, upper } = bounds(filter, start);
  const conditions = ["user_id = ?", "sort_key >= ?", "sort_key < ?"];
  const values: (string | number)[] = [userId, lower, upper];
  if (status === undefined) {
    conditions.push("listed = 1");
  } else {
    conditions.push("discarded = 0", "status = ?");
    values.push(status);
  }
  if (folderId !== undefined) {
    conditions.push("folder_id = ?");
    values.push(folderId);
  }
  if (categories.length > 0) {
    conditions.push(`category IN (${categories.map(() => "?").join(", ")})`);
    values.push(...categories);
  }
  // Written out, for the planner takes a partial index only where it sees that it holds.
  if (starred !== undefined) conditions.push(`starred = ${Number(starred)}`);
  return { from: `FROM conversations INDEXED BY ${indexFor(filter)} WHERE ${conditions.join(" AND ")}`, values };
}

function indexFor({ status, folderId, starred }: ConversationFilter): string {
  if (status !== undefined) return "conversations_of_status";
  if (folderId !== undefined) return "conversations_in_folder";
  return starred ? "conversations_starred" : "conversations_listed";
}

/** Behind every key that there is: keys begin with a digit. */
export const END = "~";

/** Keys fall as dates rise. `to` bounds them from below; every key of `from`'s millisecond is before the next one's. */
function bounds({ from, to }: ConversationFilter, start: string): { lower: string; upper: string } {
  const lower = to === undefined ? "" : Conversation.sortKey(to, "");
  const upper = from === undefined ? END : Conversation.sortKey(new Date(from.getTime() - 1), "");
  return { lower: lower > start ? lower : start, upper };
}
