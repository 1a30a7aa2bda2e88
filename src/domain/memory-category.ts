/** Contract 2.7. */
// prettier-ignore
export const memoryCategories = [
  "interesting", "system", "manual", "workflow", "core", "hobbies", "lifestyle", "interests", "habits", "work", "skills",
  "learnings", "other", "auto",
] as const;
export type MemoryCategory = (typeof memoryCategories)[number];
