import type { MemoryFeed } from "../../ports/driven/store/change-feed.js";
import type { MemoryIndex, PassageIndex } from "../../ports/driven/models/semantic-search.js";
import { InProcessMemoryIndex } from "./in-process-memory-index.js";
import { InProcessPassageIndex, type PassageSources } from "./in-process-passage-index.js";
import { IndexMemoryBudget } from "./index-cache.js";

export { CoalescingEmbedder } from "./embeddings/coalescing-embedder.js";
export { EmbeddingWorker } from "./embeddings/embedding-worker.js";
export { StoredEmbeddings } from "./embeddings/stored-embeddings.js";
export { IndexMemoryBudget, InProcessMemoryIndex, InProcessPassageIndex };

/** An index for search over memories without a model. @param memoryBudget shared with other indexes. */
export const createBuiltInMemoryIndex = (memories: MemoryFeed, memoryBudget?: IndexMemoryBudget): MemoryIndex =>
  new InProcessMemoryIndex(memories, memoryBudget);

/** An index for search over conversations and memories without a model. */
export const createBuiltInPassageIndex = (
  sources: PassageSources & { readonly memories: MemoryFeed },
  memoryBudget: IndexMemoryBudget = new IndexMemoryBudget(),
): PassageIndex =>
  new InProcessPassageIndex(sources, createBuiltInMemoryIndex(sources.memories, memoryBudget), memoryBudget);
