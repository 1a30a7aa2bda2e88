import type { StatementSync } from "node:sqlite";
import type { StoreMetadata } from "../../ports/driven/store-metadata.js";
import type { Database } from "./database.js";
import { nobody } from "./data-versions.js";

export class SqliteStoreMetadata implements StoreMetadata {
  readonly #find: StatementSync;
  readonly #insert: StatementSync;

  constructor(private readonly database: Database) {
    this.#find = database.prepare("SELECT value FROM store_metadata WHERE name = ?");
    this.#insert = database.prepare("INSERT INTO store_metadata (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING");
  }

  get(name: string): Promise<string | undefined> {
    return this.database.read(() => this.#kept(name));
  }

  async insertOrGet(name: string, value: string): Promise<string> {
    return (
      (await this.get(name)) ??
      this.database.write(nobody, () => {
        this.#insert.run(name, value);
        return this.#kept(name) ?? value;
      })
    );
  }

  #kept(name: string): string | undefined {
    return this.#find.get(name)?.["value"] as string | undefined;
  }
}
