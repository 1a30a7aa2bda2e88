import { Folder } from "../../domain/folder.js";
import type { FolderRepository } from "../../ports/driven/folder-repository.js";
import type { IndexDefinition } from "./collections.js";
import { userQueue, type Database } from "./database.js";
import { Documents, type DocumentType } from "./documents.js";

export const folderIndexes: readonly IndexDefinition[] = [{ keys: { user: 1, order: 1, id: 1 }, serves: "list" }];

/** How documents of the collection are made. */
export const folderType: DocumentType<Folder> = {
  collection: "folders",
  restore: (state) => Folder.restore(state),
  keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
  fieldsOf: ({ state }) => ({ order: state.order }),
};

export class MongoFolderRepository implements FolderRepository {
  readonly #folders: Documents<Folder>;

  constructor(private readonly database: Database) {
    this.#folders = new Documents(database, folderType);
  }

  addMissing(userId: string, folders: readonly Folder[]): Promise<void> {
    return this.database.write(userQueue(userId), async (transaction) => {
      const rows = await this.#folders.findAll({ user: userId }, {}, transaction);
      const existing = new Set(rows.map(({ aggregate }) => aggregate.state.id));
      for (const folder of folders) if (!existing.has(folder.state.id)) await this.#folders.insert(folder, transaction);
    });
  }

  get(userId: string, id: string): Promise<Folder | undefined> {
    return this.#folders.get({ user: userId, id });
  }

  async list(userId: string): Promise<Folder[]> {
    const rows = await this.#folders.findAll({ user: userId }, { sort: { order: 1, id: 1 } });
    return rows.map(({ aggregate }) => aggregate);
  }
}
