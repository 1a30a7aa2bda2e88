import type { ApiKey } from "../../domain/api-key.js";
import type { Stretch } from "./stretch.js";

export interface ApiKeyRepository {
  /** @throws DomainError `conflict` when the user has a key of this id, or anybody one of this digest. */
  add(key: ApiKey): Promise<void>;
  /** Whoever it belongs to: the digest is the credential. */
  findByDigest(digest: string): Promise<ApiKey | undefined>;
  get(userId: string, id: string): Promise<ApiKey | undefined>;
  /** Ordered by `sortKey`. */
  list(userId: string, stretch: Stretch): Promise<ApiKey[]>;
  count(userId: string): Promise<number>;
  /** Notes a use, unless the key has gone meanwhile. */
  markUsed(key: ApiKey): Promise<void>;
  /** True when there was something. */
  remove(userId: string, id: string): Promise<boolean>;
}
