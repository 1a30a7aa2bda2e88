import type { Folder } from "../../domain/folder.js";

export interface FolderRepository {
  /** Adds those whose ids are new; the others stay as they are. */
  addMissing(userId: string, folders: readonly Folder[]): Promise<void>;
  get(userId: string, id: string): Promise<Folder | undefined>;
  /** By `order`, then id. */
  list(userId: string): Promise<Folder[]>;
}
