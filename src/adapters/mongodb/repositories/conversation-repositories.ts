import type { Filter, Collection, Document } from "mongodb";
import {
  Conversation,
  CONVERSATION_FEED_BATCH_SIZE,
  type AppendResult,
  type ConversationWithTranscript,
} from "../../../domain/conversation/conversation.js";
import { hasSameCriteria, type ReprocessingRun } from "../../../domain/conversation/reprocessing-run.js";
import type { Segment, Transcript } from "../../../domain/conversation/transcript.js";
import { Folder } from "../../../domain/folder/folder.js";
import { SORT_KEY_UPPER_BOUND } from "../../../domain/time/timestamps.js";
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
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { decodeState, encodeState } from "../database/state-codec.js";
import type { MongoTransaction } from "../database/write-queue.js";
import { ConversationDocuments } from "../documents/conversation-documents.js";
import { type StoredDocument, Documents, type DocumentType, toSessionOptions } from "../documents/documents.js";
import { MongoTranscriptChunks } from "../documents/transcript-chunks.js";
import { readChangeFeed } from "./change-feed.js";

export class MongoConversationRepository implements ConversationRepository {
  readonly #conversations: ConversationDocuments;
  readonly #chunks: MongoTranscriptChunks;

  constructor(private readonly database: MongoDatabase) {
    this.#conversations = new ConversationDocuments(database);
    this.#chunks = new MongoTranscriptChunks(database);
  }

  insertOrGet({ conversation, transcript }: ConversationWithTranscript): Promise<InsertResult> {
    const { userId, id } = conversation.state;
    return this.database.write(getUserQueueKey(userId), async (transaction): Promise<InsertResult> => {
      const document = await this.#conversations.findDocument({ user: userId, id }, transaction);
      if (document?.deleted) return { outcome: "deleted" };
      const existing = document && this.#conversations.toRow(document);
      if (existing) return { outcome: "existing", conversation: existing.aggregate };
      await this.#conversations.insert(conversation, transaction);
      await this.#chunks.add(userId, id, 0, transcript.segments, transaction);
      return { outcome: "inserted", conversation };
    });
  }

  get(userId: string, id: string): Promise<Conversation | undefined> {
    return this.#conversations.get({ user: userId, id });
  }

  getTranscripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    return this.#chunks.readTranscripts(userId, ids);
  }

  getTranscriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#chunks.readSizes(userId, ids);
  }

  list(userId: string, filter: ConversationFilter, page: PageRequest): Promise<Conversation[]> {
    return this.#conversations.listPage(buildFilter(userId, filter), { orderBy: "key", ...page });
  }

  count(userId: string, filter: ConversationFilter): Promise<number> {
    return this.#conversations.count(buildFilter(userId, filter));
  }

  async listAll(userId: string, limit: number, beforeKey = SORT_KEY_UPPER_BOUND): Promise<Conversation[]> {
    const rows = await this.#conversations.findAll(
      { user: userId, key: { $lt: beforeKey }, status: { $ne: "deleting" } },
      { sort: { key: -1 }, limit },
    );
    return rows.map(({ aggregate }) => aggregate);
  }

  countAll(userId: string): Promise<number> {
    return this.#conversations.count({ user: userId, key: { $gt: "" } });
  }

  countByFolder(userId: string): Promise<ReadonlyMap<string, number>> {
    return this.database.run(async () => {
      const groups = await this.#conversations.collection
        .aggregate<{ readonly _id: string; readonly count: number }>([
          { $match: { user: userId, listed: true, folder: { $gt: "" } } },
          { $group: { _id: "$folder", count: { $sum: 1 } } },
        ])
        .toArray();
      return new Map(groups.map(({ _id, count }) => [_id, count]));
    });
  }

  update(
    userId: string,
    id: string,
    change: (current: Conversation) => Conversation,
  ): Promise<Conversation | undefined> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#conversations.find({ user: userId, id }, transaction);
      if (!row) return undefined;
      const next = change(row.aggregate);
      if (next !== row.aggregate) await this.#conversations.replaceInFeed(row, next, transaction);
      return next;
    });
  }

  appendSegments(
    userId: string,
    id: string,
    range: SegmentRange | undefined,
    change: (current: Conversation | undefined, storedSegments: readonly Segment[]) => AppendResult,
  ): Promise<AppendResult | undefined> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const document = await this.#conversations.findDocument({ user: userId, id }, transaction);
      if (document?.deleted) return undefined;
      const row = document && this.#conversations.toRow(document);
      const isAnyStored = range && range.from < (row?.aggregate.state.live?.segments ?? 0);
      const storedSegments = isAnyStored ? await this.#chunks.findSegments(userId, id, range, transaction) : [];
      const result = change(row?.aggregate, storedSegments);
      const { conversation, firstIndex: first, segments } = result;
      if (segments.length > 0) {
        // Runs before other awaits, because it copies the segments before the caller can change them.
        await this.#chunks.add(userId, id, first, segments, transaction);
        if (row) await this.#conversations.replace(row, conversation, transaction);
        else await this.#conversations.insert(conversation, transaction);
      }
      return result;
    });
  }

  getSegmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]> {
    return this.#chunks.findSegments(userId, id, { from, to });
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#conversations.isDeleted({ user: userId, id });
  }

  deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#conversations.find({ user: userId, id }, transaction);
      if (!row) return false;
      await this.#conversations.replaceByTombstone(userId, id, transaction);
      await this.#chunks.remove(userId, id, transaction);
      return true;
    });
  }

  getChangesSince(userId: string, cursor?: string): Promise<ConversationChanges> {
    return readChangeFeed(
      this.#conversations,
      { userId, cursor, limit: CONVERSATION_FEED_BATCH_SIZE },
      ({ aggregate: { state, summary } }) => ({ id: state.id, title: summary.title, overview: summary.overview }),
    );
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    return this.#conversations.claim("due", now, limit, (conversation) => conversation.claim(now, leaseMs));
  }

  claimUnflushed(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    return this.#conversations.claim("flush", now, limit, (conversation) => conversation.claimFlush(now, leaseMs));
  }
}

function buildFilter(userId: string, filter: ConversationFilter): Filter<StoredDocument> {
  const { status, categories = [], folderId, starred } = filter;
  return {
    user: userId,
    ...(status === undefined ? { listed: true } : { discarded: false, status }),
    ...(folderId === undefined ? {} : { folder: folderId }),
    ...(categories.length === 0 ? {} : { category: { $in: [...new Set(categories)] } }),
    ...(starred === undefined ? {} : { starred }),
    key: buildKeyRange(filter),
  };
}

/**
 * Sort keys descend as dates ascend, so `to` is the lower bound. The upper bound is the first key of the millisecond
 * before `from`.
 */
function buildKeyRange({ from, to }: ConversationFilter): { $gt: string; $lt: string } {
  return {
    $gt: to === undefined ? "" : Conversation.createSortKey(to, ""),
    $lt: from === undefined ? SORT_KEY_UPPER_BOUND : Conversation.createSortKey(new Date(from.getTime() - 1), ""),
  };
}

/** Maps folders to documents. */
export const folderDocumentType: DocumentType<Folder> = {
  collection: "folders",
  restore: (state) => Folder.restore(state),
  getKey: ({ state }) => ({ user: state.userId, id: state.id }),
  computeFields: ({ state }) => ({ order: state.order }),
};

export class MongoFolderRepository implements FolderRepository {
  readonly #folders: Documents<Folder>;

  constructor(private readonly database: MongoDatabase) {
    this.#folders = new Documents(database, folderDocumentType);
  }

  addMissing(userId: string, folders: readonly Folder[]): Promise<void> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const rows = await this.#folders.findAll({ user: userId }, {}, transaction);
      const existing = new Set(rows.map(({ aggregate }) => aggregate.state.id));
      for (const folder of folders) if (!existing.has(folder.state.id)) await this.#folders.insert(folder, transaction);
    });
  }

  get(userId: string, id: string): Promise<Folder | undefined> {
    return this.#folders.get({ user: userId, id });
  }

  async list(userId: string): Promise<Folder[]> {
    const rows = await this.#folders.findAll({ user: userId }, { sort: { order: 1, id: 1 } });
    return rows.map(({ aggregate }) => aggregate);
  }
}

interface StoredRun {
  /** The user's ID; empty for a run of all users, because no user ID is empty. */
  readonly _id: string;
  readonly state: Document;
}

export class MongoReprocessingRunRepository implements ReprocessingRunRepository {
  readonly #runs: Collection<StoredRun>;

  constructor(private readonly database: MongoDatabase) {
    this.#runs = database.collection("reprocessingRuns");
  }

  resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun> {
    return this.#write(run, async (transaction) => {
      const stored = await this.#find(run, transaction);
      if (stored && hasSameCriteria(stored, run)) return stored;
      await this.#replace(run, transaction);
      return run;
    });
  }

  restart(run: ReprocessingRun): Promise<void> {
    return this.#write(run, (transaction) => this.#replace(run, transaction));
  }

  finish(run: ReprocessingRun): Promise<void> {
    return this.#write(run, async (transaction) => {
      const stored = await this.#find(run, transaction);
      if (stored?.startedAt.getTime() !== run.startedAt.getTime()) return;
      transaction.markWritten();
      await this.#runs.deleteOne({ _id: getRunId(run) }, toSessionOptions(transaction));
    });
  }

  #write<T>(run: ReprocessingRun, job: (transaction: MongoTransaction) => Promise<T>): Promise<T> {
    return this.database.write(`reprocessing run ${getRunId(run)}`, job);
  }

  async #find(run: ReprocessingRun, transaction: MongoTransaction): Promise<ReprocessingRun | undefined> {
    const stored = await this.#runs.findOne({ _id: getRunId(run) }, toSessionOptions(transaction));
    return stored ? (decodeState(stored.state) as ReprocessingRun) : undefined;
  }

  async #replace(run: ReprocessingRun, transaction: MongoTransaction): Promise<void> {
    transaction.markWritten();
    const options = { ...toSessionOptions(transaction), upsert: true };
    await this.#runs.replaceOne({ _id: getRunId(run) }, { state: encodeState(run) }, options);
  }
}

function getRunId({ userId }: ReprocessingRun): string {
  return userId ?? "";
}
