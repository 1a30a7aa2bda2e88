import { formatError } from "../../domain/errors.js";
import { isLeaseLost } from "../../domain/lease.js";
import type { DeliveryOutcome, Notification, NotificationDelivery } from "../../domain/notification/notification.js";
import { createPushFailure, getNextPushAttempt, type PushOutcome } from "../../domain/notification/push-attempt.js";
import type { PushTarget } from "../../domain/notification/push-target.js";
import type {
  AppRepository,
  Clock,
  EventLog,
  FairLimiterOptions,
  KeyedLimiter,
  NotificationRepository,
  PushChannels,
  PushMessage,
  PushTargetRepository,
  RuntimeComponents,
  Scheduler,
} from "../../ports/driven/index.js";
import { LeaseWorker, type LeaseWorkerOptions } from "./lease-worker.js";

export interface PushDeliveryWorkerPorts {
  readonly notifications: NotificationRepository;
  readonly pushTargets: PushTargetRepository;
  readonly pushChannels: PushChannels;
  readonly apps: Pick<AppRepository, "get">;
  readonly scheduler: Scheduler;
  readonly runtime: Pick<RuntimeComponents, "createFairLimiter" | "startHeartbeat">;
  readonly clock: Clock;
  readonly log: EventLog;
}

export interface PushDeliveryWorkerOptions extends LeaseWorkerOptions {
  /** How long a claim lasts without a renewal, in milliseconds. */
  readonly leaseMs: number;
  /** Its keys are push targets. */
  readonly limiter: FairLimiterOptions;
}

export const DEFAULT_PUSH_DELIVERY_WORKER_OPTIONS: PushDeliveryWorkerOptions = {
  leaseMs: 10_000,
  pollIntervalMs: 1_000,
  concurrency: 1_024,
  limiter: { maxConcurrent: 512, maxPerHost: 64, maxPerKey: 4, maxQueuePerKey: 64, maxQueue: 256, maxWaitMs: 5_000 },
};

/** How long a delivery without a permit is deferred, in milliseconds. */
const DEFERRAL_MS = 1_000;
/** Title of notifications without an app. */
const SERVICE_NAME = "mneme";

/**
 * Pushes notifications to the push targets of their users, at least once and always with the same ID. Deliveries that
 * get no permit wait in the store; the queue of the limiter is much smaller than `concurrency`, so a slow target does
 * not delay the others.
 */
export class PushDeliveryWorker {
  private readonly leaseWorker: LeaseWorker<Notification>;
  private readonly limiter: KeyedLimiter;

  constructor(
    private readonly ports: PushDeliveryWorkerPorts,
    private readonly options: PushDeliveryWorkerOptions,
  ) {
    const { notifications, runtime, clock, scheduler, log } = ports;
    this.limiter = runtime.createFairLimiter(options.limiter);
    this.leaseWorker = new LeaseWorker(
      scheduler,
      {
        claim: (limit) => notifications.claimDue(clock.now(), options.leaseMs, limit),
        process: (claimed) => this.pushDueDeliveries(claimed),
        release: (claimed) => this.tryRelease(claimed),
        onError: (error) => log.error("push.poll_failed", { error: formatError(error) }),
      },
      options,
    );
  }

  /** Polls for due notifications until `stop()` is called. */
  start(): void {
    this.leaseWorker.start();
  }

  /** Call it when a delivery is due. */
  wake(): void {
    this.leaseWorker.wake();
  }

  /** As `LeaseWorker.stop`. Deliveries that wait for a permit are deferred, so that another process can push them. */
  stop(graceMs: number): Promise<void> {
    this.limiter.closeQueue();
    return this.leaseWorker.stop(graceMs);
  }

  /** Attempts all due deliveries of a notification concurrently, so that no target waits for another. */
  private async pushDueDeliveries(claimed: Notification): Promise<Notification> {
    const stopHeartbeat = this.startHeartbeat(claimed);
    try {
      const due = claimed.getDueDeliveries(this.ports.clock.now());
      const message = await this.createMessage(claimed);
      const isSingle = due.length === 1;
      const results = await Promise.allSettled(
        due.map((delivery) => this.attemptDelivery(claimed, delivery, message, isSingle)),
      );
      for (const result of results) if (result.status === "rejected") throw result.reason;
      if (!isSingle) await this.release(claimed);
    } catch (error) {
      // The lease expires or is lost: deliveries without a stored result are repeated with the same ID.
      const { id } = claimed.state;
      this.ports.log.warn("push.result_write_failed", { notification: id, error: formatError(error) });
    } finally {
      stopHeartbeat();
    }
    return claimed;
  }

  /** @param isLast whether to release the lease in the same write, because no other delivery is due. */
  private async attemptDelivery(
    claimed: Notification,
    delivery: NotificationDelivery,
    message: PushMessage,
    isLast: boolean,
  ): Promise<void> {
    const { notifications, clock } = this.ports;
    const { userId, id, lease } = claimed.state;
    const { targetId } = delivery;
    const outcome = await this.deliverWithPermit(claimed, delivery, message);
    const now = clock.now();
    await notifications.update(userId, id, (current) => {
      const next = outcome
        ? current.recordAttempt(targetId, outcome, lease.fence, now)
        : current.deferDelivery(targetId, new Date(now.getTime() + DEFERRAL_MS), lease.fence);
      return isLast ? next.release(lease.fence) : next;
    });
  }

  /** @returns the outcome of the delivery; undefined without a permit, or when the notification was deleted. */
  private async deliverWithPermit(
    claimed: Notification,
    delivery: NotificationDelivery,
    message: PushMessage,
  ): Promise<DeliveryOutcome | undefined> {
    const { userId, id } = claimed.state;
    const knownTarget = await this.loadTarget(userId, delivery);
    if ("kind" in knownTarget) return knownTarget;
    const releasePermit = await this.limiter.acquire({ key: knownTarget.state.id, host: knownTarget.host });
    if (!releasePermit) return undefined;
    try {
      // Both may have been deleted during the wait for the permit, and the keys of the target may have changed.
      const [notification, target] = await Promise.all([
        this.ports.notifications.get(userId, id),
        this.loadTarget(userId, delivery),
      ]);
      if (!notification) return undefined;
      if ("kind" in target) return target;
      return await this.evaluateOutcome(claimed, delivery, target, await this.sendMessage(message, target));
    } finally {
      releasePermit();
    }
  }

  /** @returns the outcome of the delivery if the target does not accept notifications any more. */
  private async loadTarget(userId: string, { targetId }: NotificationDelivery): Promise<PushTarget | DeliveryOutcome> {
    const target = await this.ports.pushTargets.get(userId, targetId);
    if (!target) return { kind: "suppressed", reason: "target_removed" };
    return target.isGone ? { kind: "suppressed", reason: "target_gone" } : target;
  }

  private async sendMessage(message: PushMessage, target: PushTarget): Promise<PushOutcome> {
    try {
      return await this.ports.pushChannels[target.state.channel].deliver(message, target);
    } catch (error) {
      // A fault of the service, such as a secret that cannot be decrypted.
      this.ports.log.error("push.internal_error", { target: target.state.id, error: formatError(error) });
      return createPushFailure("internal_error");
    }
  }

  private async evaluateOutcome(
    { state }: Notification,
    { attempts }: NotificationDelivery,
    target: PushTarget,
    outcome: PushOutcome,
  ): Promise<DeliveryOutcome> {
    if (outcome.kind === "sent") return outcome;
    const { clock, log } = this.ports;
    const { reason, isFinal, isGone } = outcome;
    const nextAttemptAt = isFinal || isGone ? null : getNextPushAttempt(attempts + 1, state.createdAt, clock.now());
    const { id, channel } = target.state;
    const fields = { notification: state.id, target: id, channel, attempt: attempts + 1, reason };
    if (nextAttemptAt) log.info("push.attempt_failed", fields);
    else log.warn("push.delivery_abandoned", fields);
    if (isGone) await this.handleGoneTarget(target);
    return { kind: "failed", reason, nextAttemptAt };
  }

  /** Removes the target or marks it, so that nothing more is sent to it. */
  private async handleGoneTarget(target: PushTarget): Promise<void> {
    const { pushTargets, clock } = this.ports;
    const { userId, id } = target.state;
    if (target.isRemovedWhenGone) await pushTargets.remove(userId, id);
    else await pushTargets.update(userId, id, (current) => current.markGone(clock.now()));
  }

  private async createMessage({ state }: Notification): Promise<PushMessage> {
    const { id, kind, appId, text, createdAt } = state;
    const app = appId === null ? undefined : await this.ports.apps.get(appId);
    return { id, kind, appId, title: app?.state.name ?? SERVICE_NAME, text, createdAt };
  }

  private async release({ state: { userId, id, lease } }: Notification): Promise<void> {
    await this.ports.notifications.update(userId, id, (current) => current.release(lease.fence));
  }

  private async tryRelease(claimed: Notification): Promise<void> {
    try {
      await this.release(claimed);
    } catch (error) {
      if (isLeaseLost(error)) return;
      this.ports.log.warn("push.lease_release_failed", { notification: claimed.state.id, error: formatError(error) });
    }
  }

  private startHeartbeat({ state: { userId, id, lease } }: Notification): () => void {
    const { notifications, runtime, clock, log } = this.ports;
    const { leaseMs } = this.options;
    return runtime.startHeartbeat({
      leaseMs,
      renew: () => notifications.update(userId, id, (current) => current.renew(lease.fence, clock.now(), leaseMs)),
      onError: (error) => log.warn("push.lease_renewal_failed", { notification: id, error: String(error) }),
    });
  }
}
