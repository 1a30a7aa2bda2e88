import type { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { Stretch } from "./stretch.js";

/** Which of the deliveries to an owner's apps are meant. */
export interface WebhookDeliveryFilter {
  /** To this app alone. */
  readonly appId?: string;
}

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface WebhookDeliveryRepository {
  /**
   * Stores new deliveries, all or none. Skips those whose ID exists, and those of a conversation that is deleted or
   * being deleted. @returns the stored ones.
   */
  addNew(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]>;
  /** Of whatever app and user. */
  get(id: string): Promise<WebhookDelivery | undefined>;
  /** As `ConversationRepository.update`. */
  update(id: string, change: (before: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined>;
  /** Ordered by `sortKey`. */
  list(ownerId: string, filter: WebhookDeliveryFilter, stretch: Stretch): Promise<WebhookDelivery[]>;
  count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number>;
  /**
   * Claims what is due (`WebhookDelivery.dueAt`) for `leaseMs` milliseconds, at most `limit` of all apps, longest due
   * first, each for exactly one of any number of callers.
   */
  claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]>;
  /**
   * Removes the client's session ID from the deliveries of a deleted conversation (`WebhookDelivery.forgetSession`),
   * and all stored responses that contain one of them (decision 4.11). Idempotent.
   */
  releaseConversation(userId: string, conversationId: string, now: Date): Promise<void>;
  /** Removes those made before, at most `limit`. @returns how many. */
  removeOlder(before: Date, limit: number): Promise<number>;
}
