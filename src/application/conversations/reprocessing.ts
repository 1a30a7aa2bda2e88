import type { Conversation } from "../../domain/conversation/conversation.js";
import { DomainError, notFound } from "../../domain/errors.js";
import type { ReprocessingRun } from "../../domain/conversation/reprocessing-run.js";
import type {
  Clock,
  ConversationRepository,
  ReprocessingRunRepository,
  Scheduler,
  Summariser,
  UserRepository,
} from "../../ports/driven/index.js";
import type {
  ReprocessingCriteria,
  ReprocessingProgress,
  ReprocessingUseCases,
  ReprocessingObserver,
} from "../../ports/driving/index.js";
import { listAllUsers } from "../access/users.js";
import type { ConversationWorker } from "../workers/conversation-worker.js";

export interface ReprocessingPorts {
  readonly conversations: ConversationRepository;
  readonly users: UserRepository;
  readonly reprocessingRuns: ReprocessingRunRepository;
  readonly summariser: Summariser;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}

/** Number of conversations processed concurrently. */
export const MAX_CONCURRENT_REPROCESSING = 4;
/** Number of conversations per read. */
const PAGE_SIZE = 50;
/** Poll interval for a conversation that another worker is processing, in milliseconds. */
const POLL_INTERVAL_MS = 200;

type ReprocessingOutcome = { readonly madeBy: string } | "skipped" | "failed" | "stopped";

/** Selects the conversations that a run summarises. */
type RunCriteria = Pick<ReprocessingRun, "startedAt" | "outdatedOnly">;

/**
 * Summarises existing conversations again. An interrupted run resumes without a list of its own: it skips conversations
 * that were summarised since the start of the run.
 */
export class Reprocessing implements ReprocessingUseCases {
  constructor(
    private readonly ports: ReprocessingPorts,
    private readonly conversationWorker: ConversationWorker,
  ) {}

  async reprocessOne(userId: string, id: string, observer: ReprocessingObserver): Promise<ReprocessingProgress> {
    const { conversations, clock } = this.ports;
    const existing = await conversations.get(userId, id);
    if (!existing || existing.isDeleting) throw notFound("Conversation");
    const counter = new ProgressCounter(1);
    const criteria = { startedAt: clock.now(), outdatedOnly: false };
    counter.countOutcome(await this.reprocess(existing, criteria, observer));
    return counter.progress;
  }

  async reprocessAll(
    { userId, outdatedOnly, restart }: ReprocessingCriteria,
    observer: ReprocessingObserver,
  ): Promise<ReprocessingProgress> {
    const { conversations, users, reprocessingRuns, summariser, clock } = this.ports;
    const requestedRun = { userId: userId ?? null, summariser: summariser.id, outdatedOnly, startedAt: clock.now() };
    if (restart) await reprocessingRuns.restart(requestedRun);
    const run = await reprocessingRuns.resumeOrStart(requestedRun);
    const userIds = userId === undefined ? [] : [userId];
    if (userId === undefined) for await (const { state } of listAllUsers(users)) userIds.push(state.id);
    let total = 0;
    for (const selectedUserId of userIds) total += await conversations.countAll(selectedUserId);
    const counter = new ProgressCounter(total);
    observer.onProgress(counter.progress);
    const pendingConversations = this.iterateConversations(userIds);
    const reprocessNext = async (): Promise<void> => {
      for await (const conversation of pendingConversations) {
        counter.countOutcome(observer.shouldStop() ? "stopped" : await this.reprocess(conversation, run, observer));
        observer.onProgress(counter.progress);
        if (counter.progress.isStopped) return;
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_REPROCESSING }, reprocessNext));
    const { failed, isStopped } = counter.progress;
    // After a failure the run stays open, so that the next call resumes it and retries the failed conversations.
    if (failed === 0 && !isStopped) await reprocessingRuns.finish(run);
    return counter.progress;
  }

  private async *iterateConversations(userIds: readonly string[]): AsyncGenerator<Conversation> {
    for (const userId of userIds) {
      let beforeSortKey: string | undefined;
      do {
        const page: readonly Conversation[] = await this.ports.conversations.listAll(userId, PAGE_SIZE, beforeSortKey);
        yield* page;
        beforeSortKey = page.at(-1)?.sortKey;
      } while (beforeSortKey !== undefined);
    }
  }

  private async reprocess(
    target: Conversation,
    criteria: RunCriteria,
    observer: ReprocessingObserver,
  ): Promise<ReprocessingOutcome> {
    const { userId, id } = target.state;
    const { conversations, clock } = this.ports;
    for (
      let latest = await this.waitUntilSettled(target, observer);
      ;
      latest = await this.waitUntilSettled(target, observer)
    ) {
      if (latest === "stopped" || !latest) return latest ?? "skipped";
      if (!this.isSelected(latest, criteria)) return "skipped";
      try {
        const claimed = await conversations.update(userId, id, (current) =>
          current.isDeleting ? current : current.reprocess(clock.now(), this.conversationWorker.options.leaseMs),
        );
        if (!claimed || claimed.isDeleting) return "skipped";
        await this.conversationWorker.process(claimed);
        break;
      } catch (error) {
        // Another worker has started to process it meanwhile.
        if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
      }
    }
    const finished = await this.waitUntilSettled(target, observer);
    if (finished === "stopped" || !finished) return finished ?? "skipped";
    return isSummarisedSince(finished, criteria) ? { madeBy: finished.state.summary?.madeBy ?? "?" } : "failed";
  }

  private isSelected(conversation: Conversation, criteria: RunCriteria): boolean {
    const { status, summary } = conversation.state;
    if (status === "in_progress" || isSummarisedSince(conversation, criteria)) return false;
    return !criteria.outdatedOnly || summary?.madeBy !== this.ports.summariser.id;
  }

  /** Waits until no worker processes the conversation. @returns undefined when it was deleted. */
  private async waitUntilSettled(
    { state }: Conversation,
    observer: ReprocessingObserver,
  ): Promise<Conversation | "stopped" | undefined> {
    for (;;) {
      const current = await this.ports.conversations.get(state.userId, state.id);
      if (!current || current.isDeleting) return undefined;
      if (current.state.status !== "processing") return current;
      if (observer.shouldStop()) return "stopped";
      await new Promise<void>((resolve) => this.ports.scheduler.schedule(POLL_INTERVAL_MS, resolve));
    }
  }
}

function isSummarisedSince({ summarisedAt }: Conversation, { startedAt }: RunCriteria): boolean {
  return summarisedAt !== undefined && summarisedAt >= startedAt;
}

class ProgressCounter {
  private readonly countBySummariser = new Map<string, number>();
  private processed = 0;
  private skipped = 0;
  private failed = 0;
  private isStopped = false;

  constructor(private readonly total: number) {}

  countOutcome(outcome: ReprocessingOutcome): void {
    if (outcome === "stopped") this.isStopped = true;
    else this.processed += 1;
    if (outcome === "skipped") this.skipped += 1;
    else if (outcome === "failed") this.failed += 1;
    else if (outcome !== "stopped")
      this.countBySummariser.set(outcome.madeBy, (this.countBySummariser.get(outcome.madeBy) ?? 0) + 1);
  }

  get progress(): ReprocessingProgress {
    const { processed, skipped, failed, isStopped } = this;
    return {
      total: Math.max(this.total, processed),
      processed,
      countBySummariser: new Map(this.countBySummariser),
      skipped,
      failed,
      isStopped,
    };
  }
}
