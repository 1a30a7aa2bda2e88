import type { Conversation, AppendResult, Recorded } from "../../domain/conversation.js";
import type { Segment, Transcript } from "../../domain/transcript.js";
import type { ConversationChanges } from "../../ports/driven/conversation-feed.js";
import type {
  ConversationFilter,
  ConversationRepository,
  InsertResult,
  SegmentRange,
} from "../../ports/driven/conversation-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { countByFolder, countOf, pageOf } from "./conversation-query.js";
import { conversationOf, ConversationTable, type ConversationRow } from "./conversation-table.js";
import type { Database } from "./database.js";
import { PageMarks } from "./page-marks.js";
import { placeOf, type Place } from "./place.js";
import { Tombstones } from "./tombstones.js";
import { TranscriptChunks } from "./transcript-chunks.js";
import { everybody } from "./data-versions.js";

export class SqliteConversationRepository implements ConversationRepository {
  readonly #table: ConversationTable;
  readonly #tombstones: Tombstones;
  readonly #chunks: TranscriptChunks;
  readonly #marks: PageMarks;

  constructor(private readonly database: Database) {
    this.#table = new ConversationTable(database);
    this.#tombstones = new Tombstones(database, "conversation");
    this.#chunks = new TranscriptChunks(database);
    this.#marks = new PageMarks(database.dataVersions);
  }

  insertOrGet({ conversation, transcript }: Recorded): Promise<InsertResult> {
    const { userId, id } = conversation.state;
    return this.database.write(userId, (): InsertResult => {
      const existing = this.#table.find(userId, id);
      if (existing) return { outcome: "existing", conversation: existing.conversation };
      if (this.#tombstones.has(userId, id)) return { outcome: "deleted" };
      this.#chunks.add(this.#table.insert(conversation), 0, transcript.segments);
      return { outcome: "inserted", conversation };
    });
  }

  get(userId: string, id: string): Promise<Conversation | undefined> {
    return this.database.read(() => this.#table.find(userId, id)?.conversation);
  }

  transcripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    return this.database.read(() => this.#chunks.transcripts(userId, ids));
  }

  transcriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.database.read(() => this.#chunks.sizes(userId, ids));
  }

  list(userId: string, filter: ConversationFilter, page: PageRequest): Promise<Conversation[]> {
    return this.database.read(() =>
      this.#marks.page(userId, filter, placeOf(page), (place) => this.#page(userId, filter, place)),
    );
  }

  count(userId: string, filter: ConversationFilter): Promise<number> {
    const { sql, values } = countOf(userId, filter);
    return this.database.read(() => Number(this.database.prepare(sql).get(...values)?.count));
  }

  async listAll(userId: string, limit: number, before?: string): Promise<Conversation[]> {
    return this.database.read(() => this.#table.listAll(userId, limit, before));
  }

  countAll(userId: string): Promise<number> {
    return this.database.read(() => this.#table.count(userId));
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
    return this.database.write(userId, () => {
      const row = this.#table.find(userId, id);
      if (!row) return undefined;
      const after = change(row.conversation);
      if (after !== row.conversation) this.#table.replace(row, after);
      return after;
    });
  }

  appendSegments(
    userId: string,
    id: string,
    range: SegmentRange | undefined,
    change: (before: Conversation | undefined, known: readonly Segment[]) => AppendResult,
  ): Promise<AppendResult | undefined> {
    return this.database.write(userId, () => {
      const row = this.#table.find(userId, id);
      if (!row && this.#tombstones.has(userId, id)) return undefined;
      const isAnyKnown = range && range.from < (row?.conversation.state.live?.segments ?? 0);
      const known = row && isAnyKnown ? this.#chunks.between(row.key, range) : [];
      const heard = change(row?.conversation, known);
      const { conversation, first, segments } = heard;
      if (segments.length > 0) {
        if (row) this.#table.lengthen(row, conversation);
        this.#chunks.add(row ? row.key : this.#table.insert(conversation), first, segments);
      }
      return heard;
    });
  }

  segmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]> {
    return this.database.read(() => {
      const key = this.#table.keyOf(userId, id);
      return key === undefined ? [] : this.#chunks.between(key, { from, to });
    });
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.database.read(() => this.#tombstones.has(userId, id));
  }

  deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    return this.database.remove(userId, () => {
      const row = this.#table.find(userId, id);
      if (!row) return false;
      this.#chunks.remove(row.key);
      this.#table.delete(row);
      this.#tombstones.add(userId, id);
      return true;
    });
  }

  changesSince(userId: string, cursor?: string): Promise<ConversationChanges> {
    return this.database.read(() => this.#table.changesSince(userId, cursor));
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    return this.#claim(
      (most) => this.#table.due(now.getTime(), most),
      limit,
      (conversation) => conversation.claim(now, leaseMs),
    );
  }

  claimUnflushed(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    return this.#claim(
      (most) => this.#table.unflushed(now.getTime(), most),
      limit,
      (conversation) => conversation.claimFlush(now, leaseMs),
    );
  }

  async #claim(
    due: (most: number) => ConversationRow[],
    limit: number,
    claim: (conversation: Conversation) => Conversation,
  ): Promise<Conversation[]> {
    // Who finds nothing to do must not stand in the way of those who write.
    const isAnyDue = await this.database.read(() => due(1).length > 0);
    if (!isAnyDue) return [];
    return this.database.write(everybody, () =>
      due(limit).map((row) => {
        const claimed = claim(row.conversation);
        this.#table.replace(row, claimed);
        return claimed;
      }),
    );
  }

  #page(userId: string, filter: ConversationFilter, place: Place): Conversation[] {
    const { sql, values } = pageOf(userId, filter, place);
    return (this.database.prepare(sql).all(...values) as unknown as { state: string }[]).map(conversationOf);
  }
}
