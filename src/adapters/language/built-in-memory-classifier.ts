import type { MemoryCategory } from "../../domain/memory-category.js";
import type { MemoryClassifier } from "../../ports/driven/memory-classifier.js";
import { memoryCategoryOf } from "./memory-categories.js";

/** By the words of English, without a model. */
export class BuiltInMemoryClassifier implements MemoryClassifier {
  categoryOf(content: string): Promise<MemoryCategory> {
    return Promise.resolve(memoryCategoryOf(content));
  }
}
