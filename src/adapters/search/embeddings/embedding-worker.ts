import type { Embedder } from "../../../ports/driven/models/semantic-search.js";
import type {
  EmbeddingRepository,
  PendingEmbeddings,
  PendingEmbedding,
} from "../../../ports/driven/store/memory-repositories.js";
import type { EventLog, Scheduler } from "../../../ports/driven/runtime/system.js";
import { computeEmbeddingDigest } from "./stored-embeddings.js";

export interface EmbeddingWorkerPorts {
  readonly embedder: Embedder;
  readonly embeddings: EmbeddingRepository;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
  /** A lock across processes, so that they do not embed the same memories. */
  readonly turns: { run(task: () => Promise<void>, signal: AbortSignal): Promise<void> };
}

/** The minimum page size of a scan; the missing embeddings of a page are made before the next page is read. */
const MIN_SCAN_BATCH_SIZE = 32;
/** The pause when no work remains, in milliseconds. */
const IDLE_INTERVAL_MS = 10_000;
/** Every so many rounds all memories are scanned again, because some have changed; others continue after the cursor. */
const ROUNDS_PER_FULL_SCAN = 60;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

/** Makes the missing embeddings of all users in the background, stored batch by batch (decision 5.7). */
export class EmbeddingWorker {
  private readonly stopController = new AbortController();
  private cursor: string | undefined;
  private batchSize: number;
  private cancelPause: () => void = () => undefined;
  private completion: Promise<void> = Promise.resolve();

  /** @param maxBatchSize the maximum number of texts in one call of the embedder. */
  constructor(
    private readonly ports: EmbeddingWorkerPorts,
    private readonly maxBatchSize: number,
  ) {
    this.batchSize = maxBatchSize;
  }

  start(): void {
    this.completion = this.runUntilStopped();
  }

  /** Resolves when the current batch has ended, which is soon once the embedder has been closed. */
  async stop(): Promise<void> {
    this.stopController.abort();
    this.cancelPause();
    await this.completion;
  }

  private isStopped(): boolean {
    return this.stopController.signal.aborted;
  }

  private async runUntilStopped(): Promise<void> {
    for (let round = 0; !this.isStopped(); round += 1) {
      if (round % ROUNDS_PER_FULL_SCAN === 0) this.cursor = undefined;
      try {
        await this.runRound();
      } catch (error) {
        this.logFailure(error);
      }
      await this.pause(IDLE_INTERVAL_MS);
    }
  }

  private async runRound(): Promise<void> {
    const users = new Set<string>();
    for (let hasMore = true; hasMore && !this.isStopped();) {
      const { memories, cursor } = await this.findPending();
      if (memories.length > 0) await this.ports.turns.run(() => this.embedPending(), this.stopController.signal);
      for (const { userId } of memories) users.add(userId);
      hasMore = cursor !== undefined;
      this.cursor = cursor ?? this.cursor;
      await this.pause(0);
    }
    const { embedder, embeddings } = this.ports;
    for (const userId of this.isStopped() ? [] : users) await embeddings.deleteStale(userId, embedder.id);
  }

  /** Reads the next page of memories after the cursor. */
  private findPending(): Promise<PendingEmbeddings> {
    const { embedder, embeddings } = this.ports;
    const batchSize = Math.max(this.maxBatchSize, MIN_SCAN_BATCH_SIZE);
    const after = this.cursor === undefined ? {} : { after: this.cursor };
    return embeddings.findPending(embedder.id, embedder.dimensions, { batchSize, ...after });
  }

  /** Halves the batch after a failure, as one of the texts may be rejected; skips one that fails alone. */
  private async embedPending(): Promise<void> {
    // Again, because the previous holder of the lock may have embedded some of the memories.
    const { memories } = await this.findPending();
    let backoffMs = MIN_BACKOFF_MS;
    for (let processedCount = 0; processedCount < memories.length && !this.isStopped();) {
      const batch = memories.slice(processedCount, processedCount + this.batchSize);
      try {
        await this.embedBatch(batch);
        processedCount += batch.length;
        backoffMs = MIN_BACKOFF_MS;
        this.batchSize = Math.min(this.batchSize * 2, this.maxBatchSize);
      } catch (error) {
        if (this.isStopped()) return;
        this.logFailure(error);
        if (batch.length === 1) processedCount += 1;
        this.batchSize = Math.max(1, Math.floor(batch.length / 2));
        await this.pause(backoffMs);
        backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
      }
    }
  }

  private async embedBatch(batch: readonly PendingEmbedding[]): Promise<void> {
    const { embedder, embeddings } = this.ports;
    const vectors = await embedder.embed(batch.map(({ content }) => content));
    const embedded = batch.flatMap(({ userId, id, content }, i) => {
      const vector = vectors[i];
      return vector ? [{ userId, id, digest: computeEmbeddingDigest(content), vector }] : [];
    });
    for (const [userId, userEmbeddings] of Map.groupBy(embedded, ({ userId }) => userId)) {
      await embeddings.put(userId, embedder.id, userEmbeddings);
    }
  }

  private pause(delayMs: number): Promise<void> {
    if (this.isStopped()) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.ports.scheduler.schedule(delayMs, resolve);
      this.cancelPause = () => {
        cancel();
        resolve();
      };
    });
  }

  private logFailure(error: unknown): void {
    if (this.isStopped()) return;
    this.ports.log.warn("embedding.failed", { embedder: this.ports.embedder.id, error: String(error) });
  }
}
