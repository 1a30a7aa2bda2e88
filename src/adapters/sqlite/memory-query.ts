import type { MemoryCategory } from "../../domain/memory-category.js";
import type { MemoryFilter } from "../../ports/driven/memory-repository.js";
import { countQuery, pageQuery, type Listed, type Place, type Query } from "./place.js";

export function pageOf(userId: string, filter: MemoryFilter, { start, ...place }: Place): Query {
  const categories = among(filter);
  const parts =
    categories.length === 0
      ? [{ from: `${listed} AND sort_key >= ?`, values: [userId, start] }]
      : categories.map((category): Listed => ({
          from: `${ofCategory} AND category = ? AND sort_key >= ?`,
          values: [userId, category, start],
        }));
  return pageQuery("memories", parts, place);
}

export function countOf(userId: string, filter: MemoryFilter): Query {
  const categories = among(filter);
  if (categories.length === 0) return countQuery({ from: listed, values: [userId] });
  const anyOf = `category IN (${categories.map(() => "?").join(", ")})`;
  return countQuery({ from: `${ofCategory} AND ${anyOf}`, values: [userId, ...categories] });
}

const listed = "FROM memories INDEXED BY memories_listed WHERE user_id = ? AND listed = 1";
/** A category is a list of its own: however rare it is, nothing else is passed by on the way. */
const ofCategory = "FROM memories INDEXED BY memories_of_category WHERE user_id = ? AND listed = 1";

const among = ({ categories }: MemoryFilter): readonly MemoryCategory[] => [...new Set(categories)];
