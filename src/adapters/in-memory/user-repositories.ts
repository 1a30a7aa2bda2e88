import { DomainError } from "../../domain/errors.js";
import { ApiKey, type ApiKeyState } from "../../domain/user/api-key.js";
import { User, type UserState } from "../../domain/user/user.js";
import type { UserRepository, ApiKeyRepository } from "../../ports/driven/store/user-repositories.js";
import type { PageRequest } from "../../ports/paging.js";
import { compareBy, AggregateTable } from "./tables.js";

export class InMemoryUserRepository implements UserRepository {
  readonly #userTable = new AggregateTable((state: UserState) => User.restore(state));

  /** The stored users, for the archive. */
  get table(): AggregateTable<UserState, User> {
    return this.#userTable;
  }

  async insertOrGet(user: User): Promise<User> {
    const { id } = user.state;
    const existing = this.#userTable.get(id, id);
    if (existing) return existing;
    this.#userTable.put(id, user);
    return user;
  }

  async get(id: string): Promise<User | undefined> {
    return this.#userTable.get(id, id);
  }

  async list({ limit, after = "" }: Pick<PageRequest, "limit" | "after">): Promise<User[]> {
    return this.all()
      .filter(({ state }) => state.id > after)
      .sort(compareBy(({ state }) => state.id))
      .slice(0, limit);
  }

  all(): User[] {
    return this.#userTable.all();
  }

  async update(id: string, change: (current: User) => User): Promise<User | undefined> {
    return this.#userTable.update(id, id, change);
  }
}

export class InMemoryApiKeyRepository implements ApiKeyRepository {
  readonly #keyTable = new AggregateTable((state: ApiKeyState) => ApiKey.restore(state));
  readonly #ownerByDigest = new Map<string, { readonly userId: string; readonly id: string }>();

  /** The stored keys, for the archive. */
  get table(): AggregateTable<ApiKeyState, ApiKey> {
    return this.#keyTable;
  }

  async add(key: ApiKey): Promise<void> {
    const { userId, id, digest } = key.state;
    if (this.#keyTable.has(userId, id) || this.#ownerByDigest.has(digest)) {
      throw new DomainError("conflict", "key_exists", "There is such a key already");
    }
    this.#keyTable.put(userId, key);
    this.#ownerByDigest.set(digest, { userId, id });
  }

  hasDigest(digest: string): boolean {
    return this.#ownerByDigest.has(digest);
  }

  async findByDigest(digest: string): Promise<ApiKey | undefined> {
    const owner = this.#ownerByDigest.get(digest);
    return owner && this.#keyTable.get(owner.userId, owner.id);
  }

  async get(userId: string, id: string): Promise<ApiKey | undefined> {
    return this.#keyTable.get(userId, id);
  }

  async list(userId: string, { limit, offset = 0, after = "" }: PageRequest): Promise<ApiKey[]> {
    return this.#keyTable
      .listByUser(userId)
      .sort(compareBy(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string): Promise<number> {
    return this.#keyTable.listByUser(userId).length;
  }

  async markUsed(key: ApiKey): Promise<void> {
    const { userId, id } = key.state;
    this.#keyTable.update(userId, id, () => key);
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const key = this.#keyTable.get(userId, id);
    if (!key) return false;
    this.#ownerByDigest.delete(key.state.digest);
    return this.#keyTable.remove(userId, id);
  }
}
