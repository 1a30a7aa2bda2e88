// prettier-ignore
export const memoryCategories = [
  "interesting", "system", "manual", "workflow", "core", "hobbies", "lifestyle", "interests", "habits", "work", "skills",
  "learnings", "other", "auto",
] as const;
export type MemoryCategory = (typeof memoryCategories)[number];

export function isMemoryCategory(value: string): value is MemoryCategory {
  return (memoryCategories as readonly string[]).includes(value);
}
