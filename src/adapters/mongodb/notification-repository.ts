import type { Notification, NotificationSource } from "../../domain/notification.js";
import { descending } from "../../domain/sort-key.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
} from "../../ports/driven/notification-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { userQueue, type Database } from "./database.js";
import { Heads } from "./heads.js";
import { NotificationDocuments } from "./notification-documents.js";

export class MongoNotificationRepository implements NotificationRepository {
  readonly #notifications: NotificationDocuments;
  readonly #heads: Heads;

  constructor(private readonly database: Database) {
    this.#notifications = new NotificationDocuments(database);
    this.#heads = new Heads(database);
  }

  add(notification: Notification): Promise<Notification | undefined> {
    const { userId, id, sources } = notification.state;
    return this.database.write(userQueue(userId), async (transaction) => {
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
    change: (before: Notification) => Notification,
  ): Promise<Notification | undefined> {
    return this.database.write(userQueue(userId), async (transaction) => {
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
    change: (before: Notification) => Notification,
  ): Promise<number> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const rows = await this.#notifications.findAll(
        { user: userId, unread: true, key: { $gte: descending(until) } },
        { sort: { key: 1 }, limit },
        transaction,
      );
      const changes = rows.map((row) => ({ row, next: change(row.aggregate) }));
      await this.#notifications.replaceInInbox(userId, changes, transaction);
      return rows.length;
    });
  }

  async deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void> {
    await this.database.write(userQueue(userId), (transaction) =>
      this.#notifications.deleteDependents(userId, source, now, transaction),
    );
  }

  list(userId: string, filter: NotificationFilter, page: PageRequest): Promise<Notification[]> {
    return this.#notifications.listPage(queryOf(userId, filter), { by: "key", ...page });
  }

  count(userId: string, filter: NotificationFilter): Promise<number> {
    return this.#notifications.count(queryOf(userId, filter));
  }

  async latestWithApp(userId: string, appId: string, limit: number): Promise<Notification[]> {
    const rows = await this.#notifications.findAll({ user: userId, app: appId }, { sort: { talk: 1 }, limit });
    return rows.map(({ aggregate }) => aggregate);
  }

  async changesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]> {
    const filter = { user: userId, revision: { $gt: revision } };
    const documents = await this.#notifications.findDocuments(filter, { sort: { revision: 1 }, limit });
    return documents.map((document): NotificationChange => {
      const row = this.#notifications.rowOf(document);
      const changed = { revision: Number(document["revision"]) };
      return row ? { ...changed, notification: row.aggregate } : { ...changed, removedId: document.id };
    });
  }

  latestRevision(userId: string): Promise<number> {
    return this.#heads.findLatest(userId, "notifications");
  }

  latestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#heads.findLatestOfAll(userIds, "notifications");
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]> {
    return this.#notifications.claim("due", now, limit, (notification) => notification.claim(now, leaseMs));
  }
}

/** What remains of removed notifications has no key. */
function queryOf(userId: string, { unreadOnly }: NotificationFilter): Record<string, unknown> {
  return { user: userId, key: { $gt: "" }, ...(unreadOnly ? { unread: true } : {}) };
}
