import type { Conversation } from "../domain/conversation.js";
import { DomainError, notFound } from "../domain/errors.js";
import type { ReprocessingRun } from "../domain/reprocessing-run.js";
import type {
  Clock,
  ConversationRepository,
  ReprocessingRunRepository,
  Scheduler,
  Summariser,
  UserRepository,
} from "../ports/driven/index.js";
import type {
  ReprocessAll,
  ReprocessingProgress,
  ReprocessingUseCases,
  ReprocessingWatch,
} from "../ports/driving/index.js";
import { listAllUsers } from "./users.js";
import type { Worker } from "./worker.js";

export interface ReprocessingPorts {
  readonly conversations: ConversationRepository;
  readonly users: UserRepository;
  readonly reprocessingRuns: ReprocessingRunRepository;
  readonly summariser: Summariser;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}

/** How many are processed at once. */
export const REPROCESSED_AT_ONCE = 4;
/** How many are read at once. */
const PAGE = 50;
/** How often one is looked at that somebody is at work on, in milliseconds. */
const POLL_MS = 200;

type Outcome = { readonly madeBy: string } | "passed over" | "failed" | "left";

/** What is true of a conversation that is made in a run. */
type Wish = Pick<ReprocessingRun, "startedAt" | "outdatedOnly">;

/** The state is the progress: each conversation knows when it was made, and the run when it was begun. */
export class Reprocessing implements ReprocessingUseCases {
  constructor(
    private readonly ports: ReprocessingPorts,
    private readonly worker: Worker,
  ) {}

  async one(userId: string, id: string, watch: ReprocessingWatch): Promise<ReprocessingProgress> {
    const { conversations, clock } = this.ports;
    const existing = await conversations.get(userId, id);
    if (!existing || existing.isGone) throw notFound("Conversation");
    const tally = new Tally(1);
    const wish = { startedAt: clock.now(), outdatedOnly: false };
    tally.count(await this.make(existing, wish, watch));
    return tally.progress;
  }

  async all({ userId, outdatedOnly, anew }: ReprocessAll, watch: ReprocessingWatch): Promise<ReprocessingProgress> {
    const { conversations, users, reprocessingRuns, summariser, clock } = this.ports;
    const wanted = { userId: userId ?? null, summariser: summariser.id, outdatedOnly, startedAt: clock.now() };
    if (anew) await reprocessingRuns.restart(wanted);
    const run = await reprocessingRuns.resumeOrStart(wanted);
    const userIds = userId === undefined ? [] : [userId];
    if (userId === undefined) for await (const { state } of listAllUsers(users)) userIds.push(state.id);
    let total = 0;
    for (const each of userIds) total += await conversations.countAll(each);
    const tally = new Tally(total);
    watch.report(tally.progress);
    const walk = this.walk(userIds);
    const makeNext = async (): Promise<void> => {
      for await (const conversation of walk) {
        tally.count(watch.isStopped() ? "left" : await this.make(conversation, run, watch));
        watch.report(tally.progress);
        if (tally.progress.isStopped) return;
      }
    };
    await Promise.all(Array.from({ length: REPROCESSED_AT_ONCE }, makeNext));
    const { failed, isStopped } = tally.progress;
    // What has failed is tried again by the next who wants the same.
    if (failed === 0 && !isStopped) await reprocessingRuns.finish(run);
    return tally.progress;
  }

  private async *walk(userIds: readonly string[]): AsyncGenerator<Conversation> {
    for (const userId of userIds) {
      let before: string | undefined;
      do {
        const page: readonly Conversation[] = await this.ports.conversations.listAll(userId, PAGE, before);
        yield* page;
        before = page.at(-1)?.sortKey;
      } while (before !== undefined);
    }
  }

  private async make(seen: Conversation, wish: Wish, watch: ReprocessingWatch): Promise<Outcome> {
    const { userId, id } = seen.state;
    const { conversations, clock } = this.ports;
    for (let current = await this.settled(seen, watch); ; current = await this.settled(seen, watch)) {
      if (current === "left" || !current) return current ?? "passed over";
      if (!this.isWanted(current, wish)) return "passed over";
      try {
        const claimed = await conversations.update(userId, id, (before) =>
          before.isGone ? before : before.reprocess(clock.now(), this.worker.options.leaseMs),
        );
        if (!claimed || claimed.isGone) return "passed over";
        await this.worker.process(claimed);
        break;
      } catch (error) {
        // Somebody else has begun meanwhile.
        if (!(error instanceof DomainError && error.kind === "conflict")) throw error;
      }
    }
    const after = await this.settled(seen, watch);
    if (after === "left" || !after) return after ?? "passed over";
    return isMadeSince(after, wish) ? { madeBy: after.state.summary?.madeBy ?? "?" } : "failed";
  }

  private isWanted(conversation: Conversation, wish: Wish): boolean {
    const { status, summary } = conversation.state;
    if (status === "in_progress" || isMadeSince(conversation, wish)) return false;
    return !wish.outdatedOnly || summary?.madeBy !== this.ports.summariser.id;
  }

  /** As it is when nobody works on it any more; undefined when it is gone. */
  private async settled({ state }: Conversation, watch: ReprocessingWatch): Promise<Conversation | "left" | undefined> {
    for (;;) {
      const current = await this.ports.conversations.get(state.userId, state.id);
      if (!current || current.isGone) return undefined;
      if (current.state.status !== "processing") return current;
      if (watch.isStopped()) return "left";
      await new Promise<void>((resolve) => this.ports.scheduler.after(POLL_MS, resolve));
    }
  }
}

function isMadeSince({ state }: Conversation, { startedAt }: Wish): boolean {
  return state.digestedAt !== undefined && state.digestedAt >= startedAt;
}

class Tally {
  private readonly madeBy = new Map<string, number>();
  private seen = 0;
  private passedOver = 0;
  private failed = 0;
  private isStopped = false;

  constructor(private readonly total: number) {}

  count(outcome: Outcome): void {
    if (outcome === "left") this.isStopped = true;
    else this.seen += 1;
    if (outcome === "passed over") this.passedOver += 1;
    else if (outcome === "failed") this.failed += 1;
    else if (outcome !== "left") this.madeBy.set(outcome.madeBy, (this.madeBy.get(outcome.madeBy) ?? 0) + 1);
  }

  get progress(): ReprocessingProgress {
    const { seen, passedOver, failed, isStopped } = this;
    return { total: Math.max(this.total, seen), seen, madeBy: new Map(this.madeBy), passedOver, failed, isStopped };
  }
}
