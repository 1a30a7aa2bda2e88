import type { ApiKey, NewApiKey } from "../../domain/user/api-key.js";
import type { ProfilePatch, User } from "../../domain/user/user.js";
import type { Page, ListQuery } from "../paging.js";
import type { RequestContext } from "./request-context.js";

export interface UserUseCases {
  /** Creates the user unless one with this ID exists. */
  register(input: { readonly id: string; readonly displayName?: string }): Promise<User>;
  getProfile(context: RequestContext): Promise<User>;
  /** @throws DomainError `invalid`. */
  updateProfile(context: RequestContext, patch: ProfilePatch): Promise<User>;
  /** Users ordered by ID, at most `limit`. */
  list(page: { readonly limit: number }): Promise<User[]>;
  /** All users ordered by ID, read page by page. */
  listAll(): AsyncIterable<User>;
}

/** API keys of a user. */
export interface ApiKeyUseCases {
  /** Creates a key. Only this call returns the secret. @throws DomainError `invalid`. */
  create(context: RequestContext, input: NewApiKey): Promise<{ readonly key: ApiKey; readonly secret: string }>;
  /** Newest first. */
  list(context: RequestContext, query: ListQuery): Promise<Page<ApiKey>>;
  /** Revokes the key with immediate effect. @throws DomainError `not_found`. */
  revoke(context: RequestContext, id: string): Promise<void>;
}
