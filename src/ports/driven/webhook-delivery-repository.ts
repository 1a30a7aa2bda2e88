import type { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { PageRequest } from "./page-request.js";

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
  update(id: string, change: (before: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined>;
  /** Ordered by `sortKey`. */
  list(ownerId: string, filter: WebhookDeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]>;
  count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number>;
  /**
   * Claims due deliveries (`WebhookDelivery.dueAt`) of all apps for `leaseMs` milliseconds: at most `limit`, longest
   * due first. Concurrent callers never claim the same delivery.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]>;
  /**
   * Removes the client's session ID from the deliveries of a deleted conversation (`WebhookDelivery.forgetSession`),
   * and all stored responses that contain one of them (decision 4.11). Idempotent.
   */
  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void>;
  /** Deletes at most `limit` deliveries created before this time. @returns how many. */
  removeOlder(before: Date, limit: number): Promise<number>;
}
