import type { StatementSync } from "node:sqlite";
import { ApiKey, type ApiKeyState } from "../../domain/api-key.js";
import { DomainError } from "../../domain/errors.js";
import type { ApiKeyRepository } from "../../ports/driven/api-key-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { isConstraint } from "./errors.js";

interface Row {
  readonly state: string;
}

function keyOf({ state }: Row): ApiKey {
  return ApiKey.restore(decode(state) as ApiKeyState);
}

export class SqliteApiKeyRepository implements ApiKeyRepository {
  readonly #insert: StatementSync;
  readonly #byDigest: StatementSync;
  readonly #listed: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: Database) {
    this.#insert = database.prepare(
      "INSERT INTO api_keys (user_id, id, digest, created_at, state) VALUES (?, ?, ?, ?, ?)",
    );
    this.#byDigest = database.prepare("SELECT state FROM api_keys WHERE digest = ?");
    this.#listed = database.prepare(
      "SELECT state FROM api_keys INDEXED BY api_keys_listed WHERE user_id = ? ORDER BY created_at DESC, id",
    );
    this.#replace = database.prepare("UPDATE api_keys SET state = ? WHERE user_id = ? AND id = ?");
    this.#delete = database.prepare("DELETE FROM api_keys WHERE user_id = ? AND id = ?");
  }

  add({ state }: ApiKey): Promise<void> {
    const { userId, id, digest, createdAt } = state;
    return this.database.write(userId, () => {
      try {
        this.#insert.run(userId, id, digest, createdAt.getTime(), encode(state));
      } catch (error) {
        throw isConstraint(error) ? new DomainError("conflict", "key_exists", "There is such a key already") : error;
      }
    });
  }

  findByDigest(digest: string): Promise<ApiKey | undefined> {
    return this.database.read(() => {
      const row = this.#byDigest.get(digest) as Row | undefined;
      return row && keyOf(row);
    });
  }

  list(userId: string): Promise<ApiKey[]> {
    return this.database.read(() => (this.#listed.all(userId) as unknown as Row[]).map(keyOf));
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
