import { DomainError } from "../../../domain/errors.js";
import { ApiKey } from "../../../domain/user/api-key.js";
import { User } from "../../../domain/user/user.js";
import type { UserRepository, ApiKeyRepository } from "../../../ports/driven/store/user-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { Documents, type DocumentType } from "../documents/documents.js";

/** Maps users to documents. */
export const userDocumentType: DocumentType<User> = {
  collection: "users",
  restore: (state) => User.restore(state),
  getKey: ({ state }) => ({ id: state.id }),
  computeFields: () => ({}),
};

export class MongoUserRepository implements UserRepository {
  readonly #users: Documents<User>;

  constructor(database: MongoDatabase) {
    this.#users = new Documents(database, userDocumentType);
  }

  insertOrGet(user: User): Promise<User> {
    const { id } = user.state;
    return this.#users.upsert(getUserQueueKey(id), { id }, (existing) => existing ?? user);
  }

  get(id: string): Promise<User | undefined> {
    return this.#users.get({ id });
  }

  list(page: Pick<PageRequest, "limit" | "after">): Promise<User[]> {
    return this.#users.listPage({}, { orderBy: "_id", ...page });
  }

  update(id: string, change: (current: User) => User): Promise<User | undefined> {
    return this.#users.update(getUserQueueKey(id), { id }, change);
  }
}

/** Maps API keys to documents. */
export const apiKeyDocumentType: DocumentType<ApiKey> = {
  collection: "apiKeys",
  restore: (state) => ApiKey.restore(state),
  getKey: ({ state }) => ({ user: state.userId, id: state.id }),
  computeFields: ({ sortKey, state }) => ({ key: sortKey, digest: state.digest }),
};

export class MongoApiKeyRepository implements ApiKeyRepository {
  readonly #keys: Documents<ApiKey>;

  constructor(private readonly database: MongoDatabase) {
    this.#keys = new Documents(database, apiKeyDocumentType);
  }

  add(key: ApiKey): Promise<void> {
    const { userId, id, digest } = key.state;
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const hasSameId = await this.#keys.find({ user: userId, id }, transaction);
      const hasSameDigest = (await this.#keys.findAll({ digest }, {}, transaction)).length > 0;
      if (hasSameId || hasSameDigest) throw new DomainError("conflict", "key_exists", "There is such a key already");
      await this.#keys.insert(key, transaction);
    });
  }

  async findByDigest(digest: string): Promise<ApiKey | undefined> {
    return (await this.#keys.findAll({ digest }))[0]?.aggregate;
  }

  get(userId: string, id: string): Promise<ApiKey | undefined> {
    return this.#keys.get({ user: userId, id });
  }

  list(userId: string, page: PageRequest): Promise<ApiKey[]> {
    return this.#keys.listPage({ user: userId }, { orderBy: "key", ...page });
  }

  count(userId: string): Promise<number> {
    return this.#keys.count({ user: userId });
  }

  async markUsed(key: ApiKey): Promise<void> {
    const { userId, id } = key.state;
    await this.#keys.update(getUserQueueKey(userId), { user: userId, id }, () => key);
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#keys.remove({ user: userId, id }, transaction),
    );
  }
}
