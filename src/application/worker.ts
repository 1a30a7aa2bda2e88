import { ActionItem } from "../domain/action-item.js";
import type { Conversation } from "../domain/conversation.js";
import { isLeaseLost } from "../domain/lease.js";
import type {
  ActionItemRepository,
  Clock,
  ConversationRepository,
  EventLog,
  Ids,
  Scheduler,
  Summariser,
  UserRepository,
} from "../ports/driven/index.js";
import { folderFor } from "./folders.js";

export interface WorkerPorts {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly users: UserRepository;
  readonly summariser: Summariser;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EventLog;
}

export interface WorkerOptions {
  /** How long a claim holds without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /** How often the store is asked for work that nobody holds, in milliseconds. */
  readonly sweepMs: number;
  /** Tries before a conversation is given up as `failed`. */
  readonly attempts: number;
  /** How many a sweep works on at once. */
  readonly concurrency: number;
}

export const workerDefaults: WorkerOptions = { leaseMs: 10_000, sweepMs: 1_000, attempts: 5, concurrency: 10 };

const FIRST_BACK_OFF_MS = 1_000;

/**
 * Does what conversations wait for: summarises those in processing, removes those being deleted. The state is the
 * queue (design 2): a crash anywhere is only a lease that runs out, and every step may be done twice.
 */
export class Worker {
  private readonly running = new Map<string, { conversation: Conversation; done: Promise<unknown> }>();
  private cancelSweep: () => void = () => undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly ports: WorkerPorts,
    readonly options: WorkerOptions,
  ) {}

  /** Looks for work that nobody holds, now and ever again, until `stop`. */
  start(): void {
    this.sweeping = this.sweep();
  }

  /**
   * Takes no more work, waits `graceMs` milliseconds for what is at hand, and gives the rest back, so that another
   * process need not wait for the leases to run out.
   */
  async stop(graceMs: number): Promise<void> {
    this.stopped = true;
    this.cancelSweep();
    const finished = this.sweeping.then(() => Promise.all([...this.running.values()].map(({ done }) => done)));
    let cancel: () => void = () => undefined;
    const grace = new Promise<void>((resolve) => (cancel = this.ports.scheduler.after(graceMs, resolve)));
    await Promise.race([finished, grace]);
    cancel();
    await Promise.all([...this.running.values()].map(({ conversation }) => this.giveBack(conversation)));
  }

  /**
   * Does what a claimed conversation waits for. Never rejects: a failure is logged and tried again.
   * @returns the conversation as it is then; undefined when it is gone.
   */
  async process(claimed: Conversation): Promise<Conversation | undefined> {
    const { id, lease } = claimed.state;
    const key = `${id}#${lease.fence}`;
    const done = this.withRenewal(claimed);
    this.running.set(key, { conversation: claimed, done });
    try {
      return await done;
    } finally {
      this.running.delete(key);
    }
  }

  /**
   * Removes a conversation marked `deleting` as far as that can be done now. Never rejects: what fails, and what a
   * worker that still holds it may insert, is left to the sweep, when that claim has run out.
   */
  async remove(marked: Conversation): Promise<void> {
    if (marked.isDue(this.ports.clock.now())) {
      await this.process(marked);
      return;
    }
    await this.forget(marked).catch((error: unknown) => {
      this.ports.log.error("conversation.removal_failed", { conversation: marked.state.id, error: describe(error) });
    });
  }

  /** Removes all that is left of a conversation marked `deleting` (decision 4.11). */
  private async erase(conversation: Conversation): Promise<void> {
    const { userId, id } = conversation.state;
    await this.ports.actionItems.releaseConversation(userId, id, this.ports.clock.now());
    await this.ports.conversations.bury(userId, id);
  }

  private async sweep(): Promise<void> {
    const { conversations, clock, scheduler, log } = this.ports;
    try {
      const free = this.options.concurrency - this.running.size;
      const due = free > 0 ? await conversations.claimDue(clock.now(), this.options.leaseMs, free) : [];
      // What was claimed while the worker was told to stop is for another process.
      if (this.stopped) await Promise.all(due.map((conversation) => this.giveBack(conversation)));
      else for (const conversation of due) void this.process(conversation);
    } catch (error) {
      log.error("worker.sweep_failed", { error: describe(error) });
    }
    if (!this.stopped) this.cancelSweep = scheduler.after(this.options.sweepMs, () => this.start());
  }

  private async summarise(claimed: Conversation): Promise<Conversation | undefined> {
    const { userId, id, lease } = claimed.state;
    const { conversations, actionItems, ids, clock } = this.ports;
    const drafted = claimed.state.draft ? claimed : await this.draft(claimed);
    const draft = drafted?.state.draft;
    if (!draft) return drafted;
    const items = draft.actionItems.map((found) =>
      ActionItem.extracted(found, {
        id: ids.derived(id, "action_item", normalised(found.description)),
        userId,
        conversationId: id,
        saidAt: claimed.state.createdAt,
        now: clock.now(),
      }),
    );
    await actionItems.replaceExtracted(userId, id, items, lease.fence);
    const folderId = folderFor(ids, userId, draft.category);
    return conversations.update(userId, id, (before) => before.complete(folderId, lease.fence, clock.now()));
  }

  /** Keeps the digest before anything is derived from it: a rerun derives the same (decision 4.13). */
  private async draft(claimed: Conversation): Promise<Conversation | undefined> {
    const { userId, id, lease, startedAt, language } = claimed.state;
    const { conversations, users, summariser } = this.ports;
    const [transcripts, user] = await Promise.all([conversations.transcripts(userId, [id]), users.get(userId)]);
    const transcript = transcripts.get(id);
    if (!transcript) return conversations.get(userId, id);
    const digest = await summariser.summarise(transcript, {
      startedAt,
      language,
      timeZone: user?.state.timeZone ?? "UTC",
      userName: user?.state.displayName ?? userId,
    });
    return conversations.update(userId, id, (before) => before.keepDigest(digest, lease.fence));
  }

  /** Keeps the lease while the work takes longer than it, and deals with what goes wrong. */
  private async withRenewal(claimed: Conversation): Promise<Conversation | undefined> {
    const stopRenewing = this.renewUntilStopped(claimed);
    try {
      if (claimed.isGone) {
        await this.erase(claimed);
        return undefined;
      }
      const after = this.hasKilledEnough(claimed) ? await this.giveUp(claimed) : await this.summarise(claimed);
      if (!after) await this.forget(claimed);
      return after;
    } catch (error) {
      return await this.recover(claimed, error);
    } finally {
      stopRenewing();
    }
  }

  private renewUntilStopped(claimed: Conversation): () => void {
    const { conversations, scheduler, clock, log } = this.ports;
    const { userId, id, lease } = claimed.state;
    const { leaseMs } = this.options;
    let cancel: () => void = () => undefined;
    const renewLater = (): void => {
      cancel = scheduler.after(leaseMs / 3, () => {
        renewLater();
        conversations
          .update(userId, id, (before) => before.renew(lease.fence, clock.now(), leaseMs))
          .catch((error: unknown) => {
            // A store that fails may answer the next time: there is one more before the lease runs out.
            if (isLeaseLost(error)) cancel();
            log.warn("conversation.lease_not_renewed", { conversation: id, error: String(error) });
          });
      });
    };
    renewLater();
    return () => {
      cancel();
    };
  }

  private async recover(claimed: Conversation, error: unknown): Promise<Conversation | undefined> {
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
      log.error("conversation.processing_failed", { conversation: id, error: describe(error) });
      return await this.tryLater(claimed);
    } catch (second) {
      // The store itself fails: the lease runs out, and a sweep finds the conversation again.
      log.error("conversation.recovery_failed", { conversation: id, error: describe(second) });
      return claimed;
    }
  }

  private async tryLater(claimed: Conversation): Promise<Conversation | undefined> {
    const { conversations, clock } = this.ports;
    const { userId, id, lease } = claimed.state;
    const now = clock.now();
    // Removing what the user deleted is never given up.
    if (lease.attempts >= this.options.attempts && !claimed.isGone) return this.giveUp(claimed);
    const backOff = FIRST_BACK_OFF_MS * 2 ** Math.min(lease.attempts - 1, 8);
    const until = new Date(now.getTime() + backOff);
    return conversations.update(userId, id, (before) => before.postpone(lease.fence, until));
  }

  /** A transcript that ends the process each time it is tried is not tried for ever. */
  private hasKilledEnough({ state }: Conversation): boolean {
    return state.lease.attempts > this.options.attempts;
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

  private async forget({ state }: Conversation): Promise<void> {
    await this.ports.actionItems.releaseConversation(state.userId, state.id, this.ports.clock.now());
  }
}

/** Decision 4.13: the same text said twice is one item. */
function normalised(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
