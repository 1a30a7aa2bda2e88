import type { Conversation } from "../domain/conversation.js";
import { isLeaseLost } from "../domain/lease.js";
import { WebhookDelivery } from "../domain/webhook-delivery.js";
import type {
  Clock,
  ConversationRepository,
  EventLog,
  Ids,
  InstallationRepository,
  InstalledApp,
  Scheduler,
  WebhookDeliveryRepository,
} from "../ports/driven/index.js";
import { describe } from "./describe.js";
import { Sweeps } from "./sweeps.js";

export interface WebhookFlushPorts {
  readonly conversations: Pick<ConversationRepository, "claimUnflushed" | "update">;
  readonly installations: Pick<InstallationRepository, "findByUser">;
  readonly webhookDeliveries: Pick<WebhookDeliveryRepository, "insertMissing">;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly log: EventLog;
}

/** A delivery that is to be sent now, with what it was made of. */
export interface Ready {
  readonly delivery: WebhookDelivery;
  readonly installed: InstalledApp;
}

const LEASE_MS = 10_000;
const EVERY_MS = 1_000;
/** How many sessions are being handed over at once. */
const MOST_AT_ONCE = 200;

/**
 * Hands what is new of live sessions to the apps that hear them, each part once, at most once a second a session
 * (decision 9.3). The session is the queue, and its claim says which part: after a crash the same deliveries are made
 * again, under the same ids.
 */
export class WebhookFlush {
  private readonly sweeps: Sweeps;
  private readonly underWay = new Set<Promise<void>>();

  /** @param send sends what is claimed by this process for `leaseMs` milliseconds; it never rejects. */
  constructor(
    private readonly ports: WebhookFlushPorts,
    private readonly leaseMs: number,
    private readonly send: (ready: Ready) => Promise<void>,
  ) {
    this.sweeps = new Sweeps(ports, {
      everyMs: EVERY_MS,
      look: () => this.sweep(),
      complain: (error) => ports.log.error("webhook.flush_failed", { error: describe(error) }),
    });
  }

  start(): void {
    this.sweeps.start();
  }

  /** Claims no more, and waits for what is being handed over. */
  async stop(): Promise<void> {
    await this.sweeps.stop();
    await Promise.all(this.underWay);
  }

  /** To be told of a session in which something new was said. */
  appended({ flushDueAt }: Conversation): void {
    if (flushDueAt === null) return;
    this.sweeps.nudge(flushDueAt.getTime() - this.ports.clock.now().getTime());
  }

  /** The next look does not wait for what this one has found. */
  private async sweep(): Promise<boolean> {
    const { conversations, clock } = this.ports;
    const free = MOST_AT_ONCE - this.underWay.size;
    if (free <= 0) return false;
    const due = await conversations.claimUnflushed(clock.now(), LEASE_MS, free);
    for (const conversation of due) this.track(conversation);
    return due.length === free;
  }

  private track(conversation: Conversation): void {
    const done = this.flush(conversation)
      .catch((error: unknown) => {
        // Whoever has claimed it since hands it over.
        if (isLeaseLost(error)) return;
        const fields = { conversation: conversation.state.id, error: describe(error) };
        this.ports.log.error("webhook.flush_failed", fields);
      })
      .finally(() => this.underWay.delete(done));
    this.underWay.add(done);
  }

  private async flush({ state }: Conversation): Promise<void> {
    const { userId, id, clientSessionId, live } = state;
    if (!live || live.flushUpTo === null || clientSessionId === null) return;
    const { conversations, installations, webhookDeliveries, clock } = this.ports;
    const span = { from: live.flushed, to: live.flushUpTo };
    const listening = (await installations.findByUser(userId)).filter(({ app }) => app.webhookUrl !== null);
    if (listening.length > 0) {
      const made = new Map(
        listening.map((installed) => {
          const delivery = this.deliveryFor(installed, {
            userId,
            conversationId: id,
            sessionId: clientSessionId,
            span,
          });
          return [delivery.state.id, { delivery, installed }];
        }),
      );
      const fresh = await webhookDeliveries.insertMissing(Array.from(made.values(), ({ delivery }) => delivery));
      for (const delivery of fresh) {
        const ready = made.get(delivery.state.id);
        if (ready) void this.send(ready);
      }
    }
    const now = clock.now();
    await conversations.update(userId, id, (before) => before.flushedTo(span.to, live.flush.fence, now));
  }

  private deliveryFor(
    { app }: InstalledApp,
    { span, ...of }: { userId: string; conversationId: string; sessionId: string; span: { from: number; to: number } },
  ): WebhookDelivery {
    const { id: appId, ownerId } = app.state;
    const id = this.ports.ids.derived(of.conversationId, "webhook_delivery", appId, String(span.from));
    const input = { ...of, appId, ownerId, fromSegment: span.from, toSegment: span.to };
    return WebhookDelivery.create(input, { id, now: this.ports.clock.now(), leaseMs: this.leaseMs });
  }
}
