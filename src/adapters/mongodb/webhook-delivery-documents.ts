import { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { IndexDefinition } from "./collections.js";
import type { Database } from "./database.js";
import { Documents } from "./documents.js";
import { Heads } from "./heads.js";
import { StoredResponses } from "./stored-responses.js";
import type { Transaction } from "./write-queue.js";

export const webhookDeliveryIndexes: readonly IndexDefinition[] = [
  { keys: { owner: 1, key: 1 }, serves: "list and count" },
  { keys: { owner: 1, app: 1, key: 1 }, serves: "list and count of one app" },
  { keys: { user: 1, conversation: 1 }, serves: "deliveries of a conversation, when it is deleted" },
  { keys: { createdAt: 1 }, serves: "removal of old deliveries" },
  { keys: { due: 1 }, options: { sparse: true }, serves: "claims of deliveries" },
];

/** The collection of webhook deliveries. */
export class WebhookDeliveryDocuments extends Documents<WebhookDelivery> {
  readonly #heads: Heads;
  readonly #responses: StoredResponses;

  constructor(database: Database) {
    super(database, {
      collection: "webhookDeliveries",
      restore: (state) => WebhookDelivery.restore(state),
      keyOf: ({ state }) => ({ id: state.id }),
      fieldsOf: ({ sortKey, dueAt, state }) => ({
        owner: state.ownerId,
        key: sortKey,
        app: state.appId,
        user: state.userId,
        conversation: state.conversationId,
        createdAt: state.createdAt,
        due: dueAt,
      }),
    });
    this.#heads = new Heads(database);
    this.#responses = new StoredResponses(database);
  }

  /** As `WebhookDeliveryRepository.detachFromConversation`. */
  async detachFromConversation(
    userId: string,
    conversationId: string,
    now: Date,
    transaction: Transaction,
  ): Promise<void> {
    await this.#heads.lock(userId, transaction);
    for (const row of await this.findAll({ user: userId, conversation: conversationId }, {}, transaction)) {
      const next = row.aggregate.forgetSession();
      if (next === row.aggregate) continue;
      await this.replace(row, next, transaction);
      await this.#responses.forget(next.state.ownerId, [next.state.id], now, transaction);
    }
  }
}
