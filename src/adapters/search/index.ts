import type { MemoryFeed } from "../../ports/driven/store/change-feed.js";
import type { MemoryIndex, PassageIndex } from "../../ports/driven/models/semantic-search.js";
import { BuiltInEmbedder, BUILT_IN_EMBEDDER_ID, OnDemandEmbeddings } from "./embeddings/built-in-embedder.js";
import { EmbeddingWorker, type EmbeddingWorkerPorts } from "./embeddings/embedding-worker.js";
import { InProcessMemoryIndex } from "./in-process-memory-index.js";
import { InProcessPassageIndex, type PassageSources } from "./in-process-passage-index.js";
import { IndexMemoryBudget } from "./index-memory-budget.js";
import { CoalescingEmbedder } from "./embeddings/coalescing-embedder.js";
import { StoredEmbeddings } from "./embeddings/stored-embeddings.js";

export {
  BuiltInEmbedder,
  BUILT_IN_EMBEDDER_ID,
  EmbeddingWorker,
  IndexMemoryBudget,
  InProcessMemoryIndex,
  InProcessPassageIndex,
  CoalescingEmbedder,
  StoredEmbeddings,
  OnDemandEmbeddings,
};
export type { EmbeddingWorkerPorts, PassageSources };
export type { VectorSource } from "./embeddings/vector-source.js";

/**
 * Creates an index for search over memories that needs no model.
 * @param memoryBudget shared with other indexes.
 */
export function createBuiltInMemoryIndex(memories: MemoryFeed, memoryBudget?: IndexMemoryBudget): MemoryIndex {
  const embedder = new BuiltInEmbedder();
  return new InProcessMemoryIndex(memories, embedder, new OnDemandEmbeddings(embedder), memoryBudget);
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
