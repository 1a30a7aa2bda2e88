import type { App } from "../../domain/app.js";
import type { PageRequest } from "./page-request.js";

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface AppRepository {
  /** @throws DomainError `conflict` when an app with this ID, or one with the same secret, exists. */
  add(app: App): Promise<void>;
  /** Finds an app of any owner; the caller decides who may see it. */
  get(id: string): Promise<App | undefined>;
  /** Finds an app of any owner by the digest of a secret; `App.isKnownBy` decides whether the secret is still valid. */
  findBySecretDigest(digest: string): Promise<App | undefined>;
  /** As `ConversationRepository.update`; undefined if another user owns the app. @throws as `add`. */
  update(ownerId: string, id: string, change: (before: App) => App): Promise<App | undefined>;
  /** Ordered by `sortKey`. */
  list(ownerId: string, page: PageRequest): Promise<App[]>;
  count(ownerId: string): Promise<number>;
  /** Deletes the app and its installations. @returns the IDs of its users; undefined when there is no such app. */
  remove(ownerId: string, id: string): Promise<readonly string[] | undefined>;
}
