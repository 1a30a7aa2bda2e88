import type { Embedder } from "../../../ports/driven/embedder.js";
import type {
  EmbeddingRepository,
  PendingEmbeddings,
  PendingEmbedding,
} from "../../../ports/driven/embedding-repository.js";
import type { EventLog } from "../../../ports/driven/event-log.js";
import type { Scheduler } from "../../../ports/driven/scheduler.js";
import { embeddingDigest } from "./embedding-digest.js";

export interface BacklogPorts {
  readonly embedder: Embedder;
  readonly embeddings: EmbeddingRepository;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
  /** One process at a time asks, or each would ask for the same. */
  readonly turns: { run(task: () => Promise<void>, signal: AbortSignal): Promise<void> };
}

/** At least so many memories are looked through at once; what is found missing is made before others are looked at. */
const LOOKED_THROUGH = 32;
/** How long it rests when there is nothing left to do, in milliseconds. */
const REST_MS = 10_000;
/** So often it looks from the last one on, which costs nothing, before it looks through all again: some have changed. */
const ROUNDS_OF_NEW_ONES = 60;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Makes the vectors that are missing, of all users, in the background, whoever searches or not (decision 5.7). What is
 * made is kept batch by batch, so that a process that dies costs no more than the batch that it was about.
 */
export class EmbeddingBacklog {
  private readonly stopping = new AbortController();
  private mark: string | undefined;
  private batch: number;
  private wake: () => void = () => undefined;
  private ended: Promise<void> = Promise.resolve();

  /** @param usualBatch how many texts the embedder is asked for at once. */
  constructor(
    private readonly ports: BacklogPorts,
    private readonly usualBatch: number,
  ) {
    this.batch = usualBatch;
  }

  start(): void {
    this.ended = this.run();
  }

  /** Resolves when what is under way has ended, which is soon once the embedder has been closed. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.ended;
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    for (let round = 0; !this.isStopped(); round += 1) {
      if (round % ROUNDS_OF_NEW_ONES === 0) this.mark = undefined;
      try {
        await this.round();
      } catch (error) {
        this.complain(error);
      }
      await this.pause(REST_MS);
    }
  }

  private async round(): Promise<void> {
    const users = new Set<string>();
    for (let more = true; more && !this.isStopped();) {
      const { memories, cursor } = await this.look();
      if (memories.length > 0) await this.ports.turns.run(() => this.makeMissing(), this.stopping.signal);
      for (const { userId } of memories) users.add(userId);
      more = cursor !== undefined;
      this.mark = cursor ?? this.mark;
      await this.pause(0);
    }
    const { embedder, embeddings } = this.ports;
    for (const userId of this.isStopped() ? [] : users) await embeddings.deleteStale(userId, embedder.id);
  }

  /** Goes through the memories behind the mark. */
  private look(): Promise<PendingEmbeddings> {
    const { embedder, embeddings } = this.ports;
    const among = Math.max(this.usualBatch, LOOKED_THROUGH);
    const after = this.mark === undefined ? {} : { after: this.mark };
    return embeddings.findPending(embedder.id, embedder.dimensions, { batchSize: among, ...after });
  }

  /** Whoever had the turn before may have made some of them. */
  private async makeMissing(): Promise<void> {
    await this.embedAll((await this.look()).memories);
  }

  /** After a failure fewer are tried at once, for it may be one of them that is refused; such a one alone is left out. */
  private async embedAll(memories: readonly PendingEmbedding[]): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let done = 0; done < memories.length && !this.isStopped();) {
      const batch = memories.slice(done, done + this.batch);
      try {
        await this.embed(batch);
        done += batch.length;
        pause = FIRST_PAUSE_MS;
        this.batch = Math.min(this.batch * 2, this.usualBatch);
      } catch (error) {
        if (this.isStopped()) return;
        this.complain(error);
        if (batch.length === 1) done += 1;
        this.batch = Math.max(1, Math.floor(batch.length / 2));
        await this.pause(pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  private async embed(batch: readonly PendingEmbedding[]): Promise<void> {
    const { embedder, embeddings } = this.ports;
    const vectors = await embedder.embed(batch.map(({ content }) => content));
    const made = batch.flatMap(({ userId, id, content }, i) => {
      const vector = vectors[i];
      return vector ? [{ userId, id, digest: embeddingDigest(content), vector }] : [];
    });
    for (const [userId, mine] of Map.groupBy(made, ({ userId }) => userId)) {
      await embeddings.put(userId, embedder.id, mine);
    }
  }

  private pause(milliseconds: number): Promise<void> {
    if (this.isStopped()) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.ports.scheduler.after(milliseconds, resolve);
      this.wake = () => {
        cancel();
        resolve();
      };
    });
  }

  private complain(error: unknown): void {
    if (this.isStopped()) return;
    this.ports.log.warn("embedding.failed", { embedder: this.ports.embedder.id, error: String(error) });
  }
}
