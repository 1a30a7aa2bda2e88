import { formatError } from "../../domain/errors.js";
import type { App, DisablingReason } from "../../domain/app/app.js";
import { isLeaseLost } from "../../domain/lease.js";
import type { WebhookResponse } from "../../domain/webhook/webhook-response.js";
import type { Segment } from "../../domain/conversation/transcript.js";
import {
  DELIVERY_RETENTION_MS,
  type WebhookAttempt,
  type WebhookDelivery,
} from "../../domain/webhook/webhook-delivery.js";
import type {
  AppRepository,
  AppWebhookClient,
  Bulkhead,
  BulkheadOptions,
  Clock,
  ConversationRepository,
  EventLog,
  IdGenerator,
  InstallationRepository,
  InstalledApp,
  OutboundFailureReason,
  RuntimeComponents,
  Scheduler,
  SecretCipher,
  WebhookCallResult,
  WebhookDeliveryRepository,
} from "../../ports/driven/index.js";
import type { Notifications } from "../notifications/notifications.js";
import type { ProactiveNotifications } from "../notifications/proactive-notifications.js";
import { LeaseWorker, type LeaseWorkerOptions } from "./lease-worker.js";
import { decryptSigningSecrets } from "../apps/apps.js";
import { Poller } from "./poller.js";
import type { ClaimedDelivery } from "./webhook-dispatcher.js";

export interface WebhookDeliveryWorkerPorts {
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly conversations: Pick<ConversationRepository, "getSegmentsBetween">;
  readonly installations: Pick<InstallationRepository, "get">;
  readonly apps: Pick<AppRepository, "get" | "update">;
  readonly appWebhook: AppWebhookClient;
  readonly secretCipher: SecretCipher;
  readonly proactive: Pick<ProactiveNotifications, "notifyIfAllowed">;
  readonly notifier: Pick<Notifications, "push">;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly runtime: Pick<RuntimeComponents, "createBulkhead" | "startHeartbeat">;
  readonly ids: IdGenerator;
  readonly log: EventLog;
}

/** Longer than a call, and short enough for another process to take over before the delivery expires. */
export const DELIVERY_LEASE_MS = 8_000;
const WORKER_OPTIONS: LeaseWorkerOptions = { pollIntervalMs: 500, concurrency: 4_000 };
/** The keys are apps. Calls that wait for a permit of the outbound client count too. */
const BULKHEAD_OPTIONS: BulkheadOptions = { maxConcurrent: 4_000, maxPerKey: 256, maxPerKeyUnderLoad: 8 };
const RETENTION_INTERVAL_MS = 60 * 60 * 1000;
const RETENTION_BATCH_SIZE = 1_000;

/** The app was not called, so this is not a failure of the app. */
const DEFERRAL_REASONS: ReadonlySet<OutboundFailureReason> = new Set(["busy", "circuit_open", "closed"]);

/** A retry would fail as well. */
const PERMANENT_FAILURE_REASONS: ReadonlySet<OutboundFailureReason> = new Set(["invalid_url", "forbidden_address"]);

/** A time on the wall clock, and the same time on the monotonic clock in milliseconds. */
interface StartTime {
  readonly at: Date;
  readonly monotonicMs: number;
}

/** The data that a call sends, and the time at which the call begins. */
interface DispatchedPayload {
  readonly installed: InstalledApp;
  readonly segments: readonly Segment[];
  readonly startTime: StartTime;
}

/** What is found when a call gets its permit. */
type PayloadResult =
  | { readonly kind: "loaded"; readonly payload: DispatchedPayload }
  /** The app got another URL during the wait. */
  | { readonly kind: "moved"; readonly installed: InstalledApp }
  /** There is nothing to send any more. */
  | { readonly kind: "withdrawn"; readonly reason: string };

type DeliveryChange = (current: WebhookDelivery) => WebhookDelivery;

/**
 * Sends deliveries to apps, retries them, and handles the responses (decision 9.4). The stored deliveries are the
 * queue: after a crash the lease expires and another process takes over, and a repeated call carries the same ID.
 */
export class WebhookDeliveryWorker {
  private readonly leaseWorker: LeaseWorker<WebhookDelivery>;
  private readonly retentionPoller: Poller;
  private readonly bulkhead: Bulkhead;

  constructor(private readonly ports: WebhookDeliveryWorkerPorts) {
    const { webhookDeliveries, runtime, scheduler, clock, log } = ports;
    this.bulkhead = runtime.createBulkhead(BULKHEAD_OPTIONS);
    const handlers = {
      claim: (limit: number) => webhookDeliveries.claimDue(clock.now(), DELIVERY_LEASE_MS, limit),
      process: (claimed: WebhookDelivery) => this.process(claimed),
      release: (claimed: WebhookDelivery) => this.releaseLease(claimed),
      onError: (error: unknown) => log.error("webhook.poll_failed", { error: formatError(error) }),
    };
    this.leaseWorker = new LeaseWorker(scheduler, handlers, WORKER_OPTIONS);
    this.retentionPoller = new Poller(ports, {
      intervalMs: RETENTION_INTERVAL_MS,
      poll: () => this.deleteExpired(),
      onError: (error) => log.error("webhook.retention_failed", { error: formatError(error) }),
    });
  }

  start(): void {
    this.leaseWorker.start();
    this.retentionPoller.start();
  }

  /** Call it when a delivery is due. */
  wake(): void {
    this.leaseWorker.wake();
  }

  /** As `LeaseWorker.stop`. */
  async stop(graceMs: number): Promise<void> {
    await Promise.all([this.leaseWorker.stop(graceMs), this.retentionPoller.stop()]);
  }

  /** Sends a delivery that this process has just created and claimed. */
  async sendNow({ delivery, installed }: ClaimedDelivery): Promise<void> {
    await this.leaseWorker.run(delivery, () => this.process(delivery, installed));
  }

  private async deleteExpired(): Promise<boolean> {
    const cutoff = new Date(this.ports.clock.now().getTime() - DELIVERY_RETENTION_MS);
    return (await this.ports.webhookDeliveries.removeOlder(cutoff, RETENTION_BATCH_SIZE)) === RETENTION_BATCH_SIZE;
  }

  /** Never rejects: a delivery without a stored result is repeated with the same ID. */
  private async process(claimed: WebhookDelivery, knownInstallation?: InstalledApp): Promise<void> {
    const { appId } = claimed.state;
    const releasePermit = this.bulkhead.tryAcquire(appId);
    try {
      await (releasePermit ? this.send(claimed, knownInstallation) : this.defer(claimed, "busy"));
    } catch (error) {
      // When the lease is lost, its new holder sends the delivery.
      if (!isLeaseLost(error)) await this.handleInternalError(claimed, error);
    } finally {
      releasePermit?.();
    }
  }

  private async defer({ state: { id, lease } }: WebhookDelivery, reason: string): Promise<void> {
    const now = this.ports.clock.now();
    await this.ports.webhookDeliveries.update(id, (current) => current.defer(reason, lease.fence, now));
  }

  /** Defers the delivery after a fault of the service, such as a secret that cannot be decrypted. */
  private async handleInternalError(claimed: WebhookDelivery, error: unknown): Promise<void> {
    const { log } = this.ports;
    const { id: delivery } = claimed.state;
    log.error("webhook.internal_error", { delivery, error: formatError(error) });
    try {
      await this.defer(claimed, "internal_error");
    } catch (deferralError) {
      // The store itself fails: the lease expires, and a poll finds the delivery again.
      log.warn("webhook.result_write_failed", { delivery, error: formatError(deferralError) });
    }
  }

  private async releaseLease({ state: { id, lease } }: WebhookDelivery): Promise<void> {
    const { webhookDeliveries, clock, log } = this.ports;
    try {
      await webhookDeliveries.update(id, (current) => current.release(lease.fence, clock.now()));
    } catch (error) {
      if (isLeaseLost(error)) return;
      log.warn("webhook.lease_release_failed", { delivery: id, error: formatError(error) });
    }
  }

  private async send(delivery: WebhookDelivery, knownInstallation?: InstalledApp): Promise<void> {
    const { id, lease } = delivery.state;
    const { webhookDeliveries, runtime, clock, log } = this.ports;
    const stopHeartbeat = runtime.startHeartbeat({
      leaseMs: DELIVERY_LEASE_MS,
      renew: () =>
        webhookDeliveries.update(id, (current) => current.renew(lease.fence, clock.now(), DELIVERY_LEASE_MS)),
      onError: (error) => log.warn("webhook.lease_renewal_failed", { delivery: id, error: formatError(error) }),
    });
    try {
      const change = await this.attemptDelivery(delivery, knownInstallation);
      await webhookDeliveries.update(id, change);
    } finally {
      stopHeartbeat();
    }
  }

  /** Loads the payload of a call to this URL. */
  private async loadPayload({ state }: WebhookDelivery, url: string): Promise<PayloadResult> {
    const { userId, appId, conversationId, fromSegment, toSegment } = state;
    const { installations, conversations } = this.ports;
    const installed = await installations.get(userId, appId);
    if (!installed) return { kind: "withdrawn", reason: "not_installed" };
    if (installed.app.webhookUrl === null) return { kind: "withdrawn", reason: "disabled" };
    const segments = await conversations.getSegmentsBetween(userId, conversationId, fromSegment, toSegment);
    if (segments.length === 0) return { kind: "withdrawn", reason: "deleted" };
    if (installed.app.webhookUrl !== url) return { kind: "moved", installed };
    return { kind: "loaded", payload: { installed, segments, startTime: this.readStartTime() } };
  }

  /** Calls the app. @returns the change that records the result. */
  private async attemptDelivery(delivery: WebhookDelivery, knownInstallation?: InstalledApp): Promise<DeliveryChange> {
    const { id, userId, appId, sessionId, lease } = delivery.state;
    const { fence } = lease;
    if (sessionId === null) return (current) => current.drop("deleted", fence);
    const { installations, appWebhook, secretCipher, clock } = this.ports;
    const startTime = this.readStartTime();
    const installed = knownInstallation ?? (await installations.get(userId, appId));
    const url = installed?.app.webhookUrl;
    if (!installed || url == null) return (current) => current.drop(installed ? "disabled" : "not_installed", fence);
    if (delivery.isExpired(startTime.at)) return (current) => current.drop("too_old", fence);
    // Loaded when the call gets its permit: what the user deleted or uninstalled during the wait is not sent.
    const permit: { loaded?: PayloadResult } = {};
    const loadSegments = async (): Promise<readonly Segment[] | undefined> => {
      permit.loaded = await this.loadPayload(delivery, url);
      return permit.loaded.kind === "loaded" ? permit.loaded.payload.segments : undefined;
    };
    const secrets = decryptSigningSecrets(installed.app, secretCipher, startTime.at);
    const result = await appWebhook.send({ id, appId, url, secrets, userId, sessionId, loadSegments });
    const { loaded } = permit;
    if (result.kind === "failed" && result.reason === "withdrawn") {
      if (loaded?.kind === "moved") return this.attemptDelivery(delivery, loaded.installed);
      const reason = loaded?.kind === "withdrawn" ? loaded.reason : result.reason;
      return (current) => current.drop(reason, fence);
    }
    if (result.kind === "failed" && DEFERRAL_REASONS.has(result.reason)) {
      return (current) => current.defer(result.reason, fence, clock.now());
    }
    const payload = loaded?.kind === "loaded" ? loaded.payload : undefined;
    const timing = this.measureCall(payload?.startTime ?? startTime);
    if (result.kind === "accepted" && payload) {
      const outcome = await this.handleResponse(delivery, payload, result.response);
      await this.recordSuccess(payload.installed.app);
      return (current) => current.markSent({ ...timing, status: result.status, outcome }, fence);
    }
    const isGone = result.kind === "unsuccessful" && result.isGone;
    await this.recordFailure(installed.app, url, isGone);
    const isFinal = isGone || (result.kind === "failed" && PERMANENT_FAILURE_REASONS.has(result.reason));
    return (current) => current.recordFailedAttempt({ ...timing, ...toAttemptResult(result) }, isFinal, fence);
  }

  private readStartTime(): StartTime {
    const { clock } = this.ports;
    return { at: clock.now(), monotonicMs: clock.monotonicMs() };
  }

  private measureCall({ at, monotonicMs }: StartTime): Pick<WebhookAttempt, "at" | "ms"> {
    return { at, ms: Math.round(this.ports.clock.monotonicMs() - monotonicMs) };
  }

  /** Handles the response of the app. @returns the outcome, for the list of attempts. */
  private async handleResponse(
    { state: { id, userId, conversationId } }: WebhookDelivery,
    { installed: { app, installation }, segments }: DispatchedPayload,
    response: WebhookResponse,
  ): Promise<string> {
    const request = {
      app,
      installation,
      userId,
      conversationId,
      deliveryId: id,
      response,
      liveSegments: segments,
    };
    const result = await this.ports.proactive.notifyIfAllowed(request, this.ports.clock.now());
    return result.kind === "suppressed" ? result.reason : result.kind;
  }

  private async recordSuccess(app: App): Promise<void> {
    const { id, ownerId } = app.state;
    if (app.recordSuccess() !== app) await this.ports.apps.update(ownerId, id, (current) => current.recordSuccess());
  }

  /**
   * Records every failed call in the app, not only final attempts: while the circuit breaker is open, there are no final
   * ones. Disables the app if its URL is gone, or if its calls have failed for too long.
   */
  private async recordFailure(loadedApp: App, url: string, isUrlGone: boolean): Promise<void> {
    const now = this.ports.clock.now();
    const isAlreadyRecorded = loadedApp.recordFailure(now) === loadedApp && !loadedApp.hasFailedTooLong(now);
    if (!isUrlGone && isAlreadyRecorded) return;
    const { apps } = this.ports;
    const { id, ownerId } = loadedApp.state;
    // Since it was read, the app may have succeeded, changed its URL or been disabled.
    const app = await apps.get(id);
    if (app?.webhookUrl !== url) return;
    if (isUrlGone) await this.disableApp(app, "gone");
    else if (app.hasFailedTooLong(now)) await this.disableApp(app, "failing");
    else
      await apps.update(ownerId, id, (current) => (current.webhookUrl === url ? current.recordFailure(now) : current));
  }

  /** Notifies the owner before the write; the ID derives from `updatedAt`, so that a repeat does not notify again. */
  private async disableApp(app: App, reason: DisablingReason): Promise<void> {
    const { apps, notifier, ids, clock, log } = this.ports;
    const { id, ownerId, name, updatedAt } = app.state;
    const now = clock.now();
    const text = `Your app ${name} is disabled: ${DISABLING_REASON_TEXTS[reason]}. Fix the webhook, then re-enable the app.`;
    const notificationId = ids.derive(id, "app_disabled", updatedAt.toISOString());
    await notifier.push({ id: notificationId, userId: ownerId, appId: null, kind: "system", text }, now);
    await apps.update(ownerId, id, (current) =>
      current.webhookUrl === app.webhookUrl ? current.disable(reason, now) : current,
    );
    log.info("app.disabled", { app: id, reason });
  }
}

const DISABLING_REASON_TEXTS: Readonly<Record<DisablingReason, string>> = {
  owner: "you have disabled it",
  failing: "every call of its webhook has failed for 72 hours",
  gone: "its webhook responded with 410 Gone",
};

function toAttemptResult(result: WebhookCallResult): Pick<WebhookAttempt, "status" | "outcome"> {
  return result.kind === "failed"
    ? { status: null, outcome: result.reason }
    : { status: result.status, outcome: "unsuccessful" };
}
