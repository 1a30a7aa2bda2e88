import type { Embedder } from "../../../ports/driven/embedder.js";
import type { SearchableMemory } from "../../../ports/driven/memory-feed.js";

/** Where an index has its vectors from. */
export interface VectorSource {
  /** Undefined when there is none to be had now: the words alone decide then. */
  ofQuery(query: string): Promise<Float32Array | undefined>;
  /**
   * A vector for each memory, in their order; undefined where it is still to come.
   * @param later told of those, each once, unless the memory has changed or gone meanwhile.
   */
  of(
    userId: string,
    memories: readonly SearchableMemory[],
    later: (id: string, vector: Float32Array) => void,
  ): Promise<readonly (Float32Array | undefined)[]>;
  /** The memories are gone, and with them whatever was kept of them. */
  forget(userId: string, ids: readonly string[]): Promise<void>;
}

/**
 * For an embedder that is so fast (the built-in one takes some microseconds a text) that to make vectors again costs
 * less than to keep them: no copy of what a memory says is stored, none has to be deleted, and a changed embedder is
 * in use at once (decision 5.7).
 */
export class MadeAtOnce implements VectorSource {
  constructor(private readonly embedder: Embedder) {}

  async ofQuery(query: string): Promise<Float32Array | undefined> {
    return (await this.embedder.embed([query]))[0];
  }

  of(_userId: string, memories: readonly SearchableMemory[]): Promise<readonly Float32Array[]> {
    return this.embedder.embed(memories.map(({ content }) => content));
  }

  forget(): Promise<void> {
    return Promise.resolve();
  }
}
