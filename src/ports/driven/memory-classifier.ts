import type { MemoryCategory } from "../../domain/memory-category.js";

export interface MemoryClassifier {
  /** What a memory is about, for one that its writer gave no category (decision 5.2). */
  categoryOf(content: string): Promise<MemoryCategory>;
}
