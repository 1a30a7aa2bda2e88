import { ActionItem } from "../domain/action-item.js";
import type { Conversation } from "../domain/conversation.js";
import type { Digest } from "../domain/digest.js";
import { ProcessingBudgetExceeded } from "../domain/errors.js";
import { folded } from "../domain/folded-text.js";
import { isLeaseLost } from "../domain/lease.js";
import { Memory } from "../domain/memory.js";
import type { Transcript } from "../domain/transcript.js";
import type {
  ActionItemRepository,
  ConversationRepository,
  ExtractedItems,
  Ids,
  NotificationRepository,
  Scheduler,
  ProcessingUnitOfWork,
  WebhookDeliveryRepository,
} from "../ports/driven/index.js";
import { Companions } from "./companions.js";
import {
  BetterSummaryExists,
  ConversationSummariser,
  type ConversationSummariserPorts,
} from "./conversation-summariser.js";
import { describe } from "./describe.js";
import { folderFor } from "./folders.js";
import type { KeyedCalls } from "./keyed-calls.js";
import { LeasedWork, type LeasedWorkOptions } from "./leased-work.js";
import { keepRenewing } from "./renewal.js";

export interface WorkerPorts extends ConversationSummariserPorts {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly notifications: Pick<NotificationRepository, "deleteDependents">;
  readonly webhookDeliveries: Pick<WebhookDeliveryRepository, "detachFromConversation">;
  readonly processing: ProcessingUnitOfWork;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  /** What has been answered, and may show what is to be removed. */
  readonly answers: Pick<KeyedCalls, "forget">;
}

export interface WorkerOptions extends LeasedWorkOptions {
  /** How long a claim holds without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /** Tries of a summariser before another answers instead, or the conversation is given up as `failed`. */
  readonly attempts: number;
}

export const workerDefaults: WorkerOptions = { leaseMs: 10_000, sweepMs: 1_000, attempts: 5, concurrency: 10 };

/** Doubled after each try: 7.5 s in all, for until then a conversation is in no list. */
const FIRST_BACK_OFF_MS = 500;
/**
 * How often a process may die over a conversation, for each failure that it may have: others end it for their reasons.
 */
const DEATHS_A_TRY = 3;
/** How long a summary may wait for those that are being made beside it, in milliseconds: less than a person notices. */
const LONGEST_COMPANY_MS = 30;
/** Poll interval while a caller waits for a conversation that this process is not working on. */
const MIN_POLL_MS = 20;
const MAX_POLL_MS = 200;
/** How long work that nobody waits for may be kept waiting by requests, each time, in milliseconds. */
const LONGEST_YIELD_MS = 100;

/**
 * Does what conversations wait for: summarises those in processing, removes those being deleted. The state is the
 * queue (design 2): a crash anywhere is only a lease that runs out, and every step may be done twice.
 */
export class Worker {
  private readonly work: LeasedWork<Conversation>;
  private readonly summaries: Companions;
  private readonly summariser: ConversationSummariser;
  private isStopping = false;

  constructor(
    private readonly ports: WorkerPorts,
    readonly options: WorkerOptions,
  ) {
    this.summaries = new Companions(ports.scheduler, LONGEST_COMPANY_MS);
    this.summariser = new ConversationSummariser(ports, options.attempts);
    const { conversations, clock, scheduler, log } = ports;
    this.work = new LeasedWork(
      scheduler,
      {
        claim: (limit) => conversations.claimDue(clock.now(), options.leaseMs, limit),
        process: (claimed) => this.whenIdle().then(() => this.withRenewal(claimed)),
        giveBack: (claimed) => this.giveBack(claimed),
        complain: (error) => log.error("worker.sweep_failed", { error: describe(error) }),
      },
      options,
    );
  }

  /** Looks for work that nobody holds, now and ever again, until `stop`. */
  start(): void {
    this.work.start();
  }

  /** To be told that there is work that nobody holds. */
  nudge(): void {
    this.work.nudge();
  }

  /** As `LeasedWork.stop`. */
  stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    return this.work.stop(graceMs);
  }

  /**
   * Does what a claimed conversation waits for. Never rejects: a failure is logged and tried again. When the worker
   * has been told to stop, it is given back instead.
   * @param transcript what was said, where it is at hand: it is read otherwise.
   * @returns the conversation as it is then; undefined when it is gone.
   */
  process(claimed: Conversation, transcript?: Transcript): Promise<Conversation | undefined> {
    return this.work.hold(claimed, () => this.withRenewal(claimed, transcript));
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
    const delayMs = Math.min(Math.max(dueInMs, MIN_POLL_MS), MAX_POLL_MS);
    return new Promise((resolve) => scheduler.after(delayMs, resolve, { isAwaited: true }));
  }

  /** @returns the result of `process` when this process claimed the conversation, else the stored conversation. */
  private async retryIfDue(seen: Conversation, transcript?: Transcript): Promise<Conversation | undefined> {
    const { conversations, clock, log } = this.ports;
    const { userId, id } = seen.state;
    try {
      const current = await conversations.get(userId, id);
      if (!current || current.isGone) return undefined;
      if (!isWaiting(current, clock.now())) return current;
      let isClaimed = false as boolean;
      const claimed = await conversations.update(userId, id, (before) => {
        isClaimed = isWaiting(before, clock.now());
        return isClaimed ? before.claim(clock.now(), this.options.leaseMs) : before;
      });
      if (!claimed || claimed.isGone) return undefined;
      return isClaimed ? await this.process(claimed, transcript) : claimed;
    } catch (error) {
      // The store failed: the last known state is returned.
      log.warn("conversation.retry_failed", { conversation: id, error: describe(error) });
      return seen;
    }
  }

  /**
   * Removes all that is left of a conversation marked `deleting` (decision 4.11). It is buried last, so that whoever
   * finds it after a crash does all of it once more. Answers that show what was derived from it name it as well, so
   * that they are found by its id alone, though what they show is gone by then.
   */
  private async erase(conversation: Conversation): Promise<void> {
    const { userId, id } = conversation.state;
    await this.forget(conversation);
    await this.ports.answers.forget(userId, [id]);
    await this.ports.conversations.deleteWithTombstone(userId, id);
  }

  /** Those who wait for an answer come first. */
  private whenIdle(): Promise<void> {
    return new Promise((resolve) => this.ports.scheduler.whenIdle(LONGEST_YIELD_MS, resolve));
  }

  private async summarise(claimed: Conversation, given?: Transcript): Promise<Conversation | undefined> {
    const { userId, id, lease, draft } = claimed.state;
    const { processing, conversations, ids, clock, log } = this.ports;
    const digest = draft ?? (await this.summaries.join(() => this.summariser.summarise(claimed, given)));
    if (!digest) return conversations.get(userId, id);
    if (!draft) log.info("conversation.summarised", { conversation: id, summariser: digest.madeBy });
    const now = clock.now();
    return processing.completeProcessing(userId, id, {
      digest,
      extractItems: (kept) => this.derived(claimed, kept, now),
      selectFolder: ({ category }) => folderFor(ids, userId, category),
      fence: lease.fence,
      now,
    });
  }

  /** Decision 4.13: the same text said twice is one, and always the same one. */
  private derived({ state: { userId, id, createdAt } }: Conversation, kept: Digest, now: Date): ExtractedItems {
    const birth = (kind: string, text: string) => ({
      id: this.ports.ids.derived(id, kind, folded(text)),
      userId,
      conversationId: id,
      saidAt: createdAt,
      now,
    });
    return {
      actionItems: kept.actionItems.map((found, position) =>
        ActionItem.extracted(found, { ...birth("action_item", found.description), position }),
      ),
      memories: kept.memories.map((found) => Memory.extracted(found, birth("memory", found.content))),
    };
  }

  /** Keeps the lease while the work takes longer than it, and deals with what goes wrong. */
  private async withRenewal(claimed: Conversation, transcript?: Transcript): Promise<Conversation | undefined> {
    const stopRenewing = this.keepRenewing(claimed);
    try {
      if (claimed.isGone) {
        await this.erase(claimed);
        return undefined;
      }
      const after = this.hasKilledEnough(claimed)
        ? await this.giveUp(claimed)
        : await this.summarise(claimed, transcript);
      if (!after) await this.forget(claimed);
      return after;
    } catch (error) {
      return await this.recover(claimed, error);
    } finally {
      stopRenewing();
    }
  }

  private keepRenewing({ state: { userId, id, lease } }: Conversation): () => void {
    const { conversations, scheduler, clock, log } = this.ports;
    const { leaseMs } = this.options;
    return keepRenewing(scheduler, {
      leaseMs,
      renew: () => conversations.update(userId, id, (before) => before.renew(lease.fence, clock.now(), leaseMs)),
      complain: (error) => log.warn("conversation.lease_not_renewed", { conversation: id, error: String(error) }),
    });
  }

  private async recover(claimed: Conversation, error: unknown): Promise<Conversation | undefined> {
    if (this.work.hasGivenBack) return claimed;
    const { conversations, log } = this.ports;
    const { userId, id } = claimed.state;
    try {
      if (isLeaseLost(error)) {
        const current = await conversations.get(userId, id);
        // Deleted while it was being worked on: whatever was derived meanwhile goes with it.
        if (!current) await this.forget(claimed);
        if (!current?.isGone) return current;
        await this.erase(current);
        return undefined;
      }
      if (error instanceof BetterSummaryExists) return await this.keep(claimed, error);
      log.error("conversation.processing_failed", { conversation: id, error: describe(error) });
      return await this.tryLater(claimed, error);
    } catch (second) {
      // The store itself fails: the lease runs out, and a sweep finds the conversation again.
      log.error("conversation.recovery_failed", { conversation: id, error: describe(second) });
      return claimed;
    }
  }

  private async tryLater(claimed: Conversation, error: unknown): Promise<Conversation | undefined> {
    const { conversations, clock } = this.ports;
    const { userId, id, lease } = claimed.state;
    const now = clock.now();
    // Removing what the user deleted is never given up.
    if (lease.attempts >= this.mostAttempts && !claimed.isGone) return this.giveUp(claimed);
    const backOff = FIRST_BACK_OFF_MS * 2 ** Math.min(lease.attempts - 1, 8);
    const until = new Date(now.getTime() + backOff);
    const ranOutOfMemory = error instanceof ProcessingBudgetExceeded && error.resource === "memory";
    return conversations.update(userId, id, (before) => before.postpone(lease.fence, until, ranOutOfMemory));
  }

  /** A transcript that ends the process each time it is tried is not tried for ever; few deaths are of its making. */
  private hasKilledEnough({ state }: Conversation): boolean {
    return state.lease.attempts > DEATHS_A_TRY * this.mostAttempts;
  }

  /** Whoever is to fall back on has as many tries of its own. */
  private get mostAttempts(): number {
    return this.options.attempts * (this.ports.fallbackSummariser ? 2 : 1);
  }

  /** Nothing is lost: what there is stands. */
  private async keep(
    { state }: Conversation,
    { madeBy, cause }: BetterSummaryExists,
  ): Promise<Conversation | undefined> {
    const { conversations, clock, log } = this.ports;
    const { userId, id, lease } = state;
    log.warn("conversation.summary_kept", { conversation: id, summariser: madeBy, error: describe(cause) });
    return conversations.update(userId, id, (before) => before.fail(lease.fence, clock.now()));
  }

  private async giveUp({ state: { userId, id, lease } }: Conversation): Promise<Conversation | undefined> {
    const { conversations, clock, log } = this.ports;
    log.error("conversation.given_up", { conversation: id, attempts: lease.attempts });
    return conversations.update(userId, id, (before) => before.fail(lease.fence, clock.now()));
  }

  private async giveBack(conversation: Conversation): Promise<void> {
    const { conversations, clock, log } = this.ports;
    const { userId, id, lease } = conversation.state;
    try {
      await conversations.update(userId, id, (before) => before.postpone(lease.fence, clock.now()));
    } catch (error) {
      if (!isLeaseLost(error)) log.warn("conversation.not_given_back", { conversation: id, error: describe(error) });
    }
  }

  /** Removes what was derived from it and not touched by the user (decision 4.11). */
  private async forget({ state: { userId, id } }: Conversation): Promise<void> {
    const { actionItems, memories, notifications, webhookDeliveries, clock } = this.ports;
    const now = clock.now();
    await Promise.all([
      ...[actionItems, memories, webhookDeliveries].map((each) => each.detachFromConversation(userId, id, now)),
      notifications.deleteDependents(userId, { kind: "conversation", id }, now),
    ]);
  }
}

/** Whether an attempt may begin. */
const isWaiting = (conversation: Conversation, now: Date): boolean =>
  conversation.state.status === "processing" && conversation.isDue(now);
