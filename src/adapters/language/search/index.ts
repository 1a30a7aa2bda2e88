import type { MemoryFeed } from "../../../ports/driven/memory-feed.js";
import type { MemoryIndex } from "../../../ports/driven/memory-index.js";
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
export type { VectorSource } from "./vector-source.js";

/** Search over the memories of the feed without a model. */
export function builtInMemoryIndex(memories: MemoryFeed, options?: MemoryIndexOptions): MemoryIndex {
  const embedder = new BuiltInEmbedder();
  return new InProcessMemoryIndex(memories, embedder, new MadeAtOnce(embedder), options);
}
