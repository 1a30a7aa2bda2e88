import type { StatementSync } from "node:sqlite";
import { ApiKey, type ApiKeyState } from "../../domain/api-key.js";
import { DomainError } from "../../domain/errors.js";
import type { ApiKeyRepository } from "../../ports/driven/api-key-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { listing, type Listing } from "./listing.js";
import { isConstraint } from "./errors.js";
import { placeOf } from "./place.js";

interface Row {
  readonly state: string;
}

function keyOf({ state }: Row): ApiKey {
  return ApiKey.restore(decode(state) as ApiKeyState);
}

export class SqliteApiKeyRepository implements ApiKeyRepository {
  readonly #insert: StatementSync;
  readonly #byId: StatementSync;
  readonly #byDigest: StatementSync;
  readonly #listing: Listing;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: Database) {
    this.#insert = database.prepare(
      "INSERT INTO api_keys (user_id, id, digest, sort_key, state) VALUES (?, ?, ?, ?, ?)",
    );
    this.#byId = database.prepare("SELECT state FROM api_keys WHERE user_id = ? AND id = ?");
    this.#byDigest = database.prepare("SELECT state FROM api_keys WHERE digest = ?");
    this.#listing = listing(database, "api_keys", { index: "api_keys_listed", chosen: "user_id = ?" });
    this.#replace = database.prepare("UPDATE api_keys SET state = ? WHERE user_id = ? AND id = ?");
    this.#delete = database.prepare("DELETE FROM api_keys WHERE user_id = ? AND id = ?");
  }

  add(key: ApiKey): Promise<void> {
    return this.database.write(key.state.userId, () => {
      try {
        this.insert(key);
      } catch (error) {
        throw isConstraint(error) ? new DomainError("conflict", "key_exists", "There is such a key already") : error;
      }
    });
  }

  /** Call it inside a write. */
  insert({ state, sortKey }: ApiKey): void {
    this.#insert.run(state.userId, state.id, state.digest, sortKey, encode(state));
  }

  findByDigest(digest: string): Promise<ApiKey | undefined> {
    return this.database.read(() => {
      const row = this.#byDigest.get(digest) as Row | undefined;
      return row && keyOf(row);
    });
  }

  get(userId: string, id: string): Promise<ApiKey | undefined> {
    return this.database.read(() => {
      const row = this.#byId.get(userId, id) as Row | undefined;
      return row && keyOf(row);
    });
  }

  list(userId: string, page: PageRequest): Promise<ApiKey[]> {
    const { limit, offset, start } = placeOf(page);
    return this.database.read(() =>
      (this.#listing.page.all(userId, start, limit, offset) as unknown as Row[]).map(keyOf),
    );
  }

  count(userId: string): Promise<number> {
    return this.database.read(() => Number(this.#listing.count.get(userId)?.count));
  }

  markUsed({ state }: ApiKey): Promise<void> {
    return this.database.write(state.userId, () => {
      this.#replace.run(encode(state), state.userId, state.id);
    });
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.remove(userId, () => this.#delete.run(userId, id).changes > 0);
  }
}
