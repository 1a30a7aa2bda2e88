import type { Embedder } from "../../../ports/driven/embedder.js";
import type { EmbeddingRepository } from "../../../ports/driven/embedding-repository.js";
import type { EventLog } from "../../../ports/driven/event-log.js";
import type { MemoryFeed } from "../../../ports/driven/memory-feed.js";
import type { MemoryIndex } from "../../../ports/driven/memory-index.js";
import type { Scheduler } from "../../../ports/driven/scheduler.js";
import { EmbeddingBacklog, type BacklogPorts } from "./embedding-backlog.js";
import { BuiltInEmbedder, builtInEmbedderId } from "./built-in-embedder.js";
import { InProcessMemoryIndex, type MemoryIndexOptions } from "./in-process-memory-index.js";
import { JoiningEmbedder } from "./joining-embedder.js";
import { KeptVectors } from "./kept-vectors.js";
import { MadeAtOnce } from "./vector-source.js";

export { EmbeddingBacklog, type BacklogPorts };
export {
  BuiltInEmbedder,
  builtInEmbedderId,
  InProcessMemoryIndex,
  JoiningEmbedder,
  KeptVectors,
  MadeAtOnce,
  type MemoryIndexOptions,
};
export interface EmbeddedIndexPorts {
  readonly embedder: Embedder;
  readonly embeddings: EmbeddingRepository;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
}
export type { VectorSource } from "./vector-source.js";

/**
 * Search with an embedder that takes its time: what it has not embedded yet is found by its words and what they mean,
 * and so is everything while it does not answer.
 */
export function embeddedMemoryIndex(
  memories: MemoryFeed,
  { embedder, embeddings, scheduler, log }: EmbeddedIndexPorts,
  options: MemoryIndexOptions & { readonly batch: number },
): MemoryIndex {
  const vectors = new KeptVectors(embedder, embeddings, scheduler, log, options.batch);
  return new InProcessMemoryIndex(memories, embedder, vectors, options);
}

/** Search over the memories of the feed without a model. */
export function builtInMemoryIndex(memories: MemoryFeed, options?: MemoryIndexOptions): MemoryIndex {
  const embedder = new BuiltInEmbedder();
  return new InProcessMemoryIndex(memories, embedder, new MadeAtOnce(embedder), options);
}
