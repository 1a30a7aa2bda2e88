import type { App, DisablingReason } from "../domain/app.js";
import { isLeaseLost } from "../domain/lease.js";
import { isGone, isSuccess } from "../domain/outbound-answer.js";
import { readWebhookAnswer } from "../domain/webhook-answer.js";
import type { Segment } from "../domain/transcript.js";
import { DELIVERIES_KEPT_MS, type WebhookAttempt, type WebhookDelivery } from "../domain/webhook-delivery.js";
import type {
  AppRepository,
  AppWebhook,
  Clock,
  ConversationRepository,
  EventLog,
  Ids,
  InstallationRepository,
  InstalledApp,
  OutboundResult,
  RefusalReason,
  Scheduler,
  Sealer,
  WebhookDeliveryRepository,
} from "../ports/driven/index.js";
import { describe } from "./describe.js";
import type { Notifications } from "./notifications.js";
import type { Proactive } from "./proactive.js";
import { LeasedWork, type LeasedWorkOptions } from "./leased-work.js";
import { Places, type PlaceLimits } from "./places.js";
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
const UNDER_WAY: LeasedWorkOptions = { sweepMs: 500, concurrency: 4_000 };
/** Those included that wait for their turn in the outbound client, by their apps. */
const PLACES: PlaceLimits = { inAll: 4_000, ofOne: 256, ofOneWhenFull: 8 };
const FORGETTING_EVERY_MS = 60 * 60 * 1000;
const FORGOTTEN_AT_ONCE = 1_000;

/** Nobody was called: it is no failure of the app. */
const notCalled: ReadonlySet<RefusalReason> = new Set(["busy", "circuit_open", "closed", "withdrawn"]);

/** It is of no use to call again soon. */
const useless: ReadonlySet<RefusalReason> = new Set(["invalid_url", "forbidden_address"]);

/** What an app was told, and when it was begun to be told. */
interface Told {
  readonly installed: InstalledApp;
  readonly segments: readonly Segment[];
  readonly at: Date;
  /** The same time on the monotonic clock. */
  readonly atMs: number;
}

/**
 * Sends deliveries to apps, tries them again, and hands on what the apps answer (decisions 9.4 and 9.6). The delivery
 * is the queue: a crash anywhere is only a lease that runs out, and a repeat carries the same id.
 */
export class WebhookSender {
  private readonly work: LeasedWork<WebhookDelivery>;
  private readonly forgetting: Sweeps;
  private readonly places = new Places(PLACES);

  constructor(private readonly ports: WebhookSenderPorts) {
    const { webhookDeliveries, scheduler, clock, log } = ports;
    const chores = {
      claim: (limit: number) => webhookDeliveries.claimDue(clock.now(), DELIVERY_LEASE_MS, limit),
      process: (claimed: WebhookDelivery) => this.process(claimed),
      giveBack: (claimed: WebhookDelivery) => this.giveBack(claimed),
      complain: (error: unknown) => log.error("webhook.sweep_failed", { error: describe(error) }),
    };
    this.work = new LeasedWork(scheduler, chores, UNDER_WAY);
    this.forgetting = new Sweeps(ports, {
      everyMs: FORGETTING_EVERY_MS,
      look: () => this.forget(),
      complain: (error) => log.error("webhook.forgetting_failed", { error: describe(error) }),
    });
  }

  start(): void {
    this.work.start();
    this.forgetting.start();
  }

  /** To be told that something is due. */
  nudge(): void {
    this.work.nudge();
  }

  /** As `LeasedWork.stop`. */
  async stop(graceMs: number): Promise<void> {
    await Promise.all([this.work.stop(graceMs), this.forgetting.stop()]);
  }

  /** Sends what has just been made, claimed. */
  async take({ delivery, installed }: Ready): Promise<void> {
    await this.work.hold(delivery, () => this.process(delivery, installed));
  }

  private async forget(): Promise<boolean> {
    const before = new Date(this.ports.clock.now().getTime() - DELIVERIES_KEPT_MS);
    return (await this.ports.webhookDeliveries.removeOlder(before, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE;
  }

  /** Never rejects: what is not noted is tried once more, under the same id. */
  private async process(claimed: WebhookDelivery, known?: InstalledApp): Promise<WebhookDelivery> {
    const { appId } = claimed.state;
    const leave = this.places.take(appId);
    try {
      await (leave ? this.send(claimed, known) : this.postpone(claimed, "busy"));
    } catch (error) {
      // Whoever has claimed it since sends it.
      if (!isLeaseLost(error)) await this.complain(claimed, error);
    } finally {
      leave?.();
    }
    return claimed;
  }

  private async postpone({ state: { id, lease } }: WebhookDelivery, reason: string): Promise<void> {
    const now = this.ports.clock.now();
    await this.ports.webhookDeliveries.update(id, (before) => before.notCalled(reason, lease.fence, now));
  }

  /** Of what is wrong with us, such as a secret that cannot be opened any more. */
  private async complain(claimed: WebhookDelivery, error: unknown): Promise<void> {
    const { log } = this.ports;
    const { id: delivery } = claimed.state;
    log.error("webhook.broken", { delivery, error: describe(error) });
    try {
      await this.postpone(claimed, "internal_error");
    } catch (second) {
      // The store itself fails: the lease runs out, and a sweep finds the delivery again.
      log.warn("webhook.not_noted", { delivery, error: describe(second) });
    }
  }

  private async giveBack({ state: { id, lease } }: WebhookDelivery): Promise<void> {
    const { webhookDeliveries, clock, log } = this.ports;
    try {
      await webhookDeliveries.update(id, (before) => before.giveBack(lease.fence, clock.now()));
    } catch (error) {
      if (isLeaseLost(error)) return;
      log.warn("webhook.not_given_back", { delivery: id, error: describe(error) });
    }
  }

  private async send(delivery: WebhookDelivery, known?: InstalledApp): Promise<void> {
    const { id, lease } = delivery.state;
    const { webhookDeliveries, scheduler, clock, log } = this.ports;
    const endRenewal = keepRenewing(scheduler, {
      leaseMs: DELIVERY_LEASE_MS,
      renew: () => webhookDeliveries.update(id, (before) => before.renew(lease.fence, clock.now(), DELIVERY_LEASE_MS)),
      complain: (error) => log.warn("webhook.not_renewed", { delivery: id, error: describe(error) }),
    });
    try {
      const change = await this.outcome(delivery, known);
      await webhookDeliveries.update(id, change);
    } finally {
      endRenewal();
    }
  }

  /** What the app is to be told now, or why it is to hear nothing any more. */
  private async tell({ state }: WebhookDelivery): Promise<Told | string> {
    const { userId, appId, conversationId, fromSegment, toSegment } = state;
    const { installations, conversations, clock } = this.ports;
    const installed = await installations.get(userId, appId);
    if (!installed) return "not_installed";
    if (installed.app.webhookUrl === null) return "disabled";
    const segments = await conversations.segmentsBetween(userId, conversationId, fromSegment, toSegment);
    return segments.length === 0 ? "deleted" : { installed, segments, at: clock.now(), atMs: clock.monotonicMs() };
  }

  /** Calls the app. @returns what is to be noted of it. */
  private async outcome(
    delivery: WebhookDelivery,
    known?: InstalledApp,
  ): Promise<(before: WebhookDelivery) => WebhookDelivery> {
    const { id, userId, appId, sessionId, lease } = delivery.state;
    if (sessionId === null) return (before) => before.dropped("deleted", lease.fence);
    const { installations, appWebhook, sealer, clock } = this.ports;
    const { fence } = lease;
    const begun = clock.now();
    const begunAtMs = clock.monotonicMs();
    const installed = known ?? (await installations.get(userId, appId));
    const url = installed?.app.webhookUrl;
    if (!installed || url == null) return (before) => before.dropped(installed ? "disabled" : "not_installed", fence);
    if (delivery.isTooOld(begun)) return (before) => before.dropped("too_old", fence);
    // What the user takes back while it waits for its turn is not told.
    let told: Told | string = "moved";
    const said = async (): Promise<readonly Segment[] | undefined> => {
      told = await this.tell(delivery);
      return typeof told === "string" || told.installed.app.webhookUrl !== url ? undefined : told.segments;
    };
    const secrets = signingSecretsOf(installed.app, sealer, begun);
    const result = await appWebhook.call({ id, appId, url, secrets, userId, sessionId, said });
    const heard = told as Told | string;
    if (result.kind === "refused" && result.reason === "withdrawn" && typeof heard === "string") {
      return (before) => before.dropped(heard, fence);
    }
    if (result.kind === "refused" && notCalled.has(result.reason)) {
      return (before) => before.notCalled(result.reason, fence, clock.now());
    }
    const at = typeof heard === "string" ? begun : heard.at;
    const ms = Math.round(clock.monotonicMs() - (typeof heard === "string" ? begunAtMs : heard.atMs));
    if (result.kind === "answered" && isSuccess(result.status) && typeof heard !== "string") {
      const outcome = await this.considered(delivery, sessionId, heard, result.body);
      await this.succeeded(heard.installed.app);
      return (before) => before.sent({ at, ms, status: result.status, outcome }, fence);
    }
    await this.failed(installed.app, url, result.kind === "answered" && isGone(result.status));
    const isFinal = result.kind === "answered" ? isGone(result.status) : useless.has(result.reason);
    return (before) => before.failedAttempt({ at, ms, ...reasonOf(result) }, isFinal, fence);
  }

  /** @returns what came of what the app answered, for the log of attempts. */
  private async considered(
    { state: { id, userId, conversationId } }: WebhookDelivery,
    sessionId: string,
    { installed: { app, installation }, segments }: Told,
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
  private async failed(read: App, url: string, gone: boolean): Promise<void> {
    const now = this.ports.clock.now();
    if (!gone && read.failed(now) === read) return;
    const { apps } = this.ports;
    const { id, ownerId } = read.state;
    // It may have succeeded, moved or been disabled since it was read.
    const app = await apps.get(id);
    if (app?.webhookUrl !== url) return;
    if (gone) await this.disable(app, "gone");
    else if (!app.failed(now).isEnabled) await this.disable(app, "failing");
    else await apps.update(ownerId, id, (before) => (before.webhookUrl === url ? before.failed(now) : before));
  }

  /** The owner is told first, and once however often it is begun, until the app is changed again. */
  private async disable(app: App, reason: DisablingReason): Promise<void> {
    const { apps, notifier, ids, clock, log } = this.ports;
    const { id, ownerId, name, updatedAt } = app.state;
    const now = clock.now();
    const text = `Your app ${name} is disabled: ${why[reason]}. Enable it again when that is mended.`;
    const told = ids.derived(id, "app_disabled", updatedAt.toISOString());
    await notifier.push({ id: told, userId: ownerId, appId: null, kind: "system", text }, now);
    await apps.update(ownerId, id, (before) =>
      before.webhookUrl === app.webhookUrl ? before.disable(reason, now) : before,
    );
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
