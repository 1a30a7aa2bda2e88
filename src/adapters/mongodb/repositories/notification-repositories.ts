import type { Notification, NotificationSource, PushTargetRef } from "../../../domain/notification/notification.js";
import { PushTarget } from "../../../domain/notification/push-target.js";
import { encodeDescending } from "../../../domain/time/timestamps.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
  PushTargetRepository,
} from "../../../ports/driven/store/notification-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { Documents, type DocumentType } from "../documents/documents.js";
import { NotificationDocuments } from "../documents/notification-documents.js";
import { RevisionCounters } from "../documents/revision-counters.js";

export class MongoNotificationRepository implements NotificationRepository {
  readonly #notifications: NotificationDocuments;
  readonly #revisionCounters: RevisionCounters;

  constructor(private readonly database: MongoDatabase) {
    this.#notifications = new NotificationDocuments(database);
    this.#revisionCounters = new RevisionCounters(database);
  }

  add(notification: Notification): Promise<Notification | undefined> {
    const { userId, id, sources } = notification.state;
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const existing = await this.#notifications.find({ user: userId, id }, transaction);
      if (existing) return existing.aggregate;
      if (!(await this.#notifications.areAllPresent(userId, sources, transaction))) return undefined;
      await this.#notifications.add(notification, transaction);
      return notification;
    });
  }

  get(userId: string, id: string): Promise<Notification | undefined> {
    return this.#notifications.get({ user: userId, id });
  }

  update(
    userId: string,
    id: string,
    change: (current: Notification) => Notification,
  ): Promise<Notification | undefined> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#notifications.find({ user: userId, id }, transaction);
      if (!row) return undefined;
      const next = change(row.aggregate);
      await this.#notifications.replaceInInbox(userId, [{ row, next }], transaction);
      return next;
    });
  }

  updateUnread(
    userId: string,
    { until, limit }: { readonly until: Date; readonly limit: number },
    change: (current: Notification) => Notification,
  ): Promise<number> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const rows = await this.#notifications.findAll(
        { user: userId, unread: true, key: { $gte: encodeDescending(until) } },
        { sort: { key: 1 }, limit },
        transaction,
      );
      const changes = rows.map((row) => ({ row, next: change(row.aggregate) }));
      await this.#notifications.replaceInInbox(userId, changes, transaction);
      return rows.length;
    });
  }

  async deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void> {
    await this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#notifications.deleteDependents(userId, source, now, transaction),
    );
  }

  list(userId: string, filter: NotificationFilter, page: PageRequest): Promise<Notification[]> {
    return this.#notifications.listPage(buildFilter(userId, filter), { orderBy: "key", ...page });
  }

  count(userId: string, filter: NotificationFilter): Promise<number> {
    return this.#notifications.count(buildFilter(userId, filter));
  }

  async findLatestByApp(userId: string, appId: string, limit: number): Promise<Notification[]> {
    const rows = await this.#notifications.findAll({ user: userId, app: appId }, { sort: { talk: 1 }, limit });
    return rows.map(({ aggregate }) => aggregate);
  }

  async getChangesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]> {
    const filter = { user: userId, revision: { $gt: revision } };
    const documents = await this.#notifications.findDocuments(filter, { sort: { revision: 1 }, limit });
    return documents.map((document): NotificationChange => {
      const row = this.#notifications.toRow(document);
      const change = { revision: Number(document["revision"]) };
      return row ? { ...change, notification: row.aggregate } : { ...change, removedId: document.id };
    });
  }

  getLatestRevision(userId: string): Promise<number> {
    return this.#revisionCounters.findLatest(userId, "notifications");
  }

  getLatestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#revisionCounters.findLatestByUser(userIds, "notifications");
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]> {
    return this.#notifications.claim("due", now, limit, (notification) => notification.claim(now, leaseMs));
  }
}

/** Markers of removed notifications have no key. */
function buildFilter(userId: string, { unreadOnly }: NotificationFilter): Record<string, unknown> {
  return { user: userId, key: { $gt: "" }, ...(unreadOnly ? { unread: true } : {}) };
}

/** Maps push targets to documents. */
export const pushTargetDocumentType: DocumentType<PushTarget> = {
  collection: "pushTargets",
  restore: (state) => PushTarget.restore(state),
  getKey: ({ state }) => ({ user: state.userId, id: state.id }),
  computeFields: ({ sortKey }) => ({ key: sortKey }),
};

export class MongoPushTargetRepository implements PushTargetRepository {
  readonly #targets: Documents<PushTarget>;

  constructor(private readonly database: MongoDatabase) {
    this.#targets = new Documents(database, pushTargetDocumentType);
  }

  put(userId: string, id: string, change: (current: PushTarget | undefined) => PushTarget): Promise<PushTarget> {
    return this.#targets.upsert(getUserQueueKey(userId), { user: userId, id }, change);
  }

  get(userId: string, id: string): Promise<PushTarget | undefined> {
    return this.#targets.get({ user: userId, id });
  }

  update(userId: string, id: string, change: (current: PushTarget) => PushTarget): Promise<PushTarget | undefined> {
    return this.#targets.update(getUserQueueKey(userId), { user: userId, id }, change);
  }

  async list(userId: string): Promise<PushTarget[]> {
    const rows = await this.#targets.findAll({ user: userId }, { sort: { key: 1 } });
    return rows.map(({ aggregate }) => aggregate);
  }

  async getTargetRefs(userId: string): Promise<readonly PushTargetRef[]> {
    const targets = await this.list(userId);
    return targets.filter(({ isGone }) => !isGone).map(({ state: { id, channel } }) => ({ id, channel }));
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#targets.remove({ user: userId, id }, transaction),
    );
  }
}
