import type { StatementSync } from "node:sqlite";
import { REMOVALS_KEPT } from "../../domain/memory.js";
import type { NotificationSource } from "../../domain/notification.js";
import type { Database } from "./database.js";
import { DeletedConversations } from "./deleted-conversations.js";
import { KeptAnswers } from "./kept-answers.js";

/** The sources of notifications, and the records of removed notifications. Call it inside a read or a write. */
export class NotificationSources {
  readonly #isThere: Readonly<Record<"memory" | "notification", StatementSync>>;
  readonly #note: StatementSync;
  readonly #forget: StatementSync;
  readonly #dependents: StatementSync;
  readonly #delete: StatementSync;
  readonly #latest: readonly StatementSync[];
  readonly #noteRemoval: StatementSync;
  readonly #forgetRemoval: StatementSync;
  readonly #newestToPrune: StatementSync;
  readonly #pruneRemovals: StatementSync;
  readonly #answers: KeptAnswers;
  readonly #deletedConversations: DeletedConversations;

  constructor(database: Database) {
    this.#isThere = {
      memory: database.prepare("SELECT 1 FROM memories WHERE user_id = ? AND id = ? AND listed = 1"),
      notification: database.prepare("SELECT 1 FROM notifications WHERE user_id = ? AND id = ?"),
    };
    this.#note = database.prepare(`
      INSERT INTO notification_sources (user_id, kind, source_id, notification) VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING`);
    this.#forget = database.prepare(
      "DELETE FROM notification_sources INDEXED BY notification_sources_of WHERE notification = ?",
    );
    this.#dependents = database.prepare(`
      SELECT notifications.key, notifications.id
      FROM notification_sources CROSS JOIN notifications ON notifications.key = notification_sources.notification
      WHERE notification_sources.user_id = ? AND kind = ? AND source_id = ?`);
    this.#delete = database.prepare("DELETE FROM notifications WHERE key = ?");
    this.#latest = [
      "notifications INDEXED BY notifications_changed",
      "notification_removals INDEXED BY notification_removals_changed",
    ].map((from) => database.prepare(`SELECT max(revision) AS revision FROM ${from} WHERE user_id = ?`));
    this.#noteRemoval = database.prepare(
      "INSERT OR REPLACE INTO notification_removals (user_id, id, revision) VALUES (?, ?, ?)",
    );
    this.#forgetRemoval = database.prepare("DELETE FROM notification_removals WHERE user_id = ? AND id = ?");
    this.#newestToPrune = database.prepare(`
      SELECT revision FROM notification_removals INDEXED BY notification_removals_changed
      WHERE user_id = ? ORDER BY revision DESC LIMIT 1 OFFSET ?`);
    this.#pruneRemovals = database.prepare(`
      DELETE FROM notification_removals INDEXED BY notification_removals_changed
      WHERE user_id = ? AND revision <= ?`);
    this.#answers = new KeptAnswers(database);
    this.#deletedConversations = new DeletedConversations(database);
  }

  /** The greatest revision of the user's inbox, removals included; 0 when there is none. */
  latestRevision(userId: string): number {
    return Math.max(...this.#latest.map((statement) => Number(statement.get(userId)?.["revision"] ?? 0)));
  }

  /** Whether none of the sources is deleted, being deleted, or rejected. */
  areAllPresent(userId: string, sources: readonly NotificationSource[]): boolean {
    return sources.every(({ kind, id }) =>
      kind === "conversation"
        ? !this.#deletedConversations.has(userId, id)
        : this.#isThere[kind].get(userId, id) !== undefined,
    );
  }

  /** @param key of a notification that has just been stored. */
  note(userId: string, id: string, key: number, sources: readonly NotificationSource[]): void {
    for (const source of sources) this.#note.run(userId, source.kind, source.id, key);
    this.#forgetRemoval.run(userId, id);
  }

  /** As `NotificationRepository.deleteDependents`. @returns whether something was removed. */
  release(userId: string, source: NotificationSource, now: Date): boolean {
    const removed: string[] = [];
    const pending: NotificationSource[] = [source];
    for (let next = pending.pop(); next; next = pending.pop()) {
      for (const { key, id } of this.#dependents.all(userId, next.kind, next.id)) {
        this.#noteRemoval.run(userId, String(id), this.latestRevision(userId) + 1);
        this.#delete.run(Number(key));
        this.#forget.run(Number(key));
        removed.push(String(id));
        pending.push({ kind: "notification", id: String(id) });
      }
    }
    if (removed.length === 0) return false;
    const newest = this.#newestToPrune.get(userId, REMOVALS_KEPT);
    if (newest) this.#pruneRemovals.run(userId, Number(newest["revision"]));
    this.#answers.forget(userId, removed, now);
    return true;
  }
}
