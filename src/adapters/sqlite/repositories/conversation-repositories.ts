import type { StatementSync } from "node:sqlite";
import type {
  Conversation,
  AppendResult,
  ConversationWithTranscript,
} from "../../../domain/conversation/conversation.js";
import { hasSameCriteria, type ReprocessingRun } from "../../../domain/conversation/reprocessing-run.js";
import type { Segment, Transcript } from "../../../domain/conversation/transcript.js";
import { Folder, type FolderState } from "../../../domain/folder/folder.js";
import type { ConversationChanges } from "../../../ports/driven/store/change-feed.js";
import type {
  ConversationFilter,
  ConversationRepository,
  InsertResult,
  SegmentRange,
  FolderRepository,
  ReprocessingRunRepository,
} from "../../../ports/driven/store/conversation-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import type { SqliteDatabase } from "../database/database.js";
import { ALL_USERS, NO_USERS } from "../queries/data-versions.js";
import { OffsetCache } from "../queries/offset-cache.js";
import { toPagePosition, type PagePosition } from "../queries/page-query.js";
import { claimDueRows, replaceIfChanged } from "../queries/row-updates.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";
import {
  COUNT_BY_FOLDER_SQL,
  buildConversationCountQuery,
  buildConversationPageQuery,
  toConversation,
  ConversationTable,
  type ConversationRow,
} from "./conversation-table.js";
import { SqliteTombstones } from "./tombstones.js";
import { SqliteTranscriptChunks } from "./transcript-chunks.js";

export class SqliteConversationRepository implements ConversationRepository {
  readonly #table: ConversationTable;
  readonly #tombstones: SqliteTombstones;
  readonly #transcriptChunks: SqliteTranscriptChunks;
  readonly #offsetCache: OffsetCache;

  constructor(private readonly database: SqliteDatabase) {
    this.#table = new ConversationTable(database);
    this.#tombstones = new SqliteTombstones(database, "conversation");
    this.#transcriptChunks = new SqliteTranscriptChunks(database);
    this.#offsetCache = new OffsetCache(database.dataVersions);
  }

  insertOrGet({ conversation, transcript }: ConversationWithTranscript): Promise<InsertResult> {
    const { userId, id } = conversation.state;
    return this.database.write(userId, (): InsertResult => {
      const existing = this.#table.find(userId, id);
      if (existing) return { outcome: "existing", conversation: existing.conversation };
      if (this.#tombstones.has(userId, id)) return { outcome: "deleted" };
      this.#transcriptChunks.add(this.#table.insert(conversation), 0, transcript.segments);
      return { outcome: "inserted", conversation };
    });
  }

  get(userId: string, id: string): Promise<Conversation | undefined> {
    return this.database.read(() => this.#table.find(userId, id)?.conversation);
  }

  getTranscripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    return this.database.read(() => this.#transcriptChunks.readTranscripts(userId, ids));
  }

  getTranscriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.database.read(() => this.#transcriptChunks.readSizes(userId, ids));
  }

  list(userId: string, filter: ConversationFilter, page: PageRequest): Promise<Conversation[]> {
    return this.database.read(() =>
      this.#offsetCache.readPage(userId, filter, toPagePosition(page), (position) =>
        this.#readPage(userId, filter, position),
      ),
    );
  }

  count(userId: string, filter: ConversationFilter): Promise<number> {
    const { sql, values } = buildConversationCountQuery(userId, filter);
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
      const rows = this.database.prepare(COUNT_BY_FOLDER_SQL).all(userId);
      return new Map(rows.map(({ folder_id, count }) => [String(folder_id), Number(count)]));
    });
  }

  update(
    userId: string,
    id: string,
    change: (current: Conversation) => Conversation,
  ): Promise<Conversation | undefined> {
    return this.database.write(userId, () => {
      const row = this.#table.find(userId, id);
      return row && replaceIfChanged(row.conversation, change, (next) => this.#table.replace(row, next));
    });
  }

  appendSegments(
    userId: string,
    id: string,
    range: SegmentRange | undefined,
    change: (current: Conversation | undefined, storedSegments: readonly Segment[]) => AppendResult,
  ): Promise<AppendResult | undefined> {
    return this.database.write(userId, () => {
      const row = this.#table.find(userId, id);
      if (!row && this.#tombstones.has(userId, id)) return undefined;
      const isAnyStored = range && range.from < (row?.conversation.state.live?.segments ?? 0);
      const storedSegments = row && isAnyStored ? this.#transcriptChunks.readRange(row.key, range) : [];
      const result = change(row?.conversation, storedSegments);
      const { conversation, firstIndex: first, segments } = result;
      if (segments.length > 0) {
        if (row) this.#table.updateLiveProgress(row, conversation);
        this.#transcriptChunks.add(row ? row.key : this.#table.insert(conversation), first, segments);
      }
      return result;
    });
  }

  getSegmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]> {
    return this.database.read(() => {
      const key = this.#table.findKey(userId, id);
      return key === undefined ? [] : this.#transcriptChunks.readRange(key, { from, to });
    });
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.database.read(() => this.#tombstones.has(userId, id));
  }

  deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    return this.database.writeAndErase(userId, () => {
      const row = this.#table.find(userId, id);
      if (!row) return false;
      this.#transcriptChunks.remove(row.key);
      this.#table.delete(row);
      this.#tombstones.add(userId, id);
      return true;
    });
  }

  getChangesSince(userId: string, cursor?: string): Promise<ConversationChanges> {
    return this.database.read(() => this.#table.changesSince(userId, cursor));
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    return claimDueRows(this.database, ALL_USERS, limit, {
      findDue: (maxRows) => this.#table.findDue(now.getTime(), maxRows),
      claim: (row) => this.#replaceRow(row, row.conversation.claim(now, leaseMs)),
    });
  }

  claimUnflushed(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    return claimDueRows(this.database, ALL_USERS, limit, {
      findDue: (maxRows) => this.#table.findUnflushed(now.getTime(), maxRows),
      claim: (row) => this.#replaceRow(row, row.conversation.claimFlush(now, leaseMs)),
    });
  }

  #replaceRow(row: ConversationRow, next: Conversation): Conversation {
    this.#table.replace(row, next);
    return next;
  }

  #readPage(userId: string, filter: ConversationFilter, position: PagePosition): Conversation[] {
    const { sql, values } = buildConversationPageQuery(userId, filter, position);
    return (this.database.prepare(sql).all(...values) as unknown as { state: string }[]).map(toConversation);
  }
}

interface Row {
  readonly state: string;
}

export class SqliteFolderRepository implements FolderRepository {
  readonly #insert: StatementSync;
  readonly #selectById: StatementSync;
  readonly #selectByUser: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#insert = database.prepare(
      "INSERT INTO folders (user_id, id, place, state) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#selectById = database.prepare("SELECT state FROM folders WHERE user_id = ? AND id = ?");
    this.#selectByUser = database.prepare(
      "SELECT state FROM folders INDEXED BY folders_listed WHERE user_id = ? ORDER BY place, id",
    );
  }

  addMissing(userId: string, folders: readonly Folder[]): Promise<void> {
    return this.database.write(userId, () => {
      for (const folder of folders) this.insertMissing(folder);
    });
  }

  /** Call it inside a write. */
  insertMissing({ state }: Folder): void {
    this.#insert.run(state.userId, state.id, state.order, serializeState(state));
  }

  get(userId: string, id: string): Promise<Folder | undefined> {
    return this.database.read(() => {
      const row = this.#selectById.get(userId, id) as Row | undefined;
      return row && toFolder(row);
    });
  }

  list(userId: string): Promise<Folder[]> {
    return this.database.read(() => (this.#selectByUser.all(userId) as unknown as Row[]).map(toFolder));
  }
}

function toFolder({ state }: Row): Folder {
  return Folder.restore(deserializeState(state) as FolderState);
}

/** Stores one row for each user, and one for all users, whose `user_id` is empty: no user ID is empty. */
export class SqliteReprocessingRunRepository implements ReprocessingRunRepository {
  readonly #select: StatementSync;
  readonly #upsert: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#select = database.prepare("SELECT state FROM reprocessing_runs WHERE user_id = ?");
    this.#upsert = database.prepare(`
      INSERT INTO reprocessing_runs (user_id, state) VALUES (?, ?)
      ON CONFLICT (user_id) DO UPDATE SET state = excluded.state`);
    this.#delete = database.prepare("DELETE FROM reprocessing_runs WHERE user_id = ?");
  }

  resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun> {
    return this.database.write(NO_USERS, () => {
      const stored = this.#findStored(run);
      if (stored && hasSameCriteria(stored, run)) return stored;
      this.#store(run);
      return run;
    });
  }

  restart(run: ReprocessingRun): Promise<void> {
    return this.database.write(NO_USERS, () => this.#store(run));
  }

  finish(run: ReprocessingRun): Promise<void> {
    return this.database.write(NO_USERS, () => {
      if (this.#findStored(run)?.startedAt.getTime() === run.startedAt.getTime()) this.#delete.run(getRowId(run));
    });
  }

  #findStored(run: ReprocessingRun): ReprocessingRun | undefined {
    const row = this.#select.get(getRowId(run));
    return row && (deserializeState(String(row["state"])) as ReprocessingRun);
  }

  #store(run: ReprocessingRun): void {
    this.#upsert.run(getRowId(run), serializeState(run));
  }
}

const getRowId = ({ userId }: ReprocessingRun): string => userId ?? "";
