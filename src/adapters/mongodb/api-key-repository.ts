import { ApiKey } from "../../domain/api-key.js";
import { DomainError } from "../../domain/errors.js";
import type { ApiKeyRepository } from "../../ports/driven/api-key-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type { IndexDefinition } from "./collections.js";
import { userQueue, type Database } from "./database.js";
import { Documents, type DocumentType } from "./documents.js";

export const apiKeyIndexes: readonly IndexDefinition[] = [
  { keys: { user: 1, key: 1 }, serves: "list and count" },
  // Unique over all users, so this collection cannot be sharded by user.
  { keys: { digest: 1 }, options: { unique: true }, serves: "authentication" },
];

/** How documents of the collection are made. */
export const apiKeyType: DocumentType<ApiKey> = {
  collection: "apiKeys",
  restore: (state) => ApiKey.restore(state),
  keyOf: ({ state }) => ({ user: state.userId, id: state.id }),
  fieldsOf: ({ sortKey, state }) => ({ key: sortKey, digest: state.digest }),
};

export class MongoApiKeyRepository implements ApiKeyRepository {
  readonly #keys: Documents<ApiKey>;

  constructor(private readonly database: Database) {
    this.#keys = new Documents(database, apiKeyType);
  }

  add(key: ApiKey): Promise<void> {
    const { userId, id, digest } = key.state;
    return this.database.write(userQueue(userId), async (transaction) => {
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
    return this.#keys.listPage({ user: userId }, { by: "key", ...page });
  }

  count(userId: string): Promise<number> {
    return this.#keys.count({ user: userId });
  }

  async markUsed(key: ApiKey): Promise<void> {
    const { userId, id } = key.state;
    await this.#keys.update(userQueue(userId), { user: userId, id }, () => key);
  }

  remove(userId: string, id: string): Promise<boolean> {
    return this.database.write(userQueue(userId), (transaction) =>
      this.#keys.remove({ user: userId, id }, transaction),
    );
  }
}
