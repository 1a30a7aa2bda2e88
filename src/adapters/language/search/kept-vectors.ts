import type { Embedder } from "../../../ports/driven/embedder.js";
import type { EmbeddingRepository } from "../../../ports/driven/embedding-repository.js";
import type { EventLog } from "../../../ports/driven/event-log.js";
import type { SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { Scheduler } from "../../../ports/driven/scheduler.js";
import { embeddingDigest } from "./embedding-digest.js";
import { sparse, type SparseVector } from "./sparse-vector.js";
import type { ReadText } from "./reading.js";
import type { QueryVector, VectorSource } from "./vector-source.js";

const USUAL_BATCH = 32;
/** How long a search waits for the vector of its query, in milliseconds. */
const QUERY_MS = 1_000;
/** A model knows more than a thesaurus. */
const TRUST = 1;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface Wanted extends SearchableMemory {
  readonly userId: string;
  readonly tell: (id: string, vector: SparseVector) => void;
}

/**
 * For an embedder that takes its time: what it has made is kept, what it has not is made in the background, batch by
 * batch, and found by its words until then (decision 5.7). So a change of the embedder needs nothing but patience.
 */
export class KeptVectors implements VectorSource {
  /** By user and memory, the earlier before the later. A memory that changes meanwhile takes a new place. */
  readonly #wanted = new Map<string, Wanted>();
  #isWorking = false;
  #isClosed = false;
  #cancel: () => void = () => undefined;
  #pause = FIRST_PAUSE_MS;
  /** Fewer after a failure: it may be one of the texts that is refused. */
  #batch: number;

  /** @param batch how many texts the embedder is asked for at once. */
  constructor(
    private readonly embedder: Embedder,
    private readonly embeddings: EmbeddingRepository,
    private readonly scheduler: Scheduler,
    private readonly log: EventLog,
    private readonly batch = USUAL_BATCH,
  ) {
    this.#batch = batch;
  }

  async ofQuery({ content }: ReadText): Promise<QueryVector | undefined> {
    try {
      const [vector] = await this.embedder.embed([content], QUERY_MS);
      return vector && { vector: sparse(vector), trust: TRUST };
    } catch (error) {
      this.log.warn("search.without_vectors", { embedder: this.embedder.id, error: String(error) });
      return undefined;
    }
  }

  async of(userId: string, memories: readonly SearchableMemory[], later: Wanted["tell"]) {
    const kept = await this.#kept(userId, memories);
    return memories.map(({ id, content }) => {
      this.#wanted.delete(keyOf(userId, id));
      const known = kept.get(id);
      if (known) return sparse(known);
      this.#wanted.set(keyOf(userId, id), { id, content, userId, tell: later });
      this.#work();
      return undefined;
    });
  }

  /** What is stored goes with the memory; here is only what is still to be made. */
  forget(userId: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#wanted.delete(keyOf(userId, id));
    return Promise.resolve();
  }

  /** Makes none any more. */
  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  #work(afterMs = 0): void {
    if (this.#isWorking || this.#isClosed) return;
    this.#isWorking = true;
    this.#cancel = this.scheduler.after(afterMs, () => void this.#makeBatch());
  }

  async #makeBatch(): Promise<void> {
    const batch = this.#nextWanted();
    let pause = 0;
    try {
      await this.#make(batch);
      this.#pause = FIRST_PAUSE_MS;
      this.#batch = Math.min(this.#batch * 2, this.batch);
    } catch (error) {
      if (this.#isClosed) return;
      this.#complain(error);
      pause = this.#pause;
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
      this.#batch = Math.max(1, Math.floor(batch.length / 2));
      if (batch.length === 1) for (const wanted of batch) this.#putLast(wanted);
    }
    this.#isWorking = false;
    if (this.#wanted.size > 0) this.#work(pause);
  }

  /** So that one text which is refused each time keeps no other waiting. */
  #putLast(wanted: Wanted): void {
    if (!this.#isWanted(wanted)) return;
    const key = keyOf(wanted.userId, wanted.id);
    this.#wanted.delete(key);
    this.#wanted.set(key, wanted);
  }

  #nextWanted(): Wanted[] {
    const batch: Wanted[] = [];
    for (const wanted of this.#wanted.values()) {
      if (batch.length === this.#batch) break;
      batch.push(wanted);
    }
    return batch;
  }

  #waitsFor(userId: string): boolean {
    for (const wanted of this.#wanted.values()) if (wanted.userId === userId) return true;
    return false;
  }

  /** What another process, or another part of this one, has made meanwhile is made no second time. */
  async #make(batch: readonly Wanted[]): Promise<void> {
    const missing: Wanted[] = [];
    for (const [userId, mine] of Map.groupBy(batch, ({ userId }) => userId)) {
      const kept = await this.#kept(userId, mine);
      for (const wanted of mine) {
        const vector = kept.get(wanted.id);
        if (vector) this.#tell(wanted, vector);
        else missing.push(wanted);
      }
    }
    if (missing.length > 0) await this.#embed(missing);
    for (const userId of new Set(batch.map(({ userId }) => userId))) {
      if (!this.#waitsFor(userId)) await this.embeddings.deleteStale(userId, this.embedder.id);
    }
  }

  async #embed(batch: readonly Wanted[]): Promise<void> {
    const vectors = await this.embedder.embed(batch.map(({ content }) => content));
    const made = batch.flatMap((wanted, i) => {
      const vector = vectors[i];
      // What has changed or gone meanwhile is not what was embedded.
      return vector && this.#isWanted(wanted) ? [{ wanted, vector }] : [];
    });
    for (const [userId, mine] of Map.groupBy(made, ({ wanted }) => wanted.userId)) {
      const embeddings = mine.map(({ wanted, vector }) => ({
        id: wanted.id,
        digest: embeddingDigest(wanted.content),
        vector,
      }));
      await this.embeddings.put(userId, this.embedder.id, embeddings);
      for (const { wanted, vector } of mine) this.#tell(wanted, vector);
    }
  }

  /** By memory: those of its present content, in the embedder's dimensions, where these are known by now. */
  async #kept(userId: string, memories: readonly SearchableMemory[]): Promise<ReadonlyMap<string, Float32Array>> {
    const { id: embedderId, dimensions } = this.embedder;
    // Whether they are the embedder's own is not known before.
    if (dimensions === undefined) return new Map();
    const contents = new Map(memories.map(({ id, content }) => [id, content]));
    const kept = await this.embeddings.find(userId, embedderId, [...contents.keys()]);
    return new Map(
      kept.flatMap(({ id, digest, vector }) => {
        const isPresent = digest === embeddingDigest(contents.get(id) ?? "");
        return isPresent && vector.length === dimensions ? [[id, vector] as const] : [];
      }),
    );
  }

  #isWanted(wanted: Wanted): boolean {
    return this.#wanted.get(keyOf(wanted.userId, wanted.id)) === wanted;
  }

  #tell(wanted: Wanted, vector: Float32Array): void {
    if (!this.#isWanted(wanted)) return;
    this.#wanted.delete(keyOf(wanted.userId, wanted.id));
    wanted.tell(wanted.id, sparse(vector));
  }

  #complain(error: unknown): void {
    this.log.warn("embedding.failed", { embedder: this.embedder.id, error: String(error) });
  }
}

const keyOf = (userId: string, id: string): string => JSON.stringify([userId, id]);
