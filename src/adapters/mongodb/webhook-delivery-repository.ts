import { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type {
  WebhookDeliveryFilter,
  WebhookDeliveryRepository,
} from "../../ports/driven/webhook-delivery-repository.js";
import type { IndexDefinition } from "./collections.js";
import { ConversationDocuments } from "./conversation-documents.js";
import { userQueue, type Database } from "./database.js";
import { Documents } from "./documents.js";
import { Heads } from "./heads.js";
import { deleteBatch } from "./single-writes.js";
import { StoredResponses } from "./stored-responses.js";
import type { Transaction } from "./write-queue.js";

export const webhookDeliveryIndexes: readonly IndexDefinition[] = [
  { keys: { owner: 1, key: 1 }, serves: "list and count" },
  { keys: { owner: 1, app: 1, key: 1 }, serves: "list and count of one app" },
  { keys: { user: 1, conversation: 1 }, serves: "deliveries of a conversation, when it is deleted" },
  { keys: { createdAt: 1 }, serves: "removal of old deliveries" },
  { keys: { due: 1 }, options: { sparse: true }, serves: "claims of deliveries" },
];

export class MongoWebhookDeliveryRepository implements WebhookDeliveryRepository {
  readonly #deliveries: Documents<WebhookDelivery>;
  readonly #conversations: ConversationDocuments;
  readonly #heads: Heads;
  readonly #responses: StoredResponses;

  constructor(private readonly database: Database) {
    this.#deliveries = new Documents(database, {
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
    this.#conversations = new ConversationDocuments(database);
    this.#heads = new Heads(database);
    this.#responses = new StoredResponses(database);
  }

  async insertMissing(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]> {
    const [first] = deliveries;
    if (!first) return [];
    return this.database.write(userQueue(first.state.userId), async (transaction) => {
      const missing = await this.#findMissing(deliveries, transaction);
      // A conversation that is being deleted meanwhile takes or locks the head: it conflicts with this transaction.
      for (const userId of new Set(missing.map(({ state }) => state.userId))) {
        await this.#heads.lock(userId, transaction);
      }
      const inserted = await this.#selectOfPresent(missing, transaction);
      await this.#deliveries.insertMany(inserted, transaction);
      return inserted;
    });
  }

  get(id: string): Promise<WebhookDelivery | undefined> {
    return this.#deliveries.get({ id });
  }

  update(id: string, change: (before: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined> {
    return this.#deliveries.update(`webhook delivery ${id}`, { id }, change);
  }

  list(ownerId: string, filter: WebhookDeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]> {
    return this.#deliveries.listPage(queryOf(ownerId, filter), { by: "key", ...page });
  }

  count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number> {
    return this.#deliveries.count(queryOf(ownerId, filter));
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]> {
    return this.#deliveries.claim("due", now, limit, (delivery) => delivery.claim(now, leaseMs));
  }

  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    return this.database.write(userQueue(userId), async (transaction) => {
      await this.#heads.lock(userId, transaction);
      const filter = { user: userId, conversation: conversationId };
      for (const row of await this.#deliveries.findAll(filter, {}, transaction)) {
        const next = row.aggregate.forgetSession();
        if (next === row.aggregate) continue;
        await this.#deliveries.replace(row, next, transaction);
        await this.#responses.forget(next.state.ownerId, [next.state.id], now, transaction);
      }
    });
  }

  removeOlder(before: Date, limit: number): Promise<number> {
    return this.database.read(() => deleteBatch(this.#deliveries.collection, { createdAt: { $lt: before } }, limit));
  }

  /** The first delivery of each ID that is not stored. */
  async #findMissing(
    deliveries: readonly WebhookDelivery[],
    transaction: Transaction,
  ): Promise<readonly WebhookDelivery[]> {
    const byId = new Map<string, WebhookDelivery>();
    for (const delivery of deliveries) if (!byId.has(delivery.state.id)) byId.set(delivery.state.id, delivery);
    const stored = await this.#deliveries.findDocuments({ _id: { $in: [...byId.keys()] } }, {}, transaction);
    for (const { id } of stored) byId.delete(id);
    return [...byId.values()];
  }

  /** Those whose conversation is neither deleted nor being deleted. */
  async #selectOfPresent(
    deliveries: readonly WebhookDelivery[],
    transaction: Transaction,
  ): Promise<readonly WebhookDelivery[]> {
    const byConversation = Map.groupBy(deliveries, ({ state }) => JSON.stringify([state.userId, state.conversationId]));
    const selected: WebhookDelivery[] = [];
    for (const group of byConversation.values()) {
      const [{ state }] = group as [WebhookDelivery];
      if (!(await this.#conversations.isGone(state.userId, state.conversationId, transaction))) selected.push(...group);
    }
    return selected;
  }
}

function queryOf(ownerId: string, { appId }: WebhookDeliveryFilter): Record<string, unknown> {
  return { owner: ownerId, ...(appId === undefined ? {} : { app: appId }) };
}
