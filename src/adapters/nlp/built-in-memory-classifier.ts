import type { MemoryCategory } from "../../domain/memory/memory-category.js";
import type { MemoryClassifier } from "../../ports/driven/models/text-classifiers.js";
import { memoryCategoryOf } from "../language/memories/memory-categories.js";

export const classifyMemory = (content: string): MemoryCategory => memoryCategoryOf(content);

export class BuiltInMemoryClassifier implements MemoryClassifier {
  classify(content: string): Promise<MemoryCategory> {
    return Promise.resolve(classifyMemory(content));
  }
}
