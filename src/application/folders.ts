import type { Category } from "../domain/category.js";
import { Folder, type SystemFolderName } from "../domain/folder.js";
import type { ConversationRepository, FolderRepository, Ids } from "../ports/driven/index.js";
import type { Call, FolderUseCases, FolderView } from "../ports/driving/index.js";

export class Folders implements FolderUseCases {
  constructor(
    private readonly folders: FolderRepository,
    private readonly conversations: Pick<ConversationRepository, "countByFolder">,
  ) {}

  async list({ userId }: Call): Promise<FolderView[]> {
    const [folders, counts] = await Promise.all([this.folders.list(userId), this.conversations.countByFolder(userId)]);
    return folders.map((folder) => ({ folder, conversationCount: counts.get(folder.state.id) ?? 0 }));
  }
}

/** Of how many users it is known that they have them. */
const USERS = 10_000;

/** Decision 8.1: made with the user's first conversation, and never gone again. */
export class SystemFolders {
  private readonly present = new Set<string>();

  constructor(private readonly folders: FolderRepository) {}

  async ensure({ userId, now, ids }: Call): Promise<void> {
    if (this.present.has(userId)) return;
    if (!(await this.folders.list(userId)).some(({ state }) => state.isSystem)) {
      await this.folders.addMissing(
        userId,
        Folder.systemSet(userId, now, (name) => systemFolderId(ids, userId, name)),
      );
    }
    if (this.present.size >= USERS) this.present.clear();
    this.present.add(userId);
  }
}

/** Where processing files a conversation of this category. */
export function folderFor(ids: Ids, userId: string, category: Category): string {
  return systemFolderId(ids, userId, Folder.systemNameFor(category));
}

function systemFolderId(ids: Ids, userId: string, name: SystemFolderName): string {
  return ids.derived(userId, "folder", name);
}
