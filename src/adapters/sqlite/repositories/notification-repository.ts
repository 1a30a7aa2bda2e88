import type { StatementSync } from "node:sqlite";
import { MAX_FEED_REMOVALS } from "../../../domain/memory/memory.js";
import {
  Notification,
  type NotificationSource,
  type NotificationState,
} from "../../../domain/notification/notification.js";
import { encodeDescending } from "../../../domain/time/timestamps.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
} from "../../../ports/driven/store/notification-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import type { SqliteDatabase } from "../database/database.js";
import { LatestRevisionCache, NO_USERS } from "../queries/data-versions.js";
import { prepareListStatements, type ListStatements, toPagePosition } from "../queries/page-query.js";
import { claimDueRows, replaceIfChanged } from "../queries/row-updates.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";
import { SqliteStoredResponses } from "./idempotency-repository.js";
import { DeletedConversations } from "./tombstones.js";

interface Row {
  readonly key: number;
  readonly revision: number;
  readonly state: string;
}

export class SqliteNotificationRepository implements NotificationRepository {
  readonly #selectById: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #selectUnreadUntil: StatementSync;
  readonly #selectByApp: StatementSync;
  readonly #selectChanges: StatementSync;
  readonly #selectDue: StatementSync;
  readonly #selectRemovals: StatementSync;
  readonly #notificationSources: NotificationSources;
  readonly #latestRevisionCache: LatestRevisionCache;
  readonly #allNotifications: ListStatements;
  readonly #unreadNotifications: ListStatements;

  constructor(private readonly database: SqliteDatabase) {
    const columns = "notifications.key, notifications.revision, notifications.state";
    this.#selectById = database.prepare(`SELECT ${columns} FROM notifications WHERE user_id = ? AND id = ?`);
    this.#insert = database.prepare(`
      INSERT INTO notifications
        (user_id, id, app_id, sort_key, unread, talk_key, revision, due_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#replace = database.prepare(`
      UPDATE notifications SET unread = ?, talk_key = ?, revision = ?, due_at = ?, state = ? WHERE key = ?`);
    this.#selectUnreadUntil = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_unread
      WHERE unread = 1 AND user_id = ? AND sort_key >= ? ORDER BY sort_key LIMIT ?`);
    this.#selectByApp = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_with_app
      WHERE user_id = ? AND app_id = ? ORDER BY talk_key LIMIT ?`);
    this.#selectChanges = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_changed
      WHERE user_id = ? AND revision > ? ORDER BY revision LIMIT ?`);
    this.#selectDue = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_due
      WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?`);
    this.#selectRemovals = database.prepare(`
      SELECT id, revision FROM notification_removals INDEXED BY notification_removals_changed
      WHERE user_id = ? AND revision > ? ORDER BY revision LIMIT ?`);
    this.#notificationSources = new NotificationSources(database);
    this.#latestRevisionCache = new LatestRevisionCache(database.dataVersions, (userId) =>
      this.#notificationSources.latestRevision(userId),
    );
    const listOrder = { columns: ["key", "revision", "state"] };
    this.#allNotifications = prepareListStatements(
      database,
      "notifications",
      { index: "notifications_listed", condition: "user_id = ?" },
      listOrder,
    );
    this.#unreadNotifications = prepareListStatements(
      database,
      "notifications",
      { index: "notifications_unread", condition: "unread = 1 AND user_id = ?" },
      listOrder,
    );
  }

  add(notification: Notification): Promise<Notification | undefined> {
    const { userId, id, sources } = notification.state;
    return this.database.write(userId, () => {
      const existing = this.#find(userId, id);
      if (existing) return toNotification(existing);
      if (!this.#notificationSources.areAllPresent(userId, sources)) return undefined;
      this.insert(notification);
      return notification;
    });
  }

  get(userId: string, id: string): Promise<Notification | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && toNotification(row);
    });
  }

  update(
    userId: string,
    id: string,
    change: (current: Notification) => Notification,
  ): Promise<Notification | undefined> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      return row && this.#updateRow(row, change);
    });
  }

  updateUnread(
    userId: string,
    { until, limit }: { readonly until: Date; readonly limit: number },
    change: (current: Notification) => Notification,
  ): Promise<number> {
    return this.database.write(userId, () => {
      const rows = this.#selectUnreadUntil.all(userId, encodeDescending(until), limit) as unknown as Row[];
      for (const row of rows) this.#updateRow(row, change);
      return rows.length;
    });
  }

  async deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void> {
    await this.database.writeAndErase(userId, () => this.#notificationSources.deleteDependents(userId, source, now));
  }

  list(userId: string, filter: NotificationFilter, page: PageRequest): Promise<Notification[]> {
    const { limit, offset, start } = toPagePosition(page);
    const statements = this.#getListStatements(filter);
    return this.database.read(() =>
      (statements.page.all(userId, start, limit, offset) as unknown as Row[]).map(toNotification),
    );
  }

  count(userId: string, filter: NotificationFilter): Promise<number> {
    const { count } = this.#getListStatements(filter);
    return this.database.read(() => Number(count.get(userId)?.count));
  }

  findLatestByApp(userId: string, appId: string, limit: number): Promise<Notification[]> {
    return this.database.read(() =>
      (this.#selectByApp.all(userId, appId, limit) as unknown as Row[]).map(toNotification),
    );
  }

  getChangesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]> {
    return this.database.read(() => {
      const changed = (this.#selectChanges.all(userId, revision, limit) as unknown as Row[]).map(
        (row): NotificationChange => ({ revision: row.revision, notification: toNotification(row) }),
      );
      const removed = this.#selectRemovals
        .all(userId, revision, limit)
        .map((row): NotificationChange => ({ revision: Number(row["revision"]), removedId: String(row["id"]) }));
      return [...changed, ...removed].sort((a, b) => a.revision - b.revision).slice(0, limit);
    });
  }

  getLatestRevision(userId: string): Promise<number> {
    return this.database.read(() => this.#notificationSources.latestRevision(userId));
  }

  getLatestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.database.read(() => this.#latestRevisionCache.find(userIds));
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]> {
    // `NO_USERS`, because a claim does not change what the inbox shows: cached data stays valid.
    return claimDueRows(this.database, NO_USERS, limit, {
      findDue: (maxRows) => this.#selectDue.all(now.getTime(), maxRows) as unknown as Row[],
      claim: (row) => this.#updateRow(row, (current) => current.claim(now, leaseMs)),
    });
  }

  /** Call it inside a write. */
  insert(notification: Notification): void {
    const { userId, id, appId, sources } = notification.state;
    const values = toColumnValues(notification, this.#nextRevision(userId));
    const { lastInsertRowid } = this.#insert.run(userId, id, appId, notification.sortKey, ...values);
    this.#notificationSources.addSources(userId, id, Number(lastInsertRowid), sources);
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#selectById.get(userId, id) as Row | undefined;
  }

  #updateRow(row: Row, change: (current: Notification) => Notification): Notification {
    const current = toNotification(row);
    return replaceIfChanged(current, change, (next) => {
      const revision = next.hasVisibleChange(current) ? this.#nextRevision(next.state.userId) : row.revision;
      this.#replace.run(...toColumnValues(next, revision), row.key);
    });
  }

  #nextRevision(userId: string): number {
    return this.#notificationSources.latestRevision(userId) + 1;
  }

  #getListStatements({ unreadOnly }: NotificationFilter): ListStatements {
    return unreadOnly ? this.#unreadNotifications : this.#allNotifications;
  }
}

/** Returns the values of the columns that may change, in the order of the statements. */
function toColumnValues(
  { isRead, lastMessageKey: talkKey, dueAt, state }: Notification,
  revision: number,
): (number | string | null)[] {
  return [isRead ? 0 : 1, talkKey, revision, dueAt?.getTime() ?? null, serializeState(state)];
}

function toNotification({ state }: Pick<Row, "state">): Notification {
  return Notification.restore(deserializeState(state) as NotificationState);
}

/** The sources of notifications, and the records of removed notifications. Call it inside a read or a write. */
export class NotificationSources {
  readonly #existenceStatements: Readonly<Record<"memory" | "notification", StatementSync>>;
  readonly #insertSource: StatementSync;
  readonly #deleteSources: StatementSync;
  readonly #selectDependents: StatementSync;
  readonly #deleteNotification: StatementSync;
  readonly #selectLatestRevisions: readonly StatementSync[];
  readonly #upsertRemoval: StatementSync;
  readonly #deleteRemoval: StatementSync;
  readonly #selectNewestToPrune: StatementSync;
  readonly #deleteOldRemovals: StatementSync;
  readonly #storedResponses: SqliteStoredResponses;
  readonly #deletedConversations: DeletedConversations;

  constructor(database: SqliteDatabase) {
    this.#existenceStatements = {
      memory: database.prepare("SELECT 1 FROM memories WHERE user_id = ? AND id = ? AND listed = 1"),
      notification: database.prepare("SELECT 1 FROM notifications WHERE user_id = ? AND id = ?"),
    };
    this.#insertSource = database.prepare(`
      INSERT INTO notification_sources (user_id, kind, source_id, notification) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`);
    this.#deleteSources = database.prepare(
      "DELETE FROM notification_sources INDEXED BY notification_sources_of WHERE notification = ?",
    );
    this.#selectDependents = database.prepare(`
      SELECT notifications.key, notifications.id
      FROM notification_sources CROSS JOIN notifications ON notifications.key = notification_sources.notification
      WHERE notification_sources.user_id = ? AND kind = ? AND source_id = ?`);
    this.#deleteNotification = database.prepare("DELETE FROM notifications WHERE key = ?");
    this.#selectLatestRevisions = [
      "notifications INDEXED BY notifications_changed",
      "notification_removals INDEXED BY notification_removals_changed",
    ].map((from) => database.prepare(`SELECT max(revision) AS revision FROM ${from} WHERE user_id = ?`));
    this.#upsertRemoval = database.prepare(
      "INSERT OR REPLACE INTO notification_removals (user_id, id, revision) VALUES (?, ?, ?)",
    );
    this.#deleteRemoval = database.prepare("DELETE FROM notification_removals WHERE user_id = ? AND id = ?");
    this.#selectNewestToPrune = database.prepare(`
      SELECT revision FROM notification_removals INDEXED BY notification_removals_changed
      WHERE user_id = ? ORDER BY revision DESC LIMIT 1 OFFSET ?`);
    this.#deleteOldRemovals = database.prepare(`
      DELETE FROM notification_removals INDEXED BY notification_removals_changed
      WHERE user_id = ? AND revision <= ?`);
    this.#storedResponses = new SqliteStoredResponses(database);
    this.#deletedConversations = new DeletedConversations(database);
  }

  /** The greatest revision of the user's inbox, removals included; 0 when there is none. */
  latestRevision(userId: string): number {
    return Math.max(
      ...this.#selectLatestRevisions.map((statement) => Number(statement.get(userId)?.["revision"] ?? 0)),
    );
  }

  /** Whether none of the sources is deleted, being deleted, or rejected. */
  areAllPresent(userId: string, sources: readonly NotificationSource[]): boolean {
    return sources.every(({ kind, id }) =>
      kind === "conversation"
        ? !this.#deletedConversations.has(userId, id)
        : this.#existenceStatements[kind].get(userId, id) !== undefined,
    );
  }

  /** Stores the sources of a new notification. @param key the key of its row. */
  addSources(userId: string, id: string, key: number, sources: readonly NotificationSource[]): void {
    for (const source of sources) this.#insertSource.run(userId, source.kind, source.id, key);
    this.#deleteRemoval.run(userId, id);
  }

  /** As `NotificationRepository.deleteDependents`. @returns whether something was removed. */
  deleteDependents(userId: string, source: NotificationSource, now: Date): boolean {
    const removedIds: string[] = [];
    const pending: NotificationSource[] = [source];
    for (let removedSource = pending.pop(); removedSource; removedSource = pending.pop()) {
      for (const { key, id } of this.#selectDependents.all(userId, removedSource.kind, removedSource.id)) {
        this.#upsertRemoval.run(userId, String(id), this.latestRevision(userId) + 1);
        this.#deleteNotification.run(Number(key));
        this.#deleteSources.run(Number(key));
        removedIds.push(String(id));
        pending.push({ kind: "notification", id: String(id) });
      }
    }
    if (removedIds.length === 0) return false;
    const newestToPrune = this.#selectNewestToPrune.get(userId, MAX_FEED_REMOVALS);
    if (newestToPrune) this.#deleteOldRemovals.run(userId, Number(newestToPrune["revision"]));
    this.#storedResponses.forgetObjects(userId, removedIds, now);
    return true;
  }
}
