import type { WebhookDelivery } from "../../domain/webhook-delivery.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type {
  WebhookDeliveryFilter,
  WebhookDeliveryRepository,
} from "../../ports/driven/webhook-delivery-repository.js";
import { ConversationDocuments } from "./conversation-documents.js";
import { userQueue, type Database } from "./database.js";
import { Heads } from "./heads.js";
import { deleteBatch } from "./single-writes.js";
import { WebhookDeliveryDocuments } from "./webhook-delivery-documents.js";
import type { Transaction } from "./write-queue.js";

export class MongoWebhookDeliveryRepository implements WebhookDeliveryRepository {
  readonly #deliveries: WebhookDeliveryDocuments;
  readonly #conversations: ConversationDocuments;
  readonly #heads: Heads;

  constructor(private readonly database: Database) {
    this.#deliveries = new WebhookDeliveryDocuments(database);
    this.#conversations = new ConversationDocuments(database);
    this.#heads = new Heads(database);
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
    return this.database.write(userQueue(userId), (transaction) =>
      this.#deliveries.detachFromConversation(userId, conversationId, now, transaction),
    );
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
