import type { Category } from "../../domain/conversation/conversation-attributes.js";
import { Folder, type SystemFolderName } from "../../domain/folder/folder.js";
import type { ConversationRepository, FolderRepository, IdGenerator } from "../../ports/driven/index.js";
import type { RequestContext, FolderUseCases, FolderView } from "../../ports/driving/index.js";

export class Folders implements FolderUseCases {
  constructor(
    private readonly folders: FolderRepository,
    private readonly conversations: Pick<ConversationRepository, "countByFolder">,
  ) {}

  async list({ userId }: RequestContext): Promise<FolderView[]> {
    const [folders, counts] = await Promise.all([this.folders.list(userId), this.conversations.countByFolder(userId)]);
    return folders.map((folder) => ({ folder, conversationCount: counts.get(folder.state.id) ?? 0 }));
  }
}

/** Maximum number of users remembered to have their system folders. */
const MAX_CACHED_USERS = 10_000;

/** Creates the system folders with a user's first conversation (decision 8.1). They are never deleted. */
export class SystemFolders {
  private readonly knownUserIds = new Set<string>();

  constructor(private readonly folders: FolderRepository) {}

  async ensureFolders({ userId, now, ids }: RequestContext): Promise<void> {
    if (this.knownUserIds.has(userId)) return;
    if (!(await this.folders.list(userId)).some(({ state }) => state.isSystem)) {
      await this.folders.addMissing(
        userId,
        Folder.createSystemFolders(userId, now, (name) => deriveSystemFolderId(ids, userId, name)),
      );
    }
    if (this.knownUserIds.size >= MAX_CACHED_USERS) this.knownUserIds.clear();
    this.knownUserIds.add(userId);
  }
}

/** Returns the ID of the folder in which processing files a conversation of this category. */
export function deriveFolderId(ids: IdGenerator, userId: string, category: Category): string {
  return deriveSystemFolderId(ids, userId, Folder.getSystemFolderName(category));
}

function deriveSystemFolderId(ids: IdGenerator, userId: string, name: SystemFolderName): string {
  return ids.derive(userId, "folder", name);
}
