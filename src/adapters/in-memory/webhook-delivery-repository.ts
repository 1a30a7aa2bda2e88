import { WebhookDelivery, type WebhookDeliveryState } from "../../domain/webhook-delivery.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type {
  WebhookDeliveryFilter,
  WebhookDeliveryRepository,
} from "../../ports/driven/webhook-delivery-repository.js";
import { by, Table } from "./table.js";

/** They are known by their ids alone, whoever's they are. */
const ALL = "";

export class InMemoryWebhookDeliveryRepository implements WebhookDeliveryRepository {
  readonly #deliveries = new Table((state: WebhookDeliveryState) => WebhookDelivery.restore(state));

  /**
   * @param isDeleted whether a conversation is deleted or being deleted.
   * @param forgetAnswers forgets the answers that show these objects of the user.
   */
  constructor(
    private readonly isDeleted: (userId: string, conversationId: string) => boolean = () => false,
    private readonly forgetAnswers: (userId: string, ids: readonly string[], now: Date) => void = () => undefined,
  ) {}

  async insertMissing(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]> {
    const fresh = deliveries.filter(
      ({ state }) => !this.#deliveries.has(ALL, state.id) && !this.isDeleted(state.userId, state.conversationId),
    );
    for (const delivery of fresh) this.#deliveries.put(ALL, delivery);
    return fresh;
  }

  async get(id: string): Promise<WebhookDelivery | undefined> {
    return this.#deliveries.get(ALL, id);
  }

  async update(id: string, change: (before: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined> {
    return this.#deliveries.update(ALL, id, change);
  }

  async list(
    ownerId: string,
    filter: WebhookDeliveryFilter,
    { limit, offset = 0, after = "" }: PageRequest,
  ): Promise<WebhookDelivery[]> {
    return this.#chosen(ownerId, filter)
      .sort(by(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number> {
    return this.#chosen(ownerId, filter).length;
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]> {
    const due = this.#deliveries
      .of(ALL)
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .sort(by(({ dueAt }) => dueAt?.getTime() ?? 0))
      .slice(0, limit)
      .map((delivery) => delivery.claim(now, leaseMs));
    for (const delivery of due) this.#deliveries.put(ALL, delivery);
    return due;
  }

  /** Those of an app's owner. */
  ownedBy(ownerId: string): WebhookDelivery[] {
    return this.#deliveries.of(ALL).filter(({ state }) => state.ownerId === ownerId);
  }

  has(id: string): boolean {
    return this.#deliveries.has(ALL, id);
  }

  ownerIds(): string[] {
    return this.#deliveries.of(ALL).map(({ state }) => state.ownerId);
  }

  /** Call it when there is none with this ID. */
  insert(delivery: WebhookDelivery): void {
    this.#deliveries.put(ALL, delivery);
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    for (const delivery of this.#deliveries.of(ALL)) {
      const { id, ownerId } = delivery.state;
      if (delivery.state.userId !== userId || delivery.state.conversationId !== conversationId) continue;
      this.#deliveries.put(ALL, delivery.forgetSession());
      this.forgetAnswers(ownerId, [id], now);
    }
  }

  async removeOlder(before: Date, limit: number): Promise<number> {
    const old = this.#deliveries
      .of(ALL)
      .filter(({ state }) => state.createdAt < before)
      .slice(0, limit);
    for (const { state } of old) this.#deliveries.remove(ALL, state.id);
    return old.length;
  }

  #chosen(ownerId: string, { appId }: WebhookDeliveryFilter): WebhookDelivery[] {
    return this.ownedBy(ownerId).filter(({ state }) => appId === undefined || state.appId === appId);
  }
}
