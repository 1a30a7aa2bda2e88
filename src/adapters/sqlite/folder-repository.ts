import type { StatementSync } from "node:sqlite";
import { Folder, type FolderState } from "../../domain/folder.js";
import type { FolderRepository } from "../../ports/driven/folder-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";

export class SqliteFolderRepository implements FolderRepository {
  readonly #insert: StatementSync;
  readonly #listed: StatementSync;

  constructor(private readonly database: Database) {
    this.#insert = database.prepare(
      "INSERT INTO folders (user_id, id, place, state) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    );
    this.#listed = database.prepare(
      "SELECT state FROM folders INDEXED BY folders_listed WHERE user_id = ? ORDER BY place, id",
    );
  }

  addMissing(userId: string, folders: readonly Folder[]): Promise<void> {
    return this.database.write(() => {
      for (const { state } of folders) this.#insert.run(userId, state.id, state.order, encode(state));
    });
  }

  list(userId: string): Promise<Folder[]> {
    return this.database.read(() =>
      (this.#listed.all(userId) as { state: string }[]).map(({ state }) =>
        Folder.restore(decode(state) as FolderState),
      ),
    );
  }
}
