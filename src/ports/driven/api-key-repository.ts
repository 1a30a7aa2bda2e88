import type { ApiKey } from "../../domain/api-key.js";
import type { PageRequest } from "./page-request.js";

export interface ApiKeyRepository {
  /** @throws DomainError `conflict` when the user has a key with this ID, or any user one with this digest. */
  add(key: ApiKey): Promise<void>;
  /** Finds a key of any user. */
  findByDigest(digest: string): Promise<ApiKey | undefined>;
  get(userId: string, id: string): Promise<ApiKey | undefined>;
  /** Ordered by `sortKey`. */
  list(userId: string, page: PageRequest): Promise<ApiKey[]>;
  count(userId: string): Promise<number>;
  /** Stores the time of the last use, unless the key was deleted. */
  markUsed(key: ApiKey): Promise<void>;
  /** @returns whether the key existed. */
  remove(userId: string, id: string): Promise<boolean>;
}
