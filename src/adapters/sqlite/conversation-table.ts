import type { StatementSync } from "node:sqlite";
import { Conversation, CONVERSATIONS_A_LOOK, type ConversationState } from "../../domain/conversation.js";
import type { ConversationChanges } from "../../ports/driven/conversation-feed.js";
import { ChangeLog } from "./change-log.js";
import { decode, encode } from "./codec.js";
import { END } from "./conversation-query.js";
import type { Database } from "./database.js";

/** What a change of the conversation may change in its row. */
const columns = [
  "revision",
  "sort_key",
  "listed",
  "category",
  "folder_id",
  "starred",
  "due_at",
  "flush_at",
  "status",
  "discarded",
  "made_by",
  "state",
];

const followed = {
  rows: "conversations",
  told: "CASE WHEN listed THEN state END",
  removals: "conversation_removals",
  forgotten: "forgotten_conversation_removals",
};

/** In the order of `columns`. @param revision null where it stays as it is. */
function valuesOf(conversation: Conversation, revision: number | null): (string | number | null)[] {
  return [
    revision,
    conversation.sortKey,
    Number(conversation.isListed),
    conversation.summary.category,
    conversation.folderId,
    Number(conversation.state.edits.starred ?? false),
    conversation.dueAt?.getTime() ?? null,
    conversation.flushDueAt?.getTime() ?? null,
    conversation.state.status,
    Number(conversation.isDiscarded),
    conversation.state.summary?.madeBy ?? null,
    encode(conversation.state),
  ];
}

export function conversationOf({ state }: { readonly state: string }): Conversation {
  return Conversation.restore(decode(state) as ConversationState);
}

export interface ConversationRow {
  readonly key: number;
  readonly conversation: Conversation;
}

/** The rows of conversations. To be used inside a read or a write. */
export class ConversationTable {
  readonly #byId: StatementSync;
  readonly #due: StatementSync;
  readonly #unflushed: StatementSync;
  readonly #before: StatementSync;
  readonly #count: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #lengthen: StatementSync;
  readonly #delete: StatementSync;
  readonly #changes: ChangeLog;

  constructor(database: Database) {
    this.#byId = database.prepare("SELECT key, state FROM conversations WHERE user_id = ? AND id = ?");
    this.#due = database.prepare(`
      SELECT key, state FROM conversations INDEXED BY conversations_due
      WHERE due_at <= ? ORDER BY due_at LIMIT ?`);
    this.#unflushed = database.prepare(`
      SELECT key, state FROM conversations INDEXED BY conversations_unflushed
      WHERE flush_at <= ? ORDER BY flush_at LIMIT ?`);
    this.#before = database.prepare(`
      SELECT key, state FROM conversations INDEXED BY conversations_held
      WHERE user_id = ? AND sort_key < ? ORDER BY sort_key DESC LIMIT ?`);
    this.#count = database.prepare(
      "SELECT count(*) AS count FROM conversations INDEXED BY conversations_held WHERE user_id = ?",
    );
    this.#insert = database.prepare(`
      INSERT INTO conversations (user_id, id, ${columns.join(", ")})
      VALUES (?, ?, ${columns.map(() => "?").join(", ")})`);
    this.#replace = database.prepare(`
      UPDATE conversations
      SET ${columns.map((name) => `${name} = ${name === "revision" ? "coalesce(?, revision)" : "?"}`).join(", ")}
      WHERE key = ?`);
    this.#lengthen = database.prepare("UPDATE conversations SET due_at = ?, flush_at = ?, state = ? WHERE key = ?");
    this.#delete = database.prepare("DELETE FROM conversations WHERE key = ?");
    this.#changes = new ChangeLog(database, followed, CONVERSATIONS_A_LOOK);
  }

  find(userId: string, id: string): ConversationRow | undefined {
    const row = this.#byId.get(userId, id);
    return row && rowOf(row);
  }

  keyOf(userId: string, id: string): number | undefined {
    const row = this.#byId.get(userId, id);
    return row && Number(row.key);
  }

  /** What is due at an instant (milliseconds since 1970), longest due first. */
  due(instant: number, limit: number): ConversationRow[] {
    return this.#due.all(instant, limit).map(rowOf);
  }

  /** As `due`, of what is to be handed on. */
  unflushed(instant: number, limit: number): ConversationRow[] {
    return this.#unflushed.all(instant, limit).map(rowOf);
  }

  /** As `ConversationRepository.listAll`. */
  listAll(userId: string, limit: number, before = END): Conversation[] {
    const found: Conversation[] = [];
    for (let start = before, more = true; more && found.length < limit;) {
      const rows = this.#before.all(userId, start, limit - found.length).map(rowOf);
      found.push(...rows.flatMap(({ conversation }) => (conversation.isGone ? [] : conversation)));
      more = rows.length > 0;
      start = rows.at(-1)?.conversation.sortKey ?? start;
    }
    return found;
  }

  count(userId: string): number {
    return Number(this.#count.get(userId)?.count);
  }

  /** @returns the row's key. */
  insert(conversation: Conversation): number {
    const { userId, id } = conversation.state;
    const revision = conversation.findable ? this.#changes.nextRevision(userId) : 0;
    return Number(this.#insert.run(userId, id, ...valuesOf(conversation, revision)).lastInsertRowid);
  }

  replace({ key, conversation: before }: ConversationRow, conversation: Conversation): void {
    const isSame = conversation.isFoundAs(before);
    const revision = isSame ? null : this.#changes.nextRevision(conversation.state.userId);
    this.#replace.run(...valuesOf(conversation, revision), key);
  }

  /** `replace`, where no more has changed than how far a live session has come. */
  lengthen({ key }: ConversationRow, conversation: Conversation): void {
    const { dueAt, flushDueAt, state } = conversation;
    this.#lengthen.run(dueAt?.getTime() ?? null, flushDueAt?.getTime() ?? null, encode(state), key);
  }

  delete({ key, conversation: { state } }: ConversationRow): void {
    const { userId, id } = state;
    this.#changes.noteRemoved(userId, id, this.#changes.nextRevision(userId));
    this.#changes.forgetOldRemovals(userId);
    this.#delete.run(key);
  }

  changesSince(userId: string, mark?: string): ConversationChanges {
    return this.#changes.changesSince(userId, mark, (id, state) => {
      const { title, overview } = conversationOf({ state }).summary;
      return { id, title, overview };
    });
  }
}

function rowOf({ key, state }: Readonly<Record<string, unknown>>): ConversationRow {
  return { key: Number(key), conversation: conversationOf({ state: String(state) }) };
}
