export { BuiltInEmbedder } from "./built-in-embedder.js";
export { InProcessMemoryIndex, memoryIndexDefaults, type MemoryIndexOptions } from "./in-process-memory-index.js";
export { MadeAtOnce, type VectorSource } from "./vector-source.js";
