import { Notification, type NotificationSource } from "../../../domain/notification/notification.js";
import { ConversationDocuments } from "./conversation-documents.js";
import type { MongoDatabase } from "../database/database.js";
import { Documents, keyFilter, toSessionOptions, type Row, type StoredDocument } from "./documents.js";
import { RevisionCounters } from "./revision-counters.js";
import { MongoStoredResponses } from "./stored-responses.js";
import type { MongoTransaction } from "../database/write-queue.js";

/**
 * The collection of notifications. The marker of a removed notification has a revision too, so that one index yields
 * changes and removals of the inbox in order.
 */
export class NotificationDocuments extends Documents<Notification> {
  readonly #revisionCounters: RevisionCounters;
  readonly #conversations: ConversationDocuments;
  readonly #memories;
  readonly #responses: MongoStoredResponses;

  constructor(database: MongoDatabase) {
    super(database, {
      collection: "notifications",
      restore: (state) => Notification.restore(state),
      getKey: ({ state }) => ({ user: state.userId, id: state.id }),
      computeFields,
      preservedFields: ["revision"],
    });
    this.#revisionCounters = new RevisionCounters(database);
    this.#conversations = new ConversationDocuments(database);
    this.#memories = database.collection<StoredDocument>("memories");
    this.#responses = new MongoStoredResponses(database);
  }

  /** Stores a new notification; its ID may be that of a removed one. */
  async add(notification: Notification, transaction: MongoTransaction): Promise<void> {
    const revision = await this.#allocateRevisions(notification.state.userId, 1, transaction);
    await this.put(notification, transaction, { revision });
  }

  /** Replaces notifications of one user; allocates a revision for each whose inbox entry changes. */
  async replaceInInbox(
    userId: string,
    changes: readonly { readonly row: Row<Notification>; readonly next: Notification }[],
    transaction: MongoTransaction,
  ): Promise<void> {
    const revisionCount = changes.filter(({ row, next }) => next.hasVisibleChange(row.aggregate)).length;
    let revision = revisionCount > 0 ? await this.#allocateRevisions(userId, revisionCount, transaction) : 0;
    for (const { row, next } of changes) {
      if (next === row.aggregate) continue;
      await this.replace(row, next, transaction, next.hasVisibleChange(row.aggregate) ? { revision: revision++ } : {});
    }
  }

  /** Whether no source is deleted, being deleted or rejected. */
  async areAllPresent(
    userId: string,
    sources: readonly NotificationSource[],
    transaction: MongoTransaction,
  ): Promise<boolean> {
    for (const source of sources) if (!(await this.#isPresent(userId, source, transaction))) return false;
    return true;
  }

  /**
   * Removes the notifications derived from the source, recursively, and the stored responses that contain them.
   * Locks the counters even if there are none, because one that is being added concurrently is not visible.
   * @returns whether there were any.
   */
  async deleteDependents(
    userId: string,
    source: NotificationSource,
    now: Date,
    transaction: MongoTransaction,
  ): Promise<boolean> {
    await this.#revisionCounters.lock(userId, transaction);
    const removed: string[] = [];
    let sources: readonly NotificationSource[] = [source];
    while (sources.length > 0) {
      const filter = { user: userId, sources: { $in: sources.map(formatSourceKey) } };
      const ids = (await this.findDocuments(filter, {}, transaction)).map(({ id }) => id);
      await this.#remove(userId, ids, transaction);
      removed.push(...ids);
      sources = ids.map((id) => ({ kind: "notification", id }));
    }
    await this.#responses.forget(userId, removed, now, transaction);
    return removed.length > 0;
  }

  async #remove(userId: string, ids: readonly string[], transaction: MongoTransaction): Promise<void> {
    if (ids.length === 0) return;
    const first = await this.#allocateRevisions(userId, ids.length, transaction);
    for (const [index, id] of ids.entries()) {
      await this.replaceWithMarker({ user: userId, id }, { removed: true, revision: first + index }, transaction);
    }
  }

  async #isPresent(userId: string, { kind, id }: NotificationSource, transaction: MongoTransaction): Promise<boolean> {
    if (kind === "conversation") return !(await this.#conversations.isGone(userId, id, transaction));
    if (kind === "notification") return (await this.find({ user: userId, id }, transaction)) !== undefined;
    const filter = { ...keyFilter({ user: userId, id }), listed: true };
    return (
      (await this.#memories.findOne(filter, { projection: { _id: 1 }, ...toSessionOptions(transaction) })) !== null
    );
  }

  #allocateRevisions(userId: string, count: number, transaction: MongoTransaction): Promise<number> {
    return this.#revisionCounters.allocateRevisions(userId, "notifications", transaction, count);
  }
}

function computeFields(notification: Notification): Record<string, unknown> {
  const { state, sortKey, lastMessageKey: talkKey, isRead, dueAt } = notification;
  return {
    key: sortKey,
    unread: !isRead,
    talk: talkKey,
    app: state.appId,
    sources: state.sources.length > 0 ? state.sources.map(formatSourceKey) : undefined,
    due: dueAt,
  };
}

function formatSourceKey({ kind, id }: NotificationSource): string {
  return `${kind} ${id}`;
}
