import { isLeaseLost } from "../domain/lease.js";
import type { DeliveryOutcome, Notification, NotificationDelivery } from "../domain/notification.js";
import { pushFailed, type PushOutcome } from "../domain/push-outcome.js";
import type { PushTarget } from "../domain/push-target.js";
import { nextPushTry } from "../domain/push-tries.js";
import type {
  AppRepository,
  Clock,
  EventLog,
  NotificationRepository,
  PushChannels,
  PushMessage,
  PushTargetRepository,
  Scheduler,
} from "../ports/driven/index.js";
import { LeasedWork, type LeasedWorkOptions } from "./leased-work.js";
import { keepRenewing } from "./renewal.js";
import { Turns, type TurnLimits } from "./turns.js";
import { describe } from "./describe.js";

export interface PusherPorts {
  readonly notifications: NotificationRepository;
  readonly pushTargets: PushTargetRepository;
  readonly pushChannels: PushChannels;
  readonly apps: Pick<AppRepository, "get">;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly log: EventLog;
}

export interface PusherOptions extends LeasedWorkOptions {
  /** How long a claim holds without being renewed, in milliseconds. */
  readonly leaseMs: number;
  /** A lane is a target. */
  readonly turns: TurnLimits;
}

export const pusherDefaults: PusherOptions = {
  leaseMs: 10_000,
  sweepMs: 1_000,
  concurrency: 1_024,
  turns: { inAll: 512, ofHost: 64, ofLane: 4, waiting: 64, waitingInAll: 256, waitMs: 5_000 },
};

/** How long a delivery waits in the store that has got no turn, in milliseconds. */
const PUT_OFF_MS = 1_000;
/** Who speaks where no app does. */
const OWN_NAME = "mneme";

/**
 * Pushes notifications to where their users want them (decision 9.2): at least once, each time under the same id. What
 * gets no turn waits in the store, and so holds up nobody: far fewer wait here than are taken from there at once.
 */
export class Pusher {
  private readonly work: LeasedWork<Notification>;
  private readonly turns: Turns;

  constructor(
    private readonly ports: PusherPorts,
    private readonly options: PusherOptions,
  ) {
    const { notifications, clock, scheduler, log } = ports;
    this.turns = new Turns(scheduler, options.turns);
    this.work = new LeasedWork(
      scheduler,
      {
        claim: (limit) => notifications.claimDue(clock.now(), options.leaseMs, limit),
        process: (claimed) => this.push(claimed),
        giveBack: (claimed) => this.giveBack(claimed),
        complain: (error) => log.error("pusher.sweep_failed", { error: describe(error) }),
      },
      options,
    );
  }

  /** Looks for what is due, now and ever again, until `stop`. */
  start(): void {
    this.work.start();
  }

  /** To be told that there is something to push. */
  nudge(): void {
    this.work.nudge();
  }

  /** As `LeasedWork.stop`. */
  stop(graceMs: number): Promise<void> {
    return this.work.stop(graceMs);
  }

  /** Tries all that is due of a claimed one at once, so that none of its targets waits for another. */
  private async push(claimed: Notification): Promise<Notification> {
    const stopRenewing = this.keepRenewing(claimed);
    try {
      const due = claimed.dueDeliveries(this.ports.clock.now());
      const message = await this.messageOf(claimed);
      const isOnly = due.length === 1;
      const settled = await Promise.allSettled(due.map((each) => this.settle(claimed, each, message, isOnly)));
      for (const each of settled) if (each.status === "rejected") throw each.reason;
      if (!isOnly) await this.release(claimed);
    } catch (error) {
      // The lease runs out, or another has it: whatever is not noted is tried once more, under the same id.
      const { id } = claimed.state;
      this.ports.log.warn("push.not_noted", { notification: id, error: describe(error) });
    } finally {
      stopRenewing();
    }
    return claimed;
  }

  /** @param releases whether nothing else is to be done with the claim: then one write does both. */
  private async settle(
    claimed: Notification,
    delivery: NotificationDelivery,
    message: PushMessage,
    releases: boolean,
  ): Promise<void> {
    const { notifications, clock } = this.ports;
    const { userId, id, lease } = claimed.state;
    const { targetId } = delivery;
    const outcome = await this.tried(claimed, delivery, message);
    const now = clock.now();
    await notifications.update(userId, id, (before) => {
      const after = outcome
        ? before.recordAttempt(targetId, outcome, lease.fence, now)
        : before.putOff(targetId, new Date(now.getTime() + PUT_OFF_MS), lease.fence);
      return releases ? after.release(lease.fence) : after;
    });
  }

  /** What has come of a delivery; undefined when it had no turn. */
  private async tried(
    claimed: Notification,
    delivery: NotificationDelivery,
    message: PushMessage,
  ): Promise<DeliveryOutcome | undefined> {
    const target = await this.ports.pushTargets.get(claimed.state.userId, delivery.targetId);
    if (!target) return { kind: "suppressed", reason: "target_removed" };
    if (target.isGone) return { kind: "suppressed", reason: "target_gone" };
    const endTurn = await this.turns.take({ lane: target.state.id, host: target.host });
    if (!endTurn) return undefined;
    try {
      // It may have been deleted while it waited.
      const { userId, id } = claimed.state;
      if (!(await this.ports.notifications.get(userId, id))) return undefined;
      return await this.judged(claimed, delivery, target, await this.delivered(message, target));
    } finally {
      endTurn();
    }
  }

  private async delivered(message: PushMessage, target: PushTarget): Promise<PushOutcome> {
    try {
      return await this.ports.pushChannels[target.state.channel].deliver(message, target);
    } catch (error) {
      // Ours, such as a secret that cannot be opened any more.
      this.ports.log.error("push.broken", { target: target.state.id, error: describe(error) });
      return pushFailed("internal_error");
    }
  }

  private async judged(
    { state }: Notification,
    { attempts }: NotificationDelivery,
    target: PushTarget,
    outcome: PushOutcome,
  ): Promise<DeliveryOutcome> {
    if (outcome.kind === "sent") return outcome;
    const { clock, log } = this.ports;
    const { reason, isFinal, isGone } = outcome;
    const nextAttemptAt = isFinal || isGone ? null : nextPushTry(attempts + 1, state.createdAt, clock.now());
    const { id, channel } = target.state;
    const fields = { notification: state.id, target: id, channel, attempt: attempts + 1, reason };
    if (nextAttemptAt) log.info("push.failed", fields);
    else log.warn("push.given_up", fields);
    if (isGone) await this.forget(target);
    return { kind: "failed", reason, nextAttemptAt };
  }

  /** Nothing is to be sent to it any more. */
  private async forget(target: PushTarget): Promise<void> {
    const { pushTargets, clock } = this.ports;
    const { userId, id } = target.state;
    if (target.isForgottenWhenGone) await pushTargets.remove(userId, id);
    else await pushTargets.update(userId, id, (before) => before.gone(clock.now()));
  }

  private async messageOf({ state }: Notification): Promise<PushMessage> {
    const { id, kind, appId, text, createdAt } = state;
    const app = appId === null ? undefined : await this.ports.apps.get(appId);
    return { id, kind, appId, title: app?.state.name ?? OWN_NAME, text, createdAt };
  }

  private async release({ state: { userId, id, lease } }: Notification): Promise<void> {
    await this.ports.notifications.update(userId, id, (before) => before.release(lease.fence));
  }

  private async giveBack(claimed: Notification): Promise<void> {
    try {
      await this.release(claimed);
    } catch (error) {
      if (isLeaseLost(error)) return;
      this.ports.log.warn("push.not_given_back", { notification: claimed.state.id, error: describe(error) });
    }
  }

  private keepRenewing({ state: { userId, id, lease } }: Notification): () => void {
    const { notifications, scheduler, clock, log } = this.ports;
    const { leaseMs } = this.options;
    return keepRenewing(scheduler, {
      leaseMs,
      renew: () => notifications.update(userId, id, (before) => before.renew(lease.fence, clock.now(), leaseMs)),
      complain: (error) => log.warn("push.lease_not_renewed", { notification: id, error: String(error) }),
    });
  }
}
