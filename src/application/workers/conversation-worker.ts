import type { Conversation } from "../../domain/conversation/conversation.js";
import { ProcessingBudgetExceededError, formatError } from "../../domain/errors.js";
import { isLeaseLost } from "../../domain/lease.js";
import type { Transcript } from "../../domain/conversation/transcript.js";
import type {
  ConversationRepository,
  IdGenerator,
  MemoryRepository,
  Scheduler,
  ProcessingUnitOfWork,
  RuntimeComponents,
} from "../../ports/driven/index.js";
import { CompletionBarrier } from "./completion-barrier.js";
import { ConversationDeletion, type ConversationDeletionPorts } from "../conversations/conversation-deletion.js";
import {
  BetterSummaryExistsError,
  ConversationSummariser,
  type ConversationSummariserPorts,
} from "../conversations/conversation-summariser.js";
import { createExtractedItems } from "../conversations/extracted-items.js";
import { deriveFolderId } from "../folders/folders.js";
import { LeaseWorker, type LeaseWorkerOptions } from "./lease-worker.js";

export interface ConversationWorkerPorts extends ConversationSummariserPorts, ConversationDeletionPorts {
  readonly conversations: ConversationRepository;
  readonly memories: MemoryRepository;
  readonly processing: ProcessingUnitOfWork;
  readonly scheduler: Scheduler;
  readonly runtime: Pick<RuntimeComponents, "startHeartbeat">;
  readonly ids: IdGenerator;
}

export interface ConversationWorkerOptions extends LeaseWorkerOptions {
  /** How long a claim lasts without a renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Attempts of a summariser before the fallback is used, or the conversation becomes `failed`. */
  readonly maxAttempts: number;
}

export const DEFAULT_CONVERSATION_WORKER_OPTIONS: ConversationWorkerOptions = {
  leaseMs: 10_000,
  pollIntervalMs: 1_000,
  maxAttempts: 5,
  concurrency: 10,
};

/** Doubled after each attempt, up to 128 s. Short, because the default list leaves out what is not summarised yet. */
const INITIAL_BACKOFF_MS = 500;
/** How many claims each allowed attempt may take: most processes that end during a claim end for other reasons. */
const MAX_CLAIMS_PER_ATTEMPT = 3;
/** How long a summary waits for concurrent ones before its commit, in milliseconds: less than a person notices. */
const COMMIT_BATCH_WINDOW_MS = 30;
/** Poll interval while a caller waits for a conversation that this process is not working on. */
const MIN_POLL_INTERVAL_MS = 20;
const MAX_POLL_INTERVAL_MS = 200;
/** How long requests may delay the start of background work, in milliseconds. */
const MAX_EVENT_LOOP_WAIT_MS = 100;

/**
 * Summarises the conversations in processing and deletes those marked `deleting`. The state is the queue
 * (decision 12.4): after a crash the lease expires and another process takes over, so every step is idempotent.
 */
export class ConversationWorker {
  private readonly leaseWorker: LeaseWorker<Conversation>;
  private readonly completionBarrier: CompletionBarrier;
  private readonly summariser: ConversationSummariser;
  private readonly deletion: ConversationDeletion;
  private isStopping = false;

  constructor(
    private readonly ports: ConversationWorkerPorts,
    readonly options: ConversationWorkerOptions,
  ) {
    this.completionBarrier = new CompletionBarrier(ports.scheduler, COMMIT_BATCH_WINDOW_MS);
    this.summariser = new ConversationSummariser(ports, options.maxAttempts);
    this.deletion = new ConversationDeletion(ports);
    const { conversations, clock, scheduler, log } = ports;
    this.leaseWorker = new LeaseWorker(
      scheduler,
      {
        claim: (limit) => conversations.claimDue(clock.now(), options.leaseMs, limit),
        process: (claimed) => this.waitUntilEventLoopIdle().then(() => this.processWithHeartbeat(claimed)),
        release: (claimed) => this.releaseLease(claimed),
        onError: (error) => log.error("conversation_worker.poll_failed", { error: formatError(error) }),
      },
      options,
    );
  }

  /** Polls for unclaimed work until `stop()` is called. */
  start(): void {
    this.leaseWorker.start();
  }

  /** Call it when there is unclaimed work. */
  wake(): void {
    this.leaseWorker.wake();
  }

  /** As `LeaseWorker.stop`. */
  stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    return this.leaseWorker.stop(graceMs);
  }

  /**
   * Summarises or deletes a claimed conversation. Never rejects: a failure is logged and retried later. After `stop()`
   * it only releases the lease.
   * @param transcript avoids a read when the caller has the transcript.
   * @returns the conversation after the attempt; undefined when it was deleted.
   */
  process(claimed: Conversation, transcript?: Transcript): Promise<Conversation | undefined> {
    return this.leaseWorker.run(claimed, () => this.processWithHeartbeat(claimed, transcript));
  }

  /**
   * As `process`, but retries after the backoff of a failed attempt. When another process has claimed the conversation,
   * it waits for the result of that attempt.
   * @param isAwaited whether a caller still waits; when false, no further attempt begins.
   * @returns the conversation when it is settled or no caller waits; undefined when it was deleted.
   */
  async processWhileAwaited(
    isAwaited: () => boolean,
    claimed: Conversation,
    transcript?: Transcript,
  ): Promise<Conversation | undefined> {
    let current = await this.process(claimed, transcript);
    // `process` returns `claimed` itself when the postponement failed too: it is due again when its lease expires.
    while (current?.state.status === "processing" && current !== claimed) {
      await this.waitForChange(current);
      if (this.isStopping || !isAwaited()) break;
      current = await this.retryIfDue(current, transcript);
    }
    return current;
  }

  /** Waits until the conversation is due, or another process may have settled it. */
  private waitForChange({ dueAt }: Conversation): Promise<void> {
    const { scheduler, clock } = this.ports;
    const dueInMs = (dueAt?.getTime() ?? 0) - clock.now().getTime();
    const delayMs = Math.min(Math.max(dueInMs, MIN_POLL_INTERVAL_MS), MAX_POLL_INTERVAL_MS);
    return new Promise((resolve) => scheduler.schedule(delayMs, resolve, { isAwaited: true }));
  }

  /** @returns the result of `process` when this process claimed the conversation, else the stored conversation. */
  private async retryIfDue(lastKnown: Conversation, transcript?: Transcript): Promise<Conversation | undefined> {
    const { conversations, clock, log } = this.ports;
    const { userId, id } = lastKnown.state;
    try {
      const latest = await conversations.get(userId, id);
      if (!latest || latest.isDeleting) return undefined;
      if (!isDueForProcessing(latest, clock.now())) return latest;
      let isClaimed = false as boolean;
      const claimed = await conversations.update(userId, id, (current) => {
        isClaimed = isDueForProcessing(current, clock.now());
        return isClaimed ? current.claim(clock.now(), this.options.leaseMs) : current;
      });
      if (!claimed || claimed.isDeleting) return undefined;
      return isClaimed ? await this.process(claimed, transcript) : claimed;
    } catch (error) {
      // The store failed: the last known state is returned.
      log.warn("conversation.retry_failed", { conversation: id, error: formatError(error) });
      return lastKnown;
    }
  }

  /** Lets requests run before background work. */
  private waitUntilEventLoopIdle(): Promise<void> {
    return new Promise((resolve) => this.ports.scheduler.scheduleWhenIdle(MAX_EVENT_LOOP_WAIT_MS, resolve));
  }

  private async summarise(claimed: Conversation, knownTranscript?: Transcript): Promise<Conversation | undefined> {
    const { userId, id, lease, draft } = claimed.state;
    const { processing, conversations, ids, clock, log } = this.ports;
    const summaryResult =
      draft ?? (await this.completionBarrier.run(() => this.summariser.summarise(claimed, knownTranscript)));
    if (!summaryResult) return conversations.get(userId, id);
    if (!draft) log.info("conversation.summarised", { conversation: id, summariser: summaryResult.madeBy });
    const now = clock.now();
    return processing.completeProcessing(userId, id, {
      summaryResult,
      extractItems: (stored) => createExtractedItems(claimed, stored, ids, now),
      selectFolder: ({ category }) => deriveFolderId(ids, userId, category),
      fence: lease.fence,
      now,
    });
  }

  /** Processes a claimed conversation, renews its lease meanwhile, and handles errors. */
  private async processWithHeartbeat(
    claimed: Conversation,
    transcript?: Transcript,
  ): Promise<Conversation | undefined> {
    const stopHeartbeat = this.startHeartbeat(claimed);
    try {
      if (claimed.isDeleting) {
        await this.deletion.finish(claimed);
        return undefined;
      }
      const result = this.isPoisoned(claimed)
        ? await this.abandonProcessing(claimed)
        : await this.summarise(claimed, transcript);
      if (!result) await this.deletion.detachDerivedItems(claimed);
      return result;
    } catch (error) {
      return await this.recover(claimed, error);
    } finally {
      stopHeartbeat();
    }
  }

  private startHeartbeat({ state: { userId, id, lease } }: Conversation): () => void {
    const { conversations, runtime, clock, log } = this.ports;
    const { leaseMs } = this.options;
    return runtime.startHeartbeat({
      leaseMs,
      renew: () => conversations.update(userId, id, (current) => current.renew(lease.fence, clock.now(), leaseMs)),
      onError: (error) => log.warn("conversation.lease_renewal_failed", { conversation: id, error: String(error) }),
    });
  }

  private async recover(claimed: Conversation, error: unknown): Promise<Conversation | undefined> {
    if (this.leaseWorker.hasReleasedTasks) return claimed;
    const { conversations, log } = this.ports;
    const { userId, id } = claimed.state;
    try {
      if (isLeaseLost(error)) {
        const current = await conversations.get(userId, id);
        // Deleted meanwhile: removes the items that were derived since.
        if (!current) await this.deletion.detachDerivedItems(claimed);
        if (!current?.isDeleting) return current;
        await this.deletion.finish(current);
        return undefined;
      }
      if (error instanceof BetterSummaryExistsError) return await this.keepExistingSummary(claimed, error);
      log.error("conversation.processing_failed", { conversation: id, error: formatError(error) });
      return await this.retryLater(claimed, error);
    } catch (recoveryError) {
      // The store itself fails: the lease expires, and a poll finds the conversation again.
      log.error("conversation.recovery_failed", { conversation: id, error: formatError(recoveryError) });
      return claimed;
    }
  }

  private async retryLater(claimed: Conversation, error: unknown): Promise<Conversation | undefined> {
    const { conversations, clock } = this.ports;
    const { userId, id, lease } = claimed.state;
    const now = clock.now();
    // A deletion is retried without limit.
    if (lease.attempts >= this.maxTotalAttempts && !claimed.isDeleting) return this.abandonProcessing(claimed);
    const backoffMs = INITIAL_BACKOFF_MS * 2 ** Math.min(lease.attempts - 1, 8);
    const retryAt = new Date(now.getTime() + backoffMs);
    const isOutOfMemory = error instanceof ProcessingBudgetExceededError && error.resource === "memory";
    return conversations.update(userId, id, (current) => current.postpone(lease.fence, retryAt, isOutOfMemory));
  }

  /** Whether the transcript repeatedly crashes the process (poison message); the worker then gives up. */
  private isPoisoned({ state }: Conversation): boolean {
    return state.lease.attempts > MAX_CLAIMS_PER_ATTEMPT * this.maxTotalAttempts;
  }

  /** The fallback summariser has as many attempts of its own. */
  private get maxTotalAttempts(): number {
    return this.options.maxAttempts * (this.ports.fallbackSummariser ? 2 : 1);
  }

  /** Ends the processing; the existing summary stays. */
  private async keepExistingSummary(
    { state }: Conversation,
    { madeBy, cause }: BetterSummaryExistsError,
  ): Promise<Conversation | undefined> {
    const { conversations, clock, log } = this.ports;
    const { userId, id, lease } = state;
    log.warn("conversation.summary_kept", { conversation: id, summariser: madeBy, error: formatError(cause) });
    return conversations.update(userId, id, (current) => current.fail(lease.fence, clock.now()));
  }

  private async abandonProcessing({ state: { userId, id, lease } }: Conversation): Promise<Conversation | undefined> {
    const { conversations, clock, log } = this.ports;
    log.error("conversation.processing_abandoned", { conversation: id, attempts: lease.attempts });
    return conversations.update(userId, id, (current) => current.fail(lease.fence, clock.now()));
  }

  private async releaseLease(conversation: Conversation): Promise<void> {
    const { conversations, clock, log } = this.ports;
    const { userId, id, lease } = conversation.state;
    try {
      await conversations.update(userId, id, (current) => current.postpone(lease.fence, clock.now()));
    } catch (error) {
      if (!isLeaseLost(error))
        log.warn("conversation.lease_release_failed", { conversation: id, error: formatError(error) });
    }
  }
}

/** Whether an attempt may begin. */
const isDueForProcessing = (conversation: Conversation, now: Date): boolean =>
  conversation.state.status === "processing" && conversation.isDue(now);
