import type { App } from "../../../domain/app/app.js";
import type { Installation } from "../../../domain/app/installation.js";
import type { WebhookDelivery } from "../../../domain/webhook/webhook-delivery.js";
import type { PageRequest } from "../../paging.js";

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface AppRepository {
  /** @throws DomainError `conflict` when an app with this ID, or one with the same secret, exists. */
  add(app: App): Promise<void>;
  /** Finds an app of any owner; the caller decides who may see it. */
  get(id: string): Promise<App | undefined>;
  /**
   * Finds an app of any owner by the digest of a secret; `App.hasValidSecret` decides whether the secret is still
   * valid.
   */
  findBySecretDigest(digest: string): Promise<App | undefined>;
  /** As `ConversationRepository.update`; undefined if another user owns the app. @throws as `add`. */
  update(ownerId: string, id: string, change: (current: App) => App): Promise<App | undefined>;
  /** Ordered by `sortKey`. */
  list(ownerId: string, page: PageRequest): Promise<App[]>;
  count(ownerId: string): Promise<number>;
  /** Deletes the app and its installations. @returns the IDs of its users; undefined when there is no such app. */
  remove(ownerId: string, id: string): Promise<readonly string[] | undefined>;
}

/** An installation with its app, read in one snapshot. */
export interface InstalledApp {
  readonly installation: Installation;
  readonly app: App;
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface InstallationRepository {
  /**
   * Atomically stores `change(current)`; `current` is undefined when the app is not installed. Concurrent calls are
   * serialized.
   * @param change pure; may be called more than once. When it throws, nothing changes and the call rejects with the
   *   error.
   * @returns the stored installation; undefined when there is no such app.
   */
  put(
    userId: string,
    appId: string,
    change: (current: Installation | undefined) => Installation,
  ): Promise<Installation | undefined>;
  get(userId: string, appId: string): Promise<InstalledApp | undefined>;
  /** As `ConversationRepository.update`. */
  update(
    userId: string,
    appId: string,
    change: (current: Installation) => Installation,
  ): Promise<Installation | undefined>;
  /** All installations of the user, including disabled apps, ordered by `sortKey`. Called for every live segment. */
  findByUser(userId: string): Promise<InstalledApp[]>;
  /** @returns whether the installation existed. */
  remove(userId: string, appId: string): Promise<boolean>;
}

/** Selects deliveries to an owner's apps. */
export interface WebhookDeliveryFilter {
  /** Only deliveries to this app. */
  readonly appId?: string;
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface WebhookDeliveryRepository {
  /**
   * Stores new deliveries, all or none. Skips those whose ID exists, and those of a conversation that is deleted or
   * being deleted. @returns the stored ones.
   */
  insertMissing(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]>;
  /** Finds a delivery of any app and user. */
  get(id: string): Promise<WebhookDelivery | undefined>;
  /** As `ConversationRepository.update`. */
  update(id: string, change: (current: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined>;
  /** Ordered by `sortKey`. */
  list(ownerId: string, filter: WebhookDeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]>;
  count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number>;
  /**
   * Claims due deliveries (`WebhookDelivery.dueAt`) of all apps for `leaseMs` milliseconds: at most `limit`, longest
   * due first. Concurrent callers never claim the same delivery.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]>;
  /**
   * Removes the client's session ID from the deliveries of a deleted conversation (`WebhookDelivery.removeSessionId`),
   * and all stored responses that contain one of them. Idempotent.
   */
  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void>;
  /** Deletes at most `limit` deliveries created before this time. @returns how many. */
  removeOlder(before: Date, limit: number): Promise<number>;
}
