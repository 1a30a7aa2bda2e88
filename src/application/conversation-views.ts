import type { Conversation } from "../domain/conversation.js";
import type {
  ActionItemRepository,
  Changes,
  ConversationRepository,
  FolderRepository,
  UserRepository,
} from "../ports/driven/index.js";
import type { ConversationView } from "../ports/driving/index.js";

export interface ViewPorts {
  readonly conversations: ConversationRepository;
  readonly actionItems: ActionItemRepository;
  readonly folders: FolderRepository;
  readonly users: UserRepository;
  /** Without it every view is read anew. */
  readonly changes?: Changes;
}

const MOST_REMEMBERED = 1_000;

/**
 * Conversations with what is shown beside them. Those that are looked at again and again (a client that polls, a page
 * that is reloaded) are assembled once for as long as the store stays as it is.
 */
export class ConversationViews {
  private readonly remembered = new Map<string, ConversationView>();
  private validFor: number | undefined;

  constructor(private readonly ports: ViewPorts) {}

  /** Undefined when the user has none of this id, or none any more. */
  async one(userId: string, id: string, withTranscript = false): Promise<ConversationView | undefined> {
    const current = this.ports.changes?.current();
    if (current === undefined || withTranscript) return this.read(userId, id, withTranscript);
    if (current !== this.validFor) {
      this.remembered.clear();
      this.validFor = current;
    }
    const key = `${userId}\n${id}`;
    const known = this.remembered.get(key);
    if (known) return known;
    const view = await this.read(userId, id, false);
    // The store may have changed while it was read: then it may be older than the mark that it would stand under.
    if (view && this.validFor === current && this.remembered.size < MOST_REMEMBERED) this.remembered.set(key, view);
    return view;
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
      // Decision 4.8: none until completed, though some may be left of an earlier processing.
      actionItems: (conversation.state.status === "completed" && itemsOf.get(conversation.state.id)) || [],
      folderName: folderNames.get(conversation.folderId ?? undefined) ?? null,
      transcript: transcripts?.get(conversation.state.id) ?? null,
      userName: user?.state.displayName ?? userId,
    }));
  }

  private async read(userId: string, id: string, withTranscript: boolean): Promise<ConversationView | undefined> {
    const conversation = await this.ports.conversations.get(userId, id);
    if (!conversation || conversation.isGone) return undefined;
    const [view] = await this.of(userId, [conversation], withTranscript);
    return view;
  }
}
