import type { StatementSync } from "node:sqlite";
import type { Conversation, Recorded } from "../../domain/conversation.js";
import type { Transcript } from "../../domain/transcript.js";
import type {
  ConversationFilter,
  ConversationRepository,
  Insertion,
  Stretch,
} from "../../ports/driven/conversation-repository.js";
import { countByFolder, countOf, pageOf, placeOf, type Place } from "./conversation-query.js";
import { conversationColumns, conversationOf, conversationValues, type ConversationRow } from "./conversation-row.js";
import type { Database } from "./database.js";
import { PageMarks } from "./page-marks.js";
import { Tombstones } from "./tombstones.js";
import { TranscriptChunks } from "./transcript-chunks.js";

export class SqliteConversationRepository implements ConversationRepository {
  readonly #tombstones: Tombstones;
  readonly #chunks: TranscriptChunks;
  readonly #marks: PageMarks;
  readonly #byId: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #due: StatementSync;

  constructor(private readonly database: Database) {
    this.#tombstones = new Tombstones(database, "conversation");
    this.#chunks = new TranscriptChunks(database);
    this.#marks = new PageMarks(database);
    this.#byId = database.prepare("SELECT key, state FROM conversations WHERE user_id = ? AND id = ?");
    this.#insert = database.prepare(`
      INSERT INTO conversations (user_id, id, ${conversationColumns.join(", ")})
      VALUES (?, ?, ${conversationColumns.map(() => "?").join(", ")})`);
    this.#replace = database.prepare(`
      UPDATE conversations SET ${conversationColumns.map((column) => `${column} = ?`).join(", ")} WHERE key = ?`);
    this.#delete = database.prepare("DELETE FROM conversations WHERE key = ?");
    this.#due = database.prepare(`
      SELECT key, state FROM conversations INDEXED BY conversations_due
      WHERE due_at <= ? ORDER BY due_at LIMIT ?`);
  }

  insertOrGet({ conversation, transcript }: Recorded): Promise<Insertion> {
    const { userId, id } = conversation.state;
    return this.database.write((): Insertion => {
      const existing = this.#find(userId, id);
      if (existing) return { outcome: "existing", conversation: conversationOf(existing) };
      if (this.#tombstones.has(userId, id)) return { outcome: "buried" };
      if (conversation.isListed) this.#marks.forget(userId);
      const { lastInsertRowid } = this.#insert.run(userId, id, ...conversationValues(conversation));
      this.#chunks.add(Number(lastInsertRowid), 0, transcript.segments);
      return { outcome: "inserted", conversation };
    });
  }

  get(userId: string, id: string): Promise<Conversation | undefined> {
    return this.database.read(() => {
      const row = this.#find(userId, id);
      return row && conversationOf(row);
    });
  }

  transcripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    return this.database.read(() => this.#chunks.transcripts(userId, ids));
  }

  list(userId: string, filter: ConversationFilter, stretch: Stretch): Promise<Conversation[]> {
    const place = placeOf(stretch);
    if (place.offset === 0) return this.database.read(() => this.#page(userId, filter, place));
    const list = JSON.stringify([filter, place.start]);
    return this.database.snapshot(() => {
      const mark = this.#marks.nearest(userId, list, place.offset);
      const nearer = mark && { ...place, start: mark.sortKey, offset: place.offset - mark.offset };
      const page = this.#page(userId, filter, nearer ?? place);
      this.#marks.note(userId, list, endsOf(page, place.offset));
      return page;
    });
  }

  count(userId: string, filter: ConversationFilter): Promise<number> {
    const { sql, values } = countOf(userId, filter);
    return this.database.read(() => Number(this.database.prepare(sql).get(...values)?.count));
  }

  countByFolder(userId: string): Promise<ReadonlyMap<string, number>> {
    return this.database.read(() => {
      const rows = this.database.prepare(countByFolder).all(userId);
      return new Map(rows.map(({ folder_id, count }) => [String(folder_id), Number(count)]));
    });
  }

  update(
    userId: string,
    id: string,
    change: (before: Conversation) => Conversation,
  ): Promise<Conversation | undefined> {
    return this.database.write(() => {
      const row = this.#find(userId, id);
      if (!row) return undefined;
      const before = conversationOf(row);
      const after = change(before);
      if (after !== before) this.#write(row.key, before, after);
      return after;
    });
  }

  bury(userId: string, id: string): Promise<boolean> {
    return this.database.remove(() => {
      const row = this.#find(userId, id);
      if (!row) return false;
      this.#marks.forget(userId);
      this.#chunks.remove(row.key);
      this.#delete.run(row.key);
      this.#tombstones.add(userId, id);
      return true;
    });
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    // Who finds nothing to do must not stand in the way of those who write.
    const isAnyDue = await this.database.read(() => this.#due.get(now.getTime(), 1) !== undefined);
    if (!isAnyDue) return [];
    return this.database.write(() => {
      const rows = this.#due.all(now.getTime(), limit) as unknown as ConversationRow[];
      return rows.map((row) => {
        const before = conversationOf(row);
        const claimed = before.claim(now, leaseMs);
        this.#write(row.key, before, claimed);
        return claimed;
      });
    });
  }

  #page(userId: string, filter: ConversationFilter, place: Place): Conversation[] {
    const { sql, values } = pageOf(userId, filter, place);
    return (this.database.prepare(sql).all(...values) as unknown as ConversationRow[]).map(conversationOf);
  }

  #write(key: number, before: Conversation, after: Conversation): void {
    if (before.isListed || after.isListed) this.#marks.forget(before.state.userId);
    this.#replace.run(...conversationValues(after), key);
  }

  #find(userId: string, id: string): ConversationRow | undefined {
    return this.#byId.get(userId, id) as ConversationRow | undefined;
  }
}

/** The first and the last of a page, as marks. */
function endsOf(page: readonly Conversation[], offset: number) {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last) return [];
  return [
    { offset, sortKey: first.sortKey },
    { offset: offset + page.length - 1, sortKey: last.sortKey },
  ];
}
