import { notFound } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import { WebhookDelivery } from "../domain/webhook-delivery.js";
import type { ConversationRepository, PageRequest, WebhookDeliveryRepository } from "../ports/driven/index.js";
import type { Call, ListWebhookDeliveries, Page, WebhookDeliveryUseCases } from "../ports/driving/index.js";
import { readPage } from "./page.js";

export interface WebhookDeliveryPorts {
  readonly webhookDeliveries: WebhookDeliveryRepository;
  readonly conversations: Pick<ConversationRepository, "segmentsBetween">;
}

export class WebhookDeliveries implements WebhookDeliveryUseCases {
  /** @param queued is called when there is something new to be sent. */
  constructor(
    private readonly ports: WebhookDeliveryPorts,
    private readonly queued: () => void,
  ) {}

  async list(
    { userId }: Call,
    { filter, page: stretch, withTotal }: ListWebhookDeliveries,
  ): Promise<Page<WebhookDelivery>> {
    const { webhookDeliveries } = this.ports;
    const listing = {
      list: (part: PageRequest) => webhookDeliveries.list(userId, filter, part),
      count: () => webhookDeliveries.count(userId, filter),
    };
    return readPage(listing, stretch, withTotal);
  }

  async get({ userId }: Call, id: string): Promise<WebhookDelivery> {
    const delivery = await this.ports.webhookDeliveries.get(id);
    if (delivery?.state.ownerId !== userId) throw notFound("Delivery");
    return delivery;
  }

  async replay(call: Call, id: string): Promise<WebhookDelivery> {
    const { userId, conversationId, fromSegment: from, toSegment: to } = (await this.get(call, id)).state;
    const segments = await this.ports.conversations.segmentsBetween(userId, conversationId, from, to);
    if (segments.length === 0) throw notFound("Delivery");
    const queued = await this.ports.webhookDeliveries.update(id, (before) =>
      changeOnce(WebhookDelivery, before, call.keyed?.callId, (known) => known.replay(call.now)),
    );
    if (!queued) throw notFound("Delivery");
    this.queued();
    return queued;
  }
}
