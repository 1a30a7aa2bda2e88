import type { MemoryFeed } from "../../ports/driven/store/change-feed.js";
import type { MemoryIndex, PassageIndex } from "../../ports/driven/models/semantic-search.js";
import { EmbeddingWorker, type EmbeddingWorkerPorts } from "./embeddings/embedding-worker.js";
import { InProcessMemoryIndex } from "./in-process-memory-index.js";
import { InProcessPassageIndex, type PassageSources } from "./in-process-passage-index.js";
import { IndexMemoryBudget } from "./index-cache.js";
import { CoalescingEmbedder } from "./embeddings/coalescing-embedder.js";
import { StoredEmbeddings } from "./embeddings/stored-embeddings.js";

export {
  EmbeddingWorker,
  IndexMemoryBudget,
  InProcessMemoryIndex,
  InProcessPassageIndex,
  CoalescingEmbedder,
  StoredEmbeddings,
};
export type { EmbeddingWorkerPorts, PassageSources };

/**
 * Creates an index for search over memories that needs no model.
 * @param memoryBudget shared with other indexes.
 */
export function createBuiltInMemoryIndex(memories: MemoryFeed, memoryBudget?: IndexMemoryBudget): MemoryIndex {
  return new InProcessMemoryIndex(memories, memoryBudget);
}

/**
 * Creates an index for search over conversations and memories that needs no model.
 * @param memoryBudget shared with other indexes.
 */
export function createBuiltInPassageIndex(
  sources: PassageSources & { readonly memories: MemoryFeed },
  memoryBudget: IndexMemoryBudget = new IndexMemoryBudget(),
): PassageIndex {
  return new InProcessPassageIndex(sources, createBuiltInMemoryIndex(sources.memories, memoryBudget), memoryBudget);
}
