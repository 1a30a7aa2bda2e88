import type { EventLog, NotificationChange, NotificationRepository, Scheduler } from "../ports/driven/index.js";
import type { NotificationWatch } from "../ports/driving/index.js";

export interface NotificationFeedPorts {
  readonly notifications: Pick<NotificationRepository, "changesSince" | "latestRevision" | "latestRevisions">;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
}

/** How often it is looked whether another process has written, in milliseconds. */
const POLL_MS = 250;
/** How many changes are told at once: so many are held for who is slow to take them. */
const A_LOOK = 20;

/** Tells those who watch an inbox what changes in it. However many watch the same one, it is looked after once. */
export class NotificationFeed {
  private readonly followed = new Map<string, FollowedInbox>();
  private cancelPoll: (() => void) | undefined;
  private isStopped = false;

  constructor(private readonly ports: NotificationFeedPorts) {}

  async watch(userId: string, after?: number): Promise<NotificationWatch> {
    const latest = await this.ports.notifications.latestRevision(userId);
    // One from beyond is of a store that there is no more.
    const watch = new Watch(this.follow(userId, latest), Math.min(after ?? latest, latest), () => this.forget(userId));
    if (this.isStopped) watch.close();
    else this.planPoll();
    return watch;
  }

  /** To be told when this process has changed something in the inbox. */
  nudge(userId: string): void {
    this.followed.get(userId)?.wake();
  }

  /** Ends all watches, and those that are to come. */
  stop(): void {
    this.isStopped = true;
    this.cancelPoll?.();
    for (const inbox of [...this.followed.values()]) inbox.closeAll();
  }

  private follow(userId: string, latestRevision: number): FollowedInbox {
    const known = this.followed.get(userId) ?? new FollowedInbox(userId, this.ports.notifications, latestRevision);
    this.followed.set(userId, known);
    return known;
  }

  private forget(userId: string): void {
    if (this.followed.get(userId)?.isWatched === false) this.followed.delete(userId);
  }

  private planPoll(): void {
    this.cancelPoll ??= this.ports.scheduler.after(POLL_MS, () => void this.poll());
  }

  /** Repeats itself while any inbox is followed. Never rejects. */
  private async poll(): Promise<void> {
    const { notifications, log } = this.ports;
    try {
      const latest = await notifications.latestRevisions([...this.followed.keys()]);
      for (const [userId, revision] of latest) this.followed.get(userId)?.noteLatestRevision(revision);
    } catch (error) {
      log.warn("notifications.poll_failed", { error: String(error) });
    }
    this.cancelPoll = undefined;
    if (this.followed.size > 0) this.planPoll();
  }
}

/** An inbox that somebody watches. */
class FollowedInbox {
  private readonly watches = new Set<Watch>();
  /** Grows when there may be something new. */
  version = 0;
  /** The last look: those who stand at the same place share it. */
  private last:
    { readonly version: number; readonly after: number; readonly found: Promise<NotificationChange[]> } | undefined;

  /**
   * @param latestRevision as the last poll found it. Reads by a watch must not change it: the other watches have yet to
   *   be woken.
   */
  constructor(
    private readonly userId: string,
    private readonly notifications: NotificationFeedPorts["notifications"],
    private latestRevision: number,
  ) {}

  get isWatched(): boolean {
    return this.watches.size > 0;
  }

  join(watch: Watch): void {
    this.watches.add(watch);
  }

  leave(watch: Watch): void {
    this.watches.delete(watch);
  }

  closeAll(): void {
    for (const watch of [...this.watches]) watch.close();
  }

  changesSince(after: number): Promise<NotificationChange[]> {
    const { version, last } = this;
    if (last?.version === version && last.after === after) return last.found;
    const found = this.notifications.changesSince(this.userId, after, A_LOOK);
    const look = { version, after, found };
    this.last = look;
    // Whoever asks after a failure tries anew.
    found.catch(() => {
      if (this.last === look) this.last = undefined;
    });
    return found;
  }

  noteLatestRevision(revision: number): void {
    if (revision === this.latestRevision) return;
    this.latestRevision = revision;
    this.wake();
  }

  wake(): void {
    this.version += 1;
    for (const watch of this.watches) watch.wake();
  }
}

class Watch implements NotificationWatch {
  private isClosed = false;
  private goOn: () => void = () => undefined;

  constructor(
    private readonly inbox: FollowedInbox,
    public revision: number,
    private readonly closed: () => void,
  ) {
    inbox.join(this);
  }

  async next(): Promise<readonly NotificationChange[] | undefined> {
    while (!this.isClosed) {
      // What comes from here on makes another version of it.
      const { version } = this.inbox;
      const changes = await this.inbox.changesSince(this.revision);
      const last = changes.at(-1);
      if (last) {
        this.revision = last.revision;
        return changes;
      }
      if (version === this.inbox.version) await this.woken();
    }
    return undefined;
  }

  wake(): void {
    this.goOn();
  }

  close(): void {
    this.isClosed = true;
    this.inbox.leave(this);
    this.goOn();
    this.closed();
  }

  private async woken(): Promise<void> {
    if (this.isClosed) return;
    await new Promise<void>((resolve) => (this.goOn = resolve));
  }
}
