import type { StatementSync } from "node:sqlite";
import { DomainError } from "../../../domain/errors.js";
import { ApiKey, type ApiKeyState } from "../../../domain/user/api-key.js";
import { User, type UserState } from "../../../domain/user/user.js";
import type { UserRepository, ApiKeyRepository } from "../../../ports/driven/store/user-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import type { SqliteDatabase } from "../database/database.js";
import { isConstraintError } from "../database/errors.js";
import { prepareListStatements, type ListStatements, toPagePosition } from "../queries/page-query.js";
import { replaceIfChanged } from "../queries/row-updates.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";

interface UserRow {
  readonly key: number;
  readonly state: string;
}

function toUser({ state }: Pick<UserRow, "state">): User {
  return User.restore(deserializeState(state) as UserState);
}

export class SqliteUserRepository implements UserRepository {
  readonly #insert: StatementSync;
  readonly #selectById: StatementSync;
  readonly #selectPage: StatementSync;
  readonly #replace: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#insert = database.prepare("INSERT INTO users (id, state) VALUES (?, ?)");
    this.#selectById = database.prepare("SELECT key, state FROM users WHERE id = ?");
    this.#selectPage = database.prepare("SELECT key, state FROM users WHERE id > ? ORDER BY id LIMIT ?");
    this.#replace = database.prepare("UPDATE users SET state = ? WHERE key = ?");
  }

  insertOrGet(user: User): Promise<User> {
    return this.database.write(user.state.id, () => {
      const existing = this.#find(user.state.id);
      if (existing) return toUser(existing);
      this.insert(user);
      return user;
    });
  }

  get(id: string): Promise<User | undefined> {
    return this.database.read(() => {
      const row = this.#find(id);
      return row && toUser(row);
    });
  }

  list({ limit, after = "" }: Pick<PageRequest, "limit" | "after">): Promise<User[]> {
    return this.database.read(() => (this.#selectPage.all(after, limit) as unknown as UserRow[]).map(toUser));
  }

  update(id: string, change: (current: User) => User): Promise<User | undefined> {
    return this.database.write(id, () => {
      const row = this.#find(id);
      return (
        row && replaceIfChanged(toUser(row), change, ({ state }) => this.#replace.run(serializeState(state), row.key))
      );
    });
  }

  /** Call it inside a write. */
  insert({ state }: User): void {
    this.#insert.run(state.id, serializeState(state));
  }

  #find(id: string): UserRow | undefined {
    return this.#selectById.get(id) as UserRow | undefined;
  }
}

interface ApiKeyRow {
  readonly state: string;
}

function toApiKey({ state }: ApiKeyRow): ApiKey {
  return ApiKey.restore(deserializeState(state) as ApiKeyState);
}

export class SqliteApiKeyRepository implements ApiKeyRepository {
  readonly #insert: StatementSync;
  readonly #selectById: StatementSync;
  readonly #selectByDigest: StatementSync;
  readonly #listStatements: ListStatements;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#insert = database.prepare(
      "INSERT INTO api_keys (user_id, id, digest, sort_key, state) VALUES (?, ?, ?, ?, ?)",
    );
    this.#selectById = database.prepare("SELECT state FROM api_keys WHERE user_id = ? AND id = ?");
    this.#selectByDigest = database.prepare("SELECT state FROM api_keys WHERE digest = ?");
    this.#listStatements = prepareListStatements(database, "api_keys", {
      index: "api_keys_listed",
      condition: "user_id = ?",
    });
    this.#replace = database.prepare("UPDATE api_keys SET state = ? WHERE user_id = ? AND id = ?");
    this.#delete = database.prepare("DELETE FROM api_keys WHERE user_id = ? AND id = ?");
  }

  add(key: ApiKey): Promise<void> {
    return this.database.write(key.state.userId, () => {
      try {
        this.insert(key);
      } catch (error) {
        throw isConstraintError(error)
          ? new DomainError("conflict", "key_exists", "There is such a key already")
          : error;
      }
    });
  }

  /** Call it inside a write. */
  insert({ state, sortKey }: ApiKey): void {
    this.#insert.run(state.userId, state.id, state.digest, sortKey, serializeState(state));
  }

  findByDigest(digest: string): Promise<ApiKey | undefined> {
    return this.database.read(() => {
      const row = this.#selectByDigest.get(digest) as ApiKeyRow | undefined;
      return row && toApiKey(row);
    });
  }

  get(userId: string, id: string): Promise<ApiKey | undefined> {
    return this.database.read(() => {
      const row = this.#selectById.get(userId, id) as ApiKeyRow | undefined;
      return row && toApiKey(row);
    });
  }

  list(userId: string, page: PageRequest): Promise<ApiKey[]> {
    const { limit, offset, start } = toPagePosition(page);
    return this.database.read(() =>
      (this.#listStatements.page.all(userId, start, limit, offset) as unknown as ApiKeyRow[]).map(toApiKey),
    );
  }

  count(userId: string): Promise<number> {
    return this.database.read(() => Number(this.#listStatements.count.get(userId)?.count));
  }

  markUsed({ state }: ApiKey): Promise<void> {
    return this.database.write(state.userId, () => {
      this.#replace.run(serializeState(state), state.userId, state.id);
    });
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.writeAndErase(userId, () => this.#delete.run(userId, id).changes > 0);
  }
}
