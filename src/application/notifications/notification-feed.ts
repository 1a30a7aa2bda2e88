import type { EventLog, NotificationChange, NotificationRepository, Scheduler } from "../../ports/driven/index.js";
import type { NotificationSubscription } from "../../ports/driving/index.js";

export interface NotificationFeedPorts {
  readonly notifications: Pick<NotificationRepository, "getChangesSince" | "getLatestRevision" | "getLatestRevisions">;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
}

/** How often the feed polls for changes by other processes, in milliseconds. */
const POLL_INTERVAL_MS = 250;
/** Maximum number of changes per read; it bounds the memory that a slow subscriber takes. */
const BATCH_SIZE = 20;

/** The change feed of notifications. All subscriptions to one inbox share its polls and reads. */
export class NotificationFeed {
  private readonly inboxes = new Map<string, SubscribedInbox>();
  private cancelPoll: (() => void) | undefined;
  private isStopped = false;

  constructor(private readonly ports: NotificationFeedPorts) {}

  async subscribe(userId: string, afterRevision?: number): Promise<NotificationSubscription> {
    const latest = await this.ports.notifications.getLatestRevision(userId);
    // A revision greater than the latest one comes from a store that was replaced.
    const subscription = new InboxSubscription(
      this.getOrCreateInbox(userId, latest),
      Math.min(afterRevision ?? latest, latest),
      () => this.removeIfUnused(userId),
    );
    if (this.isStopped) subscription.close();
    else this.schedulePoll();
    return subscription;
  }

  /** Call it when this process has changed the inbox. */
  wake(userId: string): void {
    this.inboxes.get(userId)?.wake();
  }

  /** Closes all subscriptions; later ones are closed at once. */
  stop(): void {
    this.isStopped = true;
    this.cancelPoll?.();
    for (const inbox of [...this.inboxes.values()]) inbox.closeAll();
  }

  private getOrCreateInbox(userId: string, latestRevision: number): SubscribedInbox {
    const inbox = this.inboxes.get(userId) ?? new SubscribedInbox(userId, this.ports.notifications, latestRevision);
    this.inboxes.set(userId, inbox);
    return inbox;
  }

  private removeIfUnused(userId: string): void {
    if (this.inboxes.get(userId)?.hasSubscriptions === false) this.inboxes.delete(userId);
  }

  private schedulePoll(): void {
    this.cancelPoll ??= this.ports.scheduler.schedule(POLL_INTERVAL_MS, () => void this.poll());
  }

  /** Repeats while any inbox has a subscription. Never rejects. */
  private async poll(): Promise<void> {
    const { notifications, log } = this.ports;
    try {
      const latest = await notifications.getLatestRevisions([...this.inboxes.keys()]);
      for (const [userId, revision] of latest) this.inboxes.get(userId)?.updateLatestRevision(revision);
    } catch (error) {
      log.warn("notifications.poll_failed", { error: String(error) });
    }
    this.cancelPoll = undefined;
    if (this.inboxes.size > 0) this.schedulePoll();
  }
}

/** An inbox with subscriptions. */
class SubscribedInbox {
  private readonly subscriptions = new Set<InboxSubscription>();
  /** Increases when there may be new changes. */
  version = 0;
  /** The latest read; subscriptions at the same revision share it. */
  private lastRead:
    { readonly version: number; readonly after: number; readonly found: Promise<NotificationChange[]> } | undefined;

  /**
   * @param latestRevision the one that the last poll found. Reads by a subscription must not change it, because the
   *   other subscriptions have not been woken yet.
   */
  constructor(
    private readonly userId: string,
    private readonly notifications: NotificationFeedPorts["notifications"],
    private latestRevision: number,
  ) {}

  get hasSubscriptions(): boolean {
    return this.subscriptions.size > 0;
  }

  addSubscription(subscription: InboxSubscription): void {
    this.subscriptions.add(subscription);
  }

  removeSubscription(subscription: InboxSubscription): void {
    this.subscriptions.delete(subscription);
  }

  closeAll(): void {
    for (const subscription of [...this.subscriptions]) subscription.close();
  }

  readChangesSince(afterRevision: number): Promise<NotificationChange[]> {
    const { version, lastRead } = this;
    if (lastRead?.version === version && lastRead.after === afterRevision) return lastRead.found;
    const changes = this.notifications.getChangesSince(this.userId, afterRevision, BATCH_SIZE);
    const read = { version, after: afterRevision, found: changes };
    this.lastRead = read;
    // After a failure the next call reads again.
    changes.catch(() => {
      if (this.lastRead === read) this.lastRead = undefined;
    });
    return changes;
  }

  updateLatestRevision(revision: number): void {
    if (revision === this.latestRevision) return;
    this.latestRevision = revision;
    this.wake();
  }

  wake(): void {
    this.version += 1;
    for (const subscription of this.subscriptions) subscription.wake();
  }
}

class InboxSubscription implements NotificationSubscription {
  private isClosed = false;
  private resume: () => void = () => undefined;

  constructor(
    private readonly inbox: SubscribedInbox,
    public revision: number,
    private readonly onClosed: () => void,
  ) {
    inbox.addSubscription(this);
  }

  async next(): Promise<readonly NotificationChange[] | undefined> {
    while (!this.isClosed) {
      // Taken before the read: a change during the read increases it, and the loop reads again.
      const { version } = this.inbox;
      const changes = await this.inbox.readChangesSince(this.revision);
      const last = changes.at(-1);
      if (last) {
        this.revision = last.revision;
        return changes;
      }
      if (version === this.inbox.version) await this.waitForWake();
    }
    return undefined;
  }

  wake(): void {
    this.resume();
  }

  close(): void {
    this.isClosed = true;
    this.inbox.removeSubscription(this);
    this.resume();
    this.onClosed();
  }

  private async waitForWake(): Promise<void> {
    if (this.isClosed) return;
    await new Promise<void>((resolve) => (this.resume = resolve));
  }
}
