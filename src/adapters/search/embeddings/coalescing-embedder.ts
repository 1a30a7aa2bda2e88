import type { Embedder } from "../../../ports/driven/models/semantic-search.js";

/**
 * Shares one embedder call between concurrent requests for the same text: searches and the background worker need
 * vectors of the same memories. Requests with a timeout go to the embedder directly.
 */
export class CoalescingEmbedder implements Embedder {
  readonly #pending = new Map<string, Promise<Float32Array | undefined>>();

  constructor(private readonly embedder: Embedder) {}

  get id(): string {
    return this.embedder.id;
  }

  get dimensions(): number | undefined {
    return this.embedder.dimensions;
  }

  async embed(texts: readonly string[], timeoutMs?: number): Promise<Float32Array[]> {
    if (timeoutMs !== undefined) return this.embedder.embed(texts, timeoutMs);
    const newTexts = [...new Set(texts)].filter((text) => !this.#pending.has(text));
    if (newTexts.length > 0) this.#embedNew(newTexts);
    const vectors = await Promise.all(texts.flatMap((text) => this.#pending.get(text) ?? []));
    return vectors.map((vector) => vector ?? new Float32Array(this.dimensions ?? 0));
  }

  #embedNew(texts: readonly string[]): void {
    const embedding = this.embedder.embed(texts);
    for (const [i, text] of texts.entries()) {
      const vector = embedding.then((vectors) => vectors[i]);
      const removePending = (): void => void this.#pending.delete(text);
      this.#pending.set(text, vector);
      vector.then(removePending, removePending);
    }
  }
}
