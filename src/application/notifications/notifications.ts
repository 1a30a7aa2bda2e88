import { createError, notFound } from "../../domain/errors.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import { Notification } from "../../domain/notification/notification.js";
import type {
  InstallationRepository,
  NotificationRepository,
  PushTargetLookup,
  WindowCounter,
  QuotaWindow,
  PageRequest,
  NotificationFilter,
} from "../../ports/driven/index.js";
import type {
  RequestContext,
  DirectNotification,
  SendNotificationResult,
  NotificationUseCases,
  NotificationSubscription,
  Page,
  InternalNotification,
  FilteredListQuery,
} from "../../ports/driving/index.js";
import type { NotificationFeed } from "./notification-feed.js";
import { readPage } from "../read-page.js";

export interface NotificationPorts {
  readonly notifications: NotificationRepository;
  readonly installations: Pick<InstallationRepository, "get">;
  readonly windowCounter: WindowCounter;
  readonly pushTargets: PushTargetLookup;
}

/** Limits of direct notifications; 0 disables a limit. */
export interface NotificationLimits {
  /** Notifications of an app to a user per UTC hour. */
  readonly perHour: number;
}

const HOUR_MS = 3_600_000;
/** Number of notifications per write. */
const MARK_READ_BATCH_SIZE = 200;

export class Notifications implements NotificationUseCases {
  /** @param onQueued called when a new notification has deliveries to push. */
  constructor(
    private readonly ports: NotificationPorts,
    private readonly feed: NotificationFeed,
    private readonly limits: NotificationLimits,
    private readonly onQueued: () => void = () => undefined,
  ) {}

  async sendDirect(
    { now, ids, idempotency }: RequestContext,
    { appId, userId, text }: DirectNotification,
  ): Promise<SendNotificationResult> {
    Notification.checkText(text);
    // An unknown user has no installation either, so both cases cause the same reads and response (decision 9.1).
    const installed = await this.ports.installations.get(userId, appId);
    if (!installed) throw notFound("User");
    if (!installed.app.isEnabled) throw createError("forbidden", "app_disabled");
    const id = ids.generate();
    if (idempotency?.isRetry && (await this.ports.notifications.get(userId, id))) return { isAccepted: true };
    const outcome = await this.consumeHourlyQuota(appId, userId, now);
    if (outcome.isAccepted) await this.push({ id, userId, appId, kind: "direct", text }, now);
    return outcome;
  }

  /**
   * Adds a notification to the inbox and queues its deliveries to the user's push targets (decision 9.2). An existing
   * notification with the same ID stays unchanged.
   * @returns undefined when a source of it has been deleted or rejected; nothing is then sent.
   */
  async push({ id, userId, ...input }: InternalNotification, now: Date): Promise<Notification | undefined> {
    const targets = await this.ports.pushTargets.getTargetRefs(userId);
    const stored = await this.ports.notifications.add(Notification.create(input, { id, userId, now, targets }));
    if (!stored) return undefined;
    this.feed.wake(userId);
    if (stored.dueAt !== null) this.onQueued();
    return stored;
  }

  async list(
    { userId }: RequestContext,
    { filter, page: pageRequest, includeTotal }: FilteredListQuery<NotificationFilter>,
  ): Promise<Page<Notification>> {
    const { notifications } = this.ports;
    const listing = {
      list: (range: PageRequest) => notifications.list(userId, filter, range),
      count: () => notifications.count(userId, filter),
    };
    return readPage(listing, pageRequest, includeTotal);
  }

  async countUnread({ userId }: RequestContext): Promise<number> {
    return this.ports.notifications.count(userId, { unreadOnly: true });
  }

  async get({ userId }: RequestContext, id: string): Promise<Notification> {
    return requireNotification(await this.ports.notifications.get(userId, id));
  }

  async markRead(context: RequestContext, id: string): Promise<Notification> {
    return this.change(context, id, (current) => current.markRead(context.now));
  }

  async markUnread(context: RequestContext, id: string): Promise<Notification> {
    return this.change(context, id, (current) => current.markUnread());
  }

  async markAllRead({ userId, now }: RequestContext): Promise<number> {
    let markedCount = 0;
    for (;;) {
      const selection = { until: now, limit: MARK_READ_BATCH_SIZE };
      const batchCount = await this.ports.notifications.updateUnread(userId, selection, (current) =>
        current.markRead(now),
      );
      markedCount += batchCount;
      this.feed.wake(userId);
      if (batchCount < MARK_READ_BATCH_SIZE) return markedCount;
    }
  }

  async reply(context: RequestContext, id: string, text: string): Promise<Notification> {
    Notification.checkReply(text);
    const reply = { id: context.ids.generate(), now: context.now };
    return this.change(context, id, (current) => current.reply(text, reply));
  }

  async subscribe({ userId }: RequestContext, after?: number): Promise<NotificationSubscription> {
    return this.feed.subscribe(userId, after);
  }

  private async consumeHourlyQuota(appId: string, userId: string, now: Date): Promise<SendNotificationResult> {
    const { perHour } = this.limits;
    if (perHour === 0) return { isAccepted: true };
    const window = getHourWindow(now);
    const key = JSON.stringify(["direct", appId, userId]);
    const { isConsumed, remaining } = await this.ports.windowCounter.tryConsume(key, perHour, window, now);
    const resetsInMs = window.until.getTime() - now.getTime();
    return { isAccepted: isConsumed, hourlyQuota: { limit: perHour, remaining, resetsInMs } };
  }

  private async change(
    { userId, idempotency }: RequestContext,
    id: string,
    change: (current: Notification) => Notification,
  ): Promise<Notification> {
    const updated = await this.ports.notifications.update(userId, id, (current) =>
      applyOnce(Notification, current, idempotency?.idempotencyId, change),
    );
    this.feed.wake(userId);
    return requireNotification(updated);
  }
}

/** Returns the UTC hour that contains `now`. */
function getHourWindow(now: Date): QuotaWindow {
  const startMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return { from: new Date(startMs), until: new Date(startMs + HOUR_MS) };
}

function requireNotification(notification: Notification | undefined): Notification {
  if (!notification) throw notFound("Notification");
  return notification;
}
