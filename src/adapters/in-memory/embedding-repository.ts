import type { Memory } from "../../domain/memory.js";
import type { ArchivedEmbedding } from "../../ports/driven/archive.js";
import type { Embedding, EmbeddingRepository, PendingEmbeddings } from "../../ports/driven/embedding-repository.js";
import type { InMemoryMemoryRepository } from "./memory-repository.js";
import { by } from "./table.js";

interface Kept {
  readonly userId: string;
  readonly embedderId: string;
  readonly contentKey: string;
  readonly embedding: Embedding;
}

export class InMemoryEmbeddingRepository implements EmbeddingRepository {
  /** By user, embedder and memory. */
  readonly #kept = new Map<string, Kept>();

  constructor(private readonly memories: Pick<InMemoryMemoryRepository, "getMany" | "all">) {}

  async find(userId: string, embedderId: string, ids: readonly string[]): Promise<readonly Embedding[]> {
    await this.#prune();
    return ids.flatMap((id) => {
      const kept = this.#kept.get(keyOf(userId, embedderId, id));
      return kept ? copyOf(kept.embedding) : [];
    });
  }

  async put(userId: string, embedderId: string, embeddings: readonly Embedding[]): Promise<void> {
    const ids = embeddings.map(({ id }) => id);
    const present = await this.#present(userId, ids);
    for (const { id, ...embedding } of embeddings) {
      const memory = present.get(id);
      if (memory) this.putOf(memory, { embedderId, ...embedding });
    }
  }

  /** As `put`, of one memory that is listed. */
  putOf({ contentKey, state: { userId, id } }: Memory, { embedderId, digest, vector }: ArchivedEmbedding): void {
    const embedding = copyOf({ id, digest, vector });
    this.#kept.set(keyOf(userId, embedderId, id), { userId, embedderId, contentKey, embedding });
  }

  /** All vectors of the memory, in the order of their embedders. */
  of({ isListed, contentKey, state }: Memory): ArchivedEmbedding[] {
    const found = [...this.#kept.values()].flatMap(({ userId, embedderId, contentKey: keptKey, embedding }) => {
      const isOfMemory = userId === state.userId && embedding.id === state.id && keptKey === contentKey;
      const { digest, vector } = copyOf(embedding);
      return isListed && isOfMemory ? { embedderId, digest, vector } : [];
    });
    return found.sort(by(({ embedderId }) => embedderId));
  }

  async deleteStale(userId: string, embedderId: string): Promise<void> {
    for (const [key, kept] of this.#kept) {
      if (kept.userId === userId && kept.embedderId !== embedderId) this.#kept.delete(key);
    }
  }

  async findPending(
    embedderId: string,
    dimensions: number | undefined,
    { batchSize, after = "" }: { readonly batchSize: number; readonly after?: string },
  ): Promise<PendingEmbeddings> {
    await this.#prune();
    const placed = this.memories
      .all()
      .map((memory) => ({ memory, place: keyOf(memory.state.userId, memory.state.id) }));
    const seen = placed
      .filter(({ place }) => place > after)
      .sort(by(({ place }) => place))
      .slice(0, batchSize);
    const missing = seen.filter(({ memory: { isListed, state } }) => {
      const vector = this.#kept.get(keyOf(state.userId, embedderId, state.id))?.embedding.vector;
      return isListed && (!vector || (dimensions !== undefined && vector.length !== dimensions));
    });
    return {
      memories: missing.map(({ memory: { state } }) => ({
        userId: state.userId,
        id: state.id,
        content: state.content,
      })),
      cursor: seen.length < batchSize ? undefined : seen.at(-1)?.place,
    };
  }

  /** The embedder of each vector that is kept. */
  async makers(): Promise<string[]> {
    await this.#prune();
    return [...this.#kept.values()].map(({ embedderId }) => embedderId);
  }

  /** Lets go of those whose memory has gone, was rejected, or says something else. */
  async #prune(): Promise<void> {
    for (const [userId, kept] of Map.groupBy(this.#kept, ([, each]) => each.userId)) {
      const ids = kept.map(([, { embedding }]) => embedding.id);
      const present = await this.#present(userId, ids);
      for (const [key, { embedding, contentKey }] of kept) {
        if (present.get(embedding.id)?.contentKey !== contentKey) this.#kept.delete(key);
      }
    }
  }

  async #present(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Memory>> {
    const memories = await this.memories.getMany(userId, ids);
    return new Map(memories.flatMap((memory) => (memory.isListed ? [[memory.state.id, memory] as const] : [])));
  }
}

const keyOf = (...names: readonly string[]): string => JSON.stringify(names);

const copyOf = (embedding: Embedding): Embedding => ({ ...embedding, vector: embedding.vector.slice() });
