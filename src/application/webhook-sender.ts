import type { App, DisablingReason } from "../domain/app.js";
import { isLeaseLost } from "../domain/lease.js";
import { isSuccess } from "../domain/outbound-answer.js";
import { readWebhookAnswer } from "../domain/webhook-answer.js";
import { DELIVERIES_KEPT_MS, type WebhookAttempt, type WebhookDelivery } from "../domain/webhook-delivery.js";
import type {
  AppRepository,
  AppWebhook,
  Clock,
  ConversationRepository,
  EventLog,
  Ids,
  InstallationRepository,
  OutboundResult,
  RefusalReason,
  Scheduler,
  Sealer,
  WebhookDeliveryRepository,
} from "../ports/driven/index.js";
import { describe } from "./describe.js";
import type { Notifications } from "./notifications.js";
import type { Proactive } from "./proactive.js";
import { keepRenewing } from "./renewal.js";
import { signingSecretsOf } from "./signing-secrets.js";
import { Sweeps } from "./sweeps.js";
import type { Ready } from "./webhook-flush.js";

export interface WebhookSenderPorts {
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly conversations: Pick<ConversationRepository, "segmentsBetween">;
  readonly installations: Pick<InstallationRepository, "get">;
  readonly apps: Pick<AppRepository, "get" | "update">;
  readonly appWebhook: AppWebhook;
  readonly sealer: Sealer;
  readonly proactive: Pick<Proactive, "consider">;
  readonly notifier: Pick<Notifications, "push">;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly ids: Ids;
  readonly log: EventLog;
}

/** Longer than a call may take: another process takes over soon after this one has died, before it is too late. */
export const DELIVERY_LEASE_MS = 8_000;
const EVERY_MS = 500;
/** How many are under way at once, those included that wait for their turn in the outbound client. */
const MOST_AT_ONCE = 4_000;
/** Of one app: as many as may be called and wait. When half of all are taken, as many as may be called. */
const MOST_OF_APP = 256;
const MOST_OF_APP_WHEN_FULL = 8;
const FORGETTING_EVERY_MS = 60 * 60 * 1000;
const FORGOTTEN_AT_ONCE = 1_000;

/** Nobody was called: it is no failure of the app. */
const notCalled: ReadonlySet<RefusalReason> = new Set(["busy", "circuit_open", "closed"]);

const GONE = 410;

/**
 * Sends deliveries to apps, tries them again, and hands on what the apps answer (decisions 9.4 and 9.6). The delivery
 * is the queue: a crash anywhere is only a lease that runs out, and a repeat carries the same id.
 */
export class WebhookSender {
  private readonly sweeps: Sweeps;
  private readonly forgetting: Sweeps;
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly ofApp = new Map<string, number>();

  constructor(private readonly ports: WebhookSenderPorts) {
    const { log } = ports;
    this.sweeps = new Sweeps(ports, {
      everyMs: EVERY_MS,
      look: () => this.sweep(),
      complain: (error) => log.error("webhook.sweep_failed", { error: describe(error) }),
    });
    this.forgetting = new Sweeps(ports, {
      everyMs: FORGETTING_EVERY_MS,
      look: () => this.forget(),
      complain: (error) => log.error("webhook.forgetting_failed", { error: describe(error) }),
    });
  }

  start(): void {
    this.sweeps.start();
    this.forgetting.start();
  }

  /** To be told that something is due. */
  nudge(): void {
    this.sweeps.nudge();
  }

  /** Takes no more, and waits `graceMs` milliseconds for what is under way; the rest is another process's, later. */
  async stop(graceMs: number): Promise<void> {
    await Promise.all([this.sweeps.stop(), this.forgetting.stop()]);
    const { promise: grace, resolve } = Promise.withResolvers<undefined>();
    const cancel = this.ports.scheduler.after(graceMs, () => resolve(undefined));
    await Promise.race([Promise.all(this.underWay.values()), grace]);
    cancel();
  }

  /** Sends what has just been made, claimed. */
  take(deliveries: readonly Ready[]): void {
    for (const { delivery, ...known } of deliveries) this.track(delivery, known);
  }

  private async sweep(): Promise<boolean> {
    const free = MOST_AT_ONCE - this.underWay.size;
    if (free <= 0) return false;
    const due = await this.ports.webhookDeliveries.claimDue(this.ports.clock.now(), DELIVERY_LEASE_MS, free);
    for (const delivery of due) this.track(delivery);
    return due.length === free;
  }

  private async forget(): Promise<boolean> {
    const before = new Date(this.ports.clock.now().getTime() - DELIVERIES_KEPT_MS);
    return (await this.ports.webhookDeliveries.removeOlder(before, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE;
  }

  private track(delivery: WebhookDelivery, known?: Omit<Ready, "delivery">): void {
    const { id, appId, lease } = delivery.state;
    const key = `${id}#${lease.fence}`;
    const own = this.ofApp.get(appId) ?? 0;
    const done = (this.hasRoom(own) ? this.send(delivery, known) : this.postpone(delivery))
      .catch((error: unknown) => {
        // Whoever has claimed it since sends it.
        if (!isLeaseLost(error)) this.ports.log.error("webhook.failed", { delivery: id, error: describe(error) });
      })
      .finally(() => {
        this.underWay.delete(key);
        const left = (this.ofApp.get(appId) ?? 0) - 1;
        if (left > 0) this.ofApp.set(appId, left);
        else this.ofApp.delete(appId);
      });
    this.underWay.set(key, done);
    this.ofApp.set(appId, own + 1);
  }

  /** Apps that are slow, however many, leave room for those that are not. @param own how many the app has. */
  private hasRoom(own: number): boolean {
    const isHalfFull = this.underWay.size >= MOST_AT_ONCE / 2;
    return this.underWay.size < MOST_AT_ONCE && own < (isHalfFull ? MOST_OF_APP_WHEN_FULL : MOST_OF_APP);
  }

  private async postpone({ state: { id, lease } }: WebhookDelivery): Promise<void> {
    const now = this.ports.clock.now();
    await this.ports.webhookDeliveries.update(id, (before) => before.notCalled("busy", lease.fence, now));
  }

  private async send(delivery: WebhookDelivery, known?: Omit<Ready, "delivery">): Promise<void> {
    const { id, lease } = delivery.state;
    const { webhookDeliveries, scheduler, clock, log } = this.ports;
    const endRenewal = keepRenewing(scheduler, {
      leaseMs: DELIVERY_LEASE_MS,
      renew: () => webhookDeliveries.update(id, (before) => before.renew(lease.fence, clock.now(), DELIVERY_LEASE_MS)),
      complain: (error) => log.warn("webhook.not_renewed", { delivery: id, error: describe(error) }),
    });
    try {
      const change = await this.outcome(delivery, known ?? (await this.read(delivery)));
      await webhookDeliveries.update(id, change);
    } finally {
      endRenewal();
    }
  }

  /** What it is made of, or why nobody is to hear it any more. */
  private async read({ state }: WebhookDelivery): Promise<Omit<Ready, "delivery"> | string> {
    const { userId, appId, conversationId, fromSegment, toSegment } = state;
    const installed = await this.ports.installations.get(userId, appId);
    if (!installed) return "not_installed";
    const span = { from: fromSegment, to: toSegment };
    const segments = await this.ports.conversations.segmentsBetween(userId, conversationId, span);
    return segments.length === 0 ? "deleted" : { installed, segments };
  }

  /** Calls the app. @returns what is to be noted of it. */
  private async outcome(
    delivery: WebhookDelivery,
    made: Omit<Ready, "delivery"> | string,
  ): Promise<(before: WebhookDelivery) => WebhookDelivery> {
    const { id, userId, sessionId, lease } = delivery.state;
    const { appWebhook, sealer, clock } = this.ports;
    const { fence } = lease;
    const dropped = (reason: string) => (before: WebhookDelivery) => before.dropped(reason, fence);
    if (typeof made === "string") return dropped(made);
    const { app } = made.installed;
    const url = app.webhookUrl;
    if (url === null) return dropped("disabled");
    const at = clock.now();
    if (delivery.isTooOld(at)) return dropped("too_old");
    const secrets = signingSecretsOf(app, sealer, at);
    const { segments } = made;
    const result = await appWebhook.call({ id, appId: app.state.id, url, secrets, userId, sessionId, segments });
    const ms = clock.now().getTime() - at.getTime();
    if (result.kind === "refused" && notCalled.has(result.reason)) {
      return (before) => before.notCalled(result.reason, fence, clock.now());
    }
    if (result.kind === "answered" && isSuccess(result.status)) {
      const outcome = await this.considered(delivery, made, result.body);
      await this.succeeded(app);
      return (before) => before.sent({ at, ms, status: result.status, outcome }, fence);
    }
    const isGone = result.kind === "answered" && result.status === GONE;
    await this.failed(app, isGone);
    return (before) => before.failedAttempt({ at, ms, ...reasonOf(result) }, isGone, fence);
  }

  /** @returns what came of what the app answered, for the log of attempts. */
  private async considered(
    { state: { id, userId, conversationId, sessionId } }: WebhookDelivery,
    { installed: { app, installation }, segments }: Omit<Ready, "delivery">,
    body: string,
  ): Promise<string> {
    const answer = readWebhookAnswer(body, sessionId);
    const offer = { app, installation, userId, conversationId, deliveryId: id, answer, said: segments };
    const considered = await this.ports.proactive.consider(offer, this.ports.clock.now());
    return considered.kind === "suppressed" ? considered.reason : considered.kind;
  }

  private async succeeded(app: App): Promise<void> {
    const { id, ownerId } = app.state;
    if (app.succeeded() !== app) await this.ports.apps.update(ownerId, id, (before) => before.succeeded());
  }

  /** Every call counts, not only a delivery's last: while the breaker is open none comes to its last. */
  private async failed(app: App, isGone: boolean): Promise<void> {
    if (isGone) return this.disable(app, "gone");
    const now = this.ports.clock.now();
    if (app.failed(now) === app) return;
    const { apps } = this.ports;
    const { id, ownerId } = app.state;
    // It may have succeeded since it was read, at another call.
    const current = await apps.get(id);
    if (current?.isEnabled !== true) return;
    if (!current.failed(now).isEnabled) await this.disable(current, "failing");
    else await apps.update(ownerId, id, (before) => before.failed(now));
  }

  /** The owner is told first, and once however often it is begun, until the app is enabled again. */
  private async disable(app: App, reason: DisablingReason): Promise<void> {
    const { apps, notifier, ids, clock, log } = this.ports;
    const { id, ownerId, name, updatedAt } = app.state;
    const now = clock.now();
    const text = `Your app ${name} is disabled: ${why[reason]}. Enable it again when that is mended.`;
    const told = ids.derived(id, "app_disabled", updatedAt.toISOString());
    await notifier.push({ id: told, userId: ownerId, appId: null, kind: "system", text }, now);
    await apps.update(ownerId, id, (before) => before.disable(reason, now));
    log.info("app.disabled", { app: id, reason });
  }
}

const why: Readonly<Record<DisablingReason, string>> = {
  owner: "you have disabled it",
  failing: "its webhook has only failed for 72 hours",
  gone: "its webhook answers that it is gone (410)",
};

function reasonOf(result: OutboundResult): Pick<WebhookAttempt, "status" | "outcome"> {
  return result.kind === "answered"
    ? { status: result.status, outcome: "unsuccessful" }
    : { status: null, outcome: result.reason };
}
