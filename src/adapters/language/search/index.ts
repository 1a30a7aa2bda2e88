import type { MemoryFeed } from "../../../ports/driven/memory-feed.js";
import type { MemoryIndex } from "../../../ports/driven/memory-index.js";
import type { PassageIndex } from "../../../ports/driven/passage-index.js";
import { BuiltInEmbedder, builtInEmbedderId } from "./built-in-embedder.js";
import { EmbeddingBacklog, type BacklogPorts } from "./embedding-backlog.js";
import { InProcessMemoryIndex } from "./in-process-memory-index.js";
import { InProcessPassageIndex, type PassageSources } from "./in-process-passage-index.js";
import { IndexRoom } from "./index-room.js";
import { JoiningEmbedder } from "./joining-embedder.js";
import { KeptVectors } from "./kept-vectors.js";
import { MadeAtOnce } from "./vector-source.js";

export {
  BuiltInEmbedder,
  builtInEmbedderId,
  EmbeddingBacklog,
  IndexRoom,
  InProcessMemoryIndex,
  InProcessPassageIndex,
  JoiningEmbedder,
  KeptVectors,
  MadeAtOnce,
};
export type { BacklogPorts, PassageSources };
export type { VectorSource } from "./vector-source.js";

/**
 * Search over the memories of the feed without a model.
 * @param room what it shares with other indexes.
 */
export function builtInMemoryIndex(memories: MemoryFeed, room?: IndexRoom): MemoryIndex {
  const embedder = new BuiltInEmbedder();
  return new InProcessMemoryIndex(memories, embedder, new MadeAtOnce(embedder), room);
}

/**
 * Search over what conversations and memories say, without a model.
 * @param room what it shares with other indexes.
 */
export function builtInPassageIndex(
  sources: PassageSources & { readonly memories: MemoryFeed },
  room: IndexRoom = new IndexRoom(),
): PassageIndex {
  return new InProcessPassageIndex(sources, builtInMemoryIndex(sources.memories, room), room);
}
