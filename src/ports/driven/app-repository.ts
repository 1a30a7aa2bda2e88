import type { App } from "../../domain/app.js";
import type { Stretch } from "./stretch.js";

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface AppRepository {
  /** @throws DomainError `conflict` when there is an app of this id, or one that knows one of its secrets. */
  add(app: App): Promise<void>;
  /** Whoever owns it: who may see it, others decide. */
  get(id: string): Promise<App | undefined>;
  /** Whoever owns it: the digest is the credential. Whether it is still valid, `App.isKnownBy` says. */
  bySecretDigest(digest: string): Promise<App | undefined>;
  /** As `ConversationRepository.update`; undefined also when another user owns the app. @throws as `add`. */
  update(ownerId: string, id: string, change: (before: App) => App): Promise<App | undefined>;
  /** Ordered by `sortKey`. */
  list(ownerId: string, stretch: Stretch): Promise<App[]>;
  count(ownerId: string): Promise<number>;
  /** The app and its installations go together. @returns who had it installed; undefined when there was none. */
  remove(ownerId: string, id: string): Promise<readonly string[] | undefined>;
}
