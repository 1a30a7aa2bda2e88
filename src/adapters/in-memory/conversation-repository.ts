import { Conversation, CONVERSATIONS_A_LOOK, type AppendResult, type Recorded } from "../../domain/conversation.js";
import type { Segment, Transcript } from "../../domain/transcript.js";
import type { ConversationChanges } from "../../ports/driven/conversation-feed.js";
import type {
  ConversationFilter,
  ConversationRepository,
  InsertResult,
  SegmentRange,
} from "../../ports/driven/conversation-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { ChangeLog } from "./change-log.js";
import { by, Table } from "./table.js";
import { Tombstones } from "./tombstones.js";
import { Transcripts } from "./transcripts.js";

export class InMemoryConversationRepository implements ConversationRepository {
  readonly #conversations = new Table((state: Conversation["state"]) => Conversation.restore(state));
  readonly #transcripts = new Transcripts();
  readonly #tombstones = new Tombstones();
  readonly #changes = new ChangeLog(CONVERSATIONS_A_LOOK);

  /** What is stored, for the archive. */
  get table(): Table<Conversation["state"], Conversation> {
    return this.#conversations;
  }

  get tombstones(): Tombstones {
    return this.#tombstones;
  }

  /** The whole transcript. */
  segmentsOf(userId: string, id: string): readonly Segment[] {
    return this.#transcripts.get(userId, id)?.segments ?? [];
  }

  async insertOrGet({ conversation, transcript }: Recorded): Promise<InsertResult> {
    const { userId, id } = conversation.state;
    if (this.#tombstones.has(userId, id)) return { outcome: "deleted" };
    const existing = this.#conversations.get(userId, id);
    if (existing) return { outcome: "existing", conversation: existing };
    this.#conversations.put(userId, conversation);
    this.#changes.noteWritten(userId, id);
    this.#transcripts.add(userId, id, transcript.segments);
    return { outcome: "inserted", conversation };
  }

  /** Whether the conversation is deleted or being deleted. */
  isGone(userId: string, id: string): boolean {
    return this.#tombstones.has(userId, id) || this.#conversations.get(userId, id)?.isGone === true;
  }

  /** Of all users. */
  all(): Conversation[] {
    return this.#conversations.all();
  }

  async get(userId: string, id: string): Promise<Conversation | undefined> {
    return this.find(userId, id);
  }

  find(userId: string, id: string): Conversation | undefined {
    return this.#conversations.get(userId, id);
  }

  /** Stores `after` in place of `before`, which must be what is stored. */
  replace(before: Conversation, after: Conversation): void {
    const { userId, id } = before.state;
    this.#conversations.put(userId, after);
    if (!after.isFoundAs(before)) this.#changes.noteWritten(userId, id);
  }

  async transcripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    return new Map(
      ids.flatMap((id) => {
        const transcript = this.#transcripts.get(userId, id);
        return transcript ? [[id, transcript] as const] : [];
      }),
    );
  }

  async transcriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(
      ids.flatMap((id) => {
        const size = this.#transcripts.size(userId, id);
        return size === undefined ? [] : [[id, size] as const];
      }),
    );
  }

  async list(userId: string, filter: ConversationFilter, page: PageRequest): Promise<Conversation[]> {
    const { limit, offset = 0, after = "" } = page;
    return this.#listed(userId, filter)
      .sort(by(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string, filter: ConversationFilter): Promise<number> {
    return this.#listed(userId, filter).length;
  }

  async listAll(userId: string, limit: number, before?: string): Promise<Conversation[]> {
    return this.#conversations
      .of(userId)
      .filter(({ isGone, sortKey }) => !isGone && (before === undefined || sortKey < before))
      .sort(by(({ sortKey }) => sortKey))
      .slice(-limit)
      .reverse();
  }

  async countAll(userId: string): Promise<number> {
    return this.#conversations.of(userId).length;
  }

  async countByFolder(userId: string): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const { folderId } of this.#listed(userId, {})) {
      if (folderId !== null) counts.set(folderId, (counts.get(folderId) ?? 0) + 1);
    }
    return counts;
  }

  async update(
    userId: string,
    id: string,
    change: (before: Conversation) => Conversation,
  ): Promise<Conversation | undefined> {
    const before = this.find(userId, id);
    if (!before) return undefined;
    const after = change(before);
    this.replace(before, after);
    return after;
  }

  async appendSegments(
    userId: string,
    id: string,
    range: SegmentRange | undefined,
    change: (before: Conversation | undefined, known: readonly Segment[]) => AppendResult,
  ): Promise<AppendResult | undefined> {
    if (this.#tombstones.has(userId, id)) return undefined;
    const known = range ? this.#transcripts.between(userId, id, range) : [];
    const heard = change(this.#conversations.get(userId, id), known);
    if (heard.segments.length > 0) {
      this.#conversations.put(userId, heard.conversation);
      this.#transcripts.add(userId, id, heard.segments);
    }
    return heard;
  }

  async segmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]> {
    return this.#transcripts.between(userId, id, { from, to });
  }

  async isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#tombstones.has(userId, id);
  }

  async deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    if (!this.#conversations.remove(userId, id)) return false;
    this.#transcripts.remove(userId, id);
    this.#tombstones.add(userId, id);
    this.#changes.noteRemoved(userId, id);
    return true;
  }

  async changesSince(userId: string, cursor?: string): Promise<ConversationChanges> {
    return this.#changes.changesSince(userId, cursor, (id) => {
      const found = this.#conversations.get(userId, id)?.findable;
      return found && { id, ...found };
    });
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    const due = this.#conversations.all().filter((conversation) => conversation.isDue(now));
    const first = due.sort(by(({ dueAt }) => dueAt?.getTime() ?? 0)).slice(0, limit);
    return this.#put(first.map((conversation) => conversation.claim(now, leaseMs)));
  }

  async claimUnflushed(now: Date, leaseMs: number, limit: number): Promise<Conversation[]> {
    const due = this.#conversations.all().filter((conversation) => conversation.isFlushDue(now));
    const first = due.sort(by(({ flushDueAt }) => flushDueAt?.getTime() ?? 0)).slice(0, limit);
    return this.#put(first.map((conversation) => conversation.claimFlush(now, leaseMs)));
  }

  #put(claimed: Conversation[]): Conversation[] {
    for (const conversation of claimed) this.#conversations.put(conversation.state.userId, conversation);
    return claimed;
  }

  #listed(userId: string, filter: ConversationFilter): Conversation[] {
    return this.#conversations.of(userId).filter((conversation) => matches(conversation, filter));
  }
}

function matches(conversation: Conversation, filter: ConversationFilter): boolean {
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
