import type { Conversation } from "../../domain/conversation/conversation.js";
import type {
  ActionItemRepository,
  Clock,
  ConversationRepository,
  MemoryRepository,
  NotificationRepository,
  WebhookDeliveryRepository,
} from "../../ports/driven/index.js";
import type { IdempotencyService } from "../idempotency/idempotency-service.js";

export interface ConversationDeletionPorts {
  readonly conversations: Pick<ConversationRepository, "deleteWithTombstone">;
  readonly actionItems: Pick<ActionItemRepository, "detachFromConversation">;
  readonly memories: Pick<MemoryRepository, "detachFromConversation">;
  readonly notifications: Pick<NotificationRepository, "deleteDependents">;
  readonly webhookDeliveries: Pick<WebhookDeliveryRepository, "detachFromConversation">;
  /** Stores responses, which may contain data of deleted conversations. */
  readonly idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">;
  readonly clock: Clock;
}

/** Removes a conversation that is marked `deleting`, and what was derived from it. */
export class ConversationDeletion {
  constructor(private readonly ports: ConversationDeletionPorts) {}

  /**
   * Removes everything that is left of a conversation marked `deleting` (decision 4.11). The tombstone comes last, so
   * that after a crash another worker repeats the whole deletion. Stored responses that contain derived items reference
   * the conversation too, so they are found by its ID although the items are gone.
   */
  async finish(conversation: Conversation): Promise<void> {
    const { userId, id } = conversation.state;
    await this.detachDerivedItems(conversation);
    await this.ports.idempotencyService.removeResponsesContaining(userId, [id]);
    await this.ports.conversations.deleteWithTombstone(userId, id);
  }

  /** Removes derived items, except those that the user has touched (decision 4.11). */
  async detachDerivedItems({ state: { userId, id } }: Conversation): Promise<void> {
    const { actionItems, memories, notifications, webhookDeliveries, clock } = this.ports;
    const now = clock.now();
    await Promise.all([
      ...[actionItems, memories, webhookDeliveries].map((repository) =>
        repository.detachFromConversation(userId, id, now),
      ),
      notifications.deleteDependents(userId, { kind: "conversation", id }, now),
    ]);
  }
}
