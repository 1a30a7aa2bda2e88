import { Conversation, type ConversationState } from "../../domain/conversation.js";
import { changePosition } from "./change-feed.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { Documents, type Row } from "./documents.js";
import { Heads } from "./heads.js";
import type { Transaction } from "./write-queue.js";

export const conversationIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, key: 1 }, serves: "all conversations, newest or oldest first" },
  { keys: { user: 1, listed: 1, key: 1, category: 1, starred: 1 }, serves: "list and count" },
  { keys: { user: 1, listed: 1, starred: 1, key: 1 }, serves: "list and count of starred conversations" },
  { keys: { user: 1, listed: 1, folder: 1, key: 1 }, serves: "list and count of a folder; counts by folder" },
  { keys: { user: 1, discarded: 1, status: 1, key: 1 }, serves: "list and count by status" },
  { keys: { user: 1, change: 1 }, serves: "change feed of search" },
  { keys: { due: 1 }, options: { sparse: true }, serves: "claims of conversations to be processed" },
  { keys: { flush: 1 }, options: { sparse: true }, serves: "claims of live transcripts with new segments" },
  { keys: { status: 1, madeBy: 1 }, serves: "statistics" },
];

/** The collection of conversations without their transcripts. */
export class ConversationDocuments extends Documents<Conversation> {
  readonly #heads: Heads;

  constructor(database: Database) {
    super(database, {
      collection: "conversations",
      restore: (state) => Conversation.restore(state),
      keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
      fieldsOf,
      keptFields: ["change"],
    });
    this.#heads = new Heads(database);
  }

  override async insert(conversation: Conversation, transaction: Transaction): Promise<void> {
    const { userId, id } = conversation.state;
    const change = conversation.findable ? await this.#nextChange(userId, id, transaction) : undefined;
    await super.insert(conversation, transaction, { change });
  }

  /** Takes a revision when search finds the conversation otherwise than before. */
  async replaceInFeed(row: Row<Conversation>, next: Conversation, transaction: Transaction): Promise<void> {
    const { userId, id } = next.state;
    const isSame = next.isFoundAs(row.aggregate);
    const change = isSame ? {} : { change: await this.#nextChange(userId, id, transaction) };
    await this.replace(row, next, transaction, change);
  }

  async replaceByTombstone(userId: string, id: string, transaction: Transaction): Promise<void> {
    const change = await this.#nextChange(userId, id, transaction);
    await this.replaceByRemains({ user: userId, id }, { deleted: true, change }, transaction);
  }

  /** Whether the conversation is deleted or being deleted. */
  async isGone(userId: string, id: string, transaction: Transaction): Promise<boolean> {
    const document = await this.findDocument({ user: userId, id }, transaction);
    return document?.deleted === true || document?.["status"] === ("deleting" satisfies ConversationState["status"]);
  }

  async #nextChange(userId: string, id: string, transaction: Transaction): Promise<string> {
    return changePosition(await this.#heads.takeRevisions(userId, "conversations", transaction), id);
  }
}

function fieldsOf(conversation: Conversation): Record<string, unknown> {
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
