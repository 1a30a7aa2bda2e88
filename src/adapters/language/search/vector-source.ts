import type { SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { BuiltInEmbedder } from "./built-in-embedder.js";
import type { SparseVector } from "./sparse-vector.js";
import type { Token } from "./tokens.js";

/** A text and its words, which are taken from it once for all that need them. */
export interface ReadText {
  readonly content: string;
  readonly words: readonly Token[];
}

/** Where an index has its vectors from. */
export interface VectorSource {
  /** Undefined when there is none to be had now: the words alone decide then. */
  ofQuery(query: ReadText): Promise<SparseVector | undefined>;
  /**
   * A vector for each memory, in their order; undefined where it is still to come.
   * @param later told of those, each once, unless the memory has changed or gone meanwhile.
   */
  of(
    userId: string,
    memories: readonly (SearchableMemory & ReadText)[],
    later: (id: string, vector: SparseVector) => void,
  ): Promise<readonly (SparseVector | undefined)[]>;
  /** The memories are gone, and with them whatever was kept of them. */
  forget(userId: string, ids: readonly string[]): Promise<void>;
}

/**
 * For the built-in embedder, which takes some microseconds a text: to make vectors again costs less than to keep them.
 * So no copy of what a memory says is stored, none has to be deleted, and a changed embedder is in use at once
 * (decision 5.7).
 */
export class MadeAtOnce implements VectorSource {
  constructor(private readonly embedder: BuiltInEmbedder) {}

  ofQuery({ words }: ReadText): Promise<SparseVector> {
    return Promise.resolve(this.embedder.vectorOf(words));
  }

  of(_userId: string, memories: readonly ReadText[]): Promise<readonly SparseVector[]> {
    return Promise.resolve(memories.map(({ words }) => this.embedder.vectorOf(words)));
  }

  forget(): Promise<void> {
    return Promise.resolve();
  }
}
