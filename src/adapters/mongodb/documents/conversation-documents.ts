import { Conversation } from "../../../domain/conversation/conversation.js";
import type { ConversationState } from "../../../domain/conversation/conversation-state.js";
import { formatChangePosition } from "../repositories/change-feed.js";
import type { MongoDatabase } from "../database/database.js";
import { Documents, type Row } from "./documents.js";
import { RevisionCounters } from "./revision-counters.js";
import type { MongoTransaction } from "../database/write-queue.js";

/** The collection of conversations without their transcripts. */
export class ConversationDocuments extends Documents<Conversation> {
  readonly #revisionCounters: RevisionCounters;

  constructor(database: MongoDatabase) {
    super(database, {
      collection: "conversations",
      restore: (state) => Conversation.restore(state),
      getKey: ({ state }) => ({ user: state.userId, id: state.id }),
      computeFields,
      preservedFields: ["change"],
    });
    this.#revisionCounters = new RevisionCounters(database);
  }

  override async insert(conversation: Conversation, transaction: MongoTransaction): Promise<void> {
    const { userId, id } = conversation.state;
    const change = conversation.searchableFields
      ? await this.#allocateChangePosition(userId, id, transaction)
      : undefined;
    await super.insert(conversation, transaction, { change });
  }

  /** Replaces the conversation; allocates a revision if its searchable fields changed. */
  async replaceInFeed(row: Row<Conversation>, next: Conversation, transaction: MongoTransaction): Promise<void> {
    const { userId, id } = next.state;
    const isSame = next.hasSameSearchableFields(row.aggregate);
    const change = isSame ? {} : { change: await this.#allocateChangePosition(userId, id, transaction) };
    await this.replace(row, next, transaction, change);
  }

  async replaceByTombstone(userId: string, id: string, transaction: MongoTransaction): Promise<void> {
    const change = await this.#allocateChangePosition(userId, id, transaction);
    await this.replaceWithMarker({ user: userId, id }, { deleted: true, change }, transaction);
  }

  /** Whether the conversation is deleted or being deleted. */
  async isGone(userId: string, id: string, transaction: MongoTransaction): Promise<boolean> {
    const document = await this.findDocument({ user: userId, id }, transaction);
    return document?.deleted === true || document?.["status"] === ("deleting" satisfies ConversationState["status"]);
  }

  async #allocateChangePosition(userId: string, id: string, transaction: MongoTransaction): Promise<string> {
    return formatChangePosition(
      await this.#revisionCounters.allocateRevisions(userId, "conversations", transaction),
      id,
    );
  }
}

function computeFields(conversation: Conversation): Record<string, unknown> {
  const { state, sortKey, summary, folderId, dueAt, flushDueAt } = conversation;
  return {
    key: sortKey,
    listed: conversation.isListed,
    discarded: conversation.isDiscarded,
    category: summary.category,
    folder: folderId,
    starred: state.edits.starred ?? false,
    status: state.status,
    madeBy: state.summary?.madeBy,
    due: dueAt,
    flush: flushDueAt,
  };
}
