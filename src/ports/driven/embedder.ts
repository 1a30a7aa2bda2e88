/** Turns texts into vectors that point the same way where the texts mean the same (design 6). */
export interface Embedder {
  /** Of this way to embed, in this version: vectors of another id cannot be compared with its own (decision 5.7). */
  readonly id: string;
  /**
   * Of each vector; undefined until it is known. Those of other dimensions are not its
   * own; it changes only when another model has come to stand behind the same id.
   */
  readonly dimensions: number | undefined;
  /**
   * A vector of length 1 for each text, in their order; all zeros for a text that it can make nothing of.
   * @param withinMs how long the caller waits at most, in milliseconds; as long as it takes when absent.
   * @throws when it cannot answer now; the caller tries again later.
   */
  embed(texts: readonly string[], withinMs?: number): Promise<Float32Array[]>;
}
