import { ApiKey, type ApiKeyState } from "../../domain/api-key.js";
import { DomainError } from "../../domain/errors.js";
import type { ApiKeyRepository } from "../../ports/driven/api-key-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { by, Table } from "./table.js";

export class InMemoryApiKeyRepository implements ApiKeyRepository {
  readonly #keys = new Table((state: ApiKeyState) => ApiKey.restore(state));
  readonly #places = new Map<string, { readonly userId: string; readonly id: string }>();

  /** What is stored, for the archive. */
  get table(): Table<ApiKeyState, ApiKey> {
    return this.#keys;
  }

  async add(key: ApiKey): Promise<void> {
    const { userId, id, digest } = key.state;
    if (this.#keys.has(userId, id) || this.#places.has(digest)) {
      throw new DomainError("conflict", "key_exists", "There is such a key already");
    }
    this.#keys.put(userId, key);
    this.#places.set(digest, { userId, id });
  }

  hasDigest(digest: string): boolean {
    return this.#places.has(digest);
  }

  async findByDigest(digest: string): Promise<ApiKey | undefined> {
    const place = this.#places.get(digest);
    return place && this.#keys.get(place.userId, place.id);
  }

  async get(userId: string, id: string): Promise<ApiKey | undefined> {
    return this.#keys.get(userId, id);
  }

  async list(userId: string, { limit, offset = 0, after = "" }: PageRequest): Promise<ApiKey[]> {
    return this.#keys
      .of(userId)
      .sort(by(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(userId: string): Promise<number> {
    return this.#keys.of(userId).length;
  }

  async markUsed(key: ApiKey): Promise<void> {
    const { userId, id } = key.state;
    this.#keys.update(userId, id, () => key);
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const key = this.#keys.get(userId, id);
    if (!key) return false;
    this.#places.delete(key.state.digest);
    return this.#keys.remove(userId, id);
  }
}
