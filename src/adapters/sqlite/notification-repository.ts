import type { StatementSync } from "node:sqlite";
import { Notification, type NotificationSource, type NotificationState } from "../../domain/notification.js";
import { descending } from "../../domain/sort-key.js";
import type {
  NotificationChange,
  NotificationFilter,
  NotificationRepository,
} from "../../ports/driven/notification-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { listing, type Listing } from "./listing.js";
import { LatestRevisions } from "./latest-revisions.js";
import { NotificationSources } from "./notification-sources.js";
import { placeOf } from "./place.js";
import { nobody } from "./data-versions.js";

interface Row {
  readonly key: number;
  readonly revision: number;
  readonly state: string;
}

export class SqliteNotificationRepository implements NotificationRepository {
  readonly #byId: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #unreadUntil: StatementSync;
  readonly #withApp: StatementSync;
  readonly #changes: StatementSync;
  readonly #due: StatementSync;
  readonly #removals: StatementSync;
  readonly #sources: NotificationSources;
  readonly #latestRevisions: LatestRevisions;
  readonly #all: Listing;
  readonly #unread: Listing;

  constructor(private readonly database: Database) {
    const columns = "notifications.key, notifications.revision, notifications.state";
    this.#byId = database.prepare(`SELECT ${columns} FROM notifications WHERE user_id = ? AND id = ?`);
    this.#insert = database.prepare(`
      INSERT INTO notifications
        (user_id, id, app_id, sort_key, unread, talk_key, revision, due_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#replace = database.prepare(`
      UPDATE notifications SET unread = ?, talk_key = ?, revision = ?, due_at = ?, state = ? WHERE key = ?`);
    this.#unreadUntil = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_unread
      WHERE unread = 1 AND user_id = ? AND sort_key >= ? ORDER BY sort_key LIMIT ?`);
    this.#withApp = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_with_app
      WHERE user_id = ? AND app_id = ? ORDER BY talk_key LIMIT ?`);
    this.#changes = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_changed
      WHERE user_id = ? AND revision > ? ORDER BY revision LIMIT ?`);
    this.#due = database.prepare(`
      SELECT ${columns} FROM notifications INDEXED BY notifications_due
      WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?`);
    this.#removals = database.prepare(`
      SELECT id, revision FROM notification_removals INDEXED BY notification_removals_changed
      WHERE user_id = ? AND revision > ? ORDER BY revision LIMIT ?`);
    this.#sources = new NotificationSources(database);
    this.#latestRevisions = new LatestRevisions(database.dataVersions, (userId) =>
      this.#sources.latestRevision(userId),
    );
    const read = { columns: ["key", "revision", "state"] };
    this.#all = listing(database, "notifications", { index: "notifications_listed", chosen: "user_id = ?" }, read);
    this.#unread = listing(
      database,
      "notifications",
      { index: "notifications_unread", chosen: "unread = 1 AND user_id = ?" },
      read,
    );
  }

  add(notification: Notification): Promise<Notification | undefined> {
    const { userId, id, sources } = notification.state;
    return this.database.write(userId, () => {
      const existing = this.#find(userId, id);
      if (existing) return notificationOf(existing);
      if (!this.#sources.areAllPresent(userId, sources)) return undefined;
      this.insert(notification);
      return notification;
    });
  }

  get(userId: string, id: string): Promise<Notification | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && notificationOf(row);
    });
  }

  update(
    userId: string,
    id: string,
    change: (before: Notification) => Notification,
  ): Promise<Notification | undefined> {
    return this.database.write(userId, () => {
      const row = this.#find(userId, id);
      return row && this.#change(row, change);
    });
  }

  updateUnread(
    userId: string,
    { until, limit }: { readonly until: Date; readonly limit: number },
    change: (before: Notification) => Notification,
  ): Promise<number> {
    return this.database.write(userId, () => {
      const rows = this.#unreadUntil.all(userId, descending(until), limit) as unknown as Row[];
      for (const row of rows) this.#change(row, change);
      return rows.length;
    });
  }

  async deleteDependents(userId: string, source: NotificationSource, now: Date): Promise<void> {
    await this.database.remove(userId, () => this.#sources.release(userId, source, now));
  }

  list(userId: string, filter: NotificationFilter, page: PageRequest): Promise<Notification[]> {
    const { limit, offset, start } = placeOf(page);
    const statements = this.#listing(filter);
    return this.database.read(() =>
      (statements.page.all(userId, start, limit, offset) as unknown as Row[]).map(notificationOf),
    );
  }

  count(userId: string, filter: NotificationFilter): Promise<number> {
    const { count } = this.#listing(filter);
    return this.database.read(() => Number(count.get(userId)?.count));
  }

  latestWithApp(userId: string, appId: string, limit: number): Promise<Notification[]> {
    return this.database.read(() => (this.#withApp.all(userId, appId, limit) as unknown as Row[]).map(notificationOf));
  }

  changesSince(userId: string, revision: number, limit: number): Promise<NotificationChange[]> {
    return this.database.read(() => {
      const present = (this.#changes.all(userId, revision, limit) as unknown as Row[]).map(
        (row): NotificationChange => ({ revision: row.revision, notification: notificationOf(row) }),
      );
      const removed = this.#removals
        .all(userId, revision, limit)
        .map((row): NotificationChange => ({ revision: Number(row["revision"]), removedId: String(row["id"]) }));
      return [...present, ...removed].sort((a, b) => a.revision - b.revision).slice(0, limit);
    });
  }

  latestRevision(userId: string): Promise<number> {
    return this.database.read(() => this.#sources.latestRevision(userId));
  }

  latestRevisions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.database.read(() => this.#latestRevisions.find(userIds));
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<Notification[]> {
    // Who finds nothing to do must not stand in the way of those who write.
    const isAnyDue = await this.database.read(() => this.#due.get(now.getTime(), 1) !== undefined);
    if (!isAnyDue) return [];
    // The inbox shows nothing of a claim: nobody need look again.
    return this.database.write(nobody, () =>
      (this.#due.all(now.getTime(), limit) as unknown as Row[]).map((row) =>
        this.#change(row, (before) => before.claim(now, leaseMs)),
      ),
    );
  }

  /** Call it inside a write. */
  insert(notification: Notification): void {
    const { userId, id, appId, sources } = notification.state;
    const values = valuesOf(notification, this.#nextRevision(userId));
    const { lastInsertRowid } = this.#insert.run(userId, id, appId, notification.sortKey, ...values);
    this.#sources.note(userId, id, Number(lastInsertRowid), sources);
  }

  #find(userId: string, id: string): Row | undefined {
    return this.#byId.get(userId, id) as Row | undefined;
  }

  #change(row: Row, change: (before: Notification) => Notification): Notification {
    const before = notificationOf(row);
    const after = change(before);
    if (after === before) return after;
    const revision = after.shows(before) ? this.#nextRevision(after.state.userId) : row.revision;
    this.#replace.run(...valuesOf(after, revision), row.key);
    return after;
  }

  #nextRevision(userId: string): number {
    return this.#sources.latestRevision(userId) + 1;
  }

  #listing({ unreadOnly }: NotificationFilter): Listing {
    return unreadOnly ? this.#unread : this.#all;
  }
}

/** What may change, in the order of the statements. */
function valuesOf({ isRead, talkKey, dueAt, state }: Notification, revision: number): (number | string | null)[] {
  return [isRead ? 0 : 1, talkKey, revision, dueAt?.getTime() ?? null, encode(state)];
}

function notificationOf({ state }: Pick<Row, "state">): Notification {
  return Notification.restore(decode(state) as NotificationState);
}
