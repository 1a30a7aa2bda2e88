import type { Embedder } from "../../../ports/driven/embedder.js";

/**
 * Asks for the vector of a text once where several ask for it at the same time: those who search and the backlog come
 * upon the same memories. Whoever is in a hurry waits for nobody.
 */
export class JoiningEmbedder implements Embedder {
  readonly #underWay = new Map<string, Promise<Float32Array | undefined>>();

  constructor(private readonly embedder: Embedder) {}

  get id(): string {
    return this.embedder.id;
  }

  get dimensions(): number | undefined {
    return this.embedder.dimensions;
  }

  async embed(texts: readonly string[], withinMs?: number): Promise<Float32Array[]> {
    if (withinMs !== undefined) return this.embedder.embed(texts, withinMs);
    const fresh = [...new Set(texts)].filter((text) => !this.#underWay.has(text));
    if (fresh.length > 0) this.#begin(fresh);
    const vectors = await Promise.all(texts.flatMap((text) => this.#underWay.get(text) ?? []));
    return vectors.map((vector) => vector ?? new Float32Array(this.dimensions ?? 0));
  }

  #begin(texts: readonly string[]): void {
    const forget = (): void => {
      for (const text of texts) this.#underWay.delete(text);
    };
    const made = this.embedder.embed(texts);
    texts.forEach((text, i) =>
      this.#underWay.set(
        text,
        made.then((vectors) => vectors[i]),
      ),
    );
    made.then(forget, forget);
  }
}
