import {
  Conversation,
  CONVERSATION_FEED_BATCH_SIZE,
  type AppendResult,
  type ConversationWithTranscript,
} from "../../domain/conversation/conversation.js";
import { hasSameCriteria, type ReprocessingRun } from "../../domain/conversation/reprocessing-run.js";
import type { Segment, Transcript } from "../../domain/conversation/transcript.js";
import { Folder, type FolderState } from "../../domain/folder/folder.js";
import type { ConversationChanges } from "../../ports/driven/store/change-feed.js";
import type {
  ConversationFilter,
  ConversationRepository,
  InsertResult,
  SegmentRange,
  FolderRepository,
  ReprocessingRunRepository,
} from "../../ports/driven/store/conversation-repositories.js";
import type { PageRequest } from "../../ports/paging.js";
import { InMemoryChangeFeed } from "./change-feed.js";
import { compareBy, AggregateTable, InMemoryTombstones, TranscriptTable } from "./tables.js";

export class InMemoryConversationRepository implements ConversationRepository {
  readonly #conversationTable = new AggregateTable((state: Conversation["state"]) => Conversation.restore(state));
  readonly #transcripts = new TranscriptTable();
  readonly #tombstones = new InMemoryTombstones();
  readonly #changeFeed = new InMemoryChangeFeed(CONVERSATION_FEED_BATCH_SIZE);

  /** The stored conversations, for the archive. */
  get table(): AggregateTable<Conversation["state"], Conversation> {
    return this.#conversationTable;
  }

  get tombstones(): InMemoryTombstones {
    return this.#tombstones;
  }

  /** Returns the whole transcript; empty when there is none. */
  getSegments(userId: string, id: string): readonly Segment[] {
    return this.#transcripts.get(userId, id)?.segments ?? [];
  }

  async insertOrGet({ conversation, transcript }: ConversationWithTranscript): Promise<InsertResult> {
    const { userId, id } = conversation.state;
    if (this.#tombstones.has(userId, id)) return { outcome: "deleted" };
    const existing = this.#conversationTable.get(userId, id);
    if (existing) return { outcome: "existing", conversation: existing };
    this.#conversationTable.put(userId, conversation);
    this.#changeFeed.recordUpsert(userId, id);
    this.#transcripts.append(userId, id, transcript.segments);
    return { outcome: "inserted", conversation };
  }

  /** Whether the conversation is deleted or being deleted. */
  isGone(userId: string, id: string): boolean {
    return this.#tombstones.has(userId, id) || this.#conversationTable.get(userId, id)?.isDeleting === true;
  }

  /** Returns the conversations of all users. */
  all(): Conversation[] {
    return this.#conversationTable.all();
  }

  async get(userId: string, id: string): Promise<Conversation | undefined> {
    return this.find(userId, id);
  }

  find(userId: string, id: string): Conversation | undefined {
    return this.#conversationTable.get(userId, id);
  }

  /** Replaces `current`, which must be the stored conversation, with `next`. */
  replace(current: Conversation, next: Conversation): void {
    const { userId, id } = current.state;
    this.#conversationTable.put(userId, next);
    if (!next.hasSameSearchableFields(current)) this.#changeFeed.recordUpsert(userId, id);
  }

  async getTranscripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    return new Map(
      ids.flatMap((id) => {
        const transcript = this.#transcripts.get(userId, id);
        return transcript ? [[id, transcript] as const] : [];
      }),
    );
  }

  async getTranscriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(
      ids.flatMap((id) => {
        const size = this.#transcripts.estimateBytes(userId, id);
        return size === undefined ? [] : [[id, size] as const];
      }),
    );
  }

  async list(userId: string, filter: ConversationFilter, page: PageRequest): Promise<Conversation[]> {
    const { limit, offset = 0, after = "" } = page;
    return this.#findMatching(userId, filter)
      .sort(compareBy(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: ConversationFilter): Promise<number> {
    return this.#findMatching(userId, filter).length;
  }

  async listAll(userId: string, limit: number, before?: string): Promise<Conversation[]> {
    return this.#conversationTable
      .listByUser(userId)
      .filter(({ isDeleting: isGone, sortKey }) => !isGone && (before === undefined || sortKey < before))
      .sort(compareBy(({ sortKey }) => sortKey))
      .slice(-limit)
      .reverse();
  }

  async countAll(userId: string): Promise<number> {
    return this.#conversationTable.listByUser(userId).length;
  }

  async countByFolder(userId: string): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { folderId } of this.#findMatching(userId, {})) {
      if (folderId !== null) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
    }
    return counts;
  }

  async update(
    userId: string,
    id: string,
    change: (current: Conversation) => Conversation,
  ): Promise<Conversation | undefined> {
    const current = this.find(userId, id);
    if (!current) return undefined;
    const next = change(current);
    this.replace(current, next);
    return next;
  }

  async appendSegments(
    userId: string,
    id: string,
    range: SegmentRange | undefined,
    change: (current: Conversation | undefined, storedSegments: readonly Segment[]) => AppendResult,
  ): Promise<AppendResult | undefined> {
    if (this.#tombstones.has(userId, id)) return undefined;
    const storedSegments = range ? this.#transcripts.getRange(userId, id, range) : [];
    const result = change(this.#conversationTable.get(userId, id), storedSegments);
    if (result.segments.length > 0) {
      this.#conversationTable.put(userId, result.conversation);
      this.#transcripts.append(userId, id, result.segments);
    }
    return result;
  }

  async getSegmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]> {
    return this.#transcripts.getRange(userId, id, { from, to });
  }

  async isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#tombstones.has(userId, id);
  }

  async deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    if (!this.#conversationTable.remove(userId, id)) return false;
    this.#transcripts.remove(userId, id);
    this.#tombstones.add(userId, id);
    this.#changeFeed.recordRemoval(userId, id);
    return true;
  }

  async getChangesSince(userId: string, cursor?: string): Promise<ConversationChanges> {
    return this.#changeFeed.changesSince(userId, cursor, (id) => {
      const searchableFields = this.#conversationTable.get(userId, id)?.searchableFields;
      return searchableFields && { id, ...searchableFields };
    });
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    const dueConversations = this.#conversationTable.all().filter((conversation) => conversation.isDue(now));
    const selected = dueConversations.sort(compareBy(({ dueAt }) => dueAt?.getTime() ?? 0)).slice(0, limit);
    return this.#storeClaimed(selected.map((conversation) => conversation.claim(now, leaseMs)));
  }

  async claimUnflushed(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    const dueConversations = this.#conversationTable.all().filter((conversation) => conversation.isFlushDue(now));
    const selected = dueConversations.sort(compareBy(({ flushDueAt }) => flushDueAt?.getTime() ?? 0)).slice(0, limit);
    return this.#storeClaimed(selected.map((conversation) => conversation.claimFlush(now, leaseMs)));
  }

  #storeClaimed(claimed: Conversation[]): Conversation[] {
    for (const conversation of claimed) this.#conversationTable.put(conversation.state.userId, conversation);
    return claimed;
  }

  #findMatching(userId: string, filter: ConversationFilter): Conversation[] {
    return this.#conversationTable.listByUser(userId).filter((conversation) => matchesFilter(conversation, filter));
  }
}

function matchesFilter(conversation: Conversation, filter: ConversationFilter): boolean {
  const { createdAt, edits } = conversation.state;
  const { status, from, to, categories = [], folderId, starred } = filter;
  return (
    (status === undefined ? conversation.isListed : conversation.hasListedStatus(status)) &&
    (from === undefined || createdAt >= from) &&
    (to === undefined || createdAt <= to) &&
    (categories.length === 0 || categories.includes(conversation.summary.category)) &&
    (folderId === undefined || conversation.folderId === folderId) &&
    (starred === undefined || (edits.starred ?? false) === starred)
  );
}

export class InMemoryFolderRepository implements FolderRepository {
  readonly #folderTable = new AggregateTable((state: FolderState) => Folder.restore(state));

  /** The stored folders, for the archive. */
  get table(): AggregateTable<FolderState, Folder> {
    return this.#folderTable;
  }

  async addMissing(userId: string, folders: readonly Folder[]): Promise<void> {
    for (const folder of folders) {
      if (!this.#folderTable.has(userId, folder.state.id)) this.#folderTable.put(userId, folder);
    }
  }

  async get(userId: string, id: string): Promise<Folder | undefined> {
    return this.#folderTable.get(userId, id);
  }

  async list(userId: string): Promise<Folder[]> {
    return this.#folderTable
      .listByUser(userId)
      .sort(compareBy(({ state }) => state.id))
      .sort(compareBy(({ state }) => state.order));
  }
}

export class InMemoryReprocessingRunRepository implements ReprocessingRunRepository {
  readonly #runs = new Map<string | null, ReprocessingRun>();

  async resumeOrStart(run: ReprocessingRun): Promise<ReprocessingRun> {
    const stored = this.#runs.get(run.userId);
    if (stored && hasSameCriteria(stored, run)) return structuredClone(stored);
    await this.restart(run);
    return run;
  }

  async restart(run: ReprocessingRun): Promise<void> {
    this.#runs.set(run.userId, structuredClone(run));
  }

  async finish({ userId, startedAt }: ReprocessingRun): Promise<void> {
    if (this.#runs.get(userId)?.startedAt.getTime() === startedAt.getTime()) this.#runs.delete(userId);
  }
}
