import type { Conversation } from "../../domain/conversation/conversation.js";
import { MAX_TRANSCRIPT_PAGE_BYTES } from "../../domain/limits.js";
import type {
  ActionItemRepository,
  DataVersions,
  ConversationRepository,
  FolderRepository,
  PageRequest,
  RuntimeComponents,
  UserRepository,
  VersionedCache,
} from "../../ports/driven/index.js";
import type { ConversationPage, ConversationView, ConversationListQuery, Page } from "../../ports/driving/index.js";
import { readPage } from "../read-page.js";

export interface ConversationViewPorts {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly folders: FolderRepository;
  readonly users: UserRepository;
  readonly runtime: Pick<RuntimeComponents, "createVersionedCache">;
  /** Without it views are not cached. */
  readonly dataVersions?: DataVersions;
}

/** Maximum number of cached conversations: read by ID, and on pages. */
const MAX_CACHED_VIEWS = 1_000;
const MAX_CACHED_PAGE_ITEMS = 2_000;

/** Limit of the transcripts of a page that are in memory at a time; a single larger transcript may exceed it. */
const MAX_BATCH_BYTES = 1024 * 1024;

/** Reads conversations with their action items, folder names, transcripts and the user's name. */
export class ConversationViews {
  private readonly viewCache: VersionedCache<ConversationView | undefined>;
  private readonly pageCache: VersionedCache<Page<ConversationView>>;

  constructor(private readonly ports: ConversationViewPorts) {
    const { runtime, dataVersions } = ports;
    this.viewCache = runtime.createVersionedCache({ dataVersions, maxWeight: MAX_CACHED_VIEWS });
    this.pageCache = runtime.createVersionedCache({ dataVersions, maxWeight: MAX_CACHED_PAGE_ITEMS });
  }

  /** @returns undefined when the user has no conversation with this ID, or deleted it. */
  async getView(userId: string, id: string, withTranscript = false): Promise<ConversationView | undefined> {
    const load = (): Promise<ConversationView | undefined> => this.loadView(userId, id, withTranscript);
    return withTranscript ? load() : this.viewCache.get(userId, id, load);
  }

  async getPage(userId: string, query: ConversationListQuery): Promise<ConversationPage> {
    if (query.includeTranscript) return this.readPageWithTranscripts(userId, query);
    const load = async (): Promise<Page<ConversationView>> => {
      const page = await this.listConversations(userId, query);
      return { ...page, items: await this.createViews(userId, page.items, false) };
    };
    return this.pageCache.get(userId, JSON.stringify(query), load, ({ items }) => items.length + 1);
  }

  /** Loads the data that is shown with the conversations, with one query per kind; folders are read one by one. */
  async createViews(
    userId: string,
    entities: readonly Conversation[],
    withTranscripts: boolean,
  ): Promise<ConversationView[]> {
    if (entities.length === 0) return [];
    const { conversations, actionItems, folders, users } = this.ports;
    const ids = entities.map(({ state }) => state.id);
    const folderIds = new Set(entities.flatMap(({ folderId }) => folderId ?? []));
    const [items, loadedFolders, transcripts, user] = await Promise.all([
      actionItems.findByConversations(userId, ids),
      Promise.all([...folderIds].map((id) => folders.get(userId, id))),
      withTranscripts ? conversations.getTranscripts(userId, ids) : null,
      withTranscripts ? users.get(userId) : undefined,
    ]);
    const itemsByConversation = Map.groupBy(items, ({ state }) => state.conversationId);
    const folderNames = new Map(loadedFolders.map((folder) => [folder?.state.id, folder?.state.name]));
    return entities.map((conversation) => ({
      conversation,
      // No items before the first summary (decision 4.8).
      actionItems: (conversation.isSummarised && itemsByConversation.get(conversation.state.id)) || [],
      folderName: folderNames.get(conversation.folderId ?? undefined) ?? null,
      transcript: transcripts?.get(conversation.state.id) ?? null,
      userName: user?.state.displayName ?? userId,
    }));
  }

  /** Reads the transcripts in lazy batches, because those of a whole page may not fit into memory. */
  private async readPageWithTranscripts(userId: string, query: ConversationListQuery): Promise<ConversationPage> {
    const page = await this.listConversations(userId, query);
    const ids = page.items.map(({ state }) => state.id);
    const sizes = await this.ports.conversations.getTranscriptSizes(userId, ids);
    const getSize = ({ state }: Conversation): number => sizes.get(state.id) ?? 0;
    const selected = takeWithinBytes(page.items, getSize, MAX_TRANSCRIPT_PAGE_BYTES);
    const nextCursor = selected.length < page.items.length ? (selected.at(-1)?.sortKey ?? null) : page.nextCursor;
    const isOneBatch = takeWithinBytes(selected, getSize, MAX_BATCH_BYTES).length === selected.length;
    return {
      items: isOneBatch ? await this.createViews(userId, selected, true) : [],
      nextCursor,
      total: page.total,
      ...(isOneBatch ? {} : { batches: this.readBatches(userId, selected, getSize) }),
    };
  }

  private async *readBatches(
    userId: string,
    conversations: readonly Conversation[],
    getSize: (conversation: Conversation) => number,
  ): AsyncGenerator<readonly ConversationView[], void, undefined> {
    let remaining = conversations;
    while (remaining.length > 0) {
      const batch = takeWithinBytes(remaining, getSize, MAX_BATCH_BYTES);
      yield await this.createViews(userId, batch, true);
      remaining = remaining.slice(batch.length);
    }
  }

  private listConversations(
    userId: string,
    { filter, page: pageRequest, includeTotal }: ConversationListQuery,
  ): Promise<Page<Conversation>> {
    const { conversations } = this.ports;
    const listing = {
      list: (range: PageRequest) => conversations.list(userId, filter, range),
      count: () => conversations.count(userId, filter),
    };
    return readPage(listing, pageRequest, includeTotal);
  }

  private async loadView(userId: string, id: string, withTranscript: boolean): Promise<ConversationView | undefined> {
    const conversation = await this.ports.conversations.get(userId, id);
    if (!conversation || conversation.isDeleting) return undefined;
    const [view] = await this.createViews(userId, [conversation], withTranscript);
    return view;
  }
}

/** @returns the first items with a total size of at most `maxBytes`, and at least one item. */
function takeWithinBytes<T>(items: readonly T[], getSize: (item: T) => number, maxBytes: number): readonly T[] {
  let bytes = 0;
  const endIndex = items.findIndex((item, index) => {
    bytes += getSize(item);
    return index > 0 && bytes > maxBytes;
  });
  return endIndex < 0 ? items : items.slice(0, endIndex);
}
