import type { Collection } from "mongodb";
import type { StoreMetadata } from "../../ports/driven/store-metadata.js";
import type { Database } from "./database.js";
import { insertIfAbsent } from "./single-writes.js";

interface Value {
  /** The name of the value. */
  readonly _id: string;
  readonly value: string;
}

export class MongoStoreMetadata implements StoreMetadata {
  readonly #values: Collection<Value>;

  constructor(private readonly database: Database) {
    this.#values = database.collection("metadata");
  }

  async get(name: string): Promise<string | undefined> {
    return (await this.database.read(() => this.#values.findOne({ _id: name })))?.value;
  }

  async insertOrGet(name: string, value: string): Promise<string> {
    const stored = await this.get(name);
    if (stored !== undefined) return stored;
    if (await this.database.read(() => insertIfAbsent(this.#values, { _id: name, value }))) return value;
    return (await this.get(name)) ?? value;
  }
}
