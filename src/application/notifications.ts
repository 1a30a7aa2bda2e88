import { DomainError, notFound } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import { Notification } from "../domain/notification.js";
import type {
  InstallationRepository,
  NotificationRepository,
  PushTargets,
  WindowCounter,
  QuotaWindow,
  PageRequest,
} from "../ports/driven/index.js";
import type {
  Call,
  DirectNotification,
  DirectOutcome,
  ListNotifications,
  NotificationUseCases,
  NotificationWatch,
  Page,
  PushedNotification,
} from "../ports/driving/index.js";
import type { NotificationFeed } from "./notification-feed.js";
import { readPage } from "./page.js";

export interface NotificationPorts {
  readonly notifications: NotificationRepository;
  readonly installations: Pick<InstallationRepository, "get">;
  readonly windowCounter: WindowCounter;
  readonly pushTargets: PushTargets;
}

/** How much may be said; 0 is no limit. */
export interface NotificationLimits {
  /** By an app to a user in an hour, in UTC (decision 9.1). */
  readonly perHour: number;
}

const HOUR = 3_600_000;
/** How many are marked with one write. */
const MARKED_AT_ONCE = 200;

export class Notifications implements NotificationUseCases {
  /** @param queued is called when there is something new to be delivered. */
  constructor(
    private readonly ports: NotificationPorts,
    private readonly feed: NotificationFeed,
    private readonly limits: NotificationLimits,
    private readonly queued: () => void = () => undefined,
  ) {}

  async direct({ now, ids, keyed }: Call, { appId, userId, text }: DirectNotification): Promise<DirectOutcome> {
    Notification.checkText(text);
    // Who is unknown has nothing installed: the same is looked for, found and answered (decision 9.1).
    const installed = await this.ports.installations.get(userId, appId);
    if (!installed) throw notFound("User");
    if (!installed.app.isEnabled) throw new DomainError("forbidden", "app_disabled", "The app is disabled");
    const id = ids.fresh();
    if (keyed?.repeats && (await this.ports.notifications.get(userId, id))) return { isAccepted: true };
    const outcome = await this.allow(appId, userId, now);
    if (outcome.isAccepted) await this.push({ id, userId, appId, kind: "direct", text }, now);
    return outcome;
  }

  /**
   * Adds a notification to the inbox and queues its deliveries to the user's push targets (decision 9.2). An existing
   * notification with the same ID is left as it is.
   * @returns undefined when a source of it has been deleted or rejected; nothing is then sent.
   */
  async push({ id, userId, ...input }: PushedNotification, now: Date): Promise<Notification | undefined> {
    const targets = await this.ports.pushTargets.targetsOf(userId);
    const stored = await this.ports.notifications.add(Notification.create(input, { id, userId, now, targets }));
    if (!stored) return undefined;
    this.feed.nudge(userId);
    if (stored.dueAt !== null) this.queued();
    return stored;
  }

  async list({ userId }: Call, { filter, page: stretch, withTotal }: ListNotifications): Promise<Page<Notification>> {
    const { notifications } = this.ports;
    const listing = {
      list: (part: PageRequest) => notifications.list(userId, filter, part),
      count: () => notifications.count(userId, filter),
    };
    return readPage(listing, stretch, withTotal);
  }

  async countUnread({ userId }: Call): Promise<number> {
    return this.ports.notifications.count(userId, { unreadOnly: true });
  }

  async get({ userId }: Call, id: string): Promise<Notification> {
    return present(await this.ports.notifications.get(userId, id));
  }

  async markRead(call: Call, id: string): Promise<Notification> {
    return this.change(call, id, (before) => before.markRead(call.now));
  }

  async markUnread(call: Call, id: string): Promise<Notification> {
    return this.change(call, id, (before) => before.markUnread());
  }

  async markAllRead({ userId, now }: Call): Promise<number> {
    let marked = 0;
    for (;;) {
      const which = { until: now, limit: MARKED_AT_ONCE };
      const more = await this.ports.notifications.updateUnread(userId, which, (before) => before.markRead(now));
      marked += more;
      this.feed.nudge(userId);
      if (more < MARKED_AT_ONCE) return marked;
    }
  }

  async reply(call: Call, id: string, text: string): Promise<Notification> {
    Notification.checkReply(text);
    const reply = { id: call.ids.fresh(), now: call.now };
    return this.change(call, id, (before) => before.reply(text, reply));
  }

  async watch({ userId }: Call, after?: number): Promise<NotificationWatch> {
    return this.feed.watch(userId, after);
  }

  private async allow(appId: string, userId: string, now: Date): Promise<DirectOutcome> {
    const { perHour } = this.limits;
    if (perHour === 0) return { isAccepted: true };
    const hour = hourOf(now);
    const key = JSON.stringify(["direct", appId, userId]);
    const { isConsumed, remaining } = await this.ports.windowCounter.tryConsume(key, perHour, hour, now);
    const endsInMs = hour.until.getTime() - now.getTime();
    return { isAccepted: isConsumed, allowance: { limit: perHour, left: remaining, endsInMs } };
  }

  private async change(
    { userId, keyed }: Call,
    id: string,
    change: (before: Notification) => Notification,
  ): Promise<Notification> {
    const changed = await this.ports.notifications.update(userId, id, (before) =>
      changeOnce(Notification, before, keyed?.callId, change),
    );
    this.feed.nudge(userId);
    return present(changed);
  }
}

/** In UTC. */
function hourOf(now: Date): QuotaWindow {
  const from = Math.floor(now.getTime() / HOUR) * HOUR;
  return { from: new Date(from), until: new Date(from + HOUR) };
}

function present(notification: Notification | undefined): Notification {
  if (!notification) throw notFound("Notification");
  return notification;
}
