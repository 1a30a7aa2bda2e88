import type { MemoryCategory } from "../../domain/memory/memory-category.js";
import type { MemoryClassifier } from "../../ports/driven/models/text-classifiers.js";
import { categoryPatterns, memoryCategoryOf } from "./memories/memory-categories.js";
import { compiled } from "./text/compiled.js";

/** What is found in conversations is worded without its subject, and so the rules look at the beginning. */
const SUBJECT = /^\s*(?:I(?:['’]m|['’]ve| am| have)?|my|the user|user)\s+/i;

/** By the words of English, without a model. */
export class BuiltInMemoryClassifier implements MemoryClassifier {
  async classify(content: string): Promise<MemoryCategory> {
    await compiled(categoryPatterns);
    return memoryCategoryOf(content.replace(SUBJECT, ""));
  }
}
