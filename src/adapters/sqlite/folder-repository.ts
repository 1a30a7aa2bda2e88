import type { StatementSync } from "node:sqlite";
import { Folder, type FolderState } from "../../domain/folder.js";
import type { FolderRepository } from "../../ports/driven/folder-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";

interface Row {
  readonly state: string;
}

export class SqliteFolderRepository implements FolderRepository {
  readonly #insert: StatementSync;
  readonly #byId: StatementSync;
  readonly #listed: StatementSync;

  constructor(private readonly database: Database) {
    this.#insert = database.prepare(
      "INSERT INTO folders (user_id, id, place, state) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#byId = database.prepare("SELECT state FROM folders WHERE user_id = ? AND id = ?");
    this.#listed = database.prepare(
      "SELECT state FROM folders INDEXED BY folders_listed WHERE user_id = ? ORDER BY place, id",
    );
  }

  addMissing(userId: string, folders: readonly Folder[]): Promise<void> {
    return this.database.write(userId, () => {
      for (const folder of folders) this.insertMissing(folder);
    });
  }

  /** Call it inside a write. */
  insertMissing({ state }: Folder): void {
    this.#insert.run(state.userId, state.id, state.order, encode(state));
  }

  get(userId: string, id: string): Promise<Folder | undefined> {
    return this.database.read(() => {
      const row = this.#byId.get(userId, id) as Row | undefined;
      return row && folderOf(row);
    });
  }

  list(userId: string): Promise<Folder[]> {
    return this.database.read(() => (this.#listed.all(userId) as unknown as Row[]).map(folderOf));
  }
}

function folderOf({ state }: Row): Folder {
  return Folder.restore(decode(state) as FolderState);
}
