import {
  Notification,
  type NotificationSource,
  type NotificationState,
  type PushTargetRef,
} from "../../domain/notification/notification.js";
import { PushTarget, type PushTargetState } from "../../domain/notification/push-target.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
  PushTargetRepository,
} from "../../ports/driven/store/notification-repositories.js";
import type { PageRequest } from "../../ports/paging.js";
import { compareBy, AggregateTable } from "./tables.js";

export class InMemoryNotificationRepository implements NotificationRepository {
  readonly #notificationTable = new AggregateTable((state: NotificationState) => Notification.restore(state));
  /** By user, then by notification ID, including removed ones, in the order of the last change. */
  readonly #revisionsByUser = new Map<string, Map<string, number>>();
  readonly #latestRevisionByUser = new Map<string, number>();

  /**
   * @param isSourcePresent whether a source, a conversation or memory, is neither deleted nor rejected.
   * @param forgetStoredResponses removes the stored responses that contain these objects of the user.
   */
  constructor(
    private readonly isSourcePresent: (userId: string, source: NotificationSource) => boolean = () => true,
    private readonly forgetStoredResponses: (userId: string, ids: readonly string[], now: Date) => void = () =>
      undefined,
  ) {}

  /** The stored notifications, for the archive. */
  get table(): AggregateTable<NotificationState, Notification> {
    return this.#notificationTable;
  }

  async add(notification: Notification): Promise<Notification | undefined> {
    const { userId, id, sources } = notification.state;
    const existing = this.#notificationTable.get(userId, id);
    if (existing) return existing;
    if (!this.areAllPresent(userId, sources)) return undefined;
    this.#notificationTable.put(userId, notification);
    this.#recordChange(userId, id);
    return notification;
  }

  async get(userId: string, id: string): Promise<Notification | undefined> {
    return this.#notificationTable.get(userId, id);
  }

  async update(
    userId: string,
    id: string,
    change: (current: Notification) => Notification,
  ): Promise<Notification | undefined> {
    const current = this.#notificationTable.get(userId, id);
    return current && this.#updateStored(current, change);
  }

  async updateUnread(
    userId: string,
    { until, limit }: { readonly until: Date; readonly limit: number },
    change: (current: Notification) => Notification,
  ): Promise<number> {
    const changes = this.#findMatching(userId, { unreadOnly: true })
      .filter(({ state }) => state.createdAt <= until)
      .sort(compareBy(({ sortKey }) => sortKey))
      .slice(0, limit)
      .map((current) => ({ before: current, next: change(current) }));
    for (const { before: current, next } of changes) this.#updateStored(current, () => next);
    return changes.length;
  }

  async deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void> {
    this.deleteDependentsSync(userId, source, now);
  }

  /** As `deleteDependents`, synchronously. */
  deleteDependentsSync(userId: string, source: NotificationSource, now: Date): void {
    const isSource = (candidate: NotificationSource): boolean =>
      candidate.kind === source.kind && candidate.id === source.id;
    for (const { state } of this.#notificationTable
      .listByUser(userId)
      .filter(({ state: { sources } }) => sources.some(isSource))) {
      if (!this.#notificationTable.remove(userId, state.id)) continue;
      this.#recordChange(userId, state.id);
      this.forgetStoredResponses(userId, [state.id], now);
      this.deleteDependentsSync(userId, { kind: "notification", id: state.id }, now);
    }
  }

  async list(
    userId: string,
    filter: NotificationFilter,
    { limit, offset = 0, after = "" }: PageRequest,
  ): Promise<Notification[]> {
    return this.#findMatching(userId, filter)
      .sort(compareBy(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: NotificationFilter): Promise<number> {
    return this.#findMatching(userId, filter).length;
  }

  async findLatestByApp(userId: string, appId: string, limit: number): Promise<Notification[]> {
    return this.#notificationTable
      .listByUser(userId)
      .filter(({ state }) => state.appId === appId)
      .sort(compareBy(({ lastMessageKey: talkKey }) => talkKey))
      .slice(0, limit);
  }

  async getChangesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]> {
    return [...(this.#revisionsByUser.get(userId) ?? [])]
      .filter(([, changeRevision]) => changeRevision > revision)
      .slice(0, limit)
      .map(([id, changeRevision]): NotificationChange => {
        const notification = this.#notificationTable.get(userId, id);
        return notification ? { revision: changeRevision, notification } : { revision: changeRevision, removedId: id };
      });
  }

  async getLatestRevision(userId: string): Promise<number> {
    return this.#latestRevisionByUser.get(userId) ?? 0;
  }

  async getLatestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(userIds.map((userId) => [userId, this.#latestRevisionByUser.get(userId) ?? 0]));
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]> {
    return this.#notificationTable
      .all()
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .sort(compareBy(({ dueAt }) => dueAt?.getTime() ?? 0))
      .slice(0, limit)
      .map((dueNotification) => this.#updateStored(dueNotification, (current) => current.claim(now, leaseMs)));
  }

  /** Whether none of the sources is deleted, being deleted, or rejected. */
  areAllPresent(userId: string, sources: readonly NotificationSource[]): boolean {
    return sources.every((source) => this.#isSourcePresent(userId, source));
  }

  #isSourcePresent(userId: string, source: NotificationSource): boolean {
    return source.kind === "notification"
      ? this.#notificationTable.has(userId, source.id)
      : this.isSourcePresent(userId, source);
  }

  #findMatching(userId: string, { unreadOnly }: NotificationFilter): Notification[] {
    return this.#notificationTable.listByUser(userId).filter(({ isRead }) => !unreadOnly || !isRead);
  }

  #updateStored(current: Notification, change: (current: Notification) => Notification): Notification {
    const { userId, id } = current.state;
    const next = change(current);
    this.#notificationTable.put(userId, next);
    if (next.hasVisibleChange(current)) this.#recordChange(userId, id);
    return next;
  }

  #recordChange(userId: string, id: string): void {
    const revisions = this.#revisionsByUser.get(userId) ?? new Map<string, number>();
    const nextRevision = (this.#latestRevisionByUser.get(userId) ?? 0) + 1;
    this.#latestRevisionByUser.set(userId, nextRevision);
    // A Map keeps the position of a key that is set again.
    revisions.delete(id);
    this.#revisionsByUser.set(userId, revisions.set(id, nextRevision));
  }
}

export class InMemoryPushTargetRepository implements PushTargetRepository {
  readonly #targetTable = new AggregateTable<PushTargetState, PushTarget>((state) => PushTarget.restore(state));

  /** The stored targets, for the archive. */
  get table(): AggregateTable<PushTargetState, PushTarget> {
    return this.#targetTable;
  }

  async put(userId: string, id: string, change: (current: PushTarget | undefined) => PushTarget): Promise<PushTarget> {
    const next = change(this.#targetTable.get(userId, id));
    this.#targetTable.put(userId, next);
    return next;
  }

  async get(userId: string, id: string): Promise<PushTarget | undefined> {
    return this.#targetTable.get(userId, id);
  }

  async update(
    userId: string,
    id: string,
    change: (current: PushTarget) => PushTarget,
  ): Promise<PushTarget | undefined> {
    return this.#targetTable.update(userId, id, change);
  }

  async list(userId: string): Promise<PushTarget[]> {
    return this.#targetTable.listByUser(userId).sort(compareBy(({ sortKey }) => sortKey));
  }

  async getTargetRefs(userId: string): Promise<readonly PushTargetRef[]> {
    const targets = await this.list(userId);
    return targets.filter(({ isGone }) => !isGone).map(({ state: { id, channel } }) => ({ id, channel }));
  }

  async remove(userId: string, id: string): Promise<boolean> {
    return this.#targetTable.remove(userId, id);
  }
}
