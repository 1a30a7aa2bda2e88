import { Notification, type NotificationSource, type NotificationState } from "../../domain/notification.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
} from "../../ports/driven/notification-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { by, Table } from "./table.js";

export class InMemoryNotificationRepository implements NotificationRepository {
  readonly #notifications = new Table((state: NotificationState) => Notification.restore(state));
  /** By user, then by notification ID, including removed ones, in the order of the last change. */
  readonly #revisions = new Map<string, Map<string, number>>();
  readonly #latestRevisions = new Map<string, number>();

  /**
   * @param isThere whether a source, a conversation or memory, is neither deleted nor rejected.
   * @param forgetAnswers forgets the answers that show these objects of the user.
   */
  constructor(
    private readonly isThere: (userId: string, source: NotificationSource) => boolean = () => true,
    private readonly forgetAnswers: (userId: string, ids: readonly string[], now: Date) => void = () => undefined,
  ) {}

  /** What is stored, for the archive. */
  get table(): Table<NotificationState, Notification> {
    return this.#notifications;
  }

  async add(notification: Notification): Promise<Notification | undefined> {
    const { userId, id, sources } = notification.state;
    const existing = this.#notifications.get(userId, id);
    if (existing) return existing;
    if (!this.areAllPresent(userId, sources)) return undefined;
    this.#notifications.put(userId, notification);
    this.#noteChange(userId, id);
    return notification;
  }

  async get(userId: string, id: string): Promise<Notification | undefined> {
    return this.#notifications.get(userId, id);
  }

  async update(
    userId: string,
    id: string,
    change: (before: Notification) => Notification,
  ): Promise<Notification | undefined> {
    const before = this.#notifications.get(userId, id);
    return before && this.#change(before, change);
  }

  async updateUnread(
    userId: string,
    { until, limit }: { readonly until: Date; readonly limit: number },
    change: (before: Notification) => Notification,
  ): Promise<number> {
    const changes = this.#chosen(userId, { unreadOnly: true })
      .filter(({ state }) => state.createdAt <= until)
      .sort(by(({ sortKey }) => sortKey))
      .slice(0, limit)
      .map((before) => ({ before, after: change(before) }));
    for (const { before, after } of changes) this.#change(before, () => after);
    return changes.length;
  }

  async deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void> {
    this.release(userId, source, now);
  }

  /** As `deleteDependents`, synchronously. */
  release(userId: string, source: NotificationSource, now: Date): void {
    const isSource = (each: NotificationSource): boolean => each.kind === source.kind && each.id === source.id;
    for (const { state } of this.#notifications.of(userId).filter(({ state: { sources } }) => sources.some(isSource))) {
      if (!this.#notifications.remove(userId, state.id)) continue;
      this.#noteChange(userId, state.id);
      this.forgetAnswers(userId, [state.id], now);
      this.release(userId, { kind: "notification", id: state.id }, now);
    }
  }

  async list(
    userId: string,
    filter: NotificationFilter,
    { limit, offset = 0, after = "" }: PageRequest,
  ): Promise<Notification[]> {
    return this.#chosen(userId, filter)
      .sort(by(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: NotificationFilter): Promise<number> {
    return this.#chosen(userId, filter).length;
  }

  async latestWithApp(userId: string, appId: string, limit: number): Promise<Notification[]> {
    return this.#notifications
      .of(userId)
      .filter(({ state }) => state.appId === appId)
      .sort(by(({ talkKey }) => talkKey))
      .slice(0, limit);
  }

  async changesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]> {
    return [...(this.#revisions.get(userId) ?? [])]
      .filter(([, changed]) => changed > revision)
      .slice(0, limit)
      .map(([id, changed]): NotificationChange => {
        const notification = this.#notifications.get(userId, id);
        return notification ? { revision: changed, notification } : { revision: changed, removedId: id };
      });
  }

  async latestRevision(userId: string): Promise<number> {
    return this.#latestRevisions.get(userId) ?? 0;
  }

  async latestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(userIds.map((userId) => [userId, this.#latestRevisions.get(userId) ?? 0]));
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]> {
    return this.#notifications
      .all()
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .sort(by(({ dueAt }) => dueAt?.getTime() ?? 0))
      .slice(0, limit)
      .map((due) => this.#change(due, (before) => before.claim(now, leaseMs)));
  }

  /** Whether none of the sources is deleted, being deleted, or rejected. */
  areAllPresent(userId: string, sources: readonly NotificationSource[]): boolean {
    return sources.every((source) => this.#isThere(userId, source));
  }

  #isThere(userId: string, source: NotificationSource): boolean {
    return source.kind === "notification" ? this.#notifications.has(userId, source.id) : this.isThere(userId, source);
  }

  #chosen(userId: string, { unreadOnly }: NotificationFilter): Notification[] {
    return this.#notifications.of(userId).filter(({ isRead }) => !unreadOnly || !isRead);
  }

  #change(before: Notification, change: (before: Notification) => Notification): Notification {
    const { userId, id } = before.state;
    const after = change(before);
    this.#notifications.put(userId, after);
    if (after.shows(before)) this.#noteChange(userId, id);
    return after;
  }

  #noteChange(userId: string, id: string): void {
    const revisions = this.#revisions.get(userId) ?? new Map<string, number>();
    const next = (this.#latestRevisions.get(userId) ?? 0) + 1;
    this.#latestRevisions.set(userId, next);
    // What is set again keeps its place in a Map.
    revisions.delete(id);
    this.#revisions.set(userId, revisions.set(id, next));
  }
}
