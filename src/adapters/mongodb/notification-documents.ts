import { Notification, type NotificationSource } from "../../domain/notification.js";
import type { IndexDefinition } from "./collections.js";
import { ConversationDocuments } from "./conversation-documents.js";
import type { Database } from "./database.js";
import { Documents, keyFilter, optionsOf, type Row, type StoredDocument } from "./documents.js";
import { Heads } from "./heads.js";
import { StoredResponses } from "./stored-responses.js";
import type { Transaction } from "./write-queue.js";

export const notificationIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, key: 1 }, serves: "list and count" },
  { keys: { user: 1, unread: 1, key: 1 }, serves: "list, count and update of unread notifications" },
  { keys: { user: 1, app: 1, talk: 1 }, serves: "latest notifications of an app" },
  { keys: { user: 1, revision: 1 }, serves: "changes of the inbox" },
  { keys: { user: 1, sources: 1 }, serves: "notifications made of a source" },
  { keys: { due: 1 }, options: { sparse: true }, serves: "claims of deliveries" },
];

/**
 * The collection of notifications. What remains of a removed one keeps its revision, so that one index tells followers
 * of the inbox about changes and removals in their order.
 */
export class NotificationDocuments extends Documents<Notification> {
  readonly #heads: Heads;
  readonly #conversations: ConversationDocuments;
  readonly #memories;
  readonly #responses: StoredResponses;

  constructor(database: Database) {
    super(database, {
      collection: "notifications",
      restore: (state) => Notification.restore(state),
      keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
      fieldsOf,
      keptFields: ["revision"],
    });
    this.#heads = new Heads(database);
    this.#conversations = new ConversationDocuments(database);
    this.#memories = database.collection<StoredDocument>("memories");
    this.#responses = new StoredResponses(database);
  }

  /** Stores a new notification, whose ID may be that of a removed one. */
  async add(notification: Notification, transaction: Transaction): Promise<void> {
    const revision = await this.#takeRevisions(notification.state.userId, 1, transaction);
    await this.put(notification, transaction, { revision });
  }

  /** Replaces notifications of one user; each whose inbox entry changes takes a revision. */
  async replaceInInbox(
    userId: string,
    changes: readonly { readonly row: Row<Notification>; readonly next: Notification }[],
    transaction: Transaction,
  ): Promise<void> {
    const visible = changes.filter(({ row, next }) => next.shows(row.aggregate)).length;
    let revision = visible > 0 ? await this.#takeRevisions(userId, visible, transaction) : 0;
    for (const { row, next } of changes) {
      if (next === row.aggregate) continue;
      await this.replace(row, next, transaction, next.shows(row.aggregate) ? { revision: revision++ } : {});
    }
  }

  /** Whether none of the sources is deleted, being deleted, or rejected. */
  async areAllPresent(
    userId: string,
    sources: readonly NotificationSource[],
    transaction: Transaction,
  ): Promise<boolean> {
    for (const source of sources) if (!(await this.#isPresent(userId, source, transaction))) return false;
    return true;
  }

  /**
   * Removes the notifications made of the source, recursively those made of these, and the stored responses that contain
   * one of them. Locks the head even when there is none: one that is being added cannot be seen.
   * @returns whether there was one.
   */
  async deleteDependents(
    userId: string,
    source: NotificationSource,
    now: Date,
    transaction: Transaction,
  ): Promise<boolean> {
    await this.#heads.lock(userId, transaction);
    const removed: string[] = [];
    let sources: readonly NotificationSource[] = [source];
    while (sources.length > 0) {
      const filter = { user: userId, sources: { $in: sources.map(sourceKey) } };
      const ids = (await this.findDocuments(filter, {}, transaction)).map(({ id }) => id);
      await this.#remove(userId, ids, transaction);
      removed.push(...ids);
      sources = ids.map((id) => ({ kind: "notification", id }));
    }
    await this.#responses.forget(userId, removed, now, transaction);
    return removed.length > 0;
  }

  async #remove(userId: string, ids: readonly string[], transaction: Transaction): Promise<void> {
    if (ids.length === 0) return;
    const first = await this.#takeRevisions(userId, ids.length, transaction);
    for (const [index, id] of ids.entries()) {
      await this.replaceByRemains({ user: userId, id }, { removed: true, revision: first + index }, transaction);
    }
  }

  async #isPresent(userId: string, { kind, id }: NotificationSource, transaction: Transaction): Promise<boolean> {
    if (kind === "conversation") return !(await this.#conversations.isGone(userId, id, transaction));
    if (kind === "notification") return (await this.find({ user: userId, id }, transaction)) !== undefined;
    const filter = { ...keyFilter({ user: userId, id }), listed: true };
    return (await this.#memories.findOne(filter, { projection: { _id: 1 }, ...optionsOf(transaction) })) !== null;
  }

  #takeRevisions(userId: string, count: number, transaction: Transaction): Promise<number> {
    return this.#heads.takeRevisions(userId, "notifications", transaction, count);
  }
}

function fieldsOf(notification: Notification): Record<string, unknown> {
  const { state, sortKey, talkKey, isRead, dueAt } = notification;
  return {
    key: sortKey,
    unread: !isRead,
    talk: talkKey,
    app: state.appId,
    sources: state.sources.length > 0 ? state.sources.map(sourceKey) : undefined,
    due: dueAt,
  };
}

function sourceKey({ kind, id }: NotificationSource): string {
  return `${kind} ${id}`;
}
