import type { ApiKey } from "../../../domain/user/api-key.js";
import type { User } from "../../../domain/user/user.js";
import type { PageRequest } from "../../paging.js";

export interface UserRepository {
  /** Stores the user, or returns the existing one with the same ID. */
  insertOrGet(user: User): Promise<User>;
  get(id: string): Promise<User | undefined>;
  /** Users ordered by ID, at most `limit`, after the ID `after` if given. */
  list(page: Pick<PageRequest, "limit" | "after">): Promise<User[]>;
  /** As `ConversationRepository.update`. */
  update(id: string, change: (current: User) => User): Promise<User | undefined>;
}

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
