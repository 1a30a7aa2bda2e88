/** Contract 2.2, in its order. */
// prettier-ignore
export const categories = [
  "personal", "education", "health", "finance", "legal", "philosophy", "spiritual", "science", "entrepreneurship",
  "parenting", "romantic", "travel", "inspiration", "technology", "business", "social", "work", "sports", "politics",
  "literature", "history", "architecture", "music", "weather", "news", "entertainment", "psychology", "real", "design",
  "family", "economics", "environment", "other",
] as const;

export type Category = (typeof categories)[number];

export function isCategory(value: string): value is Category {
  return (categories as readonly string[]).includes(value);
}
