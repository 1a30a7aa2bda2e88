import { createHash } from "node:crypto";
import type { Embedder } from "../../../ports/driven/embedder.js";
import type { EmbeddingRepository } from "../../../ports/driven/embedding-repository.js";
import type { EventLog } from "../../../ports/driven/event-log.js";
import type { SearchableMemory } from "../../../ports/driven/memory-feed.js";
import type { Scheduler } from "../../../ports/driven/scheduler.js";
import { sparse, type SparseVector } from "./sparse-vector.js";
import type { ReadText } from "./reading.js";
import type { QueryVector, VectorSource } from "./vector-source.js";

/** How many texts the embedder is asked for at once. */
const BATCH = 32;
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
  #pause = FIRST_PAUSE_MS;

  constructor(
    private readonly embedder: Embedder,
    private readonly embeddings: EmbeddingRepository,
    private readonly scheduler: Scheduler,
    private readonly log: EventLog,
  ) {}

  async ofQuery({ content }: ReadText): Promise<QueryVector | undefined> {
    try {
      const [vector] = await this.embedder.embed([content]);
      return vector && { vector: sparse(vector), trust: TRUST };
    } catch (error) {
      this.#complain(error);
      return undefined;
    }
  }

  async of(userId: string, memories: readonly SearchableMemory[], later: Wanted["tell"]) {
    const ids = memories.map(({ id }) => id);
    const kept = new Map((await this.embeddings.of(userId, this.embedder.id, ids)).map((each) => [each.id, each]));
    return memories.map((memory) => {
      const known = kept.get(memory.id);
      this.#wanted.delete(keyOf(userId, memory.id));
      if (known?.digest === digestOf(memory)) return sparse(known.vector);
      const { id, content } = memory;
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

  #work(afterMs = 0): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.scheduler.after(afterMs, () => void this.#makeBatch());
  }

  async #makeBatch(): Promise<void> {
    let pause = 0;
    try {
      await this.#make(this.#nextWanted());
      this.#pause = FIRST_PAUSE_MS;
    } catch (error) {
      this.#complain(error);
      pause = this.#pause;
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
    }
    this.#isWorking = false;
    if (this.#wanted.size > 0) this.#work(pause);
  }

  #nextWanted(): Wanted[] {
    const batch: Wanted[] = [];
    for (const wanted of this.#wanted.values()) {
      if (batch.length === BATCH) break;
      batch.push(wanted);
    }
    return batch;
  }

  #waitsFor(userId: string): boolean {
    for (const wanted of this.#wanted.values()) if (wanted.userId === userId) return true;
    return false;
  }

  async #make(batch: readonly Wanted[]): Promise<void> {
    const vectors = await this.embedder.embed(batch.map(({ content }) => content));
    const made = batch.flatMap((wanted, i) => {
      const vector = vectors[i];
      // What has changed or gone meanwhile is not what was embedded.
      return vector && this.#wanted.get(keyOf(wanted.userId, wanted.id)) === wanted ? [{ wanted, vector }] : [];
    });
    for (const [userId, mine] of Map.groupBy(made, ({ wanted }) => wanted.userId)) {
      const embeddings = mine.map(({ wanted, vector }) => ({ id: wanted.id, digest: digestOf(wanted), vector }));
      await this.embeddings.put(userId, this.embedder.id, embeddings);
      for (const { wanted, vector } of mine) {
        if (this.#wanted.get(keyOf(userId, wanted.id)) !== wanted) continue;
        this.#wanted.delete(keyOf(userId, wanted.id));
        wanted.tell(wanted.id, sparse(vector));
      }
      if (!this.#waitsFor(userId)) await this.embeddings.removeOthers(userId, this.embedder.id);
    }
  }

  #complain(error: unknown): void {
    this.log.warn("embedding.failed", { embedder: this.embedder.id, error: String(error) });
  }
}

const keyOf = (userId: string, id: string): string => JSON.stringify([userId, id]);

const digestOf = ({ content }: SearchableMemory): string =>
  createHash("sha256").update(content, "utf16le").digest("hex");
