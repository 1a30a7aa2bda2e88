import { formatError } from "../../domain/errors.js";
import type { Conversation } from "../../domain/conversation/conversation.js";
import { isLeaseLost } from "../../domain/lease.js";
import { WebhookDelivery } from "../../domain/webhook/webhook-delivery.js";
import type {
  Clock,
  ConversationRepository,
  EventLog,
  IdGenerator,
  InstallationRepository,
  InstalledApp,
  Scheduler,
  WebhookDeliveryRepository,
} from "../../ports/driven/index.js";
import { Poller } from "./poller.js";

export interface WebhookDispatcherPorts {
  readonly conversations: Pick<ConversationRepository, "claimUnflushed" | "update">;
  readonly installations: Pick<InstallationRepository, "findByUser">;
  readonly webhookDeliveries: Pick<WebhookDeliveryRepository, "insertMissing">;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: IdGenerator;
  readonly log: EventLog;
}

/** A delivery that this process has created and claimed, with the installed app. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly installed: InstalledApp;
}

const FLUSH_LEASE_MS = 10_000;
const POLL_INTERVAL_MS = 1_000;
/** Maximum number of sessions that are flushed concurrently. */
const MAX_CONCURRENT_FLUSHES = 200;

/**
 * Creates the deliveries of new segments of live sessions to the installed apps, at most once a second per session.
 * The sessions are the queue, and the claim fixes the range of segments: after a crash the same deliveries are created
 * again with the same IDs.
 */
export class WebhookDispatcher {
  private readonly poller: Poller;
  private readonly runningFlushes = new Set<Promise<void>>();

  /**
   * @param deliveryLeaseMs how long this process holds the new deliveries, in milliseconds.
   * @param send sends a new delivery; never rejects.
   */
  constructor(
    private readonly ports: WebhookDispatcherPorts,
    private readonly deliveryLeaseMs: number,
    private readonly send: (claimed: ClaimedDelivery) => Promise<void>,
  ) {
    this.poller = new Poller(ports, {
      intervalMs: POLL_INTERVAL_MS,
      poll: () => this.startDueFlushes(),
      onError: (error) => ports.log.error("webhook.flush_failed", { error: formatError(error) }),
    });
  }

  start(): void {
    this.poller.start();
  }

  /** Claims no more sessions and waits for the running flushes. */
  async stop(): Promise<void> {
    await this.poller.stop();
    await Promise.all(this.runningFlushes);
  }

  /** Call it when new segments were appended to a session. */
  onSegmentsAppended({ flushDueAt }: Conversation): void {
    if (flushDueAt === null) return;
    this.poller.wake(flushDueAt.getTime() - this.ports.clock.now().getTime());
  }

  /** Starts the flushes without waiting for them, so that they do not delay the next poll. */
  private async startDueFlushes(): Promise<boolean> {
    const { conversations, clock } = this.ports;
    const freeCount = MAX_CONCURRENT_FLUSHES - this.runningFlushes.size;
    if (freeCount <= 0) return false;
    const due = await conversations.claimUnflushed(clock.now(), FLUSH_LEASE_MS, freeCount);
    for (const conversation of due) this.startFlush(conversation);
    return due.length === freeCount;
  }

  private startFlush(conversation: Conversation): void {
    const flush = this.flush(conversation)
      .catch((error: unknown) => {
        // When the lease is lost, its new holder flushes the session.
        if (isLeaseLost(error)) return;
        const fields = { conversation: conversation.state.id, error: formatError(error) };
        this.ports.log.error("webhook.flush_failed", fields);
      })
      .finally(() => this.runningFlushes.delete(flush));
    this.runningFlushes.add(flush);
  }

  private async flush({ state }: Conversation): Promise<void> {
    const { userId, id, clientSessionId, live } = state;
    if (!live || live.flushUpTo === null || clientSessionId === null) return;
    const { conversations, installations, webhookDeliveries, clock } = this.ports;
    const range = { from: live.flushed, to: live.flushUpTo };
    const installedApps = (await installations.findByUser(userId)).filter(({ app }) => app.webhookUrl !== null);
    if (installedApps.length > 0) {
      const deliveriesById = new Map(
        installedApps.map((installed) => {
          const delivery = this.createDelivery(installed, {
            userId,
            conversationId: id,
            sessionId: clientSessionId,
            range,
          });
          return [delivery.state.id, { delivery, installed }];
        }),
      );
      const inserted = await webhookDeliveries.insertMissing(
        Array.from(deliveriesById.values(), ({ delivery }) => delivery),
      );
      for (const delivery of inserted) {
        const claimed = deliveriesById.get(delivery.state.id);
        if (claimed) void this.send(claimed);
      }
    }
    const now = clock.now();
    await conversations.update(userId, id, (current) => current.completeFlush(range.to, live.flush.fence, now));
  }

  private createDelivery(
    { app }: InstalledApp,
    {
      range,
      ...session
    }: { userId: string; conversationId: string; sessionId: string; range: { from: number; to: number } },
  ): WebhookDelivery {
    const { id: appId, ownerId } = app.state;
    const id = this.ports.ids.derive(session.conversationId, "webhook_delivery", appId, String(range.from));
    const input = { ...session, appId, ownerId, fromSegment: range.from, toSegment: range.to };
    return WebhookDelivery.create(input, { id, now: this.ports.clock.now(), leaseMs: this.deliveryLeaseMs });
  }
}
