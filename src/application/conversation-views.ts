import type { Conversation } from "../domain/conversation.js";
import type {
  ActionItemRepository,
  Changes,
  ConversationRepository,
  FolderRepository,
  Stretch,
  UserRepository,
} from "../ports/driven/index.js";
import type { ConversationView, ListConversations, Page } from "../ports/driving/index.js";
import { readPage } from "./page.js";
import { Remembered } from "./remembered.js";

export interface ViewPorts {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly folders: FolderRepository;
  readonly users: UserRepository;
  /** Without it every view is read anew. */
  readonly changes?: Changes;
}

/** How many are remembered: those asked for by their ids, and those on pages. */
const MOST_ALONE = 1_000;
const MOST_ON_PAGES = 2_000;

/** Conversations with what is shown beside them. */
export class ConversationViews {
  private readonly alone: Remembered<ConversationView | undefined>;
  private readonly pages: Remembered<Page<ConversationView>>;

  constructor(private readonly ports: ViewPorts) {
    this.alone = new Remembered(ports.changes, MOST_ALONE);
    this.pages = new Remembered(ports.changes, MOST_ON_PAGES);
  }

  /** Undefined when the user has none of this id, or none any more. */
  async one(userId: string, id: string, withTranscript = false): Promise<ConversationView | undefined> {
    const read = (): Promise<ConversationView | undefined> => this.read(userId, id, withTranscript);
    return withTranscript ? read() : this.alone.get(userId, id, read);
  }

  async page(userId: string, query: ListConversations): Promise<Page<ConversationView>> {
    const read = (): Promise<Page<ConversationView>> => this.readPage(userId, query);
    if (query.includeTranscript) return read();
    return this.pages.get(userId, JSON.stringify(query), read, ({ items }) => items.length + 1);
  }

  /** Loads what is shown beside the conversations, in one query a kind. */
  async of(userId: string, page: readonly Conversation[], withTranscripts: boolean): Promise<ConversationView[]> {
    if (page.length === 0) return [];
    const { conversations, actionItems, folders, users } = this.ports;
    const ids = page.map(({ state }) => state.id);
    const folderIds = new Set(page.flatMap(({ folderId }) => folderId ?? []));
    const [items, shownFolders, transcripts, user] = await Promise.all([
      actionItems.ofConversations(userId, ids),
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

  private async readPage(
    userId: string,
    { filter, stretch, includeTranscript, withTotal }: ListConversations,
  ): Promise<Page<ConversationView>> {
    const { conversations } = this.ports;
    const listing = {
      list: (part: Stretch) => conversations.list(userId, filter, part),
      count: () => conversations.count(userId, filter),
    };
    const page = await readPage(listing, stretch, withTotal);
    return { ...page, items: await this.of(userId, page.items, includeTranscript) };
  }

  private async read(userId: string, id: string, withTranscript: boolean): Promise<ConversationView | undefined> {
    const conversation = await this.ports.conversations.get(userId, id);
    if (!conversation || conversation.isGone) return undefined;
    const [view] = await this.of(userId, [conversation], withTranscript);
    return view;
  }
}
