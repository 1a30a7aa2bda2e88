import type { Embedding, EmbeddingRepository } from "../../ports/driven/embedding-repository.js";
import type { MemoryRepository } from "../../ports/driven/memory-repository.js";

export class InMemoryEmbeddingRepository implements EmbeddingRepository {
  /** By user, embedder and memory. */
  readonly #owners = new Map<string, Map<string, Map<string, Embedding>>>();

  constructor(private readonly memories: Pick<MemoryRepository, "ofIds">) {}

  async of(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]> {
    const made = this.#owners.get(userId)?.get(embedderId);
    const there = await this.#present(userId, ids);
    for (const id of ids) if (!there.has(id)) this.#remove(userId, id);
    return ids.flatMap((id) => {
      const embedding = made?.get(id);
      return embedding ? { ...embedding, vector: embedding.vector.slice() } : [];
    });
  }

  async put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void> {
    const there = await this.#present(
      userId,
      embeddings.map(({ id }) => id),
    );
    const owned = this.#owners.get(userId) ?? new Map<string, Map<string, Embedding>>();
    const made = owned.get(embedderId) ?? new Map<string, Embedding>();
    for (const embedding of embeddings) {
      if (there.has(embedding.id)) made.set(embedding.id, { ...embedding, vector: embedding.vector.slice() });
    }
    this.#owners.set(userId, owned.set(embedderId, made));
  }

  async removeOthers(userId: string, embedderId: string): Promise<void> {
    const owned = this.#owners.get(userId);
    for (const other of owned?.keys() ?? []) if (other !== embedderId) owned?.delete(other);
  }

  async #present(userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.memories.ofIds(userId, ids)).map(({ state }) => state.id));
  }

  #remove(userId: string, id: string): void {
    for (const made of this.#owners.get(userId)?.values() ?? []) made.delete(id);
  }
}
