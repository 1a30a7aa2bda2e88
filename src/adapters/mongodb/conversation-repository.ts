import type { Filter } from "mongodb";
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
import { readChanges } from "./change-feed.js";
import { ConversationDocuments } from "./conversation-documents.js";
import { userQueue, type Database } from "./database.js";
import type { StoredDocument } from "./documents.js";
import { TranscriptChunks } from "./transcript-chunks.js";

/** Keys begin with a digit, so that "~" follows all of them. */
const AFTER_ALL_KEYS = "~";

export class MongoConversationRepository implements ConversationRepository {
  readonly #conversations: ConversationDocuments;
  readonly #chunks: TranscriptChunks;

  constructor(private readonly database: Database) {
    this.#conversations = new ConversationDocuments(database);
    this.#chunks = new TranscriptChunks(database);
  }

  insertOrGet({ conversation, transcript }: Recorded): Promise<InsertResult> {
    const { userId, id } = conversation.state;
    return this.database.write(userQueue(userId), async (transaction): Promise<InsertResult> => {
      const document = await this.#conversations.findDocument({ user: userId, id }, transaction);
      if (document?.deleted) return { outcome: "deleted" };
      const existing = document && this.#conversations.rowOf(document);
      if (existing) return { outcome: "existing", conversation: existing.aggregate };
      await this.#conversations.insert(conversation, transaction);
      await this.#chunks.add(userId, id, 0, transcript.segments, transaction);
      return { outcome: "inserted", conversation };
    });
  }

  get(userId: string, id: string): Promise<Conversation | undefined> {
    return this.#conversations.get({ user: userId, id });
  }

  transcripts(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Transcript>> {
    return this.#chunks.transcripts(userId, ids);
  }

  transcriptSizes(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#chunks.sizes(userId, ids);
  }

  list(userId: string, filter: ConversationFilter, page: PageRequest): Promise<Conversation[]> {
    return this.#conversations.listPage(queryOf(userId, filter), { by: "key", ...page });
  }

  count(userId: string, filter: ConversationFilter): Promise<number> {
    return this.#conversations.count(queryOf(userId, filter));
  }

  async listAll(userId: string, limit: number, before = AFTER_ALL_KEYS): Promise<Conversation[]> {
    const rows = await this.#conversations.findAll(
      { user: userId, key: { $lt: before }, status: { $ne: "deleting" } },
      { sort: { key: -1 }, limit },
    );
    return rows.map(({ aggregate }) => aggregate);
  }

  countAll(userId: string): Promise<number> {
    return this.#conversations.count({ user: userId, key: { $gt: "" } });
  }

  countByFolder(userId: string): Promise<ReadonlyMap<string, number>> {
    return this.database.read(async () => {
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
    return this.database.write(userQueue(userId), async (transaction) => {
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
    change: (current: Conversation | undefined, known: readonly Segment[]) => AppendResult,
  ): Promise<AppendResult | undefined> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const document = await this.#conversations.findDocument({ user: userId, id }, transaction);
      if (document?.deleted) return undefined;
      const row = document && this.#conversations.rowOf(document);
      const isAnyKnown = range && range.from < (row?.aggregate.state.live?.segments ?? 0);
      const known = isAnyKnown ? await this.#chunks.findSegments(userId, id, range, transaction) : [];
      const result = change(row?.aggregate, known);
      const { conversation, first, segments } = result;
      if (segments.length > 0) {
        // First, because it copies the segments before anything else can change them.
        await this.#chunks.add(userId, id, first, segments, transaction);
        if (row) await this.#conversations.replace(row, conversation, transaction);
        else await this.#conversations.insert(conversation, transaction);
      }
      return result;
    });
  }

  segmentsBetween(userId: string, id: string, from: number, to: number): Promise<readonly Segment[]> {
    return this.#chunks.findSegments(userId, id, { from, to });
  }

  isDeleted(userId: string, id: string): Promise<boolean> {
    return this.#conversations.isDeleted({ user: userId, id });
  }

  deleteWithTombstone(userId: string, id: string): Promise<boolean> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const row = await this.#conversations.find({ user: userId, id }, transaction);
      if (!row) return false;
      await this.#conversations.replaceByTombstone(userId, id, transaction);
      await this.#chunks.remove(userId, id, transaction);
      return true;
    });
  }

  changesSince(userId: string, cursor?: string): Promise<ConversationChanges> {
    return readChanges(
      this.#conversations,
      { userId, cursor, limit: CONVERSATIONS_A_LOOK },
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

function queryOf(userId: string, filter: ConversationFilter): Filter<StoredDocument> {
  const { status, categories = [], folderId, starred } = filter;
  return {
    user: userId,
    ...(status === undefined ? { listed: true } : { discarded: false, status }),
    ...(folderId === undefined ? {} : { folder: folderId }),
    ...(categories.length === 0 ? {} : { category: { $in: [...new Set(categories)] } }),
    ...(starred === undefined ? {} : { starred }),
    key: keyRangeOf(filter),
  };
}

/** Keys fall as dates rise: `to` is the lower bound; each key of `from`'s millisecond precedes those of the one before. */
function keyRangeOf({ from, to }: ConversationFilter): { $gt: string; $lt: string } {
  return {
    $gt: to === undefined ? "" : Conversation.sortKey(to, ""),
    $lt: from === undefined ? AFTER_ALL_KEYS : Conversation.sortKey(new Date(from.getTime() - 1), ""),
  };
}
