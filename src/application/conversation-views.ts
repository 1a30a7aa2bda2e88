import type { Conversation } from "../domain/conversation.js";
import { MAX_TRANSCRIPT_PAGE_BYTES } from "../domain/limits.js";
import type {
  ActionItemRepository,
  DataVersions,
  ConversationRepository,
  FolderRepository,
  PageRequest,
  UserRepository,
} from "../ports/driven/index.js";
import type { ConversationPage, ConversationView, ListConversations, Page } from "../ports/driving/index.js";
import { readPage } from "./page.js";
import { Remembered } from "./remembered.js";

export interface ViewPorts {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly folders: FolderRepository;
  readonly users: UserRepository;
  /** Without it every view is read anew. */
  readonly dataVersions?: DataVersions;
}

/** How many are remembered: those asked for by their ids, and those on pages. */
const MOST_ALONE = 1_000;
const MOST_ON_PAGES = 2_000;

/** Limit of the transcripts of one page in memory at the same time; a single larger transcript may exceed it. */
const MAX_BATCH_BYTES = 1024 * 1024;

/** Conversations with what is shown beside them. */
export class ConversationViews {
  private readonly alone: Remembered<ConversationView | undefined>;
  private readonly pages: Remembered<Page<ConversationView>>;

  constructor(private readonly ports: ViewPorts) {
    this.alone = new Remembered(ports.dataVersions, MOST_ALONE);
    this.pages = new Remembered(ports.dataVersions, MOST_ON_PAGES);
  }

  /** Undefined when the user has none of this id, or none any more. */
  async one(userId: string, id: string, withTranscript = false): Promise<ConversationView | undefined> {
    const read = (): Promise<ConversationView | undefined> => this.read(userId, id, withTranscript);
    return withTranscript ? read() : this.alone.get(userId, id, read);
  }

  async page(userId: string, query: ListConversations): Promise<ConversationPage> {
    if (query.includeTranscript) return this.readPageWithTranscripts(userId, query);
    const read = async (): Promise<Page<ConversationView>> => {
      const page = await this.readPage(userId, query);
      return { ...page, items: await this.of(userId, page.items, false) };
    };
    return this.pages.get(userId, JSON.stringify(query), read, ({ items }) => items.length + 1);
  }

  /** Loads what is shown beside the conversations, in one query a kind. */
  async of(userId: string, page: readonly Conversation[], withTranscripts: boolean): Promise<ConversationView[]> {
    if (page.length === 0) return [];
    const { conversations, actionItems, folders, users } = this.ports;
    const ids = page.map(({ state }) => state.id);
    const folderIds = new Set(page.flatMap(({ folderId }) => folderId ?? []));
    const [items, shownFolders, transcripts, user] = await Promise.all([
      actionItems.findByConversations(userId, ids),
      Promise.all([...folderIds].map((id) => folders.get(userId, id))),
      withTranscripts ? conversations.transcripts(userId, ids) : null,
      withTranscripts ? users.get(userId) : undefined,
    ]);
    const itemsOf = Map.groupBy(items, ({ state }) => state.conversationId);
    const folderNames = new Map(shownFolders.map((folder) => [folder?.state.id, folder?.state.name]));
    return page.map((conversation) => ({
      conversation,
      // Decision 4.8: none until completed for the first time.
      actionItems: (conversation.isSummarised && itemsOf.get(conversation.state.id)) || [],
      folderName: folderNames.get(conversation.folderId ?? undefined) ?? null,
      transcript: transcripts?.get(conversation.state.id) ?? null,
      userName: user?.state.displayName ?? userId,
    }));
  }

  /** Reads the transcripts in lazy batches: all of a page may not fit into memory. */
  private async readPageWithTranscripts(userId: string, query: ListConversations): Promise<ConversationPage> {
    const page = await this.readPage(userId, query);
    const ids = page.items.map(({ state }) => state.id);
    const sizes = await this.ports.conversations.transcriptSizes(userId, ids);
    const sizeOf = ({ state }: Conversation): number => sizes.get(state.id) ?? 0;
    const shown = takeFitting(page.items, sizeOf, MAX_TRANSCRIPT_PAGE_BYTES);
    const next = shown.length < page.items.length ? (shown.at(-1)?.sortKey ?? null) : page.next;
    const isOneBatch = takeFitting(shown, sizeOf, MAX_BATCH_BYTES).length === shown.length;
    return {
      items: isOneBatch ? await this.of(userId, shown, true) : [],
      next,
      total: page.total,
      ...(isOneBatch ? {} : { batches: this.batches(userId, shown, sizeOf) }),
    };
  }

  private async *batches(
    userId: string,
    conversations: readonly Conversation[],
    sizeOf: (conversation: Conversation) => number,
  ): AsyncGenerator<readonly ConversationView[], void, undefined> {
    let remaining = conversations;
    while (remaining.length > 0) {
      const batch = takeFitting(remaining, sizeOf, MAX_BATCH_BYTES);
      yield await this.of(userId, batch, true);
      remaining = remaining.slice(batch.length);
    }
  }

  private readPage(
    userId: string,
    { filter, page: stretch, withTotal }: ListConversations,
  ): Promise<Page<Conversation>> {
    const { conversations } = this.ports;
    const listing = {
      list: (part: PageRequest) => conversations.list(userId, filter, part),
      count: () => conversations.count(userId, filter),
    };
    return readPage(listing, stretch, withTotal);
  }

  private async read(userId: string, id: string, withTranscript: boolean): Promise<ConversationView | undefined> {
    const conversation = await this.ports.conversations.get(userId, id);
    if (!conversation || conversation.isGone) return undefined;
    const [view] = await this.of(userId, [conversation], withTranscript);
    return view;
  }
}

/** @returns the first items with a total size of at most `maxBytes`, and at least one item. */
function takeFitting<T>(items: readonly T[], sizeOf: (item: T) => number, maxBytes: number): readonly T[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += sizeOf(item);
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? items : items.slice(0, end);
}
