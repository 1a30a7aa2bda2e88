import { Folder, type FolderState } from "../../domain/folder.js";
import type { FolderRepository } from "../../ports/driven/folder-repository.js";
import { by, Table } from "./table.js";

export class InMemoryFolderRepository implements FolderRepository {
  readonly #folders = new Table((state: FolderState) => Folder.restore(state));

  /** What is stored, for the archive. */
  get table(): Table<FolderState, Folder> {
    return this.#folders;
  }

  async addMissing(userId: string, folders: readonly Folder[]): Promise<void> {
    for (const folder of folders) {
      if (!this.#folders.has(userId, folder.state.id)) this.#folders.put(userId, folder);
    }
  }

  async get(userId: string, id: string): Promise<Folder | undefined> {
    return this.#folders.get(userId, id);
  }

  async list(userId: string): Promise<Folder[]> {
    return this.#folders
      .of(userId)
      .sort(by(({ state }) => state.id))
      .sort(by(({ state }) => state.order));
  }
}
