/** Turns texts into vectors that point the same way where the texts mean the same (design 6). */
export interface Embedder {
  /** Of this way to embed, in this version: vectors of another id cannot be compared with its own (decision 5.7). */
  readonly id: string;
  /** Of each vector. */
  readonly dimensions: number;
  /**
   * A vector of length 1 for each text, in their order; all zeros for a text that it can make nothing of.
   * @throws when it cannot answer now; the caller tries again later.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}
